/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dialect_map.h -- gives the log's events the form of another firmware.
 *
 * A seed selects other ids of the events, other places of the fields in their arguments, and
 * another frequency of the log's clock. The changes are written to a file, so that a program that
 * learns the form of unknown firmware can be tested with it. The unchanged form (dialect.h) is the
 * base dialect. Foreign events are added events with ids that the base dialect does not have.
 */
#ifndef GPU_DIALECT_MAP_H
#define GPU_DIALECT_MAP_H

#include "types.h"

#define DIALECT_FIELDS	4	/* largest number of fields of an event */
#define DIALECT_KINDS	38	/* kinds of events in the base dialect */
#define DIALECT_FOREIGN	128	/* largest number of ids of foreign events */
#define BASE_KHZ	19200u	/* clock in kHz of the device, and of the log in the base dialect */

/**
 * struct dialect_place - the place of a field in the arguments of an event
 * @arg: argument, 0 or 1
 * @low: lowest bit
 */
struct dialect_place {
	u8 arg, low;
};

/**
 * struct dialect_map - how the events of the base dialect are changed
 * @on:       the events are changed
 * @seed:     seed of the random choices of ids, places and clock
 * @khz:      frequency of the log's clock in kHz
 * @kind:     for each kind: its ids (the second id is 0 if the kind has only one) and the places of
 *            its fields
 * @foreigns: number of ids in @foreign
 * @foreign:  ids of foreign events, which are not of a kind of the base dialect
 * @written:  events so far; selects one of the two ids of a kind
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
