/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A snapshot: a copy of the log of a GT, with the facts (named values, see guc_facts.h) of
 * the same moment. The firmware cannot change the copy, so bytes that were checked once
 * need not be checked again.
 *
 * A log buffer begins with the state page, which has a state (size, pointers and so on) of each
 * region. The regions follow: the event ring, the crash dump and the state captures.
 */
#ifndef _XGL_SNAPSHOT_H_
#define _XGL_SNAPSHOT_H_

#include <linux/kref.h>

#include "guc_facts.h"
#include "guc_incident.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_view.h"
#include "xgl_source.h"

/* Maximum number of attempts to copy a log while the firmware writes to it. */
#define XGL_SNAPSHOT_TRIES	4
/* Number of bytes that are copied between two calls of xgl_source_relax(). */
#define XGL_SNAPSHOT_CHUNK	SZ_64K

/*
 * Which part of the log buffer is copied. With XGL_EXTENT_STATE, a suspended device is
 * not resumed, and the snapshot is as long as with XGL_EXTENT_NEEDED, but all its bytes
 * after the state page are 0. It is used to find the lengths of files.
 */
enum xgl_extent {
	XGL_EXTENT_NEEDED,	/* what an LFD file needs: state page, events and crash dump */
	XGL_EXTENT_ALL,		/* the whole buffer */
	XGL_EXTENT_STATE,	/* only the state page */
};

/**
 * struct xgl_snapshot - a copy of the log of a GT
 * @ref: reference count
 * @facts: facts of the device and the GT, merged
 * @log: parsed from @image
 * @image: the first bytes of the log buffer; parts that were not copied are 0
 * @room: number of bytes that are allocated for @image, at least its length
 * @notes: ``key=value`` lines about the copying itself, often empty
 */
struct xgl_snapshot {
	struct kref ref;
	struct guc_facts facts;
	struct guc_log log;
	struct guc_view image;
	size_t room;
	char notes[320];
};

struct xgl_snapshot *xgl_snapshot_take_with(struct xgl_source *src, unsigned int gt,
					    enum xgl_extent extent, enum xgl_resume resume);
struct xgl_snapshot *xgl_snapshot_take(struct xgl_source *src, unsigned int gt,
				       enum xgl_extent extent);
int xgl_snapshot_compare(struct xgl_snapshot *snap, const u8 *states, size_t len,
			 struct guc_incident_change *change);
struct xgl_snapshot *xgl_snapshot_get(struct xgl_snapshot *snap);
void xgl_snapshot_free(struct xgl_snapshot *snap);

static inline struct guc_lfd_source
xgl_snapshot_lfd_source(const struct xgl_snapshot *snap)
{
	return (struct guc_lfd_source){
		.log = &snap->log,
		.image = snap->image,
		.facts = &snap->facts,
		.notes = snap->notes[0] ? snap->notes : NULL,
	};
}

#endif
