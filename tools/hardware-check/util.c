// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions that all files of this program use: messages, clocks, files, texts that grow, and
 * processes that run a function or a program.
 */
#include "hwcheck.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIECE	65536u

/* Not 0 after a signal has requested the end of this program. */
volatile sig_atomic_t interrupted;

/**
 * say() - print a line about the progress or an error on stderr
 * @format: as for printf(), without a newline
 */
void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
}

/**
 * now_ns() - get the time
 * @clock: a clock of the system
 *
 * Return: the time in ns.
 */
s64 now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (s64)t.tv_sec * NS_PER_SEC + t.tv_nsec;
}

/**
 * pause_ms() - wait
 * @ms: milliseconds; a signal ends the wait
 */
void pause_ms(unsigned int ms)
{
	struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000 };

	if (!interrupted)
		nanosleep(&t, NULL);
}

/**
 * string_of() - make a string by a format
 * @format: as for printf()
 * @args: arguments for @format
 *
 * Return: the string, which the caller must free.
 */
char *string_of(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		abort();
	return text;
}

/**
 * path_of() - make a path or another string by a format
 * @format: as for printf()
 *
 * Return: the string, which the caller must free.
 */
char *path_of(const char *format, ...)
{
	va_list args;
	char *path;

	va_start(args, format);
	path = string_of(format, args);
	va_end(args);
	return path;
}

/**
 * exists() - find out whether there is a file
 * @path: path of the file
 *
 * Return: whether the file exists.
 */
bool exists(const char *path)
{
	return path && !access(path, F_OK);
}

/**
 * buffer_free() - free the bytes of a buffer
 * @b: the buffer, empty afterwards
 */
void buffer_free(struct buffer *b)
{
	free(b->data);
	*b = (struct buffer){ NULL, 0 };
}

static int read_fd(int fd, struct buffer *to)
{
	ssize_t n;

	*to = (struct buffer){ NULL, 0 };
	do {
		to->data = realloc(to->data, to->len + PIECE + 1);
		if (!to->data)
			abort();
		n = read(fd, to->data + to->len, PIECE);
		if (n > 0)
			to->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR && !interrupted));
	to->data[to->len] = '\0';
	return n < 0 ? -errno : 0;
}

/**
 * read_all() - read a file
 * @path: the file; its length need not be known
 * @to: filled with the content of the file, or with the bytes that were read before an error; the
 *	caller must free it with buffer_free(), also after an error
 *
 * Return: 0 or a negative errno.
 */
int read_all(const char *path, struct buffer *to)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	*to = (struct buffer){ NULL, 0 };
	if (fd < 0)
		return -errno;
	ret = read_fd(fd, to);
	close(fd);
	return ret;
}

/**
 * write_fd() - write to a file
 * @fd: descriptor of the file
 * @data: the bytes to write
 * @len: bytes at @data
 *
 * Return: 0 or a negative errno.
 */
int write_fd(int fd, const void *data, size_t len)
{
	ssize_t n;

	for (size_t at = 0; at < len; at += (size_t)n) {
		n = write(fd, (const char *)data + at, len - at);
		if (n < 0)
			return -errno;
	}
	return 0;
}

/**
 * write_all() - write a file
 * @path: the file; created with mode 0600 if it does not exist
 * @data: content of the file
 * @len: bytes at @data
 *
 * Return: 0 or a negative errno.
 */
int write_all(const char *path, const void *data, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), ret;

	if (fd < 0)
		return -errno;
	ret = write_fd(fd, data, len);
	return close(fd) && !ret ? -errno : ret;
}

/**
 * read_line() - read the first line of a file
 * @path: path of the file
 *
 * Return: the line without its newline, or NULL if the file cannot be read. The caller must free
 * the line.
 */
char *read_line(const char *path)
{
	struct buffer b;

	if (read_all(path, &b)) {
		buffer_free(&b);
		return NULL;
	}
	b.data[strcspn(b.data, "\n")] = '\0';
	return b.data;
}

/**
 * read_number() - read a number from a file
 * @path: path of the file
 * @otherwise: the result if the file cannot be read or does not begin with a number
 *
 * Return: the number.
 */
u64 read_number(const char *path, u64 otherwise)
{
	char *line = read_line(path), *end;
	u64 n;

	if (!line)
		return otherwise;
	n = strtoull(line, &end, 0);
	if (end == line)
		n = otherwise;
	free(line);
	return n;
}

/**
 * text_add() - append formatted text to a text
 * @text: the text; the caller must free @text->data
 * @format: as for printf()
 */
void text_add(struct text *text, const char *format, ...)
{
	va_list args;
	size_t n;
	char *more;

	va_start(args, format);
	more = string_of(format, args);
	va_end(args);
	n = strlen(more);
	text->data = realloc(text->data, text->len + n + 1);
	if (!text->data)
		abort();
	memcpy(text->data + text->len, more, n + 1);
	text->len += n;
	free(more);
}

/**
 * job_start() - run a function in a separate process (a job)
 * @job: the job, which is initialised; end it with job_end()
 * @run: the function; what it writes to @fd is stored in @job. The process ends when the function
 *	returns or when this program ends.
 * @arg: argument of @run
 *
 * Return: 0 or a negative errno.
 */
int job_start(struct job *job, void (*run)(const void *arg, int fd), const void *arg)
{
	int fd[2];

	*job = (struct job){ .pid = -1, .fd = -1, .output = { calloc(1, 1), 0 } };
	if (pipe2(fd, O_CLOEXEC | O_NONBLOCK))
		return -errno;
	job->pid = fork();
	if (!job->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setpgid(0, 0);
		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
		fcntl(fd[1], F_SETFL, 0);
		run(arg, fd[1]);
		_exit(0);
	}
	close(fd[1]);
	job->fd = fd[0];
	if (job->pid < 0)
		return -errno;
	/* Set the group here, too: job_end() may kill the group before the new process runs. */
	setpgid(job->pid, job->pid);
	return 0;
}

/* Return: whether the process of a job has exited. */
static bool has_exited(const struct job *job)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)job->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* Read the output of a job. Return: whether the job has closed it. */
static bool output_ended(struct job *job)
{
	char piece[4096];
	ssize_t n;

	if (job->fd < 0)
		return true;
	while ((n = read(job->fd, piece, sizeof(piece))) > 0) {
		job->output.data = realloc(job->output.data, job->output.len + (size_t)n + 1);
		if (!job->output.data)
			abort();
		memcpy(job->output.data + job->output.len, piece, (size_t)n);
		job->output.len += (size_t)n;
		job->output.data[job->output.len] = '\0';
	}
	if (n && (errno == EAGAIN || errno == EINTR))
		return false;
	close(job->fd);
	job->fd = -1;
	return true;
}

/**
 * job_ended() - read the output of a job, and check whether the job has ended
 * @job: from job_start()
 *
 * Return: whether the job has ended.
 */
bool job_ended(struct job *job)
{
	return output_ended(job) && has_exited(job);
}

/**
 * job_end() - end a job
 * @job: from job_start(); if it has not ended, it is killed together with its children
 *
 * Return: the exit status of the job, or -1 if it was killed.
 */
int job_end(struct job *job)
{
	bool ended = output_ended(job);
	unsigned int i;
	int status = 0;

	if (job->fd >= 0)
		close(job->fd);
	if (job->pid <= 0)
		return -1;
	/* A program needs a moment to exit after it has closed its output. */
	for (i = 0; ended && i < 100 && !has_exited(job); i++)
		poll(NULL, 0, 10);
	ended = ended && has_exited(job);
	if (!ended)
		kill(-job->pid, SIGKILL);
	while (waitpid(job->pid, &status, 0) < 0 && errno == EINTR)
		;
	return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/**
 * run_argv() - execute a program in this process; a function for job_start()
 * @argv: the program, found by PATH, and its arguments, as for execvp()
 * @fd: descriptor to which the program writes its output; the program has no input
 */
void run_argv(const void *argv, int fd)
{
	char * const *arg = argv;

	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	execvp(arg[0], arg);
	_exit(127);
}

/**
 * run_program() - run a program
 * @argv: the program, found by PATH, and its arguments
 * @seconds: time limit, after which it is killed
 * @output: set to the output of the program; the caller must free it with buffer_free()
 *
 * Return: the exit status of the program, or -1 if it was killed, or 127 if it cannot be started.
 */
int run_program(const char * const argv[], unsigned int seconds, struct buffer *output)
{
	s64 end = now_ns(CLOCK_MONOTONIC) + seconds * NS_PER_SEC;
	struct job job;
	int ret = job_start(&job, run_argv, argv);

	/* When the program has closed its output, job.fd is -1, and poll() only waits for 10 ms. */
	while (!ret && !interrupted && !job_ended(&job) && now_ns(CLOCK_MONOTONIC) < end)
		poll(&(struct pollfd){ .fd = job.fd, .events = POLLIN }, 1, job.fd < 0 ? 10 : 100);
	ret = ret ? 127 : job_end(&job);
	*output = job.output;
	return ret;
}
