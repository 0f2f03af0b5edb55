// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * events INPUT -- print the events of all logs of an input. The input can have any form that
 * libguclog reads, such as a devcoredump, a compressed file, an archive or a directory.
 *
 * cc events.c $(pkg-config --cflags --libs libguclog) -o events
 */
#include <guclog.h>

#include <inttypes.h>
#include <stdio.h>

static void show(const struct guclog_events *events, const struct guclog_event *e)
{
	char text[512];

	printf("%7" PRIu64 "  ", e->index);
	if (e->boottime_ns != GUCLOG_NO_TIME)
		printf("%c%.9f", e->ambiguous ? '~' : ' ', e->boottime_ns / 1e9);
	else
		printf(" tick %" PRId64, e->tick);
	if (guclog_event_text(events, e, text, sizeof(text)))
		printf("  %s", text);
	else
		printf("  0x%04" PRIx32 " 0x%" PRIx32 " 0x%" PRIx32, e->id, e->arg[0],
		       e->arg[1]);
	if (e->guc_id != GUCLOG_NONE)
		printf("  (context %" PRIu32 ")", e->guc_id);
	printf("\n");
}

static int show_log(const struct guclog_log *log)
{
	struct guclog_error error;
	struct guclog_events *events = guclog_events_open(log, 0, &error);
	struct guclog_event event;

	printf("# %s: %s\n", log->name, guclog_form_label(log->form));
	if (!events) {
		fprintf(stderr, "%s\n", error.text);
		return 1;
	}
	while (guclog_events_next(events, &event))
		show(events, &event);
	guclog_events_close(events);
	return 0;
}

int main(int argc, char **argv)
{
	struct guclog_error error;
	struct guclog_file *file;
	const char *message;
	unsigned int i;
	int status = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: events INPUT\n");
		return 2;
	}
	file = guclog_open(argv[1], NULL, &error);
	if (!file) {
		fprintf(stderr, "events: %s\n", error.text);
		return 2;
	}
	for (i = 0; (message = file->message[i]); i++)
		fprintf(stderr, "events: %s\n", message);
	for (i = 0; i < file->nr_logs; i++)
		status |= show_log(file->log[i]);
	guclog_close(file);
	return status;
}
