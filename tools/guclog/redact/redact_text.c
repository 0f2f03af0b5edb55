// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the text of a devcoredump, of a debugfs guc_log, and of a kernel log with
 * such a text. Lines stay only if they are known; all others are overwritten.
 */
#include "redact/pass.h"

#include "shared/eat.h"
#include "util/msg.h"

/* Sections; the others are overwritten together with their titles. */
static const char * const titles[] = {
	"Xe Device Coredump", "GT #", "GuC Log", "GuC CT", "Contexts", "Job",
	"HW Engines", "VM state",
};

/* A register: capital letters, and a hexadecimal number. */
static bool take_register(struct part p)
{
	size_t n = 0;

	while (n < p.len && ((p.at[n] >= 'A' && p.at[n] <= 'Z') || is_digit(p.at[n]) ||
			     strchr("_[]", p.at[n])))
		n++;
	if (!n || n == p.len || p.at[n] != ':')
		return false;
	p = skip_blanks(part_from(p, n + 1));
	return begins(p, "0x") && p.len <= 18 && is_count(part_from(p, 2));
}

/* "ccs0 (physical), logical instance=0" */
static bool take_engine(struct part p)
{
	static const char text[] = " (physical), logical instance=";
	char *hit = memmem(p.at, p.len, text, sizeof(text) - 1);

	return hit && hit - p.at <= 8 &&
	       is_count(part_from(p, (size_t)(hit - p.at) + sizeof(text) - 1));
}

/* The value of a "length" line; it stays. */
static bool take_length(struct pass *pass, struct part p)
{
	struct guc_view v = view_of(skip_blanks(p));

	pass->length = 0;
	return eat_number(&v, &pass->length) && !v.len;
}

/* The number that an address gets: its place among those of the text, from 1. */
static u64 number_of_range(struct pass *pass, u64 address)
{
	size_t i = pass->nr_ranges;

	/* The lines of one range follow each other. */
	if (i && pass->range[i - 1] == address)
		return i;
	for (i = 0; i < pass->nr_ranges && i < 4096; i++)
		if (pass->range[i] == address)
			return i + 1;
	pass->range = mem_grow(pass->range, (pass->nr_ranges + 1) * sizeof(address));
	pass->range[pass->nr_ranges++] = address;
	return pass->nr_ranges;
}

static void number_range(struct pass *pass, struct part hex)
{
	static const char digits[] = "0123456789abcdef";
	u64 address = 0, n;
	size_t i;

	for (i = 0; i < hex.len; i++)
		address = address << 4 | (u64)(strchr(digits, hex.at[i] | 0x20) - digits);
	/* "[0].error: -19" tells that there was no VM. */
	if (!address)
		return;
	n = number_of_range(pass, address);
	for (i = hex.len; i--; n >>= 4)
		hex.at[i] = digits[n & 15];
	redact_note(pass->list, REDACT_ADDRESS, hex.len, pass->line);
}

/* "[1a0000].what: value" of section VM state, without its brackets. */
static bool take_range(struct pass *pass, struct part hex, struct part what)
{
	size_t i;

	for (i = 0; i < hex.len; i++)
		if (!is_digit(hex.at[i]) && (hex.at[i] < 'a' || hex.at[i] > 'f'))
			return false;
	if (!hex.len || hex.len > 16)
		return false;
	number_range(pass, hex);
	if (begins(what, ".length:"))
		return take_length(pass, part_from(what, 8));
	if (begins(what, ".data:")) {
		pass_data(pass, part_from(what, 6), false, REDACT_MEMORY);
		return true;
	}
	if (begins(what, ".error: "))
		pass_words(pass, part_from(what, 8));
	else if (begins(what, ".properties: "))
		pass_words(pass, part_from(what, 13));
	else
		return false;
	return true;
}

/* A name that xe does not use is overwritten; its data go anyway. */
static void take_bracket_name(struct pass *pass, struct part name)
{
	static const char * const names[] = { "LOG", "CTB", "HWSP", "HWCTX" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (name.len == strlen(names[i]) && begins(name, names[i]))
			return;
	pass_fill(pass, REDACT_UNKNOWN, name);
}

/* "[NAME].what: value" */
static bool take_bracket(struct pass *pass, struct part p)
{
	char *close = memchr(p.at, ']', p.len);
	struct part name, what;
	bool log, ring;

	if (!p.len || *p.at != '[' || !close)
		return false;
	name = (struct part){ p.at + 1, (size_t)(close - p.at) - 1 };
	what = part_from(p, name.len + 2);
	if (take_range(pass, name, what))
		return true;
	take_bracket_name(pass, name);
	log = name.len == 3 && !memcmp(name.at, "LOG", 3);
	ring = name.len == 3 && !memcmp(name.at, "CTB", 3);
	if (begins(what, ".length:"))
		return take_length(pass, part_from(what, 8));
	if (begins(what, ".data:")) {
		pass_data(pass, part_from(what, 6), log,
			  ring ? REDACT_RING : REDACT_CONTEXT);
		return true;
	}
	return (begins(what, ".replay_offset:") || begins(what, ".replay_length:")) &&
	       is_count(part_from(what, 15));
}

static bool take_numbered(struct pass *pass, struct part p)
{
	char *colon = memchr(p.at, ':', p.len);
	struct part value;

	if (!colon)
		return false;
	value = part_from(p, (size_t)(colon - p.at) + 1);
	/* 6.12's unread words of the CT rings, and the work queue of a parallel context. */
	if (begins(p, "cmd[") || begins(p, "WQ[")) {
		value = skip_blanks(value);
		if (begins(value, "0x"))
			value = part_from(value, 2);
		pass_fill(pass, REDACT_RING, value);
		return true;
	}
	if (begins(p, "batch_addr[")) {
		pass_addresses(pass, skip_blanks(value));
		return true;
	}
	return false;
}

static bool take_title(struct pass *pass, struct part p)
{
	struct part name;
	unsigned int i;

	if (!begins(p, "**** ") || p.len < 10 || memcmp(p.at + p.len - 5, " ****", 5))
		return false;
	name = (struct part){ p.at + 5, p.len - 10 };
	for (i = 0; i < ARRAY_SIZE(titles); i++)
		if (begins(name, titles[i]) &&
		    (name.len == strlen(titles[i]) ||
		     is_count(part_from(name, strlen(titles[i])))))
			return true;
	pass_fill(pass, REDACT_UNKNOWN, name);
	return true;
}

static bool is_word(struct part p)
{
	static const char * const words[] = {
		"CT disabled", "GuC log snapshot not allocated!", "H2G CTB (all sizes in DW):",
		"G2H CTB (all sizes in DW):", "Done.",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (p.len == strlen(words[i]) && begins(p, words[i]))
			return true;
	return false;
}

static void take_body(struct pass *pass, struct part p)
{
	p = skip_blanks(p);
	if (!p.len)
		return;
	if (pass_more_data(pass, p))
		return;
	pass->in_data = false;
	if (begins(p, "Log data:")) {
		pass_data(pass, part_from(p, 9), true, REDACT_UNKNOWN);
		return;
	}
	if (take_title(pass, p) || take_bracket(pass, p) || pass_known(pass, p) ||
	    take_numbered(pass, p) || take_register(p) || take_engine(p) || is_word(p))
		return;
	pass_fill(pass, REDACT_UNKNOWN, p);
}

static void take_line(struct pass *pass, struct part p)
{
	char *text;

	if (p.len && p.at[p.len - 1] == '\r')
		p.len--;
	pass->line_len = p.len;
	if (!pass->captures) {
		/* Data can begin with the sign of a quotation. */
		if (pass_more_data(pass, p))
			return;
		while (p.len && (*p.at == '>' || *p.at == ' ' || *p.at == '\t'))
			p = part_from(p, 1);
		take_body(pass, p);
		return;
	}
	text = capture_text(p);
	if (!text) {
		pass_fill(pass, REDACT_UNKNOWN, p);
		return;
	}
	/* The word "Capture" and its numbers stay. */
	pass_log_prefix(pass, (struct part){ p.at,
			(size_t)((char *)memmem(p.at, p.len, "Capture ", 8) - p.at) });
	take_body(pass, part_from(p, (size_t)(text - p.at)));
}

static struct part next_line(struct part *rest)
{
	char *newline = memchr(rest->at, '\n', rest->len);
	struct part line = { rest->at, newline ? (size_t)(newline - rest->at) : rest->len };

	*rest = part_from(*rest, min(rest->len, line.len + 1));
	return line;
}

/* Whether a line is one of a capture. */
static bool has_captures(struct part rest)
{
	while (rest.len)
		if (capture_text(next_line(&rest)))
			return true;
	return false;
}

/**
 * redact_text() - redact a text
 * @list: counts what is taken out
 * @text: the text; changed in place, with the same length and the same lines
 * @len: its length
 */
void redact_text(struct redact_list *list, char *text, size_t len)
{
	struct pass pass = { .list = list };
	struct part rest = { text, len };

	pass.captures = has_captures(rest);
	while (rest.len) {
		struct part line = next_line(&rest);

		pass.line++;
		take_line(&pass, line);
	}
	free(pass.range);
}
