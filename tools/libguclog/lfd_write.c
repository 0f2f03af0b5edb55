// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"
#include "log/log.h"

static const struct guc_facts no_facts;

/* A comment that guclog_lfd_check() accepts, with one key in each line. */
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

static struct guc_lfd_source source(const struct guclog_log *log,
				    const struct guclog_facts *facts,
				    const char *notes)
{
	return (struct guc_lfd_source){
		.log = &log_of(log)->view.log,
		.image = input_log_view(log_of(log)->view.input),
		.facts = facts ? const_core_facts(facts) : &no_facts,
		.notes = notes,
	};
}

int guclog_lfd_size(const struct guclog_log *log,
		    const struct guclog_facts *facts, const char *notes,
		    uint64_t *size)
{
	struct guc_lfd_source src = source(log, facts, notes);
	struct guc_lfd_file file = { .made = NULL };

	if (!notes_fine(notes) || log_of(log)->view.is_lfd)
		return -EINVAL;
	guc_lfd_write(&file, &src);
	*size = file.size;
	return 0;
}

/* Makes the file's pieces. @file->made is to be freed. */
static int make(struct guc_lfd_file *file, const struct guclog_log *log,
		const struct guclog_facts *facts, const char *notes)
{
	struct guc_lfd_source src = source(log, facts, notes);

	*file = (struct guc_lfd_file){ .made = NULL };
	if (!notes_fine(notes) || log_of(log)->view.is_lfd)
		return -EINVAL;
	guc_lfd_write(file, &src);
	file->made_size = file->made_len;
	file->made = malloc(file->made_size);
	if (!file->made)
		return -ENOMEM;
	return guc_lfd_write(file, &src);
}

int guclog_lfd_fill(const struct guclog_log *log,
		    const struct guclog_facts *facts, const char *notes,
		    void *buf, size_t size, size_t *len)
{
	struct guc_lfd_file file;
	int err = make(&file, log, facts, notes);

	if (!err && file.size > size)
		err = -ENOSPC;
	if (!err)
		*len = guc_segs_copy(file.seg, file.nr_segs, 0, buf, size);
	free(file.made);
	return err;
}

int guclog_lfd_write(const struct guclog_log *log,
		     const struct guclog_facts *facts, const char *notes,
		     guclog_write_fn write, void *context)
{
	struct guc_lfd_file file;
	int err = make(&file, log, facts, notes);
	unsigned int i;

	for (i = 0; !err && i < file.nr_segs; i++)
		err = write(context, file.seg[i].data, (size_t)file.seg[i].len);
	free(file.made);
	return err;
}
