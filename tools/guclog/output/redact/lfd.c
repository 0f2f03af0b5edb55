// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of LFD files, and of facts (the text of the module's file "info"). In lines with
 * unknown keys, the values are overwritten.
 */
#include "output/redact/redact.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "guc_facts.h"

/*
 * Beginnings of the keys in the comments of an LFD file whose values are kept. The values of facts
 * are kept, too.
 */
static const char * const known[] = {
	GUC_COMMENT_WRITER, "lic_", GUC_COMMENT_EVENT, GUC_COMMENT_CRASH,
	GUC_COMMENT_FAULT, GUC_COMMENT_SNAPSHOT, GUC_COMMENT_LOSS, GUC_COMMENT_SEEN, "record",
	"last_",
};

/*
 * Keys about an incident (why the module recorded a log) whose values are kept. The value of
 * another key with the prefix "incident_" is kept only if it is a decimal number.
 */
static const char * const incident[] = {
	"incident_trigger", "incident_triggers_seen", "incident_unrecorded_seen",
	"incident_engine", "incident_killed", "incident_log_restarted",
};

static bool text_is(struct guclog_bytes text, const char *what)
{
	return text.len == strlen(what) && (!text.len || !memcmp(text.data, what, text.len));
}

static bool is_incident(const struct guclog_comment_line *line)
{
	static const char prefix[] = "incident_";
	const char *value = line->value.data;
	size_t i;

	if (line->key.len < sizeof(prefix) || memcmp(line->key.data, prefix, sizeof(prefix) - 1))
		return false;
	for (i = 0; i < ARRAY_SIZE(incident); i++)
		if (text_is(line->key, incident[i]))
			return true;
	for (i = 0; i < line->value.len; i++)
		if (value[i] < '0' || value[i] > '9')
			return false;
	return true;
}

static bool is_known(struct guclog_bytes key)
{
	unsigned int i;

	if (guc_facts_find(key.data, key.len) >= 0)
		return true;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (key.len >= strlen(known[i]) &&
		    !memcmp(key.data, known[i], strlen(known[i])))
			return true;
	return false;
}

static char *text_of(struct guclog_bytes text)
{
	return (char *)(uintptr_t)text.data;
}

/*
 * Remove the number of a trigger from a key. Return: "incident_pid" for
 * "incident_trigger_3_pid", "incident_trigger" for "incident_trigger_3", and other keys
 * unchanged. @name: memory for the result
 */
static struct guclog_bytes plain_key(struct guclog_bytes key, char name[32])
{
	static const char prefix[] = "incident_trigger_";
	const char *from = key.data, *end, *p;
	int len;

	if (key.len <= strlen(prefix) || memcmp(from, prefix, strlen(prefix)))
		return key;
	end = from + key.len;
	p = from + strlen(prefix);
	if (*p < '0' || *p > '9')
		return key;
	while (p < end && *p >= '0' && *p <= '9')
		p++;
	if (p == end)
		return (struct guclog_bytes){ key.data, strlen(prefix) - 1 };
	len = snprintf(name, 32, "incident%.*s", (int)min_t(size_t, (size_t)(end - p), 20), p);
	return (struct guclog_bytes){ name, (size_t)len };
}

static void take_line(struct guclog_redact_count *count, const struct guclog_comment_line *line,
		      u64 nr)
{
	struct guclog_comment_line plain = *line;
	char *value = text_of(line->value);
	size_t len = line->value.len;
	char name[32];

	plain.key = plain_key(line->key, name);
	if (!line->key.len)
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, text_of(line->text), line->text.len, nr);
	else if (text_is(line->key, "kernel"))
		redact_release(count, value, len, nr);
	else if (text_is(line->key, "guc_firmware"))
		redact_firmware(count, value, len, nr);
	else if (text_is(plain.key, "incident_process"))
		redact_fill(count, GUCLOG_REDACT_PROCESS, value, len, nr);
	else if (text_is(plain.key, "incident_pid"))
		redact_fill(count, GUCLOG_REDACT_PID, value, len, nr);
	else if (!is_known(line->key) && !is_incident(&plain))
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, value, len, nr);
}

/*
 * Redact lines "key=value". @titles: the input is a text file: keep empty lines and lines that
 * begin with "#", and store the numbers of redacted lines
 */
static void take_lines(struct guclog_redact_count *count, struct guclog_bytes text, bool titles)
{
	struct guclog_comment_line line;
	u64 nr = 0;

	while (guclog_comment_next(&text, &line)) {
		nr++;
		if (titles && (!line.text.len || *text_of(line.text) == '#'))
			continue;
		take_line(count, &line, titles ? nr : 0);
	}
}

/* Return: number of bytes at the beginning of a block that are kept. */
static size_t known_len(const struct guclog_block *block)
{
	switch (block->type) {
	case GUC_LFD_FW_VERSION ... GUC_LFD_BUILD_PLATFORM_ID:
		return sizeof(u32);
	case GUC_LFD_LOG_EVENTS_BUFFER:
	case GUC_LFD_FW_CRASH_DUMP:
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
	case GUC_LFD_TIMESTAMP_ANCHOR:
	case GUC_LFD_TIMESTAMP_ANCHOR_CONFIG:
		return block->data.len;
	default:
		return 0;
	}
}

static void take_block(struct guclog_redact_count *count, const struct guclog_block *block)
{
	size_t n = min(known_len(block), block->data.len);
	struct guclog_bytes release;

	if (block->type == GUCLOG_BLOCK_HOST_COMMENT) {
		take_lines(count, block->data, false);
	} else if (guclog_block_os(block, &release)) {
		redact_release(count, text_of(release), release.len, 0);
	} else if (n < block->data.len) {
		memset(text_of(block->data) + n, 0, block->data.len - n);
		redact_note(count, GUCLOG_REDACT_UNKNOWN, block->data.len - n, 0);
	}
}

/**
 * redact_lfd() - redact an LFD file
 * @count: counts the redacted items
 * @data: the file; changed in place, with the same length and the same blocks
 * @len: length of the file
 *
 * An incomplete block at the end is redacted like a complete one. Everything after a block that
 * cannot be read is overwritten by zeroes.
 *
 * Context: any.
 * Return: 0, or -ENOMEM; the file is then not redacted.
 */
int redact_lfd(struct guclog_redact_count *count, u8 *data, size_t len)
{
	struct guclog_fault fault;
	struct guclog_blocks *lfd = guclog_blocks_open(data, len, &fault);
	struct guclog_block block;
	size_t end = 0;
	int ret = fault.error;

	if (ret == -ENOMEM)
		return ret;
	while (lfd && (ret = guclog_blocks_next(lfd, &block, NULL)) > 0) {
		take_block(count, &block);
		end = (size_t)((const u8 *)block.data.data - data) + block.data.len;
	}
	if (lfd && guclog_blocks_cut(lfd, &block)) {
		end = block.offset + sizeof(struct guc_lfd_block_header);
		block.data = (struct guclog_bytes){ data + end, len - end };
		take_block(count, &block);
		end = len;
	}
	guclog_blocks_close(lfd);
	if (!ret || end >= len)
		return 0;
	memset(data + end, 0, len - end);
	redact_note(count, GUCLOG_REDACT_UNKNOWN, len - end, 0);
	return 0;
}

/**
 * redact_info() - redact a text of facts
 * @count: counts the redacted items
 * @text: the text of the module's file "info"; changed in place
 * @len: length of the text
 *
 * Context: any.
 */
void redact_info(struct guclog_redact_count *count, char *text, size_t len)
{
	take_lines(count, (struct guclog_bytes){ text, len }, true);
}
