// SPDX-License-Identifier: GPL-2.0-only
/* "guclog collect --watch": stores an incident when work makes no progress. */
#include "collect_job.h"

#include <json-c/json.h>

#include "collect/freeze.h"
#include "collect/watch.h"
#include "top/view.h"
#include "base/msg.h"

/*
 * Default of --pause: seconds after a stored stall (work that makes no progress) in which no other
 * stall of the same GPU is stored.
 */
#define WATCH_PAUSE_S	600

static void put_number(struct json_object *to, const char *key, u32 number)
{
	json_object_object_add(to, key, number == GUCLOG_NONE ? NULL :
			       json_object_new_int64(number));
}

static struct json_object *stall_json(const struct live_stall *stall, unsigned int gt)
{
	struct json_object *o = json_object_new_object();
	char text[200];

	live_stall_text(stall, text, sizeof(text));
	json_object_object_add(o, "kind", json_object_new_string(live_stall_name(stall->kind)));
	json_object_object_add(o, "text", json_object_new_string(text));
	put_number(o, "gt", gt);
	json_object_object_add(o, "engine", json_object_new_string(stall->engine));
	put_number(o, "guc_id", stall->guc_id);
	put_number(o, "holder", stall->holder);
	json_object_object_add(o, "age_ms", json_object_new_int64(stall->age_ns / 1000000));
	return o;
}

/* Store which contexts are on the engines of all GPUs, and which wait for an engine. */
static void add_state(struct job *job, struct incident *in)
{
	struct top_view view = { .streams = &job->streams, .idle = true };
	struct json_object *o;

	if (!top_view_sample(&view)) {
		o = top_view_object(&view);
		incident_add_json(in, o, "state.json");
		json_object_put(o);
	}
	top_view_free(&view);
}

/* Store the logs and the state of a GPU on which work makes no progress. */
static int collect_stall(struct job *job, const struct stream_source *source,
			 const struct live_stall *stall)
{
	struct json_object *o = stall_json(stall, source->live->gt);
	struct incident in;
	int failed;

	if (incident_begin(&in, &job->run, source->live->gpu, "stall")) {
		json_object_put(o);
		return -1;
	}
	json_object_object_add(in.meta, "stall", o);
	failed = collect_add_logs(job, &in, NULL, true);
	add_state(job, &in);
	return collect_finish(job, &in, NULL) | failed;
}

static void take_stall(void *context, const struct stream_source *source,
		       const struct live_stall *stall, s64 now_ns)
{
	struct job *job = context;
	char text[200];

	live_stall_text(stall, text, sizeof(text));
	msg_fail(source->label, "no progress at %lld.%03lld s after boot: %s",
		 (long long)now_ns / 1000000000, (long long)now_ns / 1000000 % 1000, text);
	if (source->kind != STREAM_MODULE || !*source->live->gpu)
		return;
	/*
	 * Open the store only now, because its lock must not be held while this program waits for
	 * stalls.
	 */
	if (collect_begin(job)) {
		job->failed = true;
	} else {
		job->failed |= collect_stall(job, source, stall) != 0;
		collect_end(job);
	}
	fflush(stdout);
}

/*
 * Start the kernel's recorder, in case a process that was killed has left it stopped. No other
 * process needs the recorder to be stopped while this process has the store open.
 */
static void resume_recorder(struct job *job)
{
	if (store_open(&job->store, job->path, STORE_CREATE))
		return;
	freeze_end(job->run.sys);
	store_close(&job->store);
}

/**
 * collect_watch() - watch streams for work that makes no progress, for --watch
 * @job: options and state of "guclog collect"
 * @nr: number of streams; 0 for the streams of all GTs
 * @stream: paths of the streams
 *
 * A stall in a stream of the module is stored as an incident; a stall in a pipe or a recording is
 * only printed.
 *
 * Context: process context; returns when the streams end or a signal arrives.
 * Return: an enum cmd_status.
 */
int collect_watch(struct job *job, unsigned int nr, char **stream)
{
	struct watch w = {
		.streams = &job->streams,
		.stall_ns = (s64)job->watch.value * 1000000000,
		.pause_ns = (job->pause.given ? (s64)job->pause.value : WATCH_PAUSE_S) * 1000000000,
		.found = take_stall,
		.context = job,
	};
	int ret = CMD_FAILED;

	if (!nr)
		resume_recorder(job);
	if (!streams_open(&job->streams, job->run.sys, nr, stream))
		ret = watch_run(&w);
	fprintf(stderr, "guclog: %llu stall%s, %llu more within %lld s of another one\n",
		(unsigned long long)w.reports, w.reports == 1 ? "" : "s",
		(unsigned long long)w.unreported, (long long)w.pause_ns / 1000000000);
	watch_free(&w);
	streams_close(&job->streams);
	if (ret || job->failed)
		return CMD_FAILED;
	return w.reports && nr ? CMD_FAULTS : CMD_FINE;
}
