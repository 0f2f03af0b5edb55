// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the text of a devcoredump, of a debugfs guc_log, and of a kernel log with
 * such a text. Only known lines are kept; all others are overwritten.
 */
#include "output/redact/redactor.h"

#include "base/arena.h"
#include "base/eat.h"

/* Return: whether the line is a register: a name in capital letters and a hexadecimal number. */
static bool take_register(struct span p)
{
	size_t n = 0;

	while (n < p.len && ((p.at[n] >= 'A' && p.at[n] <= 'Z') || is_digit(p.at[n]) ||
			     strchr("_[]", p.at[n])))
		n++;
	/* The shortest names are those of IPEHR and ACTHD. */
	if (n < 5 || n == p.len || p.at[n] != ':' || *p.at < 'A' || *p.at > 'Z')
		return false;
	p = span_skip_blanks(span_from(p, n + 1));
	return begins(p, "0x") && p.len <= 18 && is_count(span_from(p, 2));
}

/*
 * Redact "ccs0 (physical), logical instance=0", the first line of an engine. Return: true, or false
 * if the line has another form.
 */
static bool take_engine(struct redactor *r, struct span p)
{
	const char *text = printed_text(DUMP_ENGINE_INSTANCE);
	char *hit = memmem(p.at, p.len, text, strlen(text));

	if (!hit || !is_count(span_from(p, (size_t)(hit - p.at) + strlen(text))))
		return false;
	redact_words(r, (struct span){ p.at, (size_t)(hit - p.at) });
	return true;
}

/* Read the value of a "length" line, which is kept. Return: whether it is a number. */
static bool take_length(struct redactor *r, struct span p)
{
	struct guc_view v = span_view(span_skip_blanks(p));

	r->data->length = 0;
	return eat_number(&v, &r->data->length) && !v.len;
}

/*
 * Return: the number, from 1, that replaces the address of a VM range. Each different address
 * of the text gets the next number.
 */
static u64 number_of_range(struct redactor *r, u64 address)
{
	size_t i = r->nr_ranges;
	u64 *range;

	/* The lines of one range follow each other, so compare with the last address first. */
	if (i && r->range[i - 1] == address)
		return i;
	/*
	 * Compare with the first 4096 addresses only: this bounds the time for a text with very
	 * many addresses.
	 */
	for (i = 0; i < r->nr_ranges && i < 4096; i++)
		if (r->range[i] == address)
			return i + 1;
	range = arena_room(r->arena, r->range, r->nr_ranges, sizeof(address));
	if (!range)
		return 0;
	r->range = range;
	r->range[r->nr_ranges++] = address;
	return r->nr_ranges;
}

static void number_range(struct redactor *r, struct span hex)
{
	static const char digits[] = "0123456789abcdef";
	u64 address = 0, n;
	size_t i;

	for (i = 0; i < hex.len; i++)
		address = address << 4 | (u64)(strchr(digits, hex.at[i] | 0x20) - digits);
	/*
	 * The 0 in a line such as "[0].error: -19" is not an address, and is kept: xe prints this
	 * line if there was no VM.
	 */
	if (!address)
		return;
	n = number_of_range(r, address);
	for (i = hex.len; i--; n >>= 4)
		hex.at[i] = digits[n & 15];
	redact_note(r->count, GUCLOG_REDACT_ADDRESS, hex.len, r->line);
}

/* Return: whether the name in brackets is an address of a range of section "VM state". */
static bool is_range(struct span hex)
{
	size_t i;

	for (i = 0; i < hex.len; i++)
		if (!is_digit(hex.at[i]) && (hex.at[i] < 'a' || hex.at[i] > 'f'))
			return false;
	return hex.len && hex.len <= 16;
}

/*
 * Redact "[NAME].what: value". NAME is that of data, or the address of a range. Return: true, or
 * false if the line has another form.
 */
static bool take_bracket(struct redactor *r, struct span p)
{
	struct guc_view bracket = guc_view("", 0), rest;
	enum dump_name what = printed_bracket(span_view(p), &bracket, &rest);
	struct span name = { p.at + 1, bracket.len }, value;
	const struct printed_name *data;
	bool range = is_range(name);

	if (!p.len || *p.at != '[' || !memchr(p.at, ']', p.len))
		return false;
	data = printed_find(bracket, BIT(PRINTED_DATA));
	if (range)
		number_range(r, name);
	else if (!data)
		redact_span(r, GUCLOG_REDACT_UNKNOWN, name);
	if (!what)
		return false;
	value = span_skip_blanks(span_from(p, p.len - rest.len));
	if (what == DUMP_VM_LENGTH)
		return take_length(r, value);
	if (range != (printed_row(what)->section == SECTION_VM) && what != DUMP_VM_DATA)
		return false;
	/* Data whose name is not one of xe are redacted as the contents of a context. */
	if (what == DUMP_VM_DATA && !range)
		return redact_known_value(r, data ? data->keep : KEEP_IMAGE, value);
	return redact_known_value(r, printed_row(what)->keep, value);
}

static bool take_numbered(struct redactor *r, struct span p)
{
	char *colon = memchr(p.at, ':', p.len), *open = memchr(p.at, '[', p.len);
	const struct printed_name *name;
	struct span value;

	/* The text between "[" and "]:" must be a number. */
	if (!colon || !open || open > colon || colon[-1] != ']' ||
	    !is_count((struct span){ open + 1, (size_t)(colon - open) - 2 }))
		return false;
	name = printed_find(guc_view(p.at, (size_t)(open - p.at)), BIT(PRINTED_ITEM));
	if (!name)
		return false;
	value = span_skip_blanks(span_from(p, (size_t)(colon - p.at) + 1));
	/*
	 * Redact the unread words of the CT rings, which Linux 6.12 prints as "cmd[...]", and the
	 * work queue of a parallel context ("WQ[...]").
	 */
	if (name->keep == KEEP_RING) {
		if (begins(value, "0x"))
			value = span_from(value, 2);
		redact_span(r, GUCLOG_REDACT_RING, value);
		return true;
	}
	return redact_known_value(r, name->keep, value);
}

static bool take_title(struct redactor *r, struct span p)
{
	struct span name;
	unsigned int i;

	if (!begins(p, "**** ") || p.len < 10 || memcmp(p.at + p.len - 5, " ****", 5))
		return false;
	name = (struct span){ p.at + 5, p.len - 10 };
	for (i = 0; i < SECTIONS; i++) {
		const char *title = printed_title(i);

		if (title && begins(name, title) && is_count(span_from(name, strlen(title))))
			return true;
	}
	redact_span(r, GUCLOG_REDACT_UNKNOWN, name);
	return true;
}

static void take_body(struct redactor *r, struct span p)
{
	p = span_skip_blanks(p);
	if (!p.len)
		return;
	if (redact_more_data(r, p))
		return;
	r->data->more = false;
	if (take_title(r, p) || take_bracket(r, p) || redact_known_field(r, p) ||
	    take_numbered(r, p) || take_register(p) || take_engine(r, p) ||
	    printed_find(span_view(p), BIT(PRINTED_MARK)))
		return;
	redact_span(r, GUCLOG_REDACT_UNKNOWN, p);
}

/*
 * Replace the escape sequences of colours, such as those of "dmesg --color", by blanks, so that the
 * line can still be read.
 */
static void blank_colours(struct span p)
{
	size_t i, end;

	for (i = 0; i + 2 < p.len; i++) {
		if (p.at[i] != 0x1b || p.at[i + 1] != '[')
			continue;
		for (end = i + 2; end < p.len && (is_digit(p.at[end]) || p.at[end] == ';'); end++)
			;
		if (end < p.len && strchr("mK", p.at[end]))
			memset(p.at + i, ' ', end + 1 - i);
	}
}

/*
 * Redact control characters except tabs and newlines: xe does not write them, and a terminal may
 * execute them.
 */
static void take_controls(struct redactor *r, struct span p)
{
	size_t i;

	blank_colours(p);
	for (i = 0; i < p.len; i++)
		if (((u8)p.at[i] < 0x20 && !strchr("\t\n", p.at[i])) || p.at[i] == 0x7f)
			redact_span(r, GUCLOG_REDACT_UNKNOWN, (struct span){ p.at + i, 1 });
}

/* Remove the blanks at the end of a line, and the carriage returns of a file from Windows. */
static struct span trim_end(struct span p)
{
	while (p.len && strchr("\r \t", p.at[p.len - 1]))
		p.len--;
	return p;
}

static void take_line(struct redactor *r, struct span p)
{
	struct span before;
	u64 series, number;
	char *text;

	p = trim_end(p);
	take_controls(r, p);
	r->line_len = p.len;
	if (!r->kernel_log) {
		/*
		 * Test first whether the line is data: data can begin with ">", the mark of a
		 * quoted line.
		 */
		if (redact_more_data(r, p))
			return;
		while (p.len && (*p.at == '>' || *p.at == ' ' || *p.at == '\t'))
			p = span_from(p, 1);
		take_body(r, p);
		return;
	}
	text = capture_text(p, &series, &number);
	if (!text) {
		redact_log_line(r, p);
		return;
	}
	/*
	 * Redact only the text before the word "Capture"; the word and the numbers after it are
	 * kept.
	 */
	before = (struct span){ p.at, 0 };
	before.len = (size_t)((char *)memmem(p.at, p.len, "Capture ", 8) - p.at);
	redact_log_prefix(r, before);
	redact_choose_blob(r, series, number);
	take_body(r, span_from(p, (size_t)(text - p.at)));
}

/*
 * Read all lines before the redaction begins. Find out whether the text is a kernel log with lines
 * "Capture 1.2: ...", in which xe prints a dump, and store the addresses in the registers.
 */
static void look_ahead(struct redactor *r, struct span rest)
{
	u64 series, number;

	while (rest.len) {
		struct span line = next_line(&rest);
		char *text = capture_text(line, &series, &number);

		r->kernel_log |= !!text;
		if (text)
			line = span_from(line, (size_t)(text - line.at));
		redact_note_register(r, span_skip_blanks(trim_end(line)));
	}
}

/* Largest number of characters from the first newline of a process's name to the end of its PID. */
#define MAX_NAME_END	(16 + sizeof(" [4194304]"))

/*
 * Return: the next line without its newline; @rest is moved after it. The name of a process can
 * have newlines. If the lines "Reason" or "Process" of a devcoredump end with such a name, the
 * result has all lines of the name: it ends before the line that xe prints next.
 */
static struct span line_with_name(struct span *rest)
{
	struct span line = next_line(rest), more;
	const struct printed_name *name;
	struct guc_view value;
	char next[40], *end;

	name = printed_line(span_view(line), &value);
	if (!name || !rest->len || !view_begins(value, " ") ||
	    (name->id != DUMP_HEAD_REASON && name->id != DUMP_HEAD_PROCESS))
		return line;
	if (name->id == DUMP_HEAD_REASON)
		snprintf(next, sizeof(next), "\n%s: ", printed_text(DUMP_HEAD_KERNEL));
	else
		snprintf(next, sizeof(next), "\n%s: 0x", printed_text(DUMP_HEAD_PCI_ID));
	more = span_from((struct span){ line.at, line.len + 1 + rest->len }, line.len);
	more.len = min(more.len, MAX_NAME_END + strlen(next));
	end = memmem(more.at, more.len, next, strlen(next));
	if (end) {
		*rest = span_from(*rest, (size_t)(end + 1 - rest->at));
		line.len = (size_t)(end - line.at);
	}
	return line;
}

static u64 count_newlines(struct span p)
{
	u64 n = 0;

	for (; p.len; p = span_from(p, 1))
		n += *p.at == '\n';
	return n;
}

/**
 * redact_text() - redact a text
 * @count: counts the redacted items
 * @a: arena for temporary memory
 * @text: the text; changed in place, with the same length and the same lines
 * @len: length of the text
 * @kernel_log: redact the text as a kernel log even if it has no line of a dump
 *
 * Return: 0, or -ENOMEM; the text is then only partly redacted.
 */
int redact_text(struct guclog_redact_count *count, struct arena *a, char *text, size_t len,
		bool kernel_log)
{
	struct redactor r = { .count = count, .arena = a };
	struct span rest = { text, len };
	unsigned int i;

	r.data = &r.blob[0];
	r.kernel_log = kernel_log;
	look_ahead(&r, rest);
	while (rest.len && !a->failed) {
		struct span line = line_with_name(&rest);

		r.line++;
		take_line(&r, line);
		r.line += count_newlines(line);
	}
	for (i = 0; i < REDACT_BLOBS && !a->failed; i++)
		redact_log_end(&r, &r.blob[i]);
	arena_drop(a, r.range);
	return a->failed ? -ENOMEM : 0;
}
