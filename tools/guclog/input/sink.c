// SPDX-License-Identifier: GPL-2.0-only
#include "sink.h"

#include "headline.h"

/* Characters decoded at once; the image needs room for that many dwords. */
#define PIECE	16384

/*
 * An image that is not small gets its memory at once, if the length is one of a
 * log: memory that grows is moved. What is not written to costs nothing.
 */
#define SMALL		(1u * 1024 * 1024)
#define MAX_AT_ONCE	(64u * 1024 * 1024)

/**
 * sink_begin() - begin a log
 * @sink: filled
 * @in: gets another log
 * @form: in which form it is
 * @head: what is known of it
 * @line: in which line it begins
 */
void sink_begin(struct sink *sink, struct input *in, enum input_form form,
		const struct headlines *head, u64 line)
{
	struct input_log *log = input_add_log(in, form);
	struct guc_facts facts;

	log->line = line;
	headline_facts(head, &facts);
	guc_facts_merge(&log->facts, &facts);
	*sink = (struct sink){
		.in = in,
		.log = in->nr_logs - 1,
		.open = true,
		.has_length = head->has_length,
		.length = head->has_length ? head->length : 0,
	};
}

static void make_room(const struct sink *sink, size_t more)
{
	struct input_log *log = sink_log(sink);

	if (log->len >= SMALL && sink->length > log->len &&
	    sink->length <= MAX_AT_ONCE)
		more += (size_t)sink->length - log->len;
	input_log_room(log, more);
}

static u64 most(const struct sink *sink)
{
	return sink->has_length ? min(sink->length, INPUT_MAX_IMAGE) :
			      INPUT_MAX_IMAGE;
}

/**
 * sink_feed() - decode a piece
 * @sink: the log
 * @text: the piece, without a newline
 * @len: its characters
 * @line: in which line it is
 *
 * Return: false when the rest of the line is of no use; the log knows why.
 */
bool sink_feed(struct sink *sink, const char *text, size_t len, u64 line)
{
	struct input_log *log = sink_log(sink);

	while (len) {
		size_t n = min_t(size_t, len, PIECE), used, out;

		make_room(sink, A85_MAX_OUT(n));
		used = a85_decode(&sink->a85, text, n, log->image + log->len,
				  &out);
		log->len += out;
		if (log->len > most(sink)) {
			log->len = most(sink);
			input_log_loss(log, "more data in line %llu than the length says",
				       line);
			sink->open = false;
			sink->a85 = (struct a85){ 0 };
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
static void note_gap(struct sink *sink)
{
	size_t len = sink_log(sink)->len;

	if (!sink->gaps++ || len < sink->gap)
		sink->gap = len;
	sink->a85 = (struct a85){ 0 };
}

/**
 * sink_gap() - text is missing
 * @sink: the log
 * @lines: how many lines
 * @line: in which line that was seen
 */
void sink_gap(struct sink *sink, u64 lines, u64 line)
{
	struct input_log *log = sink_log(sink);

	input_log_loss(log, "%llu lines are missing before line %llu, behind byte 0x%zx",
		       lines, line, log->len);
	note_gap(sink);
}

/**
 * sink_drop() - what was decoded last is of no use
 * @sink: the log
 * @len: bytes of it that stay
 * @line: in which line that was seen
 *
 * Text was missing in it, nobody knows how much: a gap.
 */
void sink_drop(struct sink *sink, size_t len, u64 line)
{
	struct input_log *log = sink_log(sink);

	log->len = len;
	input_log_loss(log, "characters are missing in line %llu, behind byte 0x%zx",
		       line, len);
	note_gap(sink);
}

/**
 * sink_full() - has all come that the length says?
 * @sink: the log
 *
 * Return: whether it has; false when there is no length.
 */
bool sink_full(const struct sink *sink)
{
	return sink->in && sink->has_length && !sink->gaps &&
	       sink_log(sink)->len >= sink->length;
}

/*
 * Behind the only gap the data are whole up to their end: where the length is
 * known, so is their place. The gap becomes zeroes.
 */
static void close_gap(struct sink *sink)
{
	struct input_log *log = sink_log(sink);
	size_t hole = (size_t)(sink->length - log->len);

	input_log_insert_hole(log, sink->gap, hole);
	input_log_loss(log, "bytes 0x%zx to 0x%zx are not known and are 0",
		       sink->gap, sink->gap + hole);
}

/* Behind several gaps nothing has a known place. */
static void cut_at_gap(struct sink *sink)
{
	struct input_log *log = sink_log(sink);

	input_log_loss(log, "%zu bytes behind the gap have no known place",
		       log->len - sink->gap);
	log->len = sink->gap;
}

/**
 * sink_end() - no more comes
 * @sink: the log; once is enough, more do no harm
 */
void sink_end(struct sink *sink)
{
	struct input_log *log;

	if (!sink->in)
		return;
	log = sink_log(sink);
	if (sink->a85.digits)
		input_log_loss(log, "the data end within a dword");
	if (sink->gaps == 1 && sink->length > log->len &&
	    sink->length <= INPUT_MAX_IMAGE)
		close_gap(sink);
	else if (sink->gaps)
		cut_at_gap(sink);
	else if (log->len < sink->length)
		input_log_loss(log, "the data end early: %zu of %llu bytes",
			       log->len, sink->length);
	log->total = max_t(u64, log->len, sink->length);
	*sink = (struct sink){ 0 };
}
