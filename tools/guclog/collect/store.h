/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The incident store: a directory with one subdirectory for each incident.
 *
 * The files of an incident are written into a hidden directory and flushed to the disk; then the
 * directory is renamed. Therefore a program that reads the store finds either the complete incident
 * or nothing, also after a power failure. Functions that change the store need its lock, see
 * store_open().
 */
#ifndef _STORE_H_
#define _STORE_H_

#include <dirent.h>
#include <sys/types.h>

#include "base/base.h"

#define STORE_DEFAULT	"/var/lib/xe-guclog"

/* Size in bytes of the longest name of an incident, including the NUL at its end. */
#define STORE_NAME_MAX	128

/**
 * struct store - an open incident store
 * @path: path of the store, for messages
 * @dir: descriptor of the directory of the store
 * @lock: descriptor of the lock file, -1 if the store is only read
 */
struct store {
	const char *path;
	int dir;
	int lock;
};

/**
 * struct store_draft - an incident that is being written
 * @store: the store in which it is written
 * @name: name of its hidden directory
 * @dir: descriptor of that directory
 */
struct store_draft {
	struct store *store;
	char name[32];
	int dir;
};

/*
 * Name of a file that marks an incident as not reported: the incident is not counted yet, and the
 * journal has no record of it. If the collector is killed before it has reported the incident, the
 * collector does so when it is started the next time.
 */
#define STORE_UNREPORTED	".unreported"

/**
 * struct store_list - the incidents of a store, oldest first
 * @nr: number of incidents
 * @name: names of the incidents
 * @next: number of the next incident, larger than that of each incident in the list
 */
struct store_list {
	unsigned int nr;
	char **name;
	u64 next;
};

/**
 * enum store_use - what a program does with a store
 * @STORE_READ: it only reads the store
 * @STORE_CHANGE: it changes a store that exists
 * @STORE_CREATE: it changes the store, which is created if it does not exist
 */
enum store_use { STORE_READ, STORE_CHANGE, STORE_CREATE };

int store_open(struct store *store, const char *path, enum store_use use);
int store_peek(struct store *store, const char *path);
void store_close(struct store *store);
int store_list(const struct store *store, struct store_list *list);
void store_list_free(struct store_list *list);
bool store_has_file(const struct store *store, const char *name, const char *file);
bool store_has(const struct store *store, const char *name);
int store_open_dir(const struct store *store, const char *name);
DIR *store_list_dir(int at, const char *name);
const char *store_next_file(DIR *dir);
int store_remove(struct store *store, const char *name);
int store_remove_file(struct store *store, const char *name, const char *file);
u64 store_bytes(const struct store *store, const char *name);
char *store_read(const struct store *store, const char *name, const char *file,
		 size_t *len);
int store_replace(int dir, const char *file, const void *data, size_t len, mode_t mode);

int store_draft_begin(struct store_draft *draft, struct store *store);
int store_draft_create(struct store_draft *draft, const char *file);
int store_draft_commit(struct store_draft *draft, const char *name);
void store_draft_drop(struct store_draft *draft);

#endif
