// SPDX-License-Identifier: GPL-2.0-only
#include "read/text.h"

#include "base/arena.h"
#include "abi/guc_log_abi.h"
#include "read/dump/dump.h"
#include "read/ascii85_log.h"
#include "read/dmesg_capture.h"
#include "read/dump_head.h"
#include "base/eat.h"
#include "read/headline.h"
#include "read/hexdump.h"
#include "read/json_text.h"
#include "read/paste.h"
#include "read/realign.h"
#include "read/rejoin.h"

/* Largest number of characters of a line that is not data; lines of printk are shorter. */
#define LINE_HEAD	2048

enum mode {
	IN_HEAD,	/* collecting the beginning of a line */
	IN_DATA,	/* after the beginning of a line of data */
	IN_SKIP,	/* in the rest of a line that is ignored */
};

static const char dump_title[] = TITLE_HEAD;

#define TITLE_LEN	(sizeof(dump_title) - 1)

/**
 * struct text - a text that is being read
 * @in: the logs and devcoredumps are added to it
 * @had: number of logs that @in had before this text, or before the last of its devcoredumps
 * @dump_from: number of logs that @in had before the current devcoredump
 * @mode: the part of a line to which the next character belongs
 * @line: number of the line, from 1
 * @len: number of characters at @head
 * @head: the beginning of the line
 * @chars: number of characters of the line if it has data
 * @width: number of characters of the longest preceding line of the same data
 * @devcoredump: the first line of a devcoredump has been seen
 * @dump: reader of the other sections of the devcoredump; NULL before its first line, and if the
 *	sections are not wanted
 * @dump_head: lines before a devcoredump whose first line is missing; empty if the sections are not
 *	wanted
 * @cut: the rest of the input cannot be read, so the text may be incomplete
 * @error_data_within: number of next lines in which the data of an i915 error state may begin
 * @said: the facts from the lines so far
 * @data: decoder of the data of a dump; still open if the data may continue in the
 *	next line
 * @captures: captures in a kernel log
 * @hexdump: dump of i915
 * @rejoin: joins lines of captures that were wrapped
 * @held_line: number of the first row of the incomplete wrapped line that is stored in @rejoin. A
 *	row is a line of the text as it is; wrapping divides one line of the log into several rows.
 * @paste: state for undoing changes that programs made to the text
 * @json: reader of JSON; NULL while the text is not JSON
 * @in_record: the line is a line of the kernel log that @json has found
 * @kept: number of characters at the end of the last piece that may begin the title of a dump; they
 *	are read together with the next piece
 */
struct text {
	struct input *in;
	unsigned int had;
	unsigned int dump_from;
	enum mode mode;
	u64 line;
	size_t len;
	char head[LINE_HEAD];
	size_t chars;
	size_t width;
	bool devcoredump;
	struct dump_reader *dump;
	struct dump_head dump_head;
	bool cut;
	unsigned int error_data_within;
	struct headlines said;
	struct ascii85_log data;
	struct dmesg_captures captures;
	struct hexdump hexdump;
	struct rejoin rejoin;
	u64 held_line;
	struct paste paste;
	struct json_text *json;
	bool in_record;
	size_t kept;
};

/*
 * In an i915 error state, the data of the log follow the line with the name of the log buffer. On
 * some GPUs, a line about the pages of the buffer comes before the data. Both lines may be wrapped.
 * Return: number of characters before the data (1) if the line has data, else 0.
 */
static size_t error_data_start(struct text *t, struct guc_view v)
{
	bool is_next = t->error_data_within;

	if (view_begins(v, "global --- GuC log buffer = "))
		t->error_data_within = 4;
	else if (is_next)
		t->error_data_within--;
	return is_next && v.len && (*v.data == ':' || *v.data == '~');
}

static enum guclog_form data_form(const struct text *t, struct guc_view v)
{
	if (*v.data == ':' || *v.data == '~')
		return GUCLOG_FORM_ERROR_STATE;
	if (t->devcoredump)
		return GUCLOG_FORM_DEVCOREDUMP;
	return v.data[0] == '[' ? GUCLOG_FORM_DEBUGFS : GUCLOG_FORM_DEBUGFS_OLD;
}

#define PIECE	4096

/*
 * Decode characters of data. In a pasted text they may have HTML entities, which are replaced
 * first.
 */
static bool feed(struct text *t, const char *data, size_t len)
{
	char plain[PIECE + PASTE_MAX_ENTITY];

	while (len && (t->paste.html != PASTE_HTML_NO || t->paste.entity_len)) {
		size_t n = min_t(size_t, len, PIECE);
		size_t plain_len = paste_unescape(&t->paste, data, n, plain);

		if (!ascii85_log_feed(&t->data, plain, plain_len, t->line))
			return false;
		data += n;
		len -= n;
	}
	return !len || ascii85_log_feed(&t->data, data, len, t->line);
}

static void feed_line(struct text *t, struct guc_view v)
{
	t->chars = v.len;
	t->mode = feed(t, (const char *)v.data, v.len) ? IN_DATA : IN_SKIP;
}

/*
 * Begin the data of a log in their first line. @start: number of characters of the line before the
 * data. If @v is only the beginning of a long line, the rest is decoded when it is read.
 */
static void begin_data(struct text *t, struct guc_view v, size_t start)
{
	if (!ascii85_log_begin(&t->data, t->in, data_form(t, v), &t->said, t->line)) {
		t->mode = IN_SKIP;
		return;
	}
	t->data.one_line = true;
	t->data.deflated = *v.data == ':';
	t->error_data_within = 0;
	headline_next_log(&t->said);
	t->paste.html = PASTE_HTML_UNKNOWN;
	feed_line(t, guc_view(v.data + start, v.len - start));
	t->chars += start;
}

static void end_data(struct text *t, bool ended)
{
	char rest[PASTE_MAX_ENTITY];
	size_t n = paste_flush(&t->paste, rest);

	if (n && t->data.in && t->data.open)
		ascii85_log_feed(&t->data, rest, n, t->line);
	t->data.ended = ended;
	ascii85_log_end(&t->data);
}

/*
 * Return: whether the next characters are JSON; false while a line of the kernel log that the
 * reader of JSON has found is processed.
 */
static bool is_json(const struct text *t)
{
	return t->json && !t->in_record;
}

static void take_record(void *to, struct guc_view line);

/*
 * If the line is the first line of a kernel log in JSON, pass it to a new reader of JSON. Return:
 * whether the line was passed to the reader.
 */
static bool begin_json(struct text *t, struct guc_view v)
{
	if (t->json || t->data.in || !v.len || !strchr(" \t>|{\"d\x1e", *v.data) ||
	    !json_text_is(v))
		return false;
	t->json = json_text_begin(t->in->arena, v, take_record, t);
	t->mode = IN_HEAD;
	t->len = 0;
	if (t->json)
		json_text_feed(t->json, (const char *)v.data, v.len);
	return t->json;
}

/* Pass characters of the text to the reader of the devcoredump. */
static void pass_on(struct text *t, struct guc_view v)
{
	if (t->dump)
		dump_reader_feed(t->dump, (const char *)v.data, v.len);
}

/* Begin a devcoredump at its first line. */
static void begin_dump(struct text *t, struct guc_view line)
{
	if (!t->in->want_dumps || t->dump)
		return;
	t->dump = dump_reader_new(t->in->arena, t->line);
	pass_on(t, line);
}

/*
 * Begin a devcoredump whose first line is missing, at the title of its first section. The lines of
 * @t->dump_head belong to it if they are right before this title.
 */
static void begin_inside(struct text *t, struct guc_view title)
{
	const struct dump_head *head = &t->dump_head;

	if (!head->len || head->next != t->line) {
		begin_dump(t, title);
		return;
	}
	t->dump = dump_reader_new(t->in->arena, head->first);
	if (t->dump)
		dump_reader_begin_inside(t->dump);
	pass_on(t, guc_view(head->text, head->len));
	pass_on(t, title);
}

static void leave_dump(struct text *t);

/*
 * If the line belongs to a capture in the kernel log, read it. @raw: the line as it is in the text,
 * for the reader of the devcoredump. Return: whether the line belongs to a capture.
 */
static bool take_capture(struct text *t, struct guc_view v, struct guc_view raw, u64 line)
{
	if (!dmesg_capture_line(&t->captures, t->in, v, line))
		return false;
	if (!memmem(v.data, v.len, dump_title, TITLE_LEN))
		return true;
	if (t->dump && dump_reader_done(t->dump)) {
		leave_dump(t);
		t->dump_from = t->in->nr_logs;
	}
	begin_dump(t, raw);
	return true;
}

static void flush_held(struct text *t)
{
	struct guc_view line = rejoin_take(&t->rejoin);
	bool had = t->dump;

	if (line.len && !take_capture(t, line, line, t->held_line))
		headline_read(&t->said, line);
	if (!had)
		pass_on(t, guc_view("\n", 1));
}

/*
 * If a row of the text is part of a wrapped line of the kernel log, store the row in @t->rejoin
 * until the line is complete. Return: whether the row was stored.
 */
static bool hold_row(struct text *t, struct guc_view row)
{
	if (t->in_record || t->data.in)
		return false;
	if (!rejoin_add(&t->rejoin, row)) {
		flush_held(t);
		if (!rejoin_holds(&t->rejoin, row))
			return false;
		t->held_line = t->line;
	}
	t->mode = IN_SKIP;
	t->len = 0;
	return true;
}

/*
 * Store a row as hold_row() does. @raw: the row as it is in the text, for the reader of the
 * devcoredump
 */
static bool hold(struct text *t, struct guc_view row, struct guc_view raw)
{
	bool had = t->dump, held = hold_row(t, row);

	/*
	 * If the line that was stored before this row is the first line of a devcoredump,
	 * hold_row() has only now made the reader of the devcoredump, which has not got this row
	 * yet.
	 */
	if (!had)
		pass_on(t, raw);
	return held;
}

/* Another devcoredump begins: clear the facts of the preceding devcoredump. */
static void next_dump(struct text *t)
{
	if (t->in->nr_logs == t->had)
		input_add_bare(t->in, t->in->name);
	if (t->dump)
		leave_dump(t);
	t->had = t->in->nr_logs;
	t->dump_from = t->had;
	t->said = (struct headlines){ 0 };
}

/*
 * Return: whether the line is the title of a section. If the beginning of a dump is missing, the
 * dump can begin with a title.
 */
static bool is_section(struct guc_view v)
{
	static const char * const titles[] = {
		TITLE_GT, TITLE_CT, TITLE_QUEUE, TITLE_JOB, TITLE_ENGINE, TITLE_VM,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(titles); i++)
		if (view_begins(v, titles[i]))
			return true;
	return false;
}

/* Process a line, or the part of a long line that fits into @head. */
static void take_head(struct text *t, struct guc_view v)
{
	struct guc_view raw = v;
	size_t start;

	if (begin_json(t, v))
		return;
	v = paste_strip(&t->paste, v, !t->rejoin.len);
	if (hold(t, v, raw))
		return;
	if (!t->data.in) {
		struct guc_view untagged = paste_skip_tags(v);

		if (untagged.len != v.len)
			raw = untagged;
		v = untagged;
	}
	start = ascii85_log_start(v) + error_data_start(t, v);
	t->mode = IN_SKIP;
	t->len = 0;
	if (t->data.in && !start && paste_continues(v, t->width)) {
		feed_line(t, v);
		return;
	}
	if (t->data.in)
		end_data(t, true);
	if (start) {
		begin_data(t, v, start);
		return;
	}
	if (take_capture(t, v, raw, t->line) ||
	    hexdump_line(&t->hexdump, t->in, &t->said, v, t->line))
		return;
	if (view_begins(v, dump_title)) {
		if (t->devcoredump)
			next_dump(t);
		t->devcoredump = true;
		begin_dump(t, raw);
	} else if (!t->devcoredump && !t->dump && is_section(v)) {
		t->devcoredump = true;
		begin_inside(t, raw);
	} else if (t->in->want_dumps && !t->devcoredump) {
		dump_head_add(&t->dump_head, v, t->line);
	}
	headline_read(&t->said, v);
}

static void take_line(struct text *t, struct guc_view v)
{
	if (v.len && v.data[v.len - 1] == '\r')
		v.len--;
	take_head(t, v);
}

/* Return: whether the next line may have more data, because this line of data was wrapped. */
static bool wants_more(const struct text *t)
{
	const struct input_log *log;
	u64 total = t->data.length;

	if (!t->data.in || !t->data.open || t->mode != IN_DATA)
		return false;
	if (t->data.deflated)
		return true;
	log = ascii85_log_get(&t->data);
	if (!t->data.has_length)
		total = realign_total(input_log_bytes(log));
	/*
	 * Until the first page of the log is complete, the length of the log may be unknown,
	 * because this page has the buffer states with the sizes of the log's regions.
	 */
	return log->len < max_t(u64, total, GUC_LOG_STATE_PAGE_SIZE);
}

static void end_line(struct text *t, bool newline)
{
	if (t->mode == IN_HEAD && !is_json(t))
		take_line(t, guc_view(t->head, t->len));
	if (is_json(t)) {
		json_text_feed(t->json, "\n", 1);
		return;
	}
	if (t->data.in && (!newline || !wants_more(t)))
		end_data(t, newline);
	t->width = max(t->chars, t->data.in ? t->width : 0);
	t->chars = 0;
	t->mode = IN_HEAD;
	t->line++;
}

/* Process characters of the current line, which have no newline. */
static void take_chars(struct text *t, const char *data, size_t len)
{
	while (len && t->mode == IN_HEAD && !is_json(t)) {
		size_t n = min(len, sizeof(t->head) - t->len);

		memcpy(t->head + t->len, data, n);
		t->len += n;
		data += n;
		len -= n;
		if (t->len == sizeof(t->head))
			take_head(t, guc_view(t->head, t->len));
	}
	if (len && is_json(t))
		json_text_feed(t->json, data, len);
	if (!len || t->mode != IN_DATA)
		return;
	t->chars += len;
	if (!feed(t, data, len))
		t->mode = IN_SKIP;
}

/**
 * text_begin() - begin to read a text
 * @in: the logs of the text are added to it
 *
 * Return: the reader, which the caller must free with text_end(), or NULL if there is no memory.
 */
struct text *text_begin(struct input *in)
{
	struct text *t = arena_zero(in->arena, sizeof(*t));

	if (!t)
		return NULL;
	t->in = in;
	t->had = in->nr_logs;
	t->dump_from = in->nr_logs;
	t->line = 1;
	return t;
}

/*
 * A truncated devcoredump has no newline at its end, so another devcoredump can begin in the same
 * line. Return: number of characters before the other devcoredump, or @len if no devcoredump begins
 * in the line.
 */
static size_t before_next_dump(const struct text *t, const char *data, size_t len)
{
	bool begins = !t->len && t->mode == IN_HEAD && len >= TITLE_LEN &&
		      !memcmp(data, dump_title, TITLE_LEN);
	size_t from = begins ? TITLE_LEN : 0;
	const char *p = NULL;

	if (t->devcoredump && !t->paste.prefix_len && len > from)
		p = memmem(data + from, len - from, dump_title, TITLE_LEN);
	return p ? (size_t)(p - data) : len;
}

static void feed_lines(struct text *t, const char *data, size_t len)
{
	while (len) {
		const char *newline;
		size_t n, before;

		if (is_json(t)) {
			json_text_feed(t->json, data, len);
			return;
		}
		newline = memchr(data, '\n', len);
		n = newline ? (size_t)(newline - data) : len;
		before = before_next_dump(t, data, n);
		if (before < n && (before || t->len || t->mode != IN_HEAD)) {
			pass_on(t, guc_view(data, before));
			take_chars(t, data, before);
			end_line(t, false);
			if (t->dump)
				dump_reader_break(t->dump);
			data += before;
			len -= before;
			continue;
		}

		pass_on(t, guc_view(data, n));
		/* Most lines are short and in one piece: they are not copied. */
		if (newline && t->mode == IN_HEAD && !t->len && n < LINE_HEAD)
			take_line(t, guc_view(data, n));
		else
			take_chars(t, data, n);
		if (!newline)
			return;
		end_line(t, true);
		pass_on(t, guc_view("\n", 1));
		data += n + 1;
		len -= n + 1;
	}
}

/* Process a line of the kernel log that the JSON reader has found. */
static void take_record(void *to, struct guc_view line)
{
	struct text *t = to;

	t->in_record = true;
	pass_on(t, line);
	if (line.len < LINE_HEAD)
		take_line(t, line);	/* does not change t->head, which may be in use */
	else
		take_chars(t, (const char *)line.data, line.len);
	end_line(t, true);
	pass_on(t, guc_view("\n", 1));
	t->in_record = false;
}

/* Return: whether the title of a dump begins before offset @at of the data and ends after it. */
static bool divides_title(const char *data, size_t len, size_t at)
{
	size_t from = at - min(at, TITLE_LEN - 1), to = min(len, at + TITLE_LEN - 1);

	return memmem(data + from, to - from, dump_title, TITLE_LEN);
}

/*
 * Read a piece of the text, except the characters at its end that may begin the title of a dump:
 * they are kept until the next piece arrives.
 */
static void feed_but_title(struct text *t, const char *data, size_t len)
{
	size_t kept = min(len, TITLE_LEN - 1);

	while (kept && (memcmp(data + len - kept, dump_title, kept) ||
			divides_title(data, len, len - kept)))
		kept--;
	feed_lines(t, data, len - kept);
	if (t->json)
		json_text_feed(t->json, data + len - kept, kept);
	else
		t->kept = kept;
}

/**
 * text_feed() - read a piece of a text
 * @t: the text
 * @data: the piece; a line may begin in one piece and end in the next
 * @len: number of characters of the piece
 */
void text_feed(struct text *t, const char *data, size_t len)
{
	while (t->kept && len) {
		char joined[2 * TITLE_LEN];
		size_t had = t->kept, n = min(len, TITLE_LEN);

		memcpy(joined, dump_title, had);
		memcpy(joined + had, data, n);
		t->kept = 0;
		feed_but_title(t, joined, had + n);
		data += n;
		len -= n;
	}
	if (t->json)
		json_text_feed(t->json, data, len);
	else if (len)
		feed_but_title(t, data, len);
}

/**
 * text_cut() - mark a text as incomplete, because the rest of the input cannot be read
 * @t: the text
 */
void text_cut(struct text *t)
{
	t->cut = true;
}

static void end_dump(struct text *t)
{
	struct guclog_dump *dump;

	if (t->cut)
		dump_reader_cut(t->dump);
	if (!dump_reader_end(t->dump, &dump))
		input_add_dump(t->in, dump, t->dump_from);
	t->dump = NULL;
}

/* End the current devcoredump before its current line, which belongs to another devcoredump. */
static void leave_dump(struct text *t)
{
	dump_reader_forget(t->dump);
	end_dump(t);
}

/* Add a text without a GuC log to the list of such files. @begin: the beginning of the text */
static void add_other(struct input *in, struct guc_view begin)
{
	static const struct text_kind unknown = { .what = "text without a GuC log" };
	const struct text_kind *kind = in->text_kind ? in->text_kind(begin) : NULL;

	kind = kind ?: &unknown;
	input_add_other(in, kind->what, kind->used);
}

/**
 * text_end() - end a text
 * @t: from text_begin(); freed
 * @begin: the beginning of the text, by which the kind of a text without a GuC log is found
 */
void text_end(struct text *t, struct guc_view begin)
{
	unsigned int i;

	feed_lines(t, dump_title, t->kept);
	if (t->len || t->mode != IN_HEAD)
		end_line(t, false);
	flush_held(t);
	if (t->json)
		json_text_end(t->json);
	if (t->data.in)
		end_data(t, true);
	dmesg_captures_end(&t->captures);
	hexdump_end(&t->hexdump, t->in, true);
	for (i = t->had; i < t->in->nr_logs; i++)
		headline_add_late(&t->said, &t->in->log[i].facts);
	if (t->dump)
		end_dump(t);
	if (t->in->nr_logs == t->had && t->devcoredump)
		input_add_bare(t->in, t->in->name);
	else if (t->in->nr_logs == t->had && t->said.is_error_state)
		input_add_other(t->in, "an i915 error state without a GuC log", false);
	else if (t->in->nr_logs == t->had)
		add_other(t->in, begin);
	arena_drop(t->in->arena, t);
}
