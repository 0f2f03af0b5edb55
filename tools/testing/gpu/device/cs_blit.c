// SPDX-License-Identifier: GPL-2.0
/* cs_blit.c -- the blitter's fills and copies, as far as xe uses them: linear. */
#include <string.h>

#include "cs.h"

#define ROW_MAX		262144u
#define LINEAR_MAX	0xffffffu	/* the width of a fill that has one row */
#define PAGE_COPY	BIT(19)
#define MATRIX_COPY	BIT(17)

/**
 * struct blit - a rectangle of bytes
 * @to, @from: addresses
 * @to_pitch, @from_pitch: bytes from row to row
 * @width:  bytes
 * @height: rows
 * @value:  what to fill with, four times a byte for a byte fill
 * @copies: it copies; else it fills
 */
struct blit {
	u64 to, from;
	u32 to_pitch, from_pitch, width, height, value;
	bool copies;
};

static u64 address(const u32 *d)
{
	return d[0] | (u64)(d[1] & 0x1ffffff) << 32;
}

static void fast_color(const u32 *d, struct blit *b)
{
	b->to_pitch = (d[1] & 0x3ffff) + 1;
	b->width = b->to_pitch;		/* xe fills whole rows */
	b->height = d[3] >> 16;
	b->to = address(d + 4);
	b->value = d[7];
}

static void fast_copy(const u32 *d, struct blit *b)
{
	b->to_pitch = d[1] & 0xffff;
	b->width = b->to_pitch;
	b->from_pitch = d[7] & 0xffff;
	b->height = d[3] >> 16;
	b->to = address(d + 4);
	b->from = address(d + 8);
	b->copies = true;
}

static void mem_set(const u32 *d, struct blit *b)
{
	b->width = (d[1] & LINEAR_MAX) + 1;
	b->height = 1;
	if (d[0] & MATRIX_COPY) {
		b->width = (d[1] & 0x3ffff) + 1;
		b->height = (d[2] & 0x3ffff) + 1;
	}
	b->to_pitch = (d[3] & 0x3ffff) + 1;
	b->to = address(d + 4);
	b->value = (d[6] >> 24) * 0x01010101u;
}

static void mem_copy(const u32 *d, struct blit *b)
{
	b->width = (d[1] & 0x3ffff) + 1;
	b->height = (d[2] & 0x3ffff) + 1;
	b->from_pitch = (d[3] & 0x3ffff) + 1;
	b->to_pitch = (d[4] & 0x3ffff) + 1;
	if (d[0] & PAGE_COPY) {		/* counts units of 256 bytes */
		b->height = b->width;
		b->width = 256;
		b->from_pitch = 256;
		b->to_pitch = 256;
	} else if (!(d[0] & MATRIX_COPY)) {
		b->height = 1;
	}
	b->from = address(d + 5);
	b->to = address(d + 7);
	b->copies = true;
}

/* carry_out_row - a row, in parts; @part has the bytes of a fill */
static bool carry_out_row(struct gpu *gpu, const struct space *s, const struct blit *b, u32 y,
			  u32 *part)
{
	u32 len;

	for (u32 x = 0; x < b->width; x += len) {
		u64 to = b->to + (u64)y * b->to_pitch + x;

		len = (u32)min_u64(b->width - x, ROW_MAX);
		if (b->copies && !gtt_read(gpu, s, b->from + (u64)y * b->from_pitch + x, part, len))
			return false;
		if (!gtt_write(gpu, s, to, part, len))
			return false;
	}
	return true;
}

static bool carry_out(struct gpu *gpu, const struct space *s, const struct blit *b)
{
	static u32 part[ROW_MAX / 4];

	for (u32 i = 0; i < min_u64(b->width + 3, ROW_MAX) / 4; i++)
		part[i] = b->value;
	for (u32 y = 0; y < b->height; y++)
		if (!carry_out_row(gpu, s, b, y, part))
			return false;
	return true;
}

/**
 * blit() - a command of the blitter
 * @gpu: the device
 * @s:   address space
 * @d:   its dwords
 * @len: how many
 *
 * Return: false when it is not known or an address leads nowhere.
 */
bool blit(struct gpu *gpu, const struct space *s, const u32 *d, u32 len)
{
	u32 op = field(d[0], 28, 22);
	struct blit b = { 0 };

	if (op == 0x44 && len >= 11)
		fast_color(d, &b);
	else if (op == 0x42 && len >= 10)
		fast_copy(d, &b);
	else if (op == 0x5b && len >= 7)
		mem_set(d, &b);
	else if (op == 0x5a && len >= 10)
		mem_copy(d, &b);
	else if (op == 0x48)
		return true;		/* compression metadata, of which there is none */
	if (!b.width) {
		report_fault(&gpu->report, FAULT_COMMAND, "blitter %#x of %u dwords", d[0], len);
		return false;
	}
	return carry_out(gpu, s, &b);
}
