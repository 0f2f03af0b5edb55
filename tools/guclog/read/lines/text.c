// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts with a time in each line: the kernel log, and the report of trace-cmd.
 */
#include "read/lines/text_time.h"

#include <ctype.h>

#include "read/input.h"
#include "base/eat.h"

/* Largest length of a kernel log message that has several lines, in bytes. */
#define MAX_CONTINUED	1024
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
 * Return: whether a line continues the message of the line before. xe prints the values of a page
 * fault in separate lines, which begin with these names.
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
	u64 series, number;

	if (memmem(line.data, line.len, suspend, sizeof(suspend) - 1))
		text->suspended = true;
	read_kernel(text, line);
	if (text->open && text->nr && is_continued(line)) {
		continue_line(text, line);
		return;
	}
	text->open = false;
	if (eat_capture(&left, &series, &number)) {
		text->captures++;
	} else if (is_of_interest(line)) {
		add_line(text, ns, line);
		text->open = true;
	} else {
		text->others++;
	}
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

static void take_kmsg(struct timed_text *text, s64 ns, struct guc_view escaped)
{
	struct guc_view line = unescape(text->arena, escaped);

	if (line.data)
		timed_text_add(text, ns, line);
	arena_drop(text->arena, (void *)(uintptr_t)line.data);
}

static void take_line(struct timed_text *text, struct guc_view v)
{
	struct guc_view rest;
	s64 ns;

	if (v.len && v.data[v.len - 1] == '\r')
		v.len--;
	if (text->clock == TEXT_PRINTK && text_time_kmsg(v, &ns, &rest)) {
		take_kmsg(text, ns, rest);
	} else if (text_time(v, text->clock, &ns, &rest)) {
		if (text->clock != TEXT_TRACE)
			timed_text_add(text, ns, rest);
		else if (is_trace_event(rest))
			read_boot(add_line(text, ns, rest), rest);
		else
			text->others++;
	} else if (text->clock == TEXT_TRACE && eat(&v, GUCLOG_TRACE_CLOCK_BOOT)) {
		text->trace_boot = true;
	} else if (text->open && text->nr && text->clock != TEXT_TRACE &&
		   is_continued(skip_blanks(v))) {
		continue_line(text, skip_blanks(v));
	}
}

/* Return: whether the text begins with a driver and a device, such as "xe 0000:03:00.0: ". */
static bool is_device(struct guc_view v)
{
	static const char device[] = "0000:00:00.0: ";
	size_t i;

	if ((!eat(&v, "xe ") && !eat(&v, "i915 ")) || v.len < sizeof(device))
		return false;
	for (i = 0; device[i]; i++)
		if (device[i] == '0' ? !isxdigit(v.data[i]) : v.data[i] != device[i])
			return false;
	return true;
}

/* Return: whether the text has a driver and a device after a blank. */
static bool has_device(struct guc_view v)
{
	const u8 *blank;

	while ((blank = memchr(v.data, ' ', v.len))) {
		v = skip(v, (size_t)(blank - v.data) + 1);
		if (is_device(v))
			return true;
	}
	return false;
}

/*
 * Find the kind of clock from the first line that has a time. After a title of a devcoredump
 * ("****"), a line must also name a driver and a device, because a name in a dump can look like a
 * time. Return: true, or false if there is no such line.
 */
static bool find_clock(struct guc_view all, enum text_clock *clock)
{
	bool in_dump = false;
	struct guc_view v;

	while (eat_line(&all, &v)) {
		in_dump |= v.len > 3 && !memcmp(v.data, "****", 4);
		if (text_time_find(v, clock) &&
		    (!in_dump || (*clock != TEXT_TRACE && has_device(v))))
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

/*
 * Read a text, which must not have a layer (an encoding such as base64). Return: see
 * timed_text_read().
 */
static int read_plain(struct timed_text *text, struct guc_view all)
{
	int ret;

	if (memchr(all.data, 0, min_t(size_t, all.len, MAX_ZERO)))
		return -ENOMSG;
	ret = timed_text_read_json(text, (const char *)all.data, all.len);
	if (ret == -ENOMSG)
		ret = journal_read_verbose(text, all);
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
	int ret = journal_read_export(text, all);

	if (ret != -ENOMSG)
		return text->arena->failed ? -ENOMEM : ret;
	do {
		text_plain(text, &copy, &all);
		ret = read_plain(text, all);
	} while (ret == -ENOMSG && layers++ < MAX_LAYERS && text_peel(text, &copy, &all));
	arena_drop(text->arena, copy.data);
	return text->arena->failed ? -ENOMEM : ret;
}

/*
 * Return: whether the line is a line of xe or i915 without a time, or with only the time since the
 * preceding line, such as "[  +0.000100] xe 0000:03:00.0: [drm] text".
 */
static bool lacks_time(struct guc_view v)
{
	if (eat(&v, "[")) {
		const u8 *end = memchr(v.data, ']', v.len);

		if (!end)
			return false;
		v = skip_blanks(skip(v, (size_t)(end - v.data) + 1));
	}
	return is_device(v);
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
	static const struct text_kind no_time = {
		.what = "a kernel log without times: use 'dmesg' or 'journalctl -k'",
	};
	struct guc_view line, v = begin;
	struct arena arena;
	struct timed_text text = { .arena = &arena };
	int ret;

	arena_init(&arena, ARENA_NO_LIMIT);
	ret = timed_text_read(&text, (const char *)begin.data, begin.len);
	arena_free(&arena);
	if (!ret)
		return text.clock == TEXT_TRACE ? &trace : &log;
	/* "dmesg --json" prints one array, which may be longer than @begin. */
	if (eat(&v, "{") && memmem(v.data, min_t(size_t, v.len, 64), "\"dmesg\"", 7))
		return &log;
	while (eat_line(&begin, &line))
		if (lacks_time(line))
			return &no_time;
	return NULL;
}
