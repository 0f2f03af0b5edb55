// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the text of a devcoredump, of a debugfs guc_log, and of a kernel log with
 * such a text. Lines stay only if they are known; all others are overwritten.
 */
#include "redact/redact.h"

#include "guc_view.h"
#include "input/eat.h"
#include "util/msg.h"

/* Shortest line of data of unknown length that was wrapped. */
#define MIN_WRAPPED	60

/* What is done with the value behind a known name. */
enum act {
	KEEP,		/* numbers, and the words that xe prints */
	DRIVER,		/* kept if it is "xe" */
	RELEASE,	/* a kernel release */
	FIRMWARE,	/* a file of the driver's folder */
	PROCESS,	/* "name [pid]" */
	REASON,		/* a sentence that can name a process */
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

/* Sections; the others are overwritten together with their titles. */
static const char * const titles[] = {
	"Xe Device Coredump", "GT #", "GuC Log", "GuC CT", "Contexts", "Job",
	"HW Engines", "VM state",
};

/**
 * struct pass - a walk over the lines
 * @list: what was taken out
 * @line: number of the line, from 1
 * @process: the name of the process, empty if it is unknown
 * @pid: its number, empty likewise
 * @in_data: the line before had data that may go on
 * @keep_data: these are the log's
 * @data_kind: of data that are taken out
 * @length: bytes of the next data, from the line before them, 0 if unknown
 * @want: bytes of these data, 0 if unknown
 * @bytes: bytes of them so far
 * @digits: of a dword that is not complete
 * @line_len: length of the line
 * @width: length of the line before with such data, 0 if it had none
 * @captures: the text is a kernel log: only lines of captures are known
 * @nr_ranges: number of addresses in @range
 * @range: the addresses of VM ranges, in the order of the text
 */
struct pass {
	struct redact_list *list;
	u64 line;
	struct guc_view process;
	struct guc_view pid;
	bool in_data;
	bool keep_data;
	enum redact_kind data_kind;
	u64 length;
	u64 want;
	u64 bytes;
	unsigned int digits;
	size_t line_len;
	size_t width;
	bool captures;
	size_t nr_ranges;
	u64 *range;
};

/* A part of the text that can be changed. */
struct part {
	char *at;
	size_t len;
};

static struct part part_from(struct part p, size_t n)
{
	return (struct part){ p.at + n, p.len - n };
}

static struct guc_view view_of(struct part p)
{
	return guc_view(p.at, p.len);
}

static bool begins(struct part p, const char *text)
{
	size_t n = strlen(text);

	return p.len >= n && !memcmp(p.at, text, n);
}

static void fill(struct pass *pass, enum redact_kind kind, struct part p)
{
	redact_fill(pass->list, kind, p.at, p.len, pass->line);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Numbers with 0x lose their digits; a value without any is overwritten. */
static void drop_addresses(struct pass *pass, struct part p)
{
	bool found = false;
	size_t i, n;

	for (i = 0; i + 2 < p.len; i++) {
		if (p.at[i] != '0' || p.at[i + 1] != 'x')
			continue;
		for (n = i + 2; n < p.len && is_hex(p.at[n]); n++)
			;
		fill(pass, REDACT_ADDRESS, (struct part){ p.at + i + 2, n - i - 2 });
		found = true;
		i = n - 1;
	}
	if (!found)
		fill(pass, REDACT_ADDRESS, p);
}

/* "name [pid]": the two parts. Return: false when there is no pid. */
static bool split_process(struct part p, struct part *name, struct part *pid)
{
	size_t open = p.len;

	*name = p;
	*pid = (struct part){ p.at, 0 };
	if (!p.len || p.at[p.len - 1] != ']')
		return false;
	while (open && p.at[open - 1] != '[')
		open--;
	if (open < 2 || p.at[open - 2] != ' ')
		return false;
	name->len = open - 2;
	*pid = (struct part){ p.at + open, p.len - open - 1 };
	return true;
}

static void drop_process(struct pass *pass, struct part p)
{
	struct part name, pid;

	split_process(p, &name, &pid);
	fill(pass, REDACT_PROCESS, name);
	fill(pass, REDACT_PID, pid);
}

static void drop_all(struct pass *pass, enum redact_kind kind, struct part p,
		     struct guc_view what)
{
	char *hit;

	while (what.len && p.len && (hit = memmem(p.at, p.len, what.data, what.len))) {
		fill(pass, kind, (struct part){ hit, what.len });
		p = part_from(p, (size_t)(hit - p.at) + what.len);
	}
}

/* "... in NAME [PID]", and the process of the line "Process", wherever it stands. */
static void drop_from_reason(struct pass *pass, struct part p)
{
	struct part name, pid;
	char *in;

	if (split_process(p, &name, &pid)) {
		in = memmem(name.at, name.len, " in ", 4);
		if (in) {
			name = part_from(name, (size_t)(in - name.at) + 4);
			fill(pass, REDACT_PROCESS, name);
		}
		fill(pass, REDACT_PID, pid);
	}
	drop_all(pass, REDACT_PROCESS, p, pass->process);
	drop_all(pass, REDACT_PID, p, pass->pid);
}

/**
 * redact_reason() - take the process out of a sentence
 * @list: counts it
 * @text: the sentence; changed in place
 * @process: name of the process, NULL if it is unknown
 * @pid: its number, NULL likewise
 */
void redact_reason(struct redact_list *list, char *text, const char *process,
		   const char *pid)
{
	struct pass pass = { .list = list };

	if (process)
		pass.process = guc_view(process, strlen(process));
	if (pid)
		pass.pid = guc_view(pid, strlen(pid));
	drop_from_reason(&pass, (struct part){ text, strlen(text) });
}

/* Only digits, hexadecimal ones behind 0x, and what stands between numbers. */
static bool is_count(struct part p)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if (!is_hex(p.at[i]) && !strchr("x-+ ,", p.at[i]))
			return false;
	return true;
}

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

/* Overwrite the words that xe does not print there. */
static void keep_words(struct pass *pass, struct part p)
{
	while (p.len) {
		size_t n = 0;

		while (n < p.len && is_word_char(p.at[n]))
			n++;
		if (n && !is_xe_word((struct part){ p.at, n }))
			fill(pass, REDACT_UNKNOWN, (struct part){ p.at, n });
		p = part_from(p, n ?: 1);
	}
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
		drop_process(pass, value);
		break;
	case REASON:
		drop_from_reason(pass, value);
		break;
	case ADDRESS:
		keep_words(pass, value);
		drop_addresses(pass, value);
		break;
	case COUNT:
		if (!is_count(value))
			fill(pass, REDACT_UNKNOWN, value);
		break;
	case DRIVER:
		if (value.len != 2 || memcmp(value.at, "xe", 2))
			fill(pass, REDACT_UNKNOWN, value);
		break;
	case KEEP:
		keep_words(pass, value);
		break;
	}
}

static struct part skip_blanks(struct part p)
{
	while (p.len && (*p.at == ' ' || *p.at == '\t'))
		p = part_from(p, 1);
	return p;
}

/* "name: value" with a known name. */
static bool take_known(struct pass *pass, struct part p)
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

static struct part next_word(struct part *p)
{
	struct part word;

	*p = skip_blanks(*p);
	word = (struct part){ p->at, 0 };
	while (word.len < p->len && p->at[word.len] != ' ' && p->at[word.len] != '\t')
		word.len++;
	*p = part_from(*p, word.len);
	return word;
}

static void begin_data(struct pass *pass, struct part p, bool keep,
		       enum redact_kind kind)
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
			fill(pass, REDACT_UNKNOWN, word);
	}
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
		begin_data(pass, part_from(what, 6), false, REDACT_MEMORY);
		return true;
	}
	if (begins(what, ".error: "))
		keep_words(pass, part_from(what, 8));
	else if (begins(what, ".properties: "))
		keep_words(pass, part_from(what, 13));
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
	fill(pass, REDACT_UNKNOWN, name);
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
		begin_data(pass, part_from(what, 6), log,
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
		fill(pass, REDACT_RING, value);
		return true;
	}
	if (begins(p, "batch_addr[")) {
		take_value(pass, ADDRESS, skip_blanks(value));
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
	fill(pass, REDACT_UNKNOWN, name);
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

static bool take_more(struct pass *pass, struct part p)
{
	if (!pass->in_data || !goes_on(pass, p))
		return false;
	take_data(pass, p, false);
	pass->width = pass->line_len;
	return true;
}

static void take_body(struct pass *pass, struct part p)
{
	p = skip_blanks(p);
	if (!p.len)
		return;
	if (take_more(pass, p))
		return;
	pass->in_data = false;
	if (begins(p, "Log data:")) {
		begin_data(pass, part_from(p, 9), true, REDACT_UNKNOWN);
		return;
	}
	if (take_title(pass, p) || take_bracket(pass, p) || take_known(pass, p) ||
	    take_numbered(pass, p) || take_register(p) || take_engine(p) || is_word(p))
		return;
	fill(pass, REDACT_UNKNOWN, p);
}

/* Where the text of a capture begins, behind "Capture 1.2:"; NULL when there is none. */
static char *capture_text(struct part p)
{
	static const char word[] = "Capture ";
	char *hit = memmem(p.at, min_t(size_t, p.len, 256), word, sizeof(word) - 1);
	struct guc_view left;
	u64 n;

	if (!hit)
		return NULL;
	left = guc_view(hit, p.len - (size_t)(hit - p.at));
	if (!eat(&left, word) || !eat_number(&left, &n) || !eat(&left, ".") ||
	    !eat_number(&left, &n) || !eat(&left, ":"))
		return NULL;
	return hit + ((const char *)left.data - hit);
}

/* "0000:03:00.0:" */
static bool is_pci_address(struct part p)
{
	static const char shape[] = "hhhh:hh:hh.h:";
	size_t i;

	if (p.len != sizeof(shape) - 1 && p.len != sizeof(shape) - 2)
		return false;
	for (i = 0; i < p.len; i++)
		if (shape[i] == 'h' ? !is_hex(p.at[i]) : p.at[i] != shape[i])
			return false;
	return true;
}

/* Words that a line of the kernel log has before its text. */
static bool is_log_word(struct part p)
{
	static const char * const words[] = {
		"kernel:", "xe", "[drm]", "*ERROR*", "GT0:", "GT1:", "Tile0:", "Jan", "Feb",
		"Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
	};
	unsigned int i, dots = 0;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (p.len == strlen(words[i]) && !memcmp(p.at, words[i], p.len))
			return true;
	if (is_pci_address(p))
		return true;
	for (i = 0; i < p.len; i++) {
		if (!is_digit(p.at[i]) && !strchr("[]:.,-+TZ<>|", p.at[i]))
			return false;
		dots += p.at[i] == '.';
	}
	/* The name of the host can be an address such as 192.0.2.7. */
	return dots < 3;
}

static void take_log_prefix(struct pass *pass, struct part p)
{
	while ((p = skip_blanks(p)).len) {
		size_t n = 0;

		while (n < p.len && p.at[n] != ' ' && p.at[n] != '\t')
			n++;
		if (!is_log_word((struct part){ p.at, n }))
			fill(pass, REDACT_HOST, (struct part){ p.at, n });
		p = part_from(p, n);
	}
}

static void take_line(struct pass *pass, struct part p)
{
	char *text;

	if (p.len && p.at[p.len - 1] == '\r')
		p.len--;
	pass->line_len = p.len;
	if (!pass->captures) {
		/* Data can begin with the sign of a quotation. */
		if (take_more(pass, p))
			return;
		while (p.len && (*p.at == '>' || *p.at == ' ' || *p.at == '\t'))
			p = part_from(p, 1);
		take_body(pass, p);
		return;
	}
	text = capture_text(p);
	if (!text) {
		fill(pass, REDACT_UNKNOWN, p);
		return;
	}
	/* The word "Capture" and its numbers stay. */
	take_log_prefix(pass, (struct part){ p.at,
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

/* Find the process before anything is changed: the reason stands above it. */
static void look_ahead(struct pass *pass, struct part rest)
{
	while (rest.len) {
		struct part line = next_line(&rest), p = line, name, pid;
		char *text = capture_text(line);

		if (text) {
			pass->captures = true;
			p = part_from(line, (size_t)(text - line.at));
		}
		while (p.len && (*p.at == '>' || *p.at == ' ' || *p.at == '\t'))
			p = part_from(p, 1);
		if (!begins(p, "Process:") || pass->process.data)
			continue;
		split_process(skip_blanks(part_from(p, 8)), &name, &pid);
		/* The text is changed later, so these are copies. */
		pass->process = guc_view(strndup(name.at, name.len), name.len);
		pass->pid = guc_view(strndup(pid.at, pid.len), pid.len);
	}
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

	look_ahead(&pass, rest);
	while (rest.len) {
		struct part line = next_line(&rest);

		pass.line++;
		take_line(&pass, line);
	}
	free((void *)pass.process.data);
	free((void *)pass.pid.data);
	free(pass.range);
}
