// SPDX-License-Identifier: GPL-2.0-only
#include "stream/follow_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/printable.h"

#define PIECE		65536u
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

/* Return: the number of events that were not printed yet. */
static u64 fresh(const struct follow_stream *f)
{
	return f->growing->total - f->shown;
}

/* Read the available bytes of the stream, at most PIECE. Return: whether bytes were read. */
static bool read_once(struct follow_stream *f)
{
	static char piece[PIECE];
	ssize_t n = read(f->fd, piece, sizeof(piece));
	int ret;

	if (n <= 0) {
		f->ended = !f->grows && (!n || (errno != EAGAIN && errno != EINTR));
		return false;
	}
	ret = growing_log_add(f->growing, piece, (size_t)n);
	if (ret == -ENOMEM)
		mem_none();
	if (ret) {
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
	char *name = printable(path);
	struct stat st;

	*f = (struct follow_stream){ .path = path, .fd = STDIN_FILENO };
	f->growing = growing_log_new(name);
	free(name);
	if (!f->growing)
		mem_none();
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
	while (!f->growing->begun && !f->ended && !follow_stopped()) {
		if (read_once(f))
			continue;
		if (f->grows)
			break;
		wait_for_bytes(f, -1);
	}
	if (f->growing->is_stream)
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
		while (fresh(f) < MAX_FRESH && file_has_bytes(f->fd) && read_once(f))
			;
		left = f->show_ms - clock_ms();
		if (fresh(f) && (left <= 0 || fresh(f) >= MAX_FRESH))
			break;
		wait_for_bytes(f, fresh(f) ? (int)left : -1);
	}
	f->show_ms = clock_ms() + SHOW_MS;
	if (f->broken)
		msg_fail(f->path, "%s", f->growing->fault.text);
	f->broken = false;
	return fresh(f) && !follow_stopped();
}

/**
 * follow_stream_read() - find the new events of a stream, and count them as printed
 * @f: from follow_stream_start()
 *
 * Return: state for follow_is_new().
 */
const struct follow_log *follow_stream_read(struct follow_stream *f)
{
	u64 old = f->growing->events - fresh(f);

	f->log.first = !f->log.next;
	f->log.old = old;
	f->log.shift = f->log.next - old;
	f->log.next += fresh(f);
	f->shown = f->growing->total;
	return &f->log;
}

/**
 * follow_stream_trim() - if very many events are kept, drop the oldest ones
 * @f: from follow_stream_start()
 * @t: reader of the events of @growing, which can only be closed afterwards
 */
void follow_stream_trim(struct follow_stream *f, struct guclog_events *t)
{
	growing_log_trim(f->growing, t, fresh(f));
	if (f->growing->arena.failed)
		mem_none();
}

/**
 * follow_stream_stop() - stop following a stream
 * @f: from follow_stream_start(), or zeroed
 */
void follow_stream_stop(struct follow_stream *f)
{
	if (f->fd > STDIN_FILENO)
		close(f->fd);
	growing_log_free(f->growing);
	*f = (struct follow_stream){ .path = NULL };
}
