/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds where bytes are missing in the data of a log.
 */
#ifndef _REALIGN_H_
#define _REALIGN_H_

#include "guc_view.h"

struct input_log;

/**
 * struct realign - properties of the data of a log that are too short
 * @data: the decoded data
 * @total: length of the complete data, bytes; more than the length of @data
 * @nr_breaks: number of places where the text was not valid
 * @first_break: number of bytes of @data before the first of these places
 * @cut: the text may have ended too early, so possibly only the end of the data is missing
 */
struct realign {
	struct guc_view data;
	u64 total;
	unsigned int nr_breaks;
	size_t first_break;
	bool cut;
};

/**
 * struct realign_gap - the missing bytes, as offsets in the complete image
 * @from: offset of the first byte of the gap; the data before it are at their correct offset
 * @to: offset after the gap; the bytes of the image from @to to @total of &struct realign are the
 *	last bytes of the data. @to is @total if the offset of the data after the loss is not known.
 * @entries: number of event entries that are missing or incomplete
 */
struct realign_gap {
	u64 from;
	u64 to;
	u64 entries;
};

void realign_find(const struct realign *r, struct realign_gap *gap);
u64 realign_total(struct guc_view data);

void input_log_cut(struct input_log *log, size_t len);
void input_log_realign(struct input_log *log, const struct realign *r);

#endif
