/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes events in forms that other programs read (CSV, JSON, Perfetto), see guclog_export_open().
 */
#ifndef _GUCLOG_EXPORT_H_
#define _GUCLOG_EXPORT_H_

#include "base/arena.h"
#include "guc_env.h"
#include "output/export/exports.h"
#include "read/log/events.h"
#include "timeline/items.h"
#include "base/print.h"

struct perfetto;

/**
 * struct guclog_export - an export that is being written
 * @form: output format of the export
 * @names: names that the caller gives to event ids, NULL if there are none
 * @events: the current log
 * @log: number of the current log
 * @gt: number of the current log's GT in digits, empty if the GT is unknown
 * @timeline: the items of a timeline are written
 * @list: JSON: the list that is being written: 0 none, 1 "events", 2 "unplaced"
 * @any: JSON: the list has an item; CSV: the row of column names is written
 * @arena: arena that has the memory of @perfetto
 * @perfetto: the trace, NULL in the other forms
 * @print: the output
 */
struct guclog_export {
	enum guclog_export_form form;
	const struct guclog_names *names;
	const struct guclog_events *events;
	unsigned int log;
	char gt[16];
	bool timeline;
	int list;
	bool any;
	struct arena arena;
	struct perfetto *perfetto;
	struct print print;
};

const struct guclog_event_name *export_name(const struct guclog_names *names, u32 id);

void export_csv_head(struct guclog_export *x);
void export_csv_event(struct guclog_export *x, const struct guclog_event *e);
void export_csv_item(struct guclog_export *x, const struct guclog_item *item);

void export_json_event(struct guclog_export *x, const struct guclog_event *e);
void export_json_sources(struct guclog_export *x, const struct guclog_timeline *t);
void export_json_item(struct guclog_export *x, const struct guclog_item *item);
void export_json_end(struct guclog_export *x);

#endif
