// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory N INPUT... [-- ARCHIVE...] -- test that the library behaves well if there is too little
 * memory to read an input.
 *
 * Each input is read many times: with different memory limits, and with one allocation that fails,
 * each time another one. The result must be an error or a file, and all memory must be freed. Only
 * every Nth limit and every Nth allocation is tried. For the inputs after "--" (archives and JSON),
 * no allocation fails, because libarchive and json-c would crash.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#define MAX_FAILING	20000

static unsigned int every = 1;

/* Whether the address sanitizer replaces the functions for memory. */
#if defined(__SANITIZE_ADDRESS__)	/* gcc */
#define SANITIZED	1
#elif defined(__has_feature)		/* clang */
#define SANITIZED	__has_feature(address_sanitizer)
#else
#define SANITIZED	0
#endif

#if !SANITIZED
/*
 * live: number of blocks that were allocated since the program started and not freed.
 * countdown: number of allocations that succeed before one fails; if it is negative, none fails.
 */
static long live, countdown = -1;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t nr, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *p);

static bool fails(void)
{
	if (countdown < 0)
		return false;
	return countdown-- == 0;
}

void *malloc(size_t size)
{
	void *p = fails() ? NULL : __libc_malloc(size);

	live += !!p;
	return p;
}

void *calloc(size_t nr, size_t size)
{
	void *p = fails() ? NULL : __libc_calloc(nr, size);

	live += !!p;
	return p;
}

void *realloc(void *old, size_t size)
{
	void *p = fails() ? NULL : __libc_realloc(old, size);

	live += p && !old;
	return p;
}

void free(void *p)
{
	live -= !!p;
	__libc_free(p);
}
#endif

static void add(void *sum, const struct guclog_context *ctx, bool engine, int64_t from,
		int64_t to)
{
	if (engine && ctx && to > from)
		*(int64_t *)sum += to - from;
}

/*
 * Check that guclog_events_slices() returns an error, or reports as much time on engines as the
 * contexts have in total. Return: the error, or 0.
 */
static int slices(struct guclog_events *walk)
{
	const struct guclog_analysis *a = walk->analysis;
	const struct guclog_context *ctx;
	int64_t sum = 0, expected = 0;
	unsigned int i;
	int err = guclog_events_slices(walk, add, &sum);

	for (i = 0; (ctx = guclog_analysis_context(a, i)); i++)
		expected += guclog_analysis_on_ticks(a, ctx);
	ok(err || sum == expected, "contexts are missing");
	return err;
}

/* Number of sentences in the explanation of the current input when there was enough memory. */
static unsigned int sentences;

/*
 * Explain @log. @only: whether it is the only log of the input; the explanation must then have at
 * least as many sentences as earlier ones. Return: whether there was enough memory.
 */
static bool explains(const struct guclog_log *log, bool only)
{
	struct guclog_error error;
	const struct guclog_explanation *x = guclog_explain(log, log->dump, NULL, &error);

	ok(x || error.code == -ENOMEM, "only a lack of memory prevents an explanation");
	if (x && only) {
		ok(x->nr_sentences >= sentences, "sentences are missing");
		sentences = x->nr_sentences;
	}
	guclog_explanation_free(x);
	return x;
}

/*
 * Use everything in @file. @explain: whether to explain its logs, too. Return: 0, 2 if there was
 * too little memory for a reader of events or for an explanation, or 3 if there was too little
 * memory for the messages.
 */
static int use(const struct guclog_file *file, bool explain)
{
	const struct guclog_dump *dump;
	struct guclog_events *walk, *copy;
	struct guclog_error error;
	struct guclog_event event;
	const struct guclog_ct *ct;
	unsigned int i;
	int lack = 0;

	for (i = 0; i < file->nr_logs; i++) {
		walk = log_events_open(file->log[i], 0, &error);
		if (error.code == -ENOMEM)
			lack = 2;
		if (!walk)
			continue;
		while (guclog_events_next(walk, &event))
			;
		copy = guclog_events_copy(walk);
		if (!copy)
			lack = 2;
		guclog_events_close(copy);
		if (slices(walk) || (explain && !explains(file->log[i], file->nr_logs == 1)))
			lack = 2;
		guclog_events_close(walk);
	}
	for (i = 0; (dump = file->dump[i]); i++) {
		ct = dump->nr_gts ? guclog_ct_open(dump, 0) : NULL;
		if (dump->nr_gts && !ct)
			lack = 3;
		guclog_ct_close(ct);
		/* There is no such GT, so it has no rings. */
		ct = guclog_ct_open(dump, dump->nr_gts);
		ok(!ct || (!ct->ring[GUCLOG_H2G]->present && !ct->ring[GUCLOG_G2H]->present),
		   "rings of a GT that does not exist");
		guclog_ct_close(ct);
	}
	return lack;
}

/*
 * Open a file with a memory limit (0: none), and use it. Return: the result of use(), 1 if there
 * was too little memory to open the file, or -1 for another error.
 */
static int open_and_use(const char *path, uint64_t limit)
{
	struct open_options options = { .max_memory = limit };
	struct guclog_error error;
	struct guclog_file *file = logs_open(path, &options, &error);
	int lack;

	if (!file) {
		ok(error.code < 0 && *error.text, "%s: an error has a text", path);
		return error.code == -ENOMEM ? 1 : -1;
	}
	ok(!error.code && !*error.text, "%s: no error", path);
	/* The limit does not apply to explanations, so they are only tested without a limit. */
	lack = use(file, !limit);
	logs_close(file);
	return lack;
}

/* Check that a file cannot be opened with small memory limits, and can with a larger one. */
static void limits(const char *path)
{
	uint64_t limit, enough = 0;
	unsigned int failed = 0;

	for (limit = 1; limit < 64 << 20; limit += every * (1 + limit / 97)) {
		int lack = open_and_use(path, limit);

		if (!lack && !enough)
			enough = limit;
		failed += lack == 1;
		if (enough && limit > 2 * enough)
			break;
	}
	ok(enough && failed > 100 / every, "%s: %u times too little", path, failed);
}

#if !SANITIZED
static int files(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

static void failing(const char *path)
{
	long nr, before;
	int fd = files(), lack = 1;

	before = live;
	for (nr = 0; nr < MAX_FAILING; nr += every) {
		countdown = nr;
		lack = open_and_use(path, 0);
		if (countdown >= 0)
			break;
		ok(live == before, "%s: after allocation %ld failed, %ld blocks are not freed",
		   path, nr, live - before);
	}
	countdown = -1;
	ok(nr > 10 && nr < MAX_FAILING && !lack, "%s: %ld allocations", path, nr);
	ok(files() == fd, "%s: files stay open", path);
}
#endif

int main(int argc, char **argv)
{
	bool archives = false;
	int i;

	if (argc < 2 || atoi(argv[1]) < 1)
		return 2;
	every = (unsigned int)atoi(argv[1]);
	for (i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "--")) {
			archives = true;
			continue;
		}
		sentences = 0;
		ok(!open_and_use(argv[i], 0), "%s", argv[i]);
		limits(argv[i]);
#if !SANITIZED
		if (!archives)
			failing(argv[i]);
#else
		(void)archives;
#endif
	}
	return result();
}
