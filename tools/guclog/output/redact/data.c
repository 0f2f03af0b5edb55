// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the ascii85 data of a devcoredump: the data of the log are kept, all other data
 * become zeroes.
 */
#include "output/redact/redactor.h"

/*
 * Least number of ascii85 characters in a row that are certainly data; fewer characters can be a
 * word.
 */
#define MIN_WRAPPED	60

static bool is_a85(struct span p)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if ((p.at[i] < '!' || p.at[i] > 'u') && p.at[i] != 'z')
			return false;
	return p.len;
}

/*
 * Add the number of bytes that the characters encode to b->bytes. Return: number of characters that
 * are not "z".
 */
static size_t count_data(struct blob *b, struct span p)
{
	size_t i, others = 0;

	for (i = 0; i < p.len; i++)
		others += p.at[i] != 'z';
	b->bytes += 4 * (u64)(p.len - others + (b->digits + others) / 5);
	b->digits = (unsigned int)((b->digits + others) % 5);
	return others;
}

/*
 * Overwrite data with zeroes of the same length. They are written as "!!!!!", while the kernel
 * writes "z" for a zero, so that a reader can recognise redacted data. @others: number of
 * characters that are not "z". @whole: the data begin and end between two dwords, so all "z" can
 * be written after all "!".
 */
static void drop_data(struct redactor *r, struct span p, size_t others, bool whole)
{
	size_t i;

	if (!others)
		return;
	if (whole && others % 5 == 0) {
		memset(p.at, '!', others);
		memset(p.at + others, 'z', p.len - others);
	} else {
		for (i = 0; i < p.len; i++)
			if (p.at[i] != 'z')
				p.at[i] = '!';
	}
	redact_note(r->count, r->data->kind, p.len, r->line);
}

/* The following data may not belong to the log: redact them even if the data so far are kept. */
static void drop_rest(struct blob *b)
{
	if (b->keep)
		b->kind = GUCLOG_REDACT_UNKNOWN;
	b->keep = false;
}

/* Return: number of characters of @p that complete the data to their known length. */
static size_t missing(const struct blob *b, struct span p)
{
	struct blob then = *b;
	size_t i;

	for (i = 0; i < p.len && then.bytes < b->want; i++)
		count_data(&then, (struct span){ p.at + i, 1 });
	return i;
}

/*
 * If two lines were joined, the data of the log can end with the name of other data, such as
 * "[1a0000].data:". Return: length of the name, or 0. @word: data of the log
 */
static size_t name_len(struct span word)
{
	const size_t longest = strlen("[0123456789abcdef].properties:");
	struct span end = span_from(word, word.len > longest ? word.len - longest : 0);
	char *open = memrchr(end.at, '[', end.len);

	if (!open || end.at[end.len - 1] != ':')
		return 0;
	end = span_from(end, (size_t)(open - end.at));
	return memmem(end.at, end.len, "].", 2) ? end.len : 0;
}

static void take_data(struct redactor *r, struct span p, bool first)
{
	struct blob *b = r->data;
	size_t others, n = b->keep && b->want ? missing(b, p) : p.len;
	bool whole = first && !b->digits;

	if (n < p.len) {
		take_data(r, (struct span){ p.at, n }, first);
		p = span_from(p, n);
		b->damaged |= name_len(p) < p.len;
		drop_rest(b);
	}
	others = count_data(b, p);
	if (b->keep)
		redact_log_piece(r, p);
	else
		drop_data(r, p, others, whole && !b->digits);
	b->more = b->want ? b->bytes < b->want : b->keep;
}

/*
 * Return: whether a word is data: it must be at least MIN_WRAPPED characters long, or complete
 * the known length of the data.
 */
static bool is_data(const struct blob *b, struct span p)
{
	struct blob then = *b;

	if (!is_a85(p) || p.len >= MIN_WRAPPED)
		return is_a85(p);
	count_data(&then, p);
	return b->bytes < b->want && then.bytes >= b->want;
}

/* Redact the name of other data at the end of a word, and do not keep the data after it. */
static void end_at_name(struct redactor *r, struct span word)
{
	size_t n = name_len(word);

	if (!n)
		return;
	redact_span(r, GUCLOG_REDACT_UNKNOWN, span_from(word, word.len - n));
	drop_rest(r->data);
}

static void begin_data(struct redactor *r, bool keep, enum guclog_redact_kind kind)
{
	struct blob *b = r->data;

	redact_log_end(r, b);
	b->keep = keep;
	b->kind = kind;
	b->want = b->length;
	b->length = 0;
	b->bytes = 0;
	b->digits = 0;
	b->damaged = false;
}

/**
 * redact_data() - redact the first line of data
 * @r: state of the redaction
 * @p: the text after the name of the data, such as "[LOG].data:"
 * @keep: do not redact the data, because they are those of a log
 * @kind: kind of the data if they are redacted
 */
void redact_data(struct redactor *r, struct span p, bool keep, enum guclog_redact_kind kind)
{
	struct blob *b = r->data;
	struct span word;

	begin_data(r, keep, kind);
	p = span_skip_blanks(p);
	word = next_word(&p);
	take_data(r, word, true);
	b->width = word.len ? r->line_len : 0;
	/* Redact words after the data: a line may have been joined with the next one. */
	while (p.len) {
		if (b->keep)
			end_at_name(r, word);
		word = next_word(&p);
		if (is_data(b, word)) {
			take_data(r, word, false);
		} else if (word.len) {
			/* This may be the name of other data. */
			redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
			drop_rest(b);
		}
	}
}

/*
 * Return: whether a line continues the data of the preceding line. A line of ascii85 characters can
 * also be a word or a name. If the length of the data is known, a line that is as long as the
 * preceding line is data. For any other line, is_data() must be true. Outside of a kernel log, the
 * line must also not be longer than the preceding line, because only the last line of wrapped data
 * has another length. If the preceding line has only the name of the data, b->width is 0, and the
 * length of the line does not matter.
 */
static bool goes_on(const struct redactor *r, struct span p)
{
	const struct blob *b = r->data;
	bool fits = !b->width || r->line_len == b->width;

	if (!is_a85(p))
		return false;
	if (b->want && fits)
		return true;
	return is_data(b, p) && (r->kernel_log || r->line_len <= b->width || !b->width);
}

/**
 * redact_more_data() - redact a line that continues the data before it
 * @r: state of the redaction
 * @p: the line
 *
 * Return: true, or false if the line does not continue data. After false, the text has not changed.
 */
bool redact_more_data(struct redactor *r, struct span p)
{
	struct blob *b = r->data;

	if (!b->more || !goes_on(r, p)) {
		/* Data after the end of a log show that other data may also be in the log. */
		b->damaged |= p.len >= MIN_WRAPPED && is_a85(p);
		return false;
	}
	take_data(r, p, false);
	b->width = r->line_len;
	return true;
}

/**
 * redact_choose_blob() - choose the data to which a line of a dump in the kernel log belongs
 * @r: state of the redaction
 * @series: number of the dump
 * @number: number of the line in the dump
 */
void redact_choose_blob(struct redactor *r, u64 series, u64 number)
{
	struct blob *b = &r->blob[series % REDACT_BLOBS];

	if (b->series != series || number == 1) {
		redact_log_end(r, b);
		*b = (struct blob){ .series = series, .number = number - 1 };
	}
	/* Lines are missing: data after them may be other data. */
	b->damaged |= number != b->number + 1;
	b->number = number;
	r->data = b;
}
