/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All data of a report's page except the events, as one JSON object that page.js reads.
 */
#ifndef _REPORT_DATA_H_
#define _REPORT_DATA_H_

#include "guc_facts.h"
#include "explain/explain.h"
#include "model/fact_set.h"
#include "read/dump/sections.h"
#include "read/log/logs.h"
#include "timeline/items.h"

struct json_object;
struct report_log;

/* Size of the longest text of a message, with its zero byte at the end. */
#define DATA_MESSAGE	512

/* The group of those logs and tables that the page always shows, see data_set_group(). */
#define DATA_ALL	-1

struct json_object *data_learned_names(const struct guclog_analysis *a);
struct json_object *data_new(const char *file);
void data_set_group(struct json_object *data, int group);
struct json_object *data_add_table(struct json_object *data, const char *title,
				   const char * const *head);
struct json_object *data_add_folded(struct json_object *data, const char *title,
				    const char * const *head);
struct json_object *data_add_row(struct json_object *rows);
void data_add_cell(struct json_object *row, const char *text);
void data_add_log(struct json_object *data, const struct report_log *log);
void data_add_explanation(struct json_object *data, const char *name,
			  const struct guclog_log *log, const struct guclog_explanation *e);
void data_add_facts(struct json_object *data, const struct guclog_facts *facts);
void data_add_messages(struct json_object *data, const struct guclog_timeline *t);
struct json_object *data_index_messages(struct json_object *data);
const char *data_message_time(struct json_object *index, u32 gt, const char *text);
void data_add_lines(struct json_object *data, const struct guclog_timeline *t);
void data_add_batch(struct json_object *data, const struct guclog_explanation *e);
int data_add_dump(struct json_object *data, const struct guclog_dump *dump);

/* Functions with which the files of this folder make and read parts of the data. */
struct json_object *data_text(const char *text);
struct json_object *data_member(struct json_object *o, const char *key);
void data_put(struct json_object *o, const char *key, struct json_object *value);
void data_put_u64(struct json_object *o, const char *key, u64 value);
struct json_object *data_explanation(const char *name, const struct guclog_log *log,
				     const struct guclog_explanation *e);

#endif
