// SPDX-License-Identifier: GPL-2.0-only
#include "collect/freeze.h"

#include <fcntl.h>
#include <glob.h>
#include <json-c/json.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/incident.h"
#include "collect/trace.h"
#include "timeline/items.h"
#include "record/recorder.h"
#include "read/lines/timed_text.h"
#include "base/end_signal.h"
#include "base/file.h"
#include "base/msg.h"

/*
 * Trace events that help to find out whether the driver or a program has caused a hang: events of
 * mappings, buffers, jobs and queues. Their names differ between kernels; those that do not exist
 * are skipped.
 */
static const char * const all_events[] = {
	"xe/xe_vma_bind", "xe/xe_vma_pf_bind", "xe/xe_vma_unbind", "xe/xe_vma_evict",
	"xe/xe_vma_rebind_*", "xe/xe_vma_userptr_*", "xe/xe_vma_invalidate", "xe/xe_bo_move",
	"xe/xe_vm_create", "xe/xe_vm_kill", "xe/xe_vm_free", "xe/xe_exec_queue_create",
	"xe/xe_exec_queue_submit", "xe/xe_exec_queue_close", "xe/xe_exec_queue_kill",
	"xe/xe_exec_queue_destroy", "xe/xe_exec_queue_reset", "xe/xe_exec_queue_memory_cat_error",
	"xe/xe_exec_queue_lr_cleanup", "xe/xe_sched_job_create", "xe/xe_sched_job_run",
	"xe/xe_sched_job_free", "xe/xe_sched_job_timedout", "xe/xe_sched_job_set_error",
	"dma_fence/dma_fence_init", "dma_fence/dma_fence_signaled", NULL
};

static const char * const queue_events[] = { "xe/xe_exec_queue_create", NULL };

/*
 * The two instances of tracefs that are called "the recorder": their path below the mount point of
 * sysfs, the size of the trace ring of each processor in KiB, and the trace events.
 */
static const struct instance {
	const char *path;
	const char *ring_kb;
	const char * const *events;
} instances[] = {
	{ RECORDER, "256", all_events },
	{ RECORDER_QUEUES, "64", queue_events },
};

/* Write @text to a file of an instance of tracefs. Return: 0, or -1 with errno set. */
static int put_in(const char *instance, const char *sys, const char *file, const char *text)
{
	char path[PATH_MAX];
	int fd, ret;

	snprintf(path, sizeof(path), "%s/%s/%s", sys, instance, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	close(fd);
	return ret;
}

static int put(const char *sys, const char *file, const char *text)
{
	return put_in(RECORDER, sys, file, text);
}

/*
 * Switch on the trace events whose names match a glob pattern. Return: number of trace events that
 * were switched on.
 */
static unsigned int switch_on(const char *instance, const char *sys, const char *event)
{
	glob_t all = { .gl_pathc = 0 };
	unsigned int nr = 0;
	char path[PATH_MAX];
	size_t i;

	snprintf(path, sizeof(path), "%s/%s/events/%s/enable", sys, instance, event);
	if (glob(path, 0, NULL, &all))
		return 0;
	for (i = 0; i < all.gl_pathc; i++) {
		int fd = open(all.gl_pathv[i], O_WRONLY | O_CLOEXEC);

		nr += fd >= 0 && write(fd, "1", 1) == 1;
		if (fd >= 0)
			close(fd);
	}
	globfree(&all);
	return nr;
}

/*
 * Select the trace clock "boot" (CLOCK_BOOTTIME), unless it is selected already, because the kernel
 * empties the trace ring at each selection. Return: 0, or -1 with errno set.
 */
static int set_clock(const char *instance, const char *sys)
{
	char path[PATH_MAX], clocks[256];

	snprintf(path, sizeof(path), "%s/%s/trace_clock", sys, instance);
	if (file_first_line(path, clocks, sizeof(clocks)) && strstr(clocks, "[boot]"))
		return 0;
	return put_in(instance, sys, "trace_clock", "boot");
}

/* Set up one instance of the recorder. Return: the same as freeze_prepare(). */
static int prepare(const struct instance *it, const char *sys)
{
	char path[PATH_MAX];
	int i, nr = 0;

	snprintf(path, sizeof(path), "%s/%s", sys, it->path);
	if (mkdir(path, 0700) && errno != EEXIST) {
		if (errno == ENOENT)
			return 0;
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	if (set_clock(it->path, sys) ||
	    put_in(it->path, sys, "buffer_size_kb", it->ring_kb)) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	/* Do not record fences of other drivers. */
	put_in(it->path, sys, "events/dma_fence/filter", "driver == \"xe\"");
	/*
	 * Record the PID of the process (TGID), too, because one thread of a process may submit
	 * jobs while other threads map buffers.
	 */
	put_in(it->path, sys, "options/record-tgid", "1");
	for (i = 0; it->events[i]; i++)
		nr += (int)switch_on(it->path, sys, it->events[i]);
	put_in(it->path, sys, "tracing_on", "1");
	return nr;
}

/**
 * freeze_prepare() - set up the kernel's recorder, see freeze.h
 * @sys: mount point of sysfs
 *
 * Creates separate instances of tracefs, which do not disturb other users of trace events. They
 * have small rings. They use the trace clock "boot" (CLOCK_BOOTTIME), because the times of GuC
 * events are also converted to that clock. If the recorder is set up already, it keeps its records,
 * and continues if a process that was killed has left it stopped.
 *
 * Return: number of trace events that are on, 0 if there is no tracefs, or -1 after printing an
 * error on stderr.
 */
int freeze_prepare(const char *sys)
{
	int nr = 0, ret;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(instances); i++) {
		ret = prepare(&instances[i], sys);
		if (ret < 0)
			return ret;
		nr += ret;
	}
	return nr;
}

/**
 * freeze_remove() - remove the kernel's recorder
 * @sys: mount point of sysfs
 *
 * Return: 0, also if there is no recorder, or -1 after printing an error on stderr.
 */
int freeze_remove(const char *sys)
{
	char path[PATH_MAX];
	int ret = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(instances); i++) {
		snprintf(path, sizeof(path), "%s/%s", sys, instances[i].path);
		if (!rmdir(path) || errno == ENOENT)
			continue;
		msg_fail(path, "%s", strerror(errno));
		ret = -1;
	}
	return ret;
}

/*
 * For the signal handler: path of the file tracing_on of the instance that is stopped, "" if it is
 * not stopped.
 */
static char stopped[PATH_MAX];

static void start_again(void)
{
	int fd = *stopped ? open(stopped, O_WRONLY | O_CLOEXEC) : -1;

	if (fd >= 0)
		(void)!write(fd, "1", 1);
}

/**
 * freeze_begin() - stop the recorder's instance with all trace events, so that later events do not
 * overwrite the events from before the incident
 * @sys: mount point of sysfs
 *
 * A signal that ends the program before freeze_end() starts the instance again. After SIGKILL, the
 * next start of "guclog collect" does that; systemd runs "guclog collect --prepare" at once.
 *
 * Return: true if the instance was stopped, false if it was not set up.
 */
bool freeze_begin(const char *sys)
{
	snprintf(stopped, sizeof(stopped), "%s/" RECORDER "/tracing_on", sys);
	end_signal_add(start_again);
	if (!put(sys, "tracing_on", "0"))
		return true;
	*stopped = '\0';
	return false;
}

/**
 * freeze_end() - let the instance that freeze_begin() has stopped record again
 * @sys: mount point of sysfs
 */
void freeze_end(const char *sys)
{
	put(sys, "tracing_on", "1");
	*stopped = '\0';
}

/* Add sentences about jobs that timed out to the metadata. @path: the trace of the recorder */
static void add_sentences(struct incident *in, const char *path)
{
	struct json_object *list = json_object_new_array();
	struct trace_findings findings;
	unsigned int i;

	trace_read(&findings, path, in->gpu);
	for (i = 0; i < findings.nr; i++)
		json_object_array_add(list, json_object_new_string(findings.sentence[i]));
	trace_free(&findings);
	if (json_object_array_length(list))
		json_object_object_add(in->meta, "recorder", list);
	else
		json_object_put(list);
}

/**
 * freeze_add() - store the trace events that the recorder has, with the incident
 * @in: the incident that is being collected
 */
void freeze_add(struct incident *in)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/" RECORDER "/trace", in->run->sys);
	if (incident_add_packed(in, GUCLOG_TRACE_CLOCK_BOOT "\n", path, "trace.txt.zst"))
		return;
	add_sentences(in, path);
}
