/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dialect_map.h -- another firmware's form of the same events.
 *
 * A seed gives the events other ids, puts the fields of their arguments elsewhere and gives the
 * log another clock. The changes are written to a file, with which the result of a program that
 * learns the form from the log can be compared.
 */
#ifndef GPU_DIALECT_MAP_H
#define GPU_DIALECT_MAP_H

#include "types.h"

#define DIALECT_FIELDS	4	/* of an event */
#define DIALECT_KINDS	34	/* of events */
#define DIALECT_FOREIGN	128	/* number of kinds of event */
#define BASE_KHZ	19200u	/* clock of the device, and of the log without a dialect */

/**
 * struct dialect_place - the place of a field
 * @arg: argument, 0 or 1
 * @low: lowest bit
 */
struct dialect_place {
	u8 arg, low;
};

/**
 * struct dialect_map - how the events of the base dialect are changed
 * @on:       they are changed
 * @seed:     the seed that determines all members
 * @khz:      clock of the log
 * @kind:     for each kind: its ids (the second one is 0 if it has only one) and the places of its
 *            fields
 * @foreigns: number of foreign ids
 * @foreign:  these ids
 * @written:  events so far, which makes the choice between two ids
 * @due:      foreign events that are due, in units of 1 / DIALECT_KINDS
 * @count:    foreign events so far
 */
struct dialect_map {
	bool on;
	u64 seed;
	u32 khz;
	struct {
		u16 id[2];
		struct dialect_place place[DIALECT_FIELDS];
	} kind[DIALECT_KINDS];
	u32 foreigns;
	u16 foreign[DIALECT_FOREIGN];
	u32 written, due, count;
};

void dialect_map_init(struct dialect_map *map);
bool dialect_map_set(struct dialect_map *map, const char *text);
u64 dialect_map_ticks(const struct dialect_map *map, u64 ticks);
void dialect_map_entry(struct dialect_map *map, u32 *entry);
bool dialect_map_foreign(struct dialect_map *map, u32 *entry);
int dialect_map_write(const struct dialect_map *map, const char *path);

#endif
