/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The forms of an input, and of a log in it.
 */
#ifndef _GUCLOG_READ_FORMS_H_
#define _GUCLOG_READ_FORMS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The forms of an input, or of one log in it. */
enum guclog_form {
	GUCLOG_FORM_UNKNOWN,		/* bytes that match none of the forms below */
	GUCLOG_FORM_IMAGE,		/* raw image of the log buffer */
	GUCLOG_FORM_LFD,		/* LFD file (log format descriptors) */
	GUCLOG_FORM_ASIC,		/* ASIC info (GPU properties) that is not in an RDF file */
	GUCLOG_FORM_RDF,		/* RDF file: AMD's container for traces and ASIC info */
	GUCLOG_FORM_DEVCOREDUMP,	/* Xe devcoredump */
	GUCLOG_FORM_DEBUGFS,		/* debugfs guc_log of xe */
	GUCLOG_FORM_DEBUGFS_OLD,	/* debugfs guc_log of xe in Linux 6.12 */
	GUCLOG_FORM_DMESG_CAPTURE,	/* "Capture N.M:" lines of the kernel log */
	GUCLOG_FORM_HEXDUMP,		/* guc_log_dump of i915 */
	GUCLOG_FORM_RELAY,		/* guc_log_relay of i915 */
	GUCLOG_FORM_ERROR_STATE,	/* error state of i915 */
	GUCLOG_FORM_DIRECTORY		/* directory with files of the forms above */
};

/**
 * guclog_form_detect() - detect the binary form of an input from its content
 * @data: the input, or at least its first 4096 bytes
 * @len: bytes at @data
 *
 * ASIC info has no magic number. An input that matches no other form is ASIC info if @len is the
 * length of one of the versions of ASIC info.
 *
 * Return: GUCLOG_FORM_LFD, GUCLOG_FORM_RDF, GUCLOG_FORM_IMAGE, GUCLOG_FORM_ASIC or
 * GUCLOG_FORM_UNKNOWN.
 */
enum guclog_form guclog_form_detect(const void *data, size_t len);

/**
 * guclog_form_label() - get the name of a form
 * @form: the form
 *
 * Return: a constant string such as "LFD file".
 */
const char *guclog_form_label(enum guclog_form form);

/**
 * guclog_form_phrase() - get the name of a form with its article
 * @form: the form
 *
 * Return: a constant string such as "an LFD file".
 */
const char *guclog_form_phrase(enum guclog_form form);

#endif
