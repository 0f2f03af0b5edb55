/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of "guclog info", which the page of "guclog report" also shows.
 */
#ifndef _INFO_ROWS_H_
#define _INFO_ROWS_H_

#include "events/summary.h"

/**
 * typedef info_row - takes a row
 * @to: see info_rows()
 * @name: of the row, empty when it continues the row before
 * @text: the text
 */
typedef void (*info_row)(void *to, const char *name, const char *text);

void info_rows(const struct summary *sum, info_row row, void *to);

#endif
