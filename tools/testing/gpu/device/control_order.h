/* SPDX-License-Identifier: GPL-2.0 */
/* control_order.h -- an order that was split into words, and the tables of orders. */
#ifndef GPU_CONTROL_ORDER_H
#define GPU_CONTROL_ORDER_H

#include "gpu.h"

#define ORDER_WORDS	8

/**
 * struct order - one order (a text command to the emulated GPU), split into words
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
 * struct order_row - one kind of order
 * @name:  first word of the order
 * @usage: form of the order, for the error message
 * @act:   carries out the order; returns false if the order does not have the form @usage, or is
 *         not possible now
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
