/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The options and functions of "guclog collect", which consists of cmd_collect.c and collect_*.c.
 */
#ifndef _COLLECT_JOB_H_
#define _COLLECT_JOB_H_

#include "collect/announce.h"
#include "collect/devcd.h"
#include "collect/incident.h"
#include "collect/retention.h"
#include "collect/store.h"
#include "record/streams.h"
#include "base/options.h"
#include "base/status.h"

/**
 * struct job - options and state of "guclog collect"
 * @run: the settings that the functions in the folder collect/ need
 * @store: the directory with the stored incidents
 * @quota: limits of the number and the size of the stored incidents
 * @gpu: --gpu: store the current logs of this GPU, without a dump; or NULL
 * @to: where the incidents are reported; with @no_journal, the journal is not read either
 * @prepare: only create the store and the counters, and set up the recorder; store no incident
 * @no_recorder: with @prepare: remove the kernel's recorder (instances of tracefs with trace events
 *	of xe, see freeze.h) instead of setting it up
 * @watch: if given, watch for stalls: work that has made no progress for this number of seconds
 * @pause: after a stall was stored, no other stall of the same GPU is stored for this many seconds
 * @streams: the streams that are watched
 * @path: directory of the store, NULL for the default
 * @frozen: this process has stopped the recorder, and must start it again
 * @failed: the incident of a stall could not be stored
 */
struct job {
	struct collect run;
	struct store store;
	struct retention_quota quota;
	const char *gpu;
	struct announce_to to;
	bool prepare;
	bool no_recorder;
	struct number watch;
	struct number pause;
	struct streams streams;
	const char *path;
	bool frozen;
	bool failed;
};

int collect_begin(struct job *job);
void collect_end(struct job *job);
int collect_add_logs(struct job *job, struct incident *in, const struct devcd *with, bool request);
int collect_finish(struct job *job, struct incident *in, const struct devcd *xe);
int collect_dump(struct job *job, const char *which);
int collect_gpu(struct job *job, const char *gpu);
int collect_watch(struct job *job, unsigned int nr, char **stream);

#endif
