// SPDX-License-Identifier: GPL-2.0-only
#include "events/filter.h"

#include <time.h>

#include "util/msg.h"

#define NS	1000000000ll

/* Digits, and up to nine behind a point. */
static bool parse_seconds(const char *s, s64 *ns)
{
	s64 frac = 0, scale = NS;
	unsigned long long sec;
	char *end;

	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	sec = strtoull(s, &end, 10);
	if (errno || sec > 4000000000ull)
		return false;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9' && scale > 1; end++) {
			scale /= 10;
			frac += (*end - '0') * scale;
		}
	*ns = (s64)sec * NS + frac;
	return !*end;
}

/* "2026-11-21 08:47:22[.123]", also with a T between; UTC. */
static bool parse_wall(const char *s, s64 *ns)
{
	struct tm tm = { .tm_isdst = 0 };
	const char *end = strptime(s, "%Y-%m-%d", &tm);
	char seconds[32] = "0";

	if (end && (*end == 'T' || *end == ' '))
		end = strptime(end + 1, "%H:%M:%S", &tm);
	if (!end || (*end && *end != '.'))
		return false;
	if (*end == '.')
		snprintf(seconds, sizeof(seconds), "0%s", end);
	if (!parse_seconds(seconds, ns))
		return false;
	*ns += (s64)timegm(&tm) * NS;
	return true;
}

/**
 * filter_time_option() - read the argument of --since or --until
 * @member: struct filter_time to fill
 * @arg: seconds since boot, "-" and seconds before the newest event, or a date
 *	and time in UTC
 *
 * Return: as option_desc.call.
 */
const char *filter_time_option(void *member, const char *arg)
{
	struct filter_time *time = member;

	*time = (struct filter_time){ .set = true };
	if (*arg == '-' && parse_seconds(arg + 1, &time->ns)) {
		time->ago = true;
		time->ns = -time->ns;
		return NULL;
	}
	if (parse_seconds(arg, &time->ns))
		return NULL;
	time->wall = parse_wall(arg, &time->ns);
	return time->wall ? NULL : "not seconds since boot, -SECONDS before the newest event or YYYY-MM-DD HH:MM:SS in UTC";
}

/**
 * filter_ids_option() - read the argument of --id
 * @member: struct filter that gets the ids
 * @arg: ids, separated by commas
 *
 * An id is hexadecimal, as all verbs print it. One without 0x is refused, because
 * it could be meant as decimal.
 *
 * Return: as option_desc.call.
 */
const char *filter_ids_option(void *member, const char *arg)
{
	struct filter *filter = member;
	const char *end;
	u64 id;

	for (; ; arg = end + 1) {
		end = strchrnul(arg, ',');
		if (!number_parse_hex(arg, (size_t)(end - arg), U32_MAX, &id))
			return "not hexadecimal ids with 0x, separated by commas";
		filter->id = mem_grow(filter->id, (filter->nr_ids + 1) *
				      sizeof(*filter->id));
		filter->id[filter->nr_ids++] = (u32)id;
		if (!*end)
			return NULL;
	}
}

/**
 * filter_unusable() - can the filter be held against a log?
 * @filter: the filter
 * @t: the log
 *
 * Return: NULL, or why it cannot.
 */
const char *filter_unusable(const struct filter *filter,
			    const struct timeline *t)
{
	const struct filter_time *time[] = { &filter->since, &filter->until };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(time); i++) {
		if (!time[i]->set)
			continue;
		if (!t->hz)
			return "the log does not say how long a tick is";
		if (time[i]->wall && !t->has_realtime)
			return "the log has no anchor to the wall clock; try -SECONDS";
		if (!time[i]->wall && !time[i]->ago && !t->anchored)
			return "the log has no anchor to the host's clock; try -SECONDS";
	}
	return NULL;
}

/* Return: <0, 0, >0: the event is older, there, newer. */
static int compare(const struct filter_time *time, const struct timeline *t,
		   s64 tick)
{
	s64 ticks = tick - t->newest, ns;

	if (time->wall)
		ns = timeline_realtime_ns(t, tick);
	else if (time->ago)
		ns = ticks / t->hz * NS + ticks % t->hz * NS / t->hz;
	else
		ns = timeline_boottime_ns(t, tick);
	return ns < time->ns ? -1 : ns > time->ns;
}

/**
 * filter_wants() - is an event wanted, but for the tail?
 * @filter: the filter
 * @t: its log
 * @e: the event
 *
 * Return: whether it is. Those from before the load have no time and so are not
 * when a time is asked for.
 */
bool filter_wants(const struct filter *filter, const struct timeline *t,
		  const struct event *e)
{
	unsigned int i;

	if ((filter->since.set || filter->until.set) && e->before_load)
		return false;
	if (filter->since.set && compare(&filter->since, t, e->tick) < 0)
		return false;
	if (filter->until.set && compare(&filter->until, t, e->tick) > 0)
		return false;
	if (!filter->nr_ids)
		return true;
	for (i = 0; i < filter->nr_ids; i++)
		if (filter->id[i] == e->id)
			return true;
	return false;
}

/**
 * filter_skip() - how many wanted events come before the tail
 * @filter: the filter
 * @t: the log; at its oldest event before and after
 *
 * Return: that many, 0 when all are wanted.
 */
u64 filter_skip(const struct filter *filter, struct timeline *t)
{
	struct event e;
	u64 n = 0;

	if (!filter->tail.given)
		return 0;
	while (timeline_next(t, &e))
		n += filter_wants(filter, t, &e);
	timeline_rewind(t);
	return n > filter->tail.value ? n - filter->tail.value : 0;
}

/**
 * filter_free() - forget a filter
 * @filter: the filter
 */
void filter_free(struct filter *filter)
{
	free(filter->id);
	*filter = (struct filter){ .nr_ids = 0 };
}
