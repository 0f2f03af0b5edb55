// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The function of guclog.h that writes a log as an LFD file (log format descriptors). */
#include "base/arena.h"
#include "model/internal.h"
#include "read/log/log.h"

static const struct guc_facts no_facts;

/*
 * Return: whether the notes of the caller are lines "key=value" of printable ASCII, as comments
 * of LFD files must be.
 */
static bool notes_fine(const char *notes)
{
	const char *line = notes, *p;

	for (p = notes; p && *p; p++) {
		if (*p == '\n') {
			if (*line == '=' || !memchr(line, '=', p - line))
				return false;
			line = p + 1;
		} else if (*p < 0x20 || *p > 0x7e) {
			return false;
		}
	}
	return p == line;
}

int guclog_log_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
		   const char *notes, void *buf, size_t size, size_t *len)
{
	struct guc_lfd_source src = {
		.log = &log_of(log)->parsed.log,
		.image = input_log_bytes(log_of(log)->parsed.input),
		.facts = facts ? const_core_facts(facts) : &no_facts,
		.notes = notes,
	};
	struct guc_lfd_file file = { .made = NULL };
	struct arena arena;
	int err;

	if (!notes_fine(notes) || log->is_lfd)
		return -EINVAL;
	guc_lfd_write(&file, &src);
	*len = (size_t)file.size;
	if (!buf)
		return 0;
	if (size < *len)
		return -ENOSPC;
	arena_init(&arena, ARENA_NO_LIMIT);
	file.made_size = file.made_len;
	file.made = arena_alloc(&arena, file.made_size);
	err = file.made ? guc_lfd_write(&file, &src) : -ENOMEM;
	if (!err)
		guc_segs_copy(file.seg, file.nr_segs, 0, buf, size);
	arena_free(&arena);
	return err;
}
