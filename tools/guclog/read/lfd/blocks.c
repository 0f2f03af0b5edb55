// SPDX-License-Identifier: GPL-2.0-only
#include "read/lfd/blocks.h"

#include "base/msg.h"
#include "read/lfd/file.h"

/**
 * blocks_open() - begin to read the blocks of an LFD file
 * @file: the whole file
 * @len: bytes at @file
 *
 * Return: the reader, which the caller must close with guclog_blocks_close(), or NULL if @file is
 * not an LFD file. The program ends if there is no memory.
 */
struct guclog_blocks *blocks_open(const void *file, size_t len)
{
	struct guclog_fault fault;
	struct guclog_blocks *blocks = guclog_blocks_open(file, len, &fault);

	if (!blocks && fault.error == -ENOMEM)
		mem_none();
	return blocks;
}

/**
 * log_make_lfd() - make the LFD file of a log in memory
 * @log: the log, which must not have been read from an LFD file
 * @facts: facts (named values about the device and the GT) for the comment in the LFD file
 * @notes: further lines for that comment, or NULL
 *
 * Context: allocates memory.
 * Return: the bytes, which the caller must free. The program ends if there is no memory.
 */
struct guclog_bytes log_make_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
				 const char *notes)
{
	struct guclog_bytes lfd = { .len = 0 };
	u8 *data;

	guclog_log_lfd(log, facts, notes, NULL, 0, &lfd.len);
	data = mem_grow(NULL, lfd.len + 1);
	if (guclog_log_lfd(log, facts, notes, data, lfd.len, &lfd.len))
		mem_none();
	lfd.data = data;
	return lfd;
}
