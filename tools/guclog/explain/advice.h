/* SPDX-License-Identifier: GPL-2.0-only */
/* Advice: what the user can do next about what was found. */
#ifndef _EXPLAIN_ADVICE_H_
#define _EXPLAIN_ADVICE_H_

#include "explain/explanation.h"

/**
 * struct newest_firmware - a row of data/guc_newest.csv
 * @platform: name of the platform in xe
 * @number: the version: major 23:16, minor 15:8, patch 7:0
 * @version: the same as text
 * @file: the file of linux-firmware
 */
struct newest_firmware {
	const char *platform;
	u32 number;
	const char *version;
	const char *file;
};

extern const struct newest_firmware newest_firmware[];
extern const unsigned int newest_firmware_nr;

bool log_is_of_i915(const struct guclog_log *log);
const char *log_ring_option(const struct guclog_log *log);

#endif
