// SPDX-License-Identifier: GPL-2.0
/*
 * query.c -- write the answers of xe to DRM_IOCTL_XE_DEVICE_QUERY to the files
 * query.0 ... query.5, undecoded.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../hardware-check/xe_uapi.h"

#define QUERIES	6	/* engines, memory, configuration, GTs, hwconfig, topology */

static int save(uint32_t query, const void *data, size_t size)
{
	char name[16];
	FILE *f;

	snprintf(name, sizeof(name), "query.%u", query);
	f = fopen(name, "wb");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
		perror(name);
		return 1;
	}
	return 0;
}

/* ask - save the answer to a query: the first ioctl returns its size, the second the answer */
static int ask(int fd, uint32_t query)
{
	struct device_query q = { .query = query };
	void *data;
	int ret;

	if (ioctl(fd, DEVICE_QUERY, &q)) {
		perror("DRM_IOCTL_XE_DEVICE_QUERY");
		return 1;
	}
	data = calloc(1, q.size ? q.size : 1);
	q.data = (uintptr_t)data;
	if (!data || (q.size && ioctl(fd, DEVICE_QUERY, &q))) {
		perror("DRM_IOCTL_XE_DEVICE_QUERY");
		free(data);
		return 1;
	}
	ret = save(query, data, q.size);
	free(data);
	return ret;
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDWR) : -1, ret = 0;

	if (fd < 0) {
		fprintf(stderr, "usage: query RENDER-NODE\n");
		return 2;
	}
	for (uint32_t i = 0; i < QUERIES; i++)
		ret |= ask(fd, i);
	close(fd);
	return ret;
}
