/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a tar archive, compressed with zstd. The archive does not contain the owners of the files.
 */
#ifndef _TAR_H_
#define _TAR_H_

#include "base/msg.h"

struct tar;

#ifdef GUCLOG_ARCHIVE
struct tar *tar_begin(int fd, const char *name, const char *folder);
int tar_add(struct tar *tar, const char *name, int file);
int tar_end(struct tar *tar, bool whole);
#else
static inline struct tar *tar_begin(int fd, const char *name, const char *folder)
{
	msg_fail(name, "this guclog was built without libarchive");
	return NULL;
}

static inline int tar_add(struct tar *tar, const char *name, int file)
{
	return -1;
}

static inline int tar_end(struct tar *tar, bool whole)
{
	return -1;
}
#endif

#endif
