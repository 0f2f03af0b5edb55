// SPDX-License-Identifier: GPL-2.0-only
#include "messages/text_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/msg.h"

/* A file that has a zero byte among its first MAX_ZERO bytes is treated as binary. */
#define MAX_ZERO	4096
/* Length to which the lines of a devcoredump are cut before a kernel log is searched among them. */
#define LINE_KEPT	4096

/*
 * Return: whether the beginning of a file is binary. UTF-16 with a byte order mark is text, and so
 * is the output of "journalctl -o export", which has the lengths of some fields as binary numbers.
 */
static bool is_binary(const u8 *data, size_t len)
{
	static const char export[] = "__CURSOR=";

	if (len >= sizeof(export) && !memcmp(data, export, sizeof(export) - 1))
		return false;
	if (len >= 2 && (!memcmp(data, "\xff\xfe", 2) || !memcmp(data, "\xfe\xff", 2)))
		return false;
	return memchr(data, 0, min_t(size_t, len, MAX_ZERO));
}

/*
 * Copy the bytes of a pipe to a file in memory. Return: the descriptor of that file, or -1 on an
 * error.
 */
static int keep_pipe(int from)
{
	static char buf[65536];
	ssize_t n;
	int fd = memfd_create("pipe", MFD_CLOEXEC);

	if (fd < 0)
		mem_none();
	while ((n = read(from, buf, sizeof(buf))) > 0)
		if (write(fd, buf, (size_t)n) != n)
			mem_none();
	lseek(fd, 0, SEEK_SET);
	if (!n)
		return fd;
	close(fd);
	return -1;
}

/**
 * text_file_again() - make standard input readable from its beginning
 * @path: "-"; nothing is done for another path
 *
 * If standard input is a pipe, it is replaced by a file in memory with the same bytes, because a
 * pipe can be read only once. The caller must call this function each time before it reads standard
 * input, also the first time.
 *
 * Context: process context; the program ends if there is no memory.
 */
void text_file_again(const char *path)
{
	static off_t begin = -1;
	int fd;

	if (strcmp(path, "-"))
		return;
	if (begin < 0)
		begin = lseek(STDIN_FILENO, 0, SEEK_CUR);
	if (begin >= 0) {
		lseek(STDIN_FILENO, begin, SEEK_SET);
		return;
	}
	fd = keep_pipe(STDIN_FILENO);
	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	close(fd);
	begin = 0;
}

/**
 * text_file_read() - read a text file
 * @path: the file, which may be compressed; "-" for standard input, which can be read again
 *	afterwards
 * @max: largest number of bytes that are read
 * @len: set to the number of bytes that were read, 0 for a binary file
 * @more: for a text: set to 0 if it was read to its end, 1 if it is longer than @max, or -1 if it
 *	cannot be read to its end
 *
 * Context: process context; reads the file.
 * Return: the content, which the caller must free, or NULL after printing the reason on stderr.
 */
u8 *text_file_read(const char *path, size_t max, size_t *len, int *more)
{
	struct bytes *bytes;
	u8 *data = NULL;

	text_file_again(path);
	bytes = bytes_open(path, &msg_sink);
	*len = 0;
	*more = 0;
	if (!bytes)
		return NULL;
	*more = bytes_read_all(bytes, &data, len, MAX_ZERO, NULL, NULL);
	if (is_binary(data, *len))
		*len = 0;
	else if (*more > 0)
		*more = bytes_read_all(bytes, &data, len, max, NULL, NULL);
	bytes_close(bytes);
	text_file_again(path);
	return data;
}

/*
 * Read a text like text_file_read(), but keep only the first LINE_KEPT bytes of each line, because
 * lines of a devcoredump can be very long, while those of a kernel log are short.
 */
static u8 *read_short_lines(const char *path, size_t *len)
{
	struct bytes *bytes;
	u8 *data = NULL, *chunk;
	size_t line = 0;
	ssize_t n, i;

	*len = 0;
	text_file_again(path);
	bytes = bytes_open(path, &msg_sink);
	chunk = mem_grow(NULL, TEXT_FILE_PROBE);
	while (bytes && (n = bytes_read(bytes, chunk, TEXT_FILE_PROBE)) > 0) {
		data = mem_grow(data, *len + (size_t)n);
		for (i = 0; i < n; i++) {
			if (chunk[i] == '\n' || *len - line < LINE_KEPT)
				data[(*len)++] = chunk[i];
			if (chunk[i] == '\n')
				line = *len;
		}
	}
	if (bytes)
		bytes_close(bytes);
	free(chunk);
	text_file_again(path);
	return data;
}

/*
 * Parse the text @data as a kernel log, and free the text. Return: the kernel log, or NULL if the
 * text is not a kernel log.
 */
static const struct guclog_kernel_log *take_log(const char *path, u8 *data, size_t len)
{
	const struct guclog_kernel_log *log = NULL;
	int error = 0;

	if (data)
		log = guclog_kernel_log_open(file_title(path), data, len, &error);
	free(data);
	if (error == -ENOMEM)
		mem_none();
	return log;
}

static const struct guclog_kernel_log *read_log(const char *path)
{
	static const char title[] = "\n**** ";
	const struct guclog_kernel_log *log;
	size_t len;
	int more;
	u8 *data = text_file_read(path, TEXT_FILE_PROBE, &len, &more);
	bool json = data && len && *data == '{';
	bool dump = data && memmem(data, len, title, sizeof(title) - 1);

	log = take_log(path, data, len);
	if (log || json) {
		guclog_kernel_log_free(log);
		data = text_file_read(path, TEXT_FILE_MAX, &len, &more);
		return take_log(path, data, len);
	}
	if (!dump)
		return NULL;
	data = read_short_lines(path, &len);
	return take_log(path, data, len);
}

static bool add_file(struct kernel_logs *logs, const char *path)
{
	const struct guclog_kernel_log *log;
	bool quiet = msg_quiet(true);

	log = read_log(path);
	msg_quiet(quiet);
	if (!log)
		return false;
	logs->log = mem_grow(logs->log, (logs->nr + 1) * sizeof(*logs->log));
	logs->log[logs->nr++] = log;
	return true;
}

/*
 * Copy the bytes of a named pipe to a file in memory. Return: the path of that file, or NULL on an
 * error.
 */
static char *keep_named(const char *path)
{
	int from = open(path, O_RDONLY | O_CLOEXEC);
	int fd = from < 0 ? -1 : keep_pipe(from);

	if (from >= 0)
		close(from);
	return fd < 0 ? NULL : mem_printf("/proc/self/fd/%d", fd);
}

static void add_one(void *logs, char *path)
{
	add_file(logs, path);
	free(path);
}

/**
 * kernel_logs_add() - read an input if it is a kernel log
 * @logs: the list of kernel logs, to which those of this input are added
 * @path: a file, "-" for standard input, or a directory, of which all kernel logs are read.
 *	Standard input can be read again afterwards. If @path is a named pipe, it is changed to the
 *	path of a file in memory with the bytes of the pipe, which exists until the program ends.
 *
 * Context: process context; reads the files. Prints nothing.
 * Return: whether @path is a kernel log; false for a directory.
 */
bool kernel_logs_add(struct kernel_logs *logs, char **path)
{
	struct stat st;
	char *kept;

	if (!strcmp(*path, "-"))
		return add_file(logs, *path);
	if (!stat(*path, &st) && S_ISFIFO(st.st_mode)) {
		kept = keep_named(*path);
		if (kept)
			*path = kept;
		return kept && add_file(logs, *path);
	}
	if (file_is_regular(*path))
		return add_file(logs, *path);
	file_each(*path, add_one, logs);
	return false;
}

/**
 * kernel_logs_free() - free kernel logs
 * @logs: the kernel logs
 */
void kernel_logs_free(struct kernel_logs *logs)
{
	while (logs->nr)
		guclog_kernel_log_free(logs->log[--logs->nr]);
	free(logs->log);
	free(logs->trace);
	*logs = (struct kernel_logs){ .nr = 0 };
}
