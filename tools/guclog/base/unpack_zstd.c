// SPDX-License-Identifier: GPL-2.0-only
/* Unpacks zstd with libzstd, see struct unpack. */
#include <zstd.h>

#include "base/unpack.h"

struct zstd {
	ZSTD_DStream *stream;
	bool between;	/* a frame of the zstd file has ended; another may follow */
};

static void *zstd_open(void)
{
	struct zstd *z = calloc(1, sizeof(*z));

	if (z)
		z->stream = ZSTD_createDStream();
	if (z && z->stream)
		return z;
	free(z);
	return NULL;
}

static int zstd_run(void *state, struct unpack_io *io)
{
	struct zstd *z = state;
	ZSTD_inBuffer in = { .src = io->in, .size = io->in_len };
	ZSTD_outBuffer out = { .dst = io->out, .size = io->out_len };
	size_t ret;

	if (io->last && z->between)
		return 1;
	ret = ZSTD_decompressStream(z->stream, &out, &in);
	io->in_used = in.pos;
	io->out_used = out.pos;
	if (ZSTD_isError(ret))
		return -1;
	z->between = !ret;
	return io->last && !out.pos ? -1 : 0;
}

static void zstd_close(void *state)
{
	struct zstd *z = state;

	ZSTD_freeDStream(z->stream);
	free(z);
}

const struct unpack unpack_zstd = {
	.name = "zstd",
	.magic = "\x28\xb5\x2f\xfd",
	.magic_len = 4,
	.open = zstd_open,
	.run = zstd_run,
	.close = zstd_close,
};
