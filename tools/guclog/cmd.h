/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The verbs of guclog. Each is one cmd_*.c and one row of the table in
 * guclog.c.
 */
#ifndef _CMD_H_
#define _CMD_H_

#include "util/status.h"

/**
 * struct cmd - a verb
 * @name: as it is typed
 * @summary: one line for the list of verbs
 * @run: takes the arguments from the verb on and returns an enum cmd_status;
 *	it has said on stderr why it is not CMD_FINE
 */
struct cmd {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

int cmd_asic(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_collect(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_decode(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_extract(int argc, char **argv);
int cmd_incidents(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_layout(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_stats(int argc, char **argv);

int cmd_bad_usage(const char *verb);

#endif
