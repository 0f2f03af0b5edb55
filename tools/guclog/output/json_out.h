/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * JSON output. guclog(1) documents the names of all members of JSON objects; they must not change.
 */
#ifndef _JSON_OUT_H_
#define _JSON_OUT_H_

#include "base/clean.h"
#include "messages/lines.h"

struct guclog_analysis;
struct guclog_dump;
struct guclog_dump_gt;
struct file;
struct json_object;
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
struct guclog_xe_layout;

/*
 * JSON_FN(): declare a function that prints JSON. Without json-c, the function does nothing;
 * OPT_JSON() then refuses --json.
 */
#ifdef GUCLOG_JSON
#define JSON_FN(function)	void function
#else
#define JSON_FN(function)	static inline void function {}
#endif

JSON_FN(json_blocks(const struct file *file, const struct guclog_fault *fault));
JSON_FN(json_info_add(const struct guclog_summary *sum, const struct guclog_log *log,
		      const struct guclog_explanation *explanation));
JSON_FN(json_info_add_bare(const char *name));
JSON_FN(json_info_add_kernel_log(const struct guclog_kernel_log *log));
JSON_FN(json_info_print(void));
JSON_FN(json_check_add(const char *name, const struct guclog_check_result *check,
		       const char *status, const char *error));
JSON_FN(json_check_print(const char *status));
JSON_FN(json_counts_add(const char *name, const struct tally *tally, const struct guclog_events *t,
			const struct schema *schema));
JSON_FN(json_counts_print(void));
JSON_FN(json_messages_add(const char *name, const struct guclog_dump_gt *gt,
			  const struct guclog_ct *ct, int only, u64 last));
JSON_FN(json_messages_print(void));
JSON_FN(json_dumps(const struct guclog_file *in));
JSON_FN(json_machine_add(const char *what, const char *path, const char *error));
JSON_FN(json_machine_print(void));
JSON_FN(json_asic(const struct guclog_asic *asic, bool origins));
JSON_FN(json_asic_fault(const struct guclog_fault *fault));
JSON_FN(json_dictionary(void));
JSON_FN(json_learned(const struct guclog_learned *learned));
JSON_FN(json_events_add(const char *name, const struct guclog_analysis *a,
			const struct tally *tally));
JSON_FN(json_events_print(void));
JSON_FN(json_explain_add(const char *name, const struct guclog_log *log,
			 const struct guclog_explanation *e));
JSON_FN(json_batch_add(const char *name, const struct guclog_explanation *e));
JSON_FN(json_batch_print(void));
JSON_FN(json_explain_print(void));
JSON_FN(json_contexts_add(const char *name, const struct guclog_analysis *a));
JSON_FN(json_contexts_print(void));
JSON_FN(json_layout(const struct guclog_xe_layout *layout));

/* The functions from here on exist only with json-c. */
void json_info_incident(struct json_object *metadata);
void json_put(struct json_object *to, const char *key, struct json_object *value);
void json_put_u64(struct json_object *to, const char *key, u64 value);
void json_put_bool(struct json_object *to, const char *key, bool value);
void json_put_string(struct json_object *to, const char *key, const char *text);
void json_put_text(struct json_object *to, const char *key, struct guclog_bytes text);
struct json_object *json_known_u64(bool known, u64 value);
struct json_object *json_fault(const struct guclog_fault *fault);
struct json_object *json_known(const struct guclog_explanation *e);
void json_write(struct json_object *value);
void json_print(struct json_object *value);
void json_list_add(struct json_object **list, struct json_object *value);
void json_list_print(struct json_object **list, const char *key, struct json_object *o);

#endif
