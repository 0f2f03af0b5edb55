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
 * struct log - a log
 * @pub: what callers have
 * @own: an image that the caller gave; unused for a log of a file
 * @arena: the memory of its @view; not used for a log of a file
 * @view: the parts of the log
 * @facts: of device and GT
 * @own_facts: the same, without what other logs and comments tell
 */
struct log {
	struct guclog_log pub;
	struct input_log own;
	struct arena arena;
	struct logview view;
	struct guclog_facts facts;
	struct guclog_facts own_facts;
};

/* The log behind the public struct. */
static inline const struct log *log_of(const struct guclog_log *log)
{
	return (const struct log *)log;
}

void log_publish(struct log *log);

int tell_fault(struct guclog_fault *to, const struct guc_fault *fault);
void error_set(struct guclog_error *error, int code, const char *name, const char *text);
void error_set_read(struct guclog_error *error, int code, const char *name,
		    const struct messages *m);

#endif
