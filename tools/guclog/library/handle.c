// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions of guclog.h: a handle and its inputs.
 */
#include "library/library.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "guc_env.h"
#include "read/log/events.h"
#include "read/open.h"

#ifdef GUCLOG_JSON
#include <json-c/json.h>
#endif

/**
 * library_fail() - store why a function failed
 * @g: the handle
 * @error: a negative errno value
 * @text: a sentence, NULL for the text of @error
 *
 * Return: @error.
 */
int library_fail(struct guclog *g, int error, const char *text)
{
	snprintf(g->error, sizeof(g->error), "%s", text ?: guclog_strerror(error));
	return error;
}

static void add_message(struct guclog *g, const char *text)
{
	char **grown = realloc(g->message, (g->nr_messages + 1) * sizeof(*grown));

	if (!grown)
		return;
	g->message = grown;
	g->message[g->nr_messages] = strdup(text);
	g->nr_messages += !!g->message[g->nr_messages];
}

static void write_text(struct out *out, const void *data, size_t len)
{
	struct run *run = (struct run *)out;

	run->written = true;
	if (!run->error)
		run->error = run->write(run->context, data, len);
}

static void keep_message(struct out *out, const char *text)
{
	struct run *run = (struct run *)out;

	add_message(run->g, text);
}

static void wrong_usage(struct out *out, const char *verb)
{
	struct run *run = (struct run *)out;

	run->usage = true;
}

static __attribute__((noreturn)) void no_memory(struct out *out)
{
	struct run *run = (struct run *)out;

	longjmp(run->no_memory, 1);
}

static void drop_parts(struct run *run)
{
#ifdef GUCLOG_JSON
	unsigned int i;

	for (i = 0; i < OUT_NR_PARTS; i++)
		json_object_put(run->out.part[i]);
#endif
}

/**
 * library_run() - run code that writes text and messages
 * @run: its @g, @write and @context are set
 * @code: the code
 * @arg: second argument of @code
 *
 * Return: what @code has returned, or -ENOMEM.
 */
int library_run(struct run *run, int (*code)(struct run *run, void *arg), void *arg)
{
	struct guclog *g = run->g;
	struct out *before;
	int ret;

	while (g->nr_messages > g->nr_of_open)
		free(g->message[--g->nr_messages]);
	run->out = (struct out){
		.write = write_text, .say = keep_message, .hint = wrong_usage, .none = no_memory,
		.input = g->input, .nr_inputs = g->nr_inputs, .library = true,
	};
	before = out_set(&run->out);
	ret = setjmp(run->no_memory) ? -ENOMEM : code(run, arg);
	out_set(before);
	drop_parts(run);
	return ret;
}

struct guclog *guclog_new(uint64_t max_memory)
{
	struct guclog *g = calloc(1, sizeof(*g));

	if (g)
		g->max_memory = max_memory;
	return g;
}

void guclog_free(struct guclog *g)
{
	unsigned int i;

	if (!g)
		return;
	for (i = 0; i < g->nr_inputs; i++) {
		logs_close(g->input[i].file);
		free((char *)g->input[i].path);
		free((char *)g->input[i].name);
		if (g->fd[i] >= 0)
			close(g->fd[i]);
	}
	for (i = 0; i < g->nr_messages; i++)
		free(g->message[i]);
	free(g->message);
	free(g->input);
	free(g->fd);
	free(g->text);
	free(g);
}

/* Add an input that was opened. Return: 0 or -ENOMEM; the input is then closed. */
static int add_input(struct guclog *g, struct guclog_file *file, const char *path, const char *name,
		     int fd)
{
	struct out_input *input = realloc(g->input, (g->nr_inputs + 1) * sizeof(*input));
	int *fds = realloc(g->fd, (g->nr_inputs + 1) * sizeof(*fds));
	struct out_input one = { .path = strdup(path), .name = strdup(name), .file = file };

	g->input = input ?: g->input;
	g->fd = fds ?: g->fd;
	if (!input || !fds || !one.path || !one.name) {
		free((char *)one.path);
		free((char *)one.name);
		logs_close(file);
		if (fd >= 0)
			close(fd);
		return library_fail(g, -ENOMEM, NULL);
	}
	g->fd[g->nr_inputs] = fd;
	g->input[g->nr_inputs++] = one;
	return 0;
}

/* Store what is missing in a log as messages. */
static void add_losses(struct guclog *g, const struct guclog_log *log)
{
	const size_t skip = strlen("loss=");
	const char *line = log->losses, *end;
	char text[512];

	for (; (end = strchr(line, '\n')); line = end + 1) {
		snprintf(text, sizeof(text), "%s: %.*s", log->name, (int)(end - line - skip),
			 line + skip);
		add_message(g, text);
	}
}

/*
 * Store the messages about an input. Return: 0; or an error if the input could not be read at all,
 * and it is then closed.
 */
static int take_messages(struct guclog *g, struct guclog_file *file,
			 const struct guclog_error *error)
{
	const char *last = NULL;
	unsigned int i;

	if (!file)
		return library_fail(g, error->code ?: -ENOMEM, error->text);
	while (g->nr_messages > g->nr_of_open)
		free(g->message[--g->nr_messages]);
	for (i = 0; file->message[i]; i++) {
		last = file->message[i];
		add_message(g, last);
	}
	for (i = 0; i < file->nr_logs; i++)
		add_losses(g, file->log[i]);
	g->nr_of_open = g->nr_messages;
	if (file->complete || file->nr_logs || file->nr_dumps)
		return 0;
	library_fail(g, -EBADMSG, last);
	logs_close(file);
	return -EBADMSG;
}

static struct open_options options_of(const struct guclog *g, const char *name)
{
	return (struct open_options){
		.name = name, .max_memory = g->max_memory,
		.flags = GUCLOG_OPEN_ANY | GUCLOG_OPEN_CHECK,
	};
}

int guclog_open(struct guclog *g, const char *path)
{
	struct open_options options = options_of(g, NULL);
	struct guclog_error error = { .code = 0 };
	struct guclog_file *file;
	char text[sizeof(g->error)];
	int ret;

	/* "-" is the name of a file here, while the verbs take it for standard input. */
	if (!strcmp(path, "-"))
		path = "./-";
	if (access(path, R_OK)) {
		ret = -errno;
		snprintf(text, sizeof(text), "%s: %s", path, guclog_strerror(ret));
		return library_fail(g, ret, text);
	}
	file = logs_open(path, &options, &error);
	ret = take_messages(g, file, &error);
	return ret ?: add_input(g, file, path, path, -1);
}

/*
 * Open an input of which there is a copy in a file in memory, so that the verbs can read it by a
 * path. @fd: descriptor of the copy, -1 if it could not be made; it is closed on an error
 */
static int open_copy(struct guclog *g, const char *name, int fd, const void *data, size_t len)
{
	struct open_options options = options_of(g, name);
	struct guclog_error error = { .code = 0 };
	struct guclog_file *file;
	char path[48];
	int ret;

	if (fd < 0)
		return library_fail(g, -ENOMEM, NULL);
	file = logs_open_memory(data, len, &options, &error);
	ret = take_messages(g, file, &error);
	if (ret) {
		close(fd);
		return ret;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return add_input(g, file, path, name, fd);
}

int guclog_open_memory(struct guclog *g, const char *name, const void *data, size_t len)
{
	int copy = memfd_create("guclog", MFD_CLOEXEC);

	if (copy >= 0 && file_write_all(copy, data, len)) {
		close(copy);
		copy = -1;
	}
	return open_copy(g, name, copy, data, len);
}

/* Copy all bytes of @from, at most @max. Return: their number, or a negative errno value. */
static s64 copy_bytes(int from, int to, u64 max)
{
	char piece[16384];
	s64 len = 0;
	ssize_t n;

	while ((n = read(from, piece, sizeof(piece)))) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		len += n;
		if ((u64)len > max || file_write_all(to, piece, (size_t)n))
			return -ENOMEM;
	}
	return len;
}

int guclog_open_fd(struct guclog *g, const char *name, int fd)
{
	int copy = memfd_create("guclog", MFD_CLOEXEC), ret;
	s64 len = copy < 0 ? -ENOMEM : copy_bytes(fd, copy, g->max_memory ?: (u64)2 << 30);
	void *data = NULL;

	if (len > 0) {
		data = mmap(NULL, (size_t)len, PROT_READ, MAP_PRIVATE, copy, 0);
		len = data == MAP_FAILED ? -ENOMEM : len;
	}
	if (len >= 0) {
		ret = open_copy(g, name, copy, data, (size_t)len);
	} else {
		ret = library_fail(g, (int)len, NULL);
		if (copy >= 0)
			close(copy);
	}
	if (len > 0)
		munmap(data, (size_t)len);
	return ret;
}

const char *guclog_error(const struct guclog *g)
{
	return g->error;
}

const char *guclog_message(const struct guclog *g, unsigned int i)
{
	return i < g->nr_messages ? g->message[i] : NULL;
}

const char *guclog_form(const struct guclog *g, unsigned int input)
{
	return input < g->nr_inputs ? guclog_file_form(g->input[input].file) : NULL;
}

const struct guclog_log *guclog_log(const struct guclog *g, unsigned int i)
{
	unsigned int k;

	for (k = 0; k < g->nr_inputs; k++) {
		const struct guclog_file *file = g->input[k].file;

		if (i < file->nr_logs)
			return file->log[i]->form == GUCLOG_FORM_UNKNOWN ? NULL : file->log[i];
		i -= file->nr_logs;
	}
	return NULL;
}

const char *guclog_log_name(const struct guclog_log *log)
{
	return log->name;
}

int guclog_events_open(const struct guclog_log *log, bool plain, struct guclog_events **events)
{
	struct guclog_error error = { .code = 0 };

	*events = log_events_open(log, plain ? GUCLOG_EVENTS_PLAIN : 0, &error);
	return error.code;
}
