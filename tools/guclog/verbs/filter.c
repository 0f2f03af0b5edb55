// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/filter.h"

#include <time.h>

#include "verbs/cli.h"
#include "base/msg.h"
#include "model/dictionary.h"
#include "model/known_names.h"

/* Largest time in seconds, chosen so that the sum of several such times in ns fits into 64 bits. */
#define MAX_SECONDS	4000000000ll
/* The number of an engine, for guclog_engine_name(), is less than this. */
#define NR_ENGINES	512

/* Read a number of seconds: digits, and up to nine digits after a decimal point. */
static bool parse_seconds(const char *s, s64 *ns)
{
	s64 frac = 0, scale = NS_PER_SEC;
	unsigned long long sec;
	char *end;

	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	sec = strtoull(s, &end, 10);
	if (errno || sec > MAX_SECONDS)
		return false;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9' && scale > 1; end++) {
			scale /= 10;
			frac += (*end - '0') * scale;
		}
	*ns = (s64)sec * NS_PER_SEC + frac;
	return !*end;
}

/*
 * Read a date and time in UTC, such as "2026-11-21 08:47:22.123"; a "T" may replace the blank.
 * Without a time of day, 00:00:00 is used.
 */
static bool parse_wall(const char *s, s64 *ns)
{
	struct tm tm = { .tm_isdst = 0 }, day;
	const char *end = strptime(s, "%Y-%m-%d", &tm);
	char seconds[32] = "0";

	/* strptime() accepts a day that does not exist, such as April 31. timegm() changes it. */
	day = tm;
	timegm(&day);
	if (end && day.tm_mday != tm.tm_mday)
		return false;
	if (end && (*end == 'T' || *end == ' '))
		end = strptime(end + 1, "%H:%M:%S", &tm);
	if (!end || (*end && *end != '.'))
		return false;
	if (*end == '.')
		snprintf(seconds, sizeof(seconds), "0%s", end);
	if (!parse_seconds(seconds, ns))
		return false;
	/* No log has events before 1970 or after MAX_SECONDS, so the same events are selected. */
	*ns += min_t(s64, max_t(s64, timegm(&tm), 0), MAX_SECONDS) * NS_PER_SEC;
	return true;
}

/**
 * filter_time_option() - read the argument of the option --since or --until
 * @member: struct filter_time to fill
 * @arg: seconds since boot, "-" and seconds before the newest event, or a date
 *	and time in UTC
 *
 * Return: the same as option_desc.call.
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
	if (time->wall)
		return NULL;
	return "not seconds since boot, -SECONDS before the newest event or YYYY-MM-DD HH:MM:SS in UTC";
}

/**
 * filter_ids_option() - read the argument of --id
 * @member: the struct filter to which the ids are added
 * @arg: ids, separated by commas
 *
 * An id is hexadecimal, because guclog prints all ids in hexadecimal. An id without 0x is refused,
 * because it could be meant as decimal.
 *
 * Return: the same as option_desc.call.
 */
const char *filter_ids_option(void *member, const char *arg)
{
	struct filter *filter = member;
	const char *end;
	u64 id;

	for (; ; arg = end + 1) {
		end = strchrnul(arg, ',');
		if (!number_parse_hex(arg, (size_t)(end - arg), U32_MAX, &id))
			return "not a list of hexadecimal ids such as 0x455,0x456";
		filter->id = mem_grow(filter->id, (filter->nr_ids + 1) *
				      sizeof(*filter->id));
		filter->id[filter->nr_ids++] = (u32)id;
		if (!*end)
			return NULL;
	}
}

/**
 * filter_around_option() - read the argument of --around
 * @member: struct filter; sets its members since and until
 * @arg: a time as for --since, which may be followed by a comma and a number of seconds (default:
 *	0.01); events up to this many seconds before and after the time are selected
 *
 * Return: the same as option_desc.call.
 */
const char *filter_around_option(void *member, const char *arg)
{
	struct filter *filter = member;
	const char *comma = strrchr(arg, ',');
	s64 width = NS_PER_SEC / 100;
	char *time;
	const char *why;

	if (comma && !parse_seconds(comma + 1, &width))
		return "not a number of seconds after the comma";
	time = strndup(arg, comma ? (size_t)(comma - arg) : strlen(arg));
	why = filter_time_option(&filter->since, time);
	free(time);
	if (why)
		return why;
	filter->until = filter->since;
	filter->since.ns -= width;
	filter->until.ns += width;
	return NULL;
}

/**
 * filter_engine_option() - read the argument of --engine
 * @member: set to @arg
 * @arg: name of an engine, such as "ccs0"
 *
 * Return: the same as option_desc.call.
 */
const char *filter_engine_option(void *member, const char *arg)
{
	const char **engine = member;
	char name[32];
	u32 i;

	for (i = 0; i < NR_ENGINES; i++) {
		guclog_engine_name(i, name, sizeof(name));
		if (!strcmp(arg, name)) {
			*engine = arg;
			return NULL;
		}
	}
	return "not the name of an engine such as ccs0";
}

/**
 * filter_unusable() - check whether a filter by time can be used for a log
 * @filter: which events the user has selected
 * @t: events of the log
 *
 * Return: NULL, or the reason why the filter cannot be used.
 */
const char *filter_unusable(const struct filter *filter,
			    const struct guclog_events *t)
{
	const struct filter_time *time[] = { &filter->since, &filter->until };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(time); i++) {
		if (!time[i]->set)
			continue;
		if (!t->hz)
			return "the log does not contain the frequency of its clock";
		if (time[i]->wall && !t->has_realtime)
			return "the log has no anchor to the wall clock; try -SECONDS";
		if (!time[i]->wall && !time[i]->ago && !t->anchored)
			return "the log has no anchor to the host's clock; try -SECONDS";
	}
	return NULL;
}

/* Return: <0 if the event is older than @time, 0 if it is at this time, >0 if it is newer. */
static int compare(const struct filter_time *time, const struct guclog_event *e)
{
	s64 ns = time->wall ? e->realtime_ns : time->ago ? -e->ago_ns : e->boottime_ns;

	return ns < time->ns ? -1 : ns > time->ns;
}

static bool wants_time(const struct filter *filter, const struct guclog_event *e)
{
	if ((filter->since.set || filter->until.set) && e->before_load)
		return false;
	if (filter->since.set && compare(&filter->since, e) < 0)
		return false;
	return !filter->until.set || compare(&filter->until, e) <= 0;
}

static bool wants_id(const struct filter_walk *walk, u32 id)
{
	const struct filter *filter = walk->filter;
	unsigned int i;

	if (filter->h2g && id != walk->h2g)
		return false;
	if (!filter->nr_ids)
		return true;
	for (i = 0; i < filter->nr_ids; i++)
		if (filter->id[i] == id)
			return true;
	return false;
}

static bool wants_owner(const struct filter *filter, const struct guclog_event *e)
{
	char engine[16];

	if (filter->context.given &&
	    (e->guc_id == GUCLOG_NONE || e->guc_id != filter->context.value))
		return false;
	if (!filter->engine)
		return true;
	if (e->engine == GUCLOG_NONE)
		return false;
	guclog_engine_name(e->engine, engine, sizeof(engine));
	return !strcmp(engine, filter->engine);
}

static bool next_wanted(struct filter_walk *walk, struct guclog_event *e)
{
	while (guclog_events_next(walk->t, e))
		if (wants_time(walk->filter, e) && wants_id(walk, e->id) &&
		    wants_owner(walk->filter, e))
			return true;
	return false;
}

/*
 * Return: the id of the events that log messages of the driver, or GUCLOG_NONE if it is not known.
 */
static u32 message_id(void)
{
	struct guclog_row row;
	unsigned int i;

	for (i = 0; !guclog_dictionary_row(i, &row); i++)
		if (!strcmp(row.name, "H2G_RECEIVED"))
			return row.id;
	return GUCLOG_NONE;
}

/**
 * filter_walk_skip() - prepare an iteration for the options --h2g and --last
 * @walk: the iteration, at the first event before and after the call. For --h2g, its @h2g is set;
 *	for --last, its @skip is set to the number of selected events that must be skipped.
 */
void filter_walk_skip(struct filter_walk *walk)
{
	const struct filter *filter = walk->filter;
	struct guclog_event e;
	u64 n = 0;

	if (filter->h2g)
		walk->h2g = message_id();
	if (!filter->tail.given)
		return;
	while (next_wanted(walk, &e))
		n++;
	walk->skip = n > filter->tail.value ? n - filter->tail.value : 0;
	guclog_events_rewind(walk->t);
}

/**
 * filter_walk_wanted() - get the next selected event
 * @walk: from filter_walk_begin()
 * @e: filled with the event
 *
 * Context: prints on stderr if no event at all was selected.
 * Return: true, or false if there is no further selected event.
 */
bool filter_walk_wanted(struct filter_walk *walk, struct guclog_event *e)
{
	char *name;

	while (next_wanted(walk, e)) {
		if (!walk->skip) {
			walk->any = true;
			return true;
		}
		walk->skip--;
	}
	if (!walk->any && !walk->filter->quiet) {
		name = cli_name(walk->t->log);
		msg_fail(name, "no event is selected");
		free(name);
	}
	return false;
}
