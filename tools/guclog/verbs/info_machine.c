// SPDX-License-Identifier: GPL-2.0-only
#include "info_views.h"

#include <fcntl.h>
#include <glob.h>
#include <strings.h>
#include <unistd.h>

#include "collect/store.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/out.h"

#define ERROR_STATE	"i915 error state"
#define TILE	"tile"

/* Paths at which a log of this machine can be found, and the kind of log that is there. */
static const struct place {
	const char *pattern;	/* pattern below the mount point of sysfs */
	const char *what;
} places[] = {
	{ "class/devcoredump/devcd*/data", "devcoredump" },
	{ "kernel/debug/xe_guclog/*/gt*/guc_log_lfd", "log of xe_guclog" },
	{ "kernel/debug/dri/*/gt*/uc/guc_log", "log of xe" },
	{ "kernel/debug/dri/*/" TILE "*/gt*/uc/guc_log", "log of xe" },
	{ "kernel/debug/dri/*/gt*/uc/guc_log_dump", "log of i915" },
	{ "class/drm/card*/error", ERROR_STATE },
};

/**
 * struct find - the search for the logs of this machine
 * @json: print JSON instead of text
 * @readable: number of logs that can be read
 * @denied: number of logs and directories that exist and cannot be read
 */
struct find {
	bool json;
	unsigned int readable;
	unsigned int denied;
};

/*
 * Return: whether i915 has no error state. @path: the file of the error state. The file also exists
 * if there is no error state; it then has a fixed text.
 */
static bool has_no_error_state(const char *path)
{
	char text[32] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (read(fd, text, sizeof(text) - 1) < 0)
		*text = 0;
	close(fd);
	return !strncasecmp(text, "no error state", 14);
}

/*
 * Return: whether the log at @path is also listed by another path. Newer kernels have the folder of
 * a GT in the folder of its tile (tile0/gt0), and a link (gt0) to the folder of the GT next to the
 * folder of the tile.
 */
static bool is_linked(const char *path)
{
	const char *tile = strstr(path, "/" TILE), *rest = tile ? strchr(tile + 1, '/') : NULL;
	char *link;
	bool is;

	if (!rest)
		return false;
	link = mem_printf("%.*s%s", (int)(tile - path), path, rest);
	is = !access(link, F_OK);
	free(link);
	return is;
}

/* Print a log. @error: why the file cannot be read, NULL if it can be read. */
static void show(const struct find *find, const char *what, const char *path, const char *error)
{
	char *clean = printable(path);

	if (find->json)
		json_machine_add(what, clean, error);
	else
		out_printf("%-16s  %s%s%s%s\n", what, clean, error ? "  (" : "", error ?: "",
			   error ? ")" : "");
	free(clean);
}

static void report(struct find *find, const char *what, const char *path)
{
	const char *error = access(path, R_OK) ? strerror(errno) : NULL;

	if (error && errno == ENOENT)
		return;
	/*
	 * i915 has a file for its error state also if there is no error state, so the file must be
	 * read. Do not open files of other kinds, because that could resume the GPU.
	 */
	if (!error && !strcmp(what, ERROR_STATE) && has_no_error_state(path))
		return;
	if (is_linked(path))
		return;
	show(find, what, path, error);
	if (error)
		find->denied++;
	else
		find->readable++;
}

__printf(3, 4) static void search(struct find *find, const char *what, const char *fmt, ...)
{
	glob_t all = { .gl_pathc = 0 };
	char *pattern;
	va_list args;
	size_t i;

	va_start(args, fmt);
	pattern = mem_vprintf(fmt, args);
	va_end(args);
	if (!glob(pattern, GLOB_NOSORT, NULL, &all))
		for (i = 0; i < all.gl_pathc; i++)
			report(find, what, all.gl_pathv[i]);
	globfree(&all);
	free(pattern);
}

/* Print an error if the user may not list a directory, because logs in it are then not found. */
__printf(2, 3) static void check_directory(struct find *find, const char *fmt, ...)
{
	char path[4096];
	va_list args;

	va_start(args, fmt);
	vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	if (access(path, F_OK) || !access(path, R_OK | X_OK))
		return;
	msg_fail(path, "%s: logs in it are not listed", strerror(errno));
	find->denied++;
}

static void search_all(struct find *find, const char *sys, const char *store)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		search(find, places[i].what, "%s/%s", sys, places[i].pattern);
	search(find, "stored incident", "%s/*/metadata.json", store);
	check_directory(find, "%s/class/devcoredump", sys);
	check_directory(find, "%s/kernel/debug", sys);
	check_directory(find, "%s", store);
}

static int finish(const struct find *find)
{
	if (find->denied)
		msg_fail(NULL, "root can read more files");
	if (find->json)
		json_machine_print();
	else if (find->readable)
		out_printf("\n'guclog info FILE' describes one; 'guclog incidents' shows what was stored.\n");
	return find->readable ? CMD_FINE : CMD_FAULTS;
}

/**
 * info_machine() - list the logs of this machine
 * @sys: mount point of sysfs, NULL for /sys
 * @store: directory of stored incidents, NULL for the default
 * @json: print JSON instead of text
 *
 * A log that exists and cannot be read is listed with the reason.
 *
 * Context: process context; reads directories and prints.
 * Return: CMD_FINE, or CMD_FAULTS if no log can be read.
 */
int info_machine(const char *sys, const char *store, bool json)
{
	struct find find = { .json = json };

	search_all(&find, sys ?: "/sys", store ?: STORE_DEFAULT);
	if (!find.readable && !find.denied)
		msg_fail(NULL, "no log on this machine: no devcoredump, no debugfs file of xe, i915 or xe_guclog, no stored incident");
	return finish(&find);
}

/**
 * info_machine_any() - list the logs of this machine if there are any
 *
 * Context: process context; reads directories and prints.
 * Return: whether there is a log that can be read.
 */
bool info_machine_any(void)
{
	struct find find = { .json = false };

	search_all(&find, "/sys", STORE_DEFAULT);
	return (find.readable || find.denied) && finish(&find) == CMD_FINE;
}
