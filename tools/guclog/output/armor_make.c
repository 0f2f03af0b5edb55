// SPDX-License-Identifier: GPL-2.0-only
#include "output/armor_make.h"

#include <zlib.h>

#include "input/armor.h"
#include "util/msg.h"

#define LINE_BYTES	(ARMOR_LINE / 4 * 3)

/* Without padding: a last group of 1 or 2 bytes has 2 or 3 characters. */
static char *put_group(char *to, struct guc_view bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	u32 value = 0;
	size_t i;

	for (i = 0; i < 3; i++)
		value = value << 8 | (i < bytes.len ? bytes.data[i] : 0);
	for (i = 0; i <= bytes.len; i++)
		*to++ = digits[value >> (18 - 6 * i) & 63];
	return to;
}

static char *put_line(char *to, struct guc_view bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i += 3)
		to = put_group(to, guc_view_clip(bytes, i, 3));
	*to++ = '\n';
	return to;
}

static char *put_block(char *to, struct guc_view bytes, u32 *sum)
{
	size_t i;

	for (i = 0; i < bytes.len; i += LINE_BYTES)
		to = put_line(to, guc_view_clip(bytes, i, LINE_BYTES));
	*sum = (u32)crc32(*sum, bytes.data, bytes.len);
	return to + sprintf(to, ":%08x\n", *sum);
}

/**
 * armor_make() - armour an LFD file
 * @file: the file
 * @len: filled with the length of the text
 *
 * Context: allocates memory.
 * Return: the text, to be freed. Ends the program when there is no memory.
 */
char *armor_make(struct guc_view file, size_t *len)
{
	size_t lines = file.len / LINE_BYTES + 1, blocks = file.len / ARMOR_CHECK + 1;
	char *text = mem_grow(NULL, 256 + lines * (ARMOR_LINE + 1) + blocks * 10);
	char *to = text;
	u32 sum = 0;
	size_t i;

	to += sprintf(to, ARMOR_BEGIN "\nlength=%zu crc32=%08x\n\n", file.len,
		      (u32)crc32(0, file.data, file.len));
	for (i = 0; i < file.len; i += ARMOR_CHECK)
		to = put_block(to, guc_view_clip(file, i, ARMOR_CHECK), &sum);
	to += sprintf(to, ARMOR_END "\n");
	*len = (size_t)(to - text);
	return text;
}
