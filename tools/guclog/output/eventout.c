// SPDX-License-Identifier: GPL-2.0-only
#include "output/eventout.h"

#include <errno.h>
#include <time.h>

#include "base/print.h"
#include "base/printable.h"
#include "output/schema.h"

/**
 * eventout_time() - choose the kind of time that is printed for the events of a log
 * @t: events of the log
 * @wanted: the requested kind of time
 *
 * Return: @wanted if these times are known for the log, otherwise the most similar kind of time
 * that is known.
 */
enum eventout_time eventout_time(const struct guclog_events *t,
				 enum eventout_time wanted)
{
	if (wanted == EVENTOUT_DEFAULT || (wanted == EVENTOUT_BOOT &&
					   !t->anchored) ||
	    (wanted == EVENTOUT_WALL && !t->has_realtime))
		wanted = t->anchored ? EVENTOUT_BOOT : EVENTOUT_AGO;
	return wanted == EVENTOUT_AGO && !t->hz ? EVENTOUT_TICK : wanted;
}

/*
 * Print a date and time in UTC. Successive events of one second use the same formatted date,
 * because formatting it for each event would be slow.
 */
static void put_wall(struct eventout *out, s64 ns)
{
	s64 second = ns / NS_PER_SEC;
	time_t time = (time_t)second;
	struct tm tm;

	if (second != out->second || !*out->date) {
		gmtime_r(&time, &tm);
		strftime(out->date, sizeof(out->date), "%Y-%m-%d %H:%M:%S",
			 &tm);
		out->second = second;
	}
	print_str(out->p, out->date);
	print_char(out->p, '.');
	print_dec(out->p, (u64)(ns % NS_PER_SEC), 9, '0');
}

/*
 * Print the time column. An event from before the last load of the firmware has no time on a clock
 * of the host, so its tick is printed.
 */
static void put_time(struct eventout *out, const struct guclog_event *e)
{
	print_char(out->p, e->ambiguous ? '~' : ' ');
	if (out->time == EVENTOUT_TICK || e->before_load)
		print_s64(out->p, e->tick, 16);
	else if (out->time == EVENTOUT_WALL)
		put_wall(out, e->realtime_ns);
	else
		print_ns(out->p, out->time == EVENTOUT_AGO ? -e->ago_ns : e->boottime_ns, 6);
}

static void put_arg(struct eventout *out, const struct guclog_arg_name *arg,
		    u32 value)
{
	if (arg->kind == GUCLOG_ARG_HIDE)
		return;
	print_char(out->p, ' ');
	if (arg->name) {
		print_str(out->p, arg->name);
		print_char(out->p, '=');
	}
	if (arg->kind == GUCLOG_ARG_SIGNED && value >> 31) {
		print_char(out->p, '-');
		print_dec(out->p, -value, 1, ' ');
	} else if (arg->kind != GUCLOG_ARG_HEX) {
		print_dec(out->p, value, 1, ' ');
	} else {
		print_hex(out->p, value, 1);
	}
}

static void put_named(struct eventout *out, const struct guclog_event *e,
		      const struct guclog_event_name *names)
{
	unsigned int i;

	print_str(out->p, names->name);
	for (i = 0; i < ARRAY_SIZE(e->arg); i++)
		put_arg(out, &names->arg[i], e->arg[i]);
}

/**
 * eventout_words() - print the name and the arguments of an event
 * @out: settings of the output
 * @e: the event that is printed
 *
 * The index and the time of the event are not printed, see eventout_text().
 */
void eventout_words(struct eventout *out, const struct guclog_event *e)
{
	const struct guclog_event_name *names = out->schema->nr ?
						schema_find(out->schema, e->id) : NULL;
	struct print *p = out->p;
	char words[1536];
	size_t len;

	print_hex(p, e->id, 4);
	print_str(p, "  ");
	if (names) {
		put_named(out, e, names);
	} else if (e->name) {
		len = guclog_event_text(out->t, e, words, sizeof(words));
		print_bytes(p, words, min_t(size_t, len, sizeof(words) - 1));
		if (e->learned)
			print_str(p, " (learned)");
	} else {
		print_hex(p, e->arg[0], 8);
		print_char(p, ' ');
		print_hex(p, e->arg[1], 8);
	}
	if (e->dword1) {
		print_str(p, "  dw1=");
		print_hex(p, e->dword1, 1);
	}
}

/*
 * Print the data of the module about a gap in a stream: its duration, and an estimate of the number
 * of lost events. The caller has already printed the number of missing bytes, which "at least"
 * qualifies.
 */
static void put_gap(struct eventout *out, const struct guclog_event *e)
{
	struct print *p = out->p;
	u64 hz = out->t->hz;

	if (!e->gap_ticks && !e->gap_estimate)
		return;
	print_str(p, " at least");
	if (e->gap_ticks && hz) {
		print_str(p, ", in ");
		print_dec(p, e->gap_ticks / hz, 1, ' ');
		print_char(p, '.');
		print_dec(p, e->gap_ticks % hz * NS_PER_SEC / hz, 9, '0');
		print_str(p, " s of the firmware's clock");
	} else if (e->gap_ticks) {
		print_str(p, ", in ");
		print_dec(p, e->gap_ticks, 1, ' ');
		print_str(p, " ticks of the firmware's clock");
	}
	if (e->gap_estimate) {
		print_str(p, "; about ");
		print_dec(p, e->gap_estimate, 1, ' ');
		print_str(p, " events, an estimate from the rate before the gap");
	}
}

/**
 * eventout_text() - print an event as a line of text, after a line for a gap or a load of the
 * firmware before it
 * @out: settings of the output
 * @e: the event that is printed
 */
void eventout_text(struct eventout *out, const struct guclog_event *e)
{
	struct print *p = out->p;

	if (e->gap_bytes) {
		print_str(p, "# ");
		print_dec(p, e->gap_bytes, 1, ' ');
		print_str(p, " bytes of events are missing here");
		put_gap(out, e);
		print_char(p, '\n');
	}
	if (e->after_load)
		print_str(p, "# the firmware was loaded again here\n");
	print_dec(p, e->index, 7, ' ');
	print_char(p, ' ');
	put_time(out, e);
	print_str(p, "  ");
	eventout_words(out, e);
	print_char(p, '\n');
}

static int write_file(void *context, const void *data, size_t len)
{
	return fwrite(data, 1, len, context) == len ? 0 : -errno;
}

/**
 * print_to_file() - begin a text that is written to a stdio stream
 * @p: the text, which is initialised
 * @to: the stream; other code must not write to it until the text has ended. ferror() reports
 *	errors.
 */
void print_to_file(struct print *p, FILE *to)
{
	print_init(p, write_file, to);
}

/**
 * print_printable() - print text from an input
 * @p: destination
 * @text: any bytes up to a NUL; control characters and bytes that are not UTF-8 are
 *	printed as "\xNN"
 */
void print_printable(struct print *p, const char *text)
{
	char next[PRINTABLE_MAX];

	while (*text)
		print_bytes(p, next, printable_next(&text, next));
}

/**
 * print_write_to() - add a piece of text to a struct print; a callback for functions of the library
 * that write text
 * @context: the struct print
 * @data: a piece of the output
 * @len: bytes at @data
 *
 * Return: 0, or the error of the output.
 */
int print_write_to(void *context, const void *data, size_t len)
{
	struct print *p = context;

	print_bytes(p, data, len);
	return p->error;
}
