// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of lines "key=value": of the comments of an LFD file, and of the facts in the module's
 * file "info". Only values that a known key can have are kept.
 */
#include "output/redact/redact.h"

#include <strings.h>

#include "abi/guc_comment_abi.h"
#include "guc_device.h"
#include "guc_facts.h"
#include "output/redact/span.h"
#include "base/eat.h"
#include "read/lfd/file.h"

/* The values that a key can have. All other values are overwritten. */
enum form {
	NUMBER,		/* a number or a version */
	AMOUNT,		/* as NUMBER; the key ends with _bytes, _entries or _offset */
	WORDS,		/* words that this project writes, and numbers */
	RELEASE,	/* a kernel release: its version is kept */
	FIRMWARE,	/* path of a firmware file, see redact_firmware() */
	PLATFORM,	/* name of a platform in the table of devices */
	FACT,		/* the text of a fact that is not a string */
	REASON,		/* Reason of a devcoredump */
	PROCESS,	/* name of a process: never kept */
	PID,		/* id of a process: never kept */
	BOOT,		/* id of a boot: never kept */
	UNKNOWN,	/* value of an unknown key: never kept */
};

/* A key and the form of its values. */
struct known_key {
	const char *key;
	enum form form;
};

/* The keys that are not those of facts, and the facts whose value is a string. */
static const struct known_key keys[] = {
	{ GUC_COMMENT_WRITER, WORDS },
	{ GUC_COMMENT_LIC_VERSION, NUMBER },
	{ GUC_COMMENT_LIC_UNKNOWN_KEYS, NUMBER },
	{ GUC_COMMENT_ORDER, WORDS },
	{ GUC_COMMENT_VERSION, NUMBER },
	{ GUC_COMMENT_SIZE, NUMBER },
	{ GUC_COMMENT_EVENT, AMOUNT },
	{ GUC_COMMENT_GAP, AMOUNT },
	{ GUC_COMMENT_MISSING, AMOUNT },
	{ GUC_COMMENT_LATE, AMOUNT },
	{ GUC_COMMENT_NOT_UNDERSTOOD, NUMBER },
	{ GUC_COMMENT_WRITE_PTR, NUMBER },
	{ GUC_COMMENT_WRAP_OFFSET, NUMBER },
	{ GUC_COMMENT_READ_PTR, NUMBER },
	{ GUC_COMMENT_UNREAD, NUMBER },
	{ GUC_COMMENT_FULL_COUNT, NUMBER },
	{ GUC_COMMENT_CRASH, WORDS },
	{ GUC_COMMENT_FAULT, WORDS },
	{ GUC_COMMENT_FAULTS_NOT_LISTED, NUMBER },
	{ GUC_COMMENT_SNAPSHOT, WORDS },
	{ GUC_COMMENT_LOSS, WORDS },
	{ GUC_COMMENT_STREAM, WORDS },
	{ GUC_COMMENT_RECORDER, WORDS },
	{ GUC_COMMENT_RECORD_PART, NUMBER },
	{ GUC_COMMENT_RECORD_BEFORE, NUMBER },
	{ GUC_COMMENT_EVENTS, WORDS },
	{ GUC_COMMENT_EVENTS, AMOUNT },
	{ GUC_COMMENT_EVENTS_GAP, AMOUNT },
	{ GUC_COMMENT_EVENTS_AT_LEAST, WORDS },
	{ GUC_COMMENT_EVENTS_GAP_TICKS, NUMBER },
	{ GUC_COMMENT_EVENTS_GAP_ESTIMATE, NUMBER },
	{ GUC_COMMENT_EVENTS_SEQ, NUMBER },
	{ GUC_COMMENT_EVENTS_ORDER, WORDS },
	{ GUC_COMMENT_SEEN, NUMBER },
	/* The last log of a firmware that was stopped */
	{ "last_reason", WORDS },
	{ "last_boottime_ns", NUMBER },
	{ "last_realtime_ns", NUMBER },
	/* The record of an incident; keys with the number of a trigger see plain_key() */
	{ "incident_seq", NUMBER },
	{ "incident_first_seq", NUMBER },
	{ "incident_replaced", NUMBER },
	{ "incident_trigger", WORDS },
	{ "incident_triggers", NUMBER },
	{ "incident_triggers_seen", WORDS },
	{ "incident_unrecorded", NUMBER },
	{ "incident_unrecorded_seen", WORDS },
	{ "incident_boottime_ns", NUMBER },
	{ "incident_realtime_ns", NUMBER },
	{ "incident_delay_ns", NUMBER },
	{ "incident_ns", NUMBER },
	{ "incident_guc_id", NUMBER },
	{ "incident_engine", WORDS },
	{ "incident_killed", WORDS },
	{ "incident_pid", PID },
	{ "incident_process", PROCESS },
	{ "incident_log_restarted", WORDS },
	{ "incident_written_bytes", NUMBER },
	/* The file "info" */
	{ "incidents", WORDS },
	{ "incident_records", NUMBER },
	{ "incident_kills", NUMBER },
	{ "kills", WORDS },
	{ "triggers", WORDS },
	{ "stream_lost_entries", NUMBER },
	{ "stream_lost_at_least", WORDS },
	{ "stream_gap_ticks", NUMBER },
	{ "stream_gap_estimate_entries", NUMBER },
	/* Facts that are strings */
	{ "source", WORDS },
	{ "driver", WORDS },
	{ "kernel", RELEASE },
	{ "platform", PLATFORM },
	{ "device_status", WORDS },
	{ "xe_guc_log_lfd", WORDS },
	{ "status", WORDS },
	{ "guc_firmware", FIRMWARE },
	{ "woken", WORDS },
	{ "anchor", WORDS },
	/* Values in the metadata of an incident */
	{ "process", PROCESS },
	{ "pid", PID },
	{ "boot_id", BOOT },
	{ "reason", REASON },
	{ "collector", WORDS },
	{ "trigger", WORDS },
	{ "engine", WORDS },
	{ "kind", WORDS },
	{ "text", WORDS },
	{ "taken", WORDS },
	{ "why", WORDS },
};

/*
 * Words of the values of comments and facts, in addition to the words of messages of xe, see
 * redact_is_word().
 */
static const char * const value_words[] = {
	"absent", "again", "age", "ago", "allows", "answer", "any", "argument", "arguments",
	"ascii85", "asic", "asicinfo", "at", "attached", "available", "bad", "be",
	"being", "belong", "between", "bit", "byte", "bytes", "call", "can", "cannot", "change",
	"changed", "character", "characters", "chunk", "collected", "compressed", "compression",
	"connection", "contradict", "crash", "cut", "damaged", "data_count", "denied",
	"descriptor", "directory", "does", "drive", "dropped", "during", "dword", "each", "early",
	"empty", "end", "ends", "exist", "explained", "files", "fine", "first", "function", "get",
	"given", "guc_log", "guc_log_dump", "guc_log_relay", "guessed", "handle", "held",
	"hexdump", "i915", "ignored", "image", "index", "info", "input/output", "interrupted",
	"it", "its", "journal", "journalctl", "key", "kills", "klv", "known", "large", "later",
	"layout", "least", "lfd", "lic", "line", "lines", "longer", "magic", "major", "many",
	"marker", "mib", "more", "most", "moved", "multiple", "name", "none", "noticed",
	"occupies", "ok", "oldest", "open", "opened", "operation", "order", "os_id", "other",
	"padding", "part", "partly", "permission", "permitted", "physical", "place", "present",
	"printable", "queue's", "range", "rdf", "read_ptr", "region", "relay", "replay",
	"reported", "resource", "rest", "right", "second", "set", "short", "silent", "since",
	"sleep", "stale", "starts", "still", "storage", "stored", "structures", "sub", "such",
	"supported", "survivability", "system", "tell", "temporarily", "terminator", "test",
	"text", "than", "their", "these", "this", "though", "too", "torn", "tracepoint",
	"unavailable", "unbind", "uncorrectable", "unpacked", "up", "used", "value", "verdict",
	"virtual", "when", "within", "words", "wrap_offset", "wrapped", "write_ptr", "written",
	"xe's", "xe_guclog", "yet",
};

static bool is(struct guc_view v, const char *text)
{
	return v.len == strlen(text) && !memcmp(v.data, text, v.len);
}

/*
 * Read a number, perhaps with a sign, or a version such as 70.44.1. Return: whether the text begins
 * with one.
 */
static bool eat_version(struct guc_view *v)
{
	u64 number;

	eat(v, "-");
	if (!eat_number(v, &number))
		return false;
	while (v->len > 1 && v->data[0] == '.' && v->data[1] >= '0' && v->data[1] <= '9') {
		eat(v, ".");
		eat_number(v, &number);
	}
	return true;
}

static bool is_version(struct guc_view v)
{
	return eat_version(&v) && !v.len;
}

static bool is_value_word(struct span p)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(value_words); i++)
		if (p.len == strlen(value_words[i]) &&
		    !strncasecmp(p.at, value_words[i], p.len))
			return true;
	return redact_is_word(p);
}

/* Return: length of the beginning of a value that has only known words and numbers. */
static size_t words_len(const char *value, size_t len)
{
	struct span rest = { (char *)(uintptr_t)value, len }, word;
	size_t known = 0;

	while ((word = next_word(&rest)).len) {
		while (word.len && strchr("(", *word.at))
			word = span_from(word, 1);
		while (word.len && strchr("),:;", word.at[word.len - 1]))
			word.len--;
		if (word.len && !is_version(span_view(word)) && !is_value_word(word))
			return known;
		known = (size_t)(rest.at - value);
	}
	return len;
}

static bool is_platform(struct guc_view v)
{
	unsigned int i;

	for (i = 0; i < guc_device_table_len; i++)
		if (is(v, guc_device_table[i].platform))
			return true;
	return false;
}

/* Return: whether the value is one that the fact with this key can have. */
static bool is_fact(struct guc_view key, struct guc_view value)
{
	int id = guc_facts_find((const char *)key.data, key.len);
	struct guc_facts facts;

	return id >= 0 && !guc_facts_set(&facts, (enum guc_fact_id)id, (const char *)value.data,
					 value.len);
}

/*
 * Remove the number of a trigger from a key. Return: "incident_pid" for
 * "incident_trigger_3_pid", "incident_trigger" for "incident_trigger_3", and other keys
 * unchanged. @name: memory for the result
 */
static struct guc_view plain_key(struct guc_view key, char name[32])
{
	static const char prefix[] = "incident_trigger_";
	struct guc_view rest = key;
	u64 number;

	if (!eat(&rest, prefix) || !eat_number(&rest, &number))
		return key;
	if (!rest.len)
		return guc_view(key.data, strlen(prefix) - 1);
	if (rest.len > 20)
		return key;
	snprintf(name, 32, "incident%.*s", (int)rest.len, (const char *)rest.data);
	return guc_view(name, strlen(name));
}

static bool has_amount(struct guc_view key, const char *name)
{
	return eat(&key, name) && (is(key, GUC_COMMENT_IN_BYTES) ||
				   is(key, GUC_COMMENT_IN_ENTRIES) ||
				   is(key, GUC_COMMENT_AT_OFFSET));
}

static enum form form_of(struct guc_view key)
{
	char name[32];
	unsigned int i;

	key = plain_key(key, name);
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].form == AMOUNT ? has_amount(key, keys[i].key) : is(key, keys[i].key))
			return keys[i].form;
	if (guc_facts_find((const char *)key.data, key.len) >= 0)
		return FACT;
	/* The state of each tracepoint is in a line with its name. */
	return eat(&key, "trigger_xe_") ? WORDS : UNKNOWN;
}

/**
 * redact_value() - redact the value of a key
 * @count: counts the redacted items
 * @key: the key
 * @value: the value; changed in place
 * @len: length of the value
 * @line: number of the line, 0 if the input is not a text
 */
void redact_value(struct guclog_redact_count *count, struct guc_view key, char *value, size_t len,
		  u64 line)
{
	struct guc_view v = guc_view(value, len);
	bool known = false;
	size_t n;

	switch (form_of(key)) {
	case NUMBER:
	case AMOUNT:
		known = is_version(v);
		break;
	case FACT:
		known = is_fact(key, v);
		break;
	case PLATFORM:
		known = is_platform(v);
		break;
	case WORDS:
		n = words_len(value, len);
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, value + n, len - n, line);
		return;
	case RELEASE:
		redact_release(count, value, len, line);
		return;
	case FIRMWARE:
		redact_firmware(count, value, len, line);
		return;
	case REASON:
		redact_reason(count, value, len, line);
		return;
	case PROCESS:
		redact_fill(count, GUCLOG_REDACT_PROCESS, value, len, line);
		return;
	case PID:
		redact_fill(count, GUCLOG_REDACT_PID, value, len, line);
		return;
	case BOOT:
		redact_fill(count, GUCLOG_REDACT_BOOT, value, len, line);
		return;
	case UNKNOWN:
		break;
	}
	if (!known)
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, value, len, line);
}

/* Overwrite the key and the value, so that the line still has the form of a comment. */
static void redact_unknown_line(struct guclog_redact_count *count, char *text,
				const struct guclog_comment_line *line, u64 nr)
{
	redact_fill(count, GUCLOG_REDACT_UNKNOWN, text, line->key.len, nr);
	redact_fill(count, GUCLOG_REDACT_UNKNOWN, text + line->key.len + 1, line->value.len, nr);
}

/**
 * redact_lines() - redact lines "key=value"
 * @count: counts the redacted items
 * @text: the lines; changed in place
 * @numbered: the input is a text file, so store the numbers of redacted lines
 *
 * A line that is not "key=value" is overwritten, and so is the key of a line if it is not known.
 */
void redact_lines(struct guclog_redact_count *count, struct guclog_bytes text, bool numbered)
{
	struct guclog_comment_line line;
	u64 nr = 0;

	while (guclog_comment_next(&text, &line)) {
		char *at = (char *)(uintptr_t)line.text.data;
		struct guc_view key = guc_view(line.key.data, line.key.len);

		nr += numbered;
		if (!line.key.len)
			redact_fill(count, GUCLOG_REDACT_UNKNOWN, at, line.text.len, nr);
		else if (form_of(key) == UNKNOWN)
			redact_unknown_line(count, at, &line, nr);
		else
			redact_value(count, key, (char *)(uintptr_t)line.value.data,
				     line.value.len, nr);
	}
}
