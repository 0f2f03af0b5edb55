/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of "guclog decode --contexts", which the page of "guclog report" also shows.
 */
#ifndef _CONTEXT_CELLS_H_
#define _CONTEXT_CELLS_H_

#include "input/analysed.h"

#define CONTEXT_CELLS	9

/**
 * struct context_cells - a row
 * @cell: the texts of its cells
 */
struct context_cells {
	char cell[CONTEXT_CELLS][160];
};

extern const char * const context_heads[CONTEXT_CELLS + 1];

void context_cells(struct context_cells *c, const struct analysed_log *log,
		const struct guclog_context *context);

#endif
