/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The lines of a kernel log about xe and i915, and their incidents.
 */
#ifndef _GUCLOG_MESSAGES_LINES_H_
#define _GUCLOG_MESSAGES_LINES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/records.h"

/**
 * guclog_kernel_event_name() - get the name of the event that a line reports
 * @event: the event
 *
 * Return: a constant string such as "engine reset", or NULL if it is unknown.
 */
const char *guclog_kernel_event_name(enum guclog_kernel_event event);

/**
 * guclog_message_class_name() - get the name of what a message is about
 * @about: the class
 *
 * Return: a constant string such as "memory fault", or NULL if it is unknown.
 */
const char *guclog_message_class_name(enum guclog_message_class about);

/**
 * struct guclog_kernel_incident - lines of a kernel log that have one cause
 * @device: PCI address of the GPU; empty if unknown
 * @about: what the gravest line is about
 * @weight: how grave it is, see struct guclog_kernel_line; also grave is a GT reset that began and
 *	did not end
 * @cause: the first line, apart from notes and requests for a reset
 * @worst: the gravest line, of several the first
 * @nr_lines: number of lines
 * @line: the lines, in the order of the kernel log
 * @open_reset: the line with which a GT reset began whose end is not in the kernel log; NULL if
 *	there is none
 * @dump: whether the incident has a devcoredump that still exists
 * @dump_line: the line that reports the devcoredump; NULL if there is none
 * @dump_of: if the incident has no devcoredump because there was one already: number of its
 *	incident; else GUCLOG_NONE
 */
struct guclog_kernel_incident {
	char device[16];
	enum guclog_message_class about;
	unsigned int weight;
	const struct guclog_kernel_line *cause;
	const struct guclog_kernel_line *worst;
	unsigned int nr_lines;
	const struct guclog_kernel_line *const *line;
	const struct guclog_kernel_line *open_reset;
	enum guclog_kernel_dump dump;
	const struct guclog_kernel_line *dump_line;
	uint32_t dump_of;
};

/**
 * struct guclog_kernel_log - a kernel log
 * @name: name of the kernel log
 * @nr_lines: number of lines
 * @line: the lines about hangs and other trouble of the drivers, in the order of the kernel log
 * @nr_incidents: number of incidents
 * @incident: the incidents, in the order of the kernel log
 * @nr_unread: number of lines of the drivers that are not in @line because their texts are not
 *	known, and the drivers do not mark them as errors
 * @nr_harmless: number of lines of the drivers that are known not to be about a hang
 * @kernel: release of the kernel, from its first line after boot; NULL if unknown
 * @nr_filtered: number of page faults of which only the empty first line is there, because the text
 *	was filtered
 * @unread: the first of the lines that @nr_unread counts, NULL if there is none
 */
struct guclog_kernel_log {
	const char *name;
	unsigned int nr_lines;
	const struct guclog_kernel_line *const *line;
	unsigned int nr_incidents;
	const struct guclog_kernel_incident *const *incident;
	uint64_t nr_unread;
	uint64_t nr_harmless;
	const char *kernel;
	uint64_t nr_filtered;
	const char *unread;
};

/**
 * guclog_kernel_log_open() - read a kernel log
 * @name: name of the kernel log, for messages
 * @data: the text of dmesg or journalctl, or their JSON; not needed after the call
 * @len: bytes at @data
 * @error: set to 0 or a negative errno value: -ENOMSG if @data is not a kernel log; may be NULL
 *
 * Return: the kernel log, which the caller must free with guclog_kernel_log_free(), or NULL on an
 * error.
 */
const struct guclog_kernel_log *guclog_kernel_log_open(const char *name, const void *data,
						       size_t len, int *error);

/**
 * guclog_kernel_log_free() - free a kernel log
 * @log: from guclog_kernel_log_open(), may be NULL
 */
void guclog_kernel_log_free(const struct guclog_kernel_log *log);

#endif
