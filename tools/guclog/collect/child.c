// SPDX-License-Identifier: GPL-2.0-only
#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/msg.h"

/* Number of bytes of a program's output that are kept; the rest is discarded. */
#define MAX_OUTPUT	(64u * 1024 * 1024)
/* Time in ms to wait for the end of a program that was killed. */
#define KILLED_MS	1000

/* Create an unnamed file with the content @text, to be the standard input of a program. */
static int input_file(const char *text)
{
	size_t len = text ? strlen(text) : 0;
	int fd;

	if (!len)
		return open("/dev/null", O_RDONLY | O_CLOEXEC);
	fd = memfd_create("input", MFD_CLOEXEC);
	if (fd < 0)
		return -1;
	if (write(fd, text, len) != (ssize_t)len || lseek(fd, 0, SEEK_SET)) {
		close(fd);
		return -1;
	}
	return fd;
}

static int start(const char * const argv[], int in, int out, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int ret;

	/*
	 * The parent process may have ignored SIGCHLD, and this is inherited. waitpid() could then
	 * not return the status.
	 */
	signal(SIGCHLD, SIG_DFL);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	ret = posix_spawnp(pid, argv[0], &actions, NULL,
			   (char * const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return ret;
}

/* Read the output of a program. Return: 0 at the end of the output, or -1 at the time limit. */
static int read_output(int fd, s64 deadline, struct child_output *out)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char buf[65536];
	ssize_t n;

	for (;;) {
		s64 left = deadline - clock_ms();

		if (left <= 0)
			return -1;
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		n = read(fd, buf, sizeof(buf));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return 0;
		n = min_t(ssize_t, n, (ssize_t)(MAX_OUTPUT - out->len));
		out->text = mem_grow(out->text, out->len + (size_t)n + 1);
		memcpy(out->text + out->len, buf, (size_t)n);
		out->len += (size_t)n;
		out->text[out->len] = '\0';
	}
}

/*
 * Wait until a program ends, and kill it at the time limit. (The program can still run after it has
 * closed its output.) A killed program does not end while it waits in the kernel; in that case,
 * stop waiting after KILLED_MS. Return: whether the program was killed.
 */
static bool wait_for(pid_t pid, s64 deadline, int *status)
{
	bool late = false;
	pid_t ended;

	while ((ended = waitpid(pid, status, WNOHANG)) != pid) {
		if ((ended < 0 && errno != EINTR) || (late && clock_ms() >= deadline))
			break;
		if (!late && clock_ms() >= deadline) {
			kill(pid, SIGKILL);
			late = true;
			deadline = clock_ms() + KILLED_MS;
		}
		poll(NULL, 0, 1);
	}
	return late;
}

/*
 * Read the output of a program until the program ends. @fd: descriptor of the output, which is
 * closed. Return: the same as child_run().
 */
static int finish(pid_t pid, int fd, unsigned int seconds, struct child_output *out)
{
	s64 end = clock_ms() + 1000ll * seconds;
	int status = 0, late = read_output(fd, end, out);

	close(fd);
	late = wait_for(pid, late ? 0 : end, &status);
	return late || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}

/**
 * child_run() - run a program and keep its output
 * @argv: the program, which is found by PATH, and its arguments
 * @input: standard input of the program, NULL for none
 * @seconds: time limit; a program that runs longer is killed
 * @out: filled with the output of the program, also when the program fails; the caller must free
 *	@out->text
 *
 * Context: sleeps for up to @seconds.
 * Return: exit status of the program, or -1 if it could not be started, was killed by a signal or
 * exceeded the time limit.
 */
int child_run(const char * const argv[], const char *input, unsigned int seconds,
	      struct child_output *out)
{
	int in = input_file(input), ret, fd[2];
	pid_t pid;

	*out = (struct child_output){ .text = mem_zero(1) };
	if (in < 0)
		return -1;
	if (pipe2(fd, O_CLOEXEC)) {
		close(in);
		return -1;
	}
	ret = start(argv, in, fd[1], &pid);
	close(in);
	close(fd[1]);
	if (ret) {
		close(fd[0]);
		return -1;
	}
	return finish(pid, fd[0], seconds, out);
}

/* Call a function in the child process. @fd: descriptor to which the output is written */
static void call(int fd, child_fn fn, void *context)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	unsigned int i;
	FILE *to;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		signal(signals[i], SIG_DFL);
	/*
	 * Close all other files, in particular the lock file of the store: this process can
	 * outlive its parent if it waits in the kernel, and the store must not stay locked then.
	 */
	dup2(fd, STDERR_FILENO + 1);
	close_range(STDERR_FILENO + 2, ~0u, 0);
	to = fdopen(STDERR_FILENO + 1, "w");
	if (!to)
		_exit(1);
	fn(context, to);
	_exit(fclose(to) ? 1 : 0);
}

/**
 * child_call() - call a function in a child process and keep its output
 * @fn: the function; it must not change files
 * @context: first argument of @fn
 * @seconds: time limit
 * @out: as for child_run(); after the time limit it has the output that @fn has flushed
 *
 * Context: sleeps for up to @seconds, also if @fn waits in the kernel without a limit.
 * Return: 0, or -1 if the function exceeded the time limit or the process could not be created.
 */
int child_call(child_fn fn, void *context, unsigned int seconds, struct child_output *out)
{
	pid_t pid;
	int fd[2];

	*out = (struct child_output){ .text = mem_zero(1) };
	if (pipe2(fd, O_CLOEXEC))
		return -1;
	signal(SIGCHLD, SIG_DFL);
	pid = fork();
	if (!pid)
		call(fd[1], fn, context);
	close(fd[1]);
	if (pid < 0) {
		close(fd[0]);
		return -1;
	}
	return finish(pid, fd[0], seconds, out) ? -1 : 0;
}

static void replace(struct child_output *out, const char *what, const char *by)
{
	struct child_output made = { .text = NULL };
	FILE *to = open_memstream(&made.text, &made.len);
	const char *from = out->text, *hit;

	if (!to)
		mem_none();
	for (; (hit = strstr(from, what)); from = hit + strlen(what))
		fprintf(to, "%.*s%s", (int)(hit - from), from, by);
	fputs(from, to);
	if (fclose(to))
		mem_none();
	free(out->text);
	*out = made;
}

/**
 * child_explain() - run "guclog explain"
 * @path: path of the file that is explained
 * @name: text that replaces @path in the output
 * @json: print JSON instead of text
 * @seconds: time limit
 * @out: as for child_run()
 *
 * Return: the same as child_run().
 */
int child_explain(const char *path, const char *name, bool json, unsigned int seconds,
		  struct child_output *out)
{
	const char * const argv[] = {
		"/proc/self/exe", "--max-memory", CHILD_MEMORY, "explain", path,
		json ? "--json" : NULL, NULL
	};
	int ret = child_run(argv, NULL, seconds, out);

	replace(out, path, name);
	return ret;
}
