/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The streams of the GTs of all GPUs. They are read at the same time to compute the state of each
 * GuC: which contexts run and wait.
 */
#ifndef _STREAMS_H_
#define _STREAMS_H_

#include "base/base.h"
#include "stream/live.h"

/**
 * enum stream_kind - origin of a stream, and which time is the present time of its GuC
 * @STREAM_MODULE: the module on this machine; the present time is CLOCK_BOOTTIME
 * @STREAM_RECORDED: a recorded file; the present time is the time of its newest event
 * @STREAM_PIPE: a pipe, which can come from another machine with another clock, or from a recorded
 *	file; the present time is the time of the newest event, plus the time since this event
 *	arrived
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
 * @kind: origin of the stream
 * @live: the state of the GuC that writes the stream
 * @opened_ns: for STREAM_MODULE: time at which the stream was opened, CLOCK_BOOTTIME in ns; else
 *	GUCLOG_NO_TIME
 * @arrived_ns: for STREAM_PIPE: time at which the newest events arrived, CLOCK_MONOTONIC in ns
 * @ended_ns: for STREAM_PIPE: time at which the stream ended, CLOCK_MONOTONIC in ns
 * @updated_ns: time of the state that streams_update() has computed, see enum stream_kind
 * @blind_until_ns: for STREAM_MODULE: until this time the state of the GuC is not known, because
 *	the GPU was suspended or the machine slept
 */
struct stream_source {
	char *path;
	char *label;
	int fd;
	enum stream_kind kind;
	struct live *live;
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
 * @slept_ns: total time that the machine had slept since it was booted, at the last check
 * @status: the worst enum cmd_status of the streams that have ended
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
