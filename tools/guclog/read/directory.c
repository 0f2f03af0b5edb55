// SPDX-License-Identifier: GPL-2.0-only
#include "read/directory.h"

#include <ctype.h>
#include <dirent.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "read/facts_file.h"
#include "base/messages.h"
#include "base/number.h"

/* Largest depth of directories that are read; an archive of the tool sosreport has fewer levels. */
#define MAX_DEPTH	10

/*
 * Read the module's file "info", which has the facts of the logs in the directory. Return: true, or
 * false if there is no such file or it cannot be read.
 */
static bool read_info(struct input *in, struct facts_file *facts, const char *dir)
{
	char *path = arena_printf(in->arena, "%s/info", dir);
	struct stat st;
	bool ok = false;

	*facts = (struct facts_file){ .nr_gts = 0 };
	if (path && !stat(path, &st) && S_ISREG(st.st_mode))
		ok = !facts_file_read(facts, path, in->arena, in->messages);
	arena_drop(in->arena, path);
	return ok;
}

/*
 * Return: whether the file is one that a log collector or the module puts into the same
 * directory as the logs, so it needs no message.
 */
static bool is_known(const char *name)
{
	static const char * const names[] = {
		"info", "info.txt", "metadata.json", "summary.txt", "asic_info",
		"asic_info.rdf", "guc_log_state", "guc_log_lfd", "xe_layout",
		"capture", "events", "journal.txt", "summary.json", "state.json",
		"trace.txt", "redacted.json",
	};
	static const char packed[] = ".zst", process[] = "process.";
	size_t len = strlen(name), end = len - min(len, sizeof(packed) - 1);
	unsigned int i;

	if (!strcmp(name + end, packed))
		len = end;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (len == strlen(names[i]) && !memcmp(name, names[i], len))
			return true;
	/* "process.0.txt" and "process.0.maps" */
	return !strncmp(name, process, sizeof(process) - 1) &&
	       isdigit(name[sizeof(process) - 1]);
}

/*
 * Add the facts of "info" to the images among the logs from index @from on. @name: name of the
 * file or directory from which these logs were read; logs from gt<N> also get the facts of GT N.
 */
static void add_facts(struct input *in, unsigned int from, const char *name,
		      const struct facts_file *facts)
{
	unsigned int i;
	s64 gt = -1;
	u64 n;

	if (!strncmp(name, "gt", 2) &&
	    number_parse(name + 2, strlen(name + 2), U32_MAX, &n))
		gt = (s64)n;
	for (i = from; i < in->nr_logs; i++)
		if (in->log[i].form == GUCLOG_FORM_IMAGE)
			facts_file_merge(facts, gt, &in->log[i].facts);
}

/*
 * Return: whether the file is an LFD file to skip, because the directory also has the image of the
 * same log, from which all data of the LFD file can be made. A copy of the module's debugfs
 * directory has both files. An image of size 0 does not count: it has no data, or its real size is
 * unknown, as in debugfs itself.
 */
static bool is_twin(struct input *in, const char *dir, const char *name)
{
	struct stat st;
	bool twin;
	char *path;

	if (strcmp(name, "guc_log_lfd"))
		return false;
	path = arena_printf(in->arena, "%s/guc_log_raw", dir);
	twin = path && !stat(path, &st) && st.st_size > 0;
	arena_drop(in->arena, path);
	return twin;
}

static int read_level(struct input *in, const char *dir, unsigned int depth);

#define MAX_NAMED	8

/*
 * Add a message for each of the first MAX_NAMED files that were skipped, and a message with the
 * number of further skipped files. Files for which is_known() is true, and files that some verbs
 * (subcommands of guclog) use, are not reported.
 */
static void report_others(const struct input *in)
{
	unsigned int i, named = 0;

	for (i = 0; i < in->nr_others; i++) {
		const struct input_other *other = &in->other[i];
		const char *base = strrchr(other->name, '/');

		if (other->used || is_known(base ? base + 1 : other->name))
			continue;
		if (named++ < MAX_NAMED)
			messages_add(in->messages, other->name, "skipped: %s", other->what);
	}
	if (named > MAX_NAMED)
		messages_add(in->messages, in->name,
			     "%u more files without a GuC log were skipped", named - MAX_NAMED);
}

static int read_entry(struct input *in, const char *dir, const char *name, unsigned int depth)
{
	struct input one = input_part(in);
	struct stat st;
	int ret = 0;
	char *path;

	if (*name == '.' || is_twin(in, dir, name))
		return 0;
	path = arena_printf(in->arena, "%s/%s", dir, name);
	if (!path)
		return -1;
	/* Do not follow links below the first level: they may form loops. */
	if (!(depth ? lstat(path, &st) : stat(path, &st))) {
		if (S_ISDIR(st.st_mode) && depth + 1 < MAX_DEPTH) {
			ret = read_level(in, path, depth + 1);
		} else if (S_ISDIR(st.st_mode)) {
			messages_add(in->messages, path,
				     "skipped: directories are read only to a depth of %d",
				     MAX_DEPTH);
			ret = -1;
		} else if (S_ISREG(st.st_mode)) {
			ret = input_open(&one, path);
		}
	}
	input_append(in, &one);
	arena_drop(in->arena, path);
	return ret;
}

static int read_level(struct input *in, const char *dir, unsigned int depth)
{
	struct dirent **entry;
	struct facts_file facts;
	bool has_facts = read_info(in, &facts, dir);
	int i, n, ret = 0;

	n = scandir(dir, &entry, NULL, alphasort);
	if (n < 0) {
		messages_add(in->messages, dir, "%s", strerror(errno));
		n = 0;
		entry = NULL;
		ret = -1;
	}
	for (i = 0; i < n; i++) {
		unsigned int from = in->nr_logs;

		if (read_entry(in, dir, entry[i]->d_name, depth))
			ret = -1;
		if (has_facts)
			add_facts(in, from, entry[i]->d_name, &facts);
		free(entry[i]);
	}
	free(entry);
	facts_file_free(&facts, in->arena);
	return ret;
}

/**
 * directory_read() - read all the logs in a directory
 * @in: the logs are added to it
 * @path: the directory
 *
 * Files without a log are skipped. If the directory has a log, messages name the first of the
 * skipped files. Devcoredumps without a log are added to @bare of @in.
 *
 * Return: 0, or -1 after a message with the reason; the logs that could be read are kept.
 */
int directory_read(struct input *in, const char *path)
{
	int ret;

	in->form = GUCLOG_FORM_DIRECTORY;
	ret = read_level(in, path, 0);
	if (in->nr_logs)
		report_others(in);
	return ret;
}
