/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The signature of a log: a text that is the same for similar hangs.
 */
#ifndef _SIGNATURE_H_
#define _SIGNATURE_H_

#include "guclog.h"

struct guclog_tree;
struct guc_text;

void signature_add_reason(struct guc_text *text, const char *reason);
void signature_print(struct guc_text *text, const struct guclog_findings *found,
		     const struct guclog_tree *dump);

#endif
