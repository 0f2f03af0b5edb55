// SPDX-License-Identifier: GPL-2.0-only
#include "base/bytes.h"

#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

#include "base/message_sink.h"
#include "base/unpack.h"

#define CHUNK	(256 * 1024)

/**
 * struct bytes - an input that is being read
 * @name: name of the input in messages
 * @sink: receives the messages about errors
 * @fd: descriptor of the input, -1 if the bytes come from @source
 * @source: function that reads the bytes, NULL to read from @fd
 * @from: first argument of @source
 * @data: if @source is read_memory(): the bytes that it reads next
 * @left: number of bytes at @data
 * @ended: the end of the input was reached
 * @damaged: the compressed data are damaged; the bytes that were unpacked before the damage are
 *	still returned
 * @unpack: compression format of the input, NULL if it is not compressed
 * @state: state of the decompression
 * @pos: offset in @in of the first byte that was read but not yet returned or unpacked
 * @len: offset in @in after the last of these bytes
 * @in: bytes that were read; large, and not zeroed at first
 */
struct bytes {
	const char *name;
	const struct message_sink *sink;
	int fd;
	bytes_source source;
	void *from;
	const u8 *data;
	size_t left;
	bool ended;
	bool damaged;
	const struct unpack *unpack;
	void *state;
	size_t pos;
	size_t len;
	u8 in[CHUNK];
};

/* Return: number of bytes that were read, 0 at the end of the input, or -1 after a message. */
static ssize_t read_some(struct bytes *b, void *to, size_t len)
{
	ssize_t n;

	if (b->source) {
		n = b->source(b->from, to, len);
		if (n < 0)
			message_send(b->sink, b->name, "cannot be read to its end");
		b->ended = n <= 0;
		return n < 0 ? -1 : n;
	}
	do
		n = read(b->fd, to, len);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		message_send(b->sink, b->name, "%s", strerror(errno));
	else
		b->ended = !n;
	return n;
}

/*
 * Read more bytes of the input into b->in. Return: 1 if bytes were read or b->in is full, 0 at the
 * end of the input, or -1 after a message.
 */
static int fill(struct bytes *b)
{
	ssize_t n;

	if (b->pos) {
		memmove(b->in, b->in + b->pos, b->len - b->pos);
		b->len -= b->pos;
		b->pos = 0;
	}
	if (b->ended || b->len == sizeof(b->in))
		return !b->ended;
	n = read_some(b, b->in + b->len, sizeof(b->in) - b->len);
	if (n < 0)
		return -1;
	b->len += (size_t)n;
	return !!n;
}

static const struct unpack *find_packing(const u8 *first, size_t len)
{
	static const struct unpack * const all[] = {
#ifdef GUCLOG_UNPACK
		&unpack_gzip, &unpack_xz, &unpack_zstd,
#endif
		NULL
	};
	unsigned int i;

	for (i = 0; all[i]; i++)
		if (len >= all[i]->magic_len && !memcmp(first, all[i]->magic, all[i]->magic_len))
			return all[i];
	return NULL;
}

/*
 * Read the first bytes of the input and find its compression format. One read from a pipe can
 * return few bytes, so read until there are enough for the longest magic number.
 */
static int start(struct bytes *b)
{
	ssize_t n;

	do {
		n = read_some(b, b->in + b->len, sizeof(b->in) - b->len);
		if (n < 0)
			return -1;
		b->len += (size_t)n;
	} while (n && b->len < UNPACK_MAX_MAGIC);
	b->unpack = find_packing(b->in, b->len);
	if (!b->unpack)
		return 0;
	b->state = b->unpack->open();
	if (b->state)
		return 0;
	message_send(b->sink, b->name, "out of memory");
	return -1;
}

/* Return: a new, empty &struct bytes, or NULL after a message if there is no memory. */
static struct bytes *new_bytes(const char *name, const struct message_sink *to)
{
	struct bytes *b = malloc(sizeof(*b));

	if (!b) {
		message_send(to, name, "out of memory");
		return NULL;
	}
	memset(b, 0, offsetof(struct bytes, in));
	b->name = name;
	b->sink = to;
	b->fd = -1;
	return b;
}

/* Read the first bytes of an input. Return: the input, or NULL after a message. */
static struct bytes *started(struct bytes *b)
{
	if (!start(b))
		return b;
	bytes_close(b);
	return NULL;
}

/**
 * bytes_open() - begin to read an input
 * @path: the file, "-" for stdin
 * @to: receives the messages about errors
 *
 * Context: opens and reads the file, allocates memory.
 * Return: the input, which the caller must close with bytes_close(), or NULL after a message.
 */
struct bytes *bytes_open(const char *path, const struct message_sink *to)
{
	bool is_stdin = !strcmp(path, "-");
	struct bytes *b = new_bytes(is_stdin ? "standard input" : path, to);

	if (!b)
		return NULL;
	b->fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (b->fd < 0) {
		message_send(to, path, "%s", strerror(errno));
		free(b);
		return NULL;
	}
	return started(b);
}

/**
 * bytes_from() - begin to read an input that is not a file
 * @source: reads its bytes
 * @from: first argument of @source
 * @name: name of the input in messages
 * @to: receives the messages about errors
 *
 * Context: calls @source, allocates memory.
 * Return: the input, which the caller must close with bytes_close(), or NULL after a message.
 */
struct bytes *bytes_from(bytes_source source, void *from, const char *name,
			 const struct message_sink *to)
{
	struct bytes *b = new_bytes(name, to);

	if (!b)
		return NULL;
	b->source = source;
	b->from = from;
	return started(b);
}

static ssize_t read_memory(void *from, void *to, size_t len)
{
	struct bytes *b = from;
	size_t n = min(len, b->left);

	memcpy(to, b->data, n);
	b->data += n;
	b->left -= n;
	return (ssize_t)n;
}

/**
 * bytes_from_memory() - begin to read an input that is in memory
 * @data: the input, which must remain valid until bytes_close()
 * @len: bytes at @data
 * @name: name of the input in messages
 * @to: receives the messages about errors
 *
 * Context: allocates memory.
 * Return: the input, which the caller must close with bytes_close(), or NULL after a message.
 */
struct bytes *bytes_from_memory(const u8 *data, size_t len, const char *name,
				const struct message_sink *to)
{
	struct bytes *b = new_bytes(name, to);

	if (!b)
		return NULL;
	b->source = read_memory;
	b->from = b;
	b->data = data;
	b->left = len;
	return started(b);
}

static ssize_t give(struct bytes *b, void *buf, size_t len)
{
	size_t n;

	if (b->pos == b->len)
		return b->ended ? 0 : read_some(b, buf, len);
	n = min(len, b->len - b->pos);
	memcpy(buf, b->in + b->pos, n);
	b->pos += n;
	return (ssize_t)n;
}

/*
 * Unpack the next bytes. Return: number of bytes at @buf, 0 at the end, -1 after a message. If the
 * compressed data are damaged, the bytes before the damage are returned first, and the next call
 * returns -1.
 */
static ssize_t unpack(struct bytes *b, void *buf, size_t len)
{
	struct unpack_io io = { .out = buf, .out_len = len };
	int ret = 0;

	while (!io.out_used && ret <= 0) {
		if (b->damaged)
			return -1;
		if (b->pos == b->len && fill(b) < 0)
			return -1;
		io.in = b->in + b->pos;
		io.in_len = b->len - b->pos;
		io.last = b->ended && !io.in_len;
		io.in_used = 0;
		ret = b->unpack->run(b->state, &io);
		b->pos += io.in_used;
		if (ret < 0) {
			message_send(b->sink, b->name, "%s: %s", b->unpack->name,
				     io.last ? "ends too early" : "damaged");
			b->damaged = true;
		}
	}
	return (ssize_t)io.out_used;
}

/**
 * bytes_read() - read the next bytes
 * @bytes: from bytes_open() or bytes_from()
 * @buf: destination
 * @len: largest number of bytes to read, not 0
 *
 * Return: number of bytes at @buf, 0 at the end of the input, or -1 after a message. The bytes that
 * were returned before an error are valid.
 */
ssize_t bytes_read(struct bytes *bytes, void *buf, size_t len)
{
	return bytes->unpack ? unpack(bytes, buf, len) : give(bytes, buf, len);
}

/**
 * bytes_read_all() - read an input to its end
 * @bytes: from bytes_open() or bytes_from()
 * @data: memory with the first @len bytes of the input, which were read before; NULL if @len is 0.
 *	It is resized.
 * @len: number of bytes at @data before the call; set to their number after it
 * @max: largest permitted length of the input in bytes, more than @len
 * @grow: resizes @data; NULL for realloc()
 * @context: first argument of @grow
 *
 * Return: 0, or 1 if the input has more than @max bytes, or -1 after a message. In each case @data
 * has the bytes that were read; these are more than @max if 1 is returned.
 */
int bytes_read_all(struct bytes *bytes, u8 **data, size_t *len, size_t max, bytes_grow grow,
		   void *context)
{
	size_t room = *len;
	ssize_t n;
	u8 *more;

	do {
		if (*len == room) {
			room += max_t(size_t, room / 2, 64 * 1024);
			more = grow ? grow(context, *data, room) : realloc(*data, room);
			if (!more) {
				message_send(bytes->sink, bytes->name, "out of memory");
				return -1;
			}
			*data = more;
		}
		n = bytes_read(bytes, *data + *len, room - *len);
		if (n < 0)
			return -1;
		*len += (size_t)n;
	} while (n && *len <= max);
	return *len > max;
}

/**
 * bytes_are_packed() - find out whether bytes are compressed
 * @first: the bytes, from the beginning of an input
 * @len: number of bytes at @first
 *
 * Context: any, does not sleep.
 * Return: whether the bytes have a compression format that bytes_from() unpacks.
 */
bool bytes_are_packed(const u8 *first, size_t len)
{
	return find_packing(first, len);
}

/**
 * bytes_packing() - get the name of the input's compression
 * @bytes: from bytes_open() or bytes_from()
 *
 * Return: "gzip", "xz", "zstd", or NULL if the input is not compressed.
 */
const char *bytes_packing(const struct bytes *bytes)
{
	return bytes->unpack ? bytes->unpack->name : NULL;
}

/**
 * bytes_close() - close an input and free its memory
 * @bytes: from bytes_open() or bytes_from()
 */
void bytes_close(struct bytes *bytes)
{
	if (bytes->state)
		bytes->unpack->close(bytes->state);
	if (bytes->fd >= 0 && bytes->fd != STDIN_FILENO)
		close(bytes->fd);
	free(bytes);
}
