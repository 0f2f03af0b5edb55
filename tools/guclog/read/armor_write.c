// SPDX-License-Identifier: GPL-2.0-only
#include "read/armor.h"

#include "guc_text.h"
#include "guclog.h"
#include "base/base64.h"

#ifdef GUCLOG_UNPACK

#include <zlib.h>

#define LINE_BYTES	(ARMOR_LINE / 4 * 3)

static void put_line(struct guc_text *text, struct guc_view bytes)
{
	char line[ARMOR_LINE + 1], *to = line;
	size_t i;

	for (i = 0; i < bytes.len; i += 3)
		to += base64_group(to, bytes.data + i, min_t(unsigned int, bytes.len - i, 3));
	*to = '\0';
	guc_text_add(text, "%s\n", line);
}

static void put_block(struct guc_text *text, struct guc_view bytes, u32 *sum)
{
	size_t i;

	for (i = 0; i < bytes.len; i += LINE_BYTES)
		put_line(text, guc_view_clip(bytes, i, LINE_BYTES));
	*sum = (u32)crc32(*sum, bytes.data, bytes.len);
	guc_text_add(text, ":%08x\n", *sum);
}

static void write_armor(struct guc_text *text, struct guc_view file)
{
	u32 sum = 0;
	size_t i;

	guc_text_add(text, ARMOR_BEGIN "\nlength=%zu crc32=%08x\n\n", file.len,
		     (u32)crc32(0, file.data, file.len));
	for (i = 0; i < file.len; i += ARMOR_CHECK)
		put_block(text, guc_view_clip(file, i, ARMOR_CHECK), &sum);
	guc_text_add(text, ARMOR_END "\n");
}

#else

static void write_armor(struct guc_text *text, struct guc_view file)
{
}

#endif

size_t guclog_armor(const void *file, size_t len, char *buf, size_t size)
{
	struct guc_text text = { .buf = size ? buf : NULL, .size = size };

	if (text.buf)
		*text.buf = '\0';
	write_armor(&text, guc_view(len ? file : "", len));
	return text.len;
}
