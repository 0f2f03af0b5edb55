/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads archives (tar and zip), and files with a kind of compression that only libarchive can read.
 */
#ifndef _ARCHIVE_H_
#define _ARCHIVE_H_

#include "read/input.h"

struct bytes;

/**
 * typedef archive_member_reader - reads one member of an archive
 * @in: the logs of the member are added to it
 * @bytes: the content of the member
 *
 * Return: 0, or -1 if the member could not be read to its end.
 */
typedef int (*archive_member_reader)(struct input *in, struct bytes *bytes);

#ifdef GUCLOG_ARCHIVE

int archive_read_members(struct input *in, struct bytes *bytes,
			 const u8 *first, size_t len,
			 archive_member_reader read_member);

#else

#include "base/messages.h"

static inline int archive_read_members(struct input *in, struct bytes *bytes,
				       const u8 *first, size_t len,
				       archive_member_reader read_member)
{
	messages_add(in->messages, in->name,
		     "is an archive, and this guclog was built without libarchive");
	return -1;
}

#endif
#endif
