// SPDX-License-Identifier: GPL-2.0-only
#include "base/options.h"

#include <getopt.h>

#include "base/msg.h"
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

/* Print an error such as "--to junk: not one of lfd, raw". */
static int fail_choice(const struct option_desc *desc, const char *arg)
{
	const char * const *choice;

	fprintf(stderr, "guclog: --%s %s: not one of", desc->name, arg);
	for (choice = desc->choices; *choice; choice++)
		fprintf(stderr, "%s %s", choice == desc->choices ? "" : ",",
			*choice);
	fputc('\n', stderr);
	return -1;
}

static int set_choice(const struct option_desc *desc, int *member,
		      const char *arg)
{
	int i;

	for (i = 0; desc->choices[i]; i++) {
		if (strcmp(desc->choices[i], arg))
			continue;
		*member = (int)desc->value + i;
		return 0;
	}
	return fail_choice(desc, arg);
}

static int set_number(const struct option_desc *desc, struct number *member,
		      const char *arg)
{
	member->given = number_parse(arg, strlen(arg), desc->value,
				     &member->value);
	if (member->given)
		return 0;
	msg_fail(NULL, "--%s %s: not a number from 0 to %llu", desc->name, arg,
		 desc->value);
	return -1;
}

static const char *selected_name(const struct usage *usage,
				 const struct option_desc *desc, int value)
{
	const struct option_desc *other;

	for (other = usage->options; other->kind != OPTION_END; other++)
		if (other->kind == OPTION_SELECT && (int)other->value == value &&
		    other->offset == desc->offset)
			return other->name;
	return "";
}

static int set_select(const struct usage *usage, const struct option_desc *desc,
		      int *member)
{
	if (*member && *member != (int)desc->value) {
		msg_fail(NULL, "--%s and --%s cannot be used together",
			 selected_name(usage, desc, *member), desc->name);
		return -1;
	}
	*member = (int)desc->value;
	return 0;
}

static int set_call(const struct option_desc *desc, void *member,
		    const char *arg)
{
	const char *why = desc->call(member, arg);

	if (!why)
		return 0;
	if (*why)
		msg_fail(NULL, "--%s%s%s: %s", desc->name, arg ? " " : "",
			 arg ? arg : "", why);
	return -1;
}

static int set(const struct usage *usage, const struct option_desc *desc,
	       void *into, const char *arg)
{
	void *member = (char *)into + desc->offset;

	switch (desc->kind) {
	case OPTION_JSON:
#ifndef GUCLOG_JSON
		msg_fail(NULL, "--json: this guclog was built without JSON");
		return -1;
#endif
	case OPTION_FLAG:
		*(bool *)member = true;
		return 0;
	case OPTION_SELECT:
		return set_select(usage, desc, member);
	case OPTION_TEXT:
		*(const char **)member = arg;
		return 0;
	case OPTION_NUMBER:
		return set_number(desc, member, arg);
	case OPTION_CHOICE:
		return set_choice(desc, member, arg);
	default:
		return set_call(desc, member, arg);
	}
}

static int suggest_help(const char *verb)
{
	fprintf(stderr, "Try 'guclog %s --help'.\n", verb);
	return CMD_FAILED;
}

/**
 * options_fail() - report a wrong use of a verb
 * @verb: name of the verb
 * @fmt: format of the message about the error, as for printf(), without a newline
 *
 * Return: CMD_FAILED, which the verb returns as its own status.
 */
int options_fail(const char *verb, const char *fmt, ...)
{
	char why[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	msg_fail(NULL, "%s", why);
	return suggest_help(verb);
}

/**
 * options_bytes() - read a number of bytes from the argument of an option; for use with OPT_CALL()
 * @member: u64, set to the number of bytes
 * @arg: a number, which may end with K, M or G
 *
 * Return: NULL, or a text about the error in the argument.
 */
const char *options_bytes(void *member, const char *arg)
{
	static const char units[] = "KMG";
	size_t len = strlen(arg);
	const char *unit = len ? strchr(units, arg[len - 1]) : NULL;
	unsigned int shift = unit ? 10 * (unsigned int)(unit - units + 1) : 0;
	u64 *bytes = member;

	if (unit)
		len--;
	if (!number_parse(arg, len, (1ull << 50) >> shift, bytes) || !*bytes)
		return "not a number of bytes: 1 or more, optionally followed by K, M or G";
	*bytes <<= shift;
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
		    set(usage, find(usage->options, value), into, optarg))
			return suggest_help(usage->verb);
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
