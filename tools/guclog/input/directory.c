// SPDX-License-Identifier: GPL-2.0-only
#include "input/directory.h"

#include <dirent.h>
#include <sys/stat.h>

#include "input/facts_file.h"
#include "util/msg.h"
#include "util/number.h"

/* Deeper than a device's gt<N> nothing is looked for. */
#define MAX_DEPTH	2

static int join(char **path, const char *dir, const char *name)
{
	return asprintf(path, "%s/%s", dir, name) < 0 ? -1 : 0;
}

/* The facts beside the logs: "info", as the module prints it. */
static bool read_info(struct facts_file *facts, const char *dir)
{
	struct stat st;
	bool ok = false;
	char *path;

	*facts = (struct facts_file){ .nr_gts = 0 };
	if (join(&path, dir, "info"))
		return false;
	if (!stat(path, &st) && S_ISREG(st.st_mode))
		ok = !facts_file_read(facts, path);
	free(path);
	return ok;
}

static const struct guc_facts *find_gt(const struct facts_file *facts, u32 gt)
{
	unsigned int i;

	for (i = 0; i < facts->nr_gts; i++)
		if (facts->gt[i].gt == gt)
			return &facts->gt[i];
	return NULL;
}

/* Logs that came from <dir>/gt<N> get what "info" says of that GT. */
static void add_facts(struct input *in, unsigned int from, const char *name,
		      const struct facts_file *facts)
{
	const struct guc_facts *gt = NULL;
	unsigned int i;
	u64 n;

	if (!strncmp(name, "gt", 2) &&
	    number_parse(name + 2, strlen(name + 2), U32_MAX, &n))
		gt = find_gt(facts, (u32)n);
	for (i = from; i < in->nr_logs; i++) {
		if (in->log[i].form != FORM_IMAGE)
			continue;
		guc_facts_merge(&in->log[i].facts, &facts->device);
		if (gt)
			guc_facts_merge(&in->log[i].facts, gt);
	}
}

/* Move the logs of @more behind those of @in. */
static void append(struct input *in, struct input *more)
{
	unsigned int i;

	in->log = mem_grow(in->log,
			   (in->nr_logs + more->nr_logs + 1) * sizeof(*in->log));
	for (i = 0; i < more->nr_logs; i++)
		in->log[in->nr_logs++] = more->log[i];
	more->nr_logs = 0;
	for (i = 0; i < more->nr_bare; i++)
		input_add_bare(in, more->bare[i]);
}

/*
 * The module's directory has each log twice: the image tells all that the LFD
 * file does.
 */
static bool is_twin(const char *dir, const char *name)
{
	struct stat st;
	bool twin = false;
	char *path;

	if (strcmp(name, "guc_log_lfd") || join(&path, dir, "guc_log_raw"))
		return false;
	twin = !stat(path, &st) && st.st_size > 0;
	free(path);
	return twin;
}

static int read_level(struct input *in, const char *dir, unsigned int depth,
		      input_reader read_one);

static int read_entry(struct input *in, const char *dir, const char *name,
		      unsigned int depth, input_reader read_one)
{
	struct input one = { .name = NULL };
	struct stat st;
	int ret = 0;
	char *path;

	if (*name == '.' || is_twin(dir, name) || join(&path, dir, name))
		return 0;
	if (!stat(path, &st)) {
		if (S_ISDIR(st.st_mode) && depth + 1 < MAX_DEPTH)
			ret = read_level(in, path, depth + 1, read_one);
		else if (S_ISREG(st.st_mode))
			ret = read_one(&one, path);
	}
	append(in, &one);
	input_free(&one);
	free(path);
	return ret;
}

static int read_level(struct input *in, const char *dir, unsigned int depth,
		      input_reader read_one)
{
	struct dirent **entry;
	struct facts_file facts;
	bool has_facts = read_info(&facts, dir);
	int i, n, ret = 0;

	n = scandir(dir, &entry, NULL, alphasort);
	if (n < 0) {
		msg_fail(dir, "%s", strerror(errno));
		n = 0;
		entry = NULL;
		ret = -1;
	}
	for (i = 0; i < n; i++) {
		unsigned int from = in->nr_logs;

		if (read_entry(in, dir, entry[i]->d_name, depth, read_one))
			ret = -1;
		if (has_facts)
			add_facts(in, from, entry[i]->d_name, &facts);
		free(entry[i]);
	}
	free(entry);
	facts_file_free(&facts);
	return ret;
}

/**
 * directory_read() - read all the logs in a directory
 * @in: gets the logs
 * @path: the directory
 * @read_one: reads one file in it
 *
 * Files that hold no log are passed over; devcoredumps without one are noted.
 *
 * Return: 0, or -1 after saying why on stderr; what could be read is there.
 */
int directory_read(struct input *in, const char *path, input_reader read_one)
{
	in->form = FORM_DIRECTORY;
	return read_level(in, path, 0, read_one);
}
