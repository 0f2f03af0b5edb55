// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the messages of xe in the kernel log. Only words of xe are kept, and numbers that
 * cannot be an address or the id of a process.
 */
#include "output/redact/redactor.h"

#include <strings.h>

/**
 * redact_is_pci_address() - find out whether a word is a PCI address such as "0000:03:00.0:"
 * @p: the word
 *
 * Return: whether it is a PCI address.
 */
bool redact_is_pci_address(struct span p)
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

/*
 * Words of the messages of xe and of this module, in lower case, which are kept. A program can have
 * one of these words as its name. The name is nevertheless redacted in "in NAME [PID]", comm="NAME"
 * and NAME[PID].
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

/**
 * redact_is_word() - find out whether a word is one of xe's words, or a part of the GPU with its
 * number, such as "GT0" and "ccs3"
 * @p: the word
 *
 * Other words with a number can be the name of a host or of a user.
 *
 * Return: whether it is such a word.
 */
bool redact_is_word(struct span p)
{
	static const char * const parts[] = {
		"bcs", "card", "ccs", "gsccs", "gt", "rcs", "tile", "vcs", "vecs",
	};
	struct span word = p;

	while (word.len && is_digit(word.at[word.len - 1]))
		word.len--;
	return is_message_word(p) ||
	       (p.len - word.len <= 2 && is_any_of(word, parts, ARRAY_SIZE(parts)));
}

/* Words after which a long number is not an address. */
static const char * const long_numbers[] = {
	"eip", "flags", "mask", "ms", "msg", "opcode", "pdata", "seqno", "state", "status",
	"timestamp",
};

/*
 * Words after which a short hexadecimal number is a code or an index. After other words it can be
 * an address in the first MiB of the memory of a program or of the GGTT.
 */
static const char * const codes[] = {
	"accesstype", "ack", "action", "asid", "auth", "because", "bootrom", "class", "code",
	"count", "diff", "domain", "eclass", "engineclass", "engineinstance", "error", "event",
	"failed", "faultlevel", "faulttype", "header", "hint", "id", "instance", "len", "length",
	"level", "mia", "mode", "op", "origin", "reason", "reg", "register", "reply", "req",
	"request", "reset", "response", "revision", "type", "ukernel", "version",
};

/* Words after which any number is redacted. */
static const char * const secret_numbers[] = {
	"address", "ggtt", "kernel", "offset", "ppgtt", "process", "program", "server", "user",
	"vma",
};

/*
 * Return: whether a number can be an address. @digits: its digits without leading zeroes; @before:
 * the word before it
 */
static bool can_be_address(struct span digits, bool hex, struct span before)
{
	bool code = is_any_of(before, codes, ARRAY_SIZE(codes));

	if (is_any_of(before, long_numbers, ARRAY_SIZE(long_numbers)))
		return digits.len > (hex ? 8 : 10);
	/* 1 MiB has six hexadecimal digits and seven decimal ones. */
	return hex ? !code || digits.len > 5 : digits.len > 6;
}

/*
 * Redact a number if it may be an address or the id of a process. @before: the word before it; its
 * length is 0 if that word was redacted; @in_brackets: the number is in brackets, like a PID
 */
static void take_number(struct redactor *r, struct span p, struct span before, bool in_brackets)
{
	bool secret = is_any_of(before, secret_numbers, ARRAY_SIZE(secret_numbers));
	bool hex = begins(p, "0x") || begins(p, "0X");
	struct span digits;

	p = span_from(p, hex ? 2 : 0);
	digits = p;
	while (digits.len && *digits.at == '0')
		digits = span_from(digits, 1);
	while (!hex && digits.len && is_letter(digits.at[digits.len - 1]))
		digits.len--;
	if ((hex && secret) || (digits.len && can_be_address(digits, hex, before)))
		redact_span(r, GUCLOG_REDACT_ADDRESS, p);
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

/*
 * Return: whether all words of a text between blanks are numbers or words of xe. False for four or
 * more numbers without a word: they can be the address of a host, a UUID or a serial number.
 */
static bool is_known_token(struct span p)
{
	unsigned int numbers = 0, words = 0;
	struct span word;

	for (; p.len; p = span_from(p, word.len ?: 1)) {
		word = (struct span){ p.at, word_len(p) };
		if (word.len && !is_number(word) && !redact_is_word(word))
			return false;
		numbers += word.len && is_number(word);
		words += word.len && !is_number(word);
	}
	return words || numbers < 4;
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
	static const char * const id[] = { "id" };
	struct span word;
	bool known, name;

	while (p.len && strchr("(\"'", *p.at))
		p = span_from(p, 1);
	while (p.len && strchr(").,:;\"'", p.at[p.len - 1]))
		p.len--;
	if (redact_is_pci_address(p))
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
			if (!redact_is_word(word) || name)
				redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
			/* If the word before "id" was redacted, the number after "id" is, too. */
			if (before->len || !is_any_of(word, id, 1))
				*before = (struct span){ word.at, known ? word.len : 0 };
		} else if (known) {
			take_number(r, word, *before,
				    word.len > 2 && word.len < p.len && p.at[word.len] == ']');
		} else {
			redact_span(r, GUCLOG_REDACT_UNKNOWN, word);
		}
	}
}

/**
 * redact_message() - redact a message of xe
 * @r: state of the redaction
 * @p: the message, without the process that it names
 */
void redact_message(struct redactor *r, struct span p)
{
	struct span word, before = p;

	while ((word = next_word(&p)).len)
		take_token(r, word, &before);
}
