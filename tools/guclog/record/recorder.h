/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the kernel's recorder: two instances of tracefs in which the kernel records trace events of
 * xe; collect/freeze.c sets them up.
 */
#ifndef _RECORDER_H_
#define _RECORDER_H_

#include "base/base.h"

/* Paths of the instances below the mount point of sysfs. */
#define RECORDER	"kernel/tracing/instances/xe_guclog"
/*
 * This instance records only the trace event of the creation of exec queues, so that other, more
 * frequent events do not overwrite it.
 */
#define RECORDER_QUEUES	RECORDER "_queues"

/**
 * struct recorder_owner - the process that created a context
 * @gpu: GPU of the context
 * @gt: GT of the context
 * @guc_id: guc_id of the context
 * @pid: PID of the thread that created the context
 * @tgid: PID of the process of this thread
 * @name: name of this thread, printable
 * @ns: time of the creation, CLOCK_BOOTTIME in ns
 */
struct recorder_owner {
	char gpu[32];
	unsigned int gt;
	u32 guc_id;
	int pid;
	int tgid;
	char name[20];
	s64 ns;
};

/**
 * struct recorder_submit - the newest submission of a job to a GT
 * @gpu: GPU of the GT
 * @gt: number of the GT
 * @ns: time of the submission, CLOCK_BOOTTIME in ns
 */
struct recorder_submit {
	char gpu[32];
	unsigned int gt;
	s64 ns;
};

/**
 * struct recorder - the data from trace events that the recorder has recorded
 * @nr: number of elements of @owner
 * @owner: the creators of contexts: first those from RECORDER, then those from RECORDER_QUEUES,
 *	each oldest first. A creation that both instances have recorded is in the list twice.
 * @nr_submits: number of GTs to which jobs were submitted
 * @submit: the newest submission to each of these GTs
 */
struct recorder {
	unsigned int nr;
	struct recorder_owner *owner;
	unsigned int nr_submits;
	struct recorder_submit *submit;
};

const char *recorder_event(struct recorder_owner *o, const char *line);
void recorder_read(struct recorder *r, const char *sys);
const struct recorder_owner *recorder_find(const struct recorder *r, const char *gpu,
					   unsigned int gt, u32 guc_id);
s64 recorder_submitted(const struct recorder *r, const char *gpu, unsigned int gt);
void recorder_free(struct recorder *r);

#endif
