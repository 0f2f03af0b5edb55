// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stall watch: finds work on a GPU that makes no progress, which is called a stall. A stall is
 * reported once. After a report, no other stall of the same GPU is reported for @pause_ns of struct
 * watch, because the first stall often causes others. A stall has ended if no check has found it
 * for @stall_ns and, if it was reported, @pause_ns has passed since the report. If the same context
 * stalls again after that, this is a new stall.
 */
#include "collect/watch.h"

#include <signal.h>

#include "record/recorder.h"
#include "base/clock.h"
#include "base/msg.h"
#include "base/status.h"

/* Time in ms between two checks for stalls. */
#define CHECK_MS		500
/* Time in ms between two searches for new GPUs. */
#define SCAN_MS		10000
#define SECOND		1000000000ll

/**
 * struct watch_seen - a stall that has not ended
 * @source: stream of the GT on which the work stalls
 * @kind: kind of the stall
 * @guc_id: guc_id of the context that waits
 * @engine: name of the engine
 * @last_ns: time of the last check that found the stall, on the clock of the stream
 * @reported_ns: time of the report; 0 if the stall was not reported, because another stall of the
 *	GPU had been reported less than @pause_ns of struct watch before
 */
struct watch_seen {
	const struct stream_source *source;
	enum live_stall_kind kind;
	u32 guc_id;
	char engine[16];
	s64 last_ns;
	s64 reported_ns;
};

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	stop = 1;
}

static struct watch_seen *find(struct watch *w, const struct stream_source *source,
			       const struct live_stall *stall)
{
	unsigned int i;

	for (i = 0; i < w->nr; i++) {
		struct watch_seen *seen = &w->seen[i];

		if (seen->source == source && seen->kind == stall->kind &&
		    seen->guc_id == stall->guc_id && !strcmp(seen->engine, stall->engine))
			return seen;
	}
	return NULL;
}

static bool same_gpu(const struct stream_source *a, const struct stream_source *b)
{
	return a == b || (*a->live->gpu && !strcmp(a->live->gpu, b->live->gpu));
}

/* Return: whether a stall of the same GPU was reported less than @pause_ns ago. */
static bool is_too_soon(const struct watch *w, const struct stream_source *source, s64 now)
{
	unsigned int i;

	for (i = 0; i < w->nr; i++)
		if (w->seen[i].reported_ns && same_gpu(w->seen[i].source, source) &&
		    now - w->seen[i].reported_ns < w->pause_ns)
			return true;
	return false;
}

static void take_stall(struct watch *w, const struct stream_source *source,
		       const struct live_stall *stall, s64 now)
{
	struct watch_seen *seen = find(w, source, stall);
	bool soon = is_too_soon(w, source, now);

	if (seen) {
		seen->last_ns = now;
		return;
	}
	w->seen = mem_grow(w->seen, (w->nr + 1) * sizeof(*w->seen));
	seen = &w->seen[w->nr++];
	*seen = (struct watch_seen){
		.source = source, .kind = stall->kind, .guc_id = stall->guc_id, .last_ns = now,
		.reported_ns = soon ? 0 : now,
	};
	snprintf(seen->engine, sizeof(seen->engine), "%s", stall->engine);
	w->unreported += soon;
	w->reports += !soon;
	if (!soon)
		w->found(w->context, source, stall, now);
}

static void forget(struct watch *w, unsigned int i)
{
	memmove(w->seen + i, w->seen + i + 1, (--w->nr - i) * sizeof(*w->seen));
}

/*
 * Remove the stalls of @source that have ended from the list. Stalls that were reported less than
 * @pause_ns ago stay in the list, because is_too_soon() needs them. The stalls of other streams
 * stay too, because their times may be of another clock than @now.
 */
static void drop_ended(struct watch *w, const struct stream_source *source, s64 now)
{
	unsigned int i;

	for (i = w->nr; i--; ) {
		const struct watch_seen *seen = &w->seen[i];

		if (seen->source == source && now - seen->last_ns >= w->stall_ns &&
		    (!seen->reported_ns || now - seen->reported_ns >= w->pause_ns))
			forget(w, i);
	}
}

/* Remove the stalls of the streams that the next streams_scan() frees. */
static void drop_freed(struct watch *w)
{
	unsigned int i;

	for (i = w->nr; w->streams->all && i--; )
		if (w->seen[i].source->fd < 0)
			forget(w, i);
}

static void take_stalls(struct watch *w, const struct stream_source *source, s64 now)
{
	unsigned int i;

	for (i = 0; i < source->live->nr_stalls; i++)
		take_stall(w, source, source->live->stall[i], now);
	drop_ended(w, source, now);
}

/*
 * Get the time at which the driver last submitted a job, from the trace events of the kernel's
 * recorder. As this takes time, the trace events are read only if the GuC has written no events for
 * @stall_ns, and then only once a second. Return: the time, or GUCLOG_NO_TIME if it is not known or
 * the trace events were not read.
 */
static s64 submitted(struct watch *w, const struct stream_source *source)
{
	const struct live *live = source->live;
	s64 now = clock_ns(CLOCK_BOOTTIME);
	struct recorder recorder;
	s64 ns;

	if (source->kind != STREAM_MODULE || !live->hz || live->newest_ns == GUCLOG_NO_TIME ||
	    now - live->newest_ns < w->stall_ns || now / (CHECK_MS * 1000000) % 2)
		return GUCLOG_NO_TIME;
	recorder_read(&recorder, w->streams->sys);
	ns = recorder_submitted(&recorder, live->gpu, live->gt);
	recorder_free(&recorder);
	return ns;
}

/* Check a stream for stalls at the present time of its GuC. */
static void check(struct watch *w, struct stream_source *source, s64 submitted_ns)
{
	if (streams_update(w->streams, source, w->stall_ns, submitted_ns))
		mem_none();
	take_stalls(w, source, source->updated_ns);
}

static void check_streams(struct watch *w)
{
	unsigned int i;

	for (i = 0; i < w->streams->nr; i++) {
		struct stream_source *source = w->streams->source[i];

		/* After the end of a stream, nothing is known about the progress of the work. */
		if (source->kind == STREAM_RECORDED || source->fd < 0)
			continue;
		/*
		 * Nothing is known about the time before the stream was opened. Therefore the age
		 * of a stall is at most the time since the stream was opened.
		 */
		source->blind_until_ns = max(source->blind_until_ns, source->opened_ns);
		check(w, source, submitted(w, source));
	}
}

/**
 * struct replay - a stream that is checked for stalls while its events are read, because many hours
 * of it can be read at once: a recorded file or a pipe
 * @watch: the stall watch
 * @source: the stream, which is one of the streams of @watch
 */
struct replay {
	struct watch *watch;
	struct stream_source *source;
};

static void check_before_event(void *context, s64 now_ns)
{
	const struct replay *replay = context;
	struct live_when when = {
		.now_ns = now_ns,
		.blind_until_ns = GUCLOG_NO_TIME,
		.submitted_ns = GUCLOG_NO_TIME,
		.stall_ns = replay->watch->stall_ns,
	};

	if (live_update(replay->source->live, &when))
		mem_none();
	take_stalls(replay->watch, replay->source, now_ns);
}

/*
 * Set up the checks of recorded files and pipes: check_before_event() is called every half second
 * of the clock in the stream, which may differ from the clock of this machine.
 */
static struct replay *begin_replays(struct watch *w)
{
	struct replay *replay = mem_zero((w->streams->nr + 1) * sizeof(*replay));
	unsigned int i;

	for (i = 0; i < w->streams->nr; i++) {
		replay[i] = (struct replay){ w, w->streams->source[i] };
		if (replay[i].source->kind != STREAM_MODULE)
			live_every(replay[i].source->live, SECOND / 2, check_before_event,
				   &replay[i]);
	}
	return replay;
}

static void end_replays(struct watch *w, struct replay *replay)
{
	unsigned int i;

	for (i = 0; i < w->streams->nr && !w->streams->all; i++)
		if (replay[i].source->kind != STREAM_MODULE)
			check(w, replay[i].source, GUCLOG_NO_TIME);
	free(replay);
}

/**
 * watch_run() - watch for stalls until a signal arrives, or until all streams have ended
 * @watch: the stall watch
 *
 * Return: an enum cmd_status value.
 */
int watch_run(struct watch *watch)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct replay *replay = begin_replays(watch);
	s64 scan = clock_ms() + SCAN_MS;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (!watch->streams->nr)
		msg_fail(NULL, "there is no stream yet: is the module xe_guclog loaded, and debugfs mounted and readable?");
	while (!stop && (watch->streams->all || !streams_ended(watch->streams))) {
		streams_read(watch->streams, clock_ms() + CHECK_MS, -1);
		check_streams(watch);
		if (clock_ms() >= scan) {
			drop_freed(watch);
			streams_scan(watch->streams);
			scan = clock_ms() + SCAN_MS;
		}
	}
	end_replays(watch, replay);
	return watch->streams->status;
}

/**
 * watch_free() - free the stalls of a stall watch
 * @watch: the stall watch
 */
void watch_free(struct watch *watch)
{
	free(watch->seen);
	watch->seen = NULL;
	watch->nr = 0;
}
