// SPDX-License-Identifier: GPL-2.0-only
/*
 * Causes a hang if the user requested it by an option, and checks that guclog finds the reset of
 * the engine in the dumps of the hang.
 */
#include "gpu.h"

#include <fcntl.h>
#include <glob.h>
#include <unistd.h>

#define NOTICE_MS	5000
#define DUMP_S		90
#define RECORD_S	10
#define COMMAND_S	120
#define XE_DUMP		"hang.devcoredump"
#define OUR_DUMP	"hang.lfd"

/*
 * Find xe's devcoredump of this GPU. Return: the path of its data, which the caller must free, or
 * NULL if there is none.
 */
static char *dump_of_xe(const struct machine *m)
{
	char *pattern = path_of("%s/class/devcoredump/devcd*", m->sys), *path = NULL;
	char *gpu = realpath(m->device, NULL), *link, *device;
	glob_t found = { 0 };
	size_t i;

	if (glob(pattern, 0, NULL, &found))
		found.gl_pathc = 0;
	for (i = 0; i < found.gl_pathc && !path; i++) {
		link = path_of("%s/failing_device", found.gl_pathv[i]);
		device = realpath(link, NULL);
		if (gpu && device && !strcmp(gpu, device))
			path = path_of("%s/data", found.gl_pathv[i]);
		free(device);
		free(link);
	}
	globfree(&found);
	free(pattern);
	free(gpu);
	return path;
}

/*
 * The module makes a record (a devcoredump of the log) of a hang. It keeps up to two records of a
 * GT, as the devices "...-first" and "...-newest". Find the device for the next record.
 * Return: the path that the data of the record will have, which the caller must free, or NULL if
 * both devices have a record.
 */
static char *next_record(const struct machine *m, unsigned int gt)
{
	static const char * const places[] = { "first", "newest" };
	unsigned int i;
	char *path;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		path = path_of("%s/devices/xe_guclog-%s-gt%u-%s/devcoredump/data", m->sys, m->gpu,
			       gt, places[i]);
		if (!exists(path))
			return path;
		free(path);
	}
	return NULL;
}

static bool is_copy_engine(const struct engine *engine)
{
	return engine->class == CLASS_COPY;
}

/*
 * Submit a batch that hangs, and write the name of its engine to @out. Then wait, so that the exec
 * queue stays open, until job_end() ends this process.
 */
static void hang(const void *arg, int out)
{
	const struct machine *m = arg;
	int fd = open(m->node, O_RDWR | O_CLOEXEC), ret = fd < 0 ? -errno : -ENODEV;
	unsigned int nr = 0, i;
	struct engine *engine = fd < 0 ? NULL : gpu_engines(fd, &nr);
	struct queue q;

	for (i = 0; i < nr && !is_copy_engine(&engine[i]); i++)
		;
	if (i < nr)
		ret = queue_open(&q, fd, &engine[i]) ?: queue_hang(&q);
	if (ret)
		dprintf(out, "%s\n", strerror(-ret));
	else
		dprintf(out, "bcs%u gt%u\n", engine[i].instance, engine[i].gt_id);
	while (!ret)
		pause();
}

static bool wait_for_line(struct job *job)
{
	unsigned int ms;

	for (ms = 0; ms < RECORD_S * 1000 && !strchr(job->output.data, '\n') && !interrupted;
	     ms += 100) {
		pause_ms(100);
		job_ended(job);
	}
	return strchr(job->output.data, '\n');
}

/* Copy a dump to a file in the work directory, and let the kernel free the dump. */
static void take(const struct machine *m, const char *dump, const char *name)
{
	char *path = path_of("%s/%s", m->work, name);
	struct buffer b;

	if (!read_all(dump, &b))
		write_all(path, b.data, b.len);
	buffer_free(&b);
	free(path);
	write_all(dump, "1", 1);
}

/*
 * Return: whether "guclog explain" finds the reset of @engine in a dump, which is a file in the
 * work directory.
 */
static bool explained(const struct machine *m, const char *name, const char *engine)
{
	char *path = path_of("%s/%s", m->work, name);
	const char * const argv[] = { m->guclog, "explain", path, NULL };
	struct buffer output = { NULL, 0 };
	char *phrase = path_of("Engine reset on %s", engine);
	bool is = exists(path) && run_program(argv, COMMAND_S, &output) >= 0 &&
		  strstr(output.data, phrase);

	buffer_free(&output);
	free(phrase);
	free(path);
	return is;
}

static void judge(const struct machine *m, struct page *page, const char *engine, unsigned int gt)
{
	s64 begin = now_ns(CLOCK_MONOTONIC), ns = 0;
	char *record = next_record(m, gt), *dump = NULL;
	bool by_xe, by_ours;
	unsigned int ms;

	while (!(dump = dump_of_xe(m)) && ns < DUMP_S * NS_PER_SEC && !interrupted) {
		pause_ms(100);
		ns = now_ns(CLOCK_MONOTONIC) - begin;
	}
	for (ms = 0; record && ms < RECORD_S * 1000 && !exists(record) && !interrupted; ms += 100)
		pause_ms(100);
	if (dump)
		take(m, dump, XE_DUMP);
	if (exists(record))
		take(m, record, OUR_DUMP);
	by_xe = explained(m, XE_DUMP, engine);
	by_ours = explained(m, OUR_DUMP, engine);
	if (!dump)
		page_add(page, HOLDS_NOT, "hang", "xe made no devcoredump in %u s", DUMP_S);
	else
		page_add(page, by_xe || by_ours ? HOLDS : HOLDS_NOT, "hang",
			 "a batch hung %s for %.1f s; guclog explain finds the reset of the engine in xe's devcoredump: %s; in the module's record: %s",
			 engine, ns / 1e9, by_xe ? "yes" : "no", by_ours ? "yes" :
			 record ? "no" : "none was made, because two older records were not read");
	free(dump);
	free(record);
}

/**
 * check_hang() - check that the module records a hang, and that guclog explains it
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 *
 * Runs only if the user has given the option --provoke-hang. Frees the dumps that it has caused.
 */
void check_hang(const struct machine *m, struct page *page)
{
	char engine[16] = "", *old = dump_of_xe(m);
	struct job job;
	unsigned int gt;

	if (!m->provoke_hang || !m->node || old) {
		page_add(page, NOT_RUN, "hang", "%s", !m->provoke_hang ?
			 "it was not asked for with --provoke-hang" : old ?
			 "xe makes no devcoredump while an older one of this GPU exists" :
			 "the GPU has no render node");
		free(old);
		return;
	}
	if (machine_log_is_off(m, page, "hang"))
		return;
	say("In %u s a batch of this program begins to loop on a copy engine. xe ends it after the\n"
	    "job timeout of the engine, usually 5 s. Until then other programs that use this engine\n"
	    "wait, and the screen can freeze. xe resets the engine and makes a devcoredump, which\n"
	    "this program reads and frees. Ctrl-C prevents it.", NOTICE_MS / 1000);
	pause_ms(NOTICE_MS);
	if (interrupted)
		return;
	if (job_start(&job, hang, m) || !wait_for_line(&job) ||
	    sscanf(job.output.data, "%15[a-z0-9] gt%u", engine, &gt) != 2)
		page_add(page, NOT_RUN, "hang", "the batch cannot be submitted: %s",
			 job.output.data);
	else
		judge(m, page, engine, gt);
	job_end(&job);
	buffer_free(&job.output);
}
