/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Reads the facts of a device and all its GTs from a file.
 */
#ifndef _GUCLOG_READ_FACTS_OPEN_H_
#define _GUCLOG_READ_FACTS_OPEN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guclog_error;
struct guclog_facts_file;

/**
 * guclog_facts_open() - read a file with the facts of a device and all its GTs
 * @path: the kernel module's "info" file, or an LFD file, which has the facts in its comments; may
 *	be compressed. "-" is standard input.
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * Return: the facts, which the caller must free with guclog_facts_close(), or NULL on an error.
 */
const struct guclog_facts_file *guclog_facts_open(const char *path, struct guclog_error *error);

/**
 * guclog_facts_close() - free the facts of a file
 * @file: the file, may be NULL
 */
void guclog_facts_close(const struct guclog_facts_file *file);

#endif
