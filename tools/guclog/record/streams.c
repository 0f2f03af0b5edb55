// SPDX-License-Identifier: GPL-2.0-only
#include "record/streams.h"

#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/gt_stream.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/status.h"
#include "read/open.h"

#define SECOND	1000000000ll

static s64 slept(void)
{
	return clock_ns(CLOCK_BOOTTIME) - clock_ns(CLOCK_MONOTONIC);
}

/*
 * Return: whether the GPU is active, or its state is not known. Reading its runtime PM state from
 * sysfs does not wake the GPU.
 */
static bool is_active(const struct streams *s, const char *gpu)
{
	char path[PATH_MAX], status[16];

	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s/power/runtime_status", s->sys, gpu);
	return !file_first_line(path, status, sizeof(status)) ||
	       !strncmp(status, "active", 6) || !strncmp(status, "unsupported", 11);
}

/*
 * Read the events that a GT had in its log before the stream was opened. If the GPU is stuck, its
 * stream has no events, but this log shows the last actions of the GuC. The log of a suspended GPU
 * is not read, because reading a log in VRAM would resume the GPU.
 */
static void read_log(const struct streams *s, struct stream_source *source)
{
	const char *name = strrchr(source->path, '/');
	char path[PATH_MAX], gpu[64];
	struct guclog_file *file;

	if (source->kind != STREAM_MODULE || !name || strcmp(name, "/guc_log_stream"))
		return;
	snprintf(gpu, sizeof(gpu), "%.*s", (int)strcspn(source->label, " "), source->label);
	snprintf(path, sizeof(path), "%.*s/guc_log_lfd", (int)(name - source->path),
		 source->path);
	if (!is_active(s, gpu))
		return;
	file = logs_open(path, NULL, NULL);
	if (file && file->log[0] && live_before(source->live, file->log[0]) == -ENOMEM)
		mem_none();
	logs_close(file);
}

/*
 * Return: the origin of a stream. If the user has named no streams (@s->all), all of them come from
 * the module.
 */
static enum stream_kind kind_of(const struct streams *s, const struct stat *st)
{
	if (s->all)
		return STREAM_MODULE;
	if (!S_ISREG(st->st_mode))
		return STREAM_PIPE;
	/* A file in debugfs, too, is a regular file, but has the length 0. */
	return st->st_size ? STREAM_RECORDED : STREAM_MODULE;
}

static int add(struct streams *s, const char *path)
{
	struct stream_source *source;
	int fd = gt_stream_open(path);
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	source = mem_grow(NULL, sizeof(*source));
	*source = (struct stream_source){
		.path = mem_copy(path),
		.label = gt_stream_label(path, ' ') ?: mem_copy(path),
		.fd = fd,
		.kind = kind_of(s, &st),
		.live = live_new(),
		.opened_ns = GUCLOG_NO_TIME,
		.updated_ns = GUCLOG_NO_TIME,
		.blind_until_ns = GUCLOG_NO_TIME,
	};
	if (source->kind == STREAM_MODULE)
		source->opened_ns = clock_ns(CLOCK_BOOTTIME);
	if (!source->live)
		mem_none();
	s->source = mem_grow(s->source, (s->nr + 1) * sizeof(*s->source));
	s->source[s->nr++] = source;
	read_log(s, source);
	return 0;
}

static void drop(struct streams *s, unsigned int i)
{
	struct stream_source *source = s->source[i];

	if (source->fd > STDIN_FILENO)
		close(source->fd);
	live_free(source->live);
	free(source->path);
	free(source->label);
	free(source);
	memmove(s->source + i, s->source + i + 1, (--s->nr - i) * sizeof(*s->source));
}

static bool has(const struct streams *s, const char *path)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (!strcmp(s->source[i]->path, path))
			return true;
	return false;
}

/**
 * streams_scan() - open the streams of GTs that were added, and drop those that have ended
 * @s: from streams_open()
 *
 * Does nothing if the user has named streams.
 */
void streams_scan(struct streams *s)
{
	unsigned int i;
	glob_t found;

	if (!s->all)
		return;
	for (i = s->nr; i--; )
		if (s->source[i]->fd < 0)
			drop(s, i);
	gt_stream_find(&found, s->sys);
	for (i = 0; i < found.gl_pathc; i++)
		if (!has(s, found.gl_pathv[i]))
			add(s, found.gl_pathv[i]);
	globfree(&found);
}

/**
 * streams_open() - open streams
 * @s: filled with the opened streams; end it with streams_close(), also after an error
 * @sys: mount point of sysfs
 * @nr: number of streams that the user has named, 0 for the streams of all GTs
 * @path: paths of the streams
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int streams_open(struct streams *s, const char *sys, unsigned int nr, char * const *path)
{
	unsigned int i;

	*s = (struct streams){ .sys = sys, .all = !nr, .slept_ns = slept() };
	for (i = 0; i < nr; i++)
		if (add(s, path[i]))
			return -1;
	streams_scan(s);
	return 0;
}

static void end_source(struct streams *s, struct stream_source *source, int status)
{
	s->status = max(s->status, status);
	if (source->fd != STDIN_FILENO)
		close(source->fd);
	source->fd = -1;
	source->ended_ns = clock_ns(CLOCK_MONOTONIC);
}

/*
 * Handle the end of a stream, or an error of read(). @error: errno of read(), or 0 at the end. EIO
 * and ENODEV mean that the GPU was removed; they are treated like the end.
 */
static void take_end(struct streams *s, struct stream_source *source, int error)
{
	bool is_end = !error || error == EIO || error == ENODEV;
	int status = CMD_FAILED;

	if (!is_end)
		msg_fail(source->path, "%s", strerror(error));
	else if (!error && !source->live->hz && !s->all)
		msg_fail(source->path,
			 "is not a stream of the module xe_guclog: it ends too early");
	else
		status = CMD_FINE;
	end_source(s, source, status);
}

static void read_source(struct streams *s, struct stream_source *source)
{
	static char piece[GT_STREAM_PIECE];
	unsigned int turn;
	u64 events;
	ssize_t n;
	int ret;

	for (turn = 0; turn < GT_STREAM_TURN; turn++) {
		events = source->live->events;
		n = read(source->fd, piece, sizeof(piece));
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n <= 0) {
			take_end(s, source, n ? errno : 0);
			return;
		}
		ret = live_add(source->live, piece, (size_t)n, source->kind == STREAM_MODULE ?
			       clock_ns(CLOCK_BOOTTIME) : GUCLOG_NO_TIME);
		if (source->live->events != events)
			source->arrived_ns = clock_ns(CLOCK_MONOTONIC);
		if (ret) {
			msg_fail(source->path, "%s", ret == -EBADMSG ?
				 "is not a stream of the module xe_guclog" : strerror(-ret));
			end_source(s, source, CMD_FAILED);
			return;
		}
		if (!file_has_bytes(source->fd))
			return;
	}
}

/**
 * streams_read() - read the streams until a given time
 * @s: from streams_open()
 * @until_ms: time at which the reading ends, CLOCK_MONOTONIC in ms
 * @key_fd: a descriptor that ends the reading when it has input, -1 for none
 *
 * Also returns early when a signal has arrived. If @key_fd is -1 and the user has named the
 * streams, it also returns when all streams have ended.
 *
 * Return: whether @key_fd has input.
 */
bool streams_read(struct streams *s, s64 until_ms, int key_fd)
{
	struct pollfd *p = mem_zero((s->nr + 1) * sizeof(*p));
	bool key = false;
	unsigned int i;
	s64 left;

	for (;;) {
		left = until_ms - clock_ms();
		if (left <= 0 || (streams_ended(s) && key_fd < 0 && !s->all))
			break;
		for (i = 0; i < s->nr; i++)
			p[i] = (struct pollfd){ .fd = s->source[i]->fd, .events = POLLIN };
		p[s->nr] = (struct pollfd){ .fd = key_fd, .events = POLLIN };
		if (poll(p, s->nr + 1, (int)min_t(s64, left, 1000)) < 0)
			break;
		for (i = 0; i < s->nr; i++)
			if (p[i].fd >= 0 && p[i].revents)
				read_source(s, s->source[i]);
		key = p[s->nr].revents;
		if (key)
			break;
	}
	free(p);
	return key;
}

/**
 * streams_ended() - find out whether all streams have ended
 * @s: from streams_open()
 *
 * Return: whether all streams have ended.
 */
bool streams_ended(const struct streams *s)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (s->source[i]->fd >= 0)
			return false;
	return true;
}

/*
 * Set blind_until_ns to @now, because the state of the GuC up to @now is unknown: of all streams if
 * the machine has slept since the last check, and of @source if its GPU is suspended.
 */
static void find_blind(struct streams *s, struct stream_source *source, s64 now)
{
	s64 more = slept() - s->slept_ns;
	unsigned int i;

	if (more > SECOND) {
		s->slept_ns += more;
		for (i = 0; i < s->nr; i++)
			s->source[i]->blind_until_ns = now;
	}
	if (*source->live->gpu && !is_active(s, source->live->gpu))
		source->blind_until_ns = now;
}

/* Return: the present time of the GuC that writes a stream, or GUCLOG_NO_TIME if unknown. */
static s64 present(const struct stream_source *source)
{
	s64 now = source->live->newest_ns;

	if (source->kind == STREAM_MODULE)
		return clock_ns(CLOCK_BOOTTIME);
	if (source->kind == STREAM_RECORDED || now == GUCLOG_NO_TIME)
		return now;
	return now - source->arrived_ns +
	       (source->fd < 0 ? source->ended_ns : clock_ns(CLOCK_MONOTONIC));
}

/**
 * streams_update() - compute the present state of a GuC from its stream
 * @s: from streams_open()
 * @source: one of the streams of @s
 * @stall_ns: as in struct live_when
 * @submitted_ns: as in struct live_when
 *
 * Return: 0, or -ENOMEM.
 */
int streams_update(struct streams *s, struct stream_source *source, s64 stall_ns,
		   s64 submitted_ns)
{
	struct live_when when = {
		.now_ns = present(source),
		.blind_until_ns = GUCLOG_NO_TIME,
		.submitted_ns = submitted_ns,
		.stall_ns = stall_ns,
	};

	if (source->kind == STREAM_MODULE) {
		find_blind(s, source, when.now_ns);
		when.blind_until_ns = source->blind_until_ns;
	}
	source->updated_ns = when.now_ns;
	return live_update(source->live, &when);
}

/**
 * streams_close() - close all streams
 * @s: from streams_open(), or zeroed
 */
void streams_close(struct streams *s)
{
	while (s->nr)
		drop(s, s->nr - 1);
	free(s->source);
	s->source = NULL;
}
