/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The rows of data/guc_firmware.csv, learned from earlier logs: the ids and fields of events in
 * firmware versions other than the one that the dictionary (data/guc_events.csv) describes.
 */
#ifndef _LEARN_FIRMWARE_H_
#define _LEARN_FIRMWARE_H_

#include "events/learn/learn.h"

/**
 * struct firmware_row - the event of an id, in a range of firmware versions
 * @first: first version: major 23:16, minor 15:8, patch 7:0
 * @last: last version, in the same form
 * @device: PCI device id, 0 for any
 * @id: the id
 * @event: index of its event in the dictionary, LEARN_NONE in the row after the last one
 * @hits: number of checks that held
 * @checks: number of checks, in all logs from which the row was learned. A check compares a
 *	position or a value with the one that @event must have.
 * @logs: number of logs from which the row was learned
 * @evidence: GUC_EVIDENCE_* of the checks
 * @slot: for each field of @event, in the order of the dictionary: the bits of the arguments that
 *	contain the field
 */
struct firmware_row {
	u32 first;
	u32 last;
	u32 device;
	u32 id;
	u32 event;
	u32 hits;
	u32 checks;
	u32 logs;
	u8 evidence;
	struct learn_slot slot[GUC_EVENT_MAX_FIELDS];
};

extern const struct firmware_row firmware_table[];

bool firmware_has_rows(u32 version, u32 device);
int firmware_use(struct learned *learned, u32 version, u32 device);

#endif
