/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Following a stream of the module, or a recorded stream to whose file more is written. The newest
 * events are kept in memory, because the names and contexts of new events are derived from the
 * events before them.
 */
#ifndef _FOLLOW_STREAM_H_
#define _FOLLOW_STREAM_H_

#include "read/log/growing_log.h"
#include "stream/follow.h"

/**
 * struct follow_stream - a stream that is followed
 * @path: path of the stream
 * @fd: open for reading
 * @grows: @path is a regular file with a length, and more bytes may be written to its end
 * @ended: the stream has ended
 * @show_ms: earliest time at which new events are printed next, CLOCK_MONOTONIC in ms
 * @broken: the stream has bytes that are not valid in an LFD file; false again after a message has
 *	reported that
 * @growing: the newest events
 * @shown: number of events that were printed
 * @log: which events of @growing are new, for follow_is_new()
 */
struct follow_stream {
	const char *path;
	int fd;
	bool grows;
	bool ended;
	s64 show_ms;
	bool broken;
	struct growing_log *growing;
	u64 shown;
	struct follow_log log;
};

int follow_stream_start(struct follow_stream *f, const char *path);
bool follow_stream_wait(struct follow_stream *f);
const struct follow_log *follow_stream_read(struct follow_stream *f);
void follow_stream_trim(struct follow_stream *f, struct guclog_events *t);
void follow_stream_stop(struct follow_stream *f);

#endif
