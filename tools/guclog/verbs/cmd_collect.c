// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <glob.h>
#include <limits.h>

#include "collect/collect_job.h"
#include "collect/freeze.h"
#include "base/number.h"
#include "base/msg.h"

#define NEEDED	"one DEVCD, --gpu GPU, --prepare or --watch S is needed"

static void read_boot_id(char *id, size_t size)
{
	FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

	if (!f || !fgets(id, (int)size, f))
		snprintf(id, size, "unknown");
	id[strcspn(id, "\n")] = '\0';
	if (f)
		fclose(f);
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

/**
 * collect_begin() - stop the kernel's recorder, and open the store
 * @job: options and state of "guclog collect"
 *
 * If another process of "guclog collect" has the store open, store_open() waits until that process
 * closes the store. Before that, the other process starts the recorder, so this function stops the
 * recorder a second time. It also reports the incidents that a killed process has stored but not
 * reported.
 *
 * Context: process context; takes the lock of the store.
 * Return: 0, or -1 after a message on stderr.
 */
int collect_begin(struct job *job)
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

/**
 * collect_end() - start the kernel's recorder, and close the store
 * @job: options and state of "guclog collect"
 *
 * The recorder is started first: once the store is closed, another process may stop the recorder
 * for its own incident, and this process must not start it then.
 *
 * Context: process context; releases the lock of the store.
 */
void collect_end(struct job *job)
{
	if (job->frozen)
		freeze_end(job->run.sys);
	store_close(&job->store);
}

static int collect(struct job *job, const char *name)
{
	int ret;

	if (collect_begin(job))
		return CMD_FAILED;
	if (job->prepare)
		ret = prepare(job);
	else
		ret = job->gpu ? collect_gpu(job, job->gpu) : collect_dump(job, name);
	collect_end(job);
	return ret;
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
	job->run.quota = &job->quota;
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
		return collect_watch(job, (unsigned int)nr, operand);
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
		 "can make a dump of the next hang"),
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
		   "store at most one stall of a GPU in S seconds (default: 600)"),
	OPT_FLAG(struct job, to.no_journal, "no-journal",
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
