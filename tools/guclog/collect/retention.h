/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Retention of incidents: which incidents of the store keep all their files, are reduced to their
 * metadata and summary, or are removed.
 */
#ifndef _RETENTION_H_
#define _RETENTION_H_

#include "store.h"

/**
 * struct retention_quota - limits of a store
 * @incidents: largest number of incidents that are kept, at least 1
 * @bytes: space that all incidents may take together, in bytes
 */
struct retention_quota {
	unsigned int incidents;
	u64 bytes;
};

u64 retention_make_room(struct store *store, const struct retention_quota *quota);
int retention_apply(struct store *store, const struct retention_quota *quota,
		    const char *newest);

#endif
