// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of lines of the kernel log: of the prefix of each line, and of the text of lines about
 * the driver.
 */
#include "output/redact/redactor.h"

#include "base/eat.h"
#include "read/lines/text_row.h"
#include "read/lines/text_time.h"

/**
 * capture_text() - find the text in a line with which xe prints a dump into the kernel log
 * @p: a line
 * @series: set to the number of the dump, 1 in "Capture 1.2:"
 * @number: set to the number of the line in the dump, 2 in "Capture 1.2:"
 *
 * Return: the text after "Capture 1.2:", or NULL if the line does not have this form.
 */
char *capture_text(struct span p, u64 *series, u64 *number)
{
	struct guc_view left = span_view(p);

	return eat_capture(&left, series, number) ? p.at + (p.len - left.len) : NULL;
}

/*
 * Return: whether a word that has only digits and punctuation is kept. @had_time: a time of day
 * comes before it
 */
static bool is_log_number(struct span p, bool had_time)
{
	unsigned int i, parts = 0;

	/* "[  T4711]" has the id of a thread, and "[4711]" can be that of a process. */
	if (!has_only(p, "0123456789[]:.,-+TZ<>|*") || begins(p, "T") ||
	    memmem(p.at, p.len, "[T", 2) ||
	    (*p.at == '[' && p.len > 1 && !memchr(p.at, '.', p.len)))
		return false;
	/* After the time, a word without brackets can be a PID or the name of a host. */
	if (had_time)
		return has_only((struct span){ p.at + p.len - 1, 1 }, "[]<>") || *p.at == '[';
	for (i = 0; i < p.len; i++)
		parts += p.at[i] == '.' || p.at[i] == '-';
	/*
	 * 192.0.2.7 and 10-0-2-7 can be the name of the host, but a date with a time has a colon in
	 * it. A word with dots or hyphens and a colon at its end can also be the name of the host:
	 * a colon follows a time of day or the number of a line, but not a date.
	 */
	if (parts && p.at[p.len - 1] == ':')
		return false;
	return parts < 3 || memchr(p.at, ':', p.len);
}

/*
 * Return: whether a word in the prefix of a line is kept. Known words, PCI addresses, dates and
 * times are kept. @after: the words after it; @had_time: a time of day comes before it
 */
static bool is_log_word(struct span p, struct span after, bool had_time)
{
	static const char * const words[] = {
		"kernel:", "[drm]", "*ERROR*", "GT0:", "GT1:", "Tile0:", "UTC", "Jan",
		"Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
		"[Mon", "[Tue", "[Wed", "[Thu", "[Fri", "[Sat", "[Sun",
		"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
	};
	/* After the time, the name of a month or of a day is the name of the host. */
	unsigned int nr = had_time ? 7 : ARRAY_SIZE(words), i;

	for (i = 0; i < nr; i++)
		if (p.len == strlen(words[i]) && !memcmp(p.at, words[i], p.len))
			return true;
	/* "xe" can also be the name of the host. */
	if (p.len == 2 && begins(p, "xe"))
		return redact_is_pci_address(next_word(&after));
	return redact_is_pci_address(p) || is_log_number(p, had_time);
}

/*
 * Redact the values after "6,1234,12345678,-" of /dev/kmsg, such as the id of a thread. Return: the
 * text after them.
 */
static struct span take_kmsg(struct redactor *r, struct span p)
{
	struct guc_view v = span_view(p);
	struct span values;
	char *end;
	u64 us;

	if (!text_time_kmsg_head(&v, &us))
		return p;
	values = span_from(p, p.len - v.len);
	end = memchr(values.at, ';', values.len);
	if (!end)
		return p;
	p = span_from(values, (size_t)(end - values.at) + 1);
	values.len = (size_t)(end - values.at);
	redact_span(r, GUCLOG_REDACT_UNKNOWN, span_from(values, min_t(size_t, values.len, 1)));
	return p;
}

/**
 * redact_log_prefix() - redact the prefix of a line of the kernel log: time, host name and device
 * @r: state of the redaction
 * @p: the prefix
 */
void redact_log_prefix(struct redactor *r, struct span p)
{
	bool had_time = false;
	struct span word;
	size_t level_len;

	level_len = p.len - text_time_skip_level(span_view(p)).len;
	p = take_kmsg(r, span_from(p, level_len));
	while ((word = next_word(&p)).len) {
		if (!is_log_word(word, p, had_time))
			redact_span(r, GUCLOG_REDACT_HOST, word);
		/* "21:46:07", "1789335967.0", or the end of "[   12.345678]" */
		had_time |= is_digit(*word.at) && (memchr(word.at, ':', word.len) ||
						   memchr(word.at, '.', word.len));
		had_time |= word.at[word.len - 1] == ']';
	}
}

/*
 * Redact "... in NAME [PID]" and all that follows. The name can have any characters: it begins
 * after the first " in " that follows the numbers of the job. Return: the text before it.
 */
static struct span take_process(struct redactor *r, struct span p)
{
	static const char flags[] = "flags=", in[] = " in ";
	char *job = memmem(p.at, p.len, flags, sizeof(flags) - 1), *from = job ?: p.at, *hit, *end;
	struct span rest;
	size_t n;

	hit = memmem(from, p.len - (size_t)(from - p.at), in, sizeof(in) - 1);
	if (!hit)
		return p;
	rest = span_from(p, (size_t)(hit - p.at) + sizeof(in) - 1);
	end = memrchr(rest.at, ']', rest.len);
	n = end ? (size_t)(end - rest.at) + 1 : rest.len;
	/* A text such as "reset queued from FUNCTION [xe]" does not name a process: keep it. */
	if (!job && (!end || (!memmem(rest.at, n, " [", 2) && *rest.at != '[')))
		return p;
	redact_process(r->count, rest.at, n, r->line);
	redact_span(r, GUCLOG_REDACT_UNKNOWN, span_from(rest, n));
	return (struct span){ p.at, (size_t)(hit - p.at) };
}

/* Redact NAME in "comm=\"NAME\"" of DRM's debug messages. The name can have any characters. */
static void take_comm(struct redactor *r, struct span p)
{
	static const char comm[] = "comm=\"";
	char *hit = memmem(p.at, p.len, comm, sizeof(comm) - 1), *end;
	struct span name;

	if (!hit)
		return;
	name = span_from(p, (size_t)(hit - p.at) + sizeof(comm) - 1);
	/* The name can have quotes, but it has at most 15 bytes. */
	end = memrchr(name.at, '"', min_t(size_t, name.len, 16));
	redact_span(r, GUCLOG_REDACT_PROCESS,
		    (struct span){ name.at, end ? (size_t)(end - name.at) : name.len });
}

/*
 * Return: the text that begins with "xe 0", "[drm" or "xe_guclog", or NULL if the line is not about
 * the driver.
 */
static char *driver_text(struct span p)
{
	static const char * const marks[] = { "xe 0", "xe_guclog", "[drm" };
	char *first = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		char *hit = memmem(p.at, p.len, marks[i], strlen(marks[i]));

		if (hit && (hit == p.at || !is_letter(hit[-1])) && (!first || hit < first))
			first = hit;
	}
	return first;
}

/* Return: length of the beginning of the line up to and including "[ 12.345678] ". */
static size_t time_len(struct span p)
{
	static const char end[] = "] ";
	char *hit = memmem(p.at, p.len, end, sizeof(end) - 1);
	size_t i;

	if (!hit)
		return 0;
	for (i = (size_t)(hit - p.at); i && (is_digit(p.at[i - 1]) ||
					     strchr(". <>*", p.at[i - 1])); i--)
		;
	return i && p.at[i - 1] == '[' ? (size_t)(hit - p.at) + 2 : 0;
}

/*
 * Return: whether a line continues a message of several lines. @text: the line after its time; it
 * then begins with a tab or, if the line has no time, with a tab or a blank. @time_len: length of
 * the time, 0 if there is none
 */
static bool continues(struct span text, size_t time_len)
{
	return text.len && (*text.at == '\t' || (!time_len && *text.at == ' '));
}

/**
 * redact_log_line() - redact a line of the kernel log that is not part of a dump
 * @r: state of the redaction
 * @p: the line
 *
 * In a line about the driver, and in lines that continue it, the words that the driver uses are
 * kept; in another line, only the time of the line is kept.
 */
void redact_log_line(struct redactor *r, struct span p)
{
	char *text = driver_text(p);
	struct span rest;
	size_t n = text ? (size_t)(text - p.at) : time_len(p);

	redact_log_prefix(r, (struct span){ p.at, n });
	rest = span_from(p, n);
	r->driver_line = text || (r->driver_line && continues(rest, n));
	if (!r->driver_line) {
		redact_span(r, GUCLOG_REDACT_UNKNOWN, rest);
		return;
	}
	rest = take_process(r, rest);
	take_comm(r, rest);
	redact_message(r, rest);
}

/**
 * redact_is_kernel_log() - find out whether a text is a kernel log
 * @text: the text
 * @len: length of the text
 *
 * Return: whether one of its first 100 lines has a time of the kernel log, or a driver and a
 * device, and no line before it has JSON.
 */
bool redact_is_kernel_log(const char *text, size_t len)
{
	struct span rest = { (char *)(uintptr_t)text, len };
	enum text_clock clock;
	unsigned int i;
	size_t at;

	for (i = 0; i < 100 && rest.len; i++) {
		struct guc_view line = span_view(next_line(&rest));

		if (memmem(line.data, line.len, "{\"", 2))
			return false;
		if (text_time_find(line, &clock) ? clock != TEXT_TRACE :
						   text_row_device(line, &at))
			return true;
	}
	return false;
}
