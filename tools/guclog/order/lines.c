// SPDX-License-Identifier: GPL-2.0-only
#include "order/lines.h"

#include <ctype.h>
#include <sys/stat.h>
#include <time.h>

#include "shared/bytes.h"
#include "shared/eat.h"
#include "util/msg.h"
#include "shared/printable.h"

#define NS		1000000000ll
#define MAX_TEXT	((size_t)1 << 30)
/* No line of interest has its time behind this. */
#define MAX_HEAD	512
/* A binary file has a zero byte before this. */
#define MAX_ZERO	4096

static bool is_blank(u8 c)
{
	return c == ' ' || c == '\t';
}

static struct guc_view skip(struct guc_view v, size_t n)
{
	return guc_view_clip(v, n, v.len);
}

static struct guc_view skip_blanks(struct guc_view v)
{
	while (v.len && is_blank(*v.data))
		v = skip(v, 1);
	return v;
}

/* A word between other characters than letters, digits and "_". */
static bool has_word(struct guc_view v, const char *word)
{
	size_t n = strlen(word);
	const u8 *from = v.data, *hit;

	while ((hit = memmem(from, v.len - (size_t)(from - v.data), word, n))) {
		bool before = hit == v.data || (!isalnum(hit[-1]) && hit[-1] != '_');
		bool behind = hit + n == v.data + v.len ||
			      (!isalnum(hit[n]) && hit[n] != '_');

		if (before && behind)
			return true;
		from = hit + 1;
	}
	return false;
}

static bool is_of_interest(struct guc_view v)
{
	return has_word(v, "xe") || has_word(v, "drm") || has_word(v, "xe_guclog") ||
	       has_word(v, "i915");
}

static struct line *add_line(struct lines *lines, s64 ns, struct guc_view text)
{
	char *copy = strndup((const char *)text.data, text.len);
	struct line *line;

	/* Powers of two. */
	if (!(lines->nr & (lines->nr + 1)))
		lines->line = mem_grow(lines->line, 2 * (lines->nr + 1) * sizeof(*line));
	line = &lines->line[lines->nr++];
	*line = (struct line){ .ns = ns, .text = printable(copy) };
	free(copy);
	return line;
}

/**
 * lines_add() - another line of a kernel log
 * @lines: gets the line, if it is about xe or DRM
 * @ns: its time
 * @text: what it says
 */
void lines_add(struct lines *lines, s64 ns, struct guc_view text)
{
	static const char suspend[] = "PM: suspend";
	struct guc_view left = text;

	if (memmem(text.data, text.len, suspend, sizeof(suspend) - 1))
		lines->suspended = true;
	if (eat_capture(&left))
		lines->captures++;
	else if (is_of_interest(text))
		add_line(lines, ns, text);
	else
		lines->others++;
}

/* "12.345678" or "12,345678": up to nine decimals. */
static bool eat_seconds(struct guc_view *v, s64 *ns)
{
	u64 sec = 0, frac = 0, unit = (u64)NS;

	if (!v->len || *v->data < '0' || *v->data > '9')
		return false;
	for (; v->len && *v->data >= '0' && *v->data <= '9'; *v = skip(*v, 1))
		sec = sec * 10 + (*v->data - '0');
	if (!v->len || (*v->data != '.' && *v->data != ',') || sec >> 33)
		return false;
	for (*v = skip(*v, 1); v->len && *v->data >= '0' && *v->data <= '9'; *v = skip(*v, 1)) {
		if (unit == 1)
			continue;
		unit /= 10;
		frac += (*v->data - '0') * unit;
	}
	*ns = (s64)(sec * NS + frac);
	return unit < (u64)NS;
}

/* "[   12.345678] text", also behind what syslog puts before it. */
static bool printk_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct guc_view head = guc_view_clip(v, 0, MAX_HEAD);
	const u8 *open;

	while ((open = memchr(head.data, '[', head.len))) {
		struct guc_view left = skip(v, (size_t)(open - v.data) + 1);

		left = skip_blanks(left);
		if (eat_seconds(&left, ns) && eat(&left, "]")) {
			*text = skip_blanks(left);
			return true;
		}
		head = skip(head, (size_t)(open - head.data) + 1);
	}
	return false;
}

static bool two_digits(struct guc_view *v, int *n)
{
	if (v->len < 2 || !isdigit(v->data[0]) || !isdigit(v->data[1]))
		return false;
	*n = 10 * (v->data[0] - '0') + v->data[1] - '0';
	*v = skip(*v, 2);
	return true;
}

/* "Z", "+01:00" or "+0100": seconds east of Greenwich. */
static bool eat_zone(struct guc_view *v, int *east)
{
	int hours, minutes, sign = eat(v, "-") ? -1 : 1;

	*east = 0;
	if (sign == 1 && eat(v, "Z"))
		return true;
	if (sign == 1 && !eat(v, "+"))
		return false;
	if (!two_digits(v, &hours))
		return false;
	eat(v, ":");
	if (!two_digits(v, &minutes))
		return false;
	*east = sign * (3600 * hours + 60 * minutes);
	return true;
}

/* "2026-01-31T12:34:56.123456+0100 text" */
static bool iso_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { 0 };
	int century, east;
	s64 second;

	if (!two_digits(&v, &century) || !two_digits(&v, &tm.tm_year) || !eat(&v, "-") ||
	    !two_digits(&v, &tm.tm_mon) || !eat(&v, "-") || !two_digits(&v, &tm.tm_mday) ||
	    !eat(&v, "T") || !two_digits(&v, &tm.tm_hour) || !eat(&v, ":") ||
	    !two_digits(&v, &tm.tm_min) || !eat(&v, ":") || !eat_seconds(&v, &second) ||
	    !eat_zone(&v, &east))
		return false;
	tm.tm_year += 100 * century - 1900;
	tm.tm_mon--;
	*ns = ((s64)timegm(&tm) - east) * NS + second;
	*text = skip_blanks(v);
	return true;
}

/* "task-123  [001] d..1.  12.345678: xe_something: fields", also of perf script */
static bool trace_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct guc_view head = guc_view_clip(v, 0, MAX_HEAD), left;
	const u8 *open;
	u64 cpu;

	while ((open = memchr(head.data, '[', head.len))) {
		left = skip(v, (size_t)(open - v.data) + 1);
		head = skip(head, (size_t)(open - head.data) + 1);
		while (left.len > 1 && left.data[0] == '0' && isdigit(left.data[1]))
			left = skip(left, 1);
		if (!eat_number(&left, &cpu) || !eat(&left, "]"))
			continue;
		left = skip_blanks(left);
		*text = left;
		if (!eat_seconds(&left, ns)) {
			/* flags of the interrupts */
			left = *text;
			while (left.len && !is_blank(*left.data))
				left = skip(left, 1);
			left = skip_blanks(left);
			if (!eat_seconds(&left, ns))
				continue;
		}
		if (!eat(&left, ":"))
			continue;
		*text = skip_blanks(left);
		return true;
	}
	return false;
}

static bool is_trace_event(struct guc_view v)
{
	static const char * const first[] = {
		"xe_", "xe:", "xe_guclog:", "guc_event:", "incident:", "drm_", "drm:",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(first); i++) {
		struct guc_view left = v;

		if (eat(&left, first[i]))
			return true;
	}
	return false;
}

/* This module's events have the time of the firmware's event too. */
static void read_boot(struct line *line, struct guc_view text)
{
	static const char key[] = "boot_ns=";
	const u8 *hit = memmem(text.data, text.len, key, sizeof(key) - 1);
	struct guc_view v;
	u64 ns;

	if (!hit)
		return;
	v = skip(text, (size_t)(hit - text.data) + sizeof(key) - 1);
	if (!eat_number(&v, &ns) || !ns || ns >> 62)
		return;
	line->has_boot = true;
	line->boot_ns = (s64)ns;
}

static void take_line(struct lines *lines, struct guc_view v, enum lines_clock clock)
{
	struct guc_view text;
	s64 ns;

	if (v.len && v.data[v.len - 1] == '\r')
		v.len--;
	if (clock == LINES_TRACE && trace_line(v, &ns, &text)) {
		if (is_trace_event(text))
			read_boot(add_line(lines, ns, text), text);
		else
			lines->others++;
	} else if ((clock == LINES_PRINTK && printk_line(v, &ns, &text)) ||
		   (clock == LINES_WALL && iso_line(v, &ns, &text))) {
		lines_add(lines, ns, text);
	}
}

/* The clock of the first line that has a time. */
static bool find_clock(struct guc_view all, enum lines_clock *clock)
{
	struct guc_view v, text;

	while (eat_line(&all, &v)) {
		struct guc_view left = v;
		s64 ns;

		if (eat(&left, "****"))
			return false;
		if (trace_line(v, &ns, &text))
			*clock = LINES_TRACE;
		else if (printk_line(v, &ns, &text))
			*clock = LINES_PRINTK;
		else if (iso_line(v, &ns, &text))
			*clock = LINES_WALL;
		else
			ns = -1;
		if (ns >= 0)
			return true;
	}
	return false;
}

/* Return: the content of a text, to be freed; nothing of a binary file. @more: bytes_read_all() */
static u8 *read_all(const char *path, size_t *len, int *more)
{
	struct bytes *bytes = bytes_open(path);
	u8 *data = NULL;

	*len = 0;
	if (!bytes)
		return NULL;
	*more = bytes_read_all(bytes, &data, len, MAX_ZERO);
	if (memchr(data, 0, min_t(size_t, *len, MAX_ZERO)))
		*len = 0;
	else if (*more > 0)
		*more = bytes_read_all(bytes, &data, len, MAX_TEXT);
	bytes_close(bytes);
	return data;
}

static bool read_text(struct lines *lines, struct guc_view all)
{
	struct guc_view line;

	if (!find_clock(all, &lines->clock))
		return false;
	while (eat_line(&all, &line))
		take_line(lines, line, lines->clock);
	return true;
}

/**
 * lines_read() - read a kernel log or the report of a trace
 * @lines: filled; free it with lines_free() if true is returned
 * @path: the file
 *
 * Return: false if the file is neither; nothing is printed then.
 */
bool lines_read(struct lines *lines, const char *path)
{
	struct stat st;
	size_t len;
	int more = 0;
	bool found;
	u8 *data;

	memset(lines, 0, sizeof(*lines));
	if (stat(path, &st) || S_ISDIR(st.st_mode))
		return false;
	data = read_all(path, &len, &more);
	found = data && (lines_read_json(lines, (char *)data, len) ||
			 read_text(lines, guc_view(data, len)));
	free(data);
	lines->cut = more;
	if (found && more > 0)
		msg_fail(path, "only its first %zu bytes are read", len);
	if (!found)
		lines_free(lines);
	return found;
}

/**
 * lines_free() - free lines
 * @lines: from lines_read()
 */
void lines_free(struct lines *lines)
{
	size_t i;

	for (i = 0; i < lines->nr; i++)
		free(lines->line[i].text);
	free(lines->line);
	memset(lines, 0, sizeof(*lines));
}
