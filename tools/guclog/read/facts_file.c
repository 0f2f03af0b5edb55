// SPDX-License-Identifier: GPL-2.0-only
#include "read/facts_file.h"

#include "base/arena.h"
#include "abi/guc_lfd_abi.h"
#include "guc_lfd.h"
#include "base/bytes.h"
#include "read/form.h"
#include "read/lfd/describe.h"
#include "base/messages.h"

/*
 * Largest size of a facts file in bytes. The file can be an LFD file, whose events can take tens of
 * MB.
 */
#define MAX_FILE	(256u * 1024 * 1024)

/* The content of a facts file, with its name for messages. */
struct facts_text {
	struct messages *messages;
	const char *name;
	struct guc_view content;
};

/* A line of a facts file, for messages. */
struct facts_line {
	struct messages *messages;
	const char *path;
	unsigned int number;
	const char *text;
	int key_len;
};

static int bad_line(const struct facts_line *line, const char *why)
{
	messages_add(line->messages, line->path, "line %u: %.*s: %s", line->number,
		     line->key_len, line->text, why);
	return -1;
}

static const struct guc_facts *find_gt(const struct facts_file *facts, u32 gt)
{
	unsigned int i;

	for (i = 0; i < facts->nr_gts; i++)
		if (guc_facts_has(&facts->gt[i], GUC_FACT_gt) &&
		    facts->gt[i].gt == gt)
			return &facts->gt[i];
	return NULL;
}

/*
 * Add a GT without known facts. Return: its facts, which are valid until the next GT is added, or
 * NULL if there is no memory.
 */
static struct guc_facts *add_gt(struct facts_file *facts)
{
	struct guc_facts *gt;

	gt = arena_room(facts->arena, facts->gt, facts->nr_gts, sizeof(*gt));
	if (!gt)
		return NULL;
	facts->gt = gt;
	gt = &facts->gt[facts->nr_gts++];
	memset(gt, 0, sizeof(*gt));
	return gt;
}

static int start_gt(struct facts_file *facts, const struct facts_line *line,
		    const char *value, size_t len)
{
	struct guc_facts gt = { .known = 0 }, *to;

	if (guc_facts_set(&gt, GUC_FACT_gt, value, len))
		return bad_line(line, "malformed value");
	if (find_gt(facts, gt.gt))
		return bad_line(line, "this GT is in an earlier line");
	to = add_gt(facts);
	if (!to)
		return -1;
	*to = gt;
	return 0;
}

/*
 * Return: the facts (of the device or of a GT) to which the fact @id is added, or NULL if there is
 * no memory. A fact of a GT that comes before the first line "gt=" belongs to a GT without a
 * number.
 */
static struct guc_facts *owner(struct facts_file *facts, enum guc_fact_id id)
{
	if (!guc_fact_is_gt(id))
		return &facts->device;
	return facts->nr_gts ? &facts->gt[facts->nr_gts - 1] :
			       add_gt(facts);
}

static int read_line(struct facts_file *facts, struct facts_line *line,
		     size_t len)
{
	const char *eq = memchr(line->text, '=', len);
	struct guc_facts *to;
	size_t value_len;
	int id;

	if (!len || line->text[0] == '#')
		return 0;
	line->key_len = (int)min_t(size_t, eq ? (size_t)(eq - line->text) : len, 64);
	if (!eq)
		return bad_line(line, "no '='");
	value_len = len - (size_t)(eq + 1 - line->text);
	id = guc_facts_find(line->text, (size_t)(eq - line->text));
	if (id < 0)
		return 0;
	if (id == GUC_FACT_gt)
		return start_gt(facts, line, eq + 1, value_len);
	to = owner(facts, id);
	if (!to)
		return -1;
	if (guc_facts_has(to, id))
		return bad_line(line, "a second value of this key");
	if (guc_facts_set(to, id, eq + 1, value_len))
		return bad_line(line, "malformed value");
	return 0;
}

static int read_lines(struct facts_file *facts, const struct facts_text *from)
{
	struct facts_line line = { .messages = from->messages, .path = from->name };
	const char *p = (const char *)from->content.data;
	const char *end = p + from->content.len;
	const char *eol;

	while (p < end) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (!eol)
			eol = end;
		line.number++;
		line.text = p;
		if (read_line(facts, &line, (size_t)(eol - p)))
			return -1;
		p = eol + 1;
	}
	return 0;
}

static void take_fact(struct guc_facts *to, int id, struct guc_view value)
{
	guc_facts_set(to, (enum guc_fact_id)id, (const char *)value.data,
		      value.len);
}

/*
 * Read the facts in a comment of an LFD file, which is about one GT. If several comments have the
 * same fact, the last value is used.
 */
static void take_comment(struct facts_file *facts, struct guc_view data)
{
	struct guc_view rest = comment_text(data);
	struct comment_line line;
	int id;

	while (comment_next(&rest, &line)) {
		if (!line.has_key)
			continue;
		id = guc_facts_find((const char *)line.key.data, line.key.len);
		if (id >= 0)
			take_fact(guc_fact_is_gt((enum guc_fact_id)id) ?
				  facts->gt : &facts->device, id, line.value);
	}
}

static int read_lfd(struct facts_file *facts, const struct facts_text *from)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	int ret = guc_lfd_open(&reader, from->content);

	if (!add_gt(facts))
		return -1;
	while (!ret) {
		ret = guc_lfd_next(&reader, &block);
		if (ret <= 0)
			break;
		ret = 0;
		if (block.type == GUC_LFD_HOST_COMMENT)
			take_comment(facts, block.data);
		else if (block.type == GUC_LFD_OS_ID)
			take_fact(&facts->device, GUC_FACT_kernel, describe_release(&block));
	}
	if (ret)
		messages_add_fault(from->messages, from->name, &reader.fault);
	return ret ? -1 : 0;
}

/**
 * facts_file_parse() - read facts from memory
 * @facts: filled with the facts
 * @data: content of a facts file
 * @len: number of bytes at @data
 * @arena: arena that gets the memory of @facts
 * @messages: gets the reason if @data is not a facts file
 *
 * Context: allocates memory.
 * Return: 0, or -1 if @data is not a facts file or there is no memory.
 */
int facts_file_parse(struct facts_file *facts, u8 *data, size_t len, struct arena *arena,
		     struct messages *messages)
{
	const struct facts_text from = {
		.messages = messages,
		.content = guc_view(len ? (const void *)data : "", len),
	};

	*facts = (struct facts_file){ .arena = arena };
	return read_lines(facts, &from);
}

/*
 * Read the whole file, and unpack it if it is compressed. @data: set to the memory of the content.
 * Return: 0, or -1 after a message.
 */
static int read_unpacked(struct facts_text *from, const char *path, struct arena *arena,
			 u8 **data)
{
	struct bytes *bytes = bytes_open(path, &from->messages->sink);
	size_t len = 0;
	int ret;

	if (!bytes)
		return -1;
	ret = bytes_read_all(bytes, data, &len, MAX_FILE, arena_bytes_grow, arena);
	bytes_close(bytes);
	from->content = guc_view(len ? (const void *)*data : "", len);
	if (ret > 0)
		messages_add(from->messages, path, "is too long for a file of facts");
	return ret ? -1 : 0;
}

/**
 * facts_file_read() - read a facts file
 * @facts: filled with the facts
 * @path: the file, "-" for stdin
 * @arena: arena that gets the memory of @facts
 * @messages: gets the reason on an error
 *
 * Lines are ``key=value``; empty lines, lines that start with ``#`` and unknown keys
 * are skipped. Facts of a GT follow its ``gt=N``. For an LFD file, the facts in its comments are
 * used. The file can be compressed.
 *
 * Context: reads the file, allocates memory.
 * Return: 0, or -1 after a message or if there is no memory.
 */
int facts_file_read(struct facts_file *facts, const char *path, struct arena *arena,
		    struct messages *messages)
{
	struct facts_text from = {
		.messages = messages,
		.name = strcmp(path, "-") ? path : "standard input",
	};
	u8 *data = NULL;
	int ret;

	*facts = (struct facts_file){ .arena = arena };
	ret = read_unpacked(&from, path, arena, &data);
	if (!ret)
		ret = form_detect(from.content) == GUCLOG_FORM_LFD ?
		      read_lfd(facts, &from) : read_lines(facts, &from);
	arena_drop(arena, data);
	return ret;
}

/**
 * facts_file_merge() - copy the facts of the device and of one GT to other facts
 * @facts: the facts of the file
 * @gt: number of the GT, -1 for none
 * @to: the other facts; a fact with the same key is replaced
 */
void facts_file_merge(const struct facts_file *facts, s64 gt, struct guc_facts *to)
{
	unsigned int i;

	guc_facts_merge(to, &facts->device);
	for (i = 0; i < facts->nr_gts; i++)
		if (gt >= 0 && facts->gt[i].gt == (u32)gt)
			guc_facts_merge(to, &facts->gt[i]);
}

/**
 * facts_file_free() - free the facts of the GTs before their arena is freed
 * @facts: the facts
 * @arena: arena that has the memory of the facts
 */
void facts_file_free(struct facts_file *facts, struct arena *arena)
{
	arena_drop(arena, facts->gt);
	*facts = (struct facts_file){ .arena = arena };
}
