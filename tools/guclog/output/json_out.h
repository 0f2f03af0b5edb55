/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON output. guclog(1) documents the names of all members of JSON objects; they must not change.
 */
#ifndef _JSON_OUT_H_
#define _JSON_OUT_H_

#include "util/text.h"

struct guclog_analysis;
struct guclog_dump;
struct guclog_dump_gt;
struct file;
struct guclog_asic;
struct guclog_check_result;
struct guclog_ct;
struct guclog_file;
struct guclog_explanation;
struct guclog_learned;
struct guclog_log;
struct schema;
struct guclog_summary;
struct tally;
struct guclog_events;

#ifdef GUCLOG_JSON

struct json_object;

void json_blocks(const struct file *file, const struct guclog_fault *fault);
void json_info_add(const struct guclog_summary *sum, const struct guclog_log *log,
		   const struct guclog_explanation *explanation);
void json_info_incident(struct json_object *metadata);
void json_info_add_bare(const char *name);
void json_info_print(void);
void json_check_add(const char *name, const struct guclog_check_result *check, const char *status,
		    const char *error);
void json_check_print(const char *status);
void json_counts_add(const char *name, const struct tally *tally,
		     const struct guclog_events *t, const struct schema *schema);
void json_counts_print(void);
void json_messages_add(const char *name, const struct guclog_dump_gt *gt,
		       const struct guclog_ct *ct, int only, u64 last);
void json_messages_print(void);
void json_dumps(const struct guclog_file *in);
void json_machine_add(const char *what, const char *path, const char *error);
void json_machine_print(void);
void json_asic(const struct guclog_asic *asic, bool origins);
void json_asic_fault(const struct guclog_fault *fault);
void json_dictionary(void);
void json_learned(const struct guclog_learned *learned);
void json_events_add(const char *name, const struct guclog_analysis *a,
		     const struct tally *tally);
void json_events_print(void);
void json_explain_add(const char *name, const struct guclog_log *log,
		      const struct guclog_explanation *e);
void json_batch_add(const char *name, const struct guclog_explanation *e);
void json_batch_print(void);
void json_explain_print(void);
void json_contexts_add(const char *name, const struct guclog_analysis *a);
void json_contexts_print(void);

void json_put(struct json_object *to, const char *key,
	      struct json_object *value);
void json_put_u64(struct json_object *to, const char *key, u64 value);
void json_put_text(struct json_object *to, const char *key,
		   struct guclog_bytes text);
struct json_object *json_fault(const struct guclog_fault *fault);
struct json_object *json_known(const struct guclog_explanation *e);
void json_write(struct json_object *value);
void json_print(struct json_object *value);
void json_list_add(struct json_object **list, struct json_object *value);
void json_list_print(struct json_object **list, const char *key, struct json_object *o);

#else

/* Without json-c these functions are not called: the parser of the options refuses --json. */

static inline void json_blocks(const struct file *file, const struct guclog_fault *fault)
{
}

static inline void json_info_add(const struct guclog_summary *sum, const struct guclog_log *log,
				 const struct guclog_explanation *explanation)
{
}

static inline void json_info_add_bare(const char *name)
{
}

static inline void json_info_print(void)
{
}

static inline void json_check_add(const char *name, const struct guclog_check_result *check,
				  const char *status, const char *error)
{
}

static inline void json_check_print(const char *status)
{
}

static inline void json_counts_add(const char *name, const struct tally *tally,
				   const struct guclog_events *t,
				   const struct schema *schema)
{
}

static inline void json_counts_print(void)
{
}

static inline void json_messages_add(const char *name, const struct guclog_dump_gt *gt,
				     const struct guclog_ct *ct, int only, u64 last)
{
}

static inline void json_messages_print(void)
{
}

static inline void json_dumps(const struct guclog_file *in)
{
}

static inline void json_machine_add(const char *what, const char *path, const char *error)
{
}

static inline void json_machine_print(void)
{
}

static inline void json_asic(const struct guclog_asic *asic, bool origins)
{
}

static inline void json_asic_fault(const struct guclog_fault *fault)
{
}

static inline void json_learned(const struct guclog_learned *learned)
{
}

static inline void json_dictionary(void)
{
}

static inline void json_events_add(const char *name, const struct guclog_analysis *a,
				   const struct tally *tally)
{
}

static inline void json_events_print(void)
{
}

static inline void json_batch_add(const char *name, const struct guclog_explanation *e)
{
}

static inline void json_batch_print(void)
{
}

static inline void json_explain_add(const char *name, const struct guclog_log *log,
				    const struct guclog_explanation *e)
{
}

static inline void json_explain_print(void)
{
}

static inline void json_contexts_add(const char *name, const struct guclog_analysis *a)
{
}

static inline void json_contexts_print(void)
{
}

#endif
#endif
