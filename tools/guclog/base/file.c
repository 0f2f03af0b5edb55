// SPDX-License-Identifier: GPL-2.0-only
#include "base/file.h"

#include <dirent.h>
#include <poll.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/msg.h"

/*
 * Largest size of an input in bytes, unpacked. A devcoredump can be this large, because it can have
 * the contents of a VM's memory. The limit ends the reading of a file that has no end, such as
 * /dev/zero.
 */
static size_t max_size = (size_t)2 << 30;

/**
 * file_set_max() - set the largest size of the inputs of file_read()
 * @bytes: the size in bytes, unpacked; 2 GiB without a call
 *
 * Context: before other threads are started.
 */
void file_set_max(u64 bytes)
{
	max_size = (size_t)min_t(u64, bytes, SIZE_MAX / 2);
}

/**
 * file_read() - read an input into memory, and unpack it if it is compressed
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
	struct bytes *bytes = bytes_open(path, &msg_sink);
	int ret;

	*file = (struct file){
		.name = printable(file_title(path)),
	};
	if (!bytes)
		return -1;
	ret = bytes_read_all(bytes, &file->data, &file->len, max_size, NULL, NULL);
	bytes_close(bytes);
	if (ret > 0)
		msg_fail(file->name, "longer than %zu bytes; --max-memory sets another limit",
			 max_size);
	return ret ? -1 : 0;
}

/**
 * file_first_line() - read the first line of a small file, such as one in sysfs
 * @path: path of the file
 * @text: set to the line with its newline, or its beginning; empty if there is none
 * @size: bytes at @text
 *
 * Context: process context. Prints nothing.
 * Return: whether the file has a line that could be read.
 */
bool file_first_line(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "re");
	bool known = f && fgets(text, (int)size, f);

	if (!known)
		*text = '\0';
	if (f)
		fclose(f);
	return known;
}

/**
 * file_free() - free the memory of an input file
 * @file: from file_read()
 */
void file_free(struct file *file)
{
	free(file->name);
	free(file->data);
	*file = (struct file){ .name = NULL };
}

/**
 * file_type() - get the type of a file, such as S_IFREG for a regular file
 * @path: the path, "-" for standard input
 *
 * Context: process context.
 * Return: the type (st_mode & S_IFMT), or 0 if the file does not exist, and for "-".
 */
unsigned int file_type(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && !stat(path, &st) ? st.st_mode & S_IFMT : 0;
}

/**
 * file_has_bytes() - find out whether read() would return at once
 * @fd: descriptor of the file
 *
 * The caller must use this before a further read() of standard input, which may wait for data. The
 * streams of the module have O_NONBLOCK, so read() never waits.
 *
 * Return: whether read() would return at once, with data, the end of the stream or an error.
 */
bool file_has_bytes(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0;
}

/**
 * file_each() - call a function for each file in a directory, in the order of the names
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

/**
 * file_write_all() - write to a descriptor
 * @fd: open for writing
 * @data: bytes
 * @len: number of bytes
 *
 * Calls write() again after a short or interrupted write.
 *
 * Return: 0 when all bytes are written, else -1 with errno set.
 */
int file_write_all(int fd, const void *data, size_t len)
{
	const u8 *p = data;
	ssize_t n;

	while (len) {
		n = write(fd, p, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}
