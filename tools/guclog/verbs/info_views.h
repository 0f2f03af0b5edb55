/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of "guclog info" other than the summary of a log: the blocks of an LFD file, counts of
 * events, and the logs of this machine.
 */
#ifndef _INFO_VIEWS_H_
#define _INFO_VIEWS_H_

#include "base/base.h"

struct cli_logs;
struct log_choice;
struct schema;

int info_blocks(const struct log_choice *choice, const char *path, bool json);
int info_counts(struct cli_logs *logs, const char *path, struct schema *schema, bool json);
int info_machine(const char *sys, const char *store, bool json);
bool info_machine_any(void);

#endif
