// SPDX-License-Identifier: GPL-2.0-only
#include "read/ascii85_log.h"

#include "read/headline.h"
#include "read/inflate_log.h"
#include "read/realign.h"
#include "read/log/logs.h"

/*
 * Number of characters that are decoded at a time. The image needs room for this number of
 * dwords, because each character can be a "z", which stands for a dword.
 */
#define PIECE	16384

/*
 * If at least SMALL bytes were decoded, and the length of the log in the text is at most
 * MAX_AT_ONCE, the memory of the whole image is allocated at once, because growing a large image
 * would copy it. Bytes that are never written need no physical memory.
 */
#define SMALL		(1u * 1024 * 1024)
#define MAX_AT_ONCE	(64u * 1024 * 1024)

/**
 * ascii85_log_begin() - begin a log
 * @data: initialised for the new log
 * @in: the log is added to it
 * @form: form of the log
 * @head: facts from the lines before the log
 * @line: number of the line in which the log begins
 *
 * Return: true, or false if there is no memory; @data is then empty.
 */
bool ascii85_log_begin(struct ascii85_log *data, struct input *in, enum guclog_form form,
		       const struct headlines *head, u64 line)
{
	struct input_log *log = input_add_log(in, form);
	struct guc_facts facts;

	*data = (struct ascii85_log){ 0 };
	if (!log)
		return false;
	log->line = line;
	headline_facts(head, &facts);
	guc_facts_merge(&log->facts, &facts);
	*data = (struct ascii85_log){
		.in = in,
		.log = in->nr_logs - 1,
		.open = true,
		.has_length = head->has_length,
		.length = head->has_length ? head->length : 0,
	};
	return true;
}

static bool make_room(const struct ascii85_log *data, size_t more)
{
	struct input_log *log = ascii85_log_get(data);

	if (log->len >= SMALL && data->length > log->len &&
	    data->length <= MAX_AT_ONCE)
		more += (size_t)data->length - log->len;
	return input_log_room(log, more);
}

static u64 most(const struct ascii85_log *data)
{
	return data->has_length ? min(data->length, GUCLOG_MAX_IMAGE) :
			      GUCLOG_MAX_IMAGE;
}

/*
 * A "z" stands for a whole dword (0), so a new dword certainly begins right after it. If a later
 * character is invalid, the bytes that were decoded after the last "z" can be wrong, because
 * characters may be missing. These bytes are dropped, but at most MAX_DROP bytes for one invalid
 * character.
 */
#define MAX_DROP	16384u

/* Store the offset in the log after the last "z". @text: the characters that were decoded last. */
static void note_z(struct ascii85_log *data, const char *text, size_t len)
{
	const char *z = memrchr(text, 'z', len);

	if (z)
		data->in_step = ascii85_log_get(data)->len -
				(size_t)(text + len - (z + 1)) / 5 * 4;
}

static bool is_complete(const struct ascii85_log *data)
{
	const struct input_log *log = ascii85_log_get(data);
	u64 total = data->length;

	if (!data->has_length)
		total = realign_total(input_log_bytes(log));
	return !total || log->len >= total;
}

/*
 * Handle an invalid character of the data. Return: whether the decoder can continue in the rest of
 * the line.
 */
static bool note_break(struct ascii85_log *data, char c, u64 line)
{
	struct input_log *log = ascii85_log_get(data);
	size_t len = log->len;

	if (data->deflated) {
		data->nr_breaks = 1;
		data->first_break = len;
		data->break_line = line;
		data->open = false;
		return false;
	}
	if (!data->one_line || is_complete(data)) {
		/*
		 * "z" stands for a whole dword. Within another dword it only shows that characters
		 * are missing, which ascii85_log_drop() reports.
		 */
		if (data->one_line || c != 'z')
			input_log_loss(log, "character 0x%02x in line %llu is not ascii85",
				       (u8)c, line);
		return false;
	}
	len = max(min(data->in_step, len), len - min_t(size_t, len, MAX_DROP));
	if (!data->nr_breaks++)
		data->first_break = len;
	input_log_loss(log,
		       "characters are missing or wrong in line %llu, after byte 0x%zx of the log",
		       line, len);
	log->len = len;
	data->a85 = (struct a85){ 0 };
	data->skipping = true;
	return true;
}

/* Return: number of characters to skip: up to the next "z", or all @len characters. */
static size_t skip(struct ascii85_log *data, const char *text, size_t len)
{
	const char *z = memchr(text, 'z', len);

	data->skipping = !z;
	return z ? (size_t)(z - text) : len;
}

static bool note_too_long(struct ascii85_log *data, u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	log->len = most(data);
	input_log_loss(log, "line %llu has more data than the length of the log allows", line);
	data->open = false;
	data->a85 = (struct a85){ 0 };
	return false;
}

/**
 * ascii85_log_feed() - decode a piece of the data
 * @data: the log that is being decoded
 * @text: the piece, without a newline
 * @len: number of characters of the piece
 * @line: number of the line that has the piece
 *
 * Return: true, or false if the rest of the line cannot be used. The reason is then stored as a
 * loss of the log.
 */
bool ascii85_log_feed(struct ascii85_log *data, const char *text, size_t len,
		      u64 line)
{
	struct input_log *log = ascii85_log_get(data);
	size_t used;

	for (; len; text += used, len -= used) {
		size_t n = min_t(size_t, len, PIECE), out;

		if (data->blank_line == line) {
			/*
			 * Blanks at the end of a line are valid; blanks before other characters
			 * are not.
			 */
			for (used = 0; used < len && a85_is_blank(text[used]); used++)
				;
			if (used == len)
				continue;
			data->blank_line = 0;
			if (!note_break(data, data->blank, line))
				return false;
			continue;
		}
		if (data->skipping) {
			used = skip(data, text, len);
			continue;
		}
		if (!make_room(data, A85_MAX_OUT(n)))
			return false;
		used = a85_decode(&data->a85, text, n, log->image + log->len,
				  &out);
		log->len += out;
		if (log->len > most(data))
			return note_too_long(data, line);
		note_z(data, text, used);
		if (used == n)
			continue;
		if (a85_is_blank(text[used])) {
			data->blank = text[used];
			data->blank_line = line;
		} else if (!note_break(data, text[used], line)) {
			return false;
		}
	}
	return true;
}

/*
 * Store that data are missing at the current end of the log. If data were dropped, this end can be
 * before the first gap that was stored earlier.
 */
static void note_gap(struct ascii85_log *data)
{
	size_t len = ascii85_log_get(data)->len;

	if (!data->gaps++ || len < data->first_gap)
		data->first_gap = len;
	data->last_gap = len;
	data->a85 = (struct a85){ 0 };
}

/**
 * ascii85_log_gap() - store that lines of the data are missing
 * @data: the log that is being decoded
 * @lines: number of missing lines
 * @line: number, in the text, of the line after the missing lines
 */
void ascii85_log_gap(struct ascii85_log *data, u64 lines, u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	input_log_loss(log, "%llu line%s missing before line %llu, after byte 0x%zx of the log",
		       lines, lines == 1 ? " is" : "s are", line, log->len);
	note_gap(data);
}

/**
 * ascii85_log_drop() - drop data of a line in which characters are missing
 * @data: the log that is being decoded
 * @len: number of bytes of the log before that line
 * @line: number of that line in the text
 *
 * The number of missing characters is unknown, so the whole line becomes a gap. Only the first line
 * with missing characters is reported here; end_plain() reports how many more there are.
 */
void ascii85_log_drop(struct ascii85_log *data, size_t len, u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	log->len = len;
	if (!data->drops++)
		input_log_loss(log,
			       "characters are missing in line %llu, after byte 0x%zx of the log",
			       line, len);
	note_gap(data);
}

/**
 * ascii85_log_full() - find out whether a log has its whole length
 * @data: the log that is being decoded
 *
 * Return: whether all bytes of the log were decoded; false if the length of the log is not known.
 */
bool ascii85_log_full(const struct ascii85_log *data)
{
	return data->in && data->has_length && !data->gaps &&
	       ascii85_log_get(data)->len >= data->length;
}

/*
 * Move the data after the last missing line to the end of the log. Only these data, and the
 * data before the first missing line, have a known offset in the log. The bytes between them
 * become zeroes. The length of the log must be known.
 */
static void close_gap(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);
	size_t between = data->last_gap - data->first_gap;
	size_t hole = (size_t)(data->length - log->len) + between;

	if (between) {
		input_log_loss(log, "%zu bytes between missing lines are dropped: unknown offset",
			       between);
		memmove(log->image + data->first_gap, log->image + data->last_gap,
			log->len - data->last_gap);
		log->len -= between;
	}
	input_log_insert_hole(log, data->first_gap, hole);
	input_log_loss(log, "bytes 0x%zx to 0x%zx are unknown and set to 0",
		       data->first_gap, data->first_gap + hole);
}

/* Move the data after missing characters to their offset in the log. */
static void realign(struct ascii85_log *data, u64 total)
{
	struct input_log *log = ascii85_log_get(data);
	struct realign r = {
		.data = input_log_bytes(log),
		.total = total,
		.nr_breaks = data->nr_breaks,
		.first_break = data->first_break,
		.cut = !data->ended,
	};

	input_log_loss(log, "characters are missing: %llu of %llu bytes are lost",
		       total - log->len, total);
	input_log_realign(log, &r);
}

static void end_line(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);
	u64 implied = realign_total(input_log_bytes(log));
	u64 total = data->has_length ? data->length : implied;
	bool lost = data->nr_breaks || (data->ended && data->has_length);

	/*
	 * If the log has all the bytes that its buffer states (the headers of its regions) imply,
	 * no data are lost, and the length in the text must be wrong.
	 */
	if (implied && log->len >= implied)
		lost = false;
	if (lost && log->len < total && total <= GUCLOG_MAX_IMAGE)
		realign(data, total);
	else if (log->len < data->length)
		input_log_loss(log, "the data end early: %zu of %llu bytes",
			       log->len, data->length);
	else if (data->nr_breaks)
		input_log_cut(log, data->first_break);
}

/*
 * Distance, in bytes, after lost or added characters within which the decoder almost certainly
 * detects that the data are wrong. Lost or added characters shift the digits after them to other
 * groups of five, and one in 31 of these groups has a value that is too large for a dword.
 */
#define FOUND_WITHIN	1024u

static void end_deflated(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);
	size_t right = log->len;

	data->a85 = (struct a85){ 0 };
	if (data->nr_breaks) {
		right = data->first_break - min_t(size_t, data->first_break,
						  FOUND_WITHIN);
		if (inflate_log_is_whole(log))
			data->nr_breaks = 0;
	}
	if (data->nr_breaks) {
		input_log_loss(log, "characters are missing or wrong in line %llu",
			       data->break_line);
		log->len = right;
	}
	inflate_log(log);
}

static void end_plain(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);

	if (data->drops > 1)
		input_log_loss(log, "characters are missing in %u more line%s", data->drops - 1,
			       data->drops == 2 ? "" : "s");
	if (data->a85.digits)
		input_log_loss(log, "the data end within a dword");
	if (!data->gaps)
		end_line(data);
	else if (data->length > log->len && data->length <= GUCLOG_MAX_IMAGE)
		close_gap(data);
	else
		input_log_cut(log, data->first_gap);
}

/**
 * ascii85_log_end() - finish a log, because its data are complete or the text has ended
 * @data: the log that is being decoded; nothing is done if it has already been finished
 */
void ascii85_log_end(struct ascii85_log *data)
{
	struct input_log *log;

	if (!data->in)
		return;
	log = ascii85_log_get(data);
	if (data->deflated)
		end_deflated(data);
	else
		end_plain(data);
	log->total = max_t(u64, log->len, data->length);
	*data = (struct ascii85_log){ 0 };
}
