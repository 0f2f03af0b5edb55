// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts with a time in each line: the kernel log, and the report of trace-cmd.
 *
 * People hold a kernel log in many forms. There is not one reader for each form: each of the
 * following steps undoes one kind of change, in this order, and a text can have any of them.
 *
 * - characters: colours, UTF-16, HTML, base64, quoted-printable (text_plain.c, read/layer.h);
 * - records: JSON, CSV and the journal's own forms give values, of which some are times and one is
 *   the message (text_json.c, text_record.c, text_journal.c);
 * - rows: quote marks, and lines that were broken into several rows (text_row.c);
 * - lines: escaped newlines, which put several lines into one (text_row.c);
 * - the message: it begins at the name of the driver. All before it is the head, which has the time
 *   in one of many forms (text_time.c). What follows the message is dropped (text_row.c);
 * - messages of several lines, which are put together again.
 */
#include "read/lines/text_time.h"

#include <ctype.h>

#include "read/input.h"
#include "base/eat.h"
#include "read/lines/text_row.h"

/* Largest length of a kernel log message that has several lines, in bytes. */
#define MAX_CONTINUED	1024
/* Largest number of lines that can be between two lines of such a message. */
#define MAX_BETWEEN	8
/*
 * Number of bytes at the beginning of a file that are searched for a zero byte, which shows that
 * the file is binary.
 */
#define MAX_ZERO	4096
/* Largest number of layers (encodings such as base64) around a text. */
#define MAX_LAYERS	12

/* Return: whether the text contains @word as a whole word. */
static bool has_word(struct guc_view v, const char *word)
{
	size_t n = strlen(word);
	struct guc_view left = v;
	const u8 *hit;

	while ((hit = view_find(left, word))) {
		bool before = hit == v.data || (!isalnum(hit[-1]) && hit[-1] != '_');
		bool after = hit + n == v.data + v.len ||
			      (!isalnum(hit[n]) && hit[n] != '_');

		if (before && after)
			return true;
		left = guc_view_clip(v, (size_t)(hit - v.data) + 1, v.len);
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
	*lines = (struct text_line){ .ns = ns, .has_time = true, .text = copy };
	return lines;
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
	const u8 *hit = view_find(line, begin);
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

/*
 * Return: a copy of a text of /dev/kmsg, in which escapes such as "\x0a" are replaced by their
 * bytes, or a view with @data NULL if there is no memory.
 */
static struct guc_view unescape(struct arena *arena, struct guc_view v)
{
	u8 *copy = arena_alloc(arena, v.len + 1);
	size_t n = 0;

	while (copy && v.len) {
		bool escape = v.len > 3 && v.data[0] == '\\' && v.data[1] == 'x' &&
			      isxdigit(v.data[2]) && isxdigit(v.data[3]);

		copy[n++] = escape ? (u8)(hex_value(v.data[2]) << 4 | hex_value(v.data[3])) :
				     *v.data;
		v = skip(v, escape ? 4 : 1);
	}
	return guc_view(copy, copy ? n : 0);
}

/* Return: whether the newest line is a message of several lines to which this row may belong. */
static bool is_open(const struct timed_text *text)
{
	return text->open && text->nr;
}

/*
 * Find the time of a message. @head: the row before the message; @times: times of the record around
 * the row. The first message with a time decides which clock all times are from. Return: whether
 * there is a time of this clock.
 */
static bool find_time(struct timed_text *text, struct guc_view head,
		      const struct text_times *times, s64 *ns)
{
	enum text_clock clock = text->clock, i;

	if (text_time_seek(head, &clock, ns)) {
		/* The kernel's own time of the record is better than a time in the row. */
		if (text->clock == TEXT_NO_CLOCK && clock != TEXT_PRINTK &&
		    times->known[TEXT_PRINTK]) {
			clock = TEXT_PRINTK;
			*ns = times->ns[TEXT_PRINTK];
		}
		text->clock = clock;
		return true;
	}
	for (i = 0; i < TEXT_NO_CLOCK; i++)
		if (times->known[i] && (clock == TEXT_NO_CLOCK || clock == i)) {
			text->clock = i;
			*ns = times->ns[i];
			return true;
		}
	return false;
}

/* Add a message. @head: the row before it */
static void add_message(struct timed_text *text, struct guc_view head, struct guc_view message,
			const struct text_times *times)
{
	struct text_line *line;
	u64 series, number;
	s64 ns = 0;
	bool timed;

	if (eat_capture(&message, &series, &number)) {
		text->captures++;
		text->open = false;
		return;
	}
	timed = find_time(text, head, times, &ns);
	line = add_line(text, ns, message);
	if (line)
		line->has_time = timed;
	text->open = MAX_BETWEEN;
}

/*
 * Return: whether a row without the name of a driver and a device is a message about DRM or xe. To
 * tell it from a sentence of a person, it must have a time.
 */
static bool is_of_interest_alone(struct timed_text *text, struct guc_view row,
				 const struct text_times *times, struct guc_view *message)
{
	enum text_clock clock = text->clock == TEXT_NO_CLOCK ? TEXT_PRINTK : text->clock;
	s64 ns;

	*message = row;
	if (text->in_dump || !is_of_interest(row))
		return false;
	return text_time(row, clock, &ns, message) || times->known[clock];
}

/* Read a line without escaped newlines. @in_block: it may belong to a message of several lines */
static void take_line(struct timed_text *text, struct guc_view row,
		      const struct text_times *times)
{
	static const char suspend[] = "PM: suspend";
	struct guc_view message;
	size_t at;

	if (text_row_driver(row, &at)) {
		add_message(text, guc_view_clip(row, 0, at), text_row_message(row, at), times);
		return;
	}
	if ((is_open(text) || view_find(row, "ASID: ") ||
	     view_find(row, "Faulted Address: ")) && text_row_block(row, &at)) {
		message = text_row_message(row, at);
		if (is_open(text))
			continue_line(text, message);
		else
			add_message(text, guc_view_clip(row, 0, at), message, times);
		return;
	}
	if (view_find(row, suspend))
		text->suspended = true;
	read_kernel(text, row);
	if (is_of_interest_alone(text, row, times, &message)) {
		add_message(text, guc_view_clip(row, 0, (size_t)(message.data - row.data)),
			    message, times);
		return;
	}
	text->open -= !!text->open;
	text->others++;
}

/**
 * timed_text_add() - add a row of a kernel log
 * @text: gets its lines about xe, i915 or DRM
 * @times: times of the record around the row
 * @row: the row, which can have several lines with escaped newlines between them
 *
 * If there is no memory, @failed of the arena of @text is set.
 */
void timed_text_add(struct timed_text *text, const struct text_times *times, struct guc_view row)
{
	struct guc_view line;
	size_t at;

	if (!memchr(row.data, '\\', row.len) && !view_find(row, "#01")) {
		take_line(text, row, times);
		return;
	}
	if (!text_row_driver(row, &at) && !text_row_block(row, &at)) {
		take_line(text, row, times);
		return;
	}
	while (text_row_piece(&row, &line))
		take_line(text, line, times);
}

/**
 * timed_text_add_message() - add a message of a record, such as one of the journal
 * @text: gets its lines about xe, i915 or DRM
 * @times: times of the record
 * @message: the message, which can have several lines
 */
void timed_text_add_message(struct timed_text *text, const struct text_times *times,
			    struct guc_view message)
{
	struct guc_view row;

	text->found = true;
	while (eat_line(&message, &row))
		timed_text_add(text, times, row);
}

/*
 * Read "6,1234,12345678,-;text" of /dev/kmsg. Return: whether the row has this form, and the
 * time of the text is, or can be, that of the kernel.
 */
static bool take_kmsg(struct timed_text *text, struct guc_view row)
{
	struct text_times times = { .known[TEXT_PRINTK] = true };
	struct guc_view escaped, line;

	if ((text->clock != TEXT_PRINTK && text->clock != TEXT_NO_CLOCK) ||
	    !text_time_kmsg(row, &times.ns[TEXT_PRINTK], &escaped))
		return false;
	line = unescape(text->arena, escaped);
	if (line.data)
		timed_text_add_message(text, &times, line);
	arena_drop(text->arena, (void *)(uintptr_t)line.data);
	return true;
}

static void take_row(struct timed_text *text, struct guc_view row)
{
	static const struct text_times none = { .known[0] = false };

	if (!take_kmsg(text, row))
		timed_text_add(text, &none, row);
}

/* Read the line of the row that is kept, if there is one. */
static void flush(struct timed_text *text, struct text_unwrap *u)
{
	struct guc_view row = text_unwrap_take(u);

	if (row.len)
		take_row(text, row);
}

/*
 * Find the clock of the first line that has a time. In a devcoredump, a name can look like a time.
 * Return: whether there is such a line before the devcoredump.
 */
static bool first_clock(struct guc_view all, enum text_clock *clock)
{
	struct guc_view row;

	while (eat_line(&all, &row)) {
		if (view_begins(row, "****"))
			return false;
		/* The times in an object of JSON are in its values. */
		if (view_begins(row, "{\""))
			continue;
		if (text_time_find(text_row_unquote(row), clock))
			return true;
	}
	return false;
}

static int read_log(struct timed_text *text, struct guc_view all)
{
	struct text_unwrap *u = arena_alloc(text->arena, sizeof(*u));
	enum text_clock first = TEXT_NO_CLOCK;
	struct guc_view row;

	if (!u)
		return -ENOMEM;
	text->found |= first_clock(all, &first);
	text_unwrap_begin(u, all);
	while (all.len) {
		if (timed_text_read_json(text, &all) || timed_text_read_csv(text, &all)) {
			flush(text, u);
			continue;
		}
		eat_line(&all, &row);
		text->in_dump |= view_begins(row, "****");
		if (row.len && row.data[row.len - 1] == '\r')
			row.len--;
		row = text_row_unquote(row);
		if (text_unwrap_add(u, row))
			continue;
		flush(text, u);
		if (!text_unwrap_keep(u, row))
			take_row(text, row);
	}
	flush(text, u);
	arena_drop(text->arena, u);
	if (text->clock == TEXT_NO_CLOCK && !text->nr)
		text->clock = first;
	return text->found || text->nr ? 0 : -ENOMSG;
}

static void take_trace(struct timed_text *text, struct guc_view v)
{
	struct guc_view rest;
	s64 ns;

	if (v.len && v.data[v.len - 1] == '\r')
		v.len--;
	if (text_time(v, TEXT_TRACE, &ns, &rest)) {
		if (is_trace_event(rest))
			read_boot(add_line(text, ns, rest), rest);
		else
			text->others++;
	} else if (eat(&v, GUCLOG_TRACE_CLOCK_BOOT)) {
		text->trace_boot = true;
	}
}

static int read_trace(struct timed_text *text, struct guc_view all)
{
	struct guc_view line;

	text->clock = TEXT_TRACE;
	while (eat_line(&all, &line))
		take_trace(text, line);
	return 0;
}

/*
 * Read a text whose outer layers have been removed. Return: see timed_text_read().
 */
static int read_plain(struct timed_text *text, struct guc_view all)
{
	enum text_clock first;
	int ret;

	if (memchr(all.data, 0, min_t(size_t, all.len, MAX_ZERO)))
		return -ENOMSG;
	ret = journal_read_verbose(text, all);
	if (ret != -ENOMSG)
		return ret;
	if (first_clock(all, &first) && first == TEXT_TRACE)
		return read_trace(text, all);
	return read_log(text, all);
}

/*
 * Give lines without a time that of the line before, or of the first line with a time, so that
 * sorting by time keeps their order.
 */
static void fill_times(struct timed_text *text)
{
	size_t first = 0, i;

	while (first < text->nr && !text->line[first].has_time)
		first++;
	for (i = 0; i < text->nr; i++)
		if (!text->line[i].has_time)
			text->line[i].ns = i < first ? first < text->nr ? text->line[first].ns : 0 :
					   text->line[i - 1].ns;
}

/**
 * timed_text_read() - read a kernel log or the report of a trace
 * @text: filled with the lines and their times; their memory is from @text->arena
 * @data: the text; colours, UTF-16, and layers such as base64 are removed from a copy
 * @len: bytes at @data
 *
 * Return: 0, -ENOMSG if the text is neither a kernel log nor a trace, or -ENOMEM.
 */
int timed_text_read(struct timed_text *text, const char *data, size_t len)
{
	struct guc_view all = guc_view(data, len);
	struct text_copy copy = { .data = NULL };
	unsigned int layers = 0;
	int ret;

	text->clock = TEXT_NO_CLOCK;
	ret = journal_read_export(text, all);
	if (ret == -ENOMSG) {
		do {
			text_plain(text, &copy, &all);
		} while (layers++ < MAX_LAYERS && text_peel(text, &copy, &all));
		ret = read_plain(text, all);
		arena_drop(text->arena, copy.data);
	}
	timed_text_end_json(text);
	fill_times(text);
	return text->arena->failed ? -ENOMEM : ret;
}

/* Find the clock of a text. Return: whether the text is a kernel log or the report of a trace. */
static bool clock_of(struct guc_view begin, enum text_clock *clock)
{
	struct arena arena;
	struct timed_text text = { .arena = &arena };
	int ret;

	arena_init(&arena, ARENA_NO_LIMIT);
	ret = timed_text_read(&text, (const char *)begin.data, begin.len);
	arena_free(&arena);
	*clock = text.clock;
	return !ret;
}

/**
 * timed_text_is_trace() - find out if a text is the report of a trace
 * @begin: the beginning of the text
 *
 * Context: allocates memory.
 * Return: whether it is one.
 */
bool timed_text_is_trace(struct guc_view begin)
{
	enum text_clock clock;

	return clock_of(begin, &clock) && clock == TEXT_TRACE;
}

/**
 * timed_text_kind() - find the kind of a text without a GuC log
 * @begin: the beginning of the text
 *
 * Context: allocates memory.
 * Return: the kind, or NULL if the text is neither a kernel log nor a trace.
 */
const struct text_kind *timed_text_kind(struct guc_view begin)
{
	static const struct text_kind log = {
		.what = "a kernel log, which 'guclog explain' reads",
		.used = true,
	};
	static const struct text_kind trace = {
		.what = "the report of a trace, which 'guclog decode' reads",
		.used = true,
	};
	struct guc_view v = begin;
	enum text_clock clock;

	if (clock_of(begin, &clock))
		return clock == TEXT_TRACE ? &trace : &log;
	/* "dmesg --json" prints one array, which may be longer than @begin. */
	if (eat(&v, "{") && memmem(v.data, min_t(size_t, v.len, 64), "\"dmesg\"", 7))
		return &log;
	return NULL;
}
