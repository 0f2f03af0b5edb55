// SPDX-License-Identifier: GPL-2.0-only
/* Unpacks xz with liblzma, see struct unpack. */
#include <lzma.h>

#include "base/unpack.h"

/*
 * Limit of the memory that liblzma may use, in bytes. It is enough for a kernel image that was
 * compressed with a dictionary of 128 MiB; a file of xz -9 needs less.
 */
#define XZ_MEMORY	(130ull * 1024 * 1024)

static void *xz_open(void)
{
	lzma_stream *xz = calloc(1, sizeof(*xz));

	if (!xz)
		return NULL;
	*xz = (lzma_stream)LZMA_STREAM_INIT;
	if (lzma_stream_decoder(xz, XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK)
		return xz;
	free(xz);
	return NULL;
}

static int xz_run(void *state, struct unpack_io *io)
{
	lzma_stream *xz = state;
	lzma_ret ret;

	xz->next_in = io->in;
	xz->avail_in = io->in_len;
	xz->next_out = io->out;
	xz->avail_out = io->out_len;
	ret = lzma_code(xz, io->last ? LZMA_FINISH : LZMA_RUN);
	io->in_used = io->in_len - xz->avail_in;
	io->out_used = io->out_len - xz->avail_out;
	if (ret == LZMA_STREAM_END)
		return 1;
	if (ret == LZMA_BUF_ERROR)
		return io->last ? -1 : 0;
	return ret == LZMA_OK ? 0 : -1;
}

static void xz_close(void *state)
{
	lzma_end(state);
	free(state);
}

const struct unpack unpack_xz = {
	.name = "xz",
	.magic = "\3757zXZ",
	.magic_len = 6,
	.open = xz_open,
	.run = xz_run,
	.close = xz_close,
};
