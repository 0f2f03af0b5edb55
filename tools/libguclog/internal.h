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

#include "guclog.h"

struct guclog_facts {
	struct guc_facts facts;
};

struct guclog_log {
	struct guc_log log;
	struct guc_view image;
};

struct guclog_lfd {
	struct guc_lfd_reader reader;
};

/* The caller's bytes; there may be none, and no pointer then. */
static inline struct guc_view bytes(const void *data, size_t len)
{
	return guc_view(len ? data : "", len);
}

int tell_fault(struct guclog_fault *to, const struct guc_fault *fault);

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
