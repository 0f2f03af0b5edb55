// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks the module's stream of events (guc_log_stream) while the GPU works, and the clock anchor
 * from which the times of the events are computed.
 */
#include "anchor.h"
#include "gpu.h"
#include "stream.h"

#include <fcntl.h>
#include <unistd.h>

/* Longer than one second, because the module reads the ring of an idle GT once a second. */
#define QUIET_MS	1500
#define STEP_MS		200
#define COPIES		8u
#define LOAD_PAUSE_MS	5
/* A job may take at most this number of seconds longer than the time for which it is recorded. */
#define JOB_S		90u
#define MAX_QUEUES	16u

/**
 * struct load - the result of run_load(), which runs in a separate process
 * @batches: number of batches that ended without an error
 * @queues: number of queues to which they were submitted
 * @error: the first error, a negative errno
 */
struct load {
	u64 batches;
	u32 queues;
	int error;
};

/*
 * Open one exec queue for each class of engines of each GT. Return: the number of queues. @error:
 * set to the first error, a negative errno.
 */
static unsigned int open_queues(int fd, struct queue *q, int *error)
{
	unsigned int nr, i, n = 0;
	struct engine *engine = gpu_engines(fd, &nr);
	bool seen[MAX_GTS][CLASSES] = { 0 };
	int ret;

	if (!engine)
		*error = -ENODEV;
	for (i = 0; i < nr && n < MAX_QUEUES; i++) {
		if (engine[i].class >= CLASSES || engine[i].gt_id >= MAX_GTS ||
		    seen[engine[i].gt_id][engine[i].class])
			continue;
		seen[engine[i].gt_id][engine[i].class] = true;
		ret = queue_open(&q[n], fd, &engine[i]);
		n += !ret;
		if (ret && !*error)
			*error = ret;
	}
	free(engine);
	return n;
}

/*
 * Run short batches on all queues in turn, for the time of the option --seconds; a function for
 * job_start().
 */
static void run_load(const void *arg, int out)
{
	const struct machine *m = arg;
	s64 end = now_ns(CLOCK_MONOTONIC) + m->seconds * NS_PER_SEC;
	int fd = open(m->node, O_RDWR | O_CLOEXEC), ret;
	struct load load = { .error = fd < 0 ? -errno : 0 };
	struct queue q[MAX_QUEUES];
	unsigned int i;

	if (fd >= 0)
		load.queues = open_queues(fd, q, &load.error);
	while (load.queues && !load.error && now_ns(CLOCK_MONOTONIC) < end) {
		for (i = 0; i < load.queues && !load.error; i++) {
			ret = queue_run(&q[i], NULL);
			load.batches += !ret;
			load.error = ret;
		}
		pause_ms(LOAD_PAUSE_MS);
	}
	if (write(out, &load, sizeof(load)) < 0)
		_exit(1);
}

/*
 * Read the streams until a job has ended, but at most for @ms milliseconds plus JOB_S seconds. In
 * the first @ms milliseconds, copy the event rings @copies times.
 */
static void record_job(struct recording *r, unsigned int nr, struct job *job,
		       unsigned int copies, unsigned int ms)
{
	s64 begin = now_ns(CLOCK_MONOTONIC), now = begin;
	s64 end = begin + ms * NS_PER_MS + JOB_S * NS_PER_SEC;
	unsigned int n = 0, i;

	while (!job_ended(job) && !interrupted && now < end) {
		recording_read(r, nr, STEP_MS);
		now = now_ns(CLOCK_MONOTONIC);
		if (n >= copies || now < begin + (n + 1) * (s64)(ms / copies) * NS_PER_MS)
			continue;
		n++;
		for (i = 0; i < nr; i++)
			recording_copy(&r[i]);
	}
}

static int begin_all(const struct machine *m, struct recording *r)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < m->nr_gts; i++) {
		int error = recording_begin(&r[i], &m->gt[i]);

		ret = ret ?: error;
	}
	return ret;
}

static void end_all(struct recording *r, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		recording_copy(&r[i]);
	recording_read(r, nr, QUIET_MS);
	for (i = 0; i < nr; i++)
		recording_end(&r[i]);
}

static void free_all(struct recording *r, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		recording_free(&r[i]);
}

static void keep_file(const struct machine *m, const struct recording *r, const char *what,
		      const struct buffer *data)
{
	char *path = path_of("%s/gt%u%s.lfd", m->work, r->gt->id, what);
	int ret = data->len ? write_all(path, data->data, data->len) : 0;

	if (ret)
		say("%s: %s", path, strerror(-ret));
	free(path);
}

/*
 * Write the recorded streams to files for the archive, and the newest copies of the rings to files
 * for check_names().
 */
static void keep(const struct machine *m, const struct recording *r)
{
	unsigned int i;

	for (i = 0; i < m->nr_gts; i++) {
		keep_file(m, &r[i], "", &r[i].data);
		if (r[i].nr_copies)
			keep_file(m, &r[i], ".ring", &r[i].copy[r[i].nr_copies - 1]);
	}
}

/*
 * Add a line to the page about the comparison of the streams with the copies of the rings. @none:
 * the verdict if nothing could be compared.
 */
static void add_tally(struct page *page, const char *what, const struct recording *r,
		      unsigned int nr, s64 ns, const char *load, enum verdict none)
{
	struct tally t = { 0 };
	struct text more = { NULL, 0 };
	unsigned int i;

	for (i = 0; i < nr; i++)
		recording_judge(&r[i], &t);
	if (t.restarts)
		text_add(&more, "; the firmware was loaded %llu times meanwhile", t.restarts);
	if (t.wrong.len)
		text_add(&more, "%s", t.wrong.data);
	if (!t.compared && !t.wrong.len)
		page_add(page, none, what,
			 "%s; %llu events in the stream, none of which could be compared",
			 load, t.events);
	else
		page_add(page, t.wrong.len ? HOLDS_NOT : HOLDS, what,
			 "%s; %llu events in %.1f s, %llu reported as lost in %llu gaps; %u copies of the ring, %llu of their events compared%s",
			 load, t.events, ns / 1e9, t.lost, t.gaps, t.copies, t.compared,
			 more.data ?: "");
	free(more.data);
	free(t.wrong.data);
}

static void judge_load(const struct machine *m, struct page *page, const struct recording *r,
		       s64 ns, const struct job *job)
{
	struct load load = { .error = -EIO };
	char *text;

	if (job->output.len == sizeof(load))
		memcpy(&load, job->output.data, sizeof(load));
	text = path_of("%llu batches on %u engines", (u64)load.batches, load.queues);
	if (load.error || !load.queues)
		page_add(page, NOT_RUN, "stream", "the load failed after %s: %s", text,
			 strerror(-load.error));
	else
		add_tally(page, "stream", r, m->nr_gts, ns, text, HOLDS_NOT);
	free(text);
}

/*
 * Return: the path of a program in PATH, which the caller must free, or NULL if there is no such
 * program.
 */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH") ?: "/usr/bin:/bin";
	char *file;
	size_t n;

	for (; *path; path += n + (path[n] == ':')) {
		n = strcspn(path, ":");
		file = path_of("%.*s/%s", (int)n, path, name);
		if (!access(file, X_OK))
			return file;
		free(file);
	}
	return NULL;
}

/*
 * Find a program that uses the GPU. Return: the command of the option --load, or the path of a
 * known program that is installed, or NULL if there is neither. The caller must free it.
 */
static char *find_client(const struct machine *m)
{
	static const char * const names[] = { "clpeak", "vkpeak", "clinfo", "vulkaninfo" };
	char *found = m->load ? strdup(m->load) : NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names) && !found; i++)
		found = find_program(names[i]);
	return found;
}

/* Check the stream while an ordinary program, which was not made for this test, uses the GPU. */
static void check_client(const struct machine *m, struct page *page)
{
	char *client = find_client(m), *text;
	const char * const argv[] = { "sh", "-c", client, NULL };
	struct recording r[MAX_GTS] = { 0 };
	struct job job = { .fd = -1 };
	s64 begin;
	int ret;

	if (!client) {
		page_add(page, NOT_RUN, "client stream", "neither clpeak, vkpeak, clinfo nor vulkaninfo is installed, and there was no --load");
		return;
	}
	say("Recording the stream while %s runs", client);
	/* Prevent Mesa and compute-runtime from storing compiled shaders on the disk. */
	setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
	setenv("NEO_CACHE_PERSISTENT", "0", 1);
	begin = now_ns(CLOCK_MONOTONIC);
	ret = begin_all(m, r) ?: job_start(&job, run_argv, argv);
	if (!ret) {
		record_job(r, m->nr_gts, &job, COPIES, m->seconds * 1000);
		end_all(r, m->nr_gts);
		ret = job_end(&job);
		/* The directory of the program can contain the name of a user. */
		text = path_of("%s ended with status %d", m->load ? "the program" :
			       strrchr(client, '/') + 1, ret);
		if (ret > 0)
			page_add(page, NOT_RUN, "client stream", "%s", text);
		else
			add_tally(page, "client stream", r, m->nr_gts,
				  now_ns(CLOCK_MONOTONIC) - begin, text, NOT_RUN);
		free(text);
	} else {
		page_add(page, NOT_RUN, "client stream", "%s", strerror(-ret));
	}
	buffer_free(&job.output);
	free_all(r, m->nr_gts);
	free(client);
}

/*
 * Record the streams: first during the single batches of anchor_beat(), whose times are known, then
 * during the load of run_load().
 */
static void record(const struct machine *m, struct page *page, struct recording *r)
{
	struct job beats, load;
	s64 begin;

	say("Running single batches of known times");
	if (!job_start(&beats, anchor_beat, m))
		record_job(r, m->nr_gts, &beats, 1, 1);
	job_end(&beats);
	say("Recording the streams for %u s, while this program runs short batches", m->seconds);
	begin = now_ns(CLOCK_MONOTONIC);
	if (!job_start(&load, run_load, m))
		record_job(r, m->nr_gts, &load, COPIES, m->seconds * 1000);
	end_all(r, m->nr_gts);
	job_end(&load);
	keep(m, r);
	judge_load(m, page, r, now_ns(CLOCK_MONOTONIC) - begin, &load);
	anchor_judge(m, page, r, m->nr_gts, &beats.output);
	buffer_free(&beats.output);
	buffer_free(&load.output);
}

/**
 * check_stream() - check that the streams have each event while the GPU works, with the right times
 * @m: from machine_open()
 * @page: the page for the user; lines are added about the stream, the clock anchor, and the stream
 *	while another program uses the GPU
 */
void check_stream(const struct machine *m, struct page *page)
{
	struct recording r[MAX_GTS] = { 0 };
	int ret;

	if (machine_log_is_off(m, page, "stream")) {
		machine_log_is_off(m, page, "anchor");
		machine_log_is_off(m, page, "client stream");
		return;
	}
	if (!m->node) {
		page_add(page, NOT_RUN, "stream", "the GPU has no render node");
		page_add(page, NOT_RUN, "anchor", "the GPU has no render node");
	} else {
		ret = begin_all(m, r);
		if (ret) {
			page_add(page, HOLDS_NOT, "stream", "it cannot be opened: %s",
				 strerror(-ret));
			page_add(page, NOT_RUN, "anchor", "there is no stream");
		} else {
			record(m, page, r);
		}
		free_all(r, m->nr_gts);
	}
	if (!interrupted)
		check_client(m, page);
}
