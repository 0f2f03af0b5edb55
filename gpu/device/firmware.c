// SPDX-License-Identifier: GPL-2.0
/*
 * firmware.c -- writes a file that xe accepts as GuC firmware: a CSS header with the given
 * version, and a constant instead of code, key and signature.
 */
#include <stdio.h>
#include <string.h>

#include "types.h"

#define CSS_DWORDS	32
#define KEY_DWORDS	64
#define CODE_DWORDS	1024
#define MODULE_TYPE	6
#define FILLER		0x7e57f00du
#define VENDOR_INTEL	0x8086u
#define PRIVATE_DATA	8192u
#define SUBMISSION	0x00010f00u	/* submission interface 1.15.0 */

static void header(u32 *css, u32 version)
{
	memset(css, 0, CSS_DWORDS * 4);
	css[0] = MODULE_TYPE;
	css[1] = CSS_DWORDS + 2 * KEY_DWORDS + 1;
	css[2] = 0x10000;
	css[4] = VENDOR_INTEL;
	css[5] = 0x20260101;
	css[6] = css[1] + CODE_DWORDS;
	css[7] = KEY_DWORDS;
	css[8] = KEY_DWORDS;
	css[9] = 1;
	css[16] = version;
	css[17] = SUBMISSION;
	css[30] = PRIVATE_DATA;
}

static int write_file(const char *path, u32 version)
{
	u32 image[CSS_DWORDS + CODE_DWORDS + 2 * KEY_DWORDS + 1];
	FILE *f = fopen(path, "wb");
	size_t n;

	if (!f) {
		perror(path);
		return 1;
	}
	header(image, version);
	for (u32 i = CSS_DWORDS; i < ARRAY_SIZE(image); i++)
		image[i] = FILLER;
	n = fwrite(image, 1, sizeof(image), f);
	if (fclose(f) || n != sizeof(image)) {
		perror(path);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	unsigned int major, minor, patch;

	if (argc != 3 || sscanf(argv[2], "%u.%u.%u", &major, &minor, &patch) != 3 ||
	    major > 255 || minor > 255 || patch > 255) {
		fprintf(stderr, "usage: firmware FILE MAJOR.MINOR.PATCH\n");
		return 2;
	}
	return write_file(argv[1], major << 16 | minor << 8 | patch);
}
