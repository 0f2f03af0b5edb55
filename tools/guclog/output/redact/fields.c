// SPDX-License-Identifier: GPL-2.0-only
/* Redacts the values in the "name: value" lines of a devcoredump, if the name is known. */
#include "output/redact/redactor.h"

#include "base/eat.h"

/* Return: whether xe itself prints the word in values that are kept. */
static bool is_xe_word(struct span p)
{
	unsigned int i;

	if (p.len > 2 && p.at[0] == '0' && p.at[1] == 'x')
		return is_count(span_from(p, 2));
	while (p.len && is_digit(p.at[p.len - 1]))
		p.len--;
	for (i = 0; i < printed_words_len; i++)
		if (p.len == strlen(printed_words[i]) && begins(p, printed_words[i]))
			return true;
	return !p.len || (p.len == 1 && *p.at == '-');
}

static bool is_word_char(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       strchr("_-", c) || (c & 0x80);
}

/**
 * redact_words() - overwrite a value from the first word or bracket that xe itself does not print
 * @r: state of the redaction
 * @p: the value
 *
 * All text after an unknown word is overwritten, too, including numbers. This text can be the value
 * of the next line, if the newline between the two lines was lost.
 */
void redact_words(struct redactor *r, struct span p)
{
	while (p.len) {
		size_t n = 0;

		while (n < p.len && is_word_char(p.at[n]))
			n++;
		if (n ? !is_xe_word((struct span){ p.at, n }) : *p.at == '[') {
			redact_span(r, GUCLOG_REDACT_UNKNOWN, p);
			return;
		}
		p = span_from(p, n ?: 1);
	}
}

/*
 * Redact an address. What follows "0x" or "(memory) 0x" at its beginning is overwritten, or the
 * whole value if it begins with something else.
 */
static void redact_addresses(struct redactor *r, struct span p)
{
	if (begins(p, "(memory) 0x"))
		p = span_from(p, 11);
	else if (begins(p, "0x"))
		p = span_from(p, 2);
	redact_span(r, GUCLOG_REDACT_ADDRESS, p);
}

/*
 * Read an address. @upper: accept an address of more than 32 bits. @page: set to bits 31 to 12 of
 * the address. Return: true, or false if the text is not such an address or @page is 0.
 */
static bool eat_page(struct guc_view v, bool upper, u32 *page)
{
	u64 value;

	if (!eat_number(&v, &value) || v.len || (!upper && value > U32_MAX))
		return false;
	*page = (u32)value & ~0xfffu;
	return *page;
}

/**
 * redact_note_register() - store the address of a ring or a context in a line with a register
 * @r: state of the redaction
 * @p: the line
 *
 * Redaction keeps the register, so it also keeps the same address in the lines about a context. The
 * equal addresses show which context was on the engine.
 */
void redact_note_register(struct redactor *r, struct span p)
{
	struct guc_view value;
	const struct printed_name *name = printed_line(span_view(p), &value);

	if (r->nr_pages < REDACT_PAGES && name &&
	    (name->id == DUMP_REGISTER_RING_START || name->id == DUMP_REGISTER_SQ_CONTENTS) &&
	    eat(&value, " ") && eat_page(value, true, &r->page[r->nr_pages]))
		r->nr_pages++;
}

static bool is_in_register(const struct redactor *r, struct span value)
{
	unsigned int i;
	u32 page;

	if (!eat_page(span_view(value), false, &page))
		return false;
	for (i = 0; i < r->nr_pages; i++)
		if (r->page[i] == page)
			return true;
	return false;
}

/* Return: whether a word is a number of at most 20 bits, perhaps with a sign. */
static bool is_small(struct span word)
{
	struct guc_view v = span_view(word);
	u64 value;

	eat(&v, "-");
	return eat_number(&v, &value) && !v.len && value >> 20 == 0;
}

/* Return: whether a value is a hexadecimal number and a decimal one in brackets. */
static bool is_stamp(struct span value)
{
	struct guc_view v = span_view(value);
	u64 number;

	return begins(value, "0x") && eat_number(&v, &number) && eat(&v, " [") &&
	       eat_number(&v, &number) && eat(&v, "]") && !v.len;
}

/* Return: whether a word is a decimal number, perhaps with decimals. */
static bool is_seconds(struct span word)
{
	return has_only(word, "0123456789.");
}

/*
 * Redact all but the number at the beginning of a value. xe prints only one number, so the text
 * after a blank is from another line.
 */
static void take_count(struct redactor *r, struct span value, bool (*fits)(struct span word))
{
	struct span rest = value, word = next_word(&rest);

	if (fits(word))
		value = span_skip_blanks(rest);
	redact_span(r, GUCLOG_REDACT_UNKNOWN, value);
}

/**
 * redact_known_value() - redact a value
 * @r: state of the redaction
 * @keep: what redaction keeps of the value
 * @value: the value, without blanks at its beginning
 *
 * Return: true, or false if redaction does not keep any of the line. After false, nothing has
 * changed.
 */
bool redact_known_value(struct redactor *r, enum printed_class keep, struct span value)
{
	switch (keep) {
	case KEEP_RELEASE:
		redact_release(r->count, value.at, value.len, r->line);
		break;
	case KEEP_FIRMWARE:
		redact_firmware(r->count, value.at, value.len, r->line);
		break;
	case KEEP_PROCESS:
		redact_process(r->count, value.at, value.len, r->line);
		break;
	case KEEP_REASON:
		redact_reason(r->count, value.at, value.len, r->line);
		break;
	case KEEP_CONTEXT:
		if (!is_in_register(r, value))
			redact_addresses(r, value);
		break;
	case KEEP_ADDRESS:
		redact_addresses(r, value);
		break;
	case KEEP_COUNT:
		take_count(r, value, is_count);
		break;
	case KEEP_SMALL:
		take_count(r, value, is_small);
		break;
	case KEEP_DRIVER:
		if (value.len != 2 || memcmp(value.at, "xe", 2))
			redact_span(r, GUCLOG_REDACT_UNKNOWN, value);
		break;
	case KEEP_SECONDS:
		take_count(r, value, is_seconds);
		break;
	case KEEP_STAMP:
		if (!is_stamp(value))
			redact_words(r, value);
		break;
	case KEEP_WORDS:
		redact_words(r, value);
		break;
	case KEEP_LOG:
		redact_data(r, value, true, GUCLOG_REDACT_UNKNOWN);
		break;
	case KEEP_RING:
		redact_data(r, value, false, GUCLOG_REDACT_RING);
		break;
	case KEEP_IMAGE:
		redact_data(r, value, false, GUCLOG_REDACT_CONTEXT);
		break;
	case KEEP_MEMORY:
		redact_data(r, value, false, GUCLOG_REDACT_MEMORY);
		break;
	case KEEP_NONE:
		return false;
	}
	return true;
}

/**
 * redact_known_field() - redact a line with a known name
 * @r: state of the redaction
 * @p: the line
 *
 * Return: true, or false if the line is not "name: value" with a known name. After false, nothing
 * has changed.
 */
bool redact_known_field(struct redactor *r, struct span p)
{
	struct guc_view value;
	const struct printed_name *name = printed_line(span_view(p), &value);

	return name && redact_known_value(r, name->keep,
					  span_skip_blanks(span_from(p, p.len - value.len)));
}
