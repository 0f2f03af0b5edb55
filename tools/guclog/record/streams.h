/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The streams of the GTs of all GPUs. They are read at the same time to compute the state of each
 * GuC: which contexts run and wait.
 */
#ifndef _STREAMS_H_
#define _STREAMS_H_

#include "shared/base.h"
#include "guclog_live.h"

/**
 * enum stream_kind - where a stream comes from, and what the present time of its GuC is
 * @STREAM_MODULE: the module on this machine; the time is CLOCK_BOOTTIME
 * @STREAM_RECORDED: a recorded file; the time is that of its newest event
 * @STREAM_PIPE: a pipe, which can come from another machine with another clock, or from a recorded
 *	file; the time is that of the newest event, plus the time since this event arrived
 */
enum stream_kind {
	STREAM_MODULE,
	STREAM_RECORDED,
	STREAM_PIPE
};

/**
 * struct stream_source - one stream
 * @path: path of the stream
 * @label: GPU and GT, such as "0000:03:00.0 gt0", or the path if these are not known
 * @fd: descriptor of the stream, -1 after its end
 * @kind: where the stream comes from
 * @live: the state of the GuC that writes the stream
 * @opened_ns: for STREAM_MODULE: CLOCK_BOOTTIME when the stream was opened; else GUCLOG_NO_TIME
 * @arrived_ns: for STREAM_PIPE: CLOCK_MONOTONIC when the newest events arrived
 * @ended_ns: for STREAM_PIPE: CLOCK_MONOTONIC when the stream ended
 * @updated_ns: time of the state that streams_update() has computed, see enum stream_kind
 * @blind_until_ns: for STREAM_MODULE: until this time the state of the GuC is not known, because
 *	the GPU was suspended or the machine slept
 */
struct stream_source {
	char *path;
	char *label;
	int fd;
	enum stream_kind kind;
	const struct guclog_live *live;
	s64 opened_ns;
	s64 arrived_ns;
	s64 ended_ns;
	s64 updated_ns;
	s64 blind_until_ns;
};

/**
 * struct streams - all streams that are read
 * @sys: mount point of sysfs
 * @all: read the streams of all GTs, including those that appear later
 * @nr: number of streams
 * @source: the streams, one for each GT
 * @slept_ns: how long the machine has slept since it was booted, at the last check
 * @status: enum cmd_status of what was read so far
 */
struct streams {
	const char *sys;
	bool all;
	unsigned int nr;
	struct stream_source **source;
	s64 slept_ns;
	int status;
};

int streams_open(struct streams *s, const char *sys, unsigned int nr, char * const *path);
void streams_scan(struct streams *s);
bool streams_read(struct streams *s, s64 until_ms, int key_fd);
bool streams_ended(const struct streams *s);
int streams_update(struct streams *s, struct stream_source *source, s64 stall_ns,
		   s64 submitted_ns);
void streams_close(struct streams *s);

#endif
