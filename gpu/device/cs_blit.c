// SPDX-License-Identifier: GPL-2.0
/* cs_blit.c -- the blitter's fills and copies of linear and tiled surfaces. */
#include <string.h>

#include "cs.h"

#define ROW_MAX		262144u		/* largest number of bytes copied or filled at a time */
#define LINEAR_MAX	0xffffffu	/* mask of the width of a fill with a single row */
#define PAGE_COPY	BIT(19)
#define MATRIX_COPY	BIT(17)

#define TILE_WIDTH	128u		/* width of a tile of 4 KiB, in bytes */
#define TILE_HEIGHT	32u		/* rows */
#define PIXEL_MAX	16u		/* largest pixel in bytes */

/* Values of a surface's tiling. */
#define LINEAR		0u
#define TILE_4		2u		/* TileY before 12.55 */

/**
 * struct surface - a surface in memory, and the position of a rectangle in it
 * @base:   address of the surface
 * @pitch:  distance from one row to the next, in bytes
 * @x:      offset of the rectangle in a row, in bytes
 * @y:      first row of the rectangle
 * @tiling: LINEAR or TILE_4
 */
struct surface {
	u64 base;
	u32 pitch, x, y, tiling;
};

/**
 * struct blit - a rectangle of bytes
 * @to, @from: the surfaces
 * @width:     width in bytes
 * @height:    number of rows
 * @pixel:     the value to fill with
 * @size:      size of a pixel in bytes
 * @copies:    true: copy @from to @to; false: fill @to
 */
struct blit {
	struct surface to, from;
	u32 width, height;
	u8 pixel[PIXEL_MAX];
	u32 size;
	bool copies;
};

/* Size of a pixel in bytes, by bits 21:19 of a command's header; 0: not known. */
static const u8 pixel_sizes[8] = { 1, 2, 4, 8, 12, 16, 0, 0 };

/* surface - decode a command's dwords: pitch and tiling, address, offset of the rectangle in it */
static struct surface surface(u32 pitch, const u32 *base, u32 offsets, u32 pixel)
{
	struct surface s = {
		.base = cs_address(base), .pitch = (pitch & 0x3ffff) + 1, .tiling = pitch >> 30,
		.x = (offsets & 0x3fff) * pixel, .y = field(offsets, 29, 16),
	};

	if (s.tiling)
		s.pitch *= 4;		/* the command has the pitch of a tiled surface in dwords */
	return s;
}

/* rectangle - decode a rectangle from two corners, in pixels */
static void rectangle(const u32 *d, struct blit *b)
{
	u32 x1 = d[0] & 0xffff, y1 = d[0] >> 16, x2 = d[1] & 0xffff, y2 = d[1] >> 16;

	b->width = x2 > x1 ? (x2 - x1) * b->size : 0;
	b->height = y2 > y1 ? y2 - y1 : 0;
	b->to.x += x1 * b->size;
	b->to.y += y1;
}

static void fast_color(const u32 *d, struct blit *b)
{
	b->size = pixel_sizes[field(d[0], 21, 19)];
	b->to = surface(d[1], d + 4, d[6], b->size);
	rectangle(d + 2, b);
	memcpy(b->pixel, d + 7, sizeof(u32) * (b->size > 12 ? 4 : (b->size + 3) / 4));
}

/* block_copy - decode XY_BLOCK_COPY_BLT; compression is ignored */
static void block_copy(const u32 *d, struct blit *b)
{
	b->size = pixel_sizes[field(d[0], 21, 19)];
	b->to = surface(d[1], d + 4, d[6], b->size);
	b->from = surface(d[8], d + 9, d[11], b->size);
	b->from.x += (d[7] & 0xffff) * b->size;
	b->from.y += d[7] >> 16;
	rectangle(d + 2, b);
	b->copies = true;
}

static void fast_copy(const u32 *d, struct blit *b)
{
	b->to.pitch = d[1] & 0xffff;
	b->width = b->to.pitch;
	b->from.pitch = d[7] & 0xffff;
	b->height = d[3] >> 16;
	b->to.base = cs_address(d + 4);
	b->from.base = cs_address(d + 8);
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
	b->to.pitch = (d[3] & 0x3ffff) + 1;
	b->to.base = cs_address(d + 4);
	b->pixel[0] = (u8)(d[6] >> 24);
	b->size = 1;
}

static void mem_copy(const u32 *d, struct blit *b)
{
	b->width = (d[1] & 0x3ffff) + 1;
	b->height = (d[2] & 0x3ffff) + 1;
	b->from.pitch = (d[3] & 0x3ffff) + 1;
	b->to.pitch = (d[4] & 0x3ffff) + 1;
	if (d[0] & PAGE_COPY) {		/* the width is in units of 256 bytes */
		b->height = b->width;
		b->width = 256;
		b->from.pitch = 256;
		b->to.pitch = 256;
	} else if (!(d[0] & MATRIX_COPY)) {
		b->height = 1;
	}
	b->from.base = cs_address(d + 5);
	b->to.base = cs_address(d + 7);
	b->copies = true;
}

/* tile_4 - get the offset of a byte in a Tile4 tile of 4 KiB */
static u32 tile_4(u32 x, u32 y)
{
	return (x & 15) | (y & 3) << 4 | field(x, 5, 4) << 6 | field(y, 2, 2) << 8 |
	       field(x, 6, 6) << 9 | field(y, 4, 3) << 10;
}

/* tile_y - get the offset of a byte in a TileY tile, which has columns of 16 bytes */
static u32 tile_y(u32 x, u32 y)
{
	return (x & 15) | y << 4 | field(x, 6, 4) << 9;
}

/*
 * place - get the address of byte @x of row @y of the rectangle in @s; *run, a number of bytes of
 * the row, is reduced to those that are contiguous in memory from this address on
 */
static u64 place(const struct gpu *gpu, const struct surface *s, u32 x, u32 y, u32 *run)
{
	u32 in_x, in_y, tile;

	x += s->x;
	y += s->y;
	if (s->tiling == LINEAR)
		return s->base + (u64)y * s->pitch + x;
	in_x = x % TILE_WIDTH;
	in_y = y % TILE_HEIGHT;
	tile = y / TILE_HEIGHT * (s->pitch / TILE_WIDTH) + x / TILE_WIDTH;
	*run = (u32)min_u64(*run, 16 - (x & 15));
	return s->base + 4096ull * tile +
	       (gpu->profile.version >= 1255 ? tile_4(in_x, in_y) : tile_y(in_x, in_y));
}

/* fill - write @len bytes of a row of pixels, from byte @x of the row on, to the buffer @part */
static void fill(const struct blit *b, u32 x, u8 *part, u32 len)
{
	u32 done = (u32)min_u64(len, b->size);

	for (u32 i = 0; i < done; i++)
		part[i] = b->pixel[(x + i) % b->size];
	for (u32 n; done < len; done += n) {
		n = (u32)min_u64(done, len - done);
		memcpy(part + done, part, n);
	}
}

/*
 * carry_out_row - copy or fill row @y in contiguous pieces; @part is a buffer of ROW_MAX bytes.
 * Returns false if an address is not mapped.
 */
static bool carry_out_row(struct gpu *gpu, const struct space *s, const struct blit *b, u32 y,
			  u8 *part)
{
	u32 len;

	for (u32 x = 0; x < b->width; x += len) {
		u64 to, from = 0;

		len = (u32)min_u64(b->width - x, ROW_MAX);
		to = place(gpu, &b->to, x, y, &len);
		if (b->copies)
			from = place(gpu, &b->from, x, y, &len);
		if (!b->copies)
			fill(b, x, part, len);
		else if (!gtt_read(gpu, s, from, part, len))
			return false;
		if (!gtt_write(gpu, s, to, part, len))
			return false;
	}
	return true;
}

static bool carry_out(struct gpu *gpu, const struct space *s, const struct blit *b)
{
	static u8 part[ROW_MAX];

	for (u32 y = 0; y < b->height; y++)
		if (!carry_out_row(gpu, s, b, y, part))
			return false;
	return true;
}

/* is_known - check whether the model supports the tilings and the pixel size of a command */
static bool is_known(const struct blit *b)
{
	return (b->copies || b->size) && (b->to.tiling == LINEAR || b->to.tiling == TILE_4) &&
	       (b->from.tiling == LINEAR || b->from.tiling == TILE_4);
}

/**
 * blit() - execute a command of the blitter
 * @gpu: the device
 * @s:   address space
 * @d:   dwords of the command
 * @len: number of dwords
 *
 * Return: true, or false if the command is not known or an address is not mapped.
 */
bool blit(struct gpu *gpu, const struct space *s, const u32 *d, u32 len)
{
	u32 op = field(d[0], 28, 22);
	struct blit b = { 0 };
	bool known = true;

	if (op == 0x48)
		return true;		/* copies compression metadata, which the model lacks */
	if (op == 0x44 && len >= 11)
		fast_color(d, &b);
	else if (op == 0x41 && len >= 12)
		block_copy(d, &b);
	else if (op == 0x42 && len >= 10)
		fast_copy(d, &b);
	else if (op == 0x5b && len >= 7)
		mem_set(d, &b);
	else if (op == 0x5a && len >= 10)
		mem_copy(d, &b);
	else
		known = false;
	if (!known || !is_known(&b)) {
		report_fault(&gpu->report, FAULT_COMMAND, "unknown blitter command %#x, %u dwords",
			     d[0], len);
		return false;
	}
	return carry_out(gpu, s, &b);
}
