// SPDX-License-Identifier: GPL-2.0-only
/*
 * guclog: the GuC log outside the kernel, on the module's own core.
 */
#include <fcntl.h>
#include <unistd.h>

#include "cmd.h"
#include "guc_version.h"
#include "util/msg.h"

static const struct cmd cmds[] = {
	{ "convert", "make an LFD file or a report of a log in any form", cmd_convert },
	{ "check", "say what is wrong with a file, and where", cmd_check },
	{ "list", "show the blocks of an LFD file", cmd_list },
	{ "info", "say on one screen what a log is", cmd_info },
	{ "decode", "show the events of a log", cmd_decode },
	{ "stats", "count the events of a log", cmd_stats },
	{ "extract", "write a part of a log as it is", cmd_extract },
	{ "diff", "say how two logs differ", cmd_diff },
	{ "export", "write the events of a log for another program", cmd_export },
	{ "asic", "show or write ASIC info", cmd_asic },
#ifdef GUCLOG_COLLECT
	{ "collect", "store a dump of a GPU and its logs as an incident", cmd_collect },
	{ "incidents", "list, show, export or delete stored incidents", cmd_incidents },
#endif
	{ "layout", "say whether a kernel's xe can be served", cmd_layout },
};

static void print_usage(FILE *to)
{
	unsigned int i;

	fputs("Usage: guclog VERB [ARGUMENT...]\n\nVerbs:\n", to);
	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		fprintf(to, "  %-10s %s\n", cmds[i].name, cmds[i].summary);
	fputs("\n'guclog VERB --help' says more of a verb, guclog(1) more of all.\n"
	      "Exit status: 0 fine, 1 faults found, 2 usage or unreadable.\n", to);
}

/**
 * cmd_bad_usage() - point to a verb's help
 * @verb: its name
 *
 * Return: CMD_FAILED, to be returned by the verb.
 */
int cmd_bad_usage(const char *verb)
{
	fprintf(stderr, "Try 'guclog %s --help'.\n", verb);
	return CMD_FAILED;
}

static const struct cmd *find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		if (!strcmp(cmds[i].name, name))
			return &cmds[i];
	return NULL;
}

static int run(int argc, char **argv)
{
	const struct cmd *cmd;

	if (argc < 2) {
		print_usage(stderr);
		return CMD_FAILED;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
	    !strcmp(argv[1], "help")) {
		print_usage(stdout);
		return CMD_FINE;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("guclog " GUC_VERSION);
		return CMD_FINE;
	}
	cmd = find(argv[1]);
	if (!cmd) {
		msg_fail(NULL, "no verb '%s'", argv[1]);
		print_usage(stderr);
		return CMD_FAILED;
	}
	argv[1] = argv[0];	/* getopt's messages start with it */
	return cmd->run(argc - 1, argv + 1);
}

/*
 * A file must not get the number of a standard stream that the caller has
 * closed, or messages would be written into it. Using the stream still fails:
 * each is opened the wrong way round.
 */
static void occupy_std_fds(void)
{
	static const int mode[] = { O_WRONLY, O_RDONLY, O_RDONLY };
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", mode[fd]);
}

/**
 * main() - guclog
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status. Output that could not be written is a failure,
 * whatever the verb says.
 */
int main(int argc, char **argv)
{
	int ret;

	occupy_std_fds();
	ret = run(argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		msg_fail("standard output", "%s", strerror(errno));
		ret = CMD_FAILED;
	}
	return ret;
}
