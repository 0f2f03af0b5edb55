// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Reads an input in any form, with the readers of input/. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "read/dump/dump.h"
#include "read/input.h"
#include "model/internal.h"
#include "read/log/log.h"
#include "base/messages.h"
#include "base/bytes.h"
#include "read/lines/timed_text.h"
#include "read/open.h"

/* Limit of the memory for one input in bytes, if the caller sets no limit. */
#define DEFAULT_LIMIT	(2ull * 1024 * 1024 * 1024)

static const struct open_options defaults;

/**
 * struct source - an input that is being read
 * @path: path that the readers of input/ open themselves, such as a directory; NULL if @read gets
 *	the bytes
 * @name: name of the input in messages
 * @read: reads the next bytes: read_fd(), or NULL if they are at @data
 * @fd: file descriptor that read_fd() reads
 * @data: the bytes of an input in memory
 * @len: number of bytes at @data
 * @error: errno of a read that failed, else 0
 */
struct source {
	const char *path;
	const char *name;
	bytes_source read;
	int fd;
	const u8 *data;
	size_t len;
	int error;
};

/**
 * struct file - an input that was opened
 * @pub: the public part
 * @arena: arena that has the memory of the input and of its logs
 * @messages: messages of the readers of input/
 * @in: logs and devcoredumps that the readers have found
 * @flags: bitwise OR of GUCLOG_OPEN_* flags
 * @log: the logs, to which @pub.log points
 */
struct file {
	struct guclog_file pub;
	struct arena arena;
	struct messages messages;
	struct input in;
	unsigned int flags;
	struct log *log;
};

static const struct file *file_of(const struct guclog_file *file)
{
	return (const struct file *)file;
}

const char *guclog_strerror(int error)
{
	switch (error) {
	case 0:
		return "no error";
	case -ENODATA:
		return "truncated: the data end within a structure";
	case -EBADMSG:
		return "the data are invalid";
	case -EPROTONOSUPPORT:
		return "the version or the format of the data is not known";
	case -ENOENT:
		return "does not exist";
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
 * @error: filled with @code, @name and @text; may be NULL
 * @code: a negative errno value; 0 for none
 * @name: name of the input, NULL for none
 * @text: if @code is not 0: the reason
 */
void error_set(struct guclog_error *error, int code, const char *name, const char *text)
{
	if (!error)
		return;
	*error = (struct guclog_error){ .code = code };
	if (code)
		snprintf(error->text, sizeof(error->text), "%s%s%s", name ? name : "",
			 name ? ": " : "", text);
}

/* Fill @error with the text of the errno value @code. */
static void set_errno(struct guclog_error *error, int code, const char *name)
{
	char buf[128];

	error_set(error, -code, name, strerror_r(code, buf, sizeof(buf)));
}

/**
 * error_set_read() - set the reason why an input could not be read
 * @error: filled with @code and the reason; may be NULL
 * @code: a negative errno value; 0 when the input could be read
 * @name: name of the input
 * @m: the messages of the readers; the last message is the reason, the others are about parts
 *	of the input
 */
void error_set_read(struct guclog_error *error, int code, const char *name,
		    const struct messages *m)
{
	if (!code)
		error_set(error, 0, NULL, NULL);
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

/* Read an input from its bytes. Return: 0, or -1 if the input was not read to the end. */
static int read_bytes(struct file *file, struct source *from)
{
	struct bytes *bytes;
	int ret;

	if (from->read)
		bytes = bytes_from(from->read, from, from->name, &file->messages.sink);
	else
		bytes = bytes_from_memory(from->data, from->len, from->name, &file->messages.sink);
	if (!bytes)
		return -1;
	ret = input_open_bytes(&file->in, bytes, from->name);
	bytes_close(bytes);
	return ret;
}

/* Add the faults and the losses of a log to the messages. */
static void add_log_messages(struct file *file, const struct log *log)
{
	const struct input_log *in = log->parsed.input;
	struct guc_view notes = guc_view(log->pub.losses, strlen(log->pub.losses)), loss;

	if (log->parsed.broken.code)
		messages_add_fault(&file->messages, in->name, &log->parsed.broken);
	while (input_log_next_loss(&notes, &loss))
		messages_add(&file->messages, in->name, "%.*s", (int)loss.len,
			     (const char *)loss.data);
}

static void open_logs(struct file *file)
{
	const struct input *in = &file->in;
	const struct guclog_log **list;
	struct input_log *from;
	struct log *log;
	unsigned int i;

	file->log = arena_zero(&file->arena, (in->nr_logs + 1) * sizeof(*file->log));
	list = arena_zero(&file->arena, (in->nr_logs + 1) * sizeof(*list));
	if (!file->log || !list)
		return;
	file->pub.log = list;
	for (i = 0; i < in->nr_logs; i++) {
		from = &in->log[i];
		if (from->form == GUCLOG_FORM_UNKNOWN && !(file->flags & GUCLOG_OPEN_ANY))
			continue;
		log = &file->log[file->pub.nr_logs];
		list[file->pub.nr_logs++] = &log->pub;
		from->keep_blocks = file->flags & GUCLOG_OPEN_CHECK;
		log_open(log, from, &file->arena);
		log->pub.file = &file->pub;
		if (from->dump && !from->dump->log)
			from->dump->log = &log->pub;
		if (!(file->flags & GUCLOG_OPEN_ANY))
			add_log_messages(file, log);
	}
	if (file->pub.nr_logs > 1)
		log_share_anchors(file->log, file->pub.nr_logs);
}

static void add_reasons(struct file *file)
{
	unsigned int i;
	char buf[512];

	for (i = 0; guclog_file_reason(&file->pub, GUCLOG_WANT_LOG, i, buf, sizeof(buf)) > 0; i++)
		messages_add(&file->messages, NULL, "%s", buf);
}

static void publish(struct file *file)
{
	static const struct guclog_dump *const no_dump;
	static const char *const no_bare;
	struct guclog_file *pub = &file->pub;
	const struct input *in = &file->in;

	pub->name = in->name;
	pub->packing = in->packing;
	pub->form = in->form;
	pub->nr_dumps = in->nr_dumps;
	pub->dump = in->dump ? (const struct guclog_dump *const *)in->dump : &no_dump;
	pub->nr_bare = in->nr_bare;
	pub->bare = in->bare ? (const char *const *)in->bare : &no_bare;
	pub->nr_messages = file->messages.nr;
	pub->message = (const char *const *)file->messages.text;
}

/* Read the input and all its logs. Return: 0, or a negative errno value. */
static int read_all(struct file *file, struct source *from)
{
	file->pub.complete = !(from->path ? input_open(&file->in, from->path) :
					    read_bytes(file, from));
	open_logs(file);
	publish(file);
	if (file->arena.failed)
		return -ENOMEM;
	if (file->flags & GUCLOG_OPEN_ANY || file->pub.nr_logs || file->in.nr_dumps)
		return 0;
	if (from->error)
		return -from->error;
	if (!file->pub.complete)
		return -EBADMSG;
	add_reasons(file);
	return -ENOMSG;
}

static struct guclog_file *open_source(struct source *from,
				       const struct open_options *options,
				       struct guclog_error *error)
{
	struct file *file = calloc(1, sizeof(*file));
	int err;

	if (!file) {
		error_set(error, -ENOMEM, from->name, guclog_strerror(-ENOMEM));
		return NULL;
	}
	arena_init(&file->arena, (size_t)min_t(u64, options->max_memory ?: DEFAULT_LIMIT,
					       ARENA_NO_LIMIT));
	messages_init(&file->messages, &file->arena);
	file->flags = options->flags;
	file->in = (struct input){
		.arena = &file->arena,
		.messages = &file->messages,
		.text_kind = timed_text_kind,
		.want_dumps = !(file->flags & GUCLOG_OPEN_LOGS),
	};
	err = read_all(file, from);
	if (error)
		error_set_read(error, err, from->name, &file->messages);
	if (!err)
		return &file->pub;
	logs_close(&file->pub);
	return NULL;
}

struct guclog_file *logs_open_memory(const void *data, size_t len,
				     const struct open_options *options,
				     struct guclog_error *error)
{
	struct guc_view view = bytes(data, len);
	struct source from = {
		.fd = -1,
		.data = view.data,
		.len = view.len,
	};

	options = options ?: &defaults;
	from.name = options->name ?: "memory";
	return open_source(&from, options, error);
}

/* Open a directory. If its name is "-", open "./-": input_open() reads standard input for "-". */
static struct guclog_file *open_directory(const char *path,
					  const struct open_options *options,
					  struct guclog_error *error)
{
	struct source from = {
		.path = strcmp(path, "-") ? path : "./-",
		.name = path,
		.fd = -1,
	};

	return open_source(&from, options, error);
}

struct guclog_file *logs_open(const char *path,
			      const struct open_options *options,
			      struct guclog_error *error)
{
	struct source from = { .read = read_fd, .name = path };
	struct guclog_file *file;
	struct stat st;

	options = options ?: &defaults;
	if (options->flags & GUCLOG_OPEN_ANY) {
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

void logs_close(struct guclog_file *file)
{
	struct file *f = (struct file *)file;

	if (!f)
		return;
	arena_free(&f->arena);
	free(f);
}

const char *guclog_file_form(const struct guclog_file *file)
{
	enum guclog_form form = file->form;

	if (form == GUCLOG_FORM_UNKNOWN && file->nr_logs)
		form = file->log[0]->form;
	if (form != GUCLOG_FORM_UNKNOWN)
		return guclog_form_label(form);
	return file->nr_dumps || file->nr_bare ? guclog_form_label(GUCLOG_FORM_DEVCOREDUMP) :
						 guclog_form_phrase(GUCLOG_FORM_UNKNOWN);
}

/*
 * Return: a phrase for the form of a log, such as "a GuC log image". missing() writes this phrase
 * into the message that an input has no GuC log or no devcoredump.
 */
static const char *what_log(const struct input_log *log)
{
	return log->form == GUCLOG_FORM_UNKNOWN ? form_sniff(input_log_bytes(log)) :
	       guclog_form_phrase(log->form);
}

/*
 * Write sentence @i about the missing log or devcoredump of an input. @part: what is missing, such
 * as "no GuC log". Sentence 0 is about the whole input. If the input has several files without a
 * log, each further sentence is about one of these files, for at most 8 files.
 */
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
	const struct input *in = &file_of(file)->in;

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
