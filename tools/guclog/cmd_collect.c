// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <fcntl.h>
#include <glob.h>
#include <json-c/json.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include "collect/announce.h"
#include "collect/devcd.h"
#include "collect/freeze.h"
#include "collect/incident.h"
#include "collect/metadata.h"
#include "collect/process.h"
#include "collect/retention.h"
#include "collect/store.h"
#include "collect/watch.h"
#include "collect/xe_header.h"
#include "record/recorder.h"
#include "top/view.h"
#include "shared/number.h"
#include "util/clock.h"
#include "util/msg.h"

/*
 * If the ages of a devcoredump of the module xe_guclog and of the devcoredump of xe differ by more
 * than this (in ms), the dumps belong to different hangs.
 */
#define SAME_HANG_MS	30000
/*
 * With --gpu, nothing is stored if an incident of the GPU is less than this number of seconds old:
 * xe often creates a dump shortly before it declares a GPU wedged, so the failure is stored
 * already.
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
/*
 * Default of --pause: seconds after a stored stall (work that makes no progress) in which no other
 * stall of the same GPU is stored.
 */
#define WATCH_PAUSE_S	600

#define NEEDED	"one DEVCD, --gpu GPU, --prepare or --watch S is needed"

/**
 * struct job - options and state of "guclog collect"
 * @run: the settings that the functions in collect/ need
 * @store: the directory with the stored incidents
 * @quota: limits of the number and the size of the stored incidents
 * @gpu: --gpu: store the current logs of this GPU, without a dump; or NULL
 * @to: where the incidents are reported
 * @no_journal: do not use the journal
 * @prepare: create the store and the counters, and store nothing
 * @no_recorder: with @prepare: remove the kernel's recorder (instances of tracefs with trace events
 *	of xe, see freeze.h) instead of setting it up
 * @watch: if given, watch for stalls: work that has made no progress for this number of seconds
 * @pause: seconds between two stalls of a GPU that are stored
 * @streams: the streams that are watched
 * @path: directory of the store, NULL for the default
 * @frozen: the recorder is stopped while an incident is stored
 * @failed: the incident of a stall could not be stored
 */
struct job {
	struct collect run;
	struct store store;
	struct retention_quota quota;
	const char *gpu;
	struct announce_to to;
	bool no_journal;
	bool prepare;
	bool no_recorder;
	struct number watch;
	struct number pause;
	struct streams streams;
	const char *path;
	bool frozen;
	bool failed;
};

static void read_boot_id(char *id, size_t size)
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (!f || !fgets(id, (int)size, f))
		snprintf(id, size, "unknown");
	id[strcspn(id, "\n")] = '\0';
	if (f)
		fclose(f);
}

/**
 * struct wanted - the incident of this boot that is searched for in the store
 * @job: options and state of "guclog collect"
 * @what: for has_dump(): name of a dump of the incident; for is_recent(): name of its GPU
 */
struct wanted {
	const struct job *job;
	const char *what;
};

static bool has_dump(const void *context, struct json_object *meta)
{
	struct json_object *logs = metadata_member(meta, "logs");
	const struct wanted *w = context;
	size_t i;

	if (strcmp(metadata_text(meta, "boot_id"), w->job->run.boot_id))
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
 * make the next one while it exists.
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

/* The age of a dump is not known if the clock was set back after the dump was made. */
static bool same_hang(const struct devcd *a, const struct devcd *b)
{
	s64 x = devcd_age_ms(a), y = devcd_age_ms(b);

	if (!strcmp(a->name, b->name))
		return true;
	return x >= 0 && y >= 0 && llabs(x - y) <= SAME_HANG_MS;
}

static void add_files(struct job *job, struct incident *in)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/kernel/debug/xe_guclog/%s/info",
		 job->run.sys, in->gpu);
	incident_add_file(in, path, "info.txt");
	snprintf(path, sizeof(path), "%s/kernel/debug/xe_guclog/%s/asic_info.rdf",
		 job->run.sys, in->gpu);
	incident_add_file(in, path, "asic_info.rdf");
	if (!job->no_journal)
		incident_add_journal(in);
}

/*
 * Store facts about the process that created a context, if the kernel's recorder shows which
 * process that is. @of: metadata with the GT of the context.
 */
static void add_creator(struct incident *in, const struct recorder *recorder,
			struct json_object *of, struct json_object *guc_id)
{
	const char *text = guc_id ? json_object_get_string(guc_id) : "";
	const struct recorder_owner *owner;
	struct json_object *gt;
	u64 id;

	if (!number_parse(text, strlen(text), 0xffff, &id) ||
	    !json_object_object_get_ex(of, "gt", &gt))
		return;
	owner = recorder_find(recorder, in->gpu, (unsigned int)json_object_get_int(gt), (u32)id);
	if (owner)
		process_add(in, owner->pid, owner->name, owner->ns);
}

/*
 * Store facts about the processes of the contexts that the triggers of the logs, or the stall,
 * name.
 */
static void add_creators(struct incident *in)
{
	struct json_object *o, *log, *v;
	struct recorder recorder;
	size_t i;

	recorder_read(&recorder, in->run->sys);
	for (i = 0; json_object_object_get_ex(in->meta, "logs", &o) &&
	     i < json_object_array_length(o); i++) {
		log = json_object_array_get_idx(o, i);
		if (json_object_object_get_ex(log, "trigger", &v) &&
		    json_object_object_get_ex(v, "guc_id", &v))
			add_creator(in, &recorder, log, v);
	}
	if (json_object_object_get_ex(in->meta, "stall", &o)) {
		if (json_object_object_get_ex(o, "guc_id", &v))
			add_creator(in, &recorder, o, v);
		if (json_object_object_get_ex(o, "holder", &v))
			add_creator(in, &recorder, o, v);
	}
	recorder_free(&recorder);
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

static void complete(struct job *job, struct incident *in)
{
	char *signature;

	add_creators(in);
	freeze_add(in);
	add_files(job, in);
	incident_add_facts(in);
	incident_summarize(in);
	signature = metadata_signature(in->meta);
	json_object_object_add(in->meta, "signature",
			       json_object_new_string(signature));
	free(signature);
}

/* After the incident was published, free the dumps that were copied, and report the incident. */
static int announce(struct job *job, struct incident *in, const struct devcd *xe)
{
	int ret;

	incident_free_logs(in);
	if (xe && job->run.free_xe && devcd_free(xe))
		msg_fail(xe->name, "the dump was not freed: %s", strerror(errno));
	ret = announce_incident(&job->store, in->meta, &job->to);
	ret |= retention_apply(&job->store, &job->quota, in->name);
	printf("%s\n", in->name);
	return ret;
}

/*
 * Publish the incident. If the disk is full, nothing is published and no dump is freed, so that the
 * dumps can be stored later, as long as the kernel keeps them. @xe: the dump of xe, NULL if it was
 * not stored. Return: 0, or after a message on stderr: 1 if the incident is stored, but something
 * else failed, such as the writing of the counters, -1 if it is not stored.
 */
static int finish(struct job *job, struct incident *in, const struct devcd *xe)
{
	int ret = -1;

	if (!in->no_space) {
		complete(job, in);
		ret = incident_commit(in);
	}
	if (ret)
		msg_fail(in->gpu, "this incident is not stored; the other incidents are unchanged");
	else
		ret = announce(job, in, xe) ? 1 : 0;
	incident_drop(in);
	return ret;
}

/*
 * Add the module's dumps of one GT to an incident: those of the same hang as the dump @with, or all
 * of them if @with is NULL. If there are none and @request is set, request the current log from the
 * module and add it.
 */
static int add_logs(struct job *job, struct incident *in, const struct devcd *with,
		    bool request, unsigned int gt)
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
			ret |= incident_add_log(&in, &log);
			ret |= finish(job, &in, NULL);
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
	bool on;
	FILE *f;

	snprintf(path, sizeof(path), "%s/kernel/config/xe_guclog/incidents", job->run.sys);
	f = fopen(path, "re");
	on = f && fgets(text, sizeof(text), f) && strcmp(text, "0\n") &&
	     strcmp(text, "unable\n");
	if (f)
		fclose(f);
	return on;
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
 * noticed the hang. If there is none until WAIT_FOR_LOG_MS, go on without it.
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
 * Find the dump of xe of the same hang as a log of the module. xe creates its dump some
 * milliseconds after the module has noticed the hang, so this function waits for the dump. Return:
 * true if there is such a dump and it was not stored before. If false, @xe may be the dump of
 * another hang or a stored one; it is empty if xe has no dump.
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

static int collect_xe(struct job *job, const struct devcd *xe)
{
	struct incident in;
	unsigned int gt;
	int failed = collect_older_logs(job, xe);
	int stored;

	if (incident_begin(&in, &job->run, xe->gpu, "devcoredump"))
		return -1;
	add_process(&in, xe);
	wait_for_record(job, xe);
	/*
	 * Store the logs before the dump of xe: copying the dump takes time, in which the firmware
	 * overwrites events in its ring.
	 */
	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		failed |= add_logs(job, &in, xe, true, gt);
	stored = incident_add_xe(&in, xe);
	add_same_hang(job, &in);
	return finish(job, &in, stored ? NULL : xe) | failed | stored;
}

static int collect_log(struct job *job, const struct devcd *log)
{
	struct devcd xe = { 0 };
	struct incident in;
	unsigned int gt;
	int failed = 0;

	if (find_xe(job, log, &xe))
		return collect_xe(job, &xe);
	if (incident_begin(&in, &job->run, log->gpu, "log"))
		return -1;
	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		failed |= add_logs(job, &in, log, false, gt);
	if (!add_same_hang(job, &in) && xe.kind == DEVCD_XE)
		incident_other_dump(&in, &xe);
	return finish(job, &in, NULL) | failed;
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

/* Print why nothing is stored. This is not a failure of the collector. */
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
 * stored one is older than RECENT_S by then. @ret: from finish()
 */
static int gpu_status(int ret)
{
	return ret < 0 ? CMD_FAILED : ret ? CMD_FAULTS : CMD_FINE;
}

/*
 * For --gpu: store the current logs of a GPU, unless an incident of the GPU was stored less than
 * RECENT_S seconds ago. If xe has a dump of the GPU that is not stored yet, store the incident of
 * that dump instead. Return: an enum cmd_status.
 */
static int collect_gpu(struct job *job, const char *gpu)
{
	char name[STORE_NAME_MAX];
	struct incident in;
	struct devcd xe;
	unsigned int gt;
	int failed = 0;

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
	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		failed |= add_logs(job, &in, NULL, true, gt);
	return gpu_status(finish(job, &in, NULL) ?: failed != 0);
}

/* Return: whether an incident has the complete dump of xe. */
static bool has_whole_xe(const struct job *job, const char *name)
{
	struct json_object *meta = metadata_read(&job->store, name);
	struct json_object *errors = metadata_member(meta, "errors");
	const char *file = metadata_text(metadata_member(meta, "devcoredump"), "file");
	bool whole = *file;
	size_t i;

	for (i = 0; i < metadata_length(errors); i++)
		if (!strcmp(metadata_text(json_object_array_get_idx(errors, i), "what"), file))
			whole = false;
	json_object_put(meta);
	return whole;
}

/*
 * Store the incident to which a dump belongs. @which: name of the dump, such as devcd3. Return: an
 * enum cmd_status.
 */
static int collect_dump(struct job *job, const char *which)
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
	 * Another process may have stored the dump while this one waited for the lock of the store.
	 * If it was then killed, it has not freed the dump.
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

/*
 * Create the counters of all GPUs that xe drives, and set up or remove the kernel's recorder.
 * Return: an enum cmd_status value.
 */
static int prepare(struct job *job)
{
	glob_t all = { .gl_pathc = 0 };
	char pattern[PATH_MAX];
	int ret;

	snprintf(pattern, sizeof(pattern), "%s/bus/pci/drivers/xe/*:*", job->run.sys);
	if (glob(pattern, 0, NULL, &all))
		all.gl_pathc = 0;
	ret = announce_begin(&job->store, all.gl_pathv, all.gl_pathc, job->to.metrics);
	globfree(&all);
	if (job->no_recorder)
		ret |= freeze_remove(job->run.sys);
	else
		ret |= freeze_prepare(job->run.sys) < 0;
	return ret ? CMD_FAILED : CMD_FINE;
}

/*
 * Stop the recorder and open the store. If another process of "guclog collect" has the store open,
 * store_open() waits until it closes the store. That process then has started the recorder again,
 * so stop it once more. If that process was killed, also report the incidents that it has stored.
 */
static int begin_storing(struct job *job)
{
	bool freeze = !job->prepare;
	int ret;

	job->frozen = freeze && freeze_begin(job->run.sys);
	ret = store_open(&job->store, job->path, STORE_CREATE);
	if (!ret) {
		job->frozen |= freeze && freeze_begin(job->run.sys);
		announce_left(&job->store, &job->to);
	} else if (job->frozen) {
		freeze_end(job->run.sys);
	}
	return ret;
}

/*
 * Start the recorder, then close the store, in this order: once the store is closed, another
 * process may stop the recorder for its own incident, and this process must not start it then.
 */
static void end_storing(struct job *job)
{
	if (job->frozen)
		freeze_end(job->run.sys);
	store_close(&job->store);
}

static int collect(struct job *job, const char *name)
{
	int ret;

	if (begin_storing(job))
		return CMD_FAILED;
	if (job->prepare)
		ret = prepare(job);
	else
		ret = job->gpu ? collect_gpu(job, job->gpu) : collect_dump(job, name);
	end_storing(job);
	return ret;
}

static void put_number(struct json_object *to, const char *key, u32 number)
{
	json_object_object_add(to, key, number == GUCLOG_NONE ? NULL :
			       json_object_new_int64(number));
}

static struct json_object *stall_json(const struct guclog_live_stall *stall, unsigned int gt)
{
	struct json_object *o = json_object_new_object();
	char text[200];

	guclog_live_stall_text(stall, text, sizeof(text));
	json_object_object_add(o, "kind", json_object_new_string(guclog_stall_name(stall->kind)));
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
			 const struct guclog_live_stall *stall)
{
	struct json_object *o = stall_json(stall, source->live->gt);
	struct incident in;
	unsigned int gt;
	int failed = 0;

	if (incident_begin(&in, &job->run, source->live->gpu, "stall")) {
		json_object_put(o);
		return -1;
	}
	json_object_object_add(in.meta, "stall", o);
	for (gt = 0; gt < DEVCD_MAX_GTS; gt++)
		failed |= add_logs(job, &in, NULL, true, gt);
	add_state(job, &in);
	return finish(job, &in, NULL) | failed;
}

static void take_stall(void *context, const struct stream_source *source,
		       const struct guclog_live_stall *stall, s64 now_ns)
{
	struct job *job = context;
	char text[200];

	guclog_live_stall_text(stall, text, sizeof(text));
	msg_fail(source->label, "no progress at %lld.%03lld s after boot: %s",
		 (long long)now_ns / 1000000000, (long long)now_ns / 1000000 % 1000, text);
	if (source->kind != STREAM_MODULE || !*source->live->gpu)
		return;
	/*
	 * Open the store only now: its lock must not be held while this program waits for stalls.
	 */
	if (begin_storing(job)) {
		job->failed = true;
	} else {
		job->failed |= collect_stall(job, source, stall) != 0;
		end_storing(job);
	}
	fflush(stdout);
}

/*
 * Let the kernel's recorder continue if a process that was killed has left it stopped. While this
 * program has the store open, no other process needs the recorder to be stopped.
 */
static void resume_recorder(struct job *job)
{
	if (store_open(&job->store, job->path, STORE_CREATE))
		return;
	freeze_end(job->run.sys);
	store_close(&job->store);
}

static int watch(struct job *job, unsigned int nr, char **stream)
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

static const char *set_keep(void *member, const char *arg)
{
	unsigned int *keep = member;
	u64 n;

	if (!number_parse(arg, strlen(arg), 1000000, &n) || !n)
		return "not a number from 1 to 1000000";
	*keep = (unsigned int)n;
	return NULL;
}

static const char *set_gpu(void *member, const char *arg)
{
	if (!*arg || *arg == '.' || strchr(arg, '/'))
		return "not the name of a device, such as 0000:03:00.0";
	*(const char **)member = arg;
	return NULL;
}

static void set_defaults(struct job *job)
{
	job->run.store = &job->store;
	job->to.journal = !job->no_journal;
	if (!job->run.sys)
		job->run.sys = "/sys";
	if (!job->quota.incidents)
		job->quota.incidents = 32;
	if (!job->quota.bytes)
		job->quota.bytes = 1ull << 30;
	if (!job->path)
		job->path = getenv("STATE_DIRECTORY") ?: STORE_DEFAULT;
}

static int run(void *into, int nr, char **operand)
{
	struct job *job = into;

	if (job->watch.given && !job->watch.value)
		return options_fail("collect", "--watch 0: not a number from 1 to 86400");
	if (job->watch.given ? job->gpu || job->prepare :
			       nr + !!job->gpu + job->prepare != 1)
		return options_fail("collect", NEEDED);
	set_defaults(job);
	read_boot_id(job->run.boot_id, sizeof(job->run.boot_id));
	if (job->watch.given)
		return watch(job, (unsigned int)nr, operand);
	return collect(job, operand[0]);
}

static const struct option_desc options[] = {
	OPT_TEXT(struct job, path, "store", "DIR",
		 "directory of the store (default: $STATE_DIRECTORY, else\n"
		 "/var/lib/xe-guclog)"),
	OPT_CALL(struct job, quota.incidents, "keep", "N", set_keep,
		 "largest number of incidents to keep (default: 32)"),
	OPT_CALL(struct job, quota.bytes, "max-bytes", "N", options_bytes,
		 "largest size of the store: bytes, or with K, M or G\n"
		 "(default: 1G)"),
	OPT_CALL(struct job, gpu, "gpu", "GPU", set_gpu,
		 "without a dump: store the current logs of a GPU, such as\n"
		 "0000:03:00.0; nothing if an incident of the GPU is less\n"
		 "than 60 s old"),
	OPT_FLAG(struct job, run.free_xe, "free",
		 "free the dump of xe after it was stored, so that the kernel\n"
		 "can make one of the next hang"),
	OPT_TEXT(struct job, to.metrics, "metrics", "FILE",
		 "write counters for Prometheus' node exporter"),
	OPT_FLAG(struct job, prepare, "prepare",
		 "store nothing: create the store, set up the kernel's recorder\n"
		 "and, with --metrics, write the counters of all GPUs of xe,\n"
		 "which begin with 0"),
	OPT_FLAG(struct job, no_recorder, "no-recorder",
		 "with --prepare: remove the kernel's recorder instead, which\n"
		 "records trace events of xe for the next incident"),
	OPT_NUMBER(struct job, watch, "watch", "S", 86400,
		   "watch all GPUs, or the STREAMs, and store an incident when\n"
		   "work makes no progress for S seconds"),
	OPT_NUMBER(struct job, pause, "pause", "S", 86400,
		   "seconds between two stalls of a GPU (default: 600)"),
	OPT_FLAG(struct job, no_journal, "no-journal",
		 "neither read nor write the journal"),
	OPT_TEXT(struct job, run.sys, "sys", "DIR",
		 "mount point of sysfs (default: /sys)"),
	OPT_END
};

/* guclog collect */
const struct cmd cmd_collect = {
	.summary = "store a dump of a GPU and its logs as an incident",
	.usage = {
		.verb = "collect",
		.synopsis = "[OPTION...] DEVCD\n"
			    "[OPTION...] --gpu GPU\n"
			    "[OPTION...] --prepare\n"
			    "[OPTION...] --watch S [STREAM...]",
		.about =
"Store a devcoredump of a GPU and the logs of its GuCs as one incident.\n",
		.options = options,
		.notes = "DEVCD is a name in /sys/class/devcoredump, such as devcd3. udev and systemd run\n"
"this command; 'guclog incidents' shows what was stored. STREAM is a file\n"
"guc_log_stream of the module, a pipe, or a recording; stalls in a pipe or a\n"
"recording are printed but not stored.\n",
		.operands = NEEDED,
		.min_operands = 0,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct job),
	.run = run,
};
