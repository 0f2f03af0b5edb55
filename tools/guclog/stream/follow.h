/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Following a log, for "guclog decode --follow": its file is read again and again. Events that were
 * not in the log when it was last read (the preceding reading) are new.
 */
#ifndef _FOLLOW_H_
#define _FOLLOW_H_

#include <sys/stat.h>

#include "base/base.h"
#include "read/log/events.h"

/**
 * struct follow_log - one log of a file that is followed
 * @first: the log is read for the first time
 * @lost: the log has none of the events of the preceding reading, so events can be missing that
 *	were written and overwritten between the two readings
 * @old: number of events at the beginning of the log that the preceding reading had, too
 * @next: index that the next new event gets
 * @shift: number that is added to the index of a new event, so that indices continue
 * @mask: number of slots of @seen minus 1
 * @seen: hash table with the hashes of all events of the preceding reading; 0 in an empty slot
 */
struct follow_log {
	bool first;
	bool lost;
	u64 old;
	u64 next;
	u64 shift;
	size_t mask;
	u64 *seen;
};

/**
 * struct follow - a file that is followed
 * @path: path of the file
 * @gone: the file does not exist, and a message has reported that
 * @stat: status of the file before it was read
 * @nr_logs: number of logs that were seen in the file
 * @log: state of each log, indexed by the number of the log in the file
 */
struct follow {
	const char *path;
	bool gone;
	struct stat stat;
	unsigned int nr_logs;
	struct follow_log **log;
};

void follow_signals(void);
bool follow_stopped(void);
int follow_start(struct follow *f, const char *path);
bool follow_wait(struct follow *f);
const struct follow_log *follow_read(struct follow *f, const struct guclog_events *t,
				     unsigned int nr);
bool follow_is_new(const struct follow_log *log, struct guclog_event *e);
void follow_stop(struct follow *f);

#endif
