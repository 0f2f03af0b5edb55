// SPDX-License-Identifier: GPL-2.0-only
#include "collect/tar.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/archive_calls.h"
#include "base/msg.h"

/**
 * struct tar - an archive that is being written
 * @calls: functions of libarchive
 * @archive: state of libarchive
 * @name: name of the archive in messages
 * @folder: the folder of the archive in which all files are
 */
struct tar {
	struct archive_calls calls;
	struct archive *archive;
	const char *name;
	const char *folder;
};

static int fail(const struct tar *tar)
{
	msg_fail(tar->name, "%s", tar->calls.error_string(tar->archive) ?: "cannot be written");
	return -1;
}

/**
 * tar_begin() - begin to write an archive
 * @fd: descriptor to which the archive is written
 * @name: name of the archive in messages; must stay valid until tar_end()
 * @folder: the folder of the archive in which all files are; must stay valid until tar_end()
 *
 * Return: the archive, or NULL after printing the reason on stderr.
 */
struct tar *tar_begin(int fd, const char *name, const char *folder)
{
	struct tar *tar = mem_grow(NULL, sizeof(*tar));
	char why[256];

	*tar = (struct tar){ .name = name, .folder = folder };
	if (archive_calls_load(&tar->calls, why, sizeof(why))) {
		msg_fail(name, "%s", why);
		free(tar);
		return NULL;
	}
	tar->archive = tar->calls.write_new();
	if (tar->archive && !tar->calls.write_add_filter_zstd(tar->archive) &&
	    !tar->calls.write_set_format_pax_restricted(tar->archive) &&
	    /* Do not fill up the last block of the archive with zeroes; only tapes need that. */
	    !tar->calls.write_set_bytes_in_last_block(tar->archive, 1) &&
	    !tar->calls.write_open_fd(tar->archive, fd))
		return tar;
	if (tar->archive)
		fail(tar);
	else
		msg_fail(name, "%s", strerror(ENOMEM));
	tar_end(tar, false);
	return NULL;
}

static int write_header(struct tar *tar, const char *name, const struct stat *st)
{
	struct archive_entry *entry = tar->calls.entry_new();
	char *path;
	int ret;

	if (!entry)
		mem_none();
	path = mem_printf("%s/%s", tar->folder, name);
	tar->calls.entry_set_pathname(entry, path);
	tar->calls.entry_set_filetype(entry, AE_IFREG);
	tar->calls.entry_set_perm(entry, 0600);
	tar->calls.entry_set_size(entry, st->st_size);
	tar->calls.entry_set_mtime(entry, st->st_mtime, 0);
	ret = tar->calls.write_header(tar->archive, entry);
	tar->calls.entry_free(entry);
	free(path);
	return ret ? fail(tar) : 0;
}

/*
 * Copy @len bytes of a file into the archive. It is an error if the file has become shorter,
 * because the header in the archive already has its length.
 */
static int copy(struct tar *tar, const char *name, int file, u64 len)
{
	char buf[65536];

	while (len) {
		ssize_t n = read(file, buf, min_t(u64, len, sizeof(buf)));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			msg_fail(name, "%s", n ? strerror(errno) : "shrank while it was copied");
			return -1;
		}
		if (tar->calls.write_data(tar->archive, buf, (size_t)n) != n)
			return fail(tar);
		len -= (size_t)n;
	}
	return 0;
}

/**
 * tar_add() - add a file to an archive
 * @tar: from tar_begin()
 * @name: name of the file in the archive's folder
 * @file: descriptor of the file, read from its beginning
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int tar_add(struct tar *tar, const char *name, int file)
{
	struct stat st;

	if (fstat(file, &st) || lseek(file, 0, SEEK_SET)) {
		msg_fail(name, "%s", strerror(errno));
		return -1;
	}
	return write_header(tar, name, &st) || copy(tar, name, file, (u64)st.st_size) ? -1 : 0;
}

/**
 * tar_end() - finish or abandon an archive
 * @tar: from tar_begin(); freed
 * @whole: true to finish the archive, false to abandon it
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int tar_end(struct tar *tar, bool whole)
{
	int ret = whole && tar->calls.write_close(tar->archive) ? fail(tar) : 0;

	if (tar->archive)
		tar->calls.write_free(tar->archive);
	archive_calls_drop(&tar->calls);
	free(tar);
	return ret;
}
