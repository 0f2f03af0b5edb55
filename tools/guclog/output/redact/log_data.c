// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the data of a log. Bytes of the log buffer that are not part of the log become
 * zeroes.
 *
 * If a log is damaged, its end may be other data: the lost part of a dump can begin in the data of
 * the log and end in other data. The rest of the other data then looks like data of the log.
 * Therefore only those dwords are kept whose offset in the log is certain, according to the reader
 * of logs (input/ascii85_log.c and input/realign.c).
 */
#include "output/redact/redactor.h"

#include "abi/guc_log_abi.h"
#include "base/arena.h"
#include "read/dump/a85.h"
#include "read/ascii85_log.h"
#include "read/headline.h"
#include "read/realign.h"

#define PAGE	GUC_LOG_STATE_PAGE_SIZE

/**
 * redact_log_piece() - store a part of the data of a log, for redact_log_end()
 * @r: state of the redaction
 * @p: the part
 */
void redact_log_piece(struct redactor *r, struct span p)
{
	struct blob *b = r->data;
	struct piece *all;

	if (!p.len)
		return;
	all = arena_room(r->arena, b->piece, b->nr, sizeof(*all));
	if (!all)
		return;
	b->piece = all;
	all[b->nr++] = (struct piece){ p, r->line };
}

/*
 * Read the data in the same way as "guclog decode". @length: length of the log in bytes, 0 if it is
 * unknown. Return: the log, or NULL if there is no memory.
 */
static struct input_log *read_with_length(struct input *in, const struct blob *b, u64 length)
{
	const struct headlines head = { .has_length = !!length, .length = length };
	struct ascii85_log data;
	size_t i;

	if (!ascii85_log_begin(&data, in, GUCLOG_FORM_DEVCOREDUMP, &head, 1))
		return NULL;
	data.one_line = true;
	for (i = 0; i < b->nr; i++)
		if (!ascii85_log_feed(&data, b->piece[i].text.at, b->piece[i].text.len, 1))
			break;
	data.ended = true;
	ascii85_log_end(&data);
	return &in->log[in->nr_logs - 1];
}

static struct input_log *read_log(struct input *in, const struct blob *b)
{
	struct input_log *log = read_with_length(in, b, b->want);
	u64 total = log && !b->want ? realign_total(input_log_bytes(log)) : 0;

	return log && total > log->len ? read_with_length(in, b, total) : log;
}

/*
 * Drop the end of a damaged or incomplete log, because it may be other data: everything after the
 * event ring, and the events from the first one on that is not at its offset. These events are kept
 * if the reader of logs has found their offset: it has then marked the missing bytes before them as
 * a hole.
 */
static void drop_end(struct input_log *log, const struct blob *b)
{
	struct guc_view v = input_log_bytes(log);
	u64 total = realign_total(v) ?: b->want, end;
	const struct guc_region *event;
	struct realign_gap gap;
	struct guc_log page;

	if ((log->len == total && !b->damaged && !log->losses) || !guc_view_at(v, 0, PAGE))
		return;
	guc_log_parse_page(&page, v, U32_MAX);
	event = &page.region[GUC_REGION_EVENT];
	end = event->offset + event->size;
	if (!log->nr_holes || log->hole[0].from >= end) {
		v = guc_view_clip(v, 0, total);
		realign_find(&(struct realign){ .data = v, .total = max(total, v.len) }, &gap);
		log->len = min_t(u64, log->len, gap.from);
	}
	log->len = min_t(u64, log->len, end);
	/* Without events or a LIC after them, the buffer states may be other data, too. */
	if (!event->present || (!page.lic.present && log->len <= event->offset))
		log->len = 0;
}

static int compare(const void *a, const void *b)
{
	const u32 *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

/**
 * struct dwords - the dwords of a log
 * @nr: number of elements of @value
 * @value: the values that are not 0, sorted
 */
struct dwords {
	size_t nr;
	u32 *value;
};

/* Find the dwords of a damaged log whose offset is certain. Return: whether there was memory. */
static bool find_dwords(struct dwords *d, struct arena *arena, const struct blob *b)
{
	struct input in = { .arena = arena };
	struct input_log *log = read_log(&in, b);
	size_t at;

	if (!log)
		return false;
	drop_end(log, b);
	if (redact_clear_image(log->image, log->len) < 0)
		log->len = 0;
	d->value = arena_alloc(arena, log->len + sizeof(u32));
	for (at = 0; d->value && at + 4 <= log->len; at += 4) {
		d->value[d->nr] = guc_load_le32(log->image + at);
		d->nr += !!d->value[d->nr];
	}
	if (d->value)
		qsort(d->value, d->nr, sizeof(u32), compare);
	return d->value;
}

/**
 * struct digits - the digits of a dword in ascii85
 * @nr: number of digits so far
 * @value: value of these digits
 * @at: the digits in the text, which may be in several lines
 * @lost: it is not known which digit begins the next dword; only a "z", which stands for a whole
 *	dword, shows where a dword begins
 */
struct digits {
	unsigned int nr;
	u64 value;
	char *at[5];
	bool lost;
};

/* Overwrite digits with zeroes. Return: number of characters that have changed. */
static size_t clear_digits(struct digits *d)
{
	size_t changed = 0;

	while (d->nr) {
		char *c = d->at[--d->nr];

		changed += *c != '!';
		*c = '!';
	}
	d->value = 0;
	return changed;
}

/*
 * Read a character of the data. If it completes a dword that is not in @known, overwrite the dword.
 * Return: number of characters that have changed.
 */
static size_t take_char(struct digits *d, const struct dwords *known, char *c)
{
	u32 value;

	if (*c == 'z') {
		d->lost = false;
		return clear_digits(d);
	}
	d->at[d->nr++] = c;
	if (d->lost || *c < '!' || *c > 'u') {
		d->lost = true;
		return clear_digits(d);
	}
	d->value = d->value * 85 + (u64)(*c - '!');
	if (d->nr < 5)
		return 0;
	value = (u32)d->value;
	d->lost = d->value > U32_MAX;
	if (!d->lost && bsearch(&value, known->value, known->nr, sizeof(value), compare)) {
		d->nr = 0;
		d->value = 0;
		return 0;
	}
	return clear_digits(d);
}

static void redact_unknown(struct redactor *r, const struct blob *b, const struct dwords *known)
{
	struct digits d = { 0 };
	size_t i, k, changed = 0;
	u64 line = 0;

	for (i = 0; i < b->nr; i++) {
		for (k = 0; k < b->piece[i].text.len; k++)
			changed += take_char(&d, known, &b->piece[i].text.at[k]);
		if (changed && !line)
			line = b->piece[i].line;
	}
	changed += clear_digits(&d);
	if (changed)
		redact_note(r->count, GUCLOG_REDACT_UNKNOWN, changed, line ?: r->line);
}

/* Decode the data of a complete log. Return: number of bytes in @out, which has b->bytes. */
static size_t decode(const struct blob *b, u8 *out)
{
	struct a85 a85 = { 0 };
	size_t i, n, len = 0;

	for (i = 0; i < b->nr; i++) {
		const struct span *p = &b->piece[i].text;

		if (a85_decode(&a85, p->at, p->len, out + len, &n) < p->len)
			break;
		len += n;
	}
	return len;
}

/*
 * Overwrite the dwords of a complete log that are not part of a region, of a buffer state or of the
 * LIC. @old: the bytes of the log; @new: the same with these dwords set to 0; @len: their number
 */
static void redact_unused(struct redactor *r, const struct blob *b, const u8 *old, const u8 *new,
			  size_t len)
{
	size_t i, k, at = 0, changed = 0;
	struct digits d = { 0 };

	for (i = 0; i < b->nr && at < len; i++) {
		for (k = 0; k < b->piece[i].text.len && at < len; k++) {
			char *c = &b->piece[i].text.at[k];

			if (*c != 'z')
				d.at[d.nr++] = c;
			if (*c != 'z' && d.nr < 5)
				continue;
			if (memcmp(old + at, new + at, 4))
				changed += clear_digits(&d);
			d.nr = 0;
			at += 4;
		}
	}
	if (changed)
		redact_note(r->count, GUCLOG_REDACT_UNKNOWN, changed, b->piece[0].line);
}

/* Redact the bytes that are not part of the log. Return: whether the log was complete. */
static bool clear_unused(struct redactor *r, const struct blob *b)
{
	struct arena arena;
	bool whole = false;
	size_t len;
	u8 *old, *new;

	arena_init(&arena, ARENA_NO_LIMIT);
	old = arena_alloc(&arena, b->bytes + 8);
	new = arena_alloc(&arena, b->bytes + 8);
	if (old && new) {
		len = decode(b, old);
		whole = len == b->bytes;
		memcpy(new, old, len);
		if (whole && redact_clear_image(new, len) < 0)
			memset(new, 0, len);
		if (whole)
			redact_unused(r, b, old, new, len);
	} else {
		r->arena->failed = true;
	}
	arena_free(&arena);
	return whole;
}

/**
 * redact_log_end() - end the data of a log, and redact the dwords that may not belong to it
 * @r: state of the redaction
 * @b: the data
 */
void redact_log_end(struct redactor *r, struct blob *b)
{
	struct dwords known = { 0 };
	struct arena arena;

	if (b->nr && (b->damaged || !b->want || b->bytes < b->want || !clear_unused(r, b))) {
		arena_init(&arena, ARENA_NO_LIMIT);
		if (find_dwords(&known, &arena, b))
			redact_unknown(r, b, &known);
		else
			r->arena->failed = true;
		arena_free(&arena);
	}
	arena_drop(r->arena, b->piece);
	b->piece = NULL;
	b->nr = 0;
}
