// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of the journal of systemd.
 */
#include "timeline/timeline.h"

#include "text/eat.h"

/* Limit of times in microseconds: the difference of two times in nanoseconds fits into 64 bits. */
#define MAX_US		(1ull << 52)

static bool is(struct guc_view v, const char *text)
{
	return v.len == strlen(text) && !memcmp(v.data, text, v.len);
}

static void read_us(struct guc_view v, s64 *us)
{
	u64 n;

	if (eat_number(&v, &n) && !v.len && n < MAX_US)
		*us = (s64)n;
}

/**
 * journal_field() - add a field to a record of the journal
 * @record: the record; before its first field, JOURNAL_RECORD
 * @name: name of the field
 * @value: value of the field, which must remain valid as long as the record
 *
 * Context: any.
 */
void journal_field(struct journal_record *record, struct guc_view name, struct guc_view value)
{
	if (is(name, "MESSAGE"))
		record->message = value;
	else if (is(name, "_TRANSPORT"))
		record->foreign = !is(value, "kernel");
	else if (is(name, "_SOURCE_MONOTONIC_TIMESTAMP"))
		read_us(value, &record->source_us);
	else if (is(name, "__MONOTONIC_TIMESTAMP"))
		read_us(value, &record->received_us);
}

/**
 * journal_add() - add a record of the journal to a kernel log
 * @text: gets the message of the record if it is a message of the kernel with a time
 * @record: the record
 *
 * If a record does not have the kernel's own time, the time at which journald received the message
 * is used, which is a little later, or much later for messages from before the start of journald.
 *
 * Context: any.
 * Return: whether the record has a message.
 */
bool journal_add(struct timed_text *text, const struct journal_record *record)
{
	s64 us = record->source_us < 0 ? record->received_us : record->source_us;

	if (!record->message.data)
		return false;
	if (us < 0 || record->foreign)
		return true;
	text->clock = TEXT_PRINTK;
	timed_text_add(text, us * 1000, record->message);
	return true;
}
