/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The space that one incident may take. A program that uses a GPU chooses how large the dump of its
 * hang is, so an incident gets a share of the store, and leaves some of the disk free.
 */
#ifndef _ROOM_H_
#define _ROOM_H_

#include "retention.h"

/**
 * struct room - the space of one incident
 * @store: the incident store, opened for a change
 * @quota: limits of the store
 * @used: bytes that the incident has written
 * @freed: bytes of older incidents that were removed to make room for this one
 */
struct room {
	struct store *store;
	const struct retention_quota *quota;
	u64 used;
	u64 freed;
};

/* Whether and why only the first part of a file is stored. */
enum room_cut {
	ROOM_WHOLE,	/* it is not cut */
	ROOM_SHARE,	/* the incident has used its share of the store */
	ROOM_DISK,	/* the disk is full, or nearly full */
};

u64 room_share(const struct retention_quota *quota);
bool room_make(struct room *room);
enum room_cut room_for(struct room *room, u64 bytes);
int room_write(struct room *room, int fd, const void *data, size_t len);
bool room_disk_is_full(const struct store *store);

#endif
