// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <fcntl.h>
#include <glob.h>
#include <strings.h>
#include <unistd.h>

#include "find.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "shared/printable.h"

#define STORE	"/var/lib/xe-guclog"
#define ERROR_STATE	"i915 error state"
#define TILE	"tile"

/* Paths at which a log can be found, and their descriptions. */
static const struct place {
	const char *pattern;	/* below the mount point of sysfs */
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
 * struct find - one run
 * @sys: mount point of sysfs, NULL for /sys
 * @store: directory of stored incidents, NULL for the default
 * @json: as JSON
 * @found: files that were found
 * @denied: files that exist and cannot be read
 */
struct find {
	const char *sys;
	const char *store;
	bool json;
	unsigned int found;
	unsigned int denied;
};

/* i915 always has the file of the error state: without one it says so. */
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

/* Newer kernels have the folder of a GT in that of its tile, and a link to it beside. */
static bool is_linked(const char *path)
{
	const char *tile = strstr(path, "/" TILE), *rest = tile ? strchr(tile + 1, '/') : NULL;
	char *link;
	bool is;

	if (!rest || asprintf(&link, "%.*s%s", (int)(tile - path), path, rest) < 0)
		return false;
	is = !access(link, F_OK);
	free(link);
	return is;
}

static void report(struct find *find, const char *what, const char *path)
{
	char *clean;

	if (access(path, R_OK)) {
		find->denied += errno == EACCES;
		return;
	}
	/* Other files are not opened: that could wake the GPU. */
	if (!strcmp(what, ERROR_STATE) && has_no_error_state(path))
		return;
	if (is_linked(path))
		return;
	clean = printable(path);
	if (find->json)
		json_find_add(what, clean);
	else
		printf("%-16s  %s\n", what, clean);
	free(clean);
	find->found++;
}

static void search(struct find *find, const char *pattern, const char *what)
{
	glob_t all = { .gl_pathc = 0 };
	size_t i;

	if (!glob(pattern, GLOB_NOSORT, NULL, &all))
		for (i = 0; i < all.gl_pathc; i++)
			report(find, what, all.gl_pathv[i]);
	globfree(&all);
}

static void search_all(struct find *find)
{
	const char *sys = find->sys ? find->sys : "/sys";
	const char *store = find->store ? find->store : STORE;
	char debug[4096];
	char *pattern;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		if (asprintf(&pattern, "%s/%s", sys, places[i].pattern) < 0)
			return;
		search(find, pattern, places[i].what);
		free(pattern);
	}
	if (asprintf(&pattern, "%s/*/metadata.json", store) >= 0) {
		search(find, pattern, "stored incident");
		free(pattern);
	}
	snprintf(debug, sizeof(debug), "%s/kernel/debug", sys);
	if (!access(debug, F_OK) && access(debug, R_OK | X_OK))
		find->denied++;
}

static int finish(const struct find *find)
{
	if (find->denied)
		msg_fail(NULL, "root can read more files");
	if (find->json)
		json_find_print();
	else if (find->found)
		printf("\n'guclog info FILE' describes one; 'guclog incidents' shows what was stored.\n");
	return find->found ? CMD_FINE : CMD_FAULTS;
}

/**
 * find_logs() - list the logs of this machine
 *
 * Return: whether there is one.
 */
bool find_logs(void)
{
	struct find find = { .found = 0 };

	search_all(&find);
	return find.found && finish(&find) == CMD_FINE;
}

static int run(void *into, int nr, char **operand)
{
	struct find *find = into;

	search_all(find);
	if (!find->found)
		msg_fail(NULL, "no log on this machine: no devcoredump, no debugfs file of xe, i915 or xe_guclog, no stored incident");
	return finish(find);
}

static const struct option_desc options[] = {
	OPT_TEXT(struct find, sys, "sys", "DIR",
		 "mount point of sysfs (default: /sys)"),
	OPT_TEXT(struct find, store, "store", "DIR",
		 "directory of stored incidents (default: " STORE ")"),
	OPT_JSON(struct find, json),
	OPT_END
};

/* guclog find */
const struct cmd cmd_find = {
	.summary = "list the logs of this machine",
	.usage = {
		.verb = "find",
		.synopsis = "[OPTION...]",
		.about =
"List the logs of this machine: devcoredumps, debugfs files of the drivers and of\n"
"the module, and stored incidents. guclog without a verb does the same, but prints\n"
"its usage if there is none.\n",
		.options = options,
		.notes = "The exit status is 1 if there is none.\n",
		.operands = "no operand is expected",
	},
	.size = sizeof(struct find),
	.run = run,
};
