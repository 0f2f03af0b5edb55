// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of lines of the kernel log: of the prefix of each line, and of the text of lines about
 * the driver.
 */
#include "redact/redactor.h"

#include <strings.h>

#include "text/eat.h"
#include "timeline/text_time.h"

/**
 * capture_text() - find the text in a line with which xe prints a dump into the kernel log
 * @p: a line
 *
 * Return: the text after "Capture 1.2:", or NULL if the line does not have this form.
 */
char *capture_text(struct span p)
{
	struct guc_view left = span_view(p);
	u64 series;

	return eat_capture(&left, &series) ? p.at + (p.len - left.len) : NULL;
}

/* Return: whether the word is a PCI address such as "0000:03:00.0:". */
static bool is_pci_address(struct span p)
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

/* Return: whether all characters of the word are among @chars. */
static bool has_only(struct span p, const char *chars)
{
	size_t i;

	for (i = 0; i < p.len; i++)
		if (!strchr(chars, p.at[i]))
			return false;
	return true;
}

/*
 * Return: whether a word in the prefix of a line is kept. Known words, PCI addresses, dates and
 * times are kept. @after: the words after it; @had_time: a time of day comes before it
 */
static bool is_log_word(struct span p, struct span after, bool had_time)
{
	static const char * const words[] = {
		"kernel:", "[drm]", "*ERROR*", "GT0:", "GT1:", "Tile0:", "Jan", "Feb",
		"Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
		"[Mon", "[Tue", "[Wed", "[Thu", "[Fri", "[Sat", "[Sun",
		"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "UTC",
	};
	unsigned int i, dots = 0;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (p.len == strlen(words[i]) && !memcmp(p.at, words[i], p.len))
			return true;
	/* "xe" can also be the name of the host. */
	if (p.len == 2 && begins(p, "xe"))
		return is_pci_address(next_word(&after));
	if (is_pci_address(p))
		return true;
	/* "[  T4711]" has the id of a thread. A number after the time can be a PID or a host. */
	if (!has_only(p, "0123456789[]:.,-+TZ<>|*") || begins(p, "T") ||
	    memmem(p.at, p.len, "[T", 2) ||
	    (had_time && has_only(p, "0123456789[]") && !strchr("[]", p.at[p.len - 1])))
		return false;
	for (i = 0; i < p.len; i++)
		dots += p.at[i] == '.';
	/*
	 * A number with three dots is not kept: it is an IP address such as 192.0.2.7, which can be
	 * the name of the host.
	 */
	return dots < 3;
}

/*
 * Redact the values after "6,1234,12345678,-" of /dev/kmsg, such as the id of a thread. Return: the
 * text after them.
 */
static struct span take_kmsg(struct redactor *r, struct span p)
{
	struct guc_view v = span_view(p);
	struct span values;
	char *end;
	u64 us;

	if (!text_time_kmsg_head(&v, &us))
		return p;
	values = span_from(p, p.len - v.len);
	end = memchr(values.at, ';', values.len);
	if (!end)
		return p;
	p = span_from(values, (size_t)(end - values.at) + 1);
	values.len = (size_t)(end - values.at);
	redact_span(r, GUCLOG_REDACT_UNKNOWN, span_from(values, min_t(size_t, values.len, 1)));
	return p;
}

/**
 * redact_log_prefix() - redact the prefix of a line of the kernel log: time, host name and device
 * @r: state of the redaction
 * @p: the prefix
 *
 * Context: any.
 */
void redact_log_prefix(struct redactor *r, struct span p)
{
	bool had_time = false;
	struct span word;
	size_t level_len;

	level_len = p.len - text_time_skip_level(span_view(p)).len;
	p = take_kmsg(r, span_from(p, level_len));
	while ((word = next_word(&p)).len) {
		if (!is_log_word(word, p, had_time))
			redact_span(r, GUCLOG_REDACT_HOST, word);
		/* "21:46:07", "1789335967.0", or the end of "[   12.345678]" */
		had_time |= is_digit(*word.at) && (memchr(word.at, ':', word.len) ||
						   memchr(word.at, '.', word.len));
		had_time |= word.at[word.len - 1] == ']';
	}
}

/*
 * Words of the messages of xe and of this module, in lower case. The name of a program can also be
 * one of these words. It is redacted all the same in "in NAME [PID]", comm="NAME" and NAME[PID].
 */
static const char * const message_words[] = {
	"a", "abort", "aborting", "accesstype", "ack", "action", "active", "address",
	"after", "all", "allocate", "allocated", "an", "and", "are", "as", "asid",
	"auth", "avail", "availability", "banned", "banning", "batch", "battlemage",
	"bcs", "because", "been", "before", "bin", "block", "blocked", "bo", "bootrom",
	"bound", "broken", "buffer", "buffers", "busy", "but", "by", "cancel",
	"canceled", "capture", "card", "cat", "cause", "ccs", "chain", "channel",
	"check", "class", "clear", "closed", "code", "consider", "context", "contexts",
	"copied", "copy", "core", "coredump", "could", "count", "counter", "created",
	"critical", "ct", "ctb", "ctx", "data", "dead", "debugfs", "declared", "dequeue",
	"dequeued", "deregister", "detected", "devcoredump", "device", "dg2", "diff",
	"disable", "disabled", "discrete", "display", "dmc", "domain", "done",
	"doorbell", "downloading", "driver", "drm", "due", "dump", "eclass", "einval",
	"eio", "eip", "enable", "enabled", "encountered", "engine", "engineclass",
	"engineinstance", "engines", "enodata", "enomem", "enospc", "entry", "eproto",
	"err", "error", "errors", "etime", "etimedout", "event", "events", "exception",
	"excessive", "exec", "execlist", "execqueue", "executions", "expected", "fail",
	"failed", "failure", "fast", "fatal", "fault", "faulted", "faultlevel", "faults",
	"faulttype", "fence", "file", "finished", "firmware", "firmwares", "flags",
	"follows", "for", "forcewake", "forward", "found", "free", "freq", "frequency",
	"from", "full", "fused", "g2h", "gdrst", "ggtt", "graphics", "gsc", "gsccs",
	"gt", "guc", "guclog", "h2g", "had", "hang", "hardware", "has", "head", "header",
	"hex", "hint", "hits", "huc", "hung", "hw", "hwe", "id", "in", "incident",
	"incidents", "init", "initialized", "instance", "integrated", "internal",
	"interrupt", "invalid", "invalidation", "ioctls", "is", "job", "jobs", "kernel",
	"kill", "killed", "killing", "len", "length", "level", "limit", "linux", "load",
	"loaded", "loading", "lock", "log", "logged", "logical", "lost", "lr", "lrc",
	"lunarlake", "manual", "mask", "max", "media", "memory", "meteorlake", "mia",
	"migrate", "min", "mismatch", "missing", "mode", "ms", "msg", "multi", "native",
	"needs", "no", "non", "not", "null", "of", "off", "offset", "on", "only", "op",
	"opcode", "ops", "or", "origin", "out", "outstanding", "overflow", "page",
	"pagefault", "pantherlake", "parameter", "pc", "pci", "pcode", "pdata",
	"pending", "perf", "performance", "pipe", "platform", "please", "pm", "policies",
	"poller", "port", "ppgtt", "preempt", "preemption", "probe", "process",
	"production", "program", "progress", "protocol", "put", "queue", "queued",
	"queues", "rc6", "rcs", "reached", "read", "ready", "reason", "reasons",
	"recommended", "records", "recover", "recovery", "recv", "reg", "register",
	"release", "released", "reply", "report", "req", "request", "requests",
	"required", "reset", "resetting", "resized", "respond", "responded", "response",
	"restart", "restarted", "resume", "resumed", "resuming", "retry", "retrying",
	"revision", "ring", "runnable", "running", "runtime", "s", "sched", "schedule",
	"scheduled", "scheduler", "scheduling", "seqno", "server", "signature", "size",
	"skipping", "snapshot", "space", "sriov", "start", "started", "state", "status",
	"stepping", "stop", "stopped", "stopping", "stream", "streams", "stuck",
	"submission", "submit", "submitted", "success", "successful", "suspend",
	"suspended", "suspending", "sys", "tail", "taints", "the", "tile", "time",
	"timed", "timedout", "timeout", "timeouts", "timestamp", "tlb", "to", "trace",
	"trigger", "trying", "type", "uc", "ukernel", "unable", "unbound", "unexpected",
	"unknown", "unsuccessful", "update", "updating", "user", "using", "uuid", "vcs",
	"vecs", "verification", "verified", "version", "vfid", "vm", "vma", "vram",
	"wait", "waiting", "waits", "wanted", "warning", "was", "watermark", "wedged",
	"were", "while", "with", "work", "worker", "workqueue", "wq", "write", "wrong",
	"xe", "yes", "your",
};

static bool is_any_of(struct span p, const char * const *words, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (p.len == strlen(words[i]) && !strncasecmp(p.at, words[i], p.len))
			return true;
	return false;
}

static bool is_message_word(struct span p)
{
	return is_any_of(p, message_words, ARRAY_SIZE(message_words));
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Return: whether a word is a number: decimal, perhaps with a unit, or hexadecimal after "0x". */
static bool is_number(struct span p)
{
	static const char * const units[] = {
		"ms", "us", "ns", "s", "kHz", "MHz", "kB", "KiB", "MiB", "GiB",
	};
	unsigned int i;
	size_t n;

	for (i = 0; i < ARRAY_SIZE(units) && p.len && is_digit(*p.at); i++) {
		n = strlen(units[i]);
		if (p.len > n && !memcmp(p.at + p.len - n, units[i], n) &&
		    is_digit(p.at[p.len - n - 1])) {
			p.len -= n;
			break;
		}
	}
	if (begins(p, "0x") || begins(p, "0X"))
		return p.len > 2 && is_count(span_from(p, 2));
	return has_only(p, "0123456789");
}

/* Return: whether a word is one of xe's words, or one with a number, such as "GT0" and "ccs3". */
static bool is_known_word(struct span p)
{
	struct span word = p;

	while (word.len && is_digit(word.at[word.len - 1]))
		word.len--;
	return is_message_word(p) || is_message_word(word);
}

/* Words after which a long hexadecimal number is not an address. */
static const char * const long_numbers[] = {
	"eip", "flags", "mask", "msg", "opcode", "pdata", "seqno", "state", "status",
};

/* Words after which any number is redacted. */
static const char * const secret_numbers[] = { "address", "kernel", "process" };

/*
 * Redact a number if it may be an address or the id of a process. @before: the word before it; its
 * length is 0 if that word was redacted; @in_brackets: the number is in brackets, like a PID
 */
static void take_number(struct redactor *r, struct span p, struct span before, bool in_brackets)
{
	bool secret = is_any_of(before, secret_numbers, ARRAY_SIZE(secret_numbers));
	bool hex = begins(p, "0x") || begins(p, "0X");
	struct span digits = span_from(p, hex ? 2 : 0);

	while (digits.len && *digits.at == '0')
		digits = span_from(digits, 1);
	if (hex && (digits.len > 8 || secret ||
		    (digits.len > 5 &&
		     !is_any_of(before, long_numbers, ARRAY_SIZE(long_numbers)))))
		redact_span(r, GUCLOG_REDACT_ADDRESS, span_from(p, 2));
	else if (!before.len || in_brackets || secret)
		redact_span(r, GUCLOG_REDACT_UNKNOWN, p);
}

static size_t word_len(struct span p)
{
	size_t n = 0;

	while (n < p.len && (is_letter(p.at[n]) || is_digit(p.at[n]) || p.at[n] & 0x80))
		n++;
	return n;
}

/* Return: whether all words of a text between blanks are numbers or words of xe. */
static bool is_known_token(struct span p)
{
	struct span word;

	for (; p.len; p = span_from(p, word.len ?: 1)) {
		word = (struct span){ p.at, word_len(p) };
		if (word.len && !is_number(word) && !is_known_word(word))
			return false;
	}
	return true;
}

/* Return: whether a text between blanks is like "NAME[4711]", the name and PID of a process. */
static bool is_name_and_pid(struct span p)
{
	char *open = memchr(p.at, '[', p.len);
	size_t at = open ? (size_t)(open - p.at) : 0;

	return at && p.len > at + 4 && p.at[p.len - 1] == ']' &&
	       has_only((struct span){ open + 1, p.len - at - 2 }, "0123456789");
}

/*
 * Redact a text between blanks, except addresses of PCI devices and the words that are kept.
 * @before: the last word before it, with length 0 if it was redacted; set to the last word of the
 * text that is not a number
 */
static void take_token(struct redactor *r, struct span p, struct span *before)
{
	struct span word;
	bool known, name;

	while (p.len && strchr("(\"'", *p.at))
		p = span_from(p, 1);
	while (p.len && strchr(").,:;\"'", p.at[p.len - 1]))
		p.len--;
	if (is_pci_address(p))
		return;
	if (begins(p, "xe/") || begins(p, "i915/")) {
		redact_firmware(r->count, p.at, p.len, r->line);
		return;
	}
	name = is_name_and_pid(p);
	known = !name && is_known_token(p);
	for (; p.len; p = span_from(p, word.len ?: 1)) {
		word = (struct span){ p.at, word_len(p) };
		if (!word.len)
			continue;
		if (!is_number(word)) {
			if (!is_known_word(word) || name)
				redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
			*before = (struct span){ word.at, known ? word.len : 0 };
		} else if (known) {
			take_number(r, word, *before,
				    word.len > 2 && word.len < p.len && p.at[word.len] == ']');
		} else {
			redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
		}
	}
}

/*
 * Redact "... in NAME [PID]" and all that follows. The name can have any characters: it begins
 * after the first " in " that follows the numbers of the job. Return: the text before it.
 */
static struct span take_process(struct redactor *r, struct span p)
{
	static const char flags[] = "flags=", in[] = " in ";
	char *job = memmem(p.at, p.len, flags, sizeof(flags) - 1), *from = job ?: p.at, *hit, *end;
	struct span rest;
	size_t n;

	hit = memmem(from, p.len - (size_t)(from - p.at), in, sizeof(in) - 1);
	if (!hit)
		return p;
	rest = span_from(p, (size_t)(hit - p.at) + sizeof(in) - 1);
	end = memrchr(rest.at, ']', rest.len);
	n = end ? (size_t)(end - rest.at) + 1 : rest.len;
	/* A text such as "reset queued from FUNCTION [xe]" does not name a process: keep it. */
	if (!job && (!end || (!memmem(rest.at, n, " [", 2) && *rest.at != '[')))
		return p;
	redact_process(r->count, rest.at, n, r->line);
	redact_span(r, GUCLOG_REDACT_UNKNOWN, span_from(rest, n));
	return (struct span){ p.at, (size_t)(hit - p.at) };
}

/* Redact NAME in "comm=\"NAME\"" of DRM's debug messages. The name can have any characters. */
static void take_comm(struct redactor *r, struct span p)
{
	static const char comm[] = "comm=\"";
	char *hit = memmem(p.at, p.len, comm, sizeof(comm) - 1), *end;
	struct span name;

	if (!hit)
		return;
	name = span_from(p, (size_t)(hit - p.at) + sizeof(comm) - 1);
	/* The name can have quotes, but it has at most 15 bytes. */
	end = memrchr(name.at, '"', min_t(size_t, name.len, 16));
	redact_span(r, GUCLOG_REDACT_PROCESS,
		    (struct span){ name.at, end ? (size_t)(end - name.at) : name.len });
}

/*
 * Return: the text that begins with "xe 0", "[drm" or "xe_guclog", or NULL if the line is not about
 * the driver.
 */
static char *driver_text(struct span p)
{
	static const char * const marks[] = { "xe 0", "xe_guclog", "[drm" };
	char *first = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(marks); i++) {
		char *hit = memmem(p.at, p.len, marks[i], strlen(marks[i]));

		if (hit && (hit == p.at || !is_letter(hit[-1])) && (!first || hit < first))
			first = hit;
	}
	return first;
}

/* Return: length of the beginning of the line up to and including "[ 12.345678] ". */
static size_t time_len(struct span p)
{
	static const char end[] = "] ";
	char *hit = memmem(p.at, p.len, end, sizeof(end) - 1);
	size_t i;

	if (!hit)
		return 0;
	for (i = (size_t)(hit - p.at); i && (is_digit(p.at[i - 1]) ||
					     strchr(". <>*", p.at[i - 1])); i--)
		;
	return i && p.at[i - 1] == '[' ? (size_t)(hit - p.at) + 2 : 0;
}

/*
 * Return: whether a line continues a message of several lines: after the time (@time_len bytes) it
 * begins with a tab, or without a time with a blank.
 */
static bool continues(struct span text, size_t time_len)
{
	return text.len && (*text.at == '\t' || (!time_len && *text.at == ' '));
}

/**
 * redact_log_line() - redact a line of the kernel log that is not part of a dump
 * @r: state of the redaction
 * @p: the line
 *
 * In a line about the driver, and in lines that continue it, the words that the driver uses are
 * kept; in another line, only the time of the line is kept.
 *
 * Context: any.
 */
void redact_log_line(struct redactor *r, struct span p)
{
	char *text = driver_text(p);
	struct span rest, word, before = p;
	size_t n = text ? (size_t)(text - p.at) : time_len(p);

	redact_log_prefix(r, (struct span){ p.at, n });
	rest = span_from(p, n);
	r->driver_line = text || (r->driver_line && continues(rest, n));
	if (!r->driver_line) {
		redact_span(r, GUCLOG_REDACT_UNKNOWN, rest);
		return;
	}
	rest = take_process(r, rest);
	take_comm(r, rest);
	while ((word = next_word(&rest)).len)
		take_token(r, word, &before);
}

/**
 * redact_is_kernel_log() - find out whether a text is a kernel log
 * @text: the text
 * @len: length of the text
 *
 * Context: any.
 * Return: whether one of its first 100 lines has a time of the kernel log.
 */
bool redact_is_kernel_log(const char *text, size_t len)
{
	struct span rest = { (char *)(uintptr_t)text, len };
	enum text_clock clock;
	unsigned int i;

	for (i = 0; i < 100 && rest.len; i++)
		if (text_time_find(span_view(next_line(&rest)), &clock) && clock != TEXT_TRACE)
			return true;
	return false;
}
