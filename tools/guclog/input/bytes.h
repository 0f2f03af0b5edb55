/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes of an input, one chunk after the other, unpacked where they are packed
 * (gzip, xz, zstd). Never more than a chunk is held.
 */
#ifndef _BYTES_H_
#define _BYTES_H_

#include "guc_env.h"

struct bytes;

struct bytes *bytes_open(const char *path);
ssize_t bytes_read(struct bytes *bytes, void *buf, size_t len);
const char *bytes_packing(const struct bytes *bytes);
void bytes_close(struct bytes *bytes);

#endif
