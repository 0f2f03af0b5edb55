// SPDX-License-Identifier: GPL-2.0-only
#include "read/hexdump.h"

#include "read/realign.h"
#include "base/eat.h"
#include "read/log/logs.h"

/*
 * Return: whether a word has ended: the line ends, or a blank follows. If a newline was lost, the
 * next word can follow directly.
 */
static bool ends_word(const struct guc_view *v)
{
	return !v->len || *v->data == ' ' || *v->data == '\t' || view_begins(*v, "0x");
}

/* Read the eight digits of a word "0x%08x". */
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
	return ends_word(v);
}

#define LINE_BYTES	16u
/*
 * Largest number of words in a line. A line that lost its newline has the words of several lines.
 */
#define MAX_WORDS	64u

/*
 * Return: number of dwords at the start of the line. @whole: set to whether the whole line consists
 * of these dwords.
 */
static unsigned int read_dwords(struct guc_view v, u32 dw[MAX_WORDS], bool *whole)
{
	unsigned int n = 0;

	eat_blanks(&v);
	while (n < MAX_WORDS && eat_dword(&v, &dw[n])) {
		n++;
		eat_blanks(&v);
	}
	*whole = !v.len;
	return n;
}

/*
 * End an odd line (see &struct hexdump): its missing bytes become zeroes. A line
 * has 16 bytes, so the offset of the next line is known, unless characters were lost across the end
 * of the line. hexdump_end() checks whether that has happened.
 */
static void fill_odd_line(struct hexdump *dump, struct input_log *log)
{
	size_t to = dump->odd_start + LINE_BYTES;

	if (!dump->odd)
		return;
	if (log->len > to)
		log->len = to;
	if (!input_log_room(log, to - log->len))
		return;
	memset(log->image + log->len, 0, to - log->len);
	input_log_loss(log, "line %llu is damaged: bytes 0x%zx to 0x%zx are set to 0",
		       dump->odd, log->len, to);
	if (log->len < to)
		input_log_hole(log, log->len, to);
	log->len = to;
	if (!dump->nr_odd++)
		dump->first_odd = dump->odd_start;
	dump->last_odd = to;
	dump->odd = 0;
}

static struct input_log *begin(struct hexdump *dump, struct input *in,
			       const struct headlines *said, u64 line_nr)
{
	struct input_log *log = input_add_log(in, GUCLOG_FORM_HEXDUMP);
	struct guc_facts facts;

	if (!log)
		return NULL;
	log->line = line_nr;
	headline_facts(said, &facts);
	guc_facts_merge(&log->facts, &facts);
	*dump = (struct hexdump){ .open = true, .log = in->nr_logs - 1 };
	return log;
}

static void add_dwords(struct input_log *log, const u32 *dw, unsigned int n)
{
	if (log->len + 4 * n > GUCLOG_MAX_IMAGE || !input_log_room(log, 4 * n))
		return;
	for (; n; n--, dw++, log->len += 4)
		guc_store_le32(*dw, log->image + log->len);
}

/*
 * Read an odd line (see &struct hexdump), or report a line that does not belong to the dump.
 * @dw: the first @n dwords of the line. @whole: the line consists only of these dwords.
 */
static void take_odd_line(struct hexdump *dump, struct input_log *log,
			  struct guc_view line, const u32 *dw, unsigned int n,
			  bool whole, u64 line_nr)
{
	if (!memmem(line.data, line.len, "0x", 2)) {
		input_log_loss(log, "line %llu does not belong to the dump", line_nr);
		return;
	}
	fill_odd_line(dump, log);
	dump->odd_start = log->len;
	/*
	 * If all words of the line are valid, it is not known which word is missing: use none
	 * of them.
	 */
	if (!whole)
		add_dwords(log, dw, min(n, 4u));
	dump->odd = line_nr;
}

/**
 * hexdump_line() - read a line if it belongs to a dump
 * @dump: zeroed before the first line
 * @in: the log is added to it
 * @said: the facts from the lines before the dump
 * @line: the line
 * @line_nr: number of the line
 *
 * An empty line ends a dump.
 *
 * Return: whether the line belongs to a dump.
 */
bool hexdump_line(struct hexdump *dump, struct input *in,
		  const struct headlines *said, struct guc_view line,
		  u64 line_nr)
{
	struct input_log *log = dump->open ? &in->log[dump->log] : NULL;
	u32 dw[MAX_WORDS];
	unsigned int n;
	bool whole;

	n = read_dwords(line, dw, &whole);
	if (n && n % 4 == 0 && whole) {
		if (!log)
			log = begin(dump, in, said, line_nr);
		if (!log)
			return true;
		fill_odd_line(dump, log);
		add_dwords(log, dw, n);
		return true;
	}
	if (!log)
		return false;
	if (line.len)
		take_odd_line(dump, log, line, dw, n, whole, line_nr);
	else
		hexdump_end(dump, in, false);
	return true;
}

/*
 * Insert unknown bytes if the log is shorter than the length that follows from its buffer states
 * (the headers of its regions). There are two cases. If there are odd lines (see &struct hexdump),
 * characters were lost across the end of an odd line, and the data after the last odd line belong
 * to the end of the log. If there is no odd line, whole lines are missing, or the remains of two
 * lines form one valid line.
 */
static void restore_lines(const struct hexdump *dump, struct input_log *log)
{
	u64 total = realign_total(input_log_bytes(log));
	struct realign r = { .data = input_log_bytes(log), .total = total };
	size_t lost, from = dump->first_odd;

	if (log->len >= total || total > GUCLOG_MAX_IMAGE)
		return;
	lost = (size_t)total - log->len;
	if (!dump->nr_odd) {
		input_log_loss(log, "%zu lines are missing", lost / LINE_BYTES);
		input_log_realign(log, &r);
		return;
	}
	if (dump->nr_odd > 1) {
		memset(log->image + from, 0, dump->last_odd - from);
		log->nr_holes = 0;
		input_log_hole(log, from, dump->last_odd);
	}
	input_log_insert_hole(log, dump->last_odd, lost);
	input_log_loss(log, "%zu lines are missing: bytes 0x%zx to 0x%zx are unknown and set to 0",
		       lost / LINE_BYTES, from, dump->last_odd + lost);
}

/**
 * hexdump_end() - end the dump
 * @dump: the dump; nothing is done if it has not begun
 * @in: the input with the log
 * @cut: the text may have ended before the end of the dump
 */
void hexdump_end(struct hexdump *dump, struct input *in, bool cut)
{
	struct input_log *log;

	if (!dump->open)
		return;
	log = &in->log[dump->log];
	if (dump->odd && cut)
		input_log_loss(log, "the data end in line %llu", dump->odd);
	else
		fill_odd_line(dump, log);
	if (!cut)
		restore_lines(dump, log);
	log->total = log->len;
	*dump = (struct hexdump){ .open = false };
}
