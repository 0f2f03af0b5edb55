// SPDX-License-Identifier: GPL-2.0-only
/*
 * events IMAGE -- print the events of an image and their verdict, for
 * test_library.py.
 */
#include <guclog_events.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "image.h"

/* Yes, no, unknown: 1, 0, -1. */
static int number(enum guclog_tri tri)
{
	return tri == GUCLOG_UNKNOWN ? -1 : tri == GUCLOG_YES;
}

static void show(const struct guclog_log *log, struct guclog_walk *walk)
{
	const struct guclog_explanation *x;
	struct guclog_event e;
	unsigned int failed = 0, i;
	struct guclog_rule rule;

	while (guclog_walk_next(walk, &e))
		printf("%" PRIu64 "|%" PRId64 "|%d|%s|%s\n", e.index, e.tick,
		       (int)e.guc_id, e.engine, e.name ? e.text : "");
	x = guclog_explain(log, NULL, NULL, NULL);
	if (!x)
		return;
	for (i = 0; !guclog_analysis_rule(x->analysis, i, &rule); i++)
		failed += rule.failed;
	printf("verdict|%d|%d|%d|%s|%d|%" PRId64 "|%d|%s|%d\n", number(x->hang),
	       number(x->reset), (int)x->victim, x->engine, (int)x->waiter,
	       x->wait_ns == GUCLOG_NO_TIME ? -1 : x->wait_ns,
	       (int)x->unanswered_faults, x->stuck ? x->stuck : "-", !failed);
	guclog_explanation_free(x);
}

/* The events as numbers are those with words. Return: whether they are. */
static int same(const struct guclog_log *log, struct guclog_walk *walk)
{
	struct guclog_walk *other = NULL;
	struct guclog_layout layout;
	struct guclog_timeline t;
	struct guclog_owner owner;
	struct guclog_entry n, m;
	struct guclog_event e;
	uint64_t nr = 0;
	uint32_t id;

	guclog_log_layout(log, &layout);
	if (guclog_timeline_open(&t, log) || guclog_walk_from(&other, log, &t) ||
	    t.entries != layout.entries || layout.bytes < 20 * layout.entries)
		return 0;
	guclog_walk_rewind(walk);
	while (guclog_walk_next(walk, &e)) {
		if (!guclog_timeline_next(&t, &n) || !guclog_walk_entry(other, &m, &owner) ||
		    n.index != e.index || n.tick != e.tick || n.id != e.id ||
		    n.arg[1] != e.arg[1] || m.index != e.index || owner.guc_id != e.guc_id ||
		    strcmp(owner.engine, e.engine))
			break;
		if (guclog_log_entry(log, n.index).len != 20)
			break;
		memcpy(&id, (const char *)guclog_log_entry(log, n.index).data + 8, 4);
		if (id != n.id)
			break;
		nr++;
	}
	guclog_walk_free(other);
	return nr == layout.entries && !guclog_timeline_next(&t, &n) &&
	       !guclog_log_entry(log, nr).len && !guclog_log_entry(log, UINT64_MAX / 20 + 1).len;
}

int main(int argc, char **argv)
{
	struct guclog_walk *walk = NULL;
	struct guclog_log *log = image_log(argc, argv);
	int err;

	if (!log)
		return 1;
	err = guclog_walk_new(&walk, log);
	if (err) {
		printf("error %d\n", err);
	} else {
		show(log, walk);
		guclog_walk_rewind(walk);
		show(log, walk);
		if (!same(log, walk))
			return 2;
	}
	guclog_walk_free(walk);
	guclog_log_free(log);
	return 0;
}
