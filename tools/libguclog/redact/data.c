// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of data in ascii85: the data of the log are kept, all other data become zeroes.
 */
#include "redact/redactor.h"

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
 * Add the bytes that the characters encode to r->bytes. Return: number of characters that are
 * not "z".
 */
static size_t count_data(struct redactor *r, struct span p)
{
	size_t i, others = 0;

	for (i = 0; i < p.len; i++)
		others += p.at[i] != 'z';
	r->bytes += 4 * (u64)(p.len - others + (r->digits + others) / 5);
	r->digits = (unsigned int)((r->digits + others) % 5);
	return others;
}

/*
 * Overwrite data with zeroes of the same length. They are written as "!!!!!", while the kernel
 * writes "z" for a zero, so that a reader can recognise redacted data.
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
	redact_note(r->count, r->data_kind, p.len, r->line);
}

/* Redact the data that follow, also if those before them are kept: they may be other data. */
static void drop_rest(struct redactor *r)
{
	if (r->keep_data)
		r->data_kind = GUCLOG_REDACT_UNKNOWN;
	r->keep_data = false;
}

/* Return: number of characters that are needed until the data have their known length. */
static size_t missing(const struct redactor *r, struct span p)
{
	struct redactor then = *r;
	size_t i;

	for (i = 0; i < p.len && then.bytes < r->want; i++)
		count_data(&then, (struct span){ p.at + i, 1 });
	return i;
}

static void take_data(struct redactor *r, struct span p, bool first)
{
	size_t others, n = r->keep_data && r->want ? missing(r, p) : p.len;
	bool whole = first && !r->digits;

	if (n < p.len) {
		take_data(r, (struct span){ p.at, n }, first);
		drop_rest(r);
		p = span_from(p, n);
	}
	others = count_data(r, p);
	if (!r->keep_data)
		drop_data(r, p, others, whole && !r->digits);
	r->in_data = r->want ? r->bytes < r->want : r->keep_data;
}

/*
 * Return: whether a word is data: it must be at least MIN_WRAPPED characters long, or complete
 * the known length of the data.
 */
static bool is_data(const struct redactor *r, struct span p)
{
	struct redactor then = *r;

	if (!is_a85(p) || p.len >= MIN_WRAPPED)
		return is_a85(p);
	count_data(&then, p);
	return r->bytes < r->want && then.bytes >= r->want;
}

/*
 * If two lines were joined, the data of the log can end with the name of other data, such as
 * "[1a0000].data:". Redact such a name, and do not keep the data after it. @word: data of the log
 */
static void end_at_name(struct redactor *r, struct span word)
{
	const size_t longest = strlen("[0123456789abcdef].properties:");
	struct span end = span_from(word, word.len > longest ? word.len - longest : 0);
	char *open = memrchr(end.at, '[', end.len);

	if (!open || end.at[end.len - 1] != ':')
		return;
	end = span_from(end, (size_t)(open - end.at));
	if (!memmem(end.at, end.len, "].", 2))
		return;
	redact_span(r, GUCLOG_REDACT_UNKNOWN, end);
	drop_rest(r);
}

/**
 * redact_data() - redact the first line of data
 * @r: state of the redaction
 * @p: the text after the name of the data, such as "[LOG].data:"
 * @keep: do not redact the data
 * @kind: kind of the data if they are redacted
 */
void redact_data(struct redactor *r, struct span p, bool keep, enum guclog_redact_kind kind)
{
	struct span word;

	r->keep_data = keep;
	r->data_kind = kind;
	r->want = r->length;
	r->length = 0;
	r->bytes = 0;
	r->digits = 0;
	p = span_skip_blanks(p);
	word = next_word(&p);
	take_data(r, word, true);
	r->width = word.len ? r->line_len : 0;
	/* Redact words after the data: a line may have been joined with the next one. */
	while (p.len) {
		if (r->keep_data)
			end_at_name(r, word);
		word = next_word(&p);
		if (is_data(r, word)) {
			take_data(r, word, false);
		} else if (word.len) {
			/* This may be the name of other data. */
			redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
			drop_rest(r);
		}
	}
}

/*
 * Return: whether a line continues the data of the preceding lines. A short word or a name can
 * consist of characters of ascii85, so a short line continues the data only if it completes the
 * known length of the data, or if that length is known and the line is as long as the line before
 * or is the first line with data.
 */
static bool goes_on(const struct redactor *r, struct span p)
{
	return is_data(r, p) ||
	       (is_a85(p) && r->want &&
		(!r->width || r->line_len == r->width));
}

/**
 * redact_more_data() - redact a line that continues the data before it
 * @r: state of the redaction
 * @p: the line
 *
 * Return: true, or false if the line does not continue data. After false, nothing has changed.
 */
bool redact_more_data(struct redactor *r, struct span p)
{
	if (!r->in_data || !goes_on(r, p))
		return false;
	take_data(r, p, false);
	r->width = r->line_len;
	return true;
}
