// SPDX-License-Identifier: GPL-2.0-only
#include "base/options.h"

#include <getopt.h>

#include "base/msg.h"
#include "base/out.h"
#include "base/status.h"

#define MAX_OPTIONS	40
/*
 * getopt_long() returns HELP_VALUE for --help, and FIRST_VALUE plus the index of the option for
 * other long options. For a short option it returns the letter, which is an ASCII character and
 * therefore none of these values.
 */
#define FIRST_VALUE	256
#define HELP_VALUE	255

/* The tables for getopt_long(), made from the option table of a verb (a subcommand of guclog). */
struct getopt_tables {
	struct option option[MAX_OPTIONS];
	char letters[2 * MAX_OPTIONS];
};

static void make_tables(struct getopt_tables *tables,
			const struct option_desc *desc)
{
	struct option *option = tables->option;
	char *letter = tables->letters;
	int i;

	memset(tables, 0, sizeof(*tables));
	for (i = 0; desc[i].kind != OPTION_END && i < MAX_OPTIONS - 2; i++) {
		option[i].name = desc[i].name;
		option[i].has_arg = desc[i].arg ? required_argument : no_argument;
		option[i].val = FIRST_VALUE + i;
		if (desc[i].letter)
			letter += sprintf(letter, desc[i].arg ? "%c:" : "%c", desc[i].letter);
	}
	option[i].name = "help";
	option[i].val = HELP_VALUE;
	*letter = 'h';
}

static const struct option_desc *find(const struct option_desc *desc, int value)
{
	if (value >= FIRST_VALUE)
		return &desc[value - FIRST_VALUE];
	for (; desc->kind != OPTION_END; desc++)
		if (desc->letter == value)
			return desc;
	return NULL;
}

/**
 * options_parse() - read the options of a verb
 * @usage: description of the verb
 * @into: structure of the verb, whose members the options set
 * @argc: number of arguments, the verb's name included
 * @argv: arguments; the operands begin at optind afterwards
 *
 * Return: OPTIONS_OK if the verb must run. Otherwise the help text was printed, or an error was
 * printed on stderr, and the exit status of the program is returned.
 */
int options_parse(const struct usage *usage, void *into, int argc, char **argv)
{
	struct getopt_tables tables;
	int value, n;

	make_tables(&tables, usage->options);
	while ((value = getopt_long(argc, argv, tables.letters, tables.option,
				    NULL)) != -1) {
		if (value == HELP_VALUE || value == 'h') {
			options_help(usage, stdout);
			return CMD_FINE;
		}
		if (value == '?' ||
		    options_set(usage, find(usage->options, value), into, optarg)) {
			out_now()->hint(out_now(), usage->verb);
			return CMD_FAILED;
		}
	}
	n = argc - optind;
	if (!n && usage->min_operands)
		return options_fail(usage->verb, "%s", usage->operands);
	if (n < usage->min_operands || n > usage->max_operands)
		return options_fail(usage->verb, "%s, not %d",
				    usage->operands, n);
	return OPTIONS_OK;
}

/* Write the names and the argument of an option, such as "-o, --output OUT". */
static int format_name(const struct option_desc *desc, char *buf, size_t size)
{
	char letter[5] = "";

	if (desc->letter)
		snprintf(letter, sizeof(letter), "-%c, ", desc->letter);
	return snprintf(buf, size, "%s--%s%s%s", letter, desc->name,
			desc->arg ? " " : "", desc->arg ? desc->arg : "");
}

static void print_option(FILE *to, const char *name, int width,
			 const char *help)
{
	const char *end;

	for (; (end = strchr(help, '\n')); name = "", help = end + 1)
		fprintf(to, "  %-*s  %.*s\n", width, name, (int)(end - help),
			help);
	fprintf(to, "  %-*s  %s\n", width, name, help);
}

static void print_synopsis(const struct usage *usage, FILE *to)
{
	const char *line = usage->synopsis, *end, *head = "Usage:";

	for (; *line; head = "      ", line = end + (*end == '\n')) {
		end = strchrnul(line, '\n');
		fprintf(to, "%s guclog %s %.*s\n", head, usage->verb,
			(int)(end - line), line);
	}
}

/**
 * options_help() - print the help text of a verb
 * @usage: description of the verb
 * @to: destination
 */
void options_help(const struct usage *usage, FILE *to)
{
	const struct option_desc *desc;
	int width = (int)strlen("-h, --help"), n;
	char name[64];

	for (desc = usage->options; desc->kind != OPTION_END; desc++) {
		n = format_name(desc, name, sizeof(name));
		width = max(width, n);
	}
	print_synopsis(usage, to);
	fprintf(to, "%s\n", usage->about);
	for (desc = usage->options; desc->kind != OPTION_END; desc++) {
		format_name(desc, name, sizeof(name));
		print_option(to, name, width, desc->help);
	}
	print_option(to, "-h, --help", width, "print this text");
	if (usage->notes)
		fprintf(to, "\n%s", usage->notes);
}

/**
 * options_table() - print the options of a verb for the completion of a shell
 * @usage: description of the verb
 * @to: destination
 *
 * Prints one line for each spelling of an option, such as -o and --output. If the option has an
 * argument, the line continues with a tab, the name of the argument, a tab, and, if the option
 * accepts only fixed words, these words with blanks between them.
 *
 * Context: process context; prints.
 */
void options_table(const struct usage *usage, FILE *to)
{
	const struct option_desc *desc;
	const char * const *choice;
	int letter;

	for (desc = usage->options; desc->kind != OPTION_END; desc++) {
		for (letter = desc->letter ? 1 : 0; letter >= 0; letter--) {
			if (letter)
				fprintf(to, "-%c", desc->letter);
			else
				fprintf(to, "--%s", desc->name);
			if (desc->arg)
				fprintf(to, "\t%s\t", desc->arg);
			for (choice = desc->choices; choice && *choice; choice++)
				fprintf(to, "%s%s", choice == desc->choices ? "" : " ", *choice);
			fputc('\n', to);
		}
	}
	fputs("-h\n--help\n", to);
}
