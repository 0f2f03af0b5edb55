// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a stream of the module as live_add() gets it, in pieces. The state must be consistent, and
 * the state at the end must not depend on the pieces.
 *
 * Input: a byte that selects the length of the pieces; a byte of options; two bytes with a length
 * in dwords, and a log of that length, from which the events before the stream are taken if the
 * options say so; the rest is the stream.
 */
#include "fuzz.h"

#include "stream/live.h"
#include "read/open.h"

/* Bits of the byte of options. */
#define WITH_LOG	BIT(0)
#define ARRIVES		BIT(1)	/* the bytes arrive now, at known times */
#define EVERY		BIT(2)	/* the state is also updated within a piece */
#define STALL_S		(BIT(3) | BIT(4))

#define SECOND		1000000000ll
#define NOW		(1000 * SECOND)
/* An interval of a recording, during which nothing happens, has this many updates at most. */
#define MAX_CALLS	100u

static void check_text(const char *text)
{
	for (; *text; text++)
		FUZZ_CHECK(*text >= ' ' && *text <= '~');
}

static void check_stall(const struct live_stall *stall)
{
	char text[512];

	FUZZ_CHECK(stall->kind < LIVE_STALLS && *live_stall_name(stall->kind));
	FUZZ_CHECK(stall->guc_id == GUCLOG_NONE || stall->guc_id < 65536);
	FUZZ_CHECK(live_stall_text(stall, text, sizeof(text)) < sizeof(text));
	check_text(text);
}

static void check(struct live *live)
{
	unsigned int i;

	check_text(live->gpu);
	check_text(live->platform);
	check_text(live->firmware);
	for (i = 0; i < live->nr_engines; i++) {
		FUZZ_CHECK(!i || live->engine[i - 1]->engine < live->engine[i]->engine);
		FUZZ_CHECK(live->engine[i]->busy_ns >= 0 && live->engine[i]->idle_ns >= 0);
		check_text(live->engine[i]->name);
	}
	for (i = 0; i < live->nr_contexts; i++) {
		const struct live_context *c = live->context[i];

		FUZZ_CHECK(c->context->guc_id < 65536 && *c->state);
		FUZZ_CHECK(c->state_ns >= 0 && c->on_ns >= 0 && c->busy_ns >= 0);
		FUZZ_CHECK(c->waits || !c->holder);
	}
	for (i = 0; i < live->nr_stalls; i++) {
		check_stall(live->stall[i]);
		FUZZ_CHECK(!i || live->stall[i - 1]->age_ns >= live->stall[i]->age_ns);
	}
}

static void update(struct live *live, s64 now, u32 options)
{
	struct live_when when = {
		.now_ns = options & ARRIVES ? now : GUCLOG_NO_TIME,
		.blind_until_ns = GUCLOG_NO_TIME, .submitted_ns = GUCLOG_NO_TIME,
		.stall_ns = (s64)(options & STALL_S) * SECOND,
	};

	FUZZ_CHECK(!live_update(live, &when));
	check(live);
}

struct calls {
	struct live *live;
	unsigned int left;
	u32 options;
};

static void at_time(void *context, s64 now_ns)
{
	struct calls *calls = context;

	if (!calls->left)
		return;
	calls->left--;
	update(calls->live, now_ns, calls->options);
}

/**
 * struct result - what a stream consists of
 * @error: the errno because of which the reading ended
 * @events: number of events
 * @lost: number of lost events
 * @restarts: number of times that the firmware was loaded
 * @contexts: number of contexts
 */
struct result {
	int error;
	u64 events;
	u64 lost;
	u64 restarts;
	u64 contexts;
};

static struct result read_stream(struct guc_view stream, size_t piece, u32 options,
				 const struct guclog_file *before)
{
	struct live *live = live_new();
	struct calls calls = { live, MAX_CALLS, options };
	struct result result = { 0 };
	size_t at, n;
	s64 now = NOW;

	FUZZ_CHECK(live);
	if (before && before->nr_logs)
		live_before(live, before->log[0]);
	if (options & EVERY)
		live_every(live, SECOND, at_time, &calls);
	for (at = 0; at < stream.len && !result.error; at += n) {
		u8 *copy;

		n = min(piece, stream.len - at);
		copy = fuzz_copy(stream.data + at, n);
		result.error = live_add(live, copy, n,
					options & ARRIVES ? now : GUCLOG_NO_TIME);
		free(copy);
		FUZZ_CHECK(!result.error || result.error == -EBADMSG);
	}
	if (!result.error)
		update(live, now, options);
	result.events = live->events;
	result.lost = live->lost;
	result.restarts = live->restarts;
	result.contexts = live->nr_contexts;
	live_free(live);
	return result;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 piece = fuzz_take(&in, 1), options = fuzz_take(&in, 1);
	size_t len = min_t(size_t, 4 * fuzz_take(&in, 2), in.len);
	struct guclog_file *before = NULL;
	struct result whole, pieces;

	if (options & WITH_LOG)
		before = logs_open_memory(in.data, len, NULL, NULL);
	in = guc_view_clip(in, len, in.len);
	whole = read_stream(in, in.len + 1, options, before);
	pieces = read_stream(in, 8 * piece + 1, options, before);
	FUZZ_CHECK(whole.error == pieces.error);
	FUZZ_CHECK(whole.error || !memcmp(&whole, &pieces, sizeof(whole)));
	logs_close(before);
	return 0;
}
