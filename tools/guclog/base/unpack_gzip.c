// SPDX-License-Identifier: GPL-2.0-only
/* Unpacks gzip with zlib, see struct unpack. */
#include <zlib.h>

#include "base/unpack.h"

struct gzip {
	z_stream z;
	bool between;	/* a member of the gzip file has ended; another may follow */
};

static void *gzip_open(void)
{
	struct gzip *g = calloc(1, sizeof(*g));

	if (g && inflateInit2(&g->z, 16 + MAX_WBITS) == Z_OK)
		return g;
	free(g);
	return NULL;
}

static int gzip_run(void *state, struct unpack_io *io)
{
	struct gzip *g = state;
	int ret;

	if (io->last)
		return g->between ? 1 : -1;
	if (g->between && inflateReset(&g->z) != Z_OK)
		return -1;
	g->between = false;
	g->z.next_in = (Bytef *)io->in;
	g->z.avail_in = io->in_len;
	g->z.next_out = io->out;
	g->z.avail_out = io->out_len;
	ret = inflate(&g->z, Z_NO_FLUSH);
	io->in_used = io->in_len - g->z.avail_in;
	io->out_used = io->out_len - g->z.avail_out;
	g->between = ret == Z_STREAM_END;
	return ret == Z_OK || ret == Z_STREAM_END || ret == Z_BUF_ERROR ? 0 : -1;
}

static void gzip_close(void *state)
{
	struct gzip *g = state;

	inflateEnd(&g->z);
	free(g);
}

const struct unpack unpack_gzip = {
	.name = "gzip",
	.magic = "\x1f\x8b",
	.magic_len = 2,
	.open = gzip_open,
	.run = gzip_run,
	.close = gzip_close,
};
