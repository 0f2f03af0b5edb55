/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of "guclog contexts", which the page of "guclog report" also shows.
 */
#ifndef _LIFE_CELLS_H_
#define _LIFE_CELLS_H_

#include "events/analysed.h"

#define LIFE_CELLS	9

/**
 * struct life_cells - a row
 * @cell: the texts of its cells
 */
struct life_cells {
	char cell[LIFE_CELLS][160];
};

extern const char * const life_heads[LIFE_CELLS + 1];

bool life_cells_known(const struct guclog_survey *survey);
void life_cells(struct life_cells *c, const struct analysed_log *log,
		const struct guclog_life *life);

#endif
