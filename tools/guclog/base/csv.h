/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Properties of texts in CSV files. */
#ifndef _CSV_H_
#define _CSV_H_

#include <stdbool.h>
#include <string.h>

/*
 * Return: whether a spreadsheet takes a text as a formula, which could send the table to somebody.
 * An apostrophe before the text prevents this.
 */
static inline bool csv_is_formula(const char *text)
{
	return *text && strchr("=+-@\t\r", *text);
}

#endif
