/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracks of a Perfetto trace for engines, contexts and resets.
 */
#ifndef _EXPORT_SLICES_H_
#define _EXPORT_SLICES_H_

#include "events/export_track.h"

void export_slices(const struct export_track *track, const struct guclog_events *t,
		   s64 zero);

#endif
