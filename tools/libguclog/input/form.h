/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The forms of input that guclog knows.
 */
#ifndef _FORM_H_
#define _FORM_H_

#include "guc_view.h"

/**
 * enum form - form of an input, or of one log in it
 * @FORM_UNKNOWN: bytes that do not look like anything below
 * @FORM_IMAGE: raw image of the log buffer
 * @FORM_LFD: LFD file
 * @FORM_ASIC: ASIC info without a container
 * @FORM_RDF: RDF file
 * @FORM_DEVCOREDUMP: Xe devcoredump text
 * @FORM_DEBUGFS: debugfs guc_log with a header
 * @FORM_DEBUGFS_OLD: debugfs guc_log of Linux 6.12 ("Log data:")
 * @FORM_DMESG_CAPTURE: "Capture N.M:" lines of the kernel log
 * @FORM_HEXDUMP: i915 guc_log_dump
 * @FORM_RELAY: i915 guc_log_relay
 * @FORM_ERROR_STATE: i915 error state, /sys/class/drm/card0/error
 * @FORM_DIRECTORY: directory with several of these
 * @FORM_COUNT: number of forms
 */
enum form {
	FORM_UNKNOWN,
	FORM_IMAGE,
	FORM_LFD,
	FORM_ASIC,
	FORM_RDF,
	FORM_DEVCOREDUMP,
	FORM_DEBUGFS,
	FORM_DEBUGFS_OLD,
	FORM_DMESG_CAPTURE,
	FORM_HEXDUMP,
	FORM_RELAY,
	FORM_ERROR_STATE,
	FORM_DIRECTORY,
	FORM_COUNT
};

enum form form_detect(struct guc_view input);
const char *form_name(enum form form);
const char *form_label(enum form form);
const char *form_foreign(struct guc_view input);
const char *form_sniff(struct guc_view input);
enum form form_by_option(const char *option);
bool form_is_i915(enum form form);

#endif
