// SPDX-License-Identifier: GPL-2.0-only
/*
 * benchread ROUNDS FILE... - open, read to the end and close each file in turn,
 * in ROUNDS rounds, and print a line for each file:
 *
 *	FILE bytes median_ns peak_bytes
 *
 * The clock of a guest may have a resolution of only 4 ms, so a round repeats the read for
 * ROUND_NS, and median_ns is the median of the mean times of the rounds. peak_bytes is the
 * largest increase of the kernel's memory that another process observes in a further round,
 * which is not timed.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_ROUNDS 1000
#define ROUND_NS 200000000ll

static char buffer[65536];

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void die(const char *what)
{
	fprintf(stderr, "benchread: %s: %s\n", what, strerror(errno));
	exit(1);
}

/*
 * Return: the memory of vmalloc() and kmalloc(), in bytes. The amount of free memory is not used,
 * because it lacks the pages in per-CPU lists.
 */
static long long allocated(void)
{
	static const char * const keys[] = { "\nVmallocUsed:", "\nSUnreclaim:" };
	static char text[8192];
	int fd = open("/proc/meminfo", O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	long long kib = 0;
	unsigned int i;

	if (n < 0)
		die("/proc/meminfo");
	close(fd);
	text[n] = '\0';
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *line = strstr(text, keys[i]);

		if (line)
			kib += atoll(line + strlen(keys[i]));
	}
	return kib * 1024;
}

/* Return: number of bytes read. */
static long long read_once(const char *path)
{
	int fd = open(path, O_RDONLY);
	long long bytes = 0;
	ssize_t n;

	if (fd < 0)
		die(path);
	while ((n = read(fd, buffer, sizeof(buffer))) > 0)
		bytes += n;
	if (n < 0)
		die(path);
	close(fd);
	return bytes;
}

/* Sample the allocated memory until the parent ends this process. */
static void watch(long long *most)
{
	for (;;) {
		long long bytes = allocated();

		if (bytes > *most)
			__atomic_store_n(most, bytes, __ATOMIC_RELAXED);
	}
}

/* Return: the mean time of a read in one round, in ns. */
static long long round_of(const char *path, long long *bytes)
{
	long long start = now(), ns;
	int n = 0;

	do {
		*bytes = read_once(path);
		n++;
		ns = now() - start;
	} while (ns < ROUND_NS);
	return ns / n;
}

static long long peak(const char *path)
{
	long long *most = mmap(NULL, sizeof(*most), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	long long before, bytes;
	pid_t child;

	if (most == MAP_FAILED)
		die("mmap");
	*most = 0;
	child = fork();
	if (child < 0)
		die("fork");
	if (!child)
		watch(most);
	usleep(50000);
	before = allocated();
	__atomic_store_n(most, before, __ATOMIC_RELAXED);
	round_of(path, &bytes);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return __atomic_load_n(most, __ATOMIC_RELAXED) - before;
}

static int compare(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[1]) : 0, files = argc - 2;
	static long long ns[8][MAX_ROUNDS], bytes[8];
	int r, f;

	if (rounds < 1 || rounds > MAX_ROUNDS || files > 8) {
		fprintf(stderr, "usage: benchread ROUNDS FILE...\n");
		return 2;
	}
	for (r = 0; r < rounds; r++) {
		for (f = 0; f < files; f++)
			ns[f][r] = round_of(argv[2 + f], &bytes[f]);
	}
	for (f = 0; f < files; f++) {
		qsort(ns[f], rounds, sizeof(ns[f][0]), compare);
		printf("%s %lld %lld %lld\n", argv[2 + f], bytes[f],
		       ns[f][rounds / 2], peak(argv[2 + f]));
	}
	return 0;
}
