// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks the clock anchor: the moment whose time is known on the clocks of both the GuC and the
 * host, from which the module computes the times of events. Batches on a copy engine store the
 * GPU's timestamp, so the time of each batch on the host's clock is known without the anchor. In
 * the log, the context of the batches must begin to run at these times.
 */
#include "anchor.h"

#include <fcntl.h>
#include <unistd.h>

#include "gpu.h"
#include "base/types.h"
#include "model/fact_set.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "read/open.h"

#define BEATS		10u
#define QUERIES		8u
/*
 * Shortest pause before a batch, in ms. It is long enough for the context of the batches to leave
 * the engine, so that the log has an event when the context begins to run again.
 */
#define PAUSE_MS	120u
/*
 * The context of the batches is recognized in the log by its runs. The time from its first run to a
 * later run may differ by at most this time from the time from the first batch to the later batch.
 */
#define INTERVAL_ERROR_NS	(20 * NS_PER_MS)
/*
 * The time of an event in the log may differ from the time of its batch by at most this time, plus
 * the uncertainty of the clock anchor.
 */
#define LIMIT_NS	(25 * NS_PER_MS)
#define NO_MATCH	INT64_MAX
#define GUC_IDS		65536u

/**
 * struct beat - a batch (a buffer with commands for the GPU) that ran at a known time
 * @ns: time at which the batch ran, CLOCK_BOOTTIME in ns
 * @clock_ns: the same time on the GPU's clock, in ns since the first query of that clock
 * @engine: the engine that ran the batch
 * @gpu_hz: rate of the GPU's clock in Hz, measured from the first query to the query after the
 *	batch
 * @error: 0 if the batch ran, otherwise a negative errno
 */
struct beat {
	s64 ns;
	s64 clock_ns;
	struct engine engine;
	double gpu_hz;
	int error;
};

/**
 * struct runs - the times at which contexts began to run on an engine, from the log
 * @nr: number of runs
 * @room: number of entries for which the arrays have room
 * @guc_id: guc_id of the context of each run
 * @ns: time of each run, ns of CLOCK_BOOTTIME
 * @clock_ns: time of each run, ns of the GuC's clock
 */
struct runs {
	size_t nr;
	size_t room;
	u32 *guc_id;
	s64 *ns;
	s64 *clock_ns;
};

static bool find_engine(int fd, struct engine *found)
{
	unsigned int nr, i;
	struct engine *engine = gpu_engines(fd, &nr);
	bool is = false;

	for (i = 0; i < nr && !is; i++) {
		is = engine[i].class == CLASS_COPY;
		*found = engine[i];
	}
	free(engine);
	return is;
}

static u64 masked(const struct engine_cycles *c, u64 cycles)
{
	return c->width < 64 ? cycles & ((1ull << c->width) - 1) : cycles;
}

/*
 * Read the engine's timestamp together with the host's clock. Of several queries, use the one that
 * took the shortest time, because it is the most exact. Return: true, or false on an error.
 */
static bool read_cycles(struct queue *q, const struct engine *engine, struct engine_cycles *best)
{
	struct engine_cycles c;
	unsigned int i;

	for (i = 0; i < QUERIES; i++) {
		if (gpu_cycles(q->fd, engine, &c))
			return false;
		if (!i || c.cpu_delta < best->cpu_delta)
			*best = c;
	}
	return true;
}

/*
 * Run a batch that stores the engine's timestamp, and compute the time on the host's clock at which
 * it ran. After the batch, the timestamp and the host's clock are read together. The ticks from the
 * stored timestamp to this one, converted to ns, are subtracted from the time of the host's clock.
 */
static int run_beat(struct queue *q, u32 hz, const struct engine_cycles *first, struct beat *beat)
{
	struct engine_cycles c;
	u64 stamp;
	int ret = queue_run(q, &stamp);

	if (ret)
		return ret;
	if (!stamp || !read_cycles(q, &beat->engine, &c))
		return -ENODATA;
	beat->ns = (s64)c.cpu_timestamp -
		   (s64)((double)masked(&c, c.engine_cycles - stamp) * NS_PER_SEC / hz);
	beat->clock_ns = (s64)((double)masked(&c, stamp - first->engine_cycles) * NS_PER_SEC / hz);
	beat->gpu_hz = (double)masked(&c, c.engine_cycles - first->engine_cycles) * NS_PER_SEC /
		       (double)(c.cpu_timestamp - first->cpu_timestamp);
	return 0;
}

/**
 * anchor_beat() - run single batches on a copy engine at irregular times; a function for
 * job_start()
 * @machine: a struct machine, from machine_open()
 * @out: descriptor to which a struct beat is written for each batch
 */
void anchor_beat(const void *machine, int out)
{
	const struct machine *m = machine;
	int fd = open(m->node, O_RDWR | O_CLOEXEC);
	u32 hz = m->facts->gt[0]->reference_clock_hz;
	struct beat beat = { .error = fd < 0 ? -errno : -ENODEV };
	struct engine_cycles first = { 0 };
	struct queue q;
	unsigned int i;

	if (fd >= 0 && hz && find_engine(fd, &beat.engine)) {
		beat.error = queue_open(&q, fd, &beat.engine);
		if (!beat.error && !read_cycles(&q, &beat.engine, &first))
			beat.error = -ENODATA;
	}
	for (i = 0; i < BEATS; i++) {
		pause_ms(PAUSE_MS + i * i * 37 % 211);
		if (!beat.error)
			beat.error = run_beat(&q, hz, &first, &beat);
		if (beat.error)
			i = BEATS;
		if (write(out, &beat, sizeof(beat)) < 0)
			_exit(1);
	}
}

static void add_run(struct runs *runs, u32 guc_id, s64 ns, s64 clock_ns)
{
	if (runs->nr == runs->room) {
		runs->room = 2 * runs->room + 1024;
		runs->guc_id = realloc(runs->guc_id, runs->room * sizeof(*runs->guc_id));
		runs->ns = realloc(runs->ns, runs->room * sizeof(*runs->ns));
		runs->clock_ns = realloc(runs->clock_ns, runs->room * sizeof(*runs->clock_ns));
		if (!runs->guc_id || !runs->ns || !runs->clock_ns)
			abort();
	}
	runs->guc_id[runs->nr] = guc_id;
	runs->ns[runs->nr] = ns;
	runs->clock_ns[runs->nr++] = clock_ns;
}

/*
 * Read the times at which contexts began to run from the events CTX_RUNNING of a log. Return: NULL,
 * or the reason why there are no such times.
 */
static const char *read_runs(const struct guclog_log *log, struct runs *runs)
{
	struct guclog_events *events = log_events_open(log, 0, NULL);
	bool anchored = events && events->anchored && events->hz;
	struct guclog_event e;

	if (!events)
		return "the stream has no events";
	while (anchored && guclog_events_next(events, &e))
		if (e.name && !strcmp(e.name, "CTX_RUNNING") && e.boottime_ns != GUCLOG_NO_TIME &&
		    !e.ambiguous && e.guc_id != GUCLOG_NONE)
			add_run(runs, e.guc_id, e.boottime_ns,
				(s64)((double)e.tick * NS_PER_SEC / events->hz));
	guclog_events_close(events);
	if (!anchored)
		return "the module found no anchor between the clocks of the GuC and the host";
	return runs->nr ? NULL : "the log has no event CTX_RUNNING with a known time";
}

/*
 * Find the run of a context that is nearest to a time on the GuC's clock. Return: its index in
 * @runs.
 */
static size_t nearest(const struct runs *runs, u32 guc_id, s64 clock_ns)
{
	size_t best = 0, i;
	s64 least = NO_MATCH, off;

	for (i = 0; i < runs->nr; i++) {
		off = llabs(runs->clock_ns[i] - clock_ns);
		if (runs->guc_id[i] == guc_id && off < least) {
			least = off;
			best = i;
		}
	}
	return best;
}

/*
 * Return: whether the context whose first run is @k is the context of the batches. For each batch,
 * the context must have a run at the same distance from run @k as the batch has from the first
 * batch, with an error of at most INTERVAL_ERROR_NS. Also, the context must have at most 2 * BEATS
 * runs in the time of the batches. The times are those of the GuC's clock and of the engine's
 * clock, so the result does not depend on the clock anchor. @run: set to the index of the run of
 * each batch.
 */
static bool has_intervals_of_batches(const struct runs *runs, size_t k, const struct beat *beat,
				     size_t run[BEATS])
{
	s64 off = runs->clock_ns[k] - beat[0].clock_ns;
	s64 span = beat[BEATS - 1].clock_ns - beat[0].clock_ns;
	unsigned int i, n = 0;
	size_t j;

	for (j = 0; j < runs->nr; j++)
		n += runs->guc_id[j] == runs->guc_id[k] &&
		     llabs(runs->clock_ns[j] - runs->clock_ns[k]) < span + INTERVAL_ERROR_NS;
	for (i = 0; i < BEATS; i++) {
		run[i] = nearest(runs, runs->guc_id[k], beat[i].clock_ns + off);
		if (llabs(runs->clock_ns[run[i]] - beat[i].clock_ns - off) > INTERVAL_ERROR_NS)
			return false;
	}
	return n <= 2 * BEATS;
}

/*
 * Find the context of the batches among all contexts in the log. This context is new, so its first
 * run is that of the first batch. @run: set to the index of the run of each batch.
 */
static bool find_context(const struct runs *runs, const struct beat *beat, size_t run[BEATS])
{
	bool found = false, *seen = calloc(GUC_IDS, 1);
	size_t k;

	for (k = 0; seen && k < runs->nr && !found; k++) {
		if (runs->guc_id[k] >= GUC_IDS || seen[runs->guc_id[k]])
			continue;
		seen[runs->guc_id[k]] = true;
		found = has_intervals_of_batches(runs, k, beat, run);
	}
	free(seen);
	return found;
}

static int ascending(const void *a, const void *b)
{
	const s64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void report(const struct machine *m, struct page *page, const struct guclog_log *log,
		   const struct runs *runs, const struct beat *beat)
{
	s64 limit = LIMIT_NS + (s64)log->facts->anchor_uncertainty_ns, off[BEATS];
	double hz = beat[BEATS - 1].gpu_hz, wanted = m->facts->gt[0]->reference_clock_hz;
	struct text clock = { NULL, 0 };
	size_t run[BEATS];
	unsigned int i;

	if (!find_context(runs, beat, run)) {
		page_add(page, HOLDS_NOT, "anchor",
			 "no context in the log ran at the intervals of the %u batches", BEATS);
		return;
	}
	for (i = 0; i < BEATS; i++)
		off[i] = runs->ns[run[i]] - beat[i].ns;
	qsort(off, BEATS, sizeof(*off), ascending);
	if (hz > 0 && wanted > 0)
		text_add(&clock, "; the GPU's clock is %.0f ppm from its %.1f MHz",
			 (hz - wanted) / wanted * 1e6, wanted / 1e6);
	page_add(page, llabs(off[BEATS / 2]) <= limit ? HOLDS : HOLDS_NOT, "anchor",
		 "according to the log the %u batches ran %.3f ms later than according to the GPU's timestamps (median; %.3f to %.3f ms; limit %.3f ms, with the anchor's uncertainty of %.3f ms)%s",
		 BEATS, off[BEATS / 2] / 1e6,
		 off[0] / 1e6, off[BEATS - 1] / 1e6, limit / 1e6,
		 log->facts->anchor_uncertainty_ns / 1e6, clock.data ?: "");
	free(clock.data);
}

/**
 * anchor_judge() - compare the times of events in the log with the times of the batches
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 * @r: the streams of the GTs, recorded while anchor_beat() ran
 * @nr: number of streams
 * @beats: the output of anchor_beat()
 *
 * The context of the batches is found by the times between its runs, because these times do not
 * depend on the clock anchor, which is to be checked.
 */
void anchor_judge(const struct machine *m, struct page *page, const struct recording *r,
		  unsigned int nr, const struct buffer *beats)
{
	unsigned int n = (unsigned int)(beats->len / sizeof(struct beat)), i;
	struct guclog_file *file = NULL;
	struct runs runs = { 0 };
	struct beat beat[BEATS];
	const char *why = "no log of the copy engine's GT";

	memcpy(beat, beats->data, min(n, BEATS) * sizeof(*beat));
	if (n != BEATS || beat[n - 1].error) {
		page_add(page, NOT_RUN, "anchor",
			 "not all batches with timestamps ran on the copy engine: %s",
			 n ? strerror(-beat[n - 1].error) : "no answer");
		return;
	}
	for (i = 0; i < nr; i++)
		if (r[i].gt->id == beat[0].engine.gt_id)
			file = logs_open_memory(r[i].data.data, r[i].data.len, NULL, NULL);
	if (file && file->nr_logs)
		why = read_runs(file->log[0], &runs);
	if (why)
		page_add(page, HOLDS_NOT, "anchor", "%s", why);
	else
		report(m, page, file->log[0], &runs, beat);
	logs_close(file);
	free(runs.guc_id);
	free(runs.ns);
	free(runs.clock_ns);
}
