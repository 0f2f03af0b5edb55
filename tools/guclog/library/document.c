// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions of guclog.h that make documents: they run the code of the verbs.
 */
#include "library/library.h"

#include "base/msg.h"
#include "guc_env.h"
#include "verbs/cmd.h"

/**
 * struct kind - a kind of document
 * @name: its name
 * @cmd: the verb that makes it
 * @option: an option that the verb needs for it, NULL if none
 */
struct kind {
	const char *name;
	const struct cmd *cmd;
	const char *option;
};

static const struct kind kinds[] = {
	{ "info", &cmd_info, NULL },
	{ "blocks", &cmd_info, "blocks" },
	{ "counts", &cmd_info, "counts" },
	{ "explain", &cmd_explain, NULL },
	{ "dump", &cmd_dump, NULL },
	{ "messages", &cmd_dump, "messages" },
	{ "batch", &cmd_dump, "batch" },
	{ "contexts", &cmd_contexts, NULL },
	{ "check", &cmd_check, NULL },
	{ "events", &cmd_events, NULL },
	{ "learn", &cmd_events, "learn" },
	{ "layout", &cmd_layout, NULL },
	{ "asic", &cmd_asic_show, NULL },
#ifdef GUCLOG_JSON
	{ "triage", &cmd_triage, NULL },
#endif
};

/**
 * struct request - the arguments of guclog_document()
 * @kind: the kind of the document
 * @json: make JSON instead of text
 * @options: options of the verb
 */
struct request {
	const struct kind *kind;
	bool json;
	const char *options;
};

/* Set an option, "name" or "name=argument". @word is changed. Return: 0 or -EINVAL. */
static int set(const struct cmd *cmd, void *into, char *word)
{
	char *arg = strchr(word, '=');
	const struct option_desc *desc;

	if (arg)
		*arg++ = '\0';
	for (desc = cmd->usage.options; desc->kind != OPTION_END; desc++)
		if (!strcmp(desc->name, word))
			break;
	if (desc->kind == OPTION_END || !desc->arg != !arg) {
		msg_fail(NULL, "no option '%s', or a wrong use of it", word);
		return -EINVAL;
	}
	return options_set(&cmd->usage, desc, into, arg) ? -EINVAL : 0;
}

static int set_all(const struct request *request, void *into, char *words)
{
	char json[] = "json", own[16], *next = words, *word;
	int ret = 0;

	if (request->json && set(request->kind->cmd, into, json))
		return -EOPNOTSUPP;
	if (request->kind->option) {
		snprintf(own, sizeof(own), "%s", request->kind->option);
		ret = set(request->kind->cmd, into, own);
	}
	while (!ret && (word = strsep(&next, " ")))
		if (*word)
			ret = set(request->kind->cmd, into, word);
	return ret;
}

static int run_verb(struct run *run, void *arg)
{
	const struct request *request = arg;
	const struct cmd *cmd = request->kind->cmd;
	struct guclog *g = run->g;
	void *into = mem_zero(cmd->size ?: 1);
	char *words = mem_copy(request->options ?: "");
	char **path = mem_zero((g->nr_inputs + 1) * sizeof(*path)), check[] = "check";
	unsigned int i;
	int ret;

	for (i = 0; i < g->nr_inputs; i++)
		path[i] = (char *)g->input[i].path;
	ret = set_all(request, into, words);
	if (!ret && cmd == &cmd_events && g->nr_inputs && !request->kind->option)
		ret = set(cmd, into, check);
	if (!ret && ((int)g->nr_inputs < cmd->usage.min_operands ||
		     (int)g->nr_inputs > cmd->usage.max_operands)) {
		msg_fail(NULL, "a document '%s' has another number of inputs", request->kind->name);
		ret = -EINVAL;
	}
	if (!ret)
		ret = cmd->run(into, (int)g->nr_inputs, path);
	if (cmd->end)
		cmd->end(into);
	free(path);
	free(words);
	free(into);
	return ret;
}

int guclog_document(struct guclog *g, const char *kind, enum guclog_format format,
		    const char *options, guclog_write_fn write, void *context)
{
	struct request request = { .json = format == GUCLOG_FORMAT_JSON, .options = options };
	struct run run = { .g = g, .write = write, .context = context };
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(kinds) && !request.kind; i++)
		if (!strcmp(kinds[i].name, kind))
			request.kind = &kinds[i];
	if (!request.kind)
		return library_fail(g, -EINVAL, "no such kind of document");
	ret = library_run(&run, run_verb, &request);
	if (run.error)
		ret = run.error;
	else if (run.usage)
		ret = -EINVAL;
	else if (ret > CMD_FINE)
		ret = run.written || ret == CMD_FAULTS ? 1 : -ENOMSG;
	if (ret < 0)
		library_fail(g, ret, ret == -ENOMEM || g->nr_messages == g->nr_of_open ? NULL :
			     g->message[g->nr_messages - 1]);
	return ret;
}

/* Add a piece to the text of the handle. Return: 0 or -ENOMEM. */
static int keep(void *context, const void *data, size_t len)
{
	struct guclog *g = context;
	char *text = realloc(g->text, g->len + len + 1);

	if (!text)
		return -ENOMEM;
	memcpy(text + g->len, data, len);
	g->text = text;
	g->len += len;
	text[g->len] = '\0';
	return 0;
}

int guclog_document_text(struct guclog *g, const char *kind, enum guclog_format format,
			 const char *options, const char **text)
{
	int ret;

	*text = NULL;
	g->len = 0;
	if (keep(g, "", 0))
		return library_fail(g, -ENOMEM, NULL);
	ret = guclog_document(g, kind, format, options, keep, g);
	if (ret >= 0)
		*text = g->text;
	return ret;
}
