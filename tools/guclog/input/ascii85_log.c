// SPDX-License-Identifier: GPL-2.0-only
#include "input/ascii85_log.h"

#include "input/headline.h"

/* Characters decoded at once; the image needs room for that many dwords. */
#define PIECE	16384

/*
 * An image that is not small gets its memory at once, if the length is one of a
 * log: memory that grows is moved. What is not written to costs nothing.
 */
#define SMALL		(1u * 1024 * 1024)
#define MAX_AT_ONCE	(64u * 1024 * 1024)

/**
 * ascii85_log_begin() - begin a log
 * @data: filled
 * @in: gets another log
 * @form: in which form it is
 * @head: what is known of it
 * @line: in which line it begins
 */
void ascii85_log_begin(struct ascii85_log *data, struct input *in, enum form form,
		       const struct headlines *head, u64 line)
{
	struct input_log *log = input_add_log(in, form);
	struct guc_facts facts;

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
}

static void make_room(const struct ascii85_log *data, size_t more)
{
	struct input_log *log = ascii85_log_get(data);

	if (log->len >= SMALL && data->length > log->len &&
	    data->length <= MAX_AT_ONCE)
		more += (size_t)data->length - log->len;
	input_log_room(log, more);
}

static u64 most(const struct ascii85_log *data)
{
	return data->has_length ? min(data->length, INPUT_MAX_IMAGE) :
			      INPUT_MAX_IMAGE;
}

/**
 * ascii85_log_feed() - decode a piece
 * @data: the log's data
 * @text: the piece, without a newline
 * @len: its characters
 * @line: in which line it is
 *
 * Return: false when the rest of the line is of no use; the log knows why.
 */
bool ascii85_log_feed(struct ascii85_log *data, const char *text, size_t len,
		      u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	while (len) {
		size_t n = min_t(size_t, len, PIECE), used, out;

		make_room(data, A85_MAX_OUT(n));
		used = a85_decode(&data->a85, text, n, log->image + log->len,
				  &out);
		log->len += out;
		if (log->len > most(data)) {
			log->len = most(data);
			input_log_loss(log, "more data in line %llu than the length says",
				       line);
			data->open = false;
			data->a85 = (struct a85){ 0 };
			return false;
		}
		text += used;
		len -= used;
		if (used == n)
			continue;
		if (*text != '\r')
			input_log_loss(log, "character 0x%02x in line %llu is not ascii85",
				       (u8)*text, line);
		return false;
	}
	return true;
}

/* What is dropped may lie before the first gap that was seen. */
static void note_gap(struct ascii85_log *data)
{
	size_t len = ascii85_log_get(data)->len;

	if (!data->gaps++ || len < data->gap)
		data->gap = len;
	data->a85 = (struct a85){ 0 };
}

/**
 * ascii85_log_gap() - text is missing
 * @data: the log's data
 * @lines: how many lines
 * @line: in which line that was seen
 */
void ascii85_log_gap(struct ascii85_log *data, u64 lines, u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	input_log_loss(log, "%llu lines are missing before line %llu, behind byte 0x%zx",
		       lines, line, log->len);
	note_gap(data);
}

/**
 * ascii85_log_drop() - what was decoded last is of no use
 * @data: the log's data
 * @len: bytes of it that stay
 * @line: in which line that was seen
 *
 * Text was missing in it, nobody knows how much: a gap.
 */
void ascii85_log_drop(struct ascii85_log *data, size_t len, u64 line)
{
	struct input_log *log = ascii85_log_get(data);

	log->len = len;
	input_log_loss(log, "characters are missing in line %llu, behind byte 0x%zx",
		       line, len);
	note_gap(data);
}

/**
 * ascii85_log_full() - has all come that the length says?
 * @data: the log's data
 *
 * Return: whether it has; false when there is no length.
 */
bool ascii85_log_full(const struct ascii85_log *data)
{
	return data->in && data->has_length && !data->gaps &&
	       ascii85_log_get(data)->len >= data->length;
}

/*
 * Behind the only gap the data are whole up to their end: where the length is
 * known, so is their place. The gap becomes zeroes.
 */
static void close_gap(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);
	size_t hole = (size_t)(data->length - log->len);

	input_log_insert_hole(log, data->gap, hole);
	input_log_loss(log, "bytes 0x%zx to 0x%zx are not known and are 0",
		       data->gap, data->gap + hole);
}

/* Behind several gaps nothing has a known place. */
static void cut_at_gap(struct ascii85_log *data)
{
	struct input_log *log = ascii85_log_get(data);

	input_log_loss(log, "%zu bytes behind the gap have no known place",
		       log->len - data->gap);
	log->len = data->gap;
}

/**
 * ascii85_log_end() - no more comes
 * @data: the log; once is enough, more do no harm
 */
void ascii85_log_end(struct ascii85_log *data)
{
	struct input_log *log;

	if (!data->in)
		return;
	log = ascii85_log_get(data);
	if (data->a85.digits)
		input_log_loss(log, "the data end within a dword");
	if (data->gaps == 1 && data->length > log->len &&
	    data->length <= INPUT_MAX_IMAGE)
		close_gap(data);
	else if (data->gaps)
		cut_at_gap(data);
	else if (log->len < data->length)
		input_log_loss(log, "the data end early: %zu of %llu bytes",
			       log->len, data->length);
	log->total = max_t(u64, log->len, data->length);
	*data = (struct ascii85_log){ 0 };
}
