/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The dictionary: the known names of event ids, with their evidence.
 */
#ifndef _GUCLOG_MODEL_DICTIONARY_H_
#define _GUCLOG_MODEL_DICTIONARY_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum number of fields of an event in the dictionary (the table of the event names). */
#define GUCLOG_ROW_FIELDS	4

/**
 * struct guclog_row_field - a field of an event's arguments
 * @name: name of the field
 * @arg: number of the argument that contains the field, 0 or 1
 * @low: lowest bit of the field
 * @bits: width of the field in bits; 0 in a &struct guclog_learned_row if it was not found
 * @guess: the meaning of the field is a guess
 */
struct guclog_row_field {
	const char *name;
	uint8_t arg;
	uint8_t low;
	uint8_t bits;
	bool guess;
};

/**
 * struct guclog_row - an event in the dictionary (the table of the event names)
 * @name: name of the event
 * @meaning: a short description of the event
 * @id: id of the event
 * @hits: number of checks of the strongest evidence for the name that passed
 * @checks: number of checks of this evidence
 * @evidence: classes of the evidence for the name, a bitwise OR of: 1 (class A): an argument
 *	equals a constant of a public header; 2 (B): an argument equals another value of the same
 *	dump; 4 (C): the events have a regular order or regular numbers; 8 (D): the name is a
 *	guess
 * @nr_fields: number of fields
 * @field: the fields
 * @guess: the name is a guess
 */
struct guclog_row {
	const char *name;
	const char *meaning;
	uint32_t id;
	uint32_t hits;
	uint32_t checks;
	uint32_t evidence;
	uint32_t nr_fields;
	struct guclog_row_field field[GUCLOG_ROW_FIELDS];
	bool guess;
};

/**
 * guclog_dictionary_row() - get a row of the dictionary
 * @i: number of the row, from 0; also its bit in @words of &struct guclog_survey
 * @row: filled with the row
 *
 * Return: 0, or -ENOENT after the last row.
 */
int guclog_dictionary_row(unsigned int i, struct guclog_row *row);

/**
 * guclog_dictionary_find() - find the row of an event id
 * @id: the id
 * @row: filled if the id is in the dictionary; may be NULL
 *
 * Return: the number of the row, or -ENOENT.
 */
int guclog_dictionary_find(uint32_t id, struct guclog_row *row);

/**
 * guclog_dictionary_firmware() - get a firmware version whose logs were used to make the dictionary
 * @i: number of the version, from 0
 *
 * Return: the version: major 23:16, minor 15:8, patch 7:0; 0 after the last version.
 */
uint32_t guclog_dictionary_firmware(unsigned int i);

/**
 * struct guclog_firmware_basis - the evidence for event names of firmware not in the dictionary
 * @first: first version to which the evidence applies: major 23:16, minor 15:8, patch 7:0
 * @last: last version to which the evidence applies
 * @device: PCI device id, 0 for any device
 * @events: number of events of the dictionary whose id in this firmware is known
 * @moved: number of those @events with an id or fields that differ from the dictionary
 * @logs: for the event that was found in the most logs: the number of these logs
 * @hits: number of passed checks of event names, for all events together
 * @checks: number of checks of event names, for all events together
 */
struct guclog_firmware_basis {
	uint32_t first;
	uint32_t last;
	uint32_t device;
	uint32_t events;
	uint32_t moved;
	uint32_t logs;
	uint64_t hits;
	uint64_t checks;
};

/**
 * guclog_dictionary_basis() - get the evidence for event names of firmware not in the dictionary
 * @i: number of the firmware's entry, from 0
 * @basis: filled with the evidence
 *
 * The logs of this firmware were not used to make the dictionary. If a firmware version has no
 * entry here, and guclog_dictionary_firmware() does not return the version either, the names are
 * learned from each log.
 *
 * Return: 0, or -ENOENT after the last entry.
 */
int guclog_dictionary_basis(unsigned int i, struct guclog_firmware_basis *basis);

#endif
