// SPDX-License-Identifier: GPL-2.0-only
/* "guclog collect" of a devcoredump, or of a GPU without one: finds the dumps of the same hang. */
#include "collect_job.h"

#include <json-c/json.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include "collect/metadata.h"
#include "collect/process.h"
#include "collect/xe_files.h"
#include "collect/xe_header.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/msg.h"

/*
 * If the ages of a devcoredump of the module xe_guclog and of the devcoredump of xe differ by more
 * than this (in ms), the dumps belong to different hangs.
 */
#define SAME_HANG_MS	30000
/*
 * With --gpu, nothing is stored if an incident of the GPU is less than this number of seconds old,
 * because xe often creates a dump shortly before it declares a GPU wedged; the failure is then
 * already stored with this dump.
 */
#define RECENT_S	60
/*
 * Longest time in ms to wait for the dump of xe, which xe creates some milliseconds after the
 * module has noticed the hang.
 */
#define WAIT_FOR_XE_MS	3000
/*
 * Wait for the module's record (its dump of the log) until the dump of xe is this old, in ms. A
 * record contains the triggers of one second, so the module makes it up to a second after it has
 * noticed the hang.
 */
#define WAIT_FOR_LOG_MS	2000
/* Time in ms between two searches for a dump. */
#define WAIT_STEP_MS	50

/**
 * struct wanted - the incident of this boot that is searched for in the store
 * @job: options and state of "guclog collect"
 * @what: for has_dump(): name of a dump of the incident; for is_recent(): name of the GPU
 */
struct wanted {
	const struct job *job;
	const char *what;
};

/* Return: whether the dump is in the list of those for which the disk had no room. */
static bool has_no_space(const void *context, struct json_object *meta)
{
	struct json_object *names = metadata_member(meta, "no_space");
	const struct wanted *w = context;
	size_t i;

	if (strcmp(metadata_text(meta, "boot_id"), w->job->run.boot_id))
		return false;
	for (i = 0; i < metadata_length(names); i++)
		if (!strcmp(json_object_get_string(json_object_array_get_idx(names, i)), w->what))
			return true;
	return false;
}

/* Return: whether an incident is stored without this dump, because the disk was full. */
static bool lacked_space(const struct job *job, const struct devcd *dump)
{
	char name[STORE_NAME_MAX];

	return metadata_find(&job->store, name, has_no_space, &(struct wanted){ job, dump->name });
}

/* Return: whether an incident has a dump, and has all of it unless it is too long. */
static bool has_dump(const void *context, struct json_object *meta)
{
	struct json_object *logs = metadata_member(meta, "logs");
	const struct wanted *w = context;
	size_t i;

	if (strcmp(metadata_text(meta, "boot_id"), w->job->run.boot_id) ||
	    has_no_space(context, meta))
		return false;
	if (!strcmp(metadata_text(metadata_member(meta, "devcoredump"), "name"), w->what))
		return true;
	for (i = 0; i < metadata_length(logs); i++)
		if (!strcmp(metadata_text(json_object_array_get_idx(logs, i), "name"), w->what))
			return true;
	return false;
}

/*
 * Find out whether @dump was stored before. Another process may have stored it; also, the kernel
 * still shows a dump for some milliseconds after it was freed. @name: set to the name of the
 * incident with the dump.
 */
static bool collected_as(const struct job *job, const struct devcd *dump,
			 char name[STORE_NAME_MAX])
{
	return metadata_find(&job->store, name, has_dump, &(struct wanted){ job, dump->name });
}

static bool collected(const struct job *job, const struct devcd *dump)
{
	char name[STORE_NAME_MAX];

	return collected_as(job, dump, name);
}

/*
 * Find out whether the dump @log of the module must be stored. If it was stored before, the process
 * that stored it was killed before it freed the dump. Free the dump now, because the module cannot
 * make the next dump while this dump exists.
 */
static bool is_new_log(const struct job *job, const struct devcd *log)
{
	if (!collected(job, log))
		return true;
	devcd_free(log);
	return false;
}

/* Find a dump of the module. Return: true if it exists and was not stored before. */
static bool find_log(const struct job *job, struct devcd *log, const char *gpu,
		     unsigned int gt, enum devcd_place place)
{
	return devcd_find_log(log, job->run.sys, gpu, gt, place) &&
	       is_new_log(job, log);
}

/*
 * Return: whether two dumps belong to the same hang, judged by their ages. An age is unknown if the
 * clock was set back after the dump was made; two dumps then count as dumps of different hangs.
 */
static bool same_hang(const struct devcd *a, const struct devcd *b)
{
	s64 x = devcd_age_ms(a), y = devcd_age_ms(b);

	if (!strcmp(a->name, b->name))
		return true;
	return x >= 0 && y >= 0 && llabs(x - y) <= SAME_HANG_MS;
}

/* Add the module's dumps of one GT to an incident. Arguments and return: as collect_add_logs(). */
static int add_logs(struct job *job, struct incident *in, const struct devcd *with, bool request,
		    unsigned int gt)
{
	enum devcd_place place;
	struct devcd log;
	bool found = false;
	int ret = 0;

	for (place = 0; place < DEVCD_PLACES; place++) {
		if (!find_log(job, &log, in->gpu, gt, place) ||
		    (with && !same_hang(&log, with)))
			continue;
		found = true;
		ret |= incident_add_log(in, &log);
	}
	if (found || !request)
		return ret;
	if (devcd_request_log(job->run.sys, in->gpu, gt)) {
		if (errno != ENOENT && errno != ENODEV)
			incident_error(in, "capture", strerror(errno));
		return 0;
	}
	if (!find_log(job, &log, in->gpu, gt, DEVCD_DEMANDED)) {
		incident_error(in, "capture", "the requested log does not exist any more");
		return -1;
	}
	return incident_add_log(in, &log);
}

/**
 * collect_add_logs() - add the module's dumps of all GTs to an incident
 * @job: options and state of "guclog collect"
 * @in: the incident
 * @with: a dump, to add only dumps of the same hang; NULL to add all of them
 * @request: for a GT without such a dump, request the current log from the module, and add the log;
 *	if the module gives no log, add the files of xe
 *
 * Context: process context; the store is open.
 * Return: 0, or another value after a failure, which the metadata of the incident contain.
 */
int collect_add_logs(struct job *job, struct incident *in, const struct devcd *with, bool request)
{
	unsigned int gt;
	int ret = 0;

	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		ret |= add_logs(job, in, with, request, gt);
	if (request && !in->nr_logs)
		xe_files_add(in);
	return ret;
}

/*
 * Compare the ages of the module's dumps with the age of the dump of xe. Store each dump of the
 * module that belongs to another hang as a separate incident.
 */
static int collect_older_logs(struct job *job, const struct devcd *xe)
{
	enum devcd_place place;
	struct incident in;
	struct devcd log;
	unsigned int gt;
	int ret = 0;

	for (gt = 0; gt < DEVCD_MAX_GTS; gt++) {
		for (place = 0; place < DEVCD_PLACES; place++) {
			if (!find_log(job, &log, xe->gpu, gt, place) ||
			    same_hang(&log, xe))
				continue;
			if (incident_begin(&in, &job->run, xe->gpu, "log"))
				return -1;
			in.again = lacked_space(job, &log);
			ret |= incident_add_log(&in, &log);
			ret |= collect_finish(job, &in, NULL);
		}
	}
	return ret;
}

static void wait_step(void)
{
	const struct timespec pause = { .tv_nsec = WAIT_STEP_MS * 1000000 };

	nanosleep(&pause, NULL);
}

/* Return: whether the module records hangs. */
static bool records_hangs(const struct job *job)
{
	char path[PATH_MAX], text[16];

	snprintf(path, sizeof(path), "%s/kernel/config/xe_guclog/incidents", job->run.sys);
	return file_first_line(path, text, sizeof(text)) && strcmp(text, "0\n") &&
	       strcmp(text, "unable\n");
}

/* Return: whether the module has made a record of the hang that the dump of xe is about. */
static bool has_record(const struct job *job, const struct devcd *xe)
{
	enum devcd_place place;
	struct devcd log;
	unsigned int gt;

	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		for (place = 0; place < DEVCD_DEMANDED; place++)
			if (devcd_find_log(&log, job->run.sys, xe->gpu, gt, place) &&
			    same_hang(&log, xe))
				return true;
	return false;
}

/*
 * Wait for the module's record of the hang, which the module makes up to a second after it has
 * noticed the hang. If the dump of xe reaches the age WAIT_FOR_LOG_MS first, continue without a
 * record.
 */
static void wait_for_record(const struct job *job, const struct devcd *xe)
{
	s64 age = devcd_age_ms(xe);

	if (age < 0 || !records_hangs(job))
		return;
	for (; age < WAIT_FOR_LOG_MS && !has_record(job, xe); age += WAIT_STEP_MS)
		wait_step();
}

/*
 * Of one hang there can be a dump of xe and a dump of the module. If one of them is in @in and the
 * other one was stored before, as a separate incident, add the name of that incident to the
 * metadata of @in. Return: true, or false if no such incident exists.
 */
static bool add_same_hang(const struct job *job, struct incident *in)
{
	char name[STORE_NAME_MAX];

	if (!metadata_same_hang(&job->store, in->meta, name))
		return false;
	json_object_object_add(in->meta, "same_hang", json_object_new_string(name));
	return true;
}

/*
 * Find the dump of xe of the hang that @log is about, a log of the module. xe creates its dump some
 * milliseconds after the module has noticed the hang, so this function waits for the dump. Return:
 * true if xe has such a dump and it was not stored before. If false, @xe is a dump of another hang
 * or a dump that was stored before; it is unchanged if xe has no dump.
 */
static bool find_xe(struct job *job, const struct devcd *log, struct devcd *xe)
{
	unsigned int waited;

	for (waited = 0; waited < WAIT_FOR_XE_MS; waited += WAIT_STEP_MS) {
		if (devcd_find_xe(xe, job->run.sys, log->gpu))
			return same_hang(log, xe) && !collected(job, xe);
		wait_step();
	}
	return false;
}

/* Store facts about the process that the dump of xe names. The process may end at any time. */
static void add_process(struct incident *in, const struct devcd *xe)
{
	struct json_object *o = json_object_new_object(), *pid;
	char head[4097];
	int fd = devcd_open(xe);
	ssize_t n = fd < 0 ? 0 : read(fd, head, sizeof(head) - 1);

	if (fd >= 0)
		close(fd);
	head[max_t(ssize_t, n, 0)] = '\0';
	xe_header_parse(o, head);
	if (json_object_object_get_ex(o, "pid", &pid))
		process_add(in, json_object_get_int(pid), metadata_text(o, "process"),
			    metadata_uptime_ns(o));
	json_object_put(o);
}

static int collect_xe(struct job *job, const struct devcd *xe)
{
	struct incident in;
	int failed = collect_older_logs(job, xe);
	int stored;

	if (incident_begin(&in, &job->run, xe->gpu, "devcoredump"))
		return -1;
	in.again = lacked_space(job, xe);
	add_process(&in, xe);
	wait_for_record(job, xe);
	/*
	 * Store the logs before the dump of xe, because copying the dump takes time in which the
	 * firmware overwrites events in its ring.
	 */
	failed |= collect_add_logs(job, &in, xe, true);
	stored = incident_add_xe(&in, xe);
	add_same_hang(job, &in);
	return collect_finish(job, &in, stored ? NULL : xe) | failed | stored;
}

static int collect_log(struct job *job, const struct devcd *log)
{
	struct devcd xe = { 0 };
	struct incident in;
	int failed;

	if (find_xe(job, log, &xe))
		return collect_xe(job, &xe);
	if (incident_begin(&in, &job->run, log->gpu, "log"))
		return -1;
	in.again = lacked_space(job, log);
	failed = collect_add_logs(job, &in, log, false);
	if (!add_same_hang(job, &in) && xe.kind == DEVCD_XE)
		incident_other_dump(&in, &xe);
	return collect_finish(job, &in, NULL) | failed;
}

static bool is_recent(const void *context, struct json_object *meta)
{
	struct json_object *stored = metadata_member(meta, "boottime_ns");
	const struct wanted *w = context;

	return stored && !strcmp(metadata_text(meta, "gpu"), w->what) &&
	       !strcmp(metadata_text(meta, "boot_id"), w->job->run.boot_id) &&
	       clock_ns(CLOCK_BOOTTIME) - json_object_get_int64(stored) < RECENT_S * 1000000000ll;
}

/*
 * Return: whether an incident of this GPU was stored less than RECENT_S seconds ago, in this boot.
 * @name: set to the name of the incident.
 */
static bool has_recent(const struct job *job, const char *gpu, char name[STORE_NAME_MAX])
{
	return metadata_find(&job->store, name, is_recent, &(struct wanted){ job, gpu });
}

/*
 * Print why nothing is stored. Return: CMD_FAULTS, because this is not a failure of the collector.
 */
static int nothing(const char *what, const char *why)
{
	msg_fail(what, "%s", why);
	return CMD_FAULTS;
}

/* Return: whether sysfs has this device. */
static bool has_gpu(const struct job *job, const char *gpu)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s", job->run.sys, gpu);
	return !access(path, F_OK);
}

/*
 * Return: the exit status for --gpu. It is CMD_FAILED only if no incident is stored: after
 * CMD_FAILED, systemd runs the command again, and that run would store a second incident if the
 * stored one is older than RECENT_S by then. @ret: from collect_finish()
 */
static int gpu_status(int ret)
{
	return ret < 0 ? CMD_FAILED : ret ? CMD_FAULTS : CMD_FINE;
}

/**
 * collect_gpu() - store the current logs of a GPU, for --gpu
 * @job: options and state of "guclog collect"
 * @gpu: name of the GPU, such as 0000:03:00.0
 *
 * Nothing is stored if an incident of the GPU was stored less than RECENT_S seconds ago. If xe has
 * a dump of the GPU that is not stored yet, the incident of that dump is stored instead.
 *
 * Context: process context; the store is open.
 * Return: an enum cmd_status.
 */
int collect_gpu(struct job *job, const char *gpu)
{
	char name[STORE_NAME_MAX];
	struct incident in;
	struct devcd xe;
	int failed;

	if (!has_gpu(job, gpu))
		return nothing(gpu, "there is no such device; nothing is stored");
	if (devcd_find_xe(&xe, job->run.sys, gpu) && !collected(job, &xe))
		return gpu_status(collect_xe(job, &xe));
	if (has_recent(job, gpu, name)) {
		msg_fail(gpu, "an incident that is less than %d s old is stored as %s; nothing more is stored",
			 RECENT_S, name);
		return CMD_FINE;
	}
	if (incident_begin(&in, &job->run, gpu, "wedged"))
		return CMD_FAILED;
	failed = collect_add_logs(job, &in, NULL, true);
	return gpu_status(collect_finish(job, &in, NULL) ?: failed != 0);
}

/*
 * Return: whether an incident has the complete dump of xe, or as much of it as is stored of a long
 * one.
 */
static bool has_whole_xe(const struct job *job, const char *name)
{
	struct json_object *meta = metadata_read(&job->store, name);
	struct json_object *errors = metadata_member(meta, "errors");
	const char *file = metadata_text(metadata_member(meta, "devcoredump"), "file");
	bool cut = metadata_member(metadata_member(meta, "devcoredump"), "cut"), whole = *file;
	size_t i;

	for (i = 0; i < metadata_length(errors); i++)
		if (!strcmp(metadata_text(json_object_array_get_idx(errors, i), "what"), file))
			whole = cut;
	json_object_put(meta);
	return whole;
}

/**
 * collect_dump() - store the incident to which a dump belongs
 * @job: options and state of "guclog collect"
 * @which: name of the dump, such as devcd3
 *
 * Context: process context; the store is open.
 * Return: an enum cmd_status.
 */
int collect_dump(struct job *job, const char *which)
{
	char name[STORE_NAME_MAX];
	struct devcd dump;
	int ret = devcd_find(&dump, job->run.sys, which);

	if (ret < 0)
		return CMD_FAILED;
	if (ret)
		return nothing(which, "there is no such devcoredump, or it was freed; nothing is stored");
	if (dump.kind == DEVCD_OTHER)
		return nothing(which, "is a dump of a driver other than xe; nothing is stored");
	/*
	 * Another process may have stored the dump while this process waited for the lock.
	 * If that process was then killed, it has not freed the dump.
	 */
	if (collected_as(job, &dump, name)) {
		msg_fail(which, "is stored already, as %s", name);
		if (dump.kind == DEVCD_LOG || (job->run.free_xe && has_whole_xe(job, name)))
			devcd_free(&dump);
		return CMD_FINE;
	}
	ret = dump.kind == DEVCD_XE ? collect_xe(job, &dump) : collect_log(job, &dump);
	return ret ? CMD_FAILED : CMD_FINE;
}
