/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Commands that the engines of the GPU execute from rings and batches: their names and lengths.
 */
#ifndef _GPU_COMMAND_H_
#define _GPU_COMMAND_H_

#include "guc_env.h"

/* Bits that stand for engines and graphics versions in gpu_commands[]. */
#define GPU_RENDER	1u
#define GPU_BLITTER	2u
#define GPU_VIDEO	4u
#define GPU_COMPUTE	8u
#define GPU_12_0	1u
#define GPU_12_5	2u
#define GPU_XE2		4u
#define GPU_XE3		8u
#define GPU_ANY		15u

#define MI_MASK			0xff800000u
#define MI_BATCH_BUFFER_END	0x05000000u
#define MI_SEMAPHORE_WAIT	0x0e000000u
#define   WAIT_REGISTER	BIT(16)
#define   WAIT_POLL		BIT(15)
#define MI_STORE_DATA_IMM	0x10000000u
#define MI_LOAD_REGISTER_IMM	0x11000000u
#define MI_STORE_REGISTER_MEM	0x12000000u
#define MI_FLUSH_DW		0x13000000u
#define MI_LOAD_REGISTER_MEM	0x14800000u
#define MI_ATOMIC		0x17800000u
#define MI_BATCH_BUFFER_START	0x18800000u
#define   BB_SECOND_LEVEL	BIT(22)
#define   BB_PREDICATED		BIT(15)
#define GFX_MASK		0xffff0000u
#define STATE_COMPUTE_MODE	0x61050000u
#define COMPUTE_WALKER		0x72080000u
#define GPGPU_WALKER		0x71050000u
#define PIPE_CONTROL		0x7a000000u
#define PRIMITIVE_3D		0x7b000000u
#define EXECUTE_INDIRECT	0x7c000000u
#define RESOURCE_BARRIER	0xac000000u
#define BLIT_MASK		0xffc00000u
#define XY_BLOCK_COPY		0x50400000u
#define XY_FAST_COPY		0x50800000u
#define XY_FAST_COLOR		0x51000000u
#define MEM_COPY		0x56800000u
#define MEM_SET			0x56c00000u

/**
 * struct gpu_command - a command
 * @header: value of the bits of the first dword that identify the command
 * @mask: mask of these bits
 * @engines: engines that have the command, a mask of GPU_RENDER and so on
 * @graphics: graphics versions that have the command, a mask of GPU_12_0 and so on
 * @name: name of the command
 */
struct gpu_command {
	u32 header;
	u32 mask;
	u8 engines;
	u8 graphics;
	const char *name;
};

extern const struct gpu_command gpu_commands[];
extern const unsigned int gpu_commands_len;

const struct gpu_command *gpu_command_find(u32 header, unsigned int engines,
					   unsigned int graphics);
u32 gpu_command_length(u32 header);
bool gpu_command_is_work(u32 header);

#endif
