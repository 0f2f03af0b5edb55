// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions of guclog.h that read a stream.
 */
#include "guclog.h"

#include "guc_env.h"
#include "read/log/growing_log.h"

/**
 * struct guclog_stream - a stream
 * @growing: the newest events
 * @fed: bytes have arrived since @events was opened
 * @next: number of events of @growing that were returned
 * @dropped: number of events before those of @growing
 * @events: reader of the events in @growing, NULL if there are none
 */
struct guclog_stream {
	struct growing_log *growing;
	bool fed;
	u64 next;
	u64 dropped;
	struct guclog_events *events;
};

struct guclog_stream *guclog_stream_new(void)
{
	struct guclog_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->growing = growing_log_new("stream");
	if (stream->growing)
		return stream;
	free(stream);
	return NULL;
}

void guclog_stream_free(struct guclog_stream *stream)
{
	if (!stream)
		return;
	guclog_events_close(stream->events);
	growing_log_free(stream->growing);
	free(stream);
}

int guclog_stream_feed(struct guclog_stream *stream, const void *data, size_t len)
{
	stream->fed |= len > 0;
	return growing_log_add(stream->growing, data, len) == -ENOMEM ? -ENOMEM : 0;
}

/* Drop old events if very many are kept. The reader of the events must be opened again. */
static void drop_old(struct guclog_stream *stream)
{
	u64 dropped = growing_log_trim(stream->growing, stream->events,
				       stream->growing->events - stream->next);

	stream->next -= dropped;
	stream->dropped += dropped;
}

/* Read the events that have arrived so far, from the first event that was not returned. */
static int open_events(struct guclog_stream *stream)
{
	struct guclog_error error = { .code = 0 };
	const struct guclog_file *file;

	if (stream->events)
		drop_old(stream);
	guclog_events_close(stream->events);
	stream->fed = false;
	file = growing_log_update(stream->growing);
	stream->events = log_events_open(file->log[0], GUCLOG_EVENTS_NAMES, &error);
	if (error.code == -ENOMEM || stream->growing->arena.failed)
		return -ENOMEM;
	return !stream->events || stream->next >= stream->events->entries ? 0 :
	       guclog_events_seek(stream->events, stream->next);
}

static bool is_at_end(const struct guclog_stream *stream)
{
	return !stream->events || stream->next >= stream->events->entries;
}

int guclog_stream_next(struct guclog_stream *stream, struct guclog_event *event)
{
	int ret = stream->fed && is_at_end(stream) ? open_events(stream) : 0;

	if (ret)
		return ret;
	if (is_at_end(stream) || !guclog_events_next(stream->events, event))
		return stream->growing->fault.error;
	stream->next++;
	event->index += stream->dropped;
	return 1;
}
