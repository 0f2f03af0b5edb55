// SPDX-License-Identifier: GPL-2.0-only
#include "record/recording.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/gt_stream.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/status.h"

/*
 * Time in ms for which the recording continues after the end of the command that runs during it.
 * The module reads the event ring of an idle GT only once a second, so the last events can arrive
 * up to a second after they were written.
 */
#define AFTER_COMMAND_MS	1200
#define NEVER_MS	1000000000

/**
 * recording_count() - add up the counters of all tracks (recorded streams)
 * @r: the recording
 *
 * Return: the sums.
 */
struct track_count recording_count(const struct recording *r)
{
	struct track_count sum = { 0 };
	unsigned int i;

	for (i = 0; i < r->nr; i++) {
		const struct track_count *c = &r->track[i].count;

		sum.events += c->events;
		sum.lost += c->lost;
		sum.estimate += c->estimate;
		sum.gap_ns += c->gap_ns;
		sum.restarts += c->restarts;
		sum.bytes += c->bytes;
		sum.files += c->files;
	}
	return sum;
}

/* Return: whether the files of another stream begin with the same label. */
static bool is_used(const struct recording *r, const char *label)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++)
		if (!strncmp(r->track[i].label, label, TRACK_LABEL_MAX))
			return true;
	return false;
}

/*
 * Return: the label of a stream, which the caller must free: "<GPU>-gt<N>" for a file of the
 * module, otherwise the name of the file. If that name is unusable or another stream has the same
 * label, it is "stream<number>".
 */
static char *label_of(const struct recording *r, const char *path)
{
	char *label = gt_stream_label(path, '-');
	const char *name = strrchr(path, '/');
	unsigned int number = r->nr;

	name = name ? name + 1 : path;
	if (!label && *name && strcmp(name, "-") && *name != '.')
		label = mem_copy(name);
	while (!label || is_used(r, label)) {
		free(label);
		label = mem_printf("stream%u", number++);
	}
	return label;
}

/**
 * recording_add() - add a stream to a recording
 * @r: the recording
 * @path: the stream; "-" for standard input
 *
 * Return: 0, or -1 with a message on stderr.
 */
int recording_add(struct recording *r, const char *path)
{
	int fd = gt_stream_open(path);
	struct track *t;

	if (fd < 0) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	r->track = mem_grow(r->track, (r->nr + 1) * sizeof(*r->track));
	r->source = mem_grow(r->source, (r->nr + 1) * sizeof(*r->source));
	t = &r->track[r->nr];
	*t = (struct track){
		.source = mem_copy(path), .label = label_of(r, path),
		.dir = -1, .fd = -1, .limits = &r->limits, .stream = stream_new(),
	};
	r->source[r->nr++] = fd;
	return 0;
}

static void stop(struct recording *r, const char *why)
{
	if (!r->stop)
		r->why = why;
	r->stop = true;
}

static void end_source(struct recording *r, unsigned int i, int status)
{
	struct track *t = &r->track[i];

	r->status = max(r->status, status);
	if (status == CMD_FINE && !guclog_blocks_whole(t->stream)) {
		msg_fail(t->source, t->head.bytes.len ? "ends within a block" :
							"is not an LFD file");
		r->status = max_t(int, r->status, t->head.bytes.len ? CMD_FAULTS : CMD_FAILED);
	}
	if (r->source[i] != STDIN_FILENO)
		close(r->source[i]);
	r->source[i] = -1;
}

/* Handle the end of a stream or an error. @n: the result of read(), 0 or negative. */
static void take_end(struct recording *r, unsigned int i, ssize_t n)
{
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	/* These errors mean that the GPU was removed: treat them as the end of the stream. */
	if (n < 0 && (errno == EIO || errno == ENODEV))
		n = 0;
	if (n < 0)
		msg_fail(r->track[i].source, "%s", strerror(errno));
	end_source(r, i, n ? CMD_FAILED : CMD_FINE);
}

static void read_source(struct recording *r, unsigned int i)
{
	static char piece[GT_STREAM_PIECE];
	unsigned int turn;
	ssize_t n;
	int ret;

	for (turn = 0; turn < GT_STREAM_TURN; turn++) {
		n = read(r->source[i], piece, sizeof(piece));
		if (n <= 0) {
			take_end(r, i, n);
			return;
		}
		ret = track_take(&r->track[i], piece, (size_t)n);
		if (ret) {
			end_source(r, i, ret < 0 || !r->track[i].head.bytes.len ?
				   CMD_FAILED : CMD_FAULTS);
			if (ret < 0)
				stop(r, "a file could not be written");
			return;
		}
		if (n < (ssize_t)sizeof(piece) || r->limits.full ||
		    !file_has_bytes(r->source[i]))
			return;
	}
}

static void end_child(struct recording *r)
{
	int status;

	if (!r->child || waitpid(r->child, &status, WNOHANG) != r->child)
		return;
	r->child = 0;
	r->child_status = status;
	r->until_ms = clock_ms() + AFTER_COMMAND_MS;
}

static void take_signal(struct recording *r, int fd)
{
	struct signalfd_siginfo info;

	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo == SIGCHLD) {
		end_child(r);
		return;
	}
	/*
	 * Pass a signal on to the command, except SIGINT, because the terminal sends SIGINT to the
	 * command, too.
	 */
	if (r->child && info.ssi_signo != SIGINT)
		kill(r->child, (int)info.ssi_signo);
	if (!r->child)
		stop(r, "ended by a signal");
}

static int catch_signals(sigset_t *old)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };
	sigset_t set;
	unsigned int i;

	/*
	 * The parent process may have ignored SIGCHLD, and this is inherited. waitpid() could then
	 * not return the status.
	 */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	/*
	 * If a file reaches the limit of its size (RLIMIT_FSIZE), let write() fail instead, so that
	 * the file can be cut after its last complete block.
	 */
	sigaddset(&set, SIGXFSZ);
	sigprocmask(SIG_BLOCK, &set, old);
	sigdelset(&set, SIGXFSZ);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int start_command(struct recording *r, const sigset_t *mask)
{
	posix_spawnattr_t attr;
	pid_t pid;
	int ret;

	if (!r->command)
		return 0;
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, mask);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	ret = posix_spawnp(&pid, r->command[0], NULL, &attr, r->command, environ);
	posix_spawnattr_destroy(&attr);
	if (ret) {
		msg_fail(r->command[0], "%s", strerror(ret));
		return -1;
	}
	r->child = pid;
	return 0;
}

static bool has_source(const struct recording *r)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++)
		if (r->source[i] >= 0)
			return true;
	return false;
}

/*
 * Stop the recording if a limit is reached, if the command has ended, or if all streams have ended.
 */
static void check_limits(struct recording *r)
{
	s64 now = clock_ms();

	if (r->max_ms && now - r->started_ms >= (s64)r->max_ms)
		stop(r, "the time of --seconds is over");
	if (r->limits.full)
		stop(r, "with the next block, the files would be larger than --max-bytes");
	if (r->until_ms && now >= r->until_ms)
		stop(r, "the command has ended");
	if (!r->child && !has_source(r))
		stop(r, r->command ? "the command has ended" : "the stream has ended");
}

/*
 * Return: the timeout of poll() in ms: the time until a time limit is reached or until the progress
 * is printed again, or -1 if neither will happen.
 */
static int wait_ms(const struct recording *r)
{
	s64 now = clock_ms(), left = NEVER_MS;

	if (progress_is_shown(r))
		left = PROGRESS_MS;
	if (r->max_ms)
		left = min_t(s64, left, r->started_ms + (s64)r->max_ms - now);
	if (r->until_ms)
		left = min_t(s64, left, r->until_ms - now);
	return left == NEVER_MS ? -1 : (int)max_t(s64, left, 0);
}

static void wait_for_input(struct recording *r, struct pollfd *p, int signals)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++)
		p[i] = (struct pollfd){ .fd = r->source[i], .events = POLLIN };
	p[r->nr] = (struct pollfd){ .fd = signals, .events = POLLIN };
	if (poll(p, r->nr + 1, wait_ms(r)) <= 0)
		return;
	for (i = 0; i < r->nr; i++)
		if (p[i].fd >= 0 && p[i].revents)
			read_source(r, i);
	if (p[r->nr].revents)
		take_signal(r, signals);
}

/* If the recording ends before the command does, end the command. */
static void end_command(struct recording *r)
{
	int status;

	if (!r->child)
		return;
	kill(r->child, SIGTERM);
	while (waitpid(r->child, &status, 0) < 0 && errno == EINTR)
		;
	r->child_status = status;
	r->child = 0;
}

static int end_tracks(struct recording *r)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < r->nr; i++)
		ret |= track_end(&r->track[i]);
	return ret;
}

static int open_dir(struct recording *r)
{
	unsigned int i;
	int dir;

	if (mkdir(r->dir, 0700) && errno != EEXIST) {
		msg_fail(r->dir, "%s", strerror(errno));
		return -1;
	}
	dir = open(r->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0) {
		msg_fail(r->dir, "%s", strerror(errno));
		return -1;
	}
	for (i = 0; i < r->nr; i++)
		r->track[i].dir = dir;
	return dir;
}

/*
 * Return: the status of the command, as a shell reports it. If there is no command, or the command
 * has the status 0, or the recording failed, this is the status of the recording.
 */
static int command_status(const struct recording *r)
{
	if (!r->command || r->status == CMD_FAILED)
		return r->status;
	if (WIFSIGNALED(r->child_status))
		return 128 + WTERMSIG(r->child_status);
	return WEXITSTATUS(r->child_status) ?: r->status;
}

/**
 * recording_run() - record all streams
 * @r: the recording, with its streams
 *
 * Context: prints messages on stderr.
 * Return: the exit status of the program: the status of the command, or an enum cmd_status if there
 * is no command, if the command has the status 0, or if the recording failed.
 */
int recording_run(struct recording *r)
{
	struct pollfd *p = mem_grow(NULL, (r->nr + 1) * sizeof(*p));
	int dir = open_dir(r), signals;
	sigset_t old;

	if (dir < 0) {
		free(p);
		return CMD_FAILED;
	}
	signals = catch_signals(&old);
	r->started_ms = clock_ms();
	r->shown_ms = r->started_ms;
	if (start_command(r, &old)) {
		r->status = CMD_FAILED;
		stop(r, "the command could not be run");
	}
	while (!r->stop) {
		wait_for_input(r, p, signals);
		check_limits(r);
		progress_show(r, false);
	}
	end_command(r);
	if (end_tracks(r))
		r->status = CMD_FAILED;
	progress_show(r, true);
	close(signals);
	close(dir);
	free(p);
	return command_status(r);
}

/**
 * recording_free() - free a recording
 * @r: the recording
 */
void recording_free(struct recording *r)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++) {
		if (r->source[i] > STDIN_FILENO)
			close(r->source[i]);
		track_free(&r->track[i]);
	}
	free(r->track);
	free(r->source);
}
