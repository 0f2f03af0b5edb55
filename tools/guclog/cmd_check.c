// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "check/check.h"
#include "input/form.h"
#include "input/input.h"
#include "util/file.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog check [OPTION...] FILE...\n"
"Say what is wrong with each FILE: where, what was found, what was expected.\n"
"A GuC log in any form, LFD file, ASIC info or RDF file is told by its content.\n"
"\n"
"  --as FORM   do not guess: image, lfd, asic or rdf\n"
"  -q, --quiet do not mention files that are fine\n"
"  -h, --help  this text\n"
"\n"
"FILE '-' is standard input. Exit status: 0 all fine, 1 faults, 2 a file could\n"
"not be read or is none of these.\n";

/* As what the user says that it is, whatever it looks like. */
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
	if (in->form == FORM_DIRECTORY)
		msg_fail(in->name, "no GuC log in it");
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
 * cmd_check() - guclog check
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status, the worst of all files.
 */
int cmd_check(int argc, char **argv)
{
	static const struct option options[] = {
		{ "as", required_argument, NULL, 'a' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	enum form form = FORM_UNKNOWN;
	int opt, status, ret = CMD_FINE;
	bool quiet = false;

	while ((opt = getopt_long(argc, argv, "qh", options, NULL)) != -1) {
		switch (opt) {
		case 'a':
			form = form_by_option(optarg);
			if (form != FORM_UNKNOWN)
				break;
			msg_fail(NULL, "--as %s: not one of image, lfd, asic, rdf",
				 optarg);
			return cmd_bad_usage("check");
		case 'q':
			quiet = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return CMD_FINE;
		default:
			return cmd_bad_usage("check");
		}
	}
	if (optind == argc) {
		msg_fail(NULL, "no FILE");
		return cmd_bad_usage("check");
	}
	for (; optind < argc; optind++) {
		status = form == FORM_UNKNOWN ?
			 check_one(argv[optind], quiet) :
			 check_as(argv[optind], form, quiet);
		ret = max(ret, status);
	}
	return ret;
}
