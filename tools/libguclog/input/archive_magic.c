// SPDX-License-Identifier: GPL-2.0-only
#include "input/archive.h"

/**
 * archive_is() - is an input an archive, or compressed as only libarchive knows?
 * @first: its beginning
 * @len: bytes of that
 *
 * Context: any, does not sleep.
 * Return: whether it is: tar, zip, bzip2, compress, lz4 or lzip.
 */
bool archive_is(const u8 *first, size_t len)
{
	static const struct {
		const char *magic;
		size_t len;
		size_t at;
	} known[] = {
		{ "PK\3\4", 4, 0 },
		{ "ustar", 5, 257 },
		{ "BZh", 3, 0 },
		{ "\x1f\x9d", 2, 0 },
		{ "\x04\x22\x4d\x18", 4, 0 },
		{ "LZIP", 4, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (len >= known[i].at + known[i].len &&
		    !memcmp(first + known[i].at, known[i].magic, known[i].len))
			return true;
	return false;
}
