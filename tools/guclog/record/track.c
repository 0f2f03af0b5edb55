// SPDX-License-Identifier: GPL-2.0-only
#include "record/track.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_scan.h"
#include "util/textbuf.h"
#include "guc_version.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "util/text.h"

#define NAME_MAX_LEN	256

static struct guc_view view_of(const struct stream_bytes *bytes)
{
	return guc_view(bytes->data, bytes->len);
}

static void file_name(const struct track *t, u64 nr, char *name)
{
	snprintf(name, NAME_MAX_LEN, "%.200s.%04llu.lfd", t->label,
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
 * A file that could not be written as a whole is cut after its last whole block, so that
 * it stays valid.
 */
static int put(struct track *t, struct guc_view bytes)
{
	int saved;

	if (!bytes.len)
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
	t->count.kept_bytes += bytes.len;
	return 0;
}

/* A comment that says which part of the recording the file is. */
static int put_part(struct track *t)
{
	struct stream_bytes comment = { .data = NULL };
	char lines[160];
	int ret;

	snprintf(lines, sizeof(lines), "%s=guclog %s\n%s=%llu\n%s=%llu\n", GUC_COMMENT_RECORDER,
		 GUC_VERSION, GUC_COMMENT_RECORD_PART, (unsigned long long)t->count.files,
		 GUC_COMMENT_RECORD_BEFORE,
		 (unsigned long long)(t->count.events + t->count.lost));
	stream_bytes_comment(&comment, lines);
	ret = put(t, view_of(&comment));
	free(comment.data);
	return ret;
}

static u64 now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

/* 0 without the key, or if its value is no number. */
static u64 number_of(struct guclog_bytes comment, const char *key)
{
	struct guclog_bytes value;
	struct guc_scan scan;
	u64 number;

	if (guclog_comment_get(comment, key, &value))
		return 0;
	scan = (struct guc_scan){ value.data, (const char *)value.data + value.len };
	return guc_scan_number(&scan, ~0ull, &number) ? number : 0;
}

static void print_anchor(struct textbuf *text, const struct track *t,
			 struct guclog_bytes comment)
{
	struct guclog_bytes rest = comment;
	struct guclog_comment_line line;

	while (guclog_comment_next(&rest, &line))
		if (!text_is(line.key, "anchor_age_ns"))
			textbuf_add(text, "%.*s\n", (int)line.text.len,
				    (const char *)line.text.data);
	textbuf_add(text, "anchor_age_ns=%llu\n",
		    number_of(comment, "anchor_age_ns") + now_ns() - t->anchor_ns);
}

/*
 * Not flushed to the disk between two files: that takes longer than the firmware needs
 * to fill the ring.
 */
static int close_file(struct track *t)
{
	int ret = 0;

	if (t->fd >= 0 && close(t->fd))
		ret = fail(t);
	t->fd = -1;
	return ret;
}

/* The latest anchor, with the age that it has by now. */
static int put_anchor(struct track *t)
{
	struct guc_lfd_reader reader = { .file = view_of(&t->anchor) };
	struct stream_bytes comment = { .data = NULL };
	struct textbuf text = { .buf = NULL };
	struct guc_lfd_block block;
	int ret;

	if (guc_lfd_next(&reader, &block) <= 0)
		return 0;
	print_anchor(&text, t, (struct guclog_bytes){ block.data.data, block.data.len });
	mem_text(&text);
	print_anchor(&text, t, (struct guclog_bytes){ block.data.data, block.data.len });
	stream_bytes_comment(&comment, text.buf);
	ret = put(t, view_of(&comment));
	free(comment.data);
	free(text.buf);
	return ret;
}

/* Remove the oldest files until there is room for one more. */
static void drop_old(struct track *t)
{
	char name[NAME_MAX_LEN];

	t->size = mem_grow(t->size, (t->count.files + 1) * sizeof(*t->size));
	if (t->count.files)
		t->size[t->count.files - 1] = t->file_bytes;
	while (t->limits->files && t->count.files - t->dropped >= t->limits->files) {
		file_name(t, t->dropped + 1, name);
		if (unlinkat(t->dir, name, 0) && errno != ENOENT)
			msg_fail(name, "%s", strerror(errno));
		t->count.kept_bytes -= t->size[t->dropped++];
	}
}

static int open_file(struct track *t)
{
	char name[NAME_MAX_LEN];

	if (close_file(t))
		return -1;
	drop_old(t);
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
	return put(t, view_of(&t->head.bytes)) || put_part(t) || put_anchor(t) ? -1 : 0;
}

/* Count the events that the comment before a block calls lost. */
static void count_lost(struct track *t)
{
	struct guclog_bytes text = { NULL, 0 }, value;
	struct guc_lfd_reader reader = { .file = view_of(&t->before) };
	struct guc_lfd_block block;
	u64 lost;

	if (guc_lfd_next(&reader, &block) > 0)
		text = (struct guclog_bytes){ block.data.data, block.data.len };
	lost = number_of(text, GUC_COMMENT_EVENTS_GAP GUC_COMMENT_IN_ENTRIES);
	t->count.lost += lost;
	t->count.estimate += max(lost, number_of(text, GUC_COMMENT_EVENTS_GAP_ESTIMATE));
	if (lost && t->khz)
		t->count.gap_ns += number_of(text, GUC_COMMENT_EVENTS_GAP_TICKS) *
				   1000000 / t->khz;
	if (!guclog_comment_get(text, GUC_COMMENT_EVENTS, &value) &&
	    text_is(value, GUC_COMMENT_EVENTS_AFTER_LOAD)) {
		t->count.restarts++;
		/* The firmware's clock may have started again. */
		t->anchor.len = 0;
	}
}

static int take_comment(struct track *t, const struct stream_block *b)
{
	struct guclog_bytes text = { b->block.data.data, b->block.data.len }, value;

	if (!guclog_comment_get(text, GUC_COMMENT_EVENTS, &value)) {
		t->before.len = 0;
		stream_bytes_add(&t->before, b->bytes);
		return 0;
	}
	if (!guclog_comment_get(text, "anchor_guc_tick", &value)) {
		t->anchor.len = 0;
		t->anchor_ns = now_ns();
		stream_bytes_add(&t->anchor, b->bytes);
	}
	return put(t, b->bytes);
}

/* The comment before a block of events belongs to it and goes into the same file. */
static int take_events(struct track *t, const struct stream_block *b)
{
	u64 bytes = t->file_bytes + t->before.len + b->bytes.len, events = 0;
	u64 limit = t->limits->file_bytes;

	if (limit && bytes > limit && t->file_events && open_file(t))
		return -1;
	if (put(t, view_of(&t->before)) || put(t, b->bytes))
		return -1;
	count_lost(t);
	t->before.len = 0;
	if (b->block.data_count &&
	    guc_load_le32(b->block.data.data) == GUC_LOG_EVENT_VERSION)
		events = (b->block.data.len - 4) / sizeof(struct guc_log_event_v2);
	t->count.events += events;
	t->file_events += events;
	return 0;
}

static int take_block(struct track *t, const struct stream_block *b)
{
	if (b->block.type == GUC_LFD_TSC_FREQUENCY && b->block.data_count)
		t->khz = guc_load_le32(b->block.data.data);
	if (stream_head_take(&t->head, b))
		return t->head.done ? open_file(t) : 0;
	if (t->fd < 0 && open_file(t))
		return -1;
	switch (b->block.type) {
	case GUC_LFD_HOST_COMMENT:
		return take_comment(t, b);
	case GUC_LFD_LOG_EVENTS_BUFFER:
		return take_events(t, b);
	default:
		return put(t, b->bytes);
	}
}

/**
 * track_take() - write the blocks that have arrived
 * @t: the track; bytes were added to @t->stream
 *
 * Return: 0; 1 when the stream is no LFD file any more; -1 when a file could not be
 * written. A message is then on stderr.
 */
int track_take(struct track *t)
{
	struct stream_block block;
	int ret;

	while ((ret = stream_next(&t->stream, &block)) > 0)
		if (take_block(t, &block))
			return -1;
	if (!ret)
		return 0;
	msg_fault(stderr, "guclog: ", t->source, &t->stream.fault);
	return 1;
}

/**
 * track_end() - finish the last file
 * @t: the track
 *
 * A stream that has ended before its first events gives a file without events.
 *
 * Return: 0, or -1 with a message on stderr.
 */
int track_end(struct track *t)
{
	int ret = 0;

	if (t->fd < 0 && t->head.bytes.len && !t->count.files)
		ret = open_file(t);
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
	stream_free(&t->stream);
	free(t->source);
	free(t->label);
	free(t->head.bytes.data);
	free(t->anchor.data);
	free(t->before.data);
	free(t->size);
}
