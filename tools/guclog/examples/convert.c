// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * convert INPUT OUTPUT -- write the first log of an input as an LFD file, and print the
 * blocks of this file and the ASIC info of the GPU.
 *
 * cc convert.c $(pkg-config --cflags --libs libguclog) -o convert
 */
#include <guclog.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_blocks(const void *data, size_t len)
{
	struct guclog_fault fault;
	struct guclog_blocks *blocks = guclog_blocks_open(data, len, &fault);
	struct guclog_block block;

	while (blocks && guclog_blocks_next(blocks, &block, &fault) > 0)
		printf("%6" PRIu64 "  0x%04" PRIx32 "  %-24s %zu bytes\n", block.offset,
		       block.type, guclog_block_name(block.type), block.data.len);
	if (fault.error)
		fprintf(stderr, "convert: %s\n", fault.text);
	guclog_blocks_close(blocks);
	return fault.error;
}

static void show_asic(const struct guclog_facts *facts)
{
	const struct guclog_asic *asic = guclog_asic_from_facts(facts);

	if (asic)
		fputs(asic->text, stdout);
	guclog_asic_close(asic);
}

/* Return: the LFD file in memory, NULL on an error. */
static void *make_lfd(const struct guclog_log *log, size_t *len)
{
	const struct guclog_facts *facts = log->facts;
	const char *notes = log->losses;
	struct guclog_bytes image = log->image;
	size_t size;
	void *lfd;

	if (log->is_lfd) {
		lfd = malloc(image.len);
		*len = image.len;
		return lfd ? memcpy(lfd, image.data, image.len) : NULL;
	}
	if (guclog_log_lfd(log, facts, notes, NULL, 0, &size))
		return NULL;
	lfd = malloc(size);
	if (lfd && !guclog_log_lfd(log, facts, notes, lfd, size, len))
		return lfd;
	free(lfd);
	return NULL;
}

static int save(const char *path, const void *data, size_t len)
{
	FILE *out = fopen(path, "wb");
	int bad = !out || fwrite(data, 1, len, out) != len;

	if (out && fclose(out))
		bad = 1;
	if (bad)
		perror(path);
	return bad;
}

int main(int argc, char **argv)
{
	const struct guclog_log *log;
	struct guclog_error error;
	struct guclog_file *file;
	size_t len;
	int bad = 1;
	void *lfd;

	if (argc != 3) {
		fprintf(stderr, "usage: convert INPUT OUTPUT\n");
		return 2;
	}
	file = guclog_open(argv[1], NULL, &error);
	if (!file) {
		fprintf(stderr, "convert: %s\n", error.text);
		return 2;
	}
	log = file->log[0];
	lfd = log ? make_lfd(log, &len) : NULL;
	if (lfd) {
		bad = list_blocks(lfd, len) || save(argv[2], lfd, len);
		show_asic(log->facts);
	} else {
		fprintf(stderr, "convert: %s: %s\n", argv[1],
			log ? "cannot write this log as an LFD file" : "no GuC log");
	}
	free(lfd);
	guclog_close(file);
	return bad;
}
