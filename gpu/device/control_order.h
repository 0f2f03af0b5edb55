/* SPDX-License-Identifier: GPL-2.0 */
/*
 * control_order.h -- the tables of control commands, and a control command that was split into
 * words. The names in the code call a control command an order.
 */
#ifndef GPU_CONTROL_ORDER_H
#define GPU_CONTROL_ORDER_H

#include "gpu.h"

#define ORDER_WORDS	8

/**
 * struct order - one control command (a line of text to the emulated GPU), split into words
 * @word:  the words
 * @words: number of words
 * @out:   buffer for the answer
 * @size:  size of @out in bytes
 */
struct order {
	char *word[ORDER_WORDS];
	int words;
	char *out;
	size_t size;
};

/**
 * struct order_row - one kind of control command
 * @name:  first word of the command
 * @usage: form of the command, for the error message
 * @act:   carries out the command; returns false if the command does not have the form @usage, or
 *         is not possible now
 */
struct order_row {
	const char *name, *usage;
	bool (*act)(struct gpu *gpu, struct order *o);
};

extern const struct order_row log_orders[];	/* control_log.c */
extern const u32 log_order_count;
extern const struct order_row gpu_orders[];	/* control_gpu.c */
extern const u32 gpu_order_count;

bool order_number(const char *s, u64 *v);
bool order_number_at(const struct order *o, int i, u64 other, u64 limit, u64 *v);
struct guc *order_guc(struct gpu *gpu, const struct order *o, int i);
int order_name(const struct order *o, int i, const char *const *names, u32 n);
int order_switch(const struct order *o, int i);

#endif
