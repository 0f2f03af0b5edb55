/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints a timeline (events and lines of several inputs, sorted by time) as text.
 */
#ifndef _TIMELINE_TEXT_H_
#define _TIMELINE_TEXT_H_

#include "base/base.h"
#include "timeline/items.h"

struct print;
struct schema;

void timeline_print(const struct guclog_timeline *t, const struct guclog_item * const *item,
		    size_t nr, struct print *p, const struct schema *names);

#endif
