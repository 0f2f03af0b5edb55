// SPDX-License-Identifier: GPL-2.0-only
/* Redacts the values in the "name: value" lines of a devcoredump, if the name is known. */
#include "output/redact/redactor.h"

#include "base/eat.h"

/* How to redact the value after a known name. The comments describe the kinds of values. */
enum treatment {
	KEEP,		/* numbers, and the words that xe prints, without brackets */
	STAMP,		/* a number, and the same number in brackets */
	SECONDS,	/* a number with decimals */
	DRIVER,		/* name of a driver: kept if it is "xe" */
	RELEASE,	/* a kernel release: its version is kept */
	FIRMWARE,	/* name of a firmware file: kept if it is in the driver's folder */
	PROCESS,	/* name and PID of a process */
	REASON,		/* Reason: a sentence, perhaps with "in NAME [PID]" */
	ADDRESS,	/* addresses: the digits after 0x are overwritten */
	CONTEXT,	/* as ADDRESS, but kept if a register of an engine has the same address */
	COUNT,		/* numbers without units: other values are overwritten */
	SMALL,		/* as COUNT, at most 20 bits: a larger number can be an address */
};

static const struct {
	const char *name;
	enum treatment act;
} known[] = {
	{ "Reason", REASON },
	{ "kernel", RELEASE },
	{ "module", DRIVER },
	{ "Snapshot time", SECONDS },
	{ "Uptime", SECONDS },
	{ "Process", PROCESS },
	{ "PCI ID", SMALL },
	{ "PCI revision", SMALL },
	{ "GT id", SMALL },
	{ "Tile", SMALL },
	{ "Type", KEEP },
	{ "IP ver", KEEP },
	{ "CS reference clock", COUNT },
	/* GuC Log */
	{ "GuC firmware", FIRMWARE },
	{ "GuC version", KEEP },
	{ "Kernel timestamp", STAMP },
	{ "GuC timestamp", STAMP },
	{ "Log level", SMALL },
	{ "CS timestamp frequency", KEEP },
	/* GuC CT */
	{ "size", SMALL },
	{ "resv_space", SMALL },
	{ "head", SMALL },
	{ "tail", SMALL },
	{ "space", SMALL },
	{ "broken", SMALL },
	{ "head (memory)", SMALL },
	{ "tail (memory)", SMALL },
	{ "status (memory)", SMALL },
	{ "g2h outstanding", SMALL },
	/* Contexts */
	{ "GuC ID", SMALL },
	{ "Name", KEEP },
	{ "Class", SMALL },
	{ "Logical mask", SMALL },
	{ "Width", SMALL },
	{ "Ref", SMALL },
	{ "Timeout", KEEP },
	{ "Timeslice", KEEP },
	{ "Preempt timeout", KEEP },
	{ "HW Context Desc", CONTEXT },
	{ "HW Ring address", CONTEXT },
	{ "HW Indirect Ring State", ADDRESS },
	{ "Indirect Ring State", ADDRESS },
	{ "Ring start", ADDRESS },
	{ "LRC Head", KEEP },
	{ "LRC Tail", KEEP },
	{ "Start seqno", KEEP },
	{ "Seqno", KEEP },
	{ "Timestamp", COUNT },
	{ "Timestamp ms", COUNT },
	{ "Queue Timestamp", COUNT },
	{ "Queue Timestamp ms", COUNT },
	{ "Job Timestamp", COUNT },
	{ "Schedule State", COUNT },
	{ "Flags", COUNT },
	{ "Job", KEEP },
	{ "WQ head", KEEP },
	{ "WQ tail", KEEP },
	{ "WQ status", KEEP },
	/* HW Engines */
	{ "Capture_source", KEEP },
	{ "Coverage", KEEP },
	{ "Forcewake", KEEP },
	{ "Reserved", KEEP },
	/* VM state */
	{ "VM.uapi_flags", SMALL },
};

/* Return: whether xe itself prints the word in values that are kept. */
static bool is_xe_word(struct span p)
{
	static const char * const words[] = {
		"main", "media", "wanted", "memory", "internal", "ms", "us", "ns", "s",
		"rcs", "bcs", "vcs", "vecs", "ccs", "gsccs", "other", "seqno", "fence",
		"finished", "GuC", "Manual", "full-capture", "partial-capture", "none",
		"domain", "ref", "yes", "no", "read_only", "read_write", "bo", "userptr",
		"null_sparse", "mem_region", "pat_index", "cpu_caching", "dirty", "Hz", "kHz",
		"infinite", "unlimited",
	};
	unsigned int i;

	if (p.len > 2 && p.at[0] == '0' && p.at[1] == 'x')
		return is_count(span_from(p, 2));
	while (p.len && is_digit(p.at[p.len - 1]))
		p.len--;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (p.len == strlen(words[i]) && begins(p, words[i]))
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

/**
 * redact_addresses() - redact an address
 * @r: state of the redaction
 * @p: the value; what follows "0x" or "(memory) 0x" at its beginning is overwritten, or the whole
 *	value if it begins with something else
 */
void redact_addresses(struct redactor *r, struct span p)
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
	static const char * const names[] = { "RING_START: ", "RING_EXECLIST_SQ_CONTENTS: " };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names) && r->nr_pages < REDACT_PAGES; i++)
		if (begins(p, names[i]) &&
		    eat_page(span_view(span_from(p, strlen(names[i]))), true,
			     &r->page[r->nr_pages]))
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
 * redact_small() - redact a value unless it is a number of at most 20 bits
 * @r: state of the redaction
 * @p: the value
 */
void redact_small(struct redactor *r, struct span p)
{
	take_count(r, p, is_small);
}

static void take_value(struct redactor *r, enum treatment act, struct span value)
{
	switch (act) {
	case RELEASE:
		redact_release(r->count, value.at, value.len, r->line);
		break;
	case FIRMWARE:
		redact_firmware(r->count, value.at, value.len, r->line);
		break;
	case PROCESS:
		redact_process(r->count, value.at, value.len, r->line);
		break;
	case REASON:
		redact_reason(r->count, value.at, value.len, r->line);
		break;
	case CONTEXT:
		if (is_in_register(r, value))
			break;
		redact_addresses(r, value);
		break;
	case ADDRESS:
		redact_addresses(r, value);
		break;
	case COUNT:
		take_count(r, value, is_count);
		break;
	case SMALL:
		redact_small(r, value);
		break;
	case DRIVER:
		if (value.len != 2 || memcmp(value.at, "xe", 2))
			redact_span(r, GUCLOG_REDACT_UNKNOWN, value);
		break;
	case SECONDS:
		take_count(r, value, is_seconds);
		break;
	case STAMP:
		if (is_stamp(value))
			break;
		redact_words(r, value);
		break;
	case KEEP:
		redact_words(r, value);
		break;
	}
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
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].name);

		if (!begins(p, known[i].name) || p.len == n || p.at[n] != ':')
			continue;
		take_value(r, known[i].act, span_skip_blanks(span_from(p, n + 1)));
		return true;
	}
	return false;
}
