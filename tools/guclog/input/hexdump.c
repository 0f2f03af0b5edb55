// SPDX-License-Identifier: GPL-2.0-only
#include "hexdump.h"

/* "0x%08x": its digits, exactly eight. */
static bool eat_dword(struct guc_view *v, u32 *value)
{
	unsigned int i;

	if (v->len < 10 || v->data[0] != '0' || v->data[1] != 'x')
		return false;
	for (*value = 0, i = 2; i < 10; i++) {
		u8 c = v->data[i];

		if (c >= '0' && c <= '9')
			*value = *value << 4 | (c - '0');
		else if (c >= 'a' && c <= 'f')
			*value = *value << 4 | (c - 'a' + 10);
		else
			return false;
	}
	v->data += 10;
	v->len -= 10;
	return true;
}

static void skip_blanks(struct guc_view *v)
{
	while (v->len && (*v->data == ' ' || *v->data == '\t')) {
		v->data++;
		v->len--;
	}
}

/* Return: dwords in the line, 0 when it is none of a dump. */
static unsigned int read_dwords(struct guc_view v, u32 dw[4])
{
	unsigned int n = 0;

	skip_blanks(&v);
	while (n < 4 && eat_dword(&v, &dw[n])) {
		n++;
		skip_blanks(&v);
	}
	return v.len ? 0 : n;
}

/**
 * hexdump_line() - take a line if it belongs to a dump
 * @dump: zeroed before the first line
 * @in: gets its log
 * @said: what the lines before the dump have said
 * @line: the line
 * @line_nr: its number
 *
 * Return: whether it did.
 */
bool hexdump_line(struct hexdump *dump, struct input *in,
		  const struct headlines *said, struct guc_view line,
		  u64 line_nr)
{
	struct input_log *log;
	struct guc_facts facts;
	unsigned int i, n;
	u32 dw[4];

	n = read_dwords(line, dw);
	if (!n) {
		if (dump->open && line.len)
			input_log_loss(&in->log[dump->log],
				       "line %llu is not of the dump", line_nr);
		hexdump_end(dump, in);
		return false;
	}
	if (!dump->open) {
		log = input_add_log(in, INPUT_HEXDUMP);
		log->line = line_nr;
		headline_facts(said, &facts);
		guc_facts_merge(&log->facts, &facts);
		dump->open = true;
		dump->log = in->nr_logs - 1;
	}
	log = &in->log[dump->log];
	if (log->len + 16 > INPUT_MAX_IMAGE)
		return true;
	input_log_room(log, 16);
	for (i = 0; i < n; i++, log->len += 4)
		guc_store_le32(dw[i], log->image + log->len);
	return true;
}

/**
 * hexdump_end() - the dump is over
 * @dump: the dump, may be none
 * @in: has its log
 */
void hexdump_end(struct hexdump *dump, struct input *in)
{
	if (dump->open)
		in->log[dump->log].total = in->log[dump->log].len;
	dump->open = false;
}
