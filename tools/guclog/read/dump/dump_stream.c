// SPDX-License-Identifier: GPL-2.0-only
/*
 * Splits the text of a devcoredump into lines, and decodes the ascii85 data in them. A text arrives
 * in pieces; a line with data can be much longer than a piece.
 */
#include "dump_reader.h"

/*
 * Remove "...Capture 1.23: " from the beginning of a line. xe's CT code prints a dump into the
 * kernel log when the GuC no longer answers, with this text before each line. Return: true, or
 * false if the line does not belong to the dump, such as a line of another driver.
 */
static bool strip_capture(struct dump_reader *r, struct guc_view *v)
{
	u64 series, number;

	if (!eat_capture(v, &series, &number))
		return !r->dump->captured;
	if (!r->dump->captured)
		r->series = series;
	r->dump->captured = true;
	if (series == r->series)
		return true;
	eat_blanks(v);
	if (eat(v, TITLE_HEAD))
		dump_problem(r, "another devcoredump begins here; it is not read");
	return false;
}

/*
 * Return: whether the line has only characters of ascii85, so it may continue the preceding
 * line.
 */
static bool is_data(struct guc_view v)
{
	size_t i;

	for (i = 0; i < v.len; i++)
		if ((v.data[i] < '!' || v.data[i] > 'u') && v.data[i] != 'z')
			return false;
	return v.len;
}

/*
 * Find out whether the data were redacted by this library. Redaction overwrites data with zeroes
 * that it writes as "!!!!!", five digits with value 0. The kernel never writes these: it writes "z"
 * for a dword that is 0.
 */
static void look_for_redaction(struct dump_reader *r, const char *data, size_t len)
{
	for (; len && r->zeroes < 5; len--)
		r->zeroes = *data++ == '!' ? r->zeroes + 1 : 6;
	if (r->zeroes == 5)
		r->blob->redacted = true;
}

#define PIECE	256

static void note_damage(struct dump_reader *r, u8 c)
{
	r->blob->damaged = true;
	dump_problem(r, "byte 0x%02x in the data is not ascii85", c);
}

/* Decode the next characters of data. Blanks are valid only at the end of a line. */
static void take_data(struct dump_reader *r, const char *data, size_t len)
{
	u8 out[A85_MAX_OUT(PIECE)];
	size_t made, used;

	look_for_redaction(r, data, len);
	for (; len && !r->blob->damaged; data += used, len -= used) {
		if (a85_is_blank(*data)) {
			r->blank = *data;
			used = 1;
			continue;
		}
		if (r->blank) {
			note_damage(r, (u8)r->blank);
			return;
		}
		used = a85_decode(&r->a85, data, min_t(size_t, len, PIECE), out, &made);
		if (r->to_ct)
			dump_ct_bytes(r, out, made);
		else if (r->keep)
			dump_keep_bytes(r, out, made);
		r->blob->bytes += made;
		if (used < min_t(size_t, len, PIECE) && !a85_is_blank(data[used]))
			note_damage(r, (u8)data[used]);
	}
}

static bool wants_more(const struct dump_reader *r)
{
	return r->blob && !r->blob->damaged && r->blob->has_length &&
	       r->blob->bytes < r->blob->length;
}

/*
 * End the data that are being read, because the next line does not continue them, or because the
 * text ends (@last).
 */
static void end_blob(struct dump_reader *r, bool last)
{
	char text[80];

	if (wants_more(r)) {
		snprintf(text, sizeof(text), "the data end too early: %llu of %llu bytes",
			 (u64)r->blob->bytes, (u64)r->blob->length);
		if (last)
			dump_cut(r, r->blob->line, text);
		else
			dump_problem_at(r, r->blob->line, "%s", text);
	}
	r->blob = NULL;
	r->to_ct = false;
	r->keep = NULL;
}

/* Process the beginning of the line, which is the whole line unless it has data. */
static void take_head(struct dump_reader *r)
{
	struct guc_view v = paste_strip(&r->paste, guc_view(r->head, r->len), true);

	r->head_done = true;
	r->blank = 0;
	if (!strip_capture(r, &v))
		return;
	eat_blanks(&v);
	if (!v.len)
		return;
	if (wants_more(r) && is_data(v)) {
		take_data(r, (const char *)v.data, v.len);
		return;
	}
	end_blob(r, false);
	dump_take_line(r, v);
	if (r->blob) {
		const u8 *colon = memchr(v.data, ':', v.len);
		struct guc_view data;

		data = guc_view(colon + 1, v.len - (size_t)(colon + 1 - v.data));
		eat_blanks(&data);
		take_data(r, (const char *)data.data, data.len);
	}
}

static void end_line(struct dump_reader *r)
{
	if (!r->head_done) {
		while (r->len && a85_is_blank(r->head[r->len - 1]))
			r->len--;
		take_head(r);
	}
	r->head_done = false;
	r->len = 0;
	r->line++;
}

static void take_chars(struct dump_reader *r, const char *data, size_t len)
{
	size_t n = min(len, sizeof(r->head) - r->len);

	if (!r->head_done) {
		memcpy(r->head + r->len, data, n);
		r->len += n;
		data += n;
		len -= n;
		if (r->len == sizeof(r->head))
			take_head(r);
	}
	if (len && r->head_done && r->blob)
		take_data(r, data, len);
}

/**
 * dump_reader_new() - begin to read a devcoredump
 * @arena: arena in which the parsed devcoredump is allocated
 * @line: number of the devcoredump's first line in the text, from 1
 *
 * Return: the reader, which the caller must free with dump_reader_end(), or NULL if there is no
 * memory.
 */
struct dump_reader *dump_reader_new(struct arena *arena, u64 line)
{
	struct dump_reader *r = arena_zero(arena, sizeof(*r));

	if (!r)
		return NULL;
	r->arena = arena;
	r->dump = arena_zero(arena, sizeof(struct dump));
	if (!r->dump) {
		arena_drop(arena, r);
		return NULL;
	}
	r->line = line;
	r->dump->line = line;
	r->gt = -1;
	r->ring = -1;
	return r;
}

/**
 * dump_reader_feed() - read a piece of the text of a devcoredump
 * @reader: from dump_reader_new()
 * @data: the piece; a line may begin in one piece and end in the next
 * @len: number of characters at @data
 *
 * Of the text itself, the reader keeps only the beginning of the current line. It stores the parsed
 * lines in the &struct guclog_dump that dump_reader_end() returns.
 *
 * Return: 0 or -ENOMEM; after -ENOMEM the caller must only call dump_reader_end().
 */
int dump_reader_feed(struct dump_reader *reader, const char *data, size_t len)
{
	reader->dump->bytes += len;
	while (len && !reader->no_memory) {
		const char *newline = memchr(data, '\n', len);
		size_t n = newline ? (size_t)(newline - data) : len;

		take_chars(reader, data, n);
		if (!newline)
			break;
		end_line(reader);
		data += n + 1;
		len -= n + 1;
	}
	return reader->no_memory ? -ENOMEM : 0;
}

/**
 * dump_reader_forget() - drop the current line, which belongs to another devcoredump
 * @reader: from dump_reader_new()
 */
void dump_reader_forget(struct dump_reader *reader)
{
	reader->len = 0;
	reader->head_done = false;
}

/**
 * dump_reader_done() - find out whether the end of a dump in a kernel log has been read
 * @reader: from dump_reader_new()
 *
 * Return: whether the end has been read. Lines that follow can belong to another dump.
 */
bool dump_reader_done(const struct dump_reader *reader)
{
	return reader->done;
}

/*
 * Return: whether the current line, which has no newline, can be incomplete. Lines with data are
 * not examined, because the length of the data is checked; nor are the lines of a dump in a kernel
 * log. If a whole dump was pasted, its last line can lack the newline; this line has data or an
 * error number, and is not incomplete.
 */
static bool is_broken_line(const struct dump_reader *r)
{
	static const char data[] = "].data:", error[] = "].error:";
	struct guc_view v = guc_view(r->head, r->len);

	if (!r->len || r->head_done || r->dump->captured || r->where == IN_NOTHING ||
	    r->where > IN_VM || (wants_more(r) && is_data(v)) ||
	    memmem(v.data, v.len, data, sizeof(data) - 1))
		return false;
	return r->where != IN_VM ||
	       (*v.data == '[' && !memmem(v.data, v.len, error, sizeof(error) - 1));
}

/* End the current line, which has no newline. Return: whether the devcoredump is cut off in it. */
static bool end_last_line(struct dump_reader *r)
{
	bool broken = is_broken_line(r);

	/* A value at the end of a broken line can be incomplete, so the line is not used. */
	if (broken) {
		end_blob(r, false);
		dump_cut(r, r->line, "the dump ends within this line: get the whole file");
		r->len = 0;
	}
	if ((r->len || r->head_done) && !r->no_memory)
		end_line(r);
	return broken;
}

/**
 * dump_reader_break() - end the current line, because another devcoredump begins within it
 * @reader: from dump_reader_new()
 */
void dump_reader_break(struct dump_reader *reader)
{
	end_last_line(reader);
}

/**
 * dump_reader_cut() - mark the devcoredump as truncated because the rest of the text cannot be read
 * @reader: from dump_reader_new()
 */
void dump_reader_cut(struct dump_reader *reader)
{
	dump_cut(reader, reader->line, "the file could not be read beyond this line");
}

/**
 * dump_reader_end() - finish reading a devcoredump
 * @reader: from dump_reader_new(); freed
 * @dump: set to the devcoredump, or to NULL on an error
 *
 * Return: 0, -ENOENT if the text has no devcoredump, or -ENOMEM.
 */
int dump_reader_end(struct dump_reader *reader, struct guclog_dump **dump)
{
	bool cut = end_last_line(reader) || wants_more(reader);
	unsigned int i;
	int ret = 0;

	end_blob(reader, true);
	if (!cut)
		dump_check_end(reader);
	for (i = 0; i < reader->dump->nr_gts && !reader->no_memory; i++)
		reader->no_memory = dump_ct_parse(&reader->dump->gt[i], reader->arena);
	reader->dump->lines = reader->line - 1;
	*dump = reader->dump;
	if (reader->no_memory)
		ret = -ENOMEM;
	else if (!reader->dump->found)
		ret = -ENOENT;
	if (ret) {
		arena_drop(reader->arena, reader->dump);
		*dump = NULL;
	}
	arena_drop(reader->arena, reader);
	return ret;
}
