// SPDX-License-Identifier: GPL-2.0-only
#include "record/track.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/clock.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/clean.h"
#include "base/fixedbuf.h"

#define NAME_MAX_LEN	256
/*
 * Largest number of bytes of comments that are kept in memory until their block of events arrives.
 * The module writes at most two comments of less than 1 KiB before a block.
 */
#define BEFORE_MAX	65536

static struct guclog_bytes view_of(const struct stream_bytes *bytes)
{
	return (struct guclog_bytes){ bytes->data, bytes->len };
}

static void file_name(const struct track *t, u64 nr, char *name)
{
	snprintf(name, NAME_MAX_LEN, "%.*s.%04llu.lfd", TRACK_LABEL_MAX, t->label,
		 (unsigned long long)nr);
}

static int fail(const struct track *t)
{
	char name[NAME_MAX_LEN];

	file_name(t, t->count.files, name);
	msg_fail(name, "%s", strerror(errno));
	return -1;
}

/*
 * Return: whether @bytes more bytes may be written to the files of all tracks after @freed bytes of
 * old files are removed. If not, the recording is full: nothing more is written.
 */
static bool has_room(const struct track *t, u64 bytes, u64 freed)
{
	struct track_limits *l = t->limits;

	l->full |= l->max_bytes && l->kept_bytes - freed + bytes > l->max_bytes;
	return !l->full;
}

/*
 * Write bytes to the current file of a track, unless the recording is full. If they cannot be
 * written completely, cut the file after its last complete block, so that it is a valid LFD file.
 */
static int put(struct track *t, struct guclog_bytes bytes)
{
	int saved;

	if (!bytes.len || !has_room(t, bytes.len, 0))
		return 0;
	if (file_write_all(t->fd, bytes.data, bytes.len)) {
		saved = errno;
		if (ftruncate(t->fd, (off_t)t->file_bytes))
			saved = errno;
		lseek(t->fd, (off_t)t->file_bytes, SEEK_SET);
		errno = saved;
		return fail(t);
	}
	t->file_bytes += bytes.len;
	t->count.bytes += bytes.len;
	t->limits->kept_bytes += bytes.len;
	return 0;
}

/*
 * Add a host comment block with the number of the file that is begun, and the number of events
 * before this file, including lost events.
 */
static void add_part(struct stream_bytes *to, const struct track *t)
{
	char lines[160];

	snprintf(lines, sizeof(lines),
		 "recorder=guclog " CMD_VERSION "\nrecord_part=%llu\nrecord_events_before=%llu\n",
		 t->count.files + 1, t->count.events + t->count.lost);
	stream_bytes_comment(to, lines);
}

static void print_anchor(struct fixedbuf *text, const struct track *t)
{
	struct guclog_bytes rest = view_of(&t->anchor);
	struct guclog_comment_line line;
	struct guclog_comment anchor;

	guclog_comment_read(rest, &anchor);

	while (guclog_comment_next(&rest, &line))
		if (!text_is(line.key, "anchor_age_ns"))
			fixedbuf_add(text, "%.*s\n", (int)line.text.len,
				     (const char *)line.text.data);
	fixedbuf_add(text, "anchor_age_ns=%llu\n",
		     (u64)anchor.anchor_age_ns + (u64)(clock_ns(CLOCK_BOOTTIME) - t->anchor_ns));
}

/*
 * Close the current file. It is not flushed to the disk, because that can take longer than the
 * firmware needs to fill its event ring, so events would be lost.
 */
static int close_file(struct track *t)
{
	int ret = 0;

	if (t->fd >= 0 && close(t->fd))
		ret = fail(t);
	t->fd = -1;
	return ret;
}

/* Add the latest clock anchor (see track.h) with its present age. */
static void add_anchor(struct stream_bytes *to, const struct track *t)
{
	struct fixedbuf text = { .buf = NULL };

	if (!t->anchor.len)
		return;
	print_anchor(&text, t);
	mem_text(&text);
	print_anchor(&text, t);
	stream_bytes_comment(to, text.buf);
	free(text.buf);
}

/* Return: whether the oldest file must be removed before a new file is created. */
static bool has_old(const struct track *t)
{
	return t->limits->files && t->count.files - t->dropped >= t->limits->files;
}

static void drop_old(struct track *t)
{
	char name[NAME_MAX_LEN];

	file_name(t, t->dropped + 1, name);
	if (unlinkat(t->dir, name, 0) && errno != ENOENT)
		msg_fail(name, "%s", strerror(errno));
	t->limits->kept_bytes -= t->size[t->dropped++];
}

static int create_file(struct track *t, struct guclog_bytes start)
{
	char name[NAME_MAX_LEN];

	t->count.files++;
	t->file_bytes = 0;
	t->file_events = 0;
	file_name(t, t->count.files, name);
	t->fd = openat(t->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (t->fd < 0) {
		fail(t);
		t->count.files--;
		return -1;
	}
	if (!put(t, start))
		return 0;
	if (!unlinkat(t->dir, name, 0))
		t->count.files--;
	return -1;
}

/*
 * Begin a new file, unless the recording has no room for the beginning of a file and @more bytes.
 */
static int open_file(struct track *t, u64 more)
{
	struct stream_bytes start = { .data = NULL };
	int ret = 0;

	stream_bytes_add(&start, view_of(&t->head.bytes));
	add_part(&start, t);
	if (!t->anchor_new)
		add_anchor(&start, t);
	t->size = mem_grow(t->size, (t->count.files + 1) * sizeof(*t->size));
	if (t->count.files)
		t->size[t->count.files - 1] = t->file_bytes;
	if (has_room(t, start.len + more, has_old(t) ? t->size[t->dropped] : 0)) {
		ret = close_file(t);
		if (!ret && has_old(t))
			drop_old(t);
		ret = ret ?: create_file(t, view_of(&start));
	}
	free(start.data);
	return ret;
}

/*
 * Count the lost events and the load of the firmware that the comment before a block of events
 * reports.
 */
static void count_lost(struct track *t)
{
	const struct guclog_comment *c = &t->lost;

	t->count.lost += c->lost_events;
	t->count.estimate += max(c->lost_events, c->lost_estimate);
	if (c->lost_events && t->khz)
		t->count.gap_ns += c->gap_ticks * 1000000 / t->khz;
	if (c->after_load) {
		t->count.restarts++;
		/*
		 * When the firmware was loaded again, its clock may have started again, so an
		 * earlier clock anchor is not valid any more.
		 */
		if (!t->anchor_new)
			t->anchor.len = 0;
	}
	t->lost = (struct guclog_comment){ .of_events = false };
}

/* Write the comments that are kept in memory to the current file. */
static int put_before(struct track *t)
{
	if (put(t, view_of(&t->before)))
		return -1;
	t->before.len = 0;
	return 0;
}

static int take_comment(struct track *t, const struct guclog_block *b)
{
	struct guclog_comment comment;

	guclog_comment_read(b->data, &comment);
	if (!comment.of_events && !comment.is_anchor)
		return put(t, b->bytes);
	if (t->before.len + b->bytes.len > BEFORE_MAX) {
		if (put_before(t))
			return -1;
		t->anchor_new = false;
	}
	stream_bytes_add(&t->before, b->bytes);
	if (comment.of_events) {
		t->lost = comment;
		return 0;
	}
	t->anchor.len = 0;
	t->anchor_ns = clock_ns(CLOCK_BOOTTIME);
	t->anchor_new = true;
	stream_bytes_add(&t->anchor, b->data);
	return 0;
}

/*
 * Write a block of events, and the host comment blocks about it that came before it: the clock
 * anchor, and the lost events. All are written to the same file, because after a load of the
 * firmware, the anchor does not apply to the events of the file before.
 */
static int take_events(struct track *t, const struct guclog_block *b)
{
	u64 more = t->before.len + b->bytes.len;
	u64 limit = t->limits->file_bytes;

	if (limit && t->file_bytes + more > limit && t->file_events && open_file(t, more))
		return -1;
	if (!has_room(t, more, 0))
		return 0;
	if (put_before(t) || put(t, b->bytes))
		return -1;
	count_lost(t);
	t->anchor_new = false;
	t->count.events += b->nr_events;
	t->file_events += b->nr_events;
	return 0;
}

static int take_block(struct track *t, const struct guclog_block *b)
{
	if (b->type == GUCLOG_BLOCK_TSC_FREQUENCY && b->data.len)
		t->khz = b->value;
	if (stream_head_take(&t->head, b))
		return t->head.done ? open_file(t, 0) : 0;
	if (t->fd < 0 && open_file(t, 0))
		return -1;
	switch (b->type) {
	case GUCLOG_BLOCK_HOST_COMMENT:
		return take_comment(t, b);
	case GUCLOG_BLOCK_LOG_EVENTS_BUFFER:
		return take_events(t, b);
	default:
		return put(t, b->bytes);
	}
}

/**
 * track_take() - add bytes that have arrived from the stream
 * @t: the stream that is recorded, and its files
 * @data: bytes of the stream
 * @len: number of bytes
 *
 * Return: 0, or after a message on stderr: 1 if the stream is no longer a valid LFD file, -1 if a
 * file could not be written.
 */
int track_take(struct track *t, const void *data, size_t len)
{
	struct guclog_fault fault;
	struct guclog_block block;
	int ret;

	if (t->limits->full)
		return 0;
	stream_add(t->stream, data, len);
	while ((ret = guclog_blocks_next(t->stream, &block, &fault)) > 0) {
		if (take_block(t, &block))
			return -1;
		if (t->limits->full)
			return 0;
	}
	if (!ret)
		return 0;
	msg_fail(t->source, "%s", fault.text);
	return 1;
}

/**
 * track_end() - finish the last file of a track
 * @t: the stream that is recorded, and its files
 *
 * If the stream has ended before its first events, a file without events is written.
 *
 * Return: 0, or -1 with a message on stderr.
 */
int track_end(struct track *t)
{
	int ret = 0;

	if (t->fd < 0 && t->head.bytes.len && !t->head.done)
		ret = open_file(t, 0);
	t->head.done = true;
	if (t->fd >= 0 && fsync(t->fd) && errno != EINVAL && errno != EROFS)
		ret = fail(t);
	return close_file(t) | ret;
}

/**
 * track_free() - free a track
 * @t: the track, after track_end()
 */
void track_free(struct track *t)
{
	guclog_blocks_close(t->stream);
	free(t->source);
	free(t->label);
	free(t->head.bytes.data);
	free(t->anchor.data);
	free(t->before.data);
	free(t->size);
}
