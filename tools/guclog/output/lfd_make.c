// SPDX-License-Identifier: GPL-2.0-only
#include "output/lfd_make.h"

#include "guc_text.h"
#include "guclog.h"
#include "input/input.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "util/status.h"

/* What the library wants for a file. */
struct parts {
	struct guclog_log *log;
	struct guclog_facts *facts;
};

/* The library has facts as text. */
static int set_fact(struct guclog_facts *to, const struct guc_facts *from,
		    enum guc_fact_id id)
{
	char buf[GUC_FACT_LINE_MAX];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (!guc_facts_has(from, id))
		return 0;
	guc_fact_print(&text, from, id);
	return guclog_facts_set(to, guc_fact_key(id), buf);
}

static int open_parts(struct parts *p, const struct input_log *log,
		      const struct guc_facts *facts)
{
	struct guc_view image = input_log_view(log);
	unsigned int id;
	int err;

	*p = (struct parts){ .facts = guclog_facts_new() };
	if (!p->facts)
		return -ENOMEM;
	for (id = 0; id < GUC_FACT_COUNT; id++) {
		err = set_fact(p->facts, facts, (enum guc_fact_id)id);
		if (err)
			return err;
	}
	return guclog_log_parse(&p->log, image.data, image.len, log->total);
}

static void close_parts(struct parts *p)
{
	guclog_log_free(p->log);
	guclog_facts_free(p->facts);
}

static int put_piece(void *out, const void *data, size_t len)
{
	return file_out_write(out, data, len);
}

/**
 * lfd_write() - write a log's LFD file
 * @log: no LFD file itself
 * @facts: of its device and GT
 * @notes: lines for the comment, NULL for none
 * @out: where to
 *
 * Return: 0, or -1 after saying why on stderr.
 */
int lfd_write(const struct input_log *log, const struct guc_facts *facts,
	      const char *notes, struct file_out *out)
{
	struct parts p;
	int err = open_parts(&p, log, facts);

	if (!err)
		err = guclog_lfd_write(p.log, p.facts, notes, put_piece, out);
	close_parts(&p);
	if (err < -1)
		msg_fail(log->name, "%s", strerror(-err));
	return err ? -1 : 0;
}

/**
 * lfd_fill() - make a log's LFD file in memory
 * @log: no LFD file itself
 * @facts: of its device and GT
 * @notes: lines for the comment, NULL for none
 * @len: filled with its length
 *
 * Return: the file, to be freed. Ends the program when there is no memory.
 */
u8 *lfd_fill(const struct input_log *log, const struct guc_facts *facts,
	     const char *notes, size_t *len)
{
	struct parts p;
	u8 *file = NULL;
	u64 size;
	int err;

	err = open_parts(&p, log, facts);
	if (!err)
		err = guclog_lfd_size(p.log, p.facts, notes, (uint64_t *)&size);
	if (!err) {
		file = mem_grow(NULL, (size_t)size);
		err = guclog_lfd_fill(p.log, p.facts, notes, file, (size_t)size,
				      len);
	}
	close_parts(&p);
	if (!err)
		return file;
	/* The input's own notes and facts are not malformed. */
	msg_fail(log->name, "%s", strerror(-err));
	exit(CMD_FAILED);
}
