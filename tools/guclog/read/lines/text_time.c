// SPDX-License-Identifier: GPL-2.0-only
/*
 * The forms of the time of a line: those of dmesg, journalctl, syslog, logcat, /dev/kmsg, trace-cmd
 * and perf script, and those of the collectors that forward a kernel log.
 */
#include "read/lines/text_time.h"

#include <ctype.h>
#include <time.h>

#include "base/eat.h"

#define NS		1000000000ll
/* Number of bytes at the beginning of a line that are searched for its time. */
#define MAX_HEAD	512
/* Longest time that a person has edited, such as "04:08:34-44" for several lines in one. */
#define MAX_EDITED	12

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

/* Skip the time since the preceding line, such as " <    0.000100>", or blanks in its place. */
static void eat_delta(struct guc_view *v)
{
	struct guc_view left = skip_blanks(*v);

	if (eat(&left, "<")) {
		while (left.len && memchr("0123456789. *", *left.data, 13))
			left = skip(left, 1);
		if (!eat(&left, ">"))
			return;
	}
	*v = left;
}

/*
 * Read "[ 12.345678] text", which can follow the prefix of syslog. "dmesg -d" and "journalctl -o
 * short-delta" print a second time within the brackets.
 */
static bool printk_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct guc_view head = guc_view_clip(v, 0, MAX_HEAD);
	const u8 *open;

	while ((open = memchr(head.data, '[', head.len))) {
		struct guc_view left = skip(v, (size_t)(open - v.data) + 1);

		head = skip(head, (size_t)(open - head.data) + 1);
		left = skip_blanks(left);
		if (!eat_seconds(&left, ns))
			continue;
		eat_delta(&left);
		if (eat(&left, "]")) {
			*text = skip_blanks(left);
			return true;
		}
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
 * Convert a time to ns since 1970. @east: seconds by which the clock of @tm is ahead of UTC. @more:
 * time in ns that is added. Return: true, or false for a time before 1970 or after 2106, so a
 * difference of two times fits into 64 bits.
 */
static bool to_ns(struct tm *tm, s64 east, s64 more, s64 *ns)
{
	s64 second = (s64)timegm(tm) - east;

	*ns = second >> 32 ? 0 : second * NS;
	*ns += more;
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

/* Read "12:34:56" or "12:34:56.123456". @ns: set to the seconds and their decimals */
static bool eat_clock(struct guc_view *v, struct tm *tm, s64 *ns)
{
	return two_digits(v, &tm->tm_hour) && eat(v, ":") && two_digits(v, &tm->tm_min) &&
	       eat(v, ":") && iso_seconds(v, ns);
}

/*
 * Skip what a person has written after a time to stand for several lines, such as "-44" in
 * "04:08:34-44".
 */
static void eat_edited(struct guc_view *v)
{
	static const char marks[] = "0123456789.:-~+?";
	struct guc_view left = *v;
	size_t n = 0;

	while (n < MAX_EDITED && n < left.len && memchr(marks, left.data[n], sizeof(marks) - 1))
		n++;
	left = skip(left, n);
	if (n && left.len && *left.data == ' ')
		*v = left;
}

/* Read "Jan 31 12:34:56", with a blank before a day of one digit. */
static bool eat_day(struct guc_view *v, struct tm *tm, s64 *second)
{
	u64 day;

	if (!eat_month(v, &tm->tm_mon) || !eat(v, " "))
		return false;
	*v = skip_blanks(*v);
	if (!eat_number(v, &day) || day < 1 || day > 31 || !eat(v, " ") ||
	    !eat_clock(v, tm, second))
		return false;
	tm->tm_mday = (int)day;
	return true;
}

/* Read "[Sat Jan 31 12:34:56 2026] text" of "dmesg -T". */
static bool local_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { 0 };
	s64 second;
	u64 year;

	if (!eat(&v, "[") || v.len < 4)
		return false;
	v = skip(v, 3);
	if (!eat(&v, " ") || !eat_day(&v, &tm, &second) || !eat(&v, " ") ||
	    !eat_number(&v, &year) || year < 1970 || year > 9999)
		return false;
	eat_delta(&v);
	if (!eat(&v, "]"))
		return false;
	tm.tm_year = (int)year - 1900;
	*text = skip_blanks(v);
	return to_ns(&tm, 0, second, ns);
}

/*
 * Read "Jan 31 12:34:56 host kernel: text" of "journalctl -k" and of syslog. The seconds have
 * decimals with "-o short-precise".
 */
static bool local_day_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { .tm_year = 100 };
	s64 second;

	if (!eat_day(&v, &tm, &second))
		return false;
	eat_edited(&v);
	/* A year shows that it is a time of local_line() that cannot be counted. */
	if (v.len && (!eat(&v, " ") || (v.len > 4 && v.data[4] == ']')))
		return false;
	*text = skip_blanks(v);
	return to_ns(&tm, 0, second, ns);
}

/* Read "01-31 12:34:56.123" of logcat. */
static bool logcat_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { .tm_year = 100 };
	s64 second;

	if (!two_digits(&v, &tm.tm_mon) || tm.tm_mon < 1 || tm.tm_mon > 12 || !eat(&v, "-") ||
	    !two_digits(&v, &tm.tm_mday) || tm.tm_mday < 1 || tm.tm_mday > 31 || !eat(&v, " ") ||
	    !eat_clock(&v, &tm, &second) || (v.len && *v.data != ' '))
		return false;
	tm.tm_mon--;
	*text = skip_blanks(v);
	return to_ns(&tm, 0, second, ns);
}

/* Read "2026-01-31". */
static bool eat_date(struct guc_view *v, struct tm *tm)
{
	int century;

	if (!two_digits(v, &century) || !two_digits(v, &tm->tm_year) || !eat(v, "-") ||
	    !two_digits(v, &tm->tm_mon) || !eat(v, "-") || !two_digits(v, &tm->tm_mday))
		return false;
	tm->tm_year += 100 * century - 1900;
	tm->tm_mon--;
	return true;
}

/*
 * Read "2026-01-31T12:34:56.123456+0100 text", in which a blank can be in place of the "T" and
 * before the zone. @has_zone: whether the time must have a zone
 */
static bool date_line(struct guc_view v, bool has_zone, s64 *ns, struct guc_view *text)
{
	struct guc_view zone, utc;
	struct tm tm = { 0 };
	int east = 0;
	s64 second;

	if (!eat_date(&v, &tm) || (!eat(&v, "T") && !eat(&v, " ")) ||
	    !eat_clock(&v, &tm, &second))
		return false;
	zone = skip_blanks(v);
	utc = zone;
	if (eat(&utc, "UTC"))
		zone = utc;
	else if (!eat_zone(&zone, &east))
		zone.data = NULL;
	if (!zone.data == has_zone)
		return false;
	if (has_zone)
		v = zone;
	else
		eat_edited(&v);
	*text = skip_blanks(v);
	return to_ns(&tm, has_zone ? east : 0, second, ns);
}

static bool iso_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	return date_line(v, true, ns, text);
}

/* Read "2026-01-31 12:34:56.123456 text", which has no zone. */
static bool date_time_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	return date_line(v, false, ns, text);
}

/* Read "1769859296.123456 host kernel: text" of "journalctl -o short-unix". */
static bool unix_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	const u8 *begin = v.data;
	size_t len;

	if (!eat_seconds(&v, ns))
		return false;
	len = (size_t)(v.data - begin);
	if (len < 14 || len > 20 || begin[10] != '.' || (v.len && !eat(&v, " ")))
		return false;
	*text = skip_blanks(v);
	return true;
}

/**
 * text_time_full() - read "Sat 2026-01-31 12:34:56 CET text" of "journalctl -o short-full"
 * @v: the line
 * @ns: set to the time as if the time zone were UTC, because abbreviations are ambiguous
 * @text: set to the time zone and the rest of the line
 *
 * Return: whether the line has this form.
 */
bool text_time_full(struct guc_view v, s64 *ns, struct guc_view *text)
{
	struct tm tm = { 0 };
	s64 second;

	if (v.len < 4)
		return false;
	v = skip(v, 3);
	if (!eat(&v, " ") || !eat_date(&v, &tm) || !eat(&v, " ") ||
	    !eat_clock(&v, &tm, &second) || !eat(&v, " "))
		return false;
	*text = v;
	return to_ns(&tm, 0, second, ns);
}

static bool utc_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	return text_time_full(v, ns, text) && eat(text, "UTC ");
}

static bool zone_line(struct guc_view v, s64 *ns, struct guc_view *text)
{
	if (!text_time_full(v, ns, text))
		return false;
	while (text->len && *text->data != ' ')
		*text = skip(*text, 1);
	*text = skip_blanks(*text);
	return true;
}

/**
 * text_time_kmsg_head() - read "6,1234,12345678,-" of /dev/kmsg
 * @v: the line; moved after this text
 * @us: set to the time in microseconds
 *
 * Other values can follow, up to a semicolon. One of them is the id of the thread that printed
 * the line.
 *
 * Return: whether the line has this form.
 */
bool text_time_kmsg_head(struct guc_view *v, u64 *us)
{
	struct guc_view left = *v;
	u64 level, number;

	if (!eat_number(&left, &level) || !eat(&left, ",") || !eat_number(&left, &number) ||
	    !eat(&left, ",") || !eat_number(&left, us) || *us >> 52 || !eat(&left, ",") ||
	    left.len < 2 || !memchr("-c+", *left.data, 3) || !memchr(",;", left.data[1], 2))
		return false;
	*v = skip(left, 1);
	return true;
}

/**
 * text_time_kmsg() - read "6,1234,12345678,-;text" of /dev/kmsg
 * @v: the line
 * @ns: set to the time
 * @text: set to the text, in which bytes that are not printable are escaped, such as "\x0a"
 *
 * Return: whether the line has this form.
 */
bool text_time_kmsg(struct guc_view v, s64 *ns, struct guc_view *text)
{
	const u8 *end;
	u64 us;

	if (!text_time_kmsg_head(&v, &us))
		return false;
	end = memchr(v.data, ';', min_t(size_t, v.len, MAX_HEAD));
	if (!end)
		return false;
	*ns = (s64)us * 1000;
	*text = skip(v, (size_t)(end - v.data) + 1);
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
			while (left.len && *left.data != ' ' && *left.data != '\t')
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

/* Read one of the words in @words. Return: whether the text begins with one of them. */
static bool eat_any(struct guc_view *v, const char * const *words)
{
	for (; *words; words++)
		if (eat(v, *words))
			return true;
	return false;
}

/**
 * text_time_skip_level() - skip "kern  :info  : ", which "dmesg -x" prints before the time
 * @v: the line
 *
 * Return: the rest of the line, or the line itself if it does not begin with this text.
 */
struct guc_view text_time_skip_level(struct guc_view v)
{
	/*
	 * Of two words, the one that begins with the other must come first: "authpriv" before
	 * "auth".
	 */
	static const char * const facilities[] = {
		"kern", "user", "mail", "daemon", "authpriv", "auth", "syslog", "lpr", "news",
		"uucp", "cron", "ftp", NULL
	};
	static const char * const levels[] = {
		"emerg", "alert", "crit", "err", "warn", "notice", "info", "debug", NULL
	};
	struct guc_view left = v;

	if (!eat_any(&left, facilities))
		return v;
	left = skip_blanks(left);
	if (!eat(&left, ":") || !eat_any(&left, levels))
		return v;
	left = skip_blanks(left);
	return eat(&left, ": ") ? left : v;
}

static const struct {
	enum text_clock clock;
	bool (*read)(struct guc_view v, s64 *ns, struct guc_view *text);
} forms[] = {
	{ TEXT_TRACE, trace_line },
	{ TEXT_PRINTK, text_time_kmsg },
	{ TEXT_PRINTK, printk_line },
	{ TEXT_WALL, iso_line },
	{ TEXT_WALL, unix_line },
	{ TEXT_WALL, utc_line },
	{ TEXT_LOCAL, local_line },
	{ TEXT_LOCAL, zone_line },
	{ TEXT_LOCAL, date_time_line },
	{ TEXT_LOCAL_DAY, local_day_line },
	{ TEXT_LOCAL_DAY, logcat_line },
};

/* Digits of a time since 1970 without a point, by its unit, and the number of ns of this unit. */
static const struct {
	size_t digits;
	s64 unit;
} epochs[] = { { 10, NS }, { 13, 1000000 }, { 16, 1000 }, { 19, 1 } };

/* Read a time since 1970 in seconds, ms, us or ns, which is told from the number of digits. */
static bool eat_epoch(struct guc_view v, s64 *ns)
{
	unsigned int i;
	size_t len = v.len;
	u64 number;

	if (!len || *v.data < '1' || *v.data > '4' || !eat_number(&v, &number) || v.len)
		return false;
	for (i = 0; i < ARRAY_SIZE(epochs); i++)
		if (epochs[i].digits == len) {
			*ns = (s64)number * epochs[i].unit;
			return true;
		}
	return false;
}

/**
 * text_time_value() - read a value that is a time and nothing else, such as a field of JSON
 * @v: the value
 * @clock: set to the clock
 * @ns: set to the time
 *
 * Return: whether the value is a time.
 */
bool text_time_value(struct guc_view v, enum text_clock *clock, s64 *ns)
{
	struct guc_view text;
	unsigned int i;

	v = skip_blanks(v);
	*clock = TEXT_WALL;
	if (!v.len || v.len > 40)
		return false;
	if (eat_epoch(v, ns))
		return true;
	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		*clock = forms[i].clock;
		if (*clock != TEXT_TRACE && *clock != TEXT_PRINTK &&
		    forms[i].read(v, ns, &text) && !skip_blanks(text).len)
			return true;
	}
	return false;
}

/*
 * Return: whether a time can begin at this character of a line: it is a digit, a capital letter or
 * a bracket, and the character before it does not belong to the same word.
 */
static bool may_begin(struct guc_view v, size_t i)
{
	static const char before[] = " \t\"'[(<>|,;=:`";

	if (!isdigit(v.data[i]) && !isupper(v.data[i]) && v.data[i] != '[')
		return false;
	return !i || memchr(before, v.data[i - 1], sizeof(before) - 1);
}

/**
 * text_time_seek() - find a time anywhere in the part of a line before its message
 * @head: this part; its first MAX_HEAD bytes are searched
 * @clock: the clock of the time, or TEXT_NO_CLOCK for any; set to the clock that was found
 * @ns: set to the time
 *
 * Collectors put a time, the name of the host and other words before a line, in an order of their
 * own. If there are times of several clocks, the kernel's own time is the best, and a time with a
 * zone is better than one without. Times of a trace are not searched.
 *
 * Return: whether there is such a time.
 */
bool text_time_seek(struct guc_view head, enum text_clock *clock, s64 *ns)
{
	struct guc_view text;
	unsigned int i;
	size_t at;

	head = guc_view_clip(head, 0, MAX_HEAD);
	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		if (forms[i].clock == TEXT_TRACE ||
		    (*clock != TEXT_NO_CLOCK && forms[i].clock != *clock))
			continue;
		for (at = 0; at < head.len; at++)
			if (may_begin(head, at) && forms[i].read(skip(head, at), ns, &text)) {
				*clock = forms[i].clock;
				return true;
			}
	}
	return false;
}

/**
 * text_time() - read the time of a line
 * @v: the line
 * @clock: the clock of the text
 * @ns: set to the time
 * @text: set to the text after the time
 *
 * Return: whether the line begins with a time of @clock.
 */
bool text_time(struct guc_view v, enum text_clock clock, s64 *ns, struct guc_view *text)
{
	unsigned int i;

	v = text_time_skip_level(v);
	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].clock == clock && forms[i].read(v, ns, text))
			return true;
	return false;
}

/**
 * text_time_find() - find out which kind of clock the time of a line is from
 * @v: the line
 * @clock: set to the clock
 *
 * Return: whether the line has a time.
 */
bool text_time_find(struct guc_view v, enum text_clock *clock)
{
	struct guc_view text;
	unsigned int i;
	s64 ns;

	v = text_time_skip_level(v);
	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (forms[i].read(v, &ns, &text)) {
			*clock = forms[i].clock;
			return true;
		}
	return false;
}
