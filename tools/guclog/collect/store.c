// SPDX-License-Identifier: GPL-2.0-only
#include "store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "metadata.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/open_dir.h"

/* Every incident has this file. A directory of the store without it is not an incident. */
#define METADATA	"metadata.json"
#define DRAFT_PREFIX	".new-"
#define REMOVED_PREFIX	".old-"
#define MAX_TEXT	(16u * 1024 * 1024)

static int fail(const struct store *store, const char *name)
{
	msg_fail(store->path, "%s: %s", name, strerror(errno));
	return -1;
}

/**
 * store_list_dir() - open a directory to list its entries
 * @at: descriptor of its parent directory
 * @name: name of the directory
 *
 * Return: the stream of the directory, which the caller must close with closedir(), or NULL with
 * errno set.
 */
DIR *store_list_dir(int at, const char *name)
{
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

/**
 * store_next_file() - get the next file of an incident
 * @dir: the directory of the incident, from store_list_dir()
 *
 * Skips links, directories and the like, which the collector does not create, and prints a message
 * about each of them.
 *
 * Context: process context.
 * Return: the name of a regular file, valid until the next call, or NULL if there is none.
 */
const char *store_next_file(DIR *dir)
{
	struct dirent *e;
	struct stat st;

	while ((e = readdir(dir))) {
		if (*e->d_name == '.')
			continue;
		if (!fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
		    S_ISREG(st.st_mode))
			return e->d_name;
		msg_fail(e->d_name, "is not a regular file, and is left out");
	}
	return NULL;
}

/*
 * Remove the directory of an incident with its contents. The contents can include directories: the
 * collector creates none, but a user may have done so.
 */
static int remove_dir(int at, const char *name)
{
	DIR *dir = store_list_dir(at, name);
	struct dirent *e;

	if (!dir)
		return -1;
	while ((e = readdir(dir)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") &&
		    unlinkat(dirfd(dir), e->d_name, 0) && errno == EISDIR)
			remove_dir(dirfd(dir), e->d_name);
	closedir(dir);
	return unlinkat(at, name, AT_REMOVEDIR);
}

/*
 * Remove the hidden directories of a process that was killed while it changed the store. The caller
 * holds the lock of the store.
 */
static void remove_leftovers(struct store *store)
{
	DIR *dir = store_list_dir(store->dir, ".");
	struct dirent *e;

	if (!dir)
		return;
	while ((e = readdir(dir)))
		if (!strncmp(e->d_name, DRAFT_PREFIX, strlen(DRAFT_PREFIX)) ||
		    !strncmp(e->d_name, REMOVED_PREFIX, strlen(REMOVED_PREFIX)))
			remove_dir(store->dir, e->d_name);
	closedir(dir);
}

/**
 * store_open() - open a store
 * @store: the opened store; close it with store_close()
 * @path: directory of the store
 * @use: what the caller does with the store. Unless it only reads the store, the function waits for
 *	the lock of the store, and removes the files of an interrupted change.
 *
 * Context: unless @use is STORE_READ, sleeps while another process holds the lock.
 * Return: 0, or -1 with a message on stderr.
 */
int store_open(struct store *store, const char *path, enum store_use use)
{
	*store = (struct store){ .path = path, .dir = -1, .lock = -1 };
	if (use == STORE_CREATE && mkdir(path, 0700) && errno != EEXIST) {
		msg_fail(path, "cannot be created: %s", strerror(errno));
		return -1;
	}
	store->dir = use == STORE_READ ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) :
		     open_dir(path);
	if (store->dir < 0) {
		msg_fail(path, "cannot be opened: %s", strerror(errno));
		return -1;
	}
	if (use == STORE_READ)
		return 0;
	store->lock = openat(store->dir, ".lock",
			     O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (store->lock < 0 || flock(store->lock, LOCK_EX)) {
		fail(store, ".lock");
		store_close(store);
		return -1;
	}
	remove_leftovers(store);
	return 0;
}

/**
 * store_peek() - open a directory that may be an incident or a store, without a lock or messages
 * @store: the opened directory; close it with store_close(), unless this function fails
 * @path: path of the directory
 *
 * Return: 0, or -1 without a message.
 */
int store_peek(struct store *store, const char *path)
{
	*store = (struct store){ .path = path, .lock = -1 };
	store->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return store->dir < 0 ? -1 : 0;
}

/**
 * store_close() - close a store and release its lock
 * @store: from store_open() or store_peek(), or a structure with both descriptors -1
 */
void store_close(struct store *store)
{
	if (store->lock >= 0)
		close(store->lock);
	if (store->dir >= 0)
		close(store->dir);
	store->lock = -1;
	store->dir = -1;
}

/**
 * store_has_file() - find out whether an incident has a file
 * @store: the incident store, from store_open()
 * @name: name of the incident
 * @file: name of the file
 *
 * Return: true if the file exists.
 */
bool store_has_file(const struct store *store, const char *name, const char *file)
{
	char path[2 * STORE_NAME_MAX];

	snprintf(path, sizeof(path), "%s/%s", name, file);
	return !faccessat(store->dir, path, F_OK, AT_SYMLINK_NOFOLLOW);
}

/**
 * store_has() - find out whether an incident with a name is stored
 * @store: the incident store, from store_open()
 * @name: the name; a name with a slash or a leading dot is not the name of an incident
 *
 * Return: true if the incident is stored and has the file metadata.json. A symbolic link is not an
 * incident.
 */
bool store_has(const struct store *store, const char *name)
{
	struct stat st;

	return *name && *name != '.' && !strchr(name, '/') && strlen(name) < STORE_NAME_MAX &&
	       !fstatat(store->dir, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISDIR(st.st_mode) &&
	       store_has_file(store, name, METADATA);
}

/* An incident that store_list() has found: its name, and its number, see metadata_sequence(). */
struct found {
	char *name;
	u64 sequence;
};

static int by_sequence(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return (x->sequence > y->sequence) - (x->sequence < y->sequence) ?:
	       strcmp(x->name, y->name);
}

/**
 * store_list() - list the incidents of a store
 * @store: the incident store, from store_open()
 * @list: filled with the names, the oldest first. The order is that in which the incidents were
 *	stored, whatever the clock was; incidents without a number, which an older guclog has
 *	stored, are before the others, sorted by the time in their names. Free it with
 *	store_list_free(). Directories without metadata are not in it.
 *
 * Return: 0, or -1 with a message on stderr.
 */
int store_list(const struct store *store, struct store_list *list)
{
	DIR *dir = store_list_dir(store->dir, ".");
	struct found *found = NULL;
	struct dirent *e;
	unsigned int i;

	*list = (struct store_list){ 0 };
	if (!dir)
		return fail(store, ".");
	while ((e = readdir(dir))) {
		if (!store_has(store, e->d_name))
			continue;
		found = mem_grow(found, (list->nr + 1) * sizeof(*found));
		found[list->nr++] = (struct found){
			.name = mem_copy(e->d_name),
			.sequence = metadata_sequence(store, e->d_name),
		};
	}
	closedir(dir);
	if (list->nr)
		qsort(found, list->nr, sizeof(*found), by_sequence);
	list->name = mem_zero((list->nr + 1) * sizeof(*list->name));
	for (i = 0; i < list->nr; i++)
		list->name[i] = found[i].name;
	list->next = list->nr ? found[list->nr - 1].sequence + 1 : 1;
	free(found);
	return 0;
}

/**
 * store_list_free() - free a list of incidents
 * @list: from store_list()
 */
void store_list_free(struct store_list *list)
{
	while (list->nr)
		free(list->name[--list->nr]);
	free(list->name);
	list->name = NULL;
}

/**
 * store_open_dir() - open the directory of an incident
 * @store: the incident store, from store_open()
 * @name: name of the incident
 *
 * Return: a descriptor, or -1 with errno set.
 */
int store_open_dir(const struct store *store, const char *name)
{
	return openat(store->dir, name,
		      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/**
 * store_remove() - remove an incident
 * @store: the incident store, opened for a change
 * @name: name of an existing incident
 *
 * First gives the directory of the incident a hidden name, so that no reader sees an incident of
 * which some files are already removed. Then removes the files.
 *
 * Return: 0, or -1 with a message on stderr.
 */
int store_remove(struct store *store, const char *name)
{
	char hidden[sizeof(REMOVED_PREFIX) + STORE_NAME_MAX];

	snprintf(hidden, sizeof(hidden), "%s%s", REMOVED_PREFIX, name);
	if (renameat(store->dir, name, store->dir, hidden))
		return fail(store, name);
	fsync(store->dir);
	return remove_dir(store->dir, hidden) ? fail(store, hidden) : 0;
}

/**
 * store_remove_file() - remove one file of an incident
 * @store: the incident store, opened for a change
 * @name: name of the incident
 * @file: name of the file; a missing file is not an error
 *
 * Return: 0, or -1 with a message on stderr.
 */
int store_remove_file(struct store *store, const char *name, const char *file)
{
	char path[2 * STORE_NAME_MAX];

	snprintf(path, sizeof(path), "%s/%s", name, file);
	if (unlinkat(store->dir, path, 0) && errno != ENOENT)
		return fail(store, path);
	return 0;
}

/**
 * store_bytes() - get the space that an incident takes
 * @store: the incident store, from store_open()
 * @name: name of the incident
 *
 * Return: the space on the disk in bytes, or 0 if there is no such incident.
 */
u64 store_bytes(const struct store *store, const char *name)
{
	DIR *dir = store_list_dir(store->dir, name);
	struct dirent *e;
	struct stat st;
	u64 bytes = 0;

	if (!dir)
		return 0;
	while ((e = readdir(dir)))
		if (!fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
		    S_ISREG(st.st_mode))
			bytes += (u64)st.st_blocks * 512;
	closedir(dir);
	return bytes;
}

/**
 * store_read() - read a small file of an incident or of the store
 * @store: the incident store, from store_open()
 * @name: name of the incident, "." for the store's own files
 * @file: name of the file
 * @len: set to the length of the file, unless it is NULL
 *
 * Return: the bytes of the file with a zero byte after them, which the caller must free, or NULL if
 * the file does not exist, cannot be read or has more than 16 MiB.
 */
char *store_read(const struct store *store, const char *name, const char *file,
		 size_t *len)
{
	char path[2 * STORE_NAME_MAX];
	struct stat st;
	size_t have = 0;
	ssize_t n = 0;
	char *text;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", name, file);
	/* O_NONBLOCK: do not wait for a writer of a FIFO, which is not read anyway. */
	fd = openat(store->dir, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > MAX_TEXT) {
		close(fd);
		return NULL;
	}
	text = mem_grow(NULL, (size_t)st.st_size + 1);
	while (have < (size_t)st.st_size) {
		n = read(fd, text + have, (size_t)st.st_size - have);
		if (n <= 0)
			break;
		have += (size_t)n;
	}
	close(fd);
	if (n < 0) {
		free(text);
		return NULL;
	}
	text[have] = '\0';
	if (len)
		*len = have;
	return text;
}

/**
 * store_replace() - write a file, and replace an existing one only if all bytes were written
 * @dir: descriptor of the directory
 * @file: name of the file; after an error, an existing file of this name is unchanged
 * @data: bytes of the file
 * @len: number of bytes
 * @mode: permissions of the file
 *
 * Another user may be allowed to write to the directory, so no link in it is followed, and no file
 * in it that exists is opened.
 *
 * Return: 0, or -1 with errno set.
 */
int store_replace(int dir, const char *file, const void *data, size_t len, mode_t mode)
{
	char temp[STORE_NAME_MAX];
	int saved, fd, ret;

	snprintf(temp, sizeof(temp), ".%s.part", file);
	/* A process that was killed may have left the file. */
	unlinkat(dir, temp, 0);
	fd = openat(dir, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	ret = file_write_all(fd, data, len) ?: fchmod(fd, mode) ?: fsync(fd);
	saved = errno;
	close(fd);
	errno = saved;
	if (!ret && !renameat(dir, temp, dir, file))
		return fsync(dir);
	saved = errno;
	unlinkat(dir, temp, 0);
	errno = saved;
	return -1;
}

/**
 * store_draft_begin() - begin to write an incident, which is called a draft until it is published
 * @draft: the draft, which is initialised; end it with store_draft_commit() or store_draft_drop()
 * @store: opened for a change
 *
 * Return: 0, or -1 with a message on stderr.
 */
int store_draft_begin(struct store_draft *draft, struct store *store)
{
	*draft = (struct store_draft){ .store = store, .dir = -1 };
	snprintf(draft->name, sizeof(draft->name), DRAFT_PREFIX "%d", getpid());
	remove_dir(store->dir, draft->name);
	if (mkdirat(store->dir, draft->name, 0700))
		return fail(store, draft->name);
	draft->dir = store_open_dir(store, draft->name);
	return draft->dir < 0 ? fail(store, draft->name) : 0;
}

/**
 * store_draft_create() - create a file of a draft
 * @draft: from store_draft_begin()
 * @file: name of the file
 *
 * Return: a descriptor to write to, or -1 with a message on stderr.
 */
int store_draft_create(struct store_draft *draft, const char *file)
{
	int fd = openat(draft->dir, file,
			O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	return fd < 0 ? fail(draft->store, file) : fd;
}

/* Flush all files of a draft to the disk, then their directory. */
static int flush(const struct store_draft *draft)
{
	DIR *dir = store_list_dir(draft->dir, ".");
	struct dirent *e;
	int fd, ret = 0;

	if (!dir)
		return -1;
	while (!ret && (e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		fd = openat(dirfd(dir), e->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		ret = fd < 0 || fsync(fd) ? -1 : 0;
		if (fd >= 0)
			close(fd);
	}
	closedir(dir);
	return ret ?: fsync(draft->dir);
}

/**
 * store_draft_commit() - publish an incident under its name
 * @draft: the incident, with its metadata; it must not be used any more if this succeeds
 * @name: a name that no other incident has
 *
 * Return: 0, or -1 with a message on stderr. After an error the caller must call
 * store_draft_drop().
 */
int store_draft_commit(struct store_draft *draft, const char *name)
{
	struct store *store = draft->store;

	if (flush(draft))
		return fail(store, draft->name);
	if (renameat(store->dir, draft->name, store->dir, name))
		return fail(store, name);
	close(draft->dir);
	draft->dir = -1;
	return fsync(store->dir) ? fail(store, name) : 0;
}

/**
 * store_draft_drop() - remove an incident that was not published
 * @draft: from store_draft_begin(); if it was published, this does nothing
 */
void store_draft_drop(struct store_draft *draft)
{
	if (draft->dir < 0)
		return;
	close(draft->dir);
	draft->dir = -1;
	remove_dir(draft->store->dir, draft->name);
}
