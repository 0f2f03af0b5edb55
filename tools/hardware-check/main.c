// SPDX-License-Identifier: GPL-2.0-only
/*
 * xe-guclog-hardware-check: loads the module xe_guclog, compares its output with the output of the
 * driver xe, and prints a page which shows which properties of the module hold on this machine.
 */
#include "hwcheck.h"

#include <getopt.h>
#include <unistd.h>

#define SECONDS		60u
#define MAX_SECONDS	600ul
#define ARCHIVE		"xe-guclog-hardware-check.tar"

enum status {
	ALL_HOLDS = 0,
	SOMETHING_DOES_NOT = 1,
	COULD_NOT_RUN = 2,
};

static const char help[] =
"usage: xe-guclog-hardware-check [OPTION...]\n"
"Load the module xe_guclog next to xe, compare its output with the output of xe,\n"
"and print which of its properties hold on this machine. Takes about five minutes; needs root.\n"
"\n"
"  --gpu ADDRESS     PCI address of the GPU, such as 0000:03:00.0 (default: the first of xe)\n"
"  --module FILE     load this xe_guclog.ko (default: modprobe xe_guclog)\n"
"  --guclog FILE     the command guclog (default: the one of this build, else by PATH)\n"
"  --load COMMAND    record the firmware's log also while this command uses the GPU (default:\n"
"                    clpeak, vkpeak, clinfo or vulkaninfo, if one is installed)\n"
"  --seconds N       record the firmware's log for N seconds (default: 60)\n"
"  --provoke-hang    also let a batch hang; first print what this does to the machine\n"
"  -o, --output FILE the archive for a report (default: xe-guclog-hardware-check.tar)\n"
"  --no-archive      do not write the archive\n"
"  --sys DIR         mount point of sysfs (default: /sys)\n"
"\n"
"The exit status is 0 when everything that was run holds, 1 when something does not hold, and\n"
"2 when nothing could be run.\n";

/* Options without a short form. */
enum {
	OPT_GPU = 256,
	OPT_MODULE,
	OPT_GUCLOG,
	OPT_LOAD,
	OPT_SECONDS,
	OPT_HANG,
	OPT_NO_ARCHIVE,
	OPT_SYS,
	OPT_HELP,
	OPT_VERSION
};

static const struct option options[] = {
	{ "gpu", required_argument, NULL, OPT_GPU },
	{ "module", required_argument, NULL, OPT_MODULE },
	{ "guclog", required_argument, NULL, OPT_GUCLOG },
	{ "load", required_argument, NULL, OPT_LOAD },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "provoke-hang", no_argument, NULL, OPT_HANG },
	{ "output", required_argument, NULL, 'o' },
	{ "no-archive", no_argument, NULL, OPT_NO_ARCHIVE },
	{ "sys", required_argument, NULL, OPT_SYS },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 }
};

static void set_string(char **to, const char *value)
{
	free(*to);
	*to = strdup(value);
}

static bool set_seconds(struct machine *m, const char *value)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);

	if (!n || n > MAX_SECONDS || *end) {
		say("--seconds is a number from 1 to %lu", MAX_SECONDS);
		return false;
	}
	m->seconds = (unsigned int)n;
	return true;
}

/*
 * Apply an option. Return: true, or false if the option is not valid; then the reason or the help
 * was printed.
 */
static bool set_option(struct machine *m, const char **archive, int option)
{
	switch (option) {
	case OPT_GPU:
		set_string(&m->gpu, optarg);
		return true;
	case OPT_MODULE:
		m->module = optarg;
		return true;
	case OPT_GUCLOG:
		set_string(&m->guclog, optarg);
		return true;
	case OPT_LOAD:
		set_string(&m->load, optarg);
		return true;
	case OPT_SECONDS:
		return set_seconds(m, optarg);
	case OPT_HANG:
		m->provoke_hang = true;
		return true;
	case 'o':
		*archive = optarg;
		return true;
	case OPT_NO_ARCHIVE:
		*archive = NULL;
		return true;
	case OPT_SYS:
		m->sys = optarg;
		return true;
	}
	fputs(help, stderr);
	return false;
}

/* Parse the command line. Return: -1 to run the checks, else the exit status of the program. */
static int parse(int argc, char **argv, struct machine *m, const char **archive)
{
	int c;

	while ((c = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
		if (c == OPT_HELP)
			fputs(help, stdout);
		else if (c == OPT_VERSION)
			printf("xe-guclog-hardware-check %s\n", CHECK_VERSION);
		if (c == OPT_HELP || c == OPT_VERSION)
			return ALL_HOLDS;
		if (!set_option(m, archive, c))
			return COULD_NOT_RUN;
	}
	if (optind == argc)
		return -1;
	fputs(help, stderr);
	return COULD_NOT_RUN;
}

static void interrupt(int signal)
{
	interrupted = signal;
}

static void catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = interrupt };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static void run_checks(const struct machine *m, struct page *page)
{
	static void (* const checks[])(const struct machine *m, struct page *page) = {
		check_sleep, check_raw, check_exporter, check_vram, check_asic, check_stream,
		check_names, check_hang,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(checks) && !interrupted; i++)
		checks[i](m, page);
}

static void print_archive(const char *path, int ret, const struct text *list)
{
	if (ret)
		say("%s: %s", path, strerror(-ret));
	else
		printf("\nThe archive %s can be attached to a report. It contains\n%s%s\n", path,
		       list->data ?: "",
		       "No addresses, no names of processes or hosts, and no serial numbers are in it.");
}

/*
 * Run all checks, restore the state of the machine, and then print the page and write the archive.
 * Return: the exit status of the program.
 */
static int check(struct machine *m, const char *path)
{
	struct text list = { NULL, 0 };
	struct page page = { 0 };
	int archive = -1, status = COULD_NOT_RUN;

	run_checks(m, &page);
	if (!interrupted && path)
		archive = archive_begin(m, path, &list);
	machine_leave(m, &page);
	if (interrupted) {
		say("interrupted");
		if (archive >= 0) {
			close(archive);
			unlink(path);
		}
	} else {
		page_print(&page, m, stdout);
		if (archive >= 0) {
			archive = archive_end(archive, m, &page, &list);
			if (archive)
				unlink(path);
		}
		if (path)
			print_archive(path, archive, &list);
		status = page_count(&page, HOLDS_NOT) ? SOMETHING_DOES_NOT :
			 page_count(&page, HOLDS) > 1 ? ALL_HOLDS : COULD_NOT_RUN;
	}
	page_free(&page);
	free(list.data);
	return status;
}

int main(int argc, char **argv)
{
	struct machine m = { .sys = "/sys", .seconds = SECONDS };
	const char *archive = ARCHIVE;
	int status = parse(argc, argv, &m, &archive);

	if (status >= 0)
		return status;
	status = COULD_NOT_RUN;
	catch_signals();
	if (geteuid() && !strcmp(m.sys, "/sys"))
		say("Only root can load the module and read debugfs.");
	else if (archive && exists(archive))
		say("%s exists; name another file with -o.", archive);
	else if (!machine_open(&m))
		status = check(&m, archive);
	machine_close(&m);
	return status;
}
