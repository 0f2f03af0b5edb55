// SPDX-License-Identifier: GPL-2.0-only
#include "output/lfd_make.h"

#include "util/file_out.h"
#include "util/msg.h"

/* The file as pieces; its buffer is to be freed. */
static void make(struct guc_lfd_file *file, const struct guc_lfd_source *src)
{
	*file = (struct guc_lfd_file){ .made = NULL };
	guc_lfd_write(file, src);
	file->made_size = file->made_len;
	file->made = mem_grow(NULL, file->made_size);
	guc_lfd_write(file, src);
}

/**
 * lfd_write() - write a log's LFD file
 * @src: the log
 * @out: destination
 *
 * Context: allocates memory, writes the file.
 * Return: 0, or -1 after an error message on stderr.
 */
int lfd_write(const struct guc_lfd_source *src, struct file_out *out)
{
	struct guc_lfd_file file;
	unsigned int i;
	int ret = 0;

	make(&file, src);
	for (i = 0; !ret && i < file.nr_segs; i++)
		ret = file_out_write(out, file.seg[i].data,
				     (size_t)file.seg[i].len);
	free(file.made);
	return ret;
}

/**
 * lfd_fill() - make a log's LFD file in memory
 * @src: the log
 * @len: filled with the file's length in bytes
 *
 * Context: allocates memory.
 * Return: the file, to be freed. Ends the program when there is no memory.
 */
u8 *lfd_fill(const struct guc_lfd_source *src, size_t *len)
{
	struct guc_lfd_file file;
	u8 *to;

	make(&file, src);
	to = mem_grow(NULL, (size_t)file.size);
	*len = guc_segs_copy(file.seg, file.nr_segs, 0, to, (size_t)file.size);
	free(file.made);
	return to;
}
