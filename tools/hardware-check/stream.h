/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The streams of all GTs, recorded into memory, with copies of the ring taken meanwhile.
 */
#ifndef _STREAM_H_
#define _STREAM_H_

#include "hwcheck.h"

#define MAX_COPIES	16u

/**
 * struct recording - the stream of a GT
 * @gt: the GT
 * @fd: the stream, -1 when it has ended
 * @data: the bytes that were read
 * @nr_copies: number of copies
 * @copy: LFD files of the ring, from different moments
 */
struct recording {
	const struct gt *gt;
	int fd;
	struct buffer data;
	unsigned int nr_copies;
	struct buffer copy[MAX_COPIES];
};

/**
 * struct tally - what was found in recordings
 * @events: events in the streams
 * @lost: number of lost events that the streams report
 * @gaps: number of places where events are missing
 * @restarts: number of loads of the firmware meanwhile
 * @copies: copies of the ring that were compared
 * @compared: events of the copies that were compared
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
