// SPDX-License-Identifier: GPL-2.0-only
#include "stream/follow_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"

#define PIECE		65536u
/*
 * Number of events that are kept in memory. When there are twice as many, the oldest ones are
 * dropped.
 */
#define KEEP_EVENTS	10000u
/*
 * New events are printed every SHOW_MS milliseconds, or as soon as there are MAX_FRESH of them.
 * They are read from the stream as soon as they arrive, because the firmware can overwrite its
 * whole event ring within milliseconds.
 */
#define SHOW_MS		100
#define MAX_FRESH	20000u
/* Time in ms between two reads at the end of a recorded file to which more may be written. */
#define GROW_MS		250
/*
 * Longest wait in poll() in ms. It is limited because a signal that arrives right before the call
 * of poll() does not interrupt it.
 */
#define SIGNAL_MS	1000

static void take_block(struct follow_stream *f, const struct guclog_block *b)
{
	u64 events = b->nr_events;

	if (stream_head_take(&f->head, b))
		return;
	stream_bytes_add(&f->window, b->bytes);
	f->pending += b->bytes.len;
	if (!events)
		return;
	f->block = mem_grow(f->block, (f->nr + 1) * sizeof(*f->block));
	f->block[f->nr++] = (struct follow_block){ f->pending, events };
	f->pending = 0;
	f->events += events;
	f->fresh += events;
}

/* Read the available bytes of the stream, at most PIECE. Return: whether bytes were read. */
static bool read_once(struct follow_stream *f)
{
	static char piece[PIECE];
	struct guclog_block block;
	ssize_t n = read(f->fd, piece, sizeof(piece));
	int ret;

	if (n <= 0) {
		f->ended = !f->grows && (!n || (errno != EAGAIN && errno != EINTR));
		return false;
	}
	stream_add(f->in, piece, (size_t)n);
	while ((ret = guclog_blocks_next(f->in, &block, &f->fault)) > 0)
		take_block(f, &block);
	if (ret < 0) {
		f->broken = true;
		f->ended = true;
	}
	return true;
}

/*
 * Wait until the stream may have bytes, for at most @ms milliseconds; a negative @ms selects
 * GROW_MS for a file that grows and SIGNAL_MS otherwise.
 */
static void wait_for_bytes(struct follow_stream *f, int ms)
{
	struct pollfd p = { .fd = f->fd, .events = POLLIN };

	if (follow_stopped())
		return;
	/*
	 * poll() reports a regular file as readable even at its end, so it cannot wait for data of
	 * such a file.
	 */
	if (f->grows)
		poll(NULL, 0, ms < 0 ? GROW_MS : ms);
	else
		poll(&p, 1, ms < 0 ? SIGNAL_MS : ms);
}

/**
 * follow_stream_start() - begin to follow a stream
 * @f: the stream, which is initialised; end it with follow_stream_stop(), also after an error
 * @path: a file, a pipe or "-"
 *
 * Waits for the head of the stream (the blocks before the events), unless @path is a regular file
 * with a length other than 0.
 *
 * Return: 1 if @path is a stream, 0 if it is a file of another kind or cannot be opened, or -1
 * after printing on stderr why it cannot be followed.
 */
int follow_stream_start(struct follow_stream *f, const char *path)
{
	struct stat st;

	*f = (struct follow_stream){ .path = path, .fd = STDIN_FILENO };
	f->in = stream_new();
	f->log.first = true;
	if (strcmp(path, "-"))
		f->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (f->fd < 0 || fstat(f->fd, &st))
		return 0;
	/*
	 * A file in debugfs is also a regular file, but has the length 0. So a length other than 0
	 * shows that this is a recorded file.
	 */
	f->grows = S_ISREG(st.st_mode) && st.st_size;
	follow_signals();
	/*
	 * If no program has opened the pipe for writing yet, read() would return 0, as at the end
	 * of the data. So wait for a program first.
	 */
	while (S_ISFIFO(st.st_mode) && !follow_stopped() && !file_has_bytes(f->fd))
		wait_for_bytes(f, -1);
	while (!f->head.done && !f->ended && !follow_stopped()) {
		if (read_once(f))
			continue;
		if (f->grows)
			break;
		wait_for_bytes(f, -1);
	}
	if (f->head.is_stream)
		return 1;
	if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		return 0;
	msg_fail(path, "cannot be followed: it must be a stream, or a file that can be read again");
	return -1;
}

/**
 * follow_stream_wait() - wait for new events
 * @f: from follow_stream_start()
 *
 * Return: true if new events have arrived, false at the end of the stream or if a signal has ended
 * the following.
 */
bool follow_stream_wait(struct follow_stream *f)
{
	s64 left;

	while (!follow_stopped() && !f->ended) {
		while (f->fresh < MAX_FRESH && file_has_bytes(f->fd) && read_once(f))
			;
		left = f->show_ms - clock_ms();
		if (f->fresh && (left <= 0 || f->fresh >= MAX_FRESH))
			break;
		wait_for_bytes(f, f->fresh ? (int)left : -1);
	}
	f->show_ms = clock_ms() + SHOW_MS;
	if (f->broken)
		msg_fail(f->path, "%s", f->fault.text);
	f->broken = false;
	return f->fresh && !follow_stopped();
}

static int write_all(int fd, const struct stream_bytes *bytes)
{
	return file_write_all(fd, bytes->data, bytes->len);
}

/**
 * follow_stream_file() - write the events of the window (the newest ones) to a file in memory
 * @f: from follow_stream_start()
 *
 * Return: the descriptor of an LFD file, which the caller must close, or -1 with errno set.
 */
int follow_stream_file(const struct follow_stream *f)
{
	int fd = memfd_create("stream", MFD_CLOEXEC);

	if (fd < 0)
		return -1;
	if (!write_all(fd, &f->head.bytes) && !write_all(fd, &f->anchor) &&
	    !write_all(fd, &f->window) && !lseek(fd, 0, SEEK_SET))
		return fd;
	close(fd);
	return -1;
}

/**
 * follow_stream_read() - find the new events of a stream, and count them as printed
 * @f: from follow_stream_start()
 *
 * Return: state for follow_is_new().
 */
const struct follow_log *follow_stream_read(struct follow_stream *f)
{
	u64 shown = f->events - f->fresh;

	f->log.first = !f->log.next;
	f->log.old = shown;
	f->log.shift = f->log.next - shown;
	f->log.next += f->fresh;
	f->fresh = 0;
	return &f->log;
}

/*
 * Make a host comment block with a clock anchor (the time of an event on the clocks of the GuC and
 * of the host) for @e, the first event that is kept.
 */
static void make_anchor(struct follow_stream *f, const struct guclog_events *t,
			const struct guclog_event *e)
{
	char lines[160], realtime[48] = "";
	s64 boot;

	f->anchor.len = 0;
	if (!t->anchored || e->ambiguous)
		return;
	boot = guclog_events_boottime_ns(t, e->tick);
	if (e->tick < 0 || boot < 0)
		return;
	if (t->has_realtime)
		snprintf(realtime, sizeof(realtime), "anchor_realtime_ns=%lld\n",
			 (long long)guclog_events_realtime_ns(t, e->tick));
	snprintf(lines, sizeof(lines), "anchor_guc_tick=%lld\nanchor_boottime_ns=%lld\n%s",
		 (long long)e->tick, (long long)boot, realtime);
	stream_bytes_comment(&f->anchor, lines);
}

/**
 * follow_stream_trim() - if the window has very many events, drop the oldest ones
 * @f: from follow_stream_start()
 * @t: reader of the events in the file of follow_stream_file()
 */
void follow_stream_trim(struct follow_stream *f, struct guclog_events *t)
{
	struct guclog_event e = { .ambiguous = true };
	size_t bytes = 0;
	u64 events = 0;

	if (f->events < 2 * KEEP_EVENTS)
		return;
	while (f->first + 1 < f->nr && f->events - events > KEEP_EVENTS) {
		events += f->block[f->first].events;
		bytes += f->block[f->first++].bytes;
	}
	guclog_events_rewind(t);
	while (guclog_events_next(t, &e) && e.index < events)
		;
	make_anchor(f, t, &e);
	memmove(f->window.data, f->window.data + bytes, f->window.len - bytes);
	f->window.len -= bytes;
	f->events -= events;
	f->nr -= f->first;
	memmove(f->block, f->block + f->first, f->nr * sizeof(*f->block));
	f->first = 0;
}

/**
 * follow_stream_stop() - stop following a stream
 * @f: from follow_stream_start(), or zeroed
 */
void follow_stream_stop(struct follow_stream *f)
{
	if (f->fd > STDIN_FILENO)
		close(f->fd);
	guclog_blocks_close(f->in);
	free(f->head.bytes.data);
	free(f->anchor.data);
	free(f->window.data);
	free(f->block);
	*f = (struct follow_stream){ .path = NULL };
}
