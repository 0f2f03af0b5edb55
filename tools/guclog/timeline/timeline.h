/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts the items of several sources by time, see guclog_timeline_new() of guclog.h. An item is an
 * event of a log, a message of a CT ring, or a line of a kernel log or trace. A source is a log,
 * the CT rings of its GT, or a text; it is placed if its clock can be converted to the time since
 * boot.
 */
#ifndef _GUCLOG_TIMELINE_H_
#define _GUCLOG_TIMELINE_H_

#include "base/arena.h"
#include "read/dump/sections.h"
#include "read/log/events.h"
#include "read/open.h"
#include "timeline/items.h"
#include "read/lines/timed_text.h"

/* Two clocks of a machine drift apart by at most 1/4096 of the time that passes. */
#define TIMELINE_DRIFT		4096
/*
 * Only files of the same boot have the time since boot as a common clock. Files are of the same
 * boot if the wall clock at the boot, as computed from each file, differs by at most this value.
 */
#define TIMELINE_SAME_BOOT_NS	(120 * 1000000000ll)

/**
 * struct timeline - a timeline and its inputs
 * @pub: the public part
 * @arena: arena that has the memory
 * @flags: GUCLOG_TIMELINE_*
 * @boot: file with the first log that has a clock anchor, which relates the GuC's clock to the time
 *	since boot; NULL if there is none
 * @has_boot_wall: @boot_wall is known
 * @boot_wall: wall clock when the machine of that log booted, ns since 1970
 * @nr_logs: number of logs
 * @log: a reader for each log
 * @nr_dumps: number of devcoredumps
 * @dump: the devcoredumps
 * @nr_texts: number of kernel logs and traces
 * @text: the kernel logs and traces
 * @nr_sources: number of sources
 * @source: the sources, the same as @pub.source
 * @nr_items: number of items
 * @items: the items, in the order in which they were made
 */
struct timeline {
	struct guclog_timeline pub;
	struct arena arena;
	unsigned int flags;
	const struct guclog_file *boot;
	bool has_boot_wall;
	s64 boot_wall;
	unsigned int nr_logs;
	struct guclog_events **log;
	unsigned int nr_dumps;
	const struct guclog_dump **dump;
	unsigned int nr_texts;
	struct timed_text **text;
	unsigned int nr_sources;
	struct guclog_source **source;
	size_t nr_items;
	struct guclog_item *items;
};

struct guclog_source *timeline_add_source(struct timeline *t, enum guclog_source_kind kind,
					  const char *name);
struct guclog_item *timeline_add_item(struct timeline *t, struct guclog_source *source, s64 ns);
int timeline_add_messages(struct timeline *t, const struct guclog_source *log, size_t first);
int timeline_add_lines(struct timeline *t, const struct timed_text *text);

#endif
