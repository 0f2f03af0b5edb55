/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The GuC's state captures of a log as a list, for output.
 */
#ifndef _CAPTURE_LIST_H_
#define _CAPTURE_LIST_H_

#include "guc_capture.h"

struct guclog_log;

/**
 * struct capture_item - a capture and its group
 * @group_index: number of the group, the oldest is 0
 * @group: the group
 * @capture: the capture
 */
struct capture_item {
	unsigned int group_index;
	struct guc_capture_group group;
	struct guc_capture capture;
};

/**
 * struct capture_list - the captures of one log
 * @region: where they are
 * @nr_groups: groups
 * @skipped: bytes of the region that are not 0 and no part of a group
 * @nr: captures
 * @item: the items, oldest first
 */
struct capture_list {
	struct guc_capture_region region;
	unsigned int nr_groups;
	u32 skipped;
	unsigned int nr;
	struct capture_item *item;
};

/**
 * struct capture_value - a register's value, of 64 bits where xe prints so many
 * @name: as xe prints it, or the offset as a hexadecimal number
 * @wide: 64 bits
 * @value: the value
 * @steered: there are several of it
 * @group: of a steered one
 * @instance: of a steered one
 */
struct capture_value {
	char name[48];
	bool wide;
	u64 value;
	bool steered;
	u8 group;
	u8 instance;
};

int capture_list_make(struct capture_list *list, const struct guclog_log *log);
void capture_list_free(struct capture_list *list);
bool capture_value_next(const struct capture_list *list,
			const struct guc_capture *capture, unsigned int *index,
			struct capture_value *value);

#endif
