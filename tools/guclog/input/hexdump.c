// SPDX-License-Identifier: GPL-2.0-only
#include "input/hexdump.h"

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

/*
 * Return: how many dwords the line begins with. @whole says whether that is all
 * of the line.
 */
static unsigned int read_dwords(struct guc_view v, u32 dw[4], bool *whole)
{
	unsigned int n = 0;

	skip_blanks(&v);
	while (n < 4 && eat_dword(&v, &dw[n])) {
		n++;
		skip_blanks(&v);
	}
	*whole = !v.len;
	return n;
}

/* Every line is 16 bytes, so what follows a spoiled one has a known place. */
static void fill_spoiled(struct hexdump *dump, struct input_log *log)
{
	size_t to = dump->start + 16;

	if (!dump->spoiled)
		return;
	input_log_room(log, to - log->len);
	memset(log->image + log->len, 0, to - log->len);
	input_log_loss(log, "line %llu is spoiled: bytes 0x%zx to 0x%zx are 0",
		       dump->spoiled, log->len, to);
	if (log->len < to)
		input_log_hole(log, log->len, to);
	log->len = to;
	dump->spoiled = 0;
}

static struct input_log *begin(struct hexdump *dump, struct input *in,
			       const struct headlines *said, u64 line_nr)
{
	struct input_log *log = input_add_log(in, FORM_HEXDUMP);
	struct guc_facts facts;

	log->line = line_nr;
	headline_facts(said, &facts);
	guc_facts_merge(&log->facts, &facts);
	*dump = (struct hexdump){ .open = true, .log = in->nr_logs - 1 };
	return log;
}

static void add_dwords(struct input_log *log, const u32 *dw, unsigned int n)
{
	if (log->len + 16 > INPUT_MAX_IMAGE)
		return;
	input_log_room(log, 16);
	for (; n; n--, dw++, log->len += 4)
		guc_store_le32(*dw, log->image + log->len);
}

/* A line that is not four dwords, within a dump. */
static void take_odd_line(struct hexdump *dump, struct input_log *log,
			  struct guc_view line, const u32 *dw, unsigned int n,
			  u64 line_nr)
{
	skip_blanks(&line);
	if (line.len < 2 || memcmp(line.data, "0x", 2)) {
		input_log_loss(log, "line %llu is not of the dump", line_nr);
		return;
	}
	fill_spoiled(dump, log);
	dump->start = log->len;
	add_dwords(log, dw, n);
	dump->spoiled = line_nr;
}

/**
 * hexdump_line() - take a line if it belongs to a dump
 * @dump: zeroed before the first line
 * @in: gets its log
 * @said: what the lines before the dump have said
 * @line: the line
 * @line_nr: its number
 *
 * An empty line ends a dump.
 *
 * Return: whether it did.
 */
bool hexdump_line(struct hexdump *dump, struct input *in,
		  const struct headlines *said, struct guc_view line,
		  u64 line_nr)
{
	struct input_log *log = dump->open ? &in->log[dump->log] : NULL;
	unsigned int n;
	bool whole;
	u32 dw[4];

	n = read_dwords(line, dw, &whole);
	if (n == 4 && whole) {
		if (!log)
			log = begin(dump, in, said, line_nr);
		fill_spoiled(dump, log);
		add_dwords(log, dw, n);
		return true;
	}
	if (!log)
		return false;
	if (line.len)
		take_odd_line(dump, log, line, dw, n, line_nr);
	else
		hexdump_end(dump, in);
	return true;
}

/**
 * hexdump_end() - the dump is over
 * @dump: the dump, may be none
 * @in: has its log
 */
void hexdump_end(struct hexdump *dump, struct input *in)
{
	struct input_log *log;

	if (!dump->open)
		return;
	log = &in->log[dump->log];
	if (dump->spoiled)
		input_log_loss(log, "the data end in line %llu", dump->spoiled);
	log->total = log->len;
	*dump = (struct hexdump){ .open = false };
}
