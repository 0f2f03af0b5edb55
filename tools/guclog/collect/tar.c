// SPDX-License-Identifier: GPL-2.0-only
#include "collect/tar.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file_out.h"

#define BLOCK	512

/**
 * struct tar_header - header of a file, with numbers as octal digits
 * @name: its path
 * @mode: permissions
 * @uid: owner
 * @gid: group
 * @size: bytes behind this header
 * @mtime: seconds since 1970
 * @sum: sum of the bytes of this header, with blanks here
 * @type: '0', a regular file
 * @link: not used
 * @magic: "ustar"
 * @version: "00"
 * @rest: not used
 */
struct tar_header {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char sum[8];
	char type;
	char link[100];
	char magic[6];
	char version[2];
	char rest[247];
};

static_assert(sizeof(struct tar_header) == BLOCK, "a header fills a block");

static void put_octal(char *to, size_t len, u64 value)
{
	to[--len] = '\0';
	while (len--) {
		to[len] = (char)('0' + (value & 7));
		value >>= 3;
	}
}

static void make_header(struct tar_header *h, const struct stat *st)
{
	const u8 *p = (const u8 *)h;
	unsigned int i, sum = 0;

	put_octal(h->mode, sizeof(h->mode), 0600);
	put_octal(h->uid, sizeof(h->uid), 0);
	put_octal(h->gid, sizeof(h->gid), 0);
	put_octal(h->size, sizeof(h->size), (u64)st->st_size);
	put_octal(h->mtime, sizeof(h->mtime), (u64)st->st_mtime);
	h->type = '0';
	memcpy(h->magic, "ustar", sizeof(h->magic));
	memcpy(h->version, "00", sizeof(h->version));
	memset(h->sum, ' ', sizeof(h->sum));
	for (i = 0; i < BLOCK; i++)
		sum += p[i];
	put_octal(h->sum, sizeof(h->sum) - 1, sum);
}

/* Return: 0, or -1 with errno set, also if the file does not have that length. */
static int copy(int from, int to, u64 len)
{
	char buf[65536];

	while (len) {
		ssize_t n = read(from, buf, min_t(u64, len, sizeof(buf)));

		if (n < 0 && errno == EINTR)
			continue;
		if (!n)
			errno = EIO;
		if (n <= 0 || file_write_all(to, buf, (size_t)n))
			return -1;
		len -= (size_t)n;
	}
	return 0;
}

/**
 * tar_new() - begin an archive
 *
 * Return: the descriptor of a file without a name, or -1 with errno set.
 */
int tar_new(void)
{
	return memfd_create("tar", MFD_CLOEXEC);
}

/**
 * tar_add() - add a file
 * @tar: from tar_new()
 * @folder: the folder that the archive has
 * @name: of the file in it
 * @file: descriptor of the file, read from its beginning
 *
 * Return: 0, or -1 with errno set.
 */
int tar_add(int tar, const char *folder, const char *name, int file)
{
	static const char zeroes[BLOCK];
	struct tar_header h = { 0 };
	struct stat st;

	if (fstat(file, &st) || lseek(file, 0, SEEK_SET))
		return -1;
	if ((size_t)snprintf(h.name, sizeof(h.name), "%s/%s", folder, name) >= sizeof(h.name)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (st.st_size >> 33) {
		errno = EFBIG;
		return -1;
	}
	make_header(&h, &st);
	return file_write_all(tar, &h, sizeof(h)) || copy(file, tar, (u64)st.st_size) ||
	       file_write_all(tar, zeroes, -(size_t)st.st_size % BLOCK) ? -1 : 0;
}

/**
 * tar_end() - finish an archive
 * @tar: from tar_new(); can then be read from its beginning
 *
 * Return: 0, or -1 with errno set.
 */
int tar_end(int tar)
{
	static const char zeroes[2 * BLOCK];

	return file_write_all(tar, zeroes, sizeof(zeroes)) || lseek(tar, 0, SEEK_SET) ? -1 : 0;
}
