// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of LFD files and of facts: only comments with known keys stay.
 */
#include "redact/redact.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "guc_facts.h"
#include "guc_lfd.h"
#include "log/comment.h"
#include "log/describe.h"

/* Keys of comments that are no facts. A key that begins with one of them is known. */
static const char * const known[] = {
	GUC_COMMENT_WRITER, "lic_", GUC_COMMENT_EVENT, GUC_COMMENT_CRASH,
	GUC_COMMENT_FAULT, GUC_COMMENT_SNAPSHOT, GUC_COMMENT_LOSS, GUC_COMMENT_SEEN, "record",
};

/* What the module tells of an incident; other keys of this kind keep only numbers. */
static const char * const incident[] = {
	"incident_trigger", "incident_triggers_seen", "incident_engine",
	"incident_log_restarted",
};

static bool is_incident(const struct comment_line *line)
{
	static const char prefix[] = "incident_";
	size_t i;

	if (line->key.len < sizeof(prefix) || memcmp(line->key.data, prefix, sizeof(prefix) - 1))
		return false;
	for (i = 0; i < ARRAY_SIZE(incident); i++)
		if (comment_is(line->key, incident[i]))
			return true;
	for (i = 0; i < line->value.len; i++)
		if (line->value.data[i] < '0' || line->value.data[i] > '9')
			return false;
	return true;
}

static bool is_known(struct guc_view key)
{
	unsigned int i;

	if (guc_facts_find((const char *)key.data, key.len) >= 0)
		return true;
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (key.len >= strlen(known[i]) &&
		    !memcmp(key.data, known[i], strlen(known[i])))
			return true;
	return false;
}

static char *text_of(struct guc_view v)
{
	return (char *)(uintptr_t)v.data;
}

static void take_line(struct redact_list *list, const struct comment_line *line, u64 nr)
{
	char *value = text_of(line->value);
	size_t len = line->value.len;

	if (!line->has_key)
		redact_fill(list, REDACT_UNKNOWN, text_of(line->text), line->text.len, nr);
	else if (comment_is(line->key, "kernel"))
		redact_release(list, value, len, nr);
	else if (comment_is(line->key, "guc_firmware"))
		redact_firmware(list, value, len, nr);
	else if (comment_is(line->key, "incident_process"))
		redact_fill(list, REDACT_PROCESS, value, len, nr);
	else if (comment_is(line->key, "incident_pid"))
		redact_fill(list, REDACT_PID, value, len, nr);
	else if (!is_known(line->key) && !is_incident(line))
		redact_fill(list, REDACT_UNKNOWN, value, len, nr);
}

/* Lines "key=value"; empty ones, and titles in brackets, stay. */
static void take_lines(struct redact_list *list, struct guc_view text, bool titles)
{
	struct comment_line line;
	u64 nr = 0;

	while (comment_next(&text, &line)) {
		nr++;
		if (titles && (!line.text.len || *line.text.data == '#'))
			continue;
		take_line(list, &line, titles ? nr : 0);
	}
}

static void take_block(struct redact_list *list, u32 type, struct guc_view data)
{
	if (type == GUC_LFD_HOST_COMMENT) {
		take_lines(list, comment_text(data), false);
	} else if (type == GUC_LFD_OS_ID && data.len > 4) {
		data = comment_text(guc_view(data.data + 4, data.len - 4));
		redact_release(list, text_of(data), data.len, 0);
	} else if (type > GUC_LFD_TIMESTAMP_ANCHOR_CONFIG && data.len) {
		memset(text_of(data), 0, data.len);
		redact_note(list, REDACT_UNKNOWN, data.len, 0);
	}
}

/**
 * redact_lfd() - redact an LFD file
 * @list: counts what is taken out
 * @data: the file; changed in place, with the same length and the same blocks
 * @len: its length
 *
 * A block that the file cuts is redacted as a whole one is. Behind anything else that
 * cannot be read, all is overwritten by zeroes.
 */
void redact_lfd(struct redact_list *list, u8 *data, size_t len)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	size_t end = 0;
	int ret;

	ret = guc_lfd_open(&reader, guc_view(data, len));
	while (!ret && (ret = guc_lfd_next(&reader, &block)) > 0) {
		take_block(list, block.type, block.data);
		end = (size_t)(block.data.data - data) + block.data.len;
		ret = 0;
	}
	if (!ret || end >= len)
		return;
	if (describe_cut(guc_view(data, len), &reader.fault, &block)) {
		take_block(list, block.type, guc_view_clip(guc_view(data, len), block.offset +
							   sizeof(struct guc_lfd_block_header),
							   len));
		return;
	}
	memset(data + end, 0, len - end);
	redact_note(list, REDACT_UNKNOWN, len - end, 0);
}

/**
 * redact_info() - redact a text of facts
 * @list: counts what is taken out
 * @text: the text of the module's file "info"; changed in place
 * @len: its length
 */
void redact_info(struct redact_list *list, char *text, size_t len)
{
	take_lines(list, guc_view(text, len), true);
}

/**
 * redact_facts() - redact facts
 * @list: counts what is taken out
 * @facts: the facts, changed
 */
void redact_facts(struct redact_list *list, struct guc_facts *facts)
{
	if (guc_facts_has(facts, GUC_FACT_kernel))
		redact_release(list, facts->kernel, strlen(facts->kernel), 0);
	if (guc_facts_has(facts, GUC_FACT_guc_firmware))
		redact_firmware(list, facts->guc_firmware, strlen(facts->guc_firmware), 0);
}
