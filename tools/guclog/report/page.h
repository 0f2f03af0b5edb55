/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The page of guclog report: one HTML file that loads nothing from anywhere.
 */
#ifndef _PAGE_H_
#define _PAGE_H_

#include "report/columns.h"

struct json_object;

int page_write(FILE *to, struct json_object *data, const struct columns *logs,
	       unsigned int nr_logs);

#endif
