// SPDX-License-Identifier: GPL-2.0-only
#include "base/file_out.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/end_signal.h"
#include "base/file.h"
#include "base/msg.h"

static int fail(const struct file_out *out)
{
	msg_fail(out->name, "%s", strerror(errno));
	return -1;
}

static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/*
 * Path of the temporary file, which the signal handler removes. One variable is enough, because
 * only one output is open at a time.
 */
static char * volatile unfinished;

static void remove_unfinished(void)
{
	char *path = unfinished;

	if (path)
		unlink(path);
}

/**
 * file_out_is_input() - find out whether the output would replace an input
 * @to: destination
 * @path: path of an input, NULL for none
 *
 * Context: process context; prints an error if the output would replace the input.
 * Return: whether @to and @path are the same regular file, under any names.
 */
bool file_out_is_input(const struct output *to, const char *path)
{
	struct stat out, in;

	if (!path || !to->path || stat(to->path, &out) || !S_ISREG(out.st_mode) ||
	    stat(path, &in) || in.st_dev != out.st_dev || in.st_ino != out.st_ino)
		return false;
	msg_fail(to->path, "is an input, and is not replaced by the output");
	return true;
}

/*
 * Create the temporary file in the directory of @target, because rename() cannot move a file to
 * another file system.
 */
static int open_temp(struct file_out *out, mode_t mode)
{
	static const char suffix[] = ".XXXXXX";
	size_t len = strlen(out->target);

	out->temp = mem_grow(NULL, len + sizeof(suffix));
	memcpy(out->temp, out->target, len);
	memcpy(out->temp + len, suffix, sizeof(suffix));
	end_signal_add(remove_unfinished);
	unfinished = out->temp;
	out->fd = mkstemp(out->temp);
	if (out->fd < 0) {
		fail(out);
		unfinished = NULL;
		free(out->temp);
		out->temp = NULL;
		return -1;
	}
	return fchmod(out->fd, mode) ? fail(out) : 0;
}

/*
 * Open the output. If the path is an existing regular file, it is replaced when the output is
 * complete; if the path is a symbolic link to one, the target of the link is replaced. Devices and
 * pipes are written directly.
 */
static int open_path(struct file_out *out, const struct output *to)
{
	const char *path = to->path;
	struct stat st;
	bool there = !stat(path, &st);
	mode_t mode;

	if (there && !S_ISREG(st.st_mode)) {
		out->fd = open(path, O_WRONLY | O_CLOEXEC);
		return out->fd < 0 ? fail(out) : 0;
	}
	if (there && !to->force) {
		msg_fail(path, "exists; --force replaces it");
		return -1;
	}
	if (there && access(path, W_OK))
		return fail(out);
	out->target = there ? realpath(path, NULL) : strdup(path);
	if (!out->target)
		return fail(out);
	mode = there ? st.st_mode & 07777 : new_file_mode();
	return open_temp(out, to->secret ? mode & 0600 : mode);
}

/**
 * file_out_open() - begin to write an output file
 * @out: the opened output file; end it with file_out_close() or file_out_drop(), unless this
 *	function fails
 * @to: destination
 * @binary: refuse to write to a terminal
 *
 * Without @to->force, it is an error if the output is an existing regular file, because that file
 * may be the input.
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int file_out_open(struct file_out *out, const struct output *to, bool binary)
{
	const char *path = to->path;

	*out = (struct file_out){ .fd = -1, .name = path };
	if (path && strcmp(path, "-")) {
		if (open_path(out, to)) {
			file_out_drop(out);
			return -1;
		}
		return 0;
	}
	out->name = "standard output";
	out->fd = STDOUT_FILENO;
	if (binary && isatty(out->fd)) {
		msg_fail(out->name,
			 "is a terminal and this is binary; use -o FILE");
		return -1;
	}
	return 0;
}

/**
 * file_out_write() - append bytes to an output file
 * @out: from file_out_open()
 * @data: bytes
 * @len: number of bytes
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int file_out_write(struct file_out *out, const void *data, size_t len)
{
	return file_write_all(out->fd, data, len) ? fail(out) : 0;
}

/**
 * file_out_close() - finish an output file
 * @out: from file_out_open(); freed, also on an error
 *
 * Renames the temporary file, which is now complete, to the path of the output.
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int file_out_close(struct file_out *out)
{
	int fd = out->fd;
	int ret = 0;

	out->fd = -1;
	if (fd != STDOUT_FILENO && close(fd))
		ret = fail(out);
	if (!ret && out->temp) {
		if (rename(out->temp, out->target)) {
			ret = fail(out);
		} else {
			unfinished = NULL;
			free(out->temp);
			out->temp = NULL;
		}
	}
	file_out_drop(out);
	return ret;
}

/**
 * file_out_drop() - close an output file and remove it, because the output is incomplete
 * @out: from file_out_open(); an older file with the path of the output stays unchanged
 */
void file_out_drop(struct file_out *out)
{
	if (out->fd >= 0 && out->fd != STDOUT_FILENO)
		close(out->fd);
	if (out->temp)
		unlink(out->temp);
	unfinished = NULL;
	free(out->temp);
	free(out->target);
	*out = (struct file_out){ .fd = -1 };
}

/**
 * file_save() - write the bytes of a buffer as an output file
 * @to: destination
 * @binary: refuse to write to a terminal
 * @data: bytes
 * @len: number of bytes
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int file_save(const struct output *to, bool binary, const void *data, size_t len)
{
	struct file_out out;

	if (file_out_open(&out, to, binary))
		return -1;
	if (file_out_write(&out, data, len)) {
		file_out_drop(&out);
		return -1;
	}
	return file_out_close(&out);
}
