// SPDX-License-Identifier: GPL-2.0-only
/*
 * events IMAGE -- print the events of an image and their verdict, for
 * test_library.py.
 */
#include <guclog.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX	1048576

static void show(struct guclog_walk *walk)
{
	struct guclog_verdict v;
	struct guclog_event e;

	while (guclog_walk_next(walk, &e))
		printf("%" PRIu64 "|%" PRId64 "|%d|%s|%s\n", e.index, e.tick,
		       (int)e.guc_id, e.engine, e.name ? e.text : "");
	guclog_walk_verdict(walk, &v);
	printf("verdict|%d|%d|%d|%s|%d|%" PRId64 "|%d|%s|%d\n", v.hang, v.reset,
	       (int)v.victim, v.engine, (int)v.waiter, v.wait_ns,
	       (int)v.unanswered_faults, v.stuck ? v.stuck : "-",
	       v.rules_held == v.rules_tested);
}

int main(int argc, char **argv)
{
	struct guclog_walk *walk = NULL;
	struct guclog_log *log = NULL;
	FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
	unsigned char *image = (unsigned char *)malloc(MAX);
	size_t len;
	int err;

	if (!file || !image)
		return 1;
	len = fread(image, 1, MAX, file);
	fclose(file);
	if (guclog_log_parse(&log, image, len, 0))
		return 1;
	err = guclog_walk_new(&walk, log);
	if (err) {
		printf("error %d\n", err);
	} else {
		show(walk);
		guclog_walk_rewind(walk);
		show(walk);
	}
	guclog_walk_free(walk);
	guclog_log_free(log);
	free(image);
	return 0;
}
