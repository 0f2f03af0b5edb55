// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>
#include <json-c/json.h>
#include <unistd.h>

#include "collect/child.h"
#include "collect/keep.h"
#include "collect/store.h"
#include "guc_text.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog incidents [OPTION...] [list]\n"
"       guclog incidents [OPTION...] show INCIDENT\n"
"       guclog incidents [OPTION...] export INCIDENT -o FILE\n"
"       guclog incidents [OPTION...] delete INCIDENT\n"
"List the incidents that guclog collect has stored, show one, write one as a tar\n"
"archive compressed with zstd, or delete one.\n"
"\n"
"  --store DIR        the store (default /var/lib/xe-guclog)\n"
"  --json             list or show as JSON\n"
"  -o FILE            the archive; a file that exists is not overwritten\n"
"  -h, --help         this text\n"
"\n"
"INCIDENT is a name from the list, 'first' or 'last'.\n";

/**
 * struct query - one run
 * @store: the store
 * @list: its incidents
 * @json: print JSON
 * @output: the archive
 */
struct query {
	struct store store;
	struct store_list list;
	bool json;
	const char *output;
};

static void print_row(const struct query *q, const char *name)
{
	struct json_object *meta = keep_metadata(&q->store, name);
	struct json_object *reduced = NULL;
	struct guc_text size = { 0 };
	char buf[32];

	size.buf = buf;
	size.size = sizeof(buf);
	msg_size(&size, store_bytes(&q->store, name));
	json_object_object_get_ex(meta, "reduced", &reduced);
	printf("%-44s  %10s  %s%s\n", name, buf,
	       meta ? keep_text(meta, "signature") : "(damaged metadata)",
	       json_object_get_boolean(reduced) ? " (reduced)" : "");
	json_object_put(meta);
}

static int list(struct query *q)
{
	struct json_object *all = q->json ? json_object_new_array() : NULL;
	unsigned int i;

	for (i = 0; i < q->list.nr; i++) {
		if (all)
			json_object_array_add(all, keep_metadata(&q->store,
								 q->list.name[i]));
		else
			print_row(q, q->list.name[i]);
	}
	if (all)
		printf("%s\n", json_object_to_json_string_ext(all, JSON_C_TO_STRING_PRETTY |
							      JSON_C_TO_STRING_SPACED));
	else if (!q->list.nr)
		printf("no incident in %s\n", q->store.path);
	json_object_put(all);
	return CMD_FINE;
}

static int show(struct query *q, const char *name)
{
	char *meta = store_read(&q->store, name, "metadata.json", NULL);
	char *summary = store_read(&q->store, name, "summary.txt", NULL);

	if (!q->json)
		printf("%s/%s\n\n%s\n", q->store.path, name,
		       summary ?: "There is no summary: no GuC log of this incident could be explained.\n");
	if (meta)
		printf("%s\n", meta);
	free(meta);
	free(summary);
	return meta ? CMD_FINE : CMD_FAULTS;
}

static int export(struct query *q, const char *name)
{
	const char * const argv[] = {
		"tar", "--zstd", "-C", q->store.path, "-cf", q->output, "--",
		name, NULL
	};
	struct child_output out;
	int ret;

	if (!q->output) {
		msg_fail(NULL, "export needs -o FILE");
		return cmd_bad_usage("incidents");
	}
	if (!access(q->output, F_OK)) {
		msg_fail(q->output, "exists and is not overwritten");
		return CMD_FAILED;
	}
	ret = child_run(argv, NULL, 600, &out);
	free(out.text);
	if (ret) {
		msg_fail(q->output, "tar could not write the archive");
		unlink(q->output);
		return CMD_FAILED;
	}
	return CMD_FINE;
}

/* The name in the store, NULL after a message when there is no such incident. */
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

static int run(struct query *q, int argc, char **argv)
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
	if (i == ARRAY_SIZE(actions) || argc != 2) {
		msg_fail(NULL, "list, or show, export or delete and an INCIDENT, is needed");
		return cmd_bad_usage("incidents");
	}
	name = find(q, argv[1]);
	if (!name)
		return CMD_FAILED;
	if (actions[i].run)
		return actions[i].run(q, name);
	return store_remove(&q->store, name) ? CMD_FAILED : CMD_FINE;
}

static const struct option options[] = {
	{ "store", required_argument, NULL, 's' },
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

/**
 * cmd_incidents() - guclog incidents
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_incidents(int argc, char **argv)
{
	struct query q = { 0 };
	const char *path = STORE_DEFAULT;
	bool change;
	int opt, ret = CMD_FAILED;

	while ((opt = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		switch (opt) {
		case 's':
			path = optarg;
			break;
		case 'j':
			q.json = true;
			break;
		case 'o':
			q.output = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			return CMD_FINE;
		default:
			return cmd_bad_usage("incidents");
		}
	}
	change = optind < argc && !strcmp(argv[optind], "delete");
	if (store_open(&q.store, path, change))
		return CMD_FAILED;
	if (!store_list(&q.store, &q.list))
		ret = run(&q, argc - optind, argv + optind);
	store_list_free(&q.list);
	store_close(&q.store);
	return ret;
}
