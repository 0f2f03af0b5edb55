// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "check/check.h"
#include "input/form.h"
#include "input/input.h"
#include "util/file.h"
#include "util/msg.h"

/* Use the form that the user gave, whatever the content is. */
static int check_as(const char *path, enum form form, bool quiet)
{
	struct file file;
	int ret = CMD_FAILED;

	if (!file_read(&file, path))
		ret = check_file(&file, form, quiet);
	file_free(&file);
	return ret;
}

static int no_log(const struct input *in)
{
	if (in->form == FORM_DIRECTORY || in->nr_bare)
		input_tell_no_log(in);
	else
		msg_fail(in->name,
			 "neither a GuC log, LFD file, ASIC info nor RDF file");
	return CMD_FAILED;
}

static int check_one(const char *path, bool quiet)
{
	int ret = CMD_FINE, status;
	struct input in;
	unsigned int i;

	if (input_open(&in, path))
		ret = in.nr_logs ? CMD_FAULTS : CMD_FAILED;
	else if (!in.nr_logs)
		ret = no_log(&in);
	for (i = 0; i < in.nr_logs; i++) {
		status = check_log(&in.log[i], quiet);
		ret = max(ret, status);
	}
	input_free(&in);
	return ret;
}

/**
 * struct check - one run
 * @form: --as, FORM_UNKNOWN to detect it
 * @quiet: print nothing about files without faults
 */
struct check {
	enum form form;
	bool quiet;
};

static int run(void *into, int nr, char **path)
{
	const struct check *check = into;
	int status, ret = CMD_FINE;

	for (; nr; nr--, path++) {
		status = check->form == FORM_UNKNOWN ?
			 check_one(*path, check->quiet) :
			 check_as(*path, check->form, check->quiet);
		ret = max(ret, status);
	}
	return ret;
}

static const char *set_form(void *member, const char *arg)
{
	enum form *form = member;

	*form = form_by_option(arg);
	return *form == FORM_UNKNOWN ? "not one of image, lfd, asic, rdf" : NULL;
}

static const struct option_desc options[] = {
	OPT_CALL(struct check, form, "as", "FORM", set_form,
		 "form of the files: image, lfd, asic or rdf (default:\n"
		 "detected by content)"),
	{ .name = "quiet", .letter = 'q', .kind = OPTION_FLAG,
	  .offset = offsetof(struct check, quiet),
	  .help = "print nothing about files without faults" },
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
