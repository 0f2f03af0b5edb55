/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads facts about the device, the GT and the firmware from the lines of a dump, such as
 * "PCI revision: 0x04".
 */
#ifndef _HEADLINE_H_
#define _HEADLINE_H_

#include "guc_facts.h"
#include "guc_view.h"

#define HEADLINE_MAX_GTS	16

/**
 * struct headline_gt - facts of a GT in the head of a devcoredump
 * @id: number of the GT
 * @facts: facts of the GT
 * @ip: IP version of the GT, for the device's facts
 * @step: revision of the IP
 */
struct headline_gt {
	u32 id;
	struct guc_facts facts;
	u32 ip;
	u32 step;
};

/**
 * struct headlines - facts from the lines that have been read so far
 * @device: facts of the device
 * @gt: facts of the GT of the next log
 * @nr_gts: number of GTs in @gts
 * @gts: GTs in the head of a devcoredump
 * @in_gts: the next line may belong to the last GT in the list of GTs
 * @has_snapshot: @snapshot_ns is known
 * @has_uptime: @uptime_ns is known
 * @snapshot_ns: CLOCK_REALTIME when the dump was made, ns
 * @uptime_ns: CLOCK_BOOTTIME when the dump was made, ns
 * @is_error_state: the lines are from an i915 error state
 * @in_guc_firmware: the next line "version: " of an i915 error state is about the GuC's firmware
 * @has_length: @length is known
 * @length: value of [LOG].length, bytes
 */
struct headlines {
	struct guc_facts device;
	struct guc_facts gt;
	unsigned int nr_gts;
	struct headline_gt gts[HEADLINE_MAX_GTS];
	bool in_gts;
	bool has_snapshot;
	bool has_uptime;
	u64 snapshot_ns;
	u64 uptime_ns;
	bool is_error_state;
	bool in_guc_firmware;
	bool has_length;
	u64 length;
};

void headline_read(struct headlines *h, struct guc_view line);
void headline_facts(const struct headlines *h, struct guc_facts *facts);
void headline_add_late(const struct headlines *h, struct guc_facts *facts);
void headline_next_log(struct headlines *h);

#endif
