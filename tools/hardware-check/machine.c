// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the GPU and the files of xe and of the module, loads the module, and restores the state of
 * the machine at the end.
 */
#include "hwcheck.h"
#include "model/fact_set.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MODULE		"xe_guclog"
#define LOAD_MS		20000
#define UNLOAD_MS	5000
#define STEP_MS		100
#define PROGRAM_S	60

/*
 * Find a path by a pattern, which is freed. Return: the first path that the pattern matches, which
 * the caller must free, or NULL.
 */
static char *first(char *pattern)
{
	char *path = NULL;
	glob_t found;

	if (!glob(pattern, 0, NULL, &found)) {
		path = strdup(found.gl_pathv[0]);
		globfree(&found);
	}
	free(pattern);
	return path;
}

static int find_gpu(struct machine *m)
{
	char *path;

	path = first(path_of("%s/bus/pci/drivers/xe/%s", m->sys,
			     m->gpu ?: "[0-9a-f]*:[0-9a-f]*:[0-9a-f]*.[0-9]"));
	if (!path) {
		say("%s", m->gpu ? "xe does not drive this GPU" : "there is no GPU that xe drives");
		return -1;
	}
	free(m->gpu);
	m->gpu = strdup(basename(path));
	free(path);
	m->device = path_of("%s/bus/pci/devices/%s", m->sys, m->gpu);
	return 0;
}

/**
 * machine_power() - read a file about the power management of the GPU
 * @m: the machine, from machine_open()
 * @file: name of the file in the GPU's folder power in sysfs
 *
 * Return: the first line of the file, or an empty string if it cannot be read; the caller must free
 * it.
 */
char *machine_power(const struct machine *m, const char *file)
{
	char *path = path_of("%s/power/%s", m->device, file), *line = read_line(path);

	free(path);
	return line ?: strdup("");
}

/**
 * machine_active_ms() - get how long the GPU has been active
 * @m: the machine, from machine_open()
 *
 * Return: the time in ms for which the GPU was not suspended.
 */
u64 machine_active_ms(const struct machine *m)
{
	char *path = path_of("%s/power/runtime_active_time", m->device);
	u64 ms = read_number(path, 0);

	free(path);
	return ms;
}

/**
 * machine_is_suspended() - find out whether the GPU is suspended
 * @m: the machine, from machine_open()
 *
 * Return: whether the GPU is suspended.
 */
bool machine_is_suspended(const struct machine *m)
{
	char *status = machine_power(m, "runtime_status");
	bool is = !strcmp(status, "suspended");

	free(status);
	return is;
}

static bool is_loaded(const struct machine *m)
{
	char *path = path_of("%s/module/" MODULE, m->sys);
	bool is = exists(path);

	free(path);
	return is;
}

static int load_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, "", 0) ? -errno : 0;
	close(fd);
	return ret;
}

static int load_module(struct machine *m)
{
	const char * const argv[] = { "modprobe", MODULE, NULL };
	struct buffer output = { NULL, 0 };
	int ret;

	m->was_loaded = is_loaded(m);
	if (m->was_loaded) {
		say("The module is loaded already, and will stay loaded.");
		return 0;
	}
	if (m->module) {
		ret = load_file(m->module);
		if (ret)
			say("%s: %s%s", m->module, strerror(-ret), ret == -EKEYREJECTED ?
			    ": the kernel requires a signature, see install.rst" : "");
	} else {
		ret = run_program(argv, PROGRAM_S, &output);
		if (ret)
			say("modprobe " MODULE ": %s", *output.data ? output.data : "failed");
		buffer_free(&output);
	}
	m->loaded = !ret;
	return ret ? -1 : 0;
}

/*
 * Unload the module. This program has closed the files of the module, but another program may still
 * read one, and then the module cannot be unloaded. So try again, for at most UNLOAD_MS.
 */
static void unload_module(struct machine *m)
{
	unsigned int ms;

	for (ms = 0; ms < UNLOAD_MS; ms += STEP_MS) {
		if (!syscall(SYS_delete_module, MODULE, O_NONBLOCK) || errno == ENOENT) {
			m->loaded = false;
			return;
		}
		usleep(STEP_MS * 1000);
	}
	say("The module is still loaded: %s; unload it later with: rmmod " MODULE, strerror(errno));
}

static int mount_debugfs(struct machine *m)
{
	char *dri = path_of("%s/kernel/debug/dri", m->sys);
	char *debug = path_of("%s/kernel/debug", m->sys);
	int ret = 0;

	if (!exists(dri)) {
		ret = mount("debugfs", debug, "debugfs", 0, NULL);
		m->mounted = !ret;
	}
	if (ret)
		say("%s: %s", debug, strerror(errno));
	free(debug);
	free(dri);
	return ret;
}

/*
 * Find the GPU's directory in the debugfs of xe. Its name is the PCI address or, on older kernels,
 * the number of the card.
 */
static char *find_xe(const struct machine *m)
{
	char *path = path_of("%s/kernel/debug/dri/%s", m->sys, m->gpu), *card;

	if (exists(path))
		return path;
	free(path);
	card = first(path_of("%s/drm/card[0-9]*", m->device));
	if (!card)
		return NULL;
	path = path_of("%s/kernel/debug/dri/%s", m->sys, basename(card) + strlen("card"));
	free(card);
	if (exists(path))
		return path;
	free(path);
	return NULL;
}

static char *find_node(const struct machine *m)
{
	char *path = first(path_of("%s/drm/renderD[0-9]*", m->device)), *node;

	if (!path)
		return NULL;
	node = path_of("/dev/dri/%s", basename(path));
	free(path);
	return node;
}

static bool find_gt(const struct machine *m, struct gt *gt, unsigned int id)
{
	char *log;
	bool is;

	gt->id = id;
	gt->ours = path_of("%s/gt%u", m->ours, id);
	log = path_of("%s/guc_log_raw", gt->ours);
	is = exists(log);
	free(log);
	if (m->xe)
		gt->xe = first(path_of("%s/gt%u/uc", m->xe, id)) ?:
			 first(path_of("%s/tile*/gt%u/uc", m->xe, id));
	return is;
}

static void free_gts(struct machine *m)
{
	while (m->nr_gts) {
		struct gt *gt = &m->gt[--m->nr_gts];

		free(gt->ours);
		free(gt->xe);
		*gt = (struct gt){ 0, NULL, NULL };
	}
	guclog_facts_close(m->facts);
	m->facts = NULL;
}

/*
 * Find the GTs that the module's file info lists. Return: true if the module has files for each of
 * them.
 */
static bool find_gts(struct machine *m)
{
	char *info = path_of("%s/info", m->ours);
	bool whole;
	unsigned int i;

	free_gts(m);
	m->facts = guclog_facts_open(info, NULL);
	free(info);
	whole = m->facts && m->facts->nr_gts;
	for (i = 0; whole && i < min(m->facts->nr_gts, MAX_GTS); i++)
		whole = find_gt(m, &m->gt[m->nr_gts++], m->facts->gt[i]->gt);
	return whole;
}

static int wait_for_files(struct machine *m)
{
	unsigned int ms;

	for (ms = 0; ms < LOAD_MS && !interrupted; ms += STEP_MS) {
		if (find_gts(m))
			return 0;
		pause_ms(STEP_MS);
	}
	if (m->facts && *m->facts->device->device_status)
		say("The module has no log of %s: %s", m->gpu, m->facts->device->device_status);
	else
		say("The module has no log of %s.", m->gpu);
	return -1;
}

/*
 * Return: the path of the command guclog next to this program, in the same build or installation.
 * If it is not there, return "guclog", which is then found by PATH.
 */
static char *find_guclog(void)
{
	static const char * const places[] = { "guclog", "../guclog/guclog" };
	char self[PATH_MAX], *path;
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	unsigned int i;

	if (n <= 0)
		return strdup("guclog");
	self[n] = '\0';
	dirname(self);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		struct stat st;

		path = path_of("%s/%s", self, places[i]);
		if (!stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK))
			return path;
		free(path);
	}
	return strdup("guclog");
}

/**
 * machine_open() - find the GPU, load the module, and find the files of xe and of the module
 * @m: has the options; the other members are filled with the GPU and the files that were found. The
 *	caller must call machine_close(), also after an error.
 *
 * Return: 0, or -1 after printing why nothing can be checked.
 */
int machine_open(struct machine *m)
{
	const char *tmp = getenv("TMPDIR");

	m->work = path_of("%s/xe-guclog-check.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(m->work)) {
		say("%s: %s", m->work, strerror(errno));
		free(m->work);
		m->work = NULL;
		return -1;
	}
	if (!m->guclog)
		m->guclog = find_guclog();
	if (find_gpu(m) || mount_debugfs(m))
		return -1;
	m->control = machine_power(m, "control");
	m->was_suspended = machine_is_suspended(m);
	m->active_ms = machine_active_ms(m);
	if (load_module(m))
		return -1;
	m->ours = path_of("%s/kernel/debug/" MODULE "/%s", m->sys, m->gpu);
	m->xe = find_xe(m);
	m->node = find_node(m);
	return wait_for_files(m);
}

static void remove_work(const char *work)
{
	DIR *dir = opendir(work);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	rmdir(work);
}

/**
 * machine_leave() - unload the module if machine_open() loaded it
 * @m: the machine; its facts remain valid
 * @page: the page for the user; a line is added that shows whether the machine is in the state in
 *	which it was found
 */
void machine_leave(struct machine *m, struct page *page)
{
	bool loaded, same;
	char *control;

	if (m->loaded)
		unload_module(m);
	loaded = is_loaded(m);
	control = machine_power(m, "control");
	same = !strcmp(control, m->control);
	page_add(page, same && loaded == m->was_loaded ? HOLDS : HOLDS_NOT, "left as found",
		 "the module is %sloaded%s; power/control is %s%s", loaded ? "" : "not ",
		 loaded == m->was_loaded ? ", as before" : ", unlike before",
		 *control ? control : "unknown", same ? ", as before" : ", unlike before");
	free(control);
}

/**
 * machine_close() - leave the machine as it was found
 * @m: the machine, from machine_open()
 *
 * Unloads the module if machine_open() has loaded it, unmounts debugfs if machine_open() has
 * mounted it, and removes the temporary files.
 */
void machine_close(struct machine *m)
{
	char *debug = path_of("%s/kernel/debug", m->sys);

	free_gts(m);
	if (m->loaded)
		unload_module(m);
	if (m->mounted)
		umount(debug);
	if (m->work)
		remove_work(m->work);
	free(debug);
	free(m->gpu);
	free(m->guclog);
	free(m->load);
	free(m->device);
	free(m->control);
	free(m->ours);
	free(m->xe);
	free(m->node);
	free(m->work);
}

/**
 * machine_has_vram() - find out whether the log is in the GPU's own memory (VRAM)
 * @m: the machine, from machine_open()
 *
 * Return: true for a discrete GPU, whose logs are in VRAM; false if they are in system memory.
 */
bool machine_has_vram(const struct machine *m)
{
	return m->facts->device->gpu_type == 2;
}

/**
 * machine_log_is_off() - find out whether the GuC writes no events, because its log is off
 * @m: the machine, from machine_open()
 * @page: the page for the user; if the log is off, a line with the reason is added
 * @what: the check that needs events
 *
 * Return: whether the log level of all GTs is 0.
 */
bool machine_log_is_off(const struct machine *m, struct page *page, const char *what)
{
	unsigned int i, off = 0;

	for (i = 0; i < m->facts->nr_gts; i++)
		off += guclog_facts_has(m->facts->gt[i], GUCLOG_FACT_LOG_LEVEL) &&
		       !m->facts->gt[i]->log_level;
	if (!off || off < m->facts->nr_gts)
		return false;
	page_add(page, NOT_RUN, what,
		 "GuC logging is off (log level 0): to turn it on, boot with xe.guc_log_level=1");
	return true;
}
