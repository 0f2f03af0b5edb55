// SPDX-License-Identifier: GPL-2.0-only
/*
 * guclog: a command that reads GuC logs with the library libguclog. This file has main(), and finds
 * and runs the verb (subcommand) that the user has named.
 */
#include <fcntl.h>
#include <getopt.h>
#include <unistd.h>

#include "cmd.h"
#include "info_views.h"
#include "verbs/cli.h"
#include "base/msg.h"
#include "base/out.h"

/* The verbs in the order in which the help lists them. */
static const struct cmd * const cmds[] = {
	&cmd_explain,
	&cmd_info,
#ifdef GUCLOG_REPORT
	&cmd_report,
#endif
	&cmd_decode,
	&cmd_dump,
	&cmd_events,
	&cmd_contribute,
#ifdef GUCLOG_REPORT
	&cmd_triage,
#endif
	&cmd_convert,
	&cmd_check,
	&cmd_record,
	&cmd_top,
	&cmd_asic,
#ifdef GUCLOG_COLLECT
	&cmd_collect,
	&cmd_incidents,
#endif
	&cmd_layout,
};

/* Verbs that existed before version 0.1.0, and what replaces them. */
static const struct old_verb {
	const char *verb;
	const char *now;
} old_verbs[] = {
	{ "contexts", "now 'guclog decode --contexts'" },
	{ "ct", "now 'guclog dump --messages'" },
	{ "diff", "gone: diff(1) compares what 'guclog decode' or 'guclog info' prints" },
	{ "export", "now 'guclog decode --to csv', '--to jsonl' or '--to perfetto'" },
	{ "extract", "now 'guclog convert --to PART'" },
	{ "find", "now 'guclog info' without INPUT" },
	{ "list", "now 'guclog info --blocks'" },
	{ "stats", "now 'guclog info --counts'" },
	{ "timeline", "now 'guclog decode' with several files, or with --timeline" },
};

static void print_usage(FILE *to)
{
	unsigned int i;

	fputs("Usage: guclog [--max-memory N] VERB [ARGUMENT...]\n\nVerbs:\n", to);
	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		fprintf(to, "  %-10s %s\n", cmds[i]->usage.verb,
			cmds[i]->summary);
	fputs("\n'guclog help VERB' describes a verb, guclog(1) all of them.\n"
	      "--max-memory: largest memory for an input: bytes, or with K, M or G (default: 2G).\n"
	      "Exit status: 0 fine, 1 faults found, 2 wrong usage or unreadable.\n",
	      to);
}

static const struct cmd *find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		if (!strcmp(cmds[i]->usage.verb, name))
			return cmds[i];
	return NULL;
}

/*
 * Return: whether the words @a and @b differ by at most @edits wrong, missing, additional or
 * swapped characters.
 */
static bool is_near(const char *a, const char *b, unsigned int edits)
{
	for (; *a && *a == *b; a++)
		b++;
	if (!*a && !*b)
		return true;
	if (!edits--)
		return false;
	return (*a && is_near(a + 1, b, edits)) || (*b && is_near(a, b + 1, edits)) ||
	       (*a && *b && is_near(a + 1, b + 1, edits)) ||
	       (*a && *b && a[0] == b[1] && a[1] == b[0] && is_near(a + 2, b + 2, edits));
}

/*
 * Return: a verb that begins with @name or has nearly the same spelling, or NULL if there is none.
 */
static const char *find_like(const char *name)
{
	unsigned int i, edits, most = strlen(name) < 5 ? 1 : 2;

	for (i = 0; i < ARRAY_SIZE(cmds); i++)
		if (strlen(name) > 2 &&
		    !strncmp(cmds[i]->usage.verb, name, strlen(name)))
			return cmds[i]->usage.verb;
	for (edits = 1; edits <= most; edits++)
		for (i = 0; i < ARRAY_SIZE(cmds); i++)
			if (is_near(name, cmds[i]->usage.verb, edits))
				return cmds[i]->usage.verb;
	return NULL;
}

static int no_verb(const char *name)
{
	const char *like = find_like(name);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(old_verbs); i++) {
		if (strcmp(old_verbs[i].verb, name))
			continue;
		msg_fail(NULL, "'%s' is %s", name, old_verbs[i].now);
		return CMD_FAILED;
	}
	if (like)
		msg_fail(NULL, "no verb '%s'; did you mean '%s'?", name, like);
	else if (!access(name, F_OK))
		msg_fail(NULL, "no verb '%s': it is a file; use 'guclog explain FILE'",
			 name);
	else
		msg_fail(NULL, "no verb '%s'", name);
	fputs("Try 'guclog help'.\n", stderr);
	return CMD_FAILED;
}

/*
 * "guclog help --table [VERB]", for the completion of a shell: print the verbs, or the options of
 * the verb @verb.
 */
static int print_table(int nr, char **verb)
{
	const struct cmd *cmd = nr ? find(verb[0]) : NULL;
	unsigned int i;

	if (cmd)
		options_table(&cmd->usage, stdout);
	for (i = 0; !nr && i < ARRAY_SIZE(cmds); i++)
		puts(cmds[i]->usage.verb);
	return nr && !cmd ? CMD_FAILED : CMD_FINE;
}

static bool is_help(const char *arg)
{
	return !strcmp(arg, "--help") || !strcmp(arg, "-h");
}

static int help(int nr, char **verb)
{
	const struct cmd *cmd;

	if (nr && !strcmp(verb[0], "--table"))
		return print_table(nr - 1, verb + 1);

	if (!nr || is_help(verb[0])) {
		print_usage(stdout);
		return CMD_FINE;
	}
	cmd = find(verb[0]);
	if (!cmd)
		return no_verb(verb[0]);
	options_help(&cmd->usage, stdout);
	return CMD_FINE;
}

static int run_verb(const struct cmd *cmd, int argc, char **argv)
{
	void *into = mem_zero(cmd->size ?: 1);
	int ret = options_parse(&cmd->usage, into, argc, argv);

	if (ret == OPTIONS_OK)
		ret = cmd->run(into, argc - optind, argv + optind);
	if (cmd->end)
		cmd->end(into);
	free(into);
	return ret;
}

/* Read the option before the verb. Return: the number of arguments that it takes, or -1. */
static int read_option(int argc, char **argv)
{
	const char *why;

	if (argc < 2 || strcmp(argv[1], "--max-memory"))
		return 0;
	why = argc > 2 ? cli_set_max_memory(argv[2]) : "a number of bytes is needed";
	if (!why)
		return 2;
	msg_fail(NULL, "%s: %s", argv[1], why);
	return -1;
}

static int run(int argc, char **argv)
{
	int nr = read_option(argc, argv);
	const struct cmd *cmd;

	if (nr < 0)
		return CMD_FAILED;
	argc -= nr;
	argv += nr;
	if (argc < 2) {
		if (info_machine_any())
			return CMD_FINE;
		print_usage(stderr);
		return CMD_FAILED;
	}
	cmd = find(argv[1]);
	if (cmd) {
		/*
		 * getopt() begins its messages with argv[0] of the verb, so replace the name of the
		 * verb by the name of the command.
		 */
		argv[1] = (char *)"guclog";
		return run_verb(cmd, argc - 1, argv + 1);
	}
	if (!strcmp(argv[1], "help"))
		return help(argc - 2, argv + 2);
	if (is_help(argv[1]))
		return help(0, NULL);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("guclog " CMD_VERSION);
		return CMD_FINE;
	}
	return no_verb(argv[1]);
}

/*
 * If this program was started with a closed standard stream, a file that it opens could get the
 * descriptor of that stream, and messages would be written into the file. Open /dev/null as that
 * descriptor, in the wrong direction (stdin for writing, stdout and stderr for reading), so that
 * using the stream still fails.
 */
static void occupy_std_fds(void)
{
	static const int mode[] = { O_WRONLY, O_RDONLY, O_RDONLY };
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", mode[fd]);
}

static void print_text(struct out *out, const void *data, size_t len)
{
	fwrite(data, 1, len, stdout);
}

static void print_message(struct out *out, const char *text)
{
	fprintf(stderr, "guclog: %s\n", text);
}

static void suggest_help(struct out *out, const char *verb)
{
	fprintf(stderr, "Try 'guclog %s --help'.\n", verb);
}

static __attribute__((noreturn)) void no_memory(struct out *out)
{
	fputs("guclog: out of memory\n", stderr);
	exit(CMD_FAILED);
}

/**
 * out_command() - get where the command prints
 *
 * Return: the output of the command: standard output, and standard error for messages.
 */
struct out *out_command(void)
{
	static struct out command = {
		.write = print_text, .say = print_message, .hint = suggest_help,
		.none = no_memory,
	};

	return &command;
}

/**
 * main() - run a verb of guclog
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status; CMD_FAILED if the output could not be written.
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
