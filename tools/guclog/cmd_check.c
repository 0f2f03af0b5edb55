// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "check/check.h"
#include "output/json_out.h"
#include "util/file.h"
#include "util/log_file.h"
#include "util/msg.h"

/* A path that has nothing to check. Return: CMD_FAILED. */
static int not_checked(struct check_out *out, const char *path, const char *why)
{
	char *name = printable(path);
	struct file file = { .name = name };

	check_begin(out, &file, GUCLOG_FORM_UNKNOWN);
	free(name);
	if (out->json)
		json_check_text("error", why);
	return check_end(out, CMD_FAILED);
}

/* Use the form that the user gave, whatever the content is. */
static int check_as(struct check_out *out, const char *path, enum guclog_form form)
{
	struct file file;
	int ret;

	if (!file_read(&file, path))
		ret = check_file(out, &file, form);
	else
		ret = not_checked(out, path, "cannot be read");
	file_free(&file);
	return ret;
}

static int no_log(struct check_out *out, const struct guclog_file *file)
{
	static const char nothing[] =
		"neither a GuC log, LFD file, ASIC info nor RDF file";
	const char *bare = file->bare[0];

	if (file->form == GUCLOG_FORM_DIRECTORY || bare)
		log_file_tell(file, GUCLOG_WANT_LOG);
	else
		msg_fail(file->name, "%s", nothing);
	return not_checked(out, file->name, bare ?
			   "an Xe devcoredump without a GuC log" : nothing);
}

static int check_one(struct check_out *out, const char *path)
{
	struct guclog_file *file = log_file_open(path, false);
	unsigned int i, nr = file->nr_logs;
	int ret = CMD_FINE, status;

	if (!file->complete)
		ret = nr ? CMD_FAULTS :
			   not_checked(out, file->name, "cannot be read");
	else if (!nr)
		ret = no_log(out, file);
	for (i = 0; i < nr; i++) {
		status = check_log(out, file->log[i]);
		ret = max(ret, status);
	}
	guclog_close(file);
	return ret;
}

/**
 * struct check - one run
 * @form: --as, GUCLOG_FORM_UNKNOWN to detect it
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
		json_check_print(check_status_name(ret));
	return ret;
}

/* From GUCLOG_FORM_IMAGE on. */
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
	.summary = "report what is wrong with a file, and where",
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
	.size = sizeof(struct check),
	.run = run,
};
