// SPDX-License-Identifier: GPL-2.0-only
/* Checks of what guclog has read from any input. */
#include "fuzz_input.h"

#include "read/log/log.h"
#include "read/log/event_reader.h"
#include "guc_log.h"

/*
 * Of a longer image, only the first and the last MAX_LOOKED_AT bytes are compared, and no LFD file
 * is made. The input of a fuzzer is far shorter, so such an image consists mostly of holes (parts
 * with unknown content). One input can describe many of these images, and reading them completely
 * would take too long.
 */
#define MAX_LOOKED_AT	(1024u * 1024)

static void check_notes(const struct input_log *log)
{
	const char *p = log->notes, *end;

	FUZZ_CHECK(!p == !log->losses);
	for (; p && *p; p = end + 1) {
		FUZZ_CHECK(!strncmp(p, "loss=", 5));
		end = strchr(p, '\n');
		FUZZ_CHECK(end);
		for (; p < end; p++)
			FUZZ_CHECK(*p >= ' ' && *p <= '~');
	}
}

/* In a hole, a part of the image with unknown content, the image must have only zeroes. */
static void check_zero(const struct input_log *log,
		       const struct input_hole *hole)
{
	const u8 *p = log->image + hole->from;

	FUZZ_CHECK(!p[0]);
	FUZZ_CHECK(!memcmp(p, p + 1, hole->to - hole->from - 1));
}

static void check_holes(const struct input_log *log)
{
	size_t at = 0;
	unsigned int i;

	FUZZ_CHECK(log->nr_holes <= INPUT_MAX_HOLES);
	for (i = 0; i < log->nr_holes; i++) {
		FUZZ_CHECK(log->hole[i].from >= at);
		FUZZ_CHECK(log->hole[i].from < log->hole[i].to);
		FUZZ_CHECK(log->hole[i].to <= log->len);
		at = log->hole[i].to;
		/* The last element of hole[] may cover several holes and the data between them. */
		if (i < INPUT_MAX_HOLES - 1 && log->len <= MAX_LOOKED_AT)
			check_zero(log, &log->hole[i]);
	}
}

/* The LFD file that is written from any input must be valid. */
static void check_lfd(const struct input_log *log)
{
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	struct guc_log parsed;
	struct guc_lfd_source src = {
		.log = &parsed,
		.image = input_log_bytes(log),
		.facts = &log->facts,
		.notes = log->notes,
	};
	size_t len;
	void *file;

	guc_log_parse(&parsed, src.image, log->total);
	file = fuzz_lfd(&src, &len);
	FUZZ_CHECK(guc_lfd_check(guc_view(file, len), &sum, &fault) == 0);
	free(file);
}

/*
 * Events that were written before the firmware was loaded must come first. They and the later
 * events are numbered separately, each from 0 on. The reader must return as many of either kind as
 * it has counted.
 */
static void check_events(const struct input_log *log)
{
	struct arena arena;
	struct log l;
	struct event_reader t;
	struct guclog_event e;
	u64 stale = 0, fresh = 0;

	arena_init(&arena, ARENA_NO_LIMIT);
	log_open(&l, log, &arena);
	if (!event_reader_open(&t, &l.parsed)) {
		arena_free(&arena);
		return;
	}
	while (event_reader_next(&t, &e)) {
		if (e.before_load)
			FUZZ_CHECK(e.index == stale++ && !fresh);
		else
			FUZZ_CHECK(e.index == fresh++);
	}
	FUZZ_CHECK(stale == t.pub.before_load && fresh == t.pub.entries);
	FUZZ_CHECK(l.parsed.layout.entries == t.pub.entries);
	arena_free(&arena);
}

void fuzz_check_input(const struct input *in)
{
	unsigned int i;

	for (i = 0; i < in->nr_logs; i++) {
		const struct input_log *log = &in->log[i];

		FUZZ_CHECK(log->len <= log->room || !log->len);
		FUZZ_CHECK(log->len <= log->total);
		FUZZ_CHECK(log->len <= GUCLOG_MAX_IMAGE);
		check_notes(log);
		check_holes(log);
		if (log->len > MAX_LOOKED_AT)
			continue;
		check_lfd(log);
		check_events(log);
	}
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Compares the first and the last MAX_LOOKED_AT bytes; what lies between them is mostly a hole. */
static bool same_image(const struct input_log *a, const struct input_log *b)
{
	size_t n = min_t(size_t, a->len, MAX_LOOKED_AT);
	size_t tail = a->len - n;

	return !n || (!memcmp(a->image, b->image, n) &&
		      !memcmp(a->image + tail, b->image + tail, n));
}

void fuzz_same_input(const struct input *a, const struct input *b)
{
	unsigned int i;

	FUZZ_CHECK(a->nr_logs == b->nr_logs);
	for (i = 0; i < a->nr_logs; i++) {
		const struct input_log *x = &a->log[i], *y = &b->log[i];

		FUZZ_CHECK(x->form == y->form && x->line == y->line);
		FUZZ_CHECK(x->len == y->len && x->total == y->total);
		FUZZ_CHECK(same_image(x, y));
		FUZZ_CHECK(x->losses == y->losses);
		FUZZ_CHECK(same_text(x->notes, y->notes));
		FUZZ_CHECK(x->facts.known == y->facts.known);
	}
}
