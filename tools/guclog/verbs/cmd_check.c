// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "read/check.h"
#include "read/forms.h"
#include "read/open.h"
#include "output/json_out.h"
#include "base/file.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "base/msg.h"
#include "base/out.h"

static const char nothing[] = "neither a GuC log, LFD file, ASIC info nor RDF file";

/**
 * struct check_out - output of the results
 * @quiet: print nothing about files without faults
 * @json: collect the results for json_check_print()
 */
struct check_out {
	bool quiet;
	bool json;
};

/* Return: the name that JSON output uses for an enum cmd_status. */
static const char *status_name(int status)
{
	if (status == CMD_FINE)
		return "fine";
	return status == CMD_FAULTS ? "faults" : "error";
}

static void print_check(const struct check_out *out, const char *name,
			const struct guclog_check_result *c)
{
	unsigned int i, faults = 0;
	char size[32];

	for (i = 0; i < c->nr_defects; i++) {
		const struct guclog_defect *d = c->defect[i];

		faults += d->kind == GUCLOG_DEFECT_FAULT;
		out_printf("%s: %s\n", name, d->text);
		if (d->where)
			out_printf("%s: %s\n", name, d->where);
	}
	if (c->nr_faults > faults)
		out_printf("%s: %u more faults\n", name, c->nr_faults - faults);
	number_size(size, sizeof(size), c->bytes);
	if (c->what && !out->quiet)
		out_printf("%s: fine: %s, %s\n", name, c->what, size);
}

/* Print the result of the check of a file, and free the result. Return: an enum cmd_status. */
static int finish(const struct check_out *out, const char *name,
		  const struct guclog_check_result *c)
{
	const char *error = NULL;
	int status = CMD_FINE;

	if (!c)
		mem_none();
	if (c->nr_defects)
		status = CMD_FAULTS;
	if (c->form == GUCLOG_FORM_UNKNOWN) {
		error = c->bytes ? nothing : "is empty";
		status = CMD_FAILED;
	}
	if (out->json)
		json_check_add(name, c, status_name(status), error);
	else
		print_check(out, name, c);
	if (error)
		msg_fail(name, "%s", error);
	guclog_check_free(c);
	return status;
}

/* Add a path that could not be checked to the JSON output. Return: CMD_FAILED. */
static int not_checked(const struct check_out *out, const char *path, const char *why)
{
	static const struct guclog_check_result none = { .form = GUCLOG_FORM_UNKNOWN };
	char *name = printable(path);

	if (out->json)
		json_check_add(name, &none, status_name(CMD_FAILED), why);
	free(name);
	return CMD_FAILED;
}

/* Check a file as if it had the form that the user gave with --as. */
static int check_as(const struct check_out *out, const char *path, enum guclog_form form)
{
	struct file file;
	int ret;

	if (!file_read(&file, path))
		ret = finish(out, file.name, guclog_check_bytes(file.data, file.len, form));
	else
		ret = not_checked(out, path, "cannot be read");
	file_free(&file);
	return ret;
}

static int no_log(const struct check_out *out, const struct guclog_file *file)
{
	const char *bare = file->bare[0];

	if (file->form == GUCLOG_FORM_DIRECTORY || bare)
		log_say_absent(file, GUCLOG_WANT_LOG);
	else
		msg_fail(file->name, "%s", nothing);
	return not_checked(out, file->name, bare ?
			   "an Xe devcoredump without a GuC log" : nothing);
}

static int check_one(const struct check_out *out, const char *path)
{
	struct guclog_file *file = cli_open_file(path, NULL, GUCLOG_OPEN_CHECK);
	unsigned int i, nr = file->nr_logs;
	int ret = CMD_FINE, status;

	if (!file->complete)
		ret = nr ? CMD_FAULTS :
			   not_checked(out, file->name, "cannot be read");
	else if (!nr)
		ret = no_log(out, file);
	for (i = 0; i < nr; i++) {
		status = finish(out, file->log[i]->name, guclog_check(file->log[i]));
		ret = max(ret, status);
	}
	cli_close_file(file);
	return ret;
}

/**
 * struct check - options and state of "guclog check"
 * @form: form of the files, from --as; GUCLOG_FORM_UNKNOWN to detect it
 * @out: how the results are printed
 */
struct check {
	enum guclog_form form;
	struct check_out out;
};

static int run(void *into, int nr, char **path)
{
	struct check *check = into;
	int status, ret = CMD_FINE;

	for (; nr; nr--, path++) {
		status = check->form == GUCLOG_FORM_UNKNOWN ?
			 check_one(&check->out, *path) :
			 check_as(&check->out, *path, check->form);
		ret = max(ret, status);
	}
	if (check->out.json)
		json_check_print(status_name(ret));
	return ret;
}

/* The arguments of --as, in the order of the values of enum guclog_form from GUCLOG_FORM_IMAGE. */
static const char * const forms[] = { "image", "lfd", "asic", "rdf", NULL };

static const struct option_desc options[] = {
	OPT_CHOICE(struct check, form, "as", "FORM", GUCLOG_FORM_IMAGE, forms,
		   "form of the files: image, lfd, asic or rdf (default:\n"
		   "detected by content)"),
	{ .name = "quiet", .letter = 'q', .kind = OPTION_FLAG,
	  .offset = offsetof(struct check, out.quiet),
	  .help = "print nothing about files without faults" },
	OPT_JSON(struct check, out.json),
	OPT_END
};

/* guclog check */
const struct cmd cmd_check = {
	.summary = "report the faults of a file, and their places",
	.usage = {
		.verb = "check",
		.synopsis = "[OPTION...] FILE...",
		.about =
"Report what is wrong with each FILE: where, what was found, what was expected.\n"
"A GuC log in any form, LFD file, ASIC info or RDF file is detected by content.\n",
		.options = options,
		.notes = "FILE '-' is standard input. Exit status: 0 no faults, 1 faults, 2 a file could\n"
"not be read or is none of these.\n",
		.operands = "a FILE is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct check),
	.run = run,
};
