/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The verbs (subcommands) of guclog, such as "decode" in "guclog decode". Each has a file cmd_*.c
 * and an entry in the table in guclog.c.
 */
#ifndef _CMD_H_
#define _CMD_H_

#include "base/options.h"
#include "base/status.h"

/**
 * struct cmd - a verb
 * @summary: short description of the verb, for the list of verbs in the help text
 * @usage: options and operands of the verb
 * @size: size in bytes of the structure that the options of the verb set; it is zeroed before the
 *	options are parsed; 0 if there are no options
 * @run: executes the verb; gets the structure and the operands. Return: an enum cmd_status; if that
 *	is not CMD_FINE, the reason has been printed on stderr.
 * @end: frees the memory to which the structure refers. It is called also if the options were wrong
 *	and @run was therefore not called. NULL if there is nothing to free
 */
struct cmd {
	const char *summary;
	struct usage usage;
	size_t size;
	int (*run)(void *into, int nr, char **operand);
	void (*end)(void *into);
};

#define CMD_INTO(type)	.size = sizeof(type)

extern const struct cmd cmd_asic;
extern const struct cmd cmd_asic_show;
extern const struct cmd cmd_check;
extern const struct cmd cmd_collect;
extern const struct cmd cmd_contexts;
extern const struct cmd cmd_contribute;
extern const struct cmd cmd_convert;
extern const struct cmd cmd_decode;
extern const struct cmd cmd_events;
extern const struct cmd cmd_explain;
extern const struct cmd cmd_dump;
extern const struct cmd cmd_incidents;
extern const struct cmd cmd_info;
extern const struct cmd cmd_layout;
extern const struct cmd cmd_record;
extern const struct cmd cmd_report;
extern const struct cmd cmd_top;
extern const struct cmd cmd_triage;

#endif
