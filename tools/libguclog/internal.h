/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Between the library's parts: what is behind the handles of guclog.h.
 */
#ifndef _GUCLOG_INTERNAL_H_
#define _GUCLOG_INTERNAL_H_

#include "guc_facts.h"
#include "guc_fault.h"
#include "guc_lfd.h"
#include "guc_log.h"

#include "arena.h"
#include "explain/analysis.h"
#include "input/input_log.h"
#include "log/logview.h"

#include "guclog.h"
#include "text.h"

struct messages;

/* The public struct of facts is that of the core, see facts.c. */
static inline struct guc_facts *core_facts(struct guclog_facts *facts)
{
	return (struct guc_facts *)facts;
}

static inline const struct guc_facts *const_core_facts(const struct guclog_facts *facts)
{
	return (const struct guc_facts *)facts;
}

/**
 * struct guclog_log - a log
 * @own: an image that the caller gave; unused for a log of a file
 * @arena: the memory of its @view; not used for a log of a file
 * @view: the parts of the log
 * @file: the file that it is of, NULL for an image that the caller gave
 * @name: of the file
 * @facts: of device and GT
 * @own_facts: the same, without what other logs and comments tell
 * @dump: the devcoredump that it is part of, NULL without
 */
struct guclog_log {
	struct input_log own;
	struct arena arena;
	struct logview view;
	const struct guclog_file *file;
	const char *name;
	struct guclog_facts facts;
	struct guclog_facts own_facts;
	const struct guclog_dump *dump;
};

int tell_fault(struct guclog_fault *to, const struct guc_fault *fault);
void error_set(struct guclog_error *error, int code, const char *name, const char *text);
void error_set_read(struct guclog_error *error, int code, const char *name,
		    const struct messages *m);

#endif
