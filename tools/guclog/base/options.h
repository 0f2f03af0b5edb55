/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Command line options: each verb (subcommand of guclog, such as decode) has a table of its
 * options. The code in options.c uses this table to parse the options and to print the help text.
 * An example:
 *
 *	struct info {
 *		struct number gt;
 *		bool json;
 *	};
 *
 *	static const struct option_desc options[] = {
 *		OPT_GT(struct info, gt, "only the log of this GT"),
 *		OPT_JSON(struct info, json),
 *		OPT_END
 *	};
 */
#ifndef _OPTIONS_H_
#define _OPTIONS_H_

#include "base/number.h"

/**
 * enum option_kind - type of the member that an option sets
 * @OPTION_END: end of the table
 * @OPTION_FLAG: bool, set to true
 * @OPTION_JSON: bool, set to true; refused if guclog was built without JSON
 * @OPTION_SELECT: int, set to option_desc.value. Two options that select different values for one
 *	member cannot be used together.
 * @OPTION_TEXT: const char \*, set to the argument
 * @OPTION_NUMBER: struct number, set to the argument, a number from 0 to option_desc.value
 * @OPTION_CHOICE: int, set to option_desc.value plus the index of the argument in
 *	option_desc.choices
 * @OPTION_CALL: any type; option_desc.call sets the member
 */
enum option_kind {
	OPTION_END,
	OPTION_FLAG,
	OPTION_JSON,
	OPTION_SELECT,
	OPTION_TEXT,
	OPTION_NUMBER,
	OPTION_CHOICE,
	OPTION_CALL,
};

/* Returned by option_desc.call after it has printed an error itself. */
#define OPTION_FAILED	""

/**
 * struct option_desc - an option
 * @name: long name without its dashes
 * @letter: short name, 0 if it has none
 * @kind: type of the member that the option sets
 * @offset: offset of the member in the structure for the options of the verb
 * @arg: name of the option's argument for the help text, NULL if it takes none
 * @help: help text; each of its lines is printed with an indent
 * @value: see enum option_kind
 * @choices: valid arguments, ends with NULL
 * @call: reads the argument and sets the member. Return: NULL, or a text about the error in the
 *	argument, or OPTION_FAILED
 */
struct option_desc {
	const char *name;
	char letter;
	enum option_kind kind;
	size_t offset;
	const char *arg;
	const char *help;
	u64 value;
	const char * const *choices;
	const char *(*call)(void *member, const char *arg);
};

#define OPT_END	{ .kind = OPTION_END }

#define OPT_FLAG(type, member, option, text) { \
	.name = (option), .kind = OPTION_FLAG, \
	.offset = offsetof(type, member), .help = (text) }

#define OPT_SELECT(type, member, option, to, text) { \
	.name = (option), .kind = OPTION_SELECT, .value = (to), \
	.offset = offsetof(type, member), .help = (text) }

#define OPT_TEXT(type, member, option, argument, text) { \
	.name = (option), .kind = OPTION_TEXT, .arg = (argument), \
	.offset = offsetof(type, member), .help = (text) }

#define OPT_NUMBER(type, member, option, argument, max, text) { \
	.name = (option), .kind = OPTION_NUMBER, .arg = (argument), \
	.offset = offsetof(type, member), .value = (max), .help = (text) }

#define OPT_CHOICE(type, member, option, argument, first, list, text) { \
	.name = (option), .kind = OPTION_CHOICE, .arg = (argument), \
	.offset = offsetof(type, member), .value = (first), \
	.choices = (list), .help = (text) }

#define OPT_CALL(type, member, option, argument, function, text) { \
	.name = (option), .kind = OPTION_CALL, .arg = (argument), \
	.offset = offsetof(type, member), .call = (function), .help = (text) }

/* Options that several verbs have. */
#define OPT_JSON(type, member) { \
	.name = "json", .kind = OPTION_JSON, .offset = offsetof(type, member), \
	.help = "print JSON; guclog(1) lists the names" }

#define OPT_GT(type, member, text) \
	OPT_NUMBER(type, member, "gt", "N", U32_MAX, text)

#define OPT_LOG(type, member) \
	OPT_NUMBER(type, member, "log", "N", U32_MAX, \
		   "the Nth log of INPUT, counted from 0, if it has several")

/* The option --output; it sets @member, a struct output. */
#define OPT_OUTPUT(type, member) { \
	.name = "output", .letter = 'o', .kind = OPTION_TEXT, .arg = "OUT", \
	.offset = offsetof(type, member.path), \
	.help = "write to OUT instead of standard output" \
}, \
	OPT_FLAG(type, member.force, "force", "replace OUT if it exists")

/**
 * struct usage - how a verb is used
 * @verb: name of the verb
 * @synopsis: arguments of the verb, one line for each way to use it
 * @about: what the verb does
 * @options: options of the verb, OPT_END at the end
 * @notes: text after the options, NULL for none
 * @operands: error message for a wrong number of operands; it tells which operands are needed
 * @min_operands: smallest number of operands
 * @max_operands: largest number of operands
 */
struct usage {
	const char *verb;
	const char *synopsis;
	const char *about;
	const struct option_desc *options;
	const char *notes;
	const char *operands;
	int min_operands;
	int max_operands;
};

/* Value of max_operands for "no limit": no command line has this many operands. */
#define OPERANDS_ANY	0x7fffffff

/* First line of @notes of a verb that reads logs. */
#define USAGE_INPUT \
"INPUT is a log in any form, a directory of logs, or '-' for standard input.\n"

/* Returned by options_parse() when the verb must run. */
#define OPTIONS_OK	(-1)

int options_set(const struct usage *usage, const struct option_desc *desc, void *into,
		const char *arg);
int options_parse(const struct usage *usage, void *into, int argc, char **argv);
void options_help(const struct usage *usage, FILE *to);
void options_table(const struct usage *usage, FILE *to);
const char *options_bytes(void *member, const char *arg);
__printf(2, 3) int options_fail(const char *verb, const char *fmt, ...);

#endif
