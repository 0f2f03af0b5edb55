// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* events FILE -- print the events of the first log of a file, with their times in the log. */
#include <guclog.h>

#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	struct guclog *g = guclog_new(0);
	struct guclog_events *events;
	struct guclog_event e;
	char text[512];
	int error;

	if (argc != 2 || !g)
		return 2;
	if (guclog_open(g, argv[1])) {
		fprintf(stderr, "events: %s\n", guclog_error(g));
		return 1;
	}
	error = guclog_log(g, 0) ? guclog_events_open(guclog_log(g, 0), false, &events) : -1;
	if (error) {
		fprintf(stderr, "events: %s: no events\n", argv[1]);
		return 1;
	}
	while (guclog_events_next(events, &e)) {
		*text = '\0';
		guclog_event_text(events, &e, text, sizeof(text));
		printf("%" PRIu64 "  %" PRId64 "  0x%04x  %08x %08x  %s\n", e.index, e.tick, e.id,
		       e.arg[0], e.arg[1], *text ? text : "?");
	}
	guclog_events_close(events);
	guclog_free(g);
	return 0;
}
