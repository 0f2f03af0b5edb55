// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of data in ascii85: those of the log stay, the others become zeroes.
 */
#include "redact/pass.h"

/* Shortest line of data of unknown length that was wrapped. */
#define MIN_WRAPPED	60

static bool is_a85(struct part p)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if ((p.at[i] < '!' || p.at[i] > 'u') && p.at[i] != 'z')
			return false;
	return p.len;
}

/* Count the bytes of data. Return: characters that are not "z". */
static size_t count_data(struct pass *pass, struct part p)
{
	size_t i, others = 0;

	for (i = 0; i < p.len; i++)
		others += p.at[i] != 'z';
	pass->bytes += 4 * (u64)(p.len - others + (pass->digits + others) / 5);
	pass->digits = (unsigned int)((pass->digits + others) % 5);
	return others;
}

/*
 * Overwrite data by zeroes of the same length. The kernel writes a zero as "z", so that
 * five "!" tell a reader that something was taken out.
 */
static void drop_data(struct pass *pass, struct part p, size_t others, bool whole)
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
	redact_note(pass->list, pass->data_kind, p.len, pass->line);
}

static void take_data(struct pass *pass, struct part p, bool first)
{
	bool whole = first && !pass->digits;
	size_t others = count_data(pass, p);

	if (!pass->keep_data)
		drop_data(pass, p, others, whole && !pass->digits);
	pass->in_data = pass->want ? pass->bytes < pass->want : pass->keep_data;
}

/* Whether a word is data: by its length, or since the data end with it. */
static bool is_data(const struct pass *pass, struct part p)
{
	struct pass then = *pass;

	if (!is_a85(p) || p.len >= MIN_WRAPPED)
		return is_a85(p);
	count_data(&then, p);
	return pass->bytes < pass->want && then.bytes >= pass->want;
}

/**
 * pass_data() - redact the first line of data
 * @pass: the walk
 * @p: what stands behind the name
 * @keep: the data stay
 * @kind: of the data, unless they stay
 */
void pass_data(struct pass *pass, struct part p, bool keep, enum redact_kind kind)
{
	struct part word;

	pass->keep_data = keep;
	pass->data_kind = kind;
	pass->want = pass->length;
	pass->length = 0;
	pass->bytes = 0;
	pass->digits = 0;
	p = skip_blanks(p);
	word = next_word(&p);
	take_data(pass, word, true);
	pass->width = word.len ? pass->line_len : 0;
	/* Lines that were joined; words that somebody has added. */
	while ((word = next_word(&p)).len) {
		if (is_data(pass, word))
			take_data(pass, word, false);
		else
			pass_fill(pass, REDACT_UNKNOWN, word);
	}
}

/*
 * Whether a line is more of the data before it. A word can look like data; a name may stand
 * where data were cut off. A short line is data only if it is as long as the line before,
 * or if the data end with it.
 */
static bool goes_on(const struct pass *pass, struct part p)
{
	return is_data(pass, p) ||
	       (is_a85(p) && pass->want &&
		(!pass->width || pass->line_len == pass->width));
}

/**
 * pass_more_data() - redact a line that goes on with the data before it
 * @pass: the walk
 * @p: the line
 *
 * Return: false if it does not go on; then nothing is changed.
 */
bool pass_more_data(struct pass *pass, struct part p)
{
	if (!pass->in_data || !goes_on(pass, p))
		return false;
	take_data(pass, p, false);
	pass->width = pass->line_len;
	return true;
}
