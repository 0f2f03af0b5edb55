// SPDX-License-Identifier: GPL-2.0-only
#include "pack.h"

#include <unistd.h>
#include <zstd.h>

#include "base/clock.h"
#include "base/msg.h"

#define LEVEL	3
#define MAX_READ	(128u << 20)
/* Largest number of bytes that pack_copy() reads, and the longest time in ms that it reads. */
#define MAX_COPY	(512ull << 20)
#define MAX_COPY_MS	60000
/* Number of bytes that pack_copy() reads at once, and upper limit of their compressed length. */
#define CHUNK		(256u * 1024)
#define MAX_PACKED	(2 * CHUNK)

/**
 * struct pack - a compression in progress
 * @ctx: the context of libzstd
 * @out: descriptor of the compressed file
 * @room: the space of the incident, NULL for a file that is not in the store
 * @buf: buffer for compressed bytes
 * @size: number of bytes allocated at @buf
 */
struct pack {
	ZSTD_CCtx *ctx;
	int out;
	struct room *room;
	void *buf;
	size_t size;
};

static int pack_begin(struct pack *p, int out, struct room *room)
{
	*p = (struct pack){ .ctx = ZSTD_createCCtx(), .out = out, .room = room };
	if (!p->ctx) {
		errno = ENOMEM;
		return -1;
	}
	ZSTD_CCtx_setParameter(p->ctx, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(p->ctx, ZSTD_c_checksumFlag, 1);
	p->size = ZSTD_CStreamOutSize();
	p->buf = mem_grow(NULL, p->size);
	return 0;
}

static void pack_end(struct pack *p)
{
	ZSTD_freeCCtx(p->ctx);
	free(p->buf);
}

/*
 * Compress @len bytes and write them to the file; @last: they are the last bytes of the file.
 * Return: 0, or -1 with errno set.
 */
static int pack_add(struct pack *p, const void *data, size_t len, bool last)
{
	ZSTD_inBuffer in = { data, len, 0 };
	size_t left;

	do {
		ZSTD_outBuffer out = { p->buf, p->size, 0 };

		left = ZSTD_compressStream2(p->ctx, &out, &in,
					    last ? ZSTD_e_end : ZSTD_e_continue);
		if (ZSTD_isError(left)) {
			errno = EIO;
			return -1;
		}
		if (room_write(p->room, p->out, p->buf, out.pos))
			return -1;
	} while (last ? left : in.pos < in.size);
	return 0;
}

static void keep_head(struct pack_stats *stats, const u8 *data, size_t len)
{
	size_t n = min_t(size_t, len, PACK_HEAD - stats->head_len);

	memcpy(stats->head + stats->head_len, data, n);
	stats->head_len += n;
	stats->head[stats->head_len] = '\0';
}

/* Return: whether the rest of a stream is left out, with the reason in @stats. */
static bool is_cut(struct pack *p, s64 begin, struct pack_stats *stats)
{
	enum room_cut cut = room_for(p->room, MAX_PACKED);

	stats->no_space = cut == ROOM_DISK;
	if (cut == ROOM_SHARE)
		stats->cut = "one incident may take no more of the store";
	else if (cut == ROOM_DISK)
		stats->cut = "the disk is full";
	else if (stats->bytes >= MAX_COPY)
		stats->cut = "512 MiB of a dump are stored at most";
	else if (clock_ms() - begin > MAX_COPY_MS)
		stats->cut = "a dump is read for one minute at most";
	return stats->cut;
}

static int copy(struct pack *p, int in, struct pack_stats *stats)
{
	u8 *buf = mem_grow(NULL, CHUNK);
	s64 begin = clock_ms();
	ssize_t n;
	int ret;

	do {
		do
			n = read(in, buf, CHUNK);
		while (n < 0 && errno == EINTR);
		if (n > 0 && is_cut(p, begin, stats))
			n = 0;
		if (n < 0) {
			stats->read_error = errno;
			n = 0;
		}
		ret = pack_add(p, buf, (size_t)n, !n);
		if (!n || ret)
			break;
		stats->bytes += (u64)n;
		keep_head(stats, buf, (size_t)n);
	} while (true);
	free(buf);
	return ret;
}

/**
 * pack_copy() - compress a stream into a file
 * @head: text that is written to the file before the bytes of the stream
 * @in: descriptor of the stream, which is read to its end or to an error
 * @out: descriptor of the file
 * @room: the space of the incident, in which the file is
 * @stats: set to the length and the first bytes of the stream, without @head
 *
 * If the stream cannot be read to its end, the bytes before the error are kept: the stream may be
 * the only copy, and may not exist any more. If the stream is longer than one incident may be, or
 * takes too long, its first bytes are kept, too: xe prints the memory of programs, whose length the
 * programs choose, at the end of its dump.
 *
 * Return: 0, also after an error of the stream, or -1 with errno set if @out cannot be written.
 */
int pack_copy(const char *head, int in, int out, struct room *room, struct pack_stats *stats)
{
	struct pack p;
	int ret, saved;

	memset(stats, 0, sizeof(*stats));
	if (pack_begin(&p, out, room))
		return -1;
	ret = pack_add(&p, head, strlen(head), false) ?: copy(&p, in, stats);
	saved = errno;
	pack_end(&p);
	errno = saved;
	return ret;
}

/**
 * pack_read() - read a stream into memory
 * @in: descriptor of the stream, which is read to its end
 * @len: set to the number of bytes
 *
 * Return: the bytes, which the caller must free, or NULL with errno set if the stream cannot be
 * read or has 128 MiB or more.
 */
char *pack_read(int in, size_t *len)
{
	size_t room = 1 << 20;
	char *data = mem_grow(NULL, room);
	ssize_t n;

	for (*len = 0; *len < MAX_READ; *len += (size_t)n) {
		if (*len == room) {
			room *= 2;
			data = mem_grow(data, room);
		}
		do
			n = read(in, data + *len, room - *len);
		while (n < 0 && errno == EINTR);
		if (!n)
			return data;
		if (n < 0)
			break;
	}
	if (*len >= MAX_READ)
		errno = EFBIG;
	free(data);
	return NULL;
}

/**
 * pack_buffer() - compress bytes into a file
 * @data: the bytes to compress
 * @len: number of bytes
 * @out: descriptor of the file
 * @room: the space of the incident, NULL for a file that is not in the store
 *
 * Return: 0, or -1 with errno set.
 */
int pack_buffer(const void *data, size_t len, int out, struct room *room)
{
	struct pack p;
	int ret, saved;

	if (pack_begin(&p, out, room))
		return -1;
	ret = pack_add(&p, data, len, true);
	saved = errno;
	pack_end(&p);
	errno = saved;
	return ret;
}
