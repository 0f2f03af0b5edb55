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
#include "guc_text.h"

#include "explain/analysis.h"
#include "input/input_log.h"
#include "log/logview.h"

#include "guclog.h"

struct reading;

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
 * @reading: the memory of its @view; NULL for a log of a file
 * @view: the parts of the log
 * @file: the file that it is of, NULL for an image that the caller gave
 * @name: of the file
 * @facts: of device and GT
 * @own_facts: the same, without what other logs and comments tell
 * @dump: the devcoredump that it is part of, NULL without
 * @handle: the same, for the caller
 */
struct guclog_log {
	struct input_log own;
	struct reading *reading;
	struct logview view;
	const struct guclog_file *file;
	const char *name;
	struct guclog_facts facts;
	struct guclog_facts own_facts;
	const struct guclog_tree *dump;
	const struct guclog_dump *handle;
};

/**
 * struct guclog_dump - a devcoredump
 * @dump: its text
 * @name: of its file
 * @nr: its fields
 * @field: all of them, as a list
 */
struct guclog_dump {
	const struct guclog_tree *dump;
	const char *name;
	size_t nr;
	struct guclog_field *field;
};

/* The caller's bytes; there may be none, and no pointer then. */
static inline struct guc_view bytes(const void *data, size_t len)
{
	return guc_view(len ? data : "", len);
}

static inline struct guclog_bytes to_bytes(struct guc_view view)
{
	return (struct guclog_bytes){ view.len ? view.data : NULL, view.len };
}

int tell_fault(struct guclog_fault *to, const struct guc_fault *fault);
void error_set(struct guclog_error *error, int code, const char *name, const char *text);
void set_read_error(struct guclog_error *error, int code, const char *name,
		    const struct reading *r);

int dump_handle_init(struct guclog_dump *handle, const struct guclog_tree *dump,
		     const char *name);
void dump_handle_free(struct guclog_dump *handle);

/* Terminated, also when nothing is added. */
static inline struct guc_text guclog_text(char *buf, size_t size)
{
	if (!size)
		buf = NULL;
	if (buf)
		*buf = '\0';
	return (struct guc_text){ .buf = buf, .size = size };
}

#endif
