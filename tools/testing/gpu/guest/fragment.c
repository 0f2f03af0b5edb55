// SPDX-License-Identifier: GPL-2.0
/*
 * fragment.c -- fragment the guest's memory: free pages are left, but nearly no two adjacent ones.
 *
 *	fragment SPARE-MIB
 *
 * The program occupies all free memory except SPARE-MIB, gives back every second page, prints
 * "fragmented", and keeps the other pages until it is killed.  It switches off huge pages and, as
 * far as the kernel allows, the compaction that would join free pages again.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_DONTNEED_LOCKED
#define MADV_DONTNEED_LOCKED	24
#endif
#define PAGE	4096ul
#define MIB	(1024ul * 1024)

static void put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0)
		return;
	if (write(fd, text, strlen(text)) < 0)
		fprintf(stderr, "fragment: %s cannot be written\n", path);
	close(fd);
}

/* Return: the number of free bytes, from /proc/meminfo */
static unsigned long free_bytes(void)
{
	char line[128];
	unsigned long kib = 0;
	FILE *f = fopen("/proc/meminfo", "r");

	if (!f)
		exit(2);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "MemFree: %lu kB", &kib) == 1)
			break;
	fclose(f);
	return kib * 1024;
}

int main(int argc, char **argv)
{
	unsigned long spare = argc == 2 ? strtoul(argv[1], NULL, 0) * MIB : 0, all, i;
	char *at;

	if (!spare) {
		fprintf(stderr, "usage: fragment SPARE-MIB\n");
		return 2;
	}
	put("/proc/self/oom_score_adj", "-1000");
	put("/sys/kernel/mm/transparent_hugepage/enabled", "never");
	put("/proc/sys/vm/compaction_proactiveness", "0");
	all = free_bytes();
	at = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
		  -1, 0);
	if (at == MAP_FAILED) {
		perror("fragment: mmap");
		return 2;
	}
	/* Compaction does not move locked pages if compact_unevictable_allowed is 0. */
	put("/proc/sys/vm/compact_unevictable_allowed", "0");
	if (mlock2(at, all, MLOCK_ONFAULT)) {
		perror("fragment: mlock2");
		return 2;
	}
	for (i = 0; i < all && (i % MIB || free_bytes() > spare); i += PAGE)
		at[i] = 1;
	all = i;
	for (i = 0; i < all; i += 2 * PAGE)
		if (madvise(at + i, PAGE, MADV_DONTNEED_LOCKED)) {
			perror("fragment: madvise");
			return 2;
		}
	printf("fragmented: %lu MiB are free in single pages\n", all / 2 / MIB);
	fflush(stdout);
	for (;;)
		pause();
}
