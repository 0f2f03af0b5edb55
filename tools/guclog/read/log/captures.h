/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * State captures: registers that the GuC stored at engine resets.
 */
#ifndef _GUCLOG_READ_LOG_CAPTURES_H_
#define _GUCLOG_READ_LOG_CAPTURES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guclog_log;

/**
 * struct guclog_register - a register that the GuC has captured
 * @name: xe's name of the register, or the offset of the register as a hexadecimal number
 * @wide: the register has 64 bits, else 32
 * @value: value of the register
 * @steered: the register has several instances; @group and @instance select one
 * @group: group of a steered register
 * @instance: instance of a steered register
 */
struct guclog_register {
	char name[48];
	bool wide;
	uint64_t value;
	bool steered;
	uint8_t group;
	uint8_t instance;
};

/* The kinds of captures. */
enum guclog_capture_type {
	GUCLOG_CAPTURE_GLOBAL,
	GUCLOG_CAPTURE_CLASS,		/* registers of an engine class */
	GUCLOG_CAPTURE_INSTANCE		/* registers of one engine */
};

/**
 * struct guclog_capture - registers that the GuC has captured
 * @group: number of the group, from 0; the GuC made the captures of a group at the same time
 * @stale: the group of the capture is after the write pointer, so it is older than the other
 *	groups
 * @unread: the driver had not read the capture
 * @partial: the GuC could not capture all registers
 * @type: an enum guclog_capture_type; or another number, whose meaning is unknown
 * @type_name: name of @type, NULL if unknown
 * @engine_class: the GuC's number of the engine class
 * @class_name: name of the engine class, such as "ccs"; NULL if unknown
 * @instance: for an engine: its number in the class
 * @guc_id: for an engine: guc_id of the context on it, else GUCLOG_NONE
 * @lrca: for an engine: page of the context image (LRCA) of the context with @guc_id, else
 *	GUCLOG_NONE
 * @nr_captured: number of 32-bit registers; a register of 64 bits counts as two
 * @nr_regs: number of registers in @reg
 * @reg: the registers
 */
struct guclog_capture {
	unsigned int group;
	bool stale;
	bool unread;
	bool partial;
	uint32_t type;
	const char *type_name;
	uint32_t engine_class;
	const char *class_name;
	uint32_t instance;
	uint32_t guc_id;
	uint32_t lrca;
	unsigned int nr_captured;
	unsigned int nr_regs;
	const struct guclog_register *const *reg;
};

/**
 * struct guclog_captures - the state capture region of a log
 * @nr_groups: number of groups of captures
 * @skipped: total length, in bytes, of the dwords (32-bit words) of the region that are not 0 and
 *	do not belong to a group
 * @nr: number of captures
 * @capture: the captures, oldest first
 */
struct guclog_captures {
	unsigned int nr_groups;
	uint32_t skipped;
	unsigned int nr;
	const struct guclog_capture *const *capture;
};

/**
 * guclog_captures_open() - read the registers that the GuC has captured
 * @log: the log, which must remain valid
 * @error: set to 0 or a negative errno value; may be NULL
 *
 * Return: the captures, which the caller must free with guclog_captures_close(), or NULL on an
 * error: -ENOENT if the input does not have the state capture region, -EBADMSG if its size and its
 * write pointer contradict each other, or -ENOMEM.
 */
const struct guclog_captures *guclog_captures_open(const struct guclog_log *log, int *error);

/**
 * guclog_captures_close() - free captures
 * @captures: from guclog_captures_open(), may be NULL
 */
void guclog_captures_close(const struct guclog_captures *captures);

#endif
