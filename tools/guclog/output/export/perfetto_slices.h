/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tracks of a Perfetto trace for engines, contexts and resets.
 */
#ifndef _GUCLOG_PERFETTO_SLICES_H_
#define _GUCLOG_PERFETTO_SLICES_H_

#include "output/export/perfetto_track.h"

int perfetto_slices(const struct perfetto_track *track, const struct guclog_events *t, s64 zero);

#endif
