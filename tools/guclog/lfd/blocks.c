// SPDX-License-Identifier: GPL-2.0-only
#include "lfd/blocks.h"

#include "util/msg.h"

/**
 * blocks_open() - begin to read the blocks of an LFD file
 * @file: the whole file
 * @len: bytes at @file
 *
 * Return: for guclog_lfd_free(); NULL when it is not an LFD file.
 */
struct guclog_lfd *blocks_open(const void *file, size_t len)
{
	struct guclog_lfd *lfd = NULL;

	if (guclog_lfd_open(&lfd, file, len, NULL) == -ENOMEM)
		mem_none();
	return lfd;
}
