// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the values behind known names.
 */
#include "redact/pass.h"

/* What is done with the value behind a known name. */
enum act {
	KEEP,		/* numbers, and the words that xe prints */
	DRIVER,		/* kept if it is "xe" */
	RELEASE,	/* a kernel release */
	FIRMWARE,	/* a file of the driver's folder */
	PROCESS,	/* "name [pid]" */
	REASON,		/* a sentence, perhaps with "in NAME [PID]" */
	ADDRESS,	/* numbers with 0x */
	COUNT,		/* numbers without units */
};

static const struct {
	const char *name;
	enum act act;
} known[] = {
	{ "Reason", REASON },
	{ "kernel", RELEASE },
	{ "module", DRIVER },
	{ "Snapshot time", KEEP },
	{ "Uptime", KEEP },
	{ "Process", PROCESS },
	{ "PCI ID", KEEP },
	{ "PCI revision", KEEP },
	{ "GT id", KEEP },
	{ "Tile", KEEP },
	{ "Type", KEEP },
	{ "IP ver", KEEP },
	{ "CS reference clock", KEEP },
	/* GuC Log */
	{ "GuC firmware", FIRMWARE },
	{ "GuC version", KEEP },
	{ "Kernel timestamp", KEEP },
	{ "GuC timestamp", KEEP },
	{ "Log level", KEEP },
	{ "CS timestamp frequency", KEEP },
	/* GuC CT */
	{ "size", COUNT },
	{ "resv_space", COUNT },
	{ "head", COUNT },
	{ "tail", COUNT },
	{ "space", COUNT },
	{ "broken", COUNT },
	{ "head (memory)", COUNT },
	{ "tail (memory)", COUNT },
	{ "status (memory)", COUNT },
	{ "g2h outstanding", COUNT },
	/* Contexts */
	{ "GuC ID", COUNT },
	{ "Name", KEEP },
	{ "Class", COUNT },
	{ "Logical mask", COUNT },
	{ "Width", COUNT },
	{ "Ref", COUNT },
	{ "Timeout", KEEP },
	{ "Timeslice", KEEP },
	{ "Preempt timeout", KEEP },
	{ "HW Context Desc", ADDRESS },
	{ "HW Ring address", ADDRESS },
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
	{ "VM.uapi_flags", COUNT },
};

/* Words that xe prints behind the names that stay. */
static bool is_xe_word(struct part p)
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
		return is_count(part_from(p, 2));
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
 * pass_words() - overwrite the words that xe does not print behind a name
 * @pass: the walk
 * @p: what stands behind the name
 */
void pass_words(struct pass *pass, struct part p)
{
	while (p.len) {
		size_t n = 0;

		while (n < p.len && is_word_char(p.at[n]))
			n++;
		if (n && !is_xe_word((struct part){ p.at, n }))
			pass_fill(pass, REDACT_UNKNOWN, (struct part){ p.at, n });
		p = part_from(p, n ?: 1);
	}
}

/**
 * pass_addresses() - take addresses out
 * @pass: the walk
 * @p: the value; its numbers with 0x lose their digits, and a value without any is
 *	overwritten
 */
void pass_addresses(struct pass *pass, struct part p)
{
	bool found = false;
	size_t i, n;

	pass_words(pass, p);
	for (i = 0; i + 2 < p.len; i++) {
		if (p.at[i] != '0' || p.at[i + 1] != 'x')
			continue;
		for (n = i + 2; n < p.len && is_hex(p.at[n]); n++)
			;
		pass_fill(pass, REDACT_ADDRESS, (struct part){ p.at + i + 2, n - i - 2 });
		found = true;
		i = n - 1;
	}
	if (!found)
		pass_fill(pass, REDACT_ADDRESS, p);
}

static void take_value(struct pass *pass, enum act act, struct part value)
{
	switch (act) {
	case RELEASE:
		redact_release(pass->list, value.at, value.len, pass->line);
		break;
	case FIRMWARE:
		redact_firmware(pass->list, value.at, value.len, pass->line);
		break;
	case PROCESS:
		redact_process(pass->list, value.at, value.len, pass->line);
		break;
	case REASON:
		redact_reason(pass->list, value.at, value.len, pass->line);
		break;
	case ADDRESS:
		pass_addresses(pass, value);
		break;
	case COUNT:
		if (!is_count(value))
			pass_fill(pass, REDACT_UNKNOWN, value);
		break;
	case DRIVER:
		if (value.len != 2 || memcmp(value.at, "xe", 2))
			pass_fill(pass, REDACT_UNKNOWN, value);
		break;
	case KEEP:
		pass_words(pass, value);
		break;
	}
}

/**
 * pass_known() - redact a line with a known name
 * @pass: the walk
 * @p: the line
 *
 * Return: false if it is not "name: value" with a known name; then nothing is changed.
 */
bool pass_known(struct pass *pass, struct part p)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].name);

		if (!begins(p, known[i].name) || p.len == n || p.at[n] != ':')
			continue;
		take_value(pass, known[i].act, skip_blanks(part_from(p, n + 1)));
		return true;
	}
	return false;
}
