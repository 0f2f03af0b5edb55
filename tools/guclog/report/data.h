/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the page of a report shows beside the events, as one JSON object that page.js
 * reads.
 */
#ifndef _REPORT_DATA_H_
#define _REPORT_DATA_H_

#include "input/analysed.h"
#include "events/summary.h"

struct guclog_dump;
struct json_object;

/* Longest text of a message, with its terminator. */
#define DATA_MESSAGE	512

/* The group of what the page always shows. */
#define DATA_ALL	-1

struct json_object *data_new(const char *file);
void data_set_group(struct json_object *data, int group);
struct json_object *data_add_table(struct json_object *data, const char *title,
				   const char * const *head);
struct json_object *data_add_folded(struct json_object *data, const char *title,
				    const char * const *head);
struct json_object *data_add_row(struct json_object *rows);
void data_add_cell(struct json_object *row, const char *text);
void data_add_log(struct json_object *data, const struct analysed_log *log,
		  const char *title, const struct summary *sum, size_t nr_events, u64 unsorted);
void data_add_explanation(struct json_object *data, const char *name,
			  const struct analysed_log *log, const struct guclog_dump *dump);
void data_add_facts(struct json_object *data, const struct guclog_facts *facts);
void data_add_messages(struct json_object *data, const struct guclog_timeline *t);
struct json_object *data_index_messages(struct json_object *data);
const char *data_message_time(struct json_object *index, u32 gt, const char *text);
void data_add_lines(struct json_object *data, const struct guclog_timeline *t);
void data_add_dump(struct json_object *data, const struct guclog_dump *dump);

/* For the parts of the data. */
struct json_object *data_text(const char *text);
struct json_object *data_member(struct json_object *o, const char *key);

#endif
