// SPDX-License-Identifier: GPL-2.0-only
#include "anchor.h"

#include <fcntl.h>
#include <unistd.h>

#include "gpu.h"

#define BEATS		10u
/* Between two batches their context leaves the engine. */
#define PAUSE_MS	120u
/* How exactly the runs of a context must have the rhythm of the batches. */
#define RHYTHM_NS	(20 * NS_PER_MS)
/* From the event to the batch, and for the query; the anchor's uncertainty is added. */
#define LIMIT_NS	(25 * NS_PER_MS)
#define NO_MATCH	INT64_MAX
#define GUC_IDS		65536u

/**
 * struct beat - a batch of known time
 * @ns: when it ran, CLOCK_BOOTTIME
 * @stamped: @ns is from the GPU's timestamp in the batch; else between two readings of the
 *	host's clock
 * @engine: the engine
 * @gpu_hz: rate of the GPU's clock since the first batch, 0 for the first one
 * @error: a negative errno
 */
struct beat {
	s64 ns;
	bool stamped;
	struct engine engine;
	double gpu_hz;
	int error;
};

/**
 * struct runs - the times at which contexts began to run
 * @nr: number of them
 * @room: entries of the arrays
 * @guc_id: the context of each
 * @ns: when, CLOCK_BOOTTIME
 */
struct runs {
	size_t nr;
	size_t room;
	u32 *guc_id;
	s64 *ns;
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

/* Run a batch; its time is that of the query after it, less the ticks in between. */
static void run_beat(struct queue *q, u32 hz, const struct engine_cycles *first, struct beat *beat)
{
	s64 before = now_ns(CLOCK_BOOTTIME);
	struct engine_cycles c;
	u64 stamp;

	beat->error = queue_run(q, &stamp);
	beat->ns = (before + now_ns(CLOCK_BOOTTIME)) / 2;
	beat->stamped = !beat->error && stamp && hz && !gpu_cycles(q->fd, &beat->engine, &c);
	if (!beat->stamped)
		return;
	beat->ns = (s64)c.cpu_timestamp -
		   (s64)((double)masked(&c, c.engine_cycles - stamp) * NS_PER_SEC / hz);
	if (first->cpu_timestamp)
		beat->gpu_hz = (double)masked(&c, c.engine_cycles - first->engine_cycles) *
			       NS_PER_SEC / (double)(c.cpu_timestamp - first->cpu_timestamp);
}

/**
 * anchor_beat() - run single batches on a copy engine, at irregular times; for job_start()
 * @machine: the machine
 * @out: each batch is written to it as a struct beat
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

	if (fd >= 0 && find_engine(fd, &beat.engine)) {
		beat.error = queue_open(&q, fd, &beat.engine);
		if (gpu_cycles(fd, &beat.engine, &first))
			first.cpu_timestamp = 0;
	}
	for (i = 0; i < BEATS; i++) {
		pause_ms(PAUSE_MS + i * i * 37 % 211);
		if (!beat.error)
			run_beat(&q, hz, &first, &beat);
		if (beat.error)
			i = BEATS;
		if (write(out, &beat, sizeof(beat)) < 0)
			_exit(1);
	}
}

static void add_run(struct runs *runs, u32 guc_id, s64 ns)
{
	if (runs->nr == runs->room) {
		runs->room = 2 * runs->room + 1024;
		runs->guc_id = realloc(runs->guc_id, runs->room * sizeof(*runs->guc_id));
		runs->ns = realloc(runs->ns, runs->room * sizeof(*runs->ns));
		if (!runs->guc_id || !runs->ns)
			abort();
	}
	runs->guc_id[runs->nr] = guc_id;
	runs->ns[runs->nr++] = ns;
}

/* Return: NULL, or why there are no runs. */
static const char *read_runs(const struct guclog_log *log, struct runs *runs)
{
	struct guclog_events *events = guclog_events_open(log, 0, NULL);
	struct guclog_event e;
	bool anchored = events && events->anchored;

	if (!events)
		return "the stream has no events";
	while (guclog_events_next(events, &e))
		if (e.name && !strcmp(e.name, "CTX_RUNNING") && e.boottime_ns != GUCLOG_NO_TIME &&
		    !e.ambiguous && e.guc_id != GUCLOG_NONE)
			add_run(runs, e.guc_id, e.boottime_ns);
	guclog_events_close(events);
	if (!anchored)
		return "the module has found no anchor";
	return runs->nr ? NULL : "the dictionary has no name for the start of a context";
}

/* The run of a context that is nearest to a time; its distance. */
static s64 nearest(const struct runs *runs, u32 guc_id, s64 ns)
{
	s64 best = NO_MATCH, off;
	size_t i;

	for (i = 0; i < runs->nr; i++) {
		off = runs->ns[i] - ns;
		if (runs->guc_id[i] == guc_id && llabs(off) < llabs(best))
			best = off;
	}
	return best;
}

/*
 * Compare a context that first runs at run @k with the batches: the time between runs must be
 * that between batches, and there must be hardly any other runs.
 * Return: by how much the runs are later, NO_MATCH for another context.
 */
static s64 rhythm(const struct runs *runs, size_t k, const struct beat *beat, unsigned int nr)
{
	s64 off = runs->ns[k] - beat[0].ns;
	unsigned int i, n = 0;
	size_t j;

	for (j = 0; j < runs->nr; j++)
		n += runs->guc_id[j] == runs->guc_id[k] &&
		     llabs(runs->ns[j] - runs->ns[k]) < beat[nr - 1].ns - beat[0].ns + RHYTHM_NS;
	if (n > 2 * nr)
		return NO_MATCH;
	for (i = 0; i < nr; i++)
		if (llabs(nearest(runs, runs->guc_id[k], beat[i].ns + off)) > RHYTHM_NS)
			return NO_MATCH;
	return off;
}

/* The context of the batches is new, so its first run in the stream is the first batch. */
static bool find_context(const struct runs *runs, const struct beat *beat, unsigned int nr,
			 u32 *guc_id, s64 *off)
{
	bool found = false, *seen = calloc(GUC_IDS, 1);
	size_t k;
	s64 o;

	for (k = 0; seen && k < runs->nr; k++) {
		if (runs->guc_id[k] >= GUC_IDS || seen[runs->guc_id[k]])
			continue;
		seen[runs->guc_id[k]] = true;
		o = rhythm(runs, k, beat, nr);
		if (o == NO_MATCH || (found && llabs(o) >= llabs(*off)))
			continue;
		found = true;
		*off = o;
		*guc_id = runs->guc_id[k];
	}
	free(seen);
	return found;
}

static void report(const struct machine *m, struct page *page, const struct guclog_log *log,
		   const struct runs *runs, const struct beat *beat, unsigned int nr)
{
	s64 off = 0, least = NO_MATCH, most = -NO_MATCH;
	s64 limit = LIMIT_NS + (s64)log->facts->anchor_uncertainty_ns;
	double hz = beat[nr - 1].gpu_hz, wanted = m->facts->gt[0]->reference_clock_hz;
	struct text clock = { NULL, 0 };
	unsigned int i;
	u32 guc_id = 0;

	if (!find_context(runs, beat, nr, &guc_id, &off)) {
		page_add(page, HOLDS_NOT, "anchor",
			 "no context of the log ran at the times of the %u batches", nr);
		return;
	}
	for (i = 0; i < nr; i++) {
		s64 o = nearest(runs, guc_id, beat[i].ns + off) + off;

		least = min(least, o);
		most = max(most, o);
	}
	if (hz > 0 && wanted > 0)
		text_add(&clock, "; the GPU's clock is %.0f ppm from its %.1f MHz",
			 (hz - wanted) / wanted * 1e6, wanted / 1e6);
	page_add(page, llabs(least) <= limit && llabs(most) <= limit ? HOLDS : HOLDS_NOT,
		 "anchor", "the log has the %u batches %.3f to %.3f ms after their time by %s (the anchor's uncertainty is %.3f ms, the limit %.3f ms)%s",
		 nr, least / 1e6, most / 1e6,
		 beat[0].stamped ? "the GPU's timestamps" : "the host's clock",
		 log->facts->anchor_uncertainty_ns / 1e6, limit / 1e6, clock.data ?: "");
	free(clock.data);
}

/**
 * anchor_judge() - compare the times of events with those of the batches
 * @m: the machine
 * @page: gets a line
 * @r: the streams, recorded while anchor_beat() ran
 * @nr: number of them
 * @beats: what anchor_beat() has written
 *
 * The context of the batches is found by the rhythm of its runs, whatever the offset.
 */
void anchor_judge(const struct machine *m, struct page *page, const struct recording *r,
		  unsigned int nr, const struct buffer *beats)
{
	unsigned int n = (unsigned int)(beats->len / sizeof(struct beat)), i;
	struct guclog_file *file = NULL;
	struct runs runs = { 0 };
	struct beat beat[BEATS];
	const char *why = "no log of the copy engine's GT";

	memcpy(beat, beats->data, n * sizeof(*beat));
	if (n != BEATS || beat[n - 1].error) {
		page_add(page, NOT_RUN, "anchor", "batches do not run on the copy engine: %s",
			 n ? strerror(-beat[n - 1].error) : "no answer");
		return;
	}
	for (i = 0; i < nr; i++)
		if (r[i].gt->id == beat[0].engine.gt_id)
			file = guclog_open_memory(r[i].data.data, r[i].data.len, NULL, NULL);
	if (file && file->nr_logs)
		why = read_runs(file->log[0], &runs);
	if (why)
		page_add(page, HOLDS_NOT, "anchor", "%s", why);
	else
		report(m, page, file->log[0], &runs, beat, n);
	guclog_close(file);
	free(runs.guc_id);
	free(runs.ns);
}
