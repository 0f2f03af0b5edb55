// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <unistd.h>

#include "collect/metadata.h"
#include "collect/room.h"
#include "collect/show.h"
#include "collect/store.h"
#include "collect/tar.h"
#include "output/json_out.h"
#include "output/redacted.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"

/**
 * struct query - options and state of "guclog incidents"
 * @store: the incident store
 * @list: the incidents of the store
 * @json: print JSON
 * @redact: redact the exported incident
 * @output: the archive to which an incident is exported
 * @path: directory of the store, NULL for the default
 */
struct query {
	struct store store;
	struct store_list list;
	bool json;
	bool redact;
	struct output output;
	const char *path;
};

static void print_row(const struct query *q, const char *name)
{
	struct json_object *meta = metadata_read(&q->store, name);
	struct json_object *dump = metadata_member(meta, "devcoredump"), *reduced = NULL;
	char buf[32], *clean_name, *signature;

	number_size(buf, sizeof(buf), store_bytes(&q->store, name));
	json_object_object_get_ex(meta, "reduced", &reduced);
	clean_name = printable(name);
	signature = printable(meta ? metadata_text(meta, "signature") : "(damaged metadata)");
	printf("%-44s  %10s  %s%s%s%s\n", clean_name, buf, signature,
	       json_object_get_boolean(reduced) ? " (reduced)" : "",
	       metadata_member(dump, "cut") ? " (cut)" : "",
	       metadata_member(meta, "no_space") ? " (incomplete: the disk was full)" : "");
	free(clean_name);
	free(signature);
	json_object_put(meta);
}

static void print_none(const struct query *q)
{
	char *path = printable(q->store.path);

	printf("no incident in %s\n", path);
	free(path);
}

/* Return: whether there is no store yet, because guclog collect has not run on this machine. */
static bool is_no_store(const struct query *q)
{
	return !q->path && access(STORE_DEFAULT, F_OK) && errno == ENOENT;
}

static int list(struct query *q)
{
	struct json_object *all = q->json ? json_object_new_array() : NULL;
	unsigned int i;

	for (i = 0; i < q->list.nr; i++) {
		if (all)
			json_object_array_add(all, metadata_read(&q->store, q->list.name[i]));
		else
			print_row(q, q->list.name[i]);
	}
	if (all)
		json_print(all);
	else if (!q->list.nr)
		print_none(q);
	if (room_disk_is_full(&q->store))
		msg_fail(q->store.path, "the disk is nearly full: a new incident would lack its dump");
	return CMD_FINE;
}

/* Print a text of several lines without its control characters. */
static void print_lines(const char *text)
{
	char *line, *clean;
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		line = mem_printf("%.*s", (int)len, text);
		clean = printable(line);
		puts(clean);
		free(clean);
		free(line);
	}
}

static void print_file(void *context, char *path)
{
	char *clean = printable(strrchr(path, '/') + 1);

	printf("  %s\n", clean);
	free(clean);
	free(path);
}

/* Print what happened, and the names of the files. Return: an enum cmd_status. */
static int show_text(const struct query *q, const char *name)
{
	char *summary = store_read(&q->store, name, "summary.txt", NULL);
	char *path = mem_printf("%s/%s", q->store.path, name);
	int ret = show_incident(path, false) ? CMD_FINE : CMD_FAULTS;

	if (ret)
		msg_fail(path, "metadata.json is damaged");
	print_lines(summary ?: "There is no summary: no GuC log of this incident could be explained.\n");
	printf("\nFiles:\n");
	file_each(path, print_file, NULL);
	free(path);
	free(summary);
	return ret;
}

static int show(struct query *q, const char *name)
{
	struct json_object *meta;

	if (!q->json)
		return show_text(q, name);
	meta = metadata_read(&q->store, name);
	if (!meta)
		return CMD_FAULTS;
	json_print(meta);
	return CMD_FINE;
}

static int add_file(struct tar *tar, int dir, const char *file)
{
	int fd = openat(dir, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), ret;

	if (fd < 0) {
		msg_fail(file, "%s", strerror(errno));
		return -1;
	}
	ret = tar_add(tar, file, fd);
	close(fd);
	return ret;
}

/* Add all files of an incident to the archive, unchanged. */
static int add_files(const struct query *q, struct tar *tar, const char *name)
{
	DIR *dir = store_list_dir(q->store.dir, name);
	const char *file;
	int ret = 0;

	if (!dir) {
		msg_fail(name, "%s", strerror(errno));
		return -1;
	}
	while (!ret && (file = store_next_file(dir)))
		ret = add_file(tar, dirfd(dir), file);
	closedir(dir);
	return ret;
}

static int write_archive(struct query *q, const struct file_out *out, const char *name,
			 struct guclog_redact_count *count)
{
	struct tar *tar = tar_begin(out->fd, out->name, name);
	int ret;

	if (!tar)
		return -1;
	ret = q->redact ? redact_incident(count, &q->store, name, tar) : add_files(q, tar, name);
	return tar_end(tar, !ret) || ret ? -1 : 0;
}

static int export(struct query *q, const char *name)
{
	bool to_stdout = !q->output.path || !strcmp(q->output.path, "-");
	struct guclog_redact_count count[GUCLOG_REDACT_KINDS] = { { 0 } };
	struct file_out out;
	int ret;

	if (q->json && (to_stdout || !q->redact))
		return options_fail("incidents", "export --json needs --redact and -o OUT");
	q->output.secret = !q->redact;
	if (file_out_open(&out, &q->output, true))
		return CMD_FAILED;
	ret = write_archive(q, &out, name, count);
	if (ret)
		file_out_drop(&out);
	else
		ret = file_out_close(&out);
	if (!ret && q->redact && q->json)
		redact_print_json(count);
	else if (!ret && q->redact)
		redact_print(count, name);
	return ret ? CMD_FAILED : CMD_FINE;
}

/*
 * Find the incident that the user named; "first" and "last" select the oldest and the newest one.
 * Return: its name in the store, or NULL after printing that there is no such incident.
 */
static const char *find(const struct query *q, const char *name)
{
	if (q->list.nr && !strcmp(name, "first"))
		return q->list.name[0];
	if (q->list.nr && !strcmp(name, "last"))
		return q->list.name[q->list.nr - 1];
	if (store_has(&q->store, name))
		return name;
	msg_fail(q->store.path, "has no incident '%s'; 'guclog incidents' lists them",
		 name);
	return NULL;
}

static int run_action(struct query *q, int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(struct query *q, const char *name);
	} actions[] = {
		{ "show", show }, { "export", export }, { "delete", NULL },
	};
	const char *name;
	unsigned int i;

	if (!argc || (argc == 1 && !strcmp(argv[0], "list")))
		return list(q);
	for (i = 0; i < ARRAY_SIZE(actions); i++)
		if (!strcmp(argv[0], actions[i].name))
			break;
	if (i == ARRAY_SIZE(actions) || argc != 2)
		return options_fail("incidents",
				    "list is needed, or an INCIDENT after show, export or delete");
	name = find(q, argv[1]);
	if (!name)
		return CMD_FAILED;
	if (actions[i].run)
		return actions[i].run(q, name);
	return store_remove(&q->store, name) ? CMD_FAILED : CMD_FINE;
}

static int run(void *into, int nr, char **operand)
{
	struct query *q = into;
	bool change = nr && !strcmp(operand[0], "delete");

	if ((q->redact || q->output.path) && (!nr || strcmp(operand[0], "export")))
		return options_fail("incidents", "--redact and --output need export");
	if ((!nr || !strcmp(operand[0], "list")) && is_no_store(q)) {
		puts(q->json ? "[ ]" : "no incident: " STORE_DEFAULT " does not exist; 'guclog collect' creates it");
		return CMD_FINE;
	}
	if (store_open(&q->store, q->path ?: STORE_DEFAULT, change ? STORE_CHANGE : STORE_READ))
		return CMD_FAILED;
	if (store_list(&q->store, &q->list))
		return CMD_FAILED;
	return run_action(q, nr, operand);
}

static void end(void *into)
{
	struct query *q = into;

	store_list_free(&q->list);
	if (q->store.path)
		store_close(&q->store);
}

static const struct option_desc options[] = {
	OPT_TEXT(struct query, path, "store", "DIR",
		 "directory of the store (default: /var/lib/xe-guclog)"),
	OPT_JSON(struct query, json),
	OPT_FLAG(struct query, redact, "redact",
		 "export: remove what identifies a program or a machine,\n"
		 "and what programs had in memory; print what was removed"),
	OPT_OUTPUT(struct query, output),
	OPT_END
};

/* guclog incidents */
const struct cmd cmd_incidents = {
	.summary = "list, show, export or delete stored incidents",
	.usage = {
		.verb = "incidents",
		.synopsis = "[OPTION...] [list]\n"
			    "[OPTION...] show INCIDENT\n"
			    "[OPTION...] export INCIDENT [-o OUT]\n"
			    "[OPTION...] delete INCIDENT",
		.about =
"List the incidents that 'guclog collect' has stored, show one, write one as a tar\n"
"archive compressed with zstd, or delete one.\n",
		.options = options,
		.notes = "INCIDENT is a name from the list, 'first' or 'last'.\n",
		.operands = "at most two operands, an action and an INCIDENT, are needed",
		.min_operands = 0,
		.max_operands = 2,
	},
	CMD_INTO(struct query),
	.run = run,
	.end = end,
};
