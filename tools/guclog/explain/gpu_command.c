// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/gpu_command.h"

/**
 * gpu_command_find() - find a command by its first dword
 * @header: the first dword
 * @engines: engines that may have the command, GPU_ANY if they are not known
 * @graphics: graphics versions that may have the command, GPU_ANY if they are not known
 *
 * Return: the command, or NULL if it is not known. If the header is only known for other engines or
 * versions, the first of these commands.
 */
const struct gpu_command *gpu_command_find(u32 header, unsigned int engines,
					   unsigned int graphics)
{
	const struct gpu_command *other = NULL;
	unsigned int i;

	for (i = 0; i < gpu_commands_len; i++) {
		const struct gpu_command *c = &gpu_commands[i];

		if ((header & c->mask) != c->header)
			continue;
		if (c->engines & engines && c->graphics & graphics)
			return c;
		if (!other)
			other = c;
	}
	return other;
}

/*
 * Return: length in dwords of a command for a pipeline (3D, media or both), or 0 if it is unknown.
 */
static u32 pipeline_length(u32 header)
{
	u32 opcode = header >> 24 & 7;

	switch (header >> 27 & 3) {
	case 0:
		return opcode < 2 ? (header & 0xff) + 2 : 0;
	case 1:
		return opcode < 2 ? 1 : 0;
	case 2:
		/* The length of a walker has only 8 bits; the bits above are flags. */
		if ((header & GFX_MASK) == GPGPU_WALKER)
			return (header & 0xff) + 2;
		return opcode == 1 || opcode == 3 ? (header & 0xfff) + 2 : (header & 0xff) + 2;
	default:
		if ((header & GFX_MASK) == 0x780b0000u)
			return 1;
		return opcode < 5 ? (header & 0xff) + 2 : 0;
	}
}

/**
 * gpu_command_length() - get the length of a command
 * @header: first dword of the command
 *
 * Return: dwords, 0 if the type of the command is not known.
 */
u32 gpu_command_length(u32 header)
{
	switch (header >> 29) {
	case 0:
		if ((header >> 23 & 0x3f) < 16)
			return 1;
		if ((header & MI_MASK) == MI_FLUSH_DW)
			return (header & 0x3f) + 2;
		if ((header & MI_MASK) == MI_STORE_DATA_IMM)
			return (header & 0x3ff) + 2;
		return (header & 0xff) + 2;
	case 2:
	case 4:
		return (header & 0xff) + 2;
	case 5:
		return (header & 0xfc000000u) == RESOURCE_BARRIER ? (header & 0xff) + 2 : 0;
	case 3:
		return pipeline_length(header);
	default:
		return 0;
	}
}

/**
 * gpu_command_is_work() - check whether a command starts work that the command streamer does not
 * do itself
 * @header: first dword of the command
 *
 * Return: true for walkers and primitives (direct or indirect), and for copies and fills.
 */
bool gpu_command_is_work(u32 header)
{
	u32 gfx = header & GFX_MASK, kind = header & 0xff000000u, blit = header & BLIT_MASK;

	return gfx == COMPUTE_WALKER || gfx == GPGPU_WALKER ||
	       kind == PRIMITIVE_3D || kind == EXECUTE_INDIRECT || blit == XY_BLOCK_COPY ||
	       blit == XY_FAST_COPY || blit == XY_FAST_COLOR || blit == MEM_COPY ||
	       blit == MEM_SET;
}
