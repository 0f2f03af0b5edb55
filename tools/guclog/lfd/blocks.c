// SPDX-License-Identifier: GPL-2.0-only
#include "lfd/blocks.h"

#include "util/msg.h"

/**
 * blocks_open() - begin to read the blocks of an LFD file
 * @file: the whole file
 * @len: bytes at @file
 *
 * Return: for guclog_blocks_close(); NULL when it is not an LFD file.
 */
struct guclog_blocks *blocks_open(const void *file, size_t len)
{
	struct guclog_fault fault;
	struct guclog_blocks *blocks = guclog_blocks_open(file, len, &fault);

	if (!blocks && fault.error == -ENOMEM)
		mem_none();
	return blocks;
}
