/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records the streams of the GTs in memory, takes copies of the event rings during the recording,
 * and compares the streams with these copies.
 */
#ifndef _STREAM_H_
#define _STREAM_H_

#include "hwcheck.h"

#define MAX_COPIES	16u

/**
 * struct recording - a recording of the stream of a GT
 * @gt: the GT
 * @fd: descriptor of the stream, -1 when it has ended
 * @data: the bytes that were read from the stream
 * @nr_copies: number of copies
 * @copy: copies of the event ring from different moments, each an LFD file
 */
struct recording {
	const struct gt *gt;
	int fd;
	struct buffer data;
	unsigned int nr_copies;
	struct buffer copy[MAX_COPIES];
};

/**
 * struct tally - the result of the comparison of streams with copies of the rings
 * @events: number of events in the streams
 * @lost: number of lost events that the streams report
 * @gaps: number of positions in the streams at which events are missing
 * @restarts: number of loads of the firmware during the recordings
 * @copies: number of copies of the rings whose events are in the streams
 * @compared: number of events that are equal in these copies and the streams
 * @wrong: description of the differences, empty if there are none
 */
struct tally {
	u64 events;
	u64 lost;
	u64 gaps;
	u64 restarts;
	unsigned int copies;
	u64 compared;
	struct text wrong;
};

int recording_begin(struct recording *r, const struct gt *gt);
void recording_read(struct recording *r, unsigned int nr, unsigned int ms);
void recording_copy(struct recording *r);
void recording_end(struct recording *r);
void recording_judge(const struct recording *r, struct tally *tally);
void recording_free(struct recording *r);

#endif
