// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Reads an input in any form, with the readers of input/. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "dump/dump.h"
#include "input/input.h"
#include "internal.h"
#include "messages.h"
#include "shared/bytes.h"

/* Most memory for one file, unless the caller wants another limit. */
#define DEFAULT_LIMIT	(2ull * 1024 * 1024 * 1024)

/**
 * struct source - what is read
 * @path: what the readers open, such as a directory; NULL for bytes
 * @name: for messages
 * @read: reads the next bytes
 * @fd: file descriptor that @read_fd reads
 * @data: memory that @read_memory reads
 * @len: bytes left at @data
 * @error: errno of a read that failed, else 0
 * @logs_only: devcoredumps are not kept
 */
struct source {
	const char *path;
	const char *name;
	bytes_source read;
	int fd;
	const u8 *data;
	size_t len;
	int error;
	bool logs_only;
};

/**
 * struct guclog_file - an input
 * @arena: has its memory, also that of its logs
 * @messages: about its reading
 * @in: what was read
 * @ret: 0 if that is all of it
 * @name: its name, printable
 * @any: opened with GUCLOG_OPEN_ANY
 * @nr_logs: number of logs
 * @log: the logs
 */
struct guclog_file {
	struct arena arena;
	struct messages messages;
	struct input in;
	int ret;
	const char *name;
	bool any;
	unsigned int nr_logs;
	struct guclog_log *log;
};

const char *guclog_strerror(int error)
{
	switch (error) {
	case 0:
		return "no error";
	case -ENODATA:
		return "truncated: the bytes end before the structure does";
	case -EBADMSG:
		return "the bytes have no valid meaning";
	case -EPROTONOSUPPORT:
		return "a version or a form of the firmware that is not known";
	case -ENOENT:
		return "absent";
	case -ENOMSG:
		return "no GuC log in it";
	case -ENOSPC:
		return "the buffer is too small";
	case -EINVAL:
		return "an invalid argument";
	case -ENOMEM:
		return "no memory";
	case -EACCES:
	case -EPERM:
		return "not permitted";
	case -EIO:
		return "cannot be read";
	default:
		return "cannot be opened or read";
	}
}

/**
 * error_set() - fill an error
 * @error: filled, may be NULL
 * @code: a negative errno value; 0 for none
 * @name: of the input, NULL for none
 * @text: the reason
 */
void error_set(struct guclog_error *error, int code, const char *name, const char *text)
{
	if (!error)
		return;
	memset(error, 0, sizeof(*error));
	error->code = code;
	snprintf(error->text, sizeof(error->text), "%s%s%s", name ? name : "",
		 name ? ": " : "", text);
}

/* For the errors of system calls. */
static void set_errno(struct guclog_error *error, int code, const char *name)
{
	char buf[128];

	error_set(error, -code, name, strerror_r(code, buf, sizeof(buf)));
}

/**
 * error_set_read() - tell why an input could not be read
 * @error: filled, may be NULL
 * @code: a negative errno value; 0 when it could
 * @name: of the input
 * @m: what its readers said; the last message is the reason: those before it are about
 *	parts of the input
 *
 * Context: any.
 */
void error_set_read(struct guclog_error *error, int code, const char *name,
		    const struct messages *m)
{
	if (!code)
		error_set(error, 0, NULL, "");
	else if (code != -ENOMEM && m->nr)
		error_set(error, code, NULL, m->text[m->nr - 1]);
	else if (code == -ENOMEM && m->arena->limited)
		error_set(error, code, name, "needs more memory than is allowed");
	else
		error_set(error, code, name, guclog_strerror(code));
}

static ssize_t read_fd(void *context, void *to, size_t len)
{
	struct source *from = context;
	ssize_t n;

	do
		n = read(from->fd, to, len);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		from->error = errno;
	return n;
}

static ssize_t read_memory(void *context, void *to, size_t len)
{
	struct source *from = context;
	size_t n = min(len, from->len);

	memcpy(to, from->data, n);
	from->data += n;
	from->len -= n;
	return (ssize_t)n;
}

static void read_input(struct guclog_file *file, struct source *from)
{
	struct bytes *bytes;

	file->in.want_dumps = !from->logs_only;
	if (from->path) {
		file->ret = input_open(&file->in, from->path);
		return;
	}
	file->ret = -1;
	bytes = bytes_from(from->read, from, from->name, &file->messages.say);
	if (!bytes)
		return;
	file->ret = input_open_bytes(&file->in, bytes, from->name);
	bytes_close(bytes);
}

static bool is_log(const struct guclog_file *file, const struct input_log *log)
{
	return file->any || log->form != GUCLOG_FORM_UNKNOWN;
}

/* The losses are messages, too. */
static void add_losses(struct guclog_file *file, const struct input_log *log)
{
	const char *note = log->notes, *end;

	for (; note && (end = strchr(note, '\n')); note = end + 1)
		messages_add(&file->messages, log->name, "%.*s", (int)(end - note) - 5, note + 5);
}

static void open_log(struct guclog_file *file, const struct input_log *from)
{
	struct guclog_log *log = &file->log[file->nr_logs++];

	if (logview_open(&log->view, from, &file->arena) && !file->any)
		messages_add_fault(&file->messages, from->name, &log->view.broken);
	log->file = file;
	log->name = from->name;
	*core_facts(&log->own_facts) = from->facts;
	log->dump = from->dump;
	if (!file->any)
		add_losses(file, from);
}

static void open_logs(struct guclog_file *file)
{
	const struct input *in = &file->in;
	unsigned int i, k;

	file->log = arena_zero(&file->arena, (in->nr_logs + 1) * sizeof(*file->log));
	if (!file->log)
		return;
	for (i = 0; i < in->nr_logs; i++)
		if (is_log(file, &in->log[i]))
			open_log(file, &in->log[i]);
	for (i = 0; i < file->nr_logs; i++) {
		struct guclog_log *log = &file->log[i];

		for (k = 0; k < file->nr_logs; k++)
			if (k != i)
				logview_borrow_anchor(&log->view, &file->log[k].view);
		*core_facts(&log->facts) = log->view.facts;
	}
}

static void add_reasons(struct guclog_file *file)
{
	unsigned int i;
	char buf[512];

	for (i = 0; guclog_file_reason(file, GUCLOG_WANT_LOG, i, buf, sizeof(buf)) > 0; i++)
		messages_add(&file->messages, NULL, "%s", buf);
}

/* Return: 0, or the error. */
static int read_all(struct guclog_file *file, struct source *from)
{
	read_input(file, from);
	open_logs(file);
	if (file->arena.failed)
		return -ENOMEM;
	file->name = file->in.name;
	if (file->any || file->nr_logs || file->in.nr_dumps)
		return 0;
	if (from->error)
		return -from->error;
	if (file->ret)
		return -EBADMSG;
	add_reasons(file);
	return -ENOMSG;
}

static size_t memory_limit(const struct guclog_options *options)
{
	u64 limit = DEFAULT_LIMIT;

	if (options && options->max_memory)
		limit = options->max_memory;
	return (size_t)min_t(u64, limit, ARENA_NO_LIMIT);
}

static bool has_flag(const struct guclog_options *options, unsigned int flag)
{
	return options && options->flags & flag;
}

static bool options_fine(const struct guclog_options *options)
{
	return !options || options->size >= sizeof(*options);
}

static struct guclog_file *open_source(struct source *from,
				       const struct guclog_options *options,
				       struct guclog_error *error)
{
	struct guclog_file *file = calloc(1, sizeof(*file));
	int err;

	if (!file) {
		error_set(error, -ENOMEM, from->name, guclog_strerror(-ENOMEM));
		return NULL;
	}
	arena_init(&file->arena, memory_limit(options));
	messages_init(&file->messages, &file->arena);
	file->in.arena = &file->arena;
	file->in.messages = &file->messages;
	file->any = has_flag(options, GUCLOG_OPEN_ANY);
	from->logs_only = has_flag(options, GUCLOG_OPEN_LOGS);
	err = read_all(file, from);
	error_set_read(error, err, from->name, &file->messages);
	if (!err)
		return file;
	guclog_close(file);
	return NULL;
}

static bool has_name(const struct guclog_options *options)
{
	return options && options->name;
}

struct guclog_file *guclog_open_fd(int fd, const struct guclog_options *options,
				   struct guclog_error *error)
{
	struct source from = { .read = read_fd, .fd = fd };

	if (!options_fine(options)) {
		error_set(error, -EINVAL, NULL, "size of the options is too small");
		return NULL;
	}
	from.name = has_name(options) ? options->name : "file descriptor";
	return open_source(&from, options, error);
}

struct guclog_file *guclog_open_memory(const void *data, size_t len,
				       const struct guclog_options *options,
				       struct guclog_error *error)
{
	struct guc_view view = bytes(data, len);
	struct source from = {
		.read = read_memory,
		.fd = -1,
		.data = view.data,
		.len = view.len,
	};

	if (!options_fine(options)) {
		error_set(error, -EINVAL, NULL, "size of the options is too small");
		return NULL;
	}
	from.name = has_name(options) ? options->name : "memory";
	return open_source(&from, options, error);
}

/* "-" is a directory of that name, not standard input. */
static struct guclog_file *open_directory(const char *path,
					  const struct guclog_options *options,
					  struct guclog_error *error)
{
	struct source from = {
		.path = strcmp(path, "-") ? path : "./-",
		.name = path,
		.fd = -1,
	};

	return open_source(&from, options, error);
}

struct guclog_file *guclog_open(const char *path,
				const struct guclog_options *options,
				struct guclog_error *error)
{
	struct source from = { .read = read_fd, .name = path };
	struct guclog_file *file;
	struct stat st;

	if (!options_fine(options)) {
		error_set(error, -EINVAL, NULL, "size of the options is too small");
		return NULL;
	}
	if (has_flag(options, GUCLOG_OPEN_ANY)) {
		from.path = path;
		return open_source(&from, options, error);
	}
	from.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (from.fd < 0 || fstat(from.fd, &st)) {
		set_errno(error, errno, path);
		if (from.fd >= 0)
			close(from.fd);
		return NULL;
	}
	if (S_ISDIR(st.st_mode))
		file = open_directory(path, options, error);
	else
		file = open_source(&from, options, error);
	close(from.fd);
	return file;
}

void guclog_close(struct guclog_file *file)
{
	if (!file)
		return;
	arena_free(&file->arena);
	free(file);
}

const char *guclog_file_name(const struct guclog_file *file)
{
	return file->name;
}

int guclog_file_rename(struct guclog_file *file, const char *name)
{
	char *copy = arena_strdup(&file->arena, name);
	unsigned int i;

	if (!copy)
		return -ENOMEM;
	file->name = copy;
	for (i = 0; i < file->nr_logs; i++)
		file->log[i].name = copy;
	return 0;
}

enum guclog_form guclog_file_kind(const struct guclog_file *file)
{
	return file->in.form;
}

int guclog_file_whole(const struct guclog_file *file)
{
	return !file->ret;
}

const char *guclog_file_form(const struct guclog_file *file)
{
	if (file->nr_logs)
		return guclog_form_label(file->in.form);
	return file->in.nr_dumps || file->in.nr_bare ? guclog_form_label(GUCLOG_FORM_DEVCOREDUMP) :
						    guclog_form_phrase(GUCLOG_FORM_UNKNOWN);
}

const char *guclog_file_packing(const struct guclog_file *file)
{
	return file->in.packing;
}

const char *guclog_file_message(const struct guclog_file *file, unsigned int i)
{
	return i < file->messages.nr ? file->messages.text[i] : NULL;
}

unsigned int guclog_file_logs(const struct guclog_file *file)
{
	return file->nr_logs;
}

const struct guclog_log *guclog_file_log(const struct guclog_file *file,
					 unsigned int i)
{
	return i < file->nr_logs ? &file->log[i] : NULL;
}

const char *guclog_log_anchor_of(const struct guclog_log *log)
{
	const struct guclog_file *file = log->file;
	unsigned int i;

	for (i = 0; file && i < file->nr_logs; i++)
		if (file->log[i].view.input == log->view.anchor_of)
			return file->log[i].name;
	return NULL;
}

unsigned int guclog_file_dumps(const struct guclog_file *file)
{
	return file->in.nr_dumps;
}

const char *guclog_file_bare(const struct guclog_file *file, unsigned int i)
{
	return i < file->in.nr_bare ? file->in.bare[i] : NULL;
}

/* What a log is, for the reason why it is not what was wanted. */
static const char *what_log(const struct input_log *log)
{
	return log->form == GUCLOG_FORM_UNKNOWN ? form_sniff(input_log_view(log)) :
	       guclog_form_phrase(log->form);
}

static void missing(const struct input *in, const char *part, unsigned int i,
		    struct guc_text *text)
{
	const char *what = in->nr_others ? in->other[0].what : NULL;

	if (!what && in->nr_logs)
		what = what_log(&in->log[0]);
	if (what && in->nr_others <= 1 && !i)
		guc_text_add(text, "%s: %s in it: it is %s",
			     in->nr_others ? in->other[0].name : in->name, part, what);
	else if (!i)
		guc_text_add(text, "%s: %s in it", in->name, part);
	else if (in->nr_others > 1 && i <= in->nr_others && i <= 8)
		guc_text_add(text, "%s: is %s", in->other[i - 1].name, in->other[i - 1].what);
}

long guclog_file_reason(const struct guclog_file *file, enum guclog_want want,
			unsigned int i, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	const struct input *in = &file->in;

	if (want == GUCLOG_WANT_DUMP)
		missing(in, "no Xe devcoredump", i, &text);
	else if (!in->nr_bare)
		missing(in, "no GuC log", i, &text);
	else if (i < in->nr_bare)
		guc_text_add(&text,
			     "%s: an Xe devcoredump without a GuC log; 'guclog dump' shows what is in it",
			     in->bare[i]);
	return text.len ? (long)text.len : -ENOENT;
}

const struct guclog_dump *guclog_file_dump(const struct guclog_file *file,
					   unsigned int i)
{
	return i < file->in.nr_dumps ? file->in.dump[i] : NULL;
}
