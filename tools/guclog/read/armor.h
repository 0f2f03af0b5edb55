/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads LFD files that were encoded as text for an email: base64 with checksums.
 */
#ifndef _ARMOR_H_
#define _ARMOR_H_

#include "read/input.h"

/**
 * DOC: Armoured LFD files
 *
 * ::
 *
 *	-----BEGIN GUCLOG LFD-----
 *	length=69876 crc32=1a2b3c4d
 *
 *	(up to 16 lines of 64 base64 characters)
 *	:5f3a9c01
 *	...
 *	-----END GUCLOG LFD-----
 *
 * length is the length of the file in bytes, crc32 its CRC-32 as in zlib. After each 768
 * bytes, and at the end, a colon precedes the CRC-32 of all bytes so far. The base64 has no
 * padding. A hyphen ends the data. A reader ignores all other characters that are neither base64
 * nor a colon, such as blanks and line ends; the checksums show whether data are damaged.
 */
#define ARMOR_BEGIN	"-----BEGIN GUCLOG LFD-----"
#define ARMOR_END	"-----END GUCLOG LFD-----"
#define ARMOR_LINE	64u	/* characters */
#define ARMOR_CHECK	768u	/* bytes between two checksums */

struct armor;

#ifdef GUCLOG_UNPACK
struct armor *armor_begin(struct input *in, u64 line);
bool armor_feed(struct armor *a, struct guc_view text, u64 line);
void armor_end(struct armor *a);
#else
/* The reader needs the CRC-32 of zlib. Without zlib, armor_begin() returns NULL. */
static inline struct armor *armor_begin(struct input *in, u64 line)
{
	return NULL;
}

static inline bool armor_feed(struct armor *a, struct guc_view text, u64 line)
{
	return false;
}

static inline void armor_end(struct armor *a)
{
}
#endif

#endif
