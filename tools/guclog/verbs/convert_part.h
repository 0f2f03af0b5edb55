/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes a part of a log unchanged, for "guclog convert --to PART".
 */
#ifndef _CONVERT_PART_H_
#define _CONVERT_PART_H_

struct guclog_log;
struct output;

/**
 * enum convert_part - a part of a log
 * @CONVERT_CRASH: crash dump of the firmware
 * @CONVERT_EVENTS: events of the ring, oldest first
 * @CONVERT_BEFORE_LOAD: events from before the firmware was loaded again
 * @CONVERT_PAGE: state page, the first page of the log buffer
 * @CONVERT_CAPTURE: state capture region
 * @CONVERT_SCHEMA: binary event schema of an LFD file
 * @CONVERT_VERSION: version of the firmware, as text
 */
enum convert_part {
	CONVERT_CRASH,
	CONVERT_EVENTS,
	CONVERT_BEFORE_LOAD,
	CONVERT_PAGE,
	CONVERT_CAPTURE,
	CONVERT_SCHEMA,
	CONVERT_VERSION,
};

int convert_part(const struct guclog_log *log, enum convert_part part, const struct output *out);

#endif
