// SPDX-License-Identifier: GPL-2.0-only
#include "record/recording.h"

#include <unistd.h>

#include "base/number.h"
#include "base/clock.h"

static void print_count(struct recording *r, const struct track_count *c, u64 rate,
			s64 ms)
{
	char size[32];

	number_size(size, sizeof(size), c->bytes);
	fprintf(stderr, "guclog: %lld.%lld s: %llu event%s, %llu/s, %s%llu lost, %s in %llu file%s",
		(long long)ms / 1000, (long long)ms % 1000 / 100,
		(unsigned long long)c->events, c->events == 1 ? "" : "s", (unsigned long long)rate,
		c->lost ? "at least " : "", (unsigned long long)c->lost, size,
		(unsigned long long)c->files, c->files == 1 ? "" : "s");
	if (c->gap_ns)
		fprintf(stderr, " (lost in %llu.%03llu s of the firmware's clock)",
			(unsigned long long)c->gap_ns / 1000000000,
			(unsigned long long)c->gap_ns / 1000000 % 1000);
	if (c->estimate > c->lost)
		fprintf(stderr, " (about %llu lost, an estimate from the rate before the gap)",
			(unsigned long long)c->estimate);
	if (c->restarts)
		fprintf(stderr, ", firmware loaded again %llu time%s",
			(unsigned long long)c->restarts, c->restarts == 1 ? "" : "s");
}

/**
 * progress_is_shown() - find out whether the progress is shown during the recording
 * @r: the recording
 *
 * Return: true if stderr is a terminal and --quiet was not given.
 */
bool progress_is_shown(const struct recording *r)
{
	return !r->quiet && isatty(STDERR_FILENO);
}

/**
 * progress_show() - print the counts of the recording so far
 * @r: the recording
 * @end: the recording has ended: print the average rate and the reason for the end
 *
 * On a terminal, one line is printed and overwritten by the next call; otherwise nothing is printed
 * before the end of the recording.
 */
void progress_show(struct recording *r, bool end)
{
	struct track_count count = recording_count(r);
	s64 now = clock_ms(), ms = now - r->started_ms, since = now - r->shown_ms;

	if (r->quiet || (!end && (!progress_is_shown(r) || since < PROGRESS_MS)))
		return;
	if (progress_is_shown(r))
		fputs("\r\033[K", stderr);
	if (end) {
		print_count(r, &count, count.events * 1000 / (u64)max(ms, 1ll), ms);
		fprintf(stderr, "; %s\n", r->why);
		return;
	}
	print_count(r, &count, (count.events - r->shown_events) * 1000 / (u64)max(since, 1ll), ms);
	fflush(stderr);
	r->shown_ms = now;
	r->shown_events = count.events;
}
