// SPDX-License-Identifier: GPL-2.0-only
/* Runs a fuzzer's function once for each named file, to reproduce a crash. */
#include "fuzz.h"

static int replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	u8 *data = NULL;
	size_t size = 0, room = 0, n;

	if (!f) {
		perror(path);
		return 2;
	}
	do {
		if (size == room) {
			room = room ? 2 * room : 65536;
			data = realloc(data, room);
			if (!data)
				abort();
		}
		n = fread(data + size, 1, room - size, f);
		size += n;
	} while (n);
	fclose(f);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	int i, rc = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: %s FILE...\n", argv[0]);
		return 2;
	}
	for (i = 1; i < argc; i++)
		rc |= replay(argv[i]);
	printf("%d inputs\n", argc - 1);
	return rc;
}
