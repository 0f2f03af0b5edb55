/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Content: the complete bytes of one open debugfs file, for example an LFD file (a log in blocks,
 * see guc_lfd.h) or a text. They lie in one or more pieces of memory, which do not change while the
 * file is open.
 */
#ifndef _XGL_CONTENT_H_
#define _XGL_CONTENT_H_

#include <linux/types.h>

#include "guc_asic.h"
#include "guc_lfd.h"

struct guc_text;
struct xgl_facts;
struct xgl_snapshot;

/**
 * struct xgl_content - the complete bytes of a file
 * @size: number of bytes
 * @nr_segs: number of pieces
 * @seg: the pieces, in order. They point into @made and into the snapshot from which the
 *	content was made. The snapshot must exist as long as the content
 * @made: memory that was allocated for this content
 */
struct xgl_content {
	u64 size;
	unsigned int nr_segs;
	struct guc_seg seg[GUC_LFD_MAX_SEGS];
	void *made;
};

typedef void (*xgl_printer)(struct guc_text *text, const void *what);

int xgl_content_text(struct xgl_content *content, xgl_printer print,
		     const void *what);
int xgl_content_lfd(struct xgl_content *content, const struct xgl_snapshot *snap);
int xgl_content_raw(struct xgl_content *content, const struct xgl_snapshot *snap);
int xgl_content_state(struct xgl_content *content, const struct xgl_snapshot *snap);
int xgl_content_info(struct xgl_content *content, const struct xgl_facts *facts);
int xgl_content_asic(struct xgl_content *content, const struct xgl_facts *facts,
		     enum guc_asic_form form);
ssize_t xgl_content_read(const struct xgl_content *content, char __user *buf,
			 size_t len, loff_t *ppos);
void xgl_content_fini(struct xgl_content *content);

#endif
