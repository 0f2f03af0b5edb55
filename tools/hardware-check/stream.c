// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records the streams of the GTs in memory, takes copies of the event rings during the recording,
 * and checks that the events of each copy are also in the stream.
 */
#include "stream.h"
#include "base/types.h"
#include "read/lfd/file.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#define PIECE	65536u
/*
 * Words that the module writes into the line "events=" of the host comment before the first events
 * after a load of the firmware.
 */
#define RESTARTED	"loaded again"

/**
 * struct entries - the events (entries) of an LFD file
 * @data: the entries, one after the other
 * @nr: number of entries
 * @size: size of an entry in bytes
 * @gap: for each entry: whether events are missing, or the firmware was loaded, right before it
 * @lost: number of lost events that the file reports
 * @gaps: number of positions in the file at which events are missing
 * @restarts: number of loads of the firmware
 */
struct entries {
	u8 *data;
	size_t nr;
	u32 size;
	bool *gap;
	u64 lost;
	u64 gaps;
	u64 restarts;
};

/**
 * recording_begin() - open the stream of a GT
 * @r: the recording, which is initialised; the caller must free it with recording_free()
 * @gt: the GT
 *
 * Also takes the first copy of the event ring. All events in this copy can be from before the start
 * of the stream, see judge_copy().
 *
 * Return: 0 or a negative errno.
 */
int recording_begin(struct recording *r, const struct gt *gt)
{
	char *path = path_of("%s/guc_log_stream", gt->ours);

	*r = (struct recording){ .gt = gt };
	r->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	free(path);
	if (r->fd < 0)
		return -errno;
	recording_copy(r);
	return 0;
}

/* Append the bytes that the stream has now to the recording. */
static void take(struct recording *r)
{
	ssize_t n;

	do {
		r->data.data = realloc(r->data.data, r->data.len + PIECE);
		if (!r->data.data)
			abort();
		n = read(r->fd, r->data.data + r->data.len, PIECE);
		if (n > 0)
			r->data.len += (size_t)n;
	} while (n > 0);
	if (!n || (errno != EAGAIN && errno != EINTR)) {
		close(r->fd);
		r->fd = -1;
	}
}

/**
 * recording_read() - read streams for some time
 * @r: recordings of the streams, from recording_begin()
 * @nr: number of streams
 * @ms: for how long, in ms; a signal ends the reading earlier
 */
void recording_read(struct recording *r, unsigned int nr, unsigned int ms)
{
	s64 end = now_ns(CLOCK_MONOTONIC) + ms * NS_PER_MS, left;
	struct pollfd p[MAX_GTS];
	unsigned int i;

	while (!interrupted) {
		left = (end - now_ns(CLOCK_MONOTONIC)) / NS_PER_MS;
		if (left <= 0)
			return;
		for (i = 0; i < nr; i++)
			p[i] = (struct pollfd){ .fd = r[i].fd, .events = POLLIN };
		if (poll(p, nr, (int)left) <= 0)
			continue;
		for (i = 0; i < nr; i++)
			if (p[i].revents)
				take(&r[i]);
	}
}

/**
 * recording_copy() - add a copy of the GT's event ring to a recording
 * @r: from recording_begin()
 */
void recording_copy(struct recording *r)
{
	char *path = path_of("%s/guc_log_lfd", r->gt->ours);

	if (r->nr_copies < MAX_COPIES && !read_all(path, &r->copy[r->nr_copies]))
		r->nr_copies++;
	free(path);
}

/**
 * recording_end() - close the stream; the recorded bytes remain in @r
 * @r: from recording_begin()
 */
void recording_end(struct recording *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
}

/**
 * recording_free() - free what was recorded
 * @r: from recording_begin()
 */
void recording_free(struct recording *r)
{
	recording_end(r);
	buffer_free(&r->data);
	while (r->nr_copies)
		buffer_free(&r->copy[--r->nr_copies]);
}

static void append(struct entries *e, const struct guclog_block_events *block, bool gap)
{
	size_t n = block->entry_bytes ? block->entries.len / block->entry_bytes : 0;

	if (!n || block->part != GUCLOG_PART_LOG || (e->size && e->size != block->entry_bytes))
		return;
	e->size = block->entry_bytes;
	e->data = realloc(e->data, (e->nr + n) * e->size);
	e->gap = realloc(e->gap, e->nr + n);
	if (!e->data || !e->gap)
		abort();
	memcpy(e->data + e->nr * e->size, block->entries.data, n * e->size);
	memset(e->gap + e->nr, 0, n);
	e->gap[e->nr] = gap;
	e->nr += n;
}

/*
 * Read all events of an LFD file. If events are missing before a block of events, or the firmware
 * was loaded again before it, the file has a host comment block with the line "events=" before that
 * block.
 */
static void read_entries(const struct buffer *file, struct entries *e)
{
	struct guclog_block_events events;
	struct guclog_bytes value;
	struct guclog_block block;
	bool gap = false, restart = false;
	struct guclog_blocks *lfd;

	*e = (struct entries){ 0 };
	lfd = file->len ? guclog_blocks_open(file->data, file->len, NULL) : NULL;
	if (!lfd)
		return;
	while (guclog_blocks_next(lfd, &block, NULL) == 1) {
		if (block.type == GUCLOG_BLOCK_HOST_COMMENT &&
		    !guclog_comment_get(block.data, "events", &value)) {
			restart = memmem(value.data, value.len, RESTARTED, strlen(RESTARTED));
			gap = !restart;
		}
		if (guclog_blocks_events(lfd, &block, &events))
			continue;
		append(e, &events, gap || restart);
		if (gap && events.entry_bytes)
			e->lost += events.gap_bytes / events.entry_bytes;
		e->gaps += gap;
		e->restarts += restart;
		gap = false;
		restart = false;
	}
	guclog_blocks_close(lfd);
}

static void free_entries(struct entries *e)
{
	free(e->data);
	free(e->gap);
}

static bool equal(const struct entries *a, size_t i, const struct entries *b, size_t j)
{
	return !memcmp(a->data + i * a->size, b->data + j * b->size, a->size);
}

/*
 * Compare a copy of the ring with the stream, event by event backwards from event @i of the copy
 * and event @j of the stream. Stop at the first event of the copy or of the stream, or at a gap of
 * the stream. Return: number of equal events, or -1 if two events differ.
 */
static ssize_t backwards(const struct entries *ring, size_t i, const struct entries *stream,
			 size_t j)
{
	ssize_t n = 0;

	for (;;) {
		if (!equal(ring, i, stream, j))
			return -1;
		n++;
		if (!i-- || stream->gap[j] || !j--)
			return n;
	}
}

/*
 * Find event @i of a copy of the ring in the stream. The events before it must be equal, too.
 * Return: number of equal events, see backwards(), or -1 if the stream does not have these events.
 */
static ssize_t match(const struct entries *ring, size_t i, const struct entries *stream)
{
	ssize_t n = -1;
	size_t j = stream->nr;

	while (j-- && n < 0)
		if (equal(ring, i, stream, j))
			n = backwards(ring, i, stream, j);
	return n;
}

static u32 tick_of(const struct entries *e, size_t i)
{
	u32 tick;

	memcpy(&tick, e->data + i * e->size, sizeof(tick));
	return le32toh(tick);
}

/*
 * Return: whether the newest event of a copy of the ring is in a gap of the stream: its time is
 * between those of the events before and after the gap. If the gap is at the start of the stream,
 * the event before it is the newest event of the first copy (@oldest).
 */
static bool is_in_gap(const struct entries *ring, const struct entries *stream,
		      const struct entries *oldest)
{
	u32 tick = tick_of(ring, ring->nr - 1), begin;
	size_t j;

	for (j = 0; j < stream->nr; j++) {
		if (!stream->gap[j] || (!j && !oldest->nr))
			continue;
		begin = j ? tick_of(stream, j - 1) : tick_of(oldest, oldest->nr - 1);
		if (tick - begin <= tick_of(stream, j) - begin)
			return true;
	}
	return false;
}

/*
 * Compare a copy of the ring (@ring) with the stream. If the newest event of the copy is also the
 * newest event of the first copy (@oldest), nothing is compared, because this event can be from
 * before the start of the stream. Nothing is compared either if the stream does not have the newest
 * event of the copy, but reports a gap at its time. Return: true, or false if the stream differs
 * from the copy.
 */
static bool judge_copy(const struct entries *stream, const struct entries *oldest,
		       const struct entries *ring, struct tally *tally)
{
	ssize_t n;

	if (!ring->nr || (oldest->nr && equal(ring, ring->nr - 1, oldest, oldest->nr - 1)))
		return true;
	n = stream->nr && ring->size == stream->size ? match(ring, ring->nr - 1, stream) : -1;
	if (n <= 0)
		return ring->size == stream->size && is_in_gap(ring, stream, oldest);
	tally->copies++;
	tally->compared += (u64)n;
	return true;
}

/**
 * recording_judge() - compare a stream with the copies of the ring
 * @r: the recording, after recording_end()
 * @tally: the results are added to it
 *
 * The stream must have the events of each copy in the same order. Events from before the start of
 * the stream, and events before a gap that the stream reports, are not compared.
 */
void recording_judge(const struct recording *r, struct tally *tally)
{
	struct entries stream, oldest, ring;
	bool same = true;
	unsigned int i;

	read_entries(&r->data, &stream);
	read_entries(&r->copy[0], &oldest);
	tally->events += stream.nr;
	tally->lost += stream.lost;
	tally->gaps += stream.gaps;
	tally->restarts += stream.restarts;
	for (i = 1; i < r->nr_copies; i++) {
		read_entries(&r->copy[i], &ring);
		same &= judge_copy(&stream, &oldest, &ring, tally);
		free_entries(&ring);
	}
	if (!same)
		text_add(&tally->wrong, "; gt%u: the stream lacks or reorders events of the ring",
			 r->gt->id);
	free_entries(&stream);
	free_entries(&oldest);
}
