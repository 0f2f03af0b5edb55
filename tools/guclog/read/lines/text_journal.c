// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads records of systemd's journal, and the texts that "journalctl -o export" and "journalctl -o
 * verbose" print.
 */
#include "read/lines/text_time.h"

#include <ctype.h>

#include "base/eat.h"

/* Limit of times, us. With it, the difference of two times in nanoseconds fits into 64 bits. */
#define MAX_US		0x10000000000000ull

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
 * @record: the record; the caller must set it to JOURNAL_RECORD before it adds the first field
 * @name: name of the field
 * @value: value of the field, which must remain valid as long as the record
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
 * A record without both times gives a message without a time.
 *
 * Return: whether the record has a message.
 */
bool journal_add(struct timed_text *text, const struct journal_record *record)
{
	s64 us = record->source_us < 0 ? record->received_us : record->source_us;
	struct text_times times = { .known[TEXT_PRINTK] = us >= 0 };

	if (!record->message.data)
		return false;
	text->found = true;
	if (record->foreign)
		return true;
	times.ns[TEXT_PRINTK] = us < 0 ? 0 : us * 1000;
	timed_text_add_message(text, &times, record->message);
	return true;
}

/*
 * Read the value of a field whose value is preceded by its length, because it is not a line of
 * UTF-8. @all: the text after the name of the field; moved after the value. Return: false if the
 * value is not complete.
 */
static bool eat_binary(struct guc_view *all, struct guc_view *value)
{
	u64 len;

	if (all->len < 8)
		return false;
	len = guc_load_le64(all->data);
	if (len > all->len - 8)
		return false;
	*value = guc_view_clip(*all, 8, len);
	*all = skip(*all, 8 + len);
	eat(all, "\n");
	return true;
}

/*
 * Add the record to the text, and begin a new record. Return: whether the added record has a
 * message.
 */
static bool end_record(struct timed_text *text, struct journal_record *record)
{
	bool added = journal_add(text, record);

	*record = JOURNAL_RECORD;
	return added;
}

/* Split "NAME=value". Return: whether the line has this form. */
static bool field_line(struct guc_view line, struct guc_view *name, struct guc_view *value)
{
	size_t n = 0;

	while (n < line.len && (isupper(line.data[n]) || isdigit(line.data[n]) ||
				line.data[n] == '_'))
		n++;
	if (!n || n == line.len || line.data[n] != '=')
		return false;
	*name = guc_view_clip(line, 0, n);
	*value = skip(line, n + 1);
	return true;
}

/**
 * journal_read_export() - read a kernel log that "journalctl -o export" has printed
 * @text: gets the lines
 * @all: the log
 *
 * Return: 0, or -ENOMSG if the text has another form.
 */
int journal_read_export(struct timed_text *text, struct guc_view all)
{
	struct journal_record record = JOURNAL_RECORD;
	struct guc_view line, name, value, left = all;
	bool found = false;

	if (!eat(&left, "__CURSOR=") && !eat(&left, "__REALTIME_TIMESTAMP="))
		return -ENOMSG;
	while (eat_line(&all, &line)) {
		if (!line.len)
			found |= end_record(text, &record);
		else if (field_line(line, &name, &value))
			journal_field(&record, name, value);
		else if (eat_binary(&all, &value))
			journal_field(&record, line, value);
		else
			break;
	}
	return end_record(text, &record) || found ? 0 : -ENOMSG;
}

/*
 * Read the first line of a record, "Sat 2026-01-31 12:34:56.123456 CET [s=...;m=1a2b;...]", in
 * which m is the time since boot, us, in hexadecimal digits. Return: whether the line has this
 * form.
 */
static bool verbose_head(struct guc_view line, struct journal_record *record)
{
	static const char key[] = ";m=";
	struct guc_view v;
	const u8 *hit;
	u64 us = 0;
	s64 ns;

	if (!text_time_full(line, &ns, &v))
		return false;
	hit = memmem(v.data, v.len, key, sizeof(key) - 1);
	if (!memmem(v.data, v.len, " [s=", 4) || !hit)
		return false;
	*record = JOURNAL_RECORD;
	v = skip(v, (size_t)(hit - v.data) + sizeof(key) - 1);
	for (; v.len && isxdigit(*v.data) && us < MAX_US; v = skip(v, 1))
		us = us << 4 | hex_value(*v.data);
	if (us < MAX_US)
		record->received_us = (s64)us;
	return true;
}

/**
 * journal_read_verbose() - read a kernel log that "journalctl -o verbose" has printed
 * @text: gets the lines
 * @all: the log
 *
 * Return: 0, or -ENOMSG if the text has another form.
 */
int journal_read_verbose(struct timed_text *text, struct guc_view all)
{
	struct journal_record record = JOURNAL_RECORD, next;
	bool found = false, within = false, in_message = false;
	struct guc_view line, name, value;

	while (eat_line(&all, &line)) {
		if (verbose_head(line, &next)) {
			found |= end_record(text, &record);
			record = next;
			within = true;
			in_message = false;
		} else if (!within && line.len && *line.data != '-') {
			return -ENOMSG;
		} else if (eat(&line, "    ") && field_line(line, &name, &value)) {
			journal_field(&record, name, value);
			in_message = is(name, "MESSAGE");
		} else if (in_message) {
			/* Further lines of the message are indented. */
			record.message.len = (size_t)(line.data + line.len - record.message.data);
		}
	}
	return end_record(text, &record) || found ? 0 : -ENOMSG;
}
