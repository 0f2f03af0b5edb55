/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A track: one stream that is recorded, and the files into which it is recorded. Each file is a
 * complete LFD file: it begins with the blocks that the stream has before its first events, and
 * with the latest clock anchor (the times of one instant on the GuC's clock and on the host's
 * clock).
 */
#ifndef _TRACK_H_
#define _TRACK_H_

#include "stream/stream.h"

/* Largest number of characters of a label in the name of a file; a longer label is cut. */
#define TRACK_LABEL_MAX	200

/**
 * struct track_limits - limits of the files of a recording
 * @file_bytes: largest size of a file, 0 for one file without a limit
 * @files: number of the newest files of each track that are kept, 0 for all
 * @max_bytes: largest size of the files of all tracks together, 0 for no limit
 * @kept_bytes: present size of the files of all tracks that were not removed
 * @full: a block was not written, because the files would have become larger than @max_bytes
 */
struct track_limits {
	u64 file_bytes;
	u64 files;
	u64 max_bytes;
	u64 kept_bytes;
	bool full;
};

/**
 * struct track_count - counters of a track
 * @events: number of events in the blocks of the track
 * @lost: smallest possible number of lost events, as the stream reports it
 * @estimate: number of lost events if, for each gap, the estimate of the module is used, unless the
 *	smallest possible number is larger
 * @gap_ns: sum of the known durations of gaps in ns, measured with the firmware's clock
 * @restarts: number of times that the firmware was loaded again
 * @bytes: bytes written to all files, also to those that were removed
 * @files: number of files that were created
 */
struct track_count {
	u64 events;
	u64 lost;
	u64 estimate;
	u64 gap_ns;
	u64 restarts;
	u64 bytes;
	u64 files;
};

/**
 * struct track - one stream that is recorded
 * @source: path of the stream, for messages
 * @label: beginning of the names of its files
 * @dir: descriptor of the directory of the files
 * @limits: limits of the files, which all tracks share
 * @stream: reader of the stream's blocks
 * @count: counters of the track
 * @khz: frequency of the firmware's clock in kHz, 0 when unknown
 * @head: file header and blocks with which each file begins
 * @anchor: text of the latest comment with a clock anchor
 * @anchor_ns: time at which this comment arrived, CLOCK_BOOTTIME in ns
 * @anchor_new: this comment is in @before, so it is about the next block of events
 * @before: the host comment blocks about the next block of events
 * @lost: the comment in @before about lost events
 * @fd: descriptor of the current file, -1 if there is none
 * @file_bytes: length of the current file
 * @file_events: number of events in the current file
 * @dropped: number of the oldest files that were removed
 * @size: lengths of the files that were closed
 */
struct track {
	char *source;
	char *label;
	int dir;
	struct track_limits *limits;
	struct guclog_blocks *stream;
	struct track_count count;
	u32 khz;
	struct stream_head head;
	struct stream_bytes anchor;
	s64 anchor_ns;
	bool anchor_new;
	struct stream_bytes before;
	struct guclog_comment lost;
	int fd;
	u64 file_bytes;
	u64 file_events;
	u64 dropped;
	u64 *size;
};

int track_take(struct track *t, const void *data, size_t len);
int track_end(struct track *t);
void track_free(struct track *t);

#endif
