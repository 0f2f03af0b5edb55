// SPDX-License-Identifier: GPL-2.0-only
#include "util/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/msg.h"

/*
 * Largest size of an input file in bytes. A log has at most tens of MB; the limit ends the reading
 * of a file that has no end, such as /dev/zero.
 */
#define FILE_MAX	(1024ul * 1024 * 1024)

/*
 * Return: number of bytes to allocate first: one more than the length of the file if that is known.
 */
static size_t first_size(int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0 ||
	    (unsigned long long)st.st_size >= FILE_MAX)
		return 64 * 1024;
	/*
	 * One byte more than the length of the file: then the buffer has room for one more call of
	 * read(), which returns 0 at the end of the file, and need not grow.
	 */
	return (size_t)st.st_size + 1;
}

static int read_all(struct file *file, int fd)
{
	size_t size = first_size(fd);
	ssize_t n;

	file->data = mem_grow(NULL, size);
	for (;;) {
		n = read(fd, file->data + file->len, size - file->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			msg_fail(file->name, "%s", strerror(errno));
			return -1;
		}
		if (!n)
			return 0;
		file->len += (size_t)n;
		if (file->len > FILE_MAX) {
			msg_fail(file->name, "longer than 1 GiB");
			return -1;
		}
		if (file->len == size) {
			size *= 2;
			file->data = mem_grow(file->data, size);
		}
	}
}

/**
 * file_read() - read an input into memory
 * @file: filled with the content of the input; free it with file_free(), also after an error
 * @path: the file, "-" for stdin
 *
 * mmap() is not used: files in debugfs cannot be mapped, and a mapped file can change or shrink
 * while it is parsed.
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int file_read(struct file *file, const char *path)
{
	bool is_stdin = !strcmp(path, "-");
	int fd, ret;

	*file = (struct file){
		.name = printable(is_stdin ? "standard input" : path),
	};
	fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	ret = read_all(file, fd);
	if (!is_stdin)
		close(fd);
	return ret;
}

/**
 * file_free() - free an input
 * @file: from file_read()
 */
void file_free(struct file *file)
{
	free(file->name);
	free(file->data);
	*file = (struct file){ .name = NULL };
}

/* Return: the type of a file (st_mode & S_IFMT), or 0 if the file does not exist, and for "-". */
static unsigned int type_of(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && !stat(path, &st) ? st.st_mode & S_IFMT : 0;
}

/**
 * file_is_directory() - find out whether a path that the user gave is a directory
 * @path: the path, "-" for standard input
 *
 * Return: whether the path is a directory.
 */
bool file_is_directory(const char *path)
{
	return type_of(path) == S_IFDIR;
}

/**
 * file_is_regular() - find out whether a path that the user gave is a regular file
 * @path: the path, "-" for standard input
 *
 * Return: whether the path is a regular file.
 */
bool file_is_regular(const char *path)
{
	return type_of(path) == S_IFREG;
}

/**
 * file_is_pipe() - find out whether a path that the user gave is a named pipe, which can be read
 * only once
 * @path: the path, "-" for standard input
 *
 * Return: whether the path is a pipe; false for standard input.
 */
bool file_is_pipe(const char *path)
{
	return type_of(path) == S_IFIFO;
}

/**
 * file_each() - handle the files in a directory, in the order of their names
 * @dir: path of the directory
 * @handle: called for each file; gets the path of the file, which it must free
 * @context: first argument of @handle
 *
 * Skips files that are not regular, because reading a pipe could wait forever, and files whose
 * names begin with a dot.
 *
 * Context: process context; the program ends if there is no memory.
 * Return: 0, or -errno if the directory cannot be read.
 */
int file_each(const char *dir, void (*handle)(void *context, char *path), void *context)
{
	struct dirent **list;
	int i, nr = scandir(dir, &list, NULL, alphasort);

	if (nr < 0)
		return -errno;
	for (i = 0; i < nr; i++) {
		char *path = mem_printf("%s/%s", dir, list[i]->d_name);

		if (*list[i]->d_name != '.' && file_is_regular(path))
			handle(context, path);
		else
			free(path);
		free(list[i]);
	}
	free(list);
	return 0;
}
