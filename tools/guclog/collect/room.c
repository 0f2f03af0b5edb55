// SPDX-License-Identifier: GPL-2.0-only
#include "room.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"

/* An incident may take this part of the largest size of the store, but always SHARE_MIN bytes. */
#define SHARE_PART	8
#define SHARE_MIN	(4ull << 20)
/* Large files leave this part of the file system free, but at most RESERVE_MAX bytes. */
#define RESERVE_PART	20
#define RESERVE_MAX	(1024ull * 1024 * 1024)
/* Of these, this many bytes are meant for the small files of an incident. */
#define SMALL_FILES	(1024ull * 1024)

/**
 * room_share() - get the largest space that one incident may take
 * @quota: limits of the store
 *
 * Return: the space in bytes.
 */
u64 room_share(const struct retention_quota *quota)
{
	return max_t(u64, quota->bytes / SHARE_PART, SHARE_MIN);
}

/* Get the free space of the disk, and the part of it that large files leave free, in bytes. */
static int read_disk(const struct store *store, u64 *avail, u64 *reserve)
{
	struct statvfs st;

	if (fstatvfs(store->dir, &st))
		return -1;
	*avail = (u64)st.f_bavail * st.f_frsize;
	*reserve = min_t(u64, (u64)st.f_blocks * st.f_frsize / RESERVE_PART, RESERVE_MAX);
	return 0;
}

/**
 * room_disk_is_full() - find out whether a large file would not be stored now
 * @store: the incident store, from store_open()
 *
 * Context: process context.
 * Return: whether the free space of the disk is less than what large files leave free.
 */
bool room_disk_is_full(const struct store *store)
{
	u64 avail, reserve;

	return !read_disk(store, &avail, &reserve) && avail < reserve;
}

/**
 * room_make() - remove one older incident, if the rules of the store allow it
 * @room: the space of the incident
 *
 * Context: process context. errno is preserved.
 * Return: whether one was removed.
 */
bool room_make(struct room *room)
{
	int saved = errno;
	u64 bytes = retention_make_room(room->store, room->quota);

	errno = saved;
	room->freed += bytes;
	return bytes;
}

/**
 * room_for() - find out whether a large file may have more bytes
 * @room: the space of the incident
 * @bytes: number of bytes
 *
 * When the disk is nearly full, older incidents are removed if the rules of the store allow it, but
 * no more of them than the new incident needs.
 *
 * Context: process context.
 * Return: ROOM_WHOLE, or the reason why the file has to be cut.
 */
enum room_cut room_for(struct room *room, u64 bytes)
{
	u64 avail, reserve, small = min_t(u64, SMALL_FILES, room_share(room->quota) / 4);

	if (room->used + bytes + small > room_share(room->quota))
		return ROOM_SHARE;
	while (!read_disk(room->store, &avail, &reserve) && avail < reserve + bytes) {
		if (room->freed >= room->used + bytes && avail > bytes)
			return ROOM_WHOLE;
		if (!room_make(room))
			return ROOM_DISK;
	}
	return ROOM_WHOLE;
}

/**
 * room_write() - write bytes of an incident to a file
 * @room: the space of the incident, NULL for a file that is not in the store
 * @fd: descriptor of the file
 * @data: the bytes
 * @len: number of bytes
 *
 * When the disk is full, older incidents are removed if the rules of the store allow it.
 *
 * Context: process context.
 * Return: 0 when all bytes are written, else -1 with errno set: EFBIG if they exceed the share of
 * the incident.
 */
int room_write(struct room *room, int fd, const void *data, size_t len)
{
	const u8 *p = data;
	ssize_t n;

	if (!room)
		return file_write_all(fd, data, len);
	if (room->used + len > room_share(room->quota)) {
		errno = EFBIG;
		return -1;
	}
	while (len) {
		n = write(fd, p, len);
		if (n < 0 && (errno == EINTR ||
			      ((errno == ENOSPC || errno == EDQUOT) && room_make(room))))
			continue;
		if (n < 0)
			return -1;
		room->used += (u64)n;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}
