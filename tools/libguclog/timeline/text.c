// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts with a time in each line: the kernel log, and the report of trace-cmd.
 */
#include "timeline/timeline.h"

#include <ctype.h>
#include <time.h>

#include "text/eat.h"

#define NS		1000000000ll
/* Number of bytes at the beginning of a line that are searched for its time. */
#define MAX_HEAD	512
/* Largest length of a kernel log message that has several lines, in bytes. */
#define MAX_CONTINUED	1024
/*
 * Number of bytes at the beginning of a file that are searched for a zero byte, which shows that
 * the file is binary.
 */
#define MAX_ZERO	4096
/* Largest number of layers around a text. */
#define MAX_LAYERS	12

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

/* Return: whether the text contains @word as a whole word. */
static bool has_word(struct guc_view v, const char *word)
{
	size_t n = strlen(word);
	const u8 *from = v.data, *hit;

	while ((hit = memmem(from, v.len - (size_t)(from - v.data), word, n))) {
		bool before = hit == v.data || (!isalnum(hit[-1]) && hit[-1] != '_');
		bool after = hit + n == v.data + v.len ||
			      (!isalnum(hit[n]) && hit[n] != '_');

		if (before && after)
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

static struct text_line *add_line(struct timed_text *text, s64 ns, struct guc_view v)
{
	struct text_line *lines = arena_room(text->arena, text->line, text->nr, sizeof(*lines));
	size_t len = strnlen((const char *)v.data, v.len);
	char *copy = lines ? arena_alloc(text->arena, len + 1) : NULL;

	if (lines)
		text->line = lines;
	if (!copy)
		return NULL;
	memcpy(copy, v.data, len);
	copy[len] = '\0';
	lines += text->nr++;
	*lines = (struct text_line){ .ns = ns, .text = copy };
	return lines;
}

/*
 * Return: whether a line continues the message of the line before: xe prints the values of a page
 * fault in separate lines.
 */
static bool is_continued(struct guc_view v)
{
	static const char * const names[] = {
		"ASID:", "VFID:", "PDATA:", "Faulted Address:", "FaultType:", "AccessType:",
		"FaultLevel:", "EngineClass:", "EngineInstance:", "SRCID:",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct guc_view left = v;

		if (eat(&left, names[i]))
			return true;
	}
	return false;
}

/* Add a line to the message of the preceding line, which it continues. */
static void continue_line(struct timed_text *text, struct guc_view v)
{
	struct text_line *line = &text->line[text->nr - 1];
	const char *longer;

	if (strlen(line->text) + v.len > MAX_CONTINUED)
		return;
	longer = arena_printf(text->arena, "%s %.*s", line->text,
			      (int)strnlen((const char *)v.data, v.len), (const char *)v.data);

	if (longer)
		line->text = longer;
}

/*
 * Read the kernel's release from the line that the kernel prints first after a boot. A log can
 * have several boots with different kernels.
 */
static void read_kernel(struct timed_text *text, struct guc_view line)
{
	static const char begin[] = "Linux version ";
	const u8 *hit = memmem(line.data, line.len, begin, sizeof(begin) - 1);
	const char *kernel;
	struct guc_view v;
	size_t len = 0;

	if (!hit)
		return;
	v = skip(line, (size_t)(hit - line.data) + sizeof(begin) - 1);
	while (len < v.len && v.data[len] > ' ')
		len++;
	kernel = arena_printf(text->arena, "%.*s", (int)len, (const char *)v.data);
	if (text->kernel && kernel && strcmp(text->kernel, kernel))
		text->kernels_differ = true;
	text->kernel = kernel;
}

/**
 * timed_text_add() - add a line of a kernel log
 * @text: gets the line if it is about xe, i915 or DRM
 * @ns: time of the line
 * @line: text of the line
 *
 * If there is no memory, @failed of the arena of @text is set.
 *
 * Context: any.
 */
void timed_text_add(struct timed_text *text, s64 ns, struct guc_view line)
{
	static const char suspend[] = "PM: suspend";
	struct guc_view left = line;
	u64 series;

	if (memmem(line.data, line.len, suspend, sizeof(suspend) - 1))
		text->suspended = true;
	read_kernel(text, line);
	if (text->open && text->nr && is_continued(line)) {
		continue_line(text, line);
		return;
	}
	text->open = false;
	if (eat_capture(&left, &series)) {
		text->captures++;
	} else if (is_of_interest(line)) {
		add_line(text, ns, line);
		text->open = true;
	} else {
		text->others++;
	}
}

/* Read "12.345678" or "12,345678", with up to nine decimals. */
static bool eat_seconds(struct guc_view *v, s64 *ns)
{
	u64 sec = 0, frac = 0, unit = (u64)NS;

	if (!v->len || *v->data < '0' || *v->data > '9')
		return false;
	for (; v->len && *v->data >= '0' && *v->data <= '9' && sec >> 32 == 0; *v = skip(*v, 1))
		sec = sec * 10 + (*v->data - '0');
	if (!v->len || (*v->data != '.' && *v->data != ',') || sec >> 32)
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

/* Read "[ 12.345678] text", which can follow the prefix of syslog. */
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

/* Read "Z", "+01:00" or "+0100". @east: set to seconds east of Greenwich. */
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

/* Read "56.123456" or "56". */
static bool iso_seconds(struct guc_view *v, s64 *ns)
{
	struct guc_view left = *v;
	int seconds;

	if (eat_seconds(&left, ns)) {
		*v = left;
		return true;
	}
	if (!two_digits(v, &seconds))
		return false;
	*ns = seconds * NS;
	return true;
}

/*
 * Convert a time to ns since 1970. Return: true, or false for a time before 1970 or after 2106, so
 * a difference of two times fits into 64 bits.
 */
static bool to_ns(struct tm *tm, s64 east, s64 *ns)
{
	s64 second = (s64)timegm(tm) - east;

	*ns = second >> 32 ? 0 : second * NS;
	return !(second >> 32);
}

/* Read the name of a month, such as "Jan". */
static bool eat_month(struct guc_view *v, int *month)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (*month = 0; *month < 12; ++*month) {
		char name[4] = { 0 };

		memcpy(name, names + 3 * *month, 3);
		if (eat(v, name))
			return true;
	}
	return false;
}

/* Read "Jan 31 12:34:56", with a blank before a day of one digit. */
static bool eat_day(struct guc_view *v, struct tm *tm)
{
	u64 day;

	if (!eat_month(v, &tm->tm_mon) || !eat(v, " "))
		return false;
	*v = skip_blanks(*v);
	if (!eat_number(v, &day) || day < 1 || day > 31 || !eat(v, " ") ||
	    !two_digits(v, &tm->tm_hour) || !eat(v, ":") || !two_digits(v, &tm->tm_min) ||
	    !eat(v, ":") || !two_digits(v, &tm->tm_sec))
		return false;
	tm->tm_mday = (int)day;
	return true;
}

/* Read "[Sat Jan 31 12:34:56 2026] text" of "dmesg -T". */
static bool local_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { 0 };
	u64 year;

	if (!eat(&v, "[") || v.len < 4)
		return false;
	v = skip(v, 3);
	if (!eat(&v, " ") || !eat_day(&v, &tm) || !eat(&v, " ") || !eat_number(&v, &year) ||
	    year < 1970 || year > 9999 || !eat(&v, "]"))
		return false;
	tm.tm_year = (int)year - 1900;
	*text = skip_blanks(v);
	return to_ns(&tm, 0, ns);
}

/* Read "Jan 31 12:34:56 host kernel: text" of "journalctl -k" and of syslog. */
static bool local_day_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { .tm_year = 100 };

	if (!eat_day(&v, &tm) || !eat(&v, " "))
		return false;
	*text = skip_blanks(v);
	return to_ns(&tm, 0, ns);
}

/* Read "2026-01-31T12:34:56.123456+0100 text". */
static bool iso_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { 0 };
	int century, east;
	s64 second;

	if (!two_digits(&v, &century) || !two_digits(&v, &tm.tm_year) || !eat(&v, "-") ||
	    !two_digits(&v, &tm.tm_mon) || !eat(&v, "-") || !two_digits(&v, &tm.tm_mday) ||
	    !eat(&v, "T") || !two_digits(&v, &tm.tm_hour) || !eat(&v, ":") ||
	    !two_digits(&v, &tm.tm_min) || !eat(&v, ":"))
		return false;
	if (!iso_seconds(&v, &second) || !eat_zone(&v, &east))
		return false;
	tm.tm_year += 100 * century - 1900;
	tm.tm_mon--;
	*text = skip_blanks(v);
	if (!to_ns(&tm, east, ns))
		return false;
	*ns += second;
	return true;
}

/* Read "task-123 [001] d..1. 12.345678: xe_something: fields", also of perf script. */
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
			/* skip the flags about interrupts, such as "d..1." */
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
		"xe_", "xe:", "xe_guclog:", "guc_event:", "guc_incident:", "drm_", "drm:",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(first); i++) {
		struct guc_view left = v;

		if (eat(&left, first[i]))
			return true;
	}
	return false;
}

/* Read the time of the firmware's event ("boot_ns") from a trace event of the module xe_guclog. */
static void read_boot(struct text_line *line, struct guc_view text)
{
	static const char key[] = "boot_ns=";
	const u8 *hit = memmem(text.data, text.len, key, sizeof(key) - 1);
	struct guc_view v;
	u64 ns;

	if (!hit || !line)
		return;
	v = skip(text, (size_t)(hit - text.data) + sizeof(key) - 1);
	if (!eat_number(&v, &ns) || !ns || ns >> 62)
		return;
	line->has_boot = true;
	line->boot_ns = (s64)ns;
}

static void take_line(struct timed_text *text, struct guc_view v)
{
	struct guc_view rest;
	s64 ns;

	if (v.len && v.data[v.len - 1] == '\r')
		v.len--;
	if (text->clock == TEXT_TRACE && trace_line(v, &ns, &rest)) {
		if (is_trace_event(rest))
			read_boot(add_line(text, ns, rest), rest);
		else
			text->others++;
	} else if (text->clock == TEXT_TRACE && eat(&v, GUCLOG_TRACE_CLOCK_BOOT)) {
		text->trace_boot = true;
	} else if ((text->clock == TEXT_PRINTK && printk_line(v, &ns, &rest)) ||
		   (text->clock == TEXT_WALL && iso_line(v, &ns, &rest)) ||
		   (text->clock == TEXT_LOCAL && local_line(v, &ns, &rest)) ||
		   (text->clock == TEXT_LOCAL_DAY && local_day_line(v, &ns, &rest))) {
		timed_text_add(text, ns, rest);
	} else if (text->open && text->nr && text->clock != TEXT_TRACE &&
		   is_continued(skip_blanks(v))) {
		continue_line(text, skip_blanks(v));
	}
}

/*
 * Find the kind of clock from the first line that has a time. Return: true, or false if there is
 * none, or if a title of a devcoredump ("****") comes first.
 */
static bool find_clock(struct guc_view all, enum text_clock *clock)
{
	struct guc_view v, text;

	while (eat_line(&all, &v)) {
		struct guc_view left = v;
		s64 ns;

		if (eat(&left, "****"))
			return false;
		if (trace_line(v, &ns, &text))
			*clock = TEXT_TRACE;
		else if (printk_line(v, &ns, &text))
			*clock = TEXT_PRINTK;
		else if (iso_line(v, &ns, &text))
			*clock = TEXT_WALL;
		else if (local_line(v, &ns, &text))
			*clock = TEXT_LOCAL;
		else if (local_day_line(v, &ns, &text))
			*clock = TEXT_LOCAL_DAY;
		else
			ns = -1;
		if (ns >= 0)
			return true;
	}
	return false;
}

static int read_text(struct timed_text *text, struct guc_view all)
{
	struct guc_view line;

	if (!find_clock(all, &text->clock))
		return -ENOMSG;
	while (eat_line(&all, &line))
		take_line(text, line);
	return 0;
}

/* Read a text without layers. Return: the same as timed_text_read(). */
static int read_plain(struct timed_text *text, struct guc_view all)
{
	int ret;

	if (memchr(all.data, 0, min_t(size_t, all.len, MAX_ZERO)))
		return -ENOMSG;
	ret = timed_text_read_json(text, (const char *)all.data, all.len);
	return ret == -ENOMSG ? read_text(text, all) : ret;
}

/**
 * timed_text_read() - read a kernel log or the report of a trace
 * @text: filled with the lines and their times; their memory is from @text->arena
 * @data: the text; colours, UTF-16, and layers such as base64 are removed from a copy
 * @len: bytes at @data
 *
 * Context: any.
 * Return: 0, -ENOMSG if the text is neither a kernel log nor a trace, or -ENOMEM.
 */
int timed_text_read(struct timed_text *text, const char *data, size_t len)
{
	struct guc_view all = guc_view(data, len);
	struct text_copy copy = { .data = NULL };
	unsigned int layers = 0;
	int ret;

	do {
		text_plain(text, &copy, &all);
		ret = read_plain(text, all);
	} while (ret == -ENOMSG && layers++ < MAX_LAYERS && text_peel(text, &copy, &all));
	arena_drop(text->arena, copy.data);
	return text->arena->failed ? -ENOMEM : ret;
}
