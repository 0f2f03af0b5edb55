/* SPDX-License-Identifier: GPL-2.0-only */
/* What was at the address of a page fault. */
#ifndef _EXPLAIN_FAULT_ADDRESS_H_
#define _EXPLAIN_FAULT_ADDRESS_H_

#include "explain/explanation.h"

/**
 * struct gpu_heap - a row of data/gpu_heaps.csv
 * @client: the user space driver; "any" if the row is about all of them
 * @name: name of the heap
 * @contents: what is in it
 * @first: its first address
 * @end: the first address after it
 */
struct gpu_heap {
	const char *client;
	const char *name;
	const char *contents;
	u64 first;
	u64 end;
};

/* The rows, those of a client sorted by their addresses. */
extern const struct gpu_heap gpu_heaps[];
extern const unsigned int gpu_heaps_nr;

u64 fault_address_plain(u64 address);
bool fault_address_is_semaphore(u64 address);
void fault_address_heaps(struct explanation *x, u64 address);
void fault_address_dump(struct explanation *x, u64 address);
void fault_trace_say(struct explanation *x, u32 guc_id, u32 asid, u64 address);
void fault_address_grid(struct explanation *x, u64 *address, unsigned int nr);

#endif
