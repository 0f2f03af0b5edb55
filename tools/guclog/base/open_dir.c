// SPDX-License-Identifier: GPL-2.0-only
#include "base/open_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/msg.h"

/* Largest number of symbolic links in a path, as in the kernel. */
#define MAX_LINKS	40

/* Return: whether users other than root and the user of this process may change a directory. */
static bool others_write(int dir)
{
	struct stat st;

	return fstat(dir, &st) || (st.st_uid && st.st_uid != geteuid()) || (st.st_mode & 022);
}

/* Move from the directory @dir, which is closed, to an entry. Return: descriptor, or -1. */
static int move(int dir, const char *entry, int flags)
{
	int fd = openat(dir, entry, O_PATH | O_CLOEXEC | flags), saved = errno;

	close(dir);
	errno = saved;
	return fd;
}

/*
 * Put the target of the symbolic link @link in front of @rest. Return: the new path, which the
 * caller must free, or NULL with errno set if another user can have made the link.
 */
static char *follow(int dir, int link, const char *rest)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(link, "", target, sizeof(target) - 1);

	if (n < 0)
		return NULL;
	if (others_write(dir)) {
		errno = ELOOP;
		return NULL;
	}
	target[n] = '\0';
	return mem_printf("%s/%s", target, rest);
}

/* Go one component of @path further. Return: the new directory, or -1; @path is replaced. */
static int step(int dir, char **path, unsigned int *links)
{
	char *rest = *path + strspn(*path, "/"), *name, *target;
	size_t len = strcspn(rest, "/");
	struct stat st;
	int fd;

	name = mem_printf("%.*s", (int)len, rest);
	fd = openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	free(name);
	if (fd < 0 || fstat(fd, &st) || !S_ISLNK(st.st_mode)) {
		close(dir);
		memmove(*path, rest + len, strlen(rest + len) + 1);
		return fd;
	}
	errno = ELOOP;
	target = ++*links > MAX_LINKS ? NULL : follow(dir, fd, rest + len);
	close(fd);
	if (!target) {
		close(dir);
		return -1;
	}
	free(*path);
	*path = target;
	return *target == '/' ? move(dir, "/", O_DIRECTORY) : dir;
}

/**
 * open_dir() - open a directory, and refuse symbolic links that another user can have made
 * @path: the directory
 *
 * A symbolic link is followed only if it is in a directory that only root and the user of this
 * process can change.
 *
 * Context: process context.
 * Return: a descriptor, or -1 with errno set, which is ELOOP for such a link.
 */
int open_dir(const char *path)
{
	int dir = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC), fd, saved;
	char *rest = mem_copy(path);
	unsigned int links = 0;

	while (dir >= 0 && rest[strspn(rest, "/")])
		dir = step(dir, &rest, &links);
	saved = errno;
	free(rest);
	errno = saved;
	if (dir < 0)
		return -1;
	fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	saved = errno;
	close(dir);
	errno = saved;
	return fd;
}
