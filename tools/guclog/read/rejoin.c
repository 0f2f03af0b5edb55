// SPDX-License-Identifier: GPL-2.0-only
/*
 * Joins the rows of a wrapped kernel log. A row is a line of the wrapped text. The longest rows
 * have the width at which the text was wrapped. A row that begins like a line of a kernel log and
 * has that width may be incomplete: the rows after it, up to the next row that begins like a line
 * of a kernel log, continue the line.
 */
#include "read/rejoin.h"

/*
 * Limits, in characters, of the width at which a text was wrapped. Lines of data that were not
 * wrapped are longer than the upper limit.
 */
#define MIN_WIDTH	40u
#define MAX_WIDTH	400u
/*
 * Number of characters at the beginning of a row that are compared with the beginning of the
 * incomplete line before it. If both have digits or blanks at the same places, letters at the same
 * places, and otherwise equal characters, the row begins a new line of the log. Examples of such
 * beginnings are "[12345" and "Dec 31".
 */
#define BEGINNING	6u

static void note_row(struct rejoin *r, size_t len)
{
	r->row = len;
	r->width = max(r->width, len);
}

/*
 * Return: whether the last row has the width at which the text was wrapped. A row that is one
 * character shorter counts, too: it can have lost a blank at its end.
 */
static bool is_full(const struct rejoin *r)
{
	return r->width >= MIN_WIDTH && r->width <= MAX_WIDTH &&
	       r->row + 1 >= r->width;
}

static char kind(u8 c)
{
	if ((c >= '0' && c <= '9') || c == ' ')
		return '0';
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 'a' : (char)c;
}

static bool begins_alike(const struct rejoin *r, struct guc_view row)
{
	size_t i;

	if (row.len < BEGINNING)
		return false;
	for (i = 0; i < BEGINNING; i++)
		if (kind(row.data[i]) != kind((u8)r->line[i]))
			return false;
	return true;
}

/*
 * Return: whether the row begins with @pattern, in which "0" is a digit or blank, and "a" a
 * letter.
 */
static bool begins(struct guc_view row, const char *pattern)
{
	size_t i;

	for (i = 0; pattern[i]; i++)
		if (i == row.len || kind(row.data[i]) != pattern[i])
			return false;
	return true;
}

/**
 * rejoin_is_log() - find out whether a row begins like a line of a kernel log
 * @row: the row
 *
 * Such beginnings are "[   12.345", "<6>[", "[Wed Nov", "Nov 22 10:" and "2026-11-22T".
 *
 * Context: any, does not sleep.
 * Return: whether the row begins in one of these ways.
 */
bool rejoin_is_log(struct guc_view row)
{
	return begins(row, "[000") || begins(row, "<0>") || begins(row, "[aaa0aaa") ||
	       begins(row, "aaa000000:") || begins(row, "0000-00-00");
}

static bool append(struct rejoin *r, const void *data, size_t len)
{
	if (r->len + len > sizeof(r->line))
		return false;
	memcpy(r->line + r->len, data, len);
	r->len += len;
	return true;
}

/**
 * rejoin_add() - append a row to the stored incomplete line if the row continues it
 * @r: the state of the text, with the stored line
 * @row: the next row, without quote marks
 *
 * Context: any, does not sleep.
 * Return: whether the row was appended; if not, the stored line is complete.
 */
bool rejoin_add(struct rejoin *r, struct guc_view row)
{
	size_t width = max(r->width, row.len);
	bool taken = false;

	if (r->len && row.len && row.len <= r->width + 1 && is_full(r) &&
	    !begins_alike(r, row)) {
		taken = r->row == width || append(r, " ", 1);
		taken = taken && append(r, row.data, row.len);
	}
	note_row(r, row.len);
	return taken;
}

/**
 * rejoin_holds() - store a row if it may be the incomplete beginning of a wrapped line
 * @r: the state of the text; it has no stored line, and rejoin_add() has returned false for the row
 * @row: the row
 *
 * Context: any, does not sleep.
 * Return: whether the row was stored.
 */
bool rejoin_holds(struct rejoin *r, struct guc_view row)
{
	return is_full(r) && row.len >= BEGINNING && rejoin_is_log(row) &&
	       append(r, row.data, row.len);
}

/**
 * rejoin_take() - get the stored line, and remove it from the state
 * @r: the state of the text; it has no stored line after the call
 *
 * Context: any, does not sleep.
 * Return: the line, valid until the next call of rejoin_holds(); empty if no line was stored.
 */
struct guc_view rejoin_take(struct rejoin *r)
{
	struct guc_view line = guc_view(r->line, r->len);

	r->len = 0;
	return line;
}
