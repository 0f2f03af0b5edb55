/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording, for "guclog record": several streams are read at the same time and written to files,
 * until they end, a limit is reached, a signal arrives or a command has ended.
 */
#ifndef _RECORDING_H_
#define _RECORDING_H_

#include "record/track.h"

/**
 * struct recording - a recording
 * @dir: path of the directory of its files
 * @limits: limits of the files of each track (recorded stream)
 * @max_ms: the recording ends after this time, 0 for no limit
 * @command: a command that runs during the recording, NULL for none; the recording ends when the
 *	command has ended
 * @quiet: print no progress and no summary
 * @nr: number of tracks
 * @track: the tracks, one for each stream
 * @source: descriptors of the streams, -1 for those that have ended
 * @status: the worst enum cmd_status of the recording so far
 * @started_ms: time at which the recording began, in ms
 * @child: process id of the command, 0 if there is none or it has ended
 * @child_status: status of the command as waitpid() returns it
 * @until_ms: after @command has ended: time at which the recording ends, in ms; until then the last
 *	events arrive. Otherwise 0
 * @stop: the recording must end
 * @why: the reason why the recording ended
 * @shown_ms: time at which the progress was last shown, in ms
 * @shown_events: the number of events that was shown at @shown_ms
 */
struct recording {
	const char *dir;
	struct track_limits limits;
	u64 max_ms;
	char **command;
	bool quiet;
	unsigned int nr;
	struct track *track;
	int *source;
	int status;
	s64 started_ms;
	int child;
	int child_status;
	s64 until_ms;
	bool stop;
	const char *why;
	s64 shown_ms;
	u64 shown_events;
};

int recording_add(struct recording *r, const char *path);
int recording_run(struct recording *r);
void recording_free(struct recording *r);

struct track_count recording_count(const struct recording *r);

/* Time in ms between two updates of the progress. */
#define PROGRESS_MS	500

bool progress_is_shown(const struct recording *r);
void progress_show(struct recording *r, bool end);

#endif
