// SPDX-License-Identifier: GPL-2.0-only
#include "read/dir_facts.h"

#include "base/arena.h"
#include "base/bytes.h"
#include "base/number.h"

/* Largest size of a file with facts, bytes. */
#define MAX_FACTS	(1024u * 1024)

/*
 * Return: length of the directory in a path: number of characters up to the last slash or, without
 * a slash, up to the separator ": " after the name of an archive.
 */
static size_t dir_len(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *colon = strstr(name, ": ");

	if (slash)
		return (size_t)(slash + 1 - name);
	return colon ? (size_t)(colon + 2 - name) : 0;
}

/**
 * dir_facts_is() - find out whether a file has facts
 * @name: path of the file
 *
 * Return: whether the file has the name of a file with facts.
 */
bool dir_facts_is(const char *name)
{
	const char *base = name + dir_len(name);

	return !strcmp(base, "info") || !strcmp(base, "info.txt");
}

/**
 * dir_facts_add() - read a file with facts
 * @facts: the facts are added to it
 * @in: the input that has the file
 * @bytes: the content of the file
 * @name: path of the file
 *
 * A file without facts is not an error: files of other programs can have the same name.
 *
 * Return: 0, or -1 if the file could not be read.
 */
int dir_facts_add(struct dir_facts *facts, struct input *in, struct bytes *bytes,
		  const char *name)
{
	struct dir_facts_file *all, *one;
	u8 *data = NULL;
	size_t len = 0;
	int ret = bytes_read_all(bytes, &data, &len, MAX_FACTS, arena_bytes_grow, in->arena);

	all = arena_room(in->arena, facts->file, facts->nr, sizeof(*all));
	if (all) {
		facts->file = all;
		one = &all[facts->nr];
		*one = (struct dir_facts_file){ .name = arena_strdup(in->arena, name) };
		if (one->name && !ret &&
		    !facts_file_parse(&one->facts, data, len, in->arena, in->messages))
			facts->nr++;
	}
	arena_drop(in->arena, data);
	return min(ret, 0);
}

/*
 * Return: N if the last component of the path @dir, which has @len characters, is gt<N>; else -1.
 */
static s64 gt_of(const char *dir, size_t len)
{
	size_t start = len ? len - 1 : 0;
	u64 n;

	while (start && dir[start - 1] != '/' && dir[start - 1] != ' ')
		start--;
	if (len < start + 3 || strncmp(dir + start, "gt", 2) ||
	    !number_parse(dir + start + 2, len - start - 3, 255, &n))
		return -1;
	return (s64)n;
}

/**
 * dir_facts_merge() - add the facts to the images in the same directory
 * @facts: the facts that were read
 * @in: the input with the images; an image gets the facts of a file that is in the same directory,
 *	or in a directory above if the image is in gt<N>
 */
void dir_facts_merge(const struct dir_facts *facts, struct input *in)
{
	unsigned int i, j;

	for (i = 0; i < in->nr_logs; i++) {
		struct input_log *log = &in->log[i];
		size_t len = dir_len(log->name);
		s64 gt = gt_of(log->name, len);

		if (log->form != GUCLOG_FORM_IMAGE)
			continue;
		for (j = 0; j < facts->nr; j++) {
			const char *name = facts->file[j].name;
			size_t dir = dir_len(name);

			if (dir <= len && !strncmp(name, log->name, dir) &&
			    (dir == len || gt >= 0))
				facts_file_merge(&facts->file[j].facts, gt, &log->facts);
		}
	}
}
