/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comparison of two logs.
 */
#ifndef _DIFF_H_
#define _DIFF_H_

#include "util/log_view.h"

/* So many are stored unless all are wanted. */
#define DIFF_MAX_BLOCKS		64
#define DIFF_MAX_HUNKS		10

/* The groups of values. */
enum diff_group {
	DIFF_FACTS,
	DIFF_LIC,
	DIFF_RING,
	DIFF_GROUPS
};

/**
 * struct diff_value - a value that differs
 * @group: its group
 * @key: its name
 * @a: value in A, NULL if unknown
 * @b: value in B, NULL if unknown
 */
struct diff_value {
	enum diff_group group;
	const char *key;
	char *a;
	char *b;
};

/**
 * struct diff_block - a block that differs
 * @type: its type
 * @nth: which one of its type, from 0
 * @in_a: A has it
 * @in_b: B has it
 * @a: its bytes in A
 * @b: its bytes in B
 * @first: offset of the first byte that differs, when both have it
 */
struct diff_block {
	u32 type;
	unsigned int nth;
	bool in_a;
	bool in_b;
	u64 a;
	u64 b;
	u64 first;
};

/**
 * struct diff_hunk - a place where the events differ
 * @a: index in A of the first event that is not in B
 * @nr_a: number of consecutive ones
 * @b: index in B of the first event that is not in A
 * @nr_b: number of consecutive ones
 */
struct diff_hunk {
	u64 a;
	u64 nr_a;
	u64 b;
	u64 nr_b;
};

/**
 * struct diff_events - comparison of the events
 * @known: the version of the entries is known in both; if not, all other members are 0
 * @only_a: events that only A has
 * @only_b: events that only B has
 * @common: events that both have
 * @older: events before the common part
 * @newer: events behind the common part
 * @nr_hunks: number of places in between
 * @nr_stored: number of those that are stored
 * @hunk: these, the first ones
 */
struct diff_events {
	bool known;
	u64 only_a;
	u64 only_b;
	u64 common;
	struct diff_hunk older;
	struct diff_hunk newer;
	u64 nr_hunks;
	u64 nr_stored;
	struct diff_hunk *hunk;
};

/**
 * struct diff - comparison of two logs
 * @all: store every difference
 * @nr_values: number of values that differ
 * @value: these values
 * @nr_blocks: number of blocks that differ
 * @nr_stored: number of those that are stored
 * @block: these, the first ones
 * @events: of the ring, without those from before the load
 */
struct diff {
	bool all;
	unsigned int nr_values;
	struct diff_value *value;
	u64 nr_blocks;
	u64 nr_stored;
	struct diff_block *block;
	struct diff_events events;
};

void diff_make(struct diff *diff, const struct log_view *a,
	       const struct log_view *b, bool all);
bool diff_is_same(const struct diff *diff);
void diff_free(struct diff *diff);
const char *diff_group_name(enum diff_group group);

/* Its parts. */
void diff_events(struct diff *diff, const struct log_view *a,
		 const struct log_view *b);
void diff_blocks(struct diff *diff, const struct log_view *a,
		 const struct log_view *b);

#endif
