// SPDX-License-Identifier: GPL-2.0
/*
 * control.c -- parses and carries out control commands ("orders"), the lines of text that arrive on
 * the control socket; see "Control commands" in PROTOCOL.rst.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "control_order.h"

/**
 * order_number() - convert a word of a control command to a number
 * @s: the word: decimal, octal or hexadecimal digits
 * @v: result
 *
 * Return: true, or false if @s is not a number below 2^64.
 */
bool order_number(const char *s, u64 *v)
{
	char *end;

	errno = 0;
	*v = strtoull(s, &end, 0);
	return !errno && end != s && !*end && s[0] != '-';
}

/**
 * order_number_at() - read a word of a control command as a number
 * @o:     the control command
 * @i:     index of the word
 * @other: the result if the command has no word @i
 * @limit: the number must be less than this
 * @v:     result
 *
 * Return: true if the command has no word @i, or the word is a number below @limit; else false.
 */
bool order_number_at(const struct order *o, int i, u64 other, u64 limit, u64 *v)
{
	*v = other;
	return i >= o->words || (order_number(o->word[i], v) && *v < limit);
}

/**
 * order_guc() - find the GuC of the GT whose number is a word of a control command
 * @gpu: the device
 * @o:   the control command
 * @i:   index of the word; if the command has no such word, GT 0 is used
 *
 * Return: the GuC, or NULL if the word is neither 0 nor 1.
 */
struct guc *order_guc(struct gpu *gpu, const struct order *o, int i)
{
	u64 gt;

	return order_number_at(o, i, 0, 2, &gt) ? &gpu->guc[gt] : NULL;
}

/**
 * order_name() - find a word of a control command in a list of names
 * @o:     the control command
 * @i:     index of the word
 * @names: the list of names
 * @n:     number of names
 *
 * Return: the index of the word in @names, or -1 if the command has no word @i or the word is not
 * in @names.
 */
int order_name(const struct order *o, int i, const char *const *names, u32 n)
{
	for (u32 k = 0; i < o->words && k < n; k++)
		if (!strcmp(o->word[i], names[k]))
			return (int)k;
	return -1;
}

/**
 * order_switch() - read a word of a control command that is "on" or "off"
 * @o: the control command
 * @i: index of the word
 *
 * Return: 1 for "on", 0 for "off", or -1 if the word is missing or different.
 */
int order_switch(const struct order *o, int i)
{
	static const char *const names[] = { "off", "on" };

	return order_name(o, i, names, ARRAY_SIZE(names));
}

/* split - split a control command into its words; returns false if there are too many */
static bool split(char *text, struct order *o)
{
	char *save = NULL;

	o->words = 0;
	for (char *w = strtok_r(text, " \t\r", &save); w; w = strtok_r(NULL, " \t\r", &save)) {
		if (o->words == ORDER_WORDS)
			return false;
		o->word[o->words++] = w;
	}
	return true;
}

static const struct order_row *find(const char *name)
{
	for (u32 i = 0; i < log_order_count; i++)
		if (!strcmp(name, log_orders[i].name))
			return &log_orders[i];
	for (u32 i = 0; i < gpu_order_count; i++)
		if (!strcmp(name, gpu_orders[i].name))
			return &gpu_orders[i];
	return NULL;
}

/**
 * control_line() - carry out a control command
 * @gpu:  the device, not locked
 * @line: the control command
 * @out:  result: the answer, a line with a newline
 * @size: size of @out in bytes, at least CONTROL_REPLY
 */
void control_line(struct gpu *gpu, const char *line, char *out, size_t size)
{
	struct order o = { .out = out, .size = size };
	const struct order_row *row;
	char text[256];
	bool fine;

	snprintf(text, sizeof(text), "%s", line);
	fine = split(text, &o);
	row = o.words ? find(o.word[0]) : NULL;
	if (row) {
		snprintf(out, size, "ok\n");
		pthread_mutex_lock(&gpu->lock);
		fine = fine && row->act(gpu, &o);
		pthread_mutex_unlock(&gpu->lock);
		if (!fine)
			snprintf(out, size, "error usage: %s\n", row->usage);
	} else {
		snprintf(out, size, "error unknown order\n");
	}
	report_note(&gpu->report, 1, "order '%s': %.*s", line, (int)strcspn(out, "\n"), out);
}
