/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Conversions between the structures of the library and those of the core, and functions that all
 * parts of the library use.
 */
#ifndef _GUCLOG_INTERNAL_H_
#define _GUCLOG_INTERNAL_H_

#include "guc_facts.h"
#include "guc_fault.h"
#include "guc_lfd.h"
#include "guc_log.h"

#include "base/types.h"
#include "model/fact_set.h"
#include "base/text.h"

struct guclog_analysis;
struct guclog_log;
struct messages;

/* The cast is valid because both structures have the same members, see facts.c. */
static inline struct guc_facts *core_facts(struct guclog_facts *facts)
{
	return (struct guc_facts *)facts;
}

static inline const struct guclog_facts *public_facts(const struct guc_facts *facts)
{
	return (const struct guclog_facts *)facts;
}

static inline const struct guc_facts *const_core_facts(const struct guclog_facts *facts)
{
	return (const struct guc_facts *)facts;
}

int fault_publish(struct guclog_fault *to, const struct guc_fault *fault);
int analysis_message(const struct guclog_analysis *a, unsigned int i, uint32_t *fence,
		     uint64_t *index);
int events_error(struct guclog_error *error, int err, const struct guclog_log *log);
void error_set(struct guclog_error *error, int code, const char *name, const char *text);
void error_set_read(struct guclog_error *error, int code, const char *name,
		    const struct messages *m);

#endif
