// SPDX-License-Identifier: GPL-2.0-only
#include "stream/follow.h"

#include <linux/magic.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/vfs.h>
#include <time.h>

#include "base/msg.h"
#include "base/types.h"
#include "read/log/logs.h"

#define POLL_NS		250000000l

/*
 * Set when SIGINT or SIGTERM has arrived. A signal handler may write this variable, because
 * accesses to an atomic_bool are lock-free.
 */
static atomic_bool stop;

static void on_signal(int sig)
{
	stop = true;
}

/**
 * follow_signals() - let SIGINT and SIGTERM end the following of inputs instead of the program
 *
 * The first SIGINT and the first SIGTERM only make follow_stopped() return true and interrupt a
 * system call. A second one ends the program, because the signal then has its default action again.
 */
void follow_signals(void)
{
	struct sigaction action = {
		.sa_handler = on_signal,
		.sa_flags = (int)SA_RESETHAND,
	};

	stop = false;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/**
 * follow_stopped() - find out whether a signal has ended the following of inputs
 *
 * Return: whether SIGINT or SIGTERM has arrived.
 */
bool follow_stopped(void)
{
	return stop;
}

/**
 * follow_start() - begin to follow a file, that is, to read it again when it changes
 * @f: the file that is followed, which is initialised; end it with follow_stop(), unless this
 *	function fails
 * @path: the file, or a directory
 *
 * After this, the first SIGINT or SIGTERM does not end the program, but makes follow_wait() return
 * false.
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int follow_start(struct follow *f, const char *path)
{
	*f = (struct follow){ .path = path };
	if (!strcmp(path, "-") || stat(path, &f->stat)) {
		msg_fail(path, "cannot be followed: it must be a file that can be read again");
		return -1;
	}
	if (!S_ISREG(f->stat.st_mode) && !S_ISDIR(f->stat.st_mode)) {
		msg_fail(path, "cannot be followed: it is neither a regular file nor a directory");
		return -1;
	}
	follow_signals();
	return 0;
}

static bool is_same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/*
 * Return: whether the file was modified in this second or the previous one. In that case a later
 * write can leave the modification time unchanged, because file systems store it with a limited
 * resolution; so the file must be read again although the time is the same.
 */
static bool is_fresh(const struct stat *st)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return st->st_mtim.tv_sec >= now.tv_sec - 1;
}

/*
 * Return: whether stat() does not show changes, because the path is a directory or a file in
 * debugfs, procfs or sysfs.
 */
static bool is_silent(const char *path, const struct stat *st)
{
	struct statfs fs;

	return S_ISDIR(st->st_mode) ||
	       (!statfs(path, &fs) && (fs.f_type == DEBUGFS_MAGIC ||
				       fs.f_type == PROC_SUPER_MAGIC ||
				       fs.f_type == SYSFS_MAGIC));
}

/* Return: whether the file must be read again. @f->stat is updated if the file exists. */
static bool may_have_changed(struct follow *f)
{
	struct stat old = f->stat;

	if (stat(f->path, &f->stat)) {
		f->stat = old;
		if (!f->gone)
			msg_fail(f->path, "%s; waiting for it",
				 strerror(errno));
		f->gone = true;
		return false;
	}
	if (f->gone) {
		f->gone = false;
		return true;
	}
	return f->stat.st_ino != old.st_ino || f->stat.st_dev != old.st_dev ||
	       f->stat.st_size != old.st_size ||
	       !is_same_time(f->stat.st_mtim, old.st_mtim) ||
	       is_fresh(&f->stat) || is_silent(f->path, &f->stat);
}

/**
 * follow_wait() - wait until the file may have changed
 * @f: from follow_start()
 *
 * Return: true if the file should be read again, false if a signal has ended the following.
 */
bool follow_wait(struct follow *f)
{
	static const struct timespec pause = { .tv_nsec = POLL_NS };

	do {
		if (!stop)
			nanosleep(&pause, NULL);
		if (stop)
			return false;
	} while (!may_have_changed(f));
	return true;
}

/* Return: the hash of an event, never 0, because 0 marks an empty slot of the hash table. */
static u64 hash(struct guclog_bytes entry)
{
	u64 h = 0x9e3779b97f4a7c15ull;
	size_t i;
	u32 word;

	for (i = 0; i + sizeof(word) <= entry.len; i += sizeof(word)) {
		memcpy(&word, (const u8 *)entry.data + i, sizeof(word));
		h = (h ^ word) * 0xff51afd7ed558ccdull;
		h ^= h >> 32;
	}
	return h ? h : 1;
}

static u64 *find(const struct follow_log *log, u64 wanted)
{
	size_t i = (size_t)wanted & log->mask;

	while (log->seen[i] && log->seen[i] != wanted)
		i = (i + 1) & log->mask;
	return &log->seen[i];
}

static void remember(struct follow_log *log, const struct guclog_events *t)
{
	size_t size = 64;
	u64 i, h;

	while (size < 2 * t->entries)
		size *= 2;
	log->seen = mem_grow(log->seen, size * sizeof(*log->seen));
	memset(log->seen, 0, size * sizeof(*log->seen));
	log->mask = size - 1;
	for (i = 0; i < t->entries; i++) {
		h = hash(guclog_log_entry(t->log, i));
		*find(log, h) = h;
	}
}

/*
 * Return: number of old events: those up to the last event that the log also had when it was read
 * before. All events after that event are new. If a file is read while another program writes it,
 * its newest events can be missing; then all its events are old.
 */
static u64 count_old(const struct follow_log *log, const struct guclog_events *t)
{
	u64 n = log->seen ? t->entries : 0;

	while (n && !*find(log, hash(guclog_log_entry(t->log, n - 1))))
		n--;
	return n;
}

static struct follow_log *get_log(struct follow *f, unsigned int nr)
{
	while (f->nr_logs <= nr) {
		struct follow_log *log = mem_grow(NULL, sizeof(*log));

		*log = (struct follow_log){ .first = true };
		f->log = mem_grow(f->log, (f->nr_logs + 1) * sizeof(*f->log));
		f->log[f->nr_logs++] = log;
	}
	return f->log[nr];
}

/**
 * follow_read() - find the new events of a log that was read again
 * @f: from follow_start()
 * @t: events of the log
 * @nr: index of the log in the input
 *
 * Return: state for follow_is_new(); valid until the log is read again.
 */
const struct follow_log *follow_read(struct follow *f, const struct guclog_events *t,
				     unsigned int nr)
{
	struct follow_log *log = get_log(f, nr);

	log->first = !log->seen;
	log->old = count_old(log, t);
	log->lost = log->next && !log->old && t->entries;
	log->shift = log->next - log->old;
	log->next += t->entries - log->old;
	if (log->first || log->old < t->entries)
		remember(log, t);
	return log;
}

/**
 * follow_is_new() - find out whether an event was added since the previous read of the log
 * @log: from follow_read()
 * @e: the event; its index is changed so that the indices of new events continue those of the
 *	events that are already known
 *
 * Events from before the last load of the firmware are new only when the log is read for the first
 * time; later they have already been shown.
 *
 * Return: whether the event is new.
 */
bool follow_is_new(const struct follow_log *log, struct guclog_event *e)
{
	if (e->before_load)
		return log->first;
	if (e->index < log->old)
		return false;
	e->index += log->shift;
	return true;
}

/**
 * follow_stop() - stop following a file
 * @f: from follow_start(), or zeroed
 */
void follow_stop(struct follow *f)
{
	unsigned int i;

	for (i = 0; i < f->nr_logs; i++) {
		free(f->log[i]->seen);
		free(f->log[i]);
	}
	free(f->log);
	*f = (struct follow){ .path = NULL };
}
