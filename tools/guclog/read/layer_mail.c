// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decodes the encodings of mail, base64 and quoted-printable, also in a text without the header of
 * the mail.
 */
#include "read/layer.h"

#include "base/arena.h"
#include "base/base64.h"
#include "base/eat.h"

/*
 * Length of the shortest line of base64 that is recognized if the header of the mail is
 * missing.
 */
#define MIN_LINE	40u
/* Largest number of characters of a line that are examined to find out whether it is base64. */
#define MAX_LOOK	72u

/**
 * struct base64 - base64 in a text
 * @on: the current lines are base64
 * @inside: the next piece of the text (see struct layer_io) begins within a line
 * @bits: decoded bits that do not fill a byte yet
 * @nr_bits: number of bits in @bits
 * @all: all lines of the text are base64
 */
struct base64 {
	bool on;
	bool inside;
	u32 bits;
	unsigned int nr_bits;
	bool all;
};

static size_t decode(struct base64 *b, struct guc_view line, u8 *to)
{
	size_t n = 0, i;
	int d;

	for (i = 0; i < line.len; i++) {
		d = base64_value((char)line.data[i]);
		if (line.data[i] == '=')
			b->nr_bits = 0;
		if (d < 0)
			continue;
		b->bits = b->bits << 6 | (u32)d;
		b->nr_bits += 6;
		if (b->nr_bits < 8)
			continue;
		b->nr_bits -= 8;
		to[n++] = (u8)(b->bits >> b->nr_bits);
	}
	return n;
}

/*
 * Remove the blanks around a line, and decode the "=" at the end of base64 that was then encoded as
 * quoted-printable.
 */
static struct guc_view trim(struct guc_view line)
{
	static const char padding[] = "=3D=3D";
	const u8 *end;
	size_t len;

	while (line.len && strchr(" \t\r", line.data[line.len - 1]) && line.data[line.len - 1])
		line.len--;
	eat_blanks(&line);
	end = memchr(line.data, '=', line.len);
	len = end ? line.len - (size_t)(end - line.data) : 0;
	if ((len == 3 || len == 6) && !memcmp(end, padding, len))
		line.len -= len - 1;
	return line;
}

static bool is_base64(struct guc_view line)
{
	size_t i;

	while (line.len && line.data[line.len - 1] == '=')
		line.len--;
	for (i = 0; i < line.len; i++)
		if (base64_value((char)line.data[i]) < 0)
			return false;
	return line.len;
}

/* Return: whether the decoded bytes begin like a compressed file or an LFD file, or are text. */
static bool is_content(const u8 *data, size_t len)
{
	static const struct {
		const char *magic;
		size_t len;
	} packed[] = {
		{ "\x1f\x8b\x08", 3 }, { "\xfd\x37zXZ", 5 }, { "\x28\xb5\x2f\xfd", 4 },
		{ "PK\3\4", 4 }, { "BZh", 3 }, { "\x04\x22\x4d\x18", 4 }, { "LZIP", 4 },
		{ "FSLG", 4 }, { "\xff\xfe", 2 }, { "\xef\xbb\xbf", 3 },
	};
	size_t plain = 0, i;

	for (i = 0; i < ARRAY_SIZE(packed); i++)
		if (len >= packed[i].len && !memcmp(data, packed[i].magic, packed[i].len))
			return true;
	for (i = 0; i < len; i++)
		plain += (data[i] >= 0x20 && data[i] < 0x7f) || data[i] == '\n' || data[i] == '\t';
	return plain > len / 4 * 3;
}

static bool begins_base64(struct guc_view line)
{
	struct base64 b = { 0 };
	u8 out[MAX_LOOK];

	line = trim(line);
	line.len = min_t(size_t, line.len, MAX_LOOK);
	return line.len >= MIN_LINE && is_base64(line) && is_content(out, decode(&b, line, out));
}

/* Return: whether the text has lines of base64. */
static bool begin_base64(void *state, struct guc_view text)
{
	while (text.len) {
		if (begins_base64(layer_next_line(&text)))
			return true;
	}
	return false;
}

/**
 * layer_base64_all() - make the state of base64 for a text that consists of base64 only
 * @arena: arena that gets the memory of the state
 *
 * Return: the state, or NULL if there is no memory.
 */
void *layer_base64_all(struct arena *arena)
{
	struct base64 *b = arena_zero(arena, sizeof(*b));

	if (b)
		b->all = true;
	return b;
}

static size_t step_base64(void *state, struct layer_io *io)
{
	struct guc_view rest = guc_view(io->data, io->len), line;
	struct base64 *b = state;
	size_t made = 0;
	bool whole;

	while (rest.len) {
		struct guc_view from = rest;

		line = layer_next_line(&rest);
		whole = line.len < from.len - rest.len;
		if (!whole && !io->last && !b->inside && line.len < LAYER_MAX_REST) {
			rest = from;
			break;
		}
		if (!b->inside && !b->all)
			b->on = b->on ? is_base64(trim(line)) : begins_base64(line);
		if (b->on || b->all)
			made += decode(b, trim(line), io->data + made);
		b->inside = !whole;
	}
	io->used = io->len - rest.len;
	return made;
}

const struct layer_kind layer_base64 = {
	.size = sizeof(struct base64),
	.begin = begin_base64,
	.step = step_base64,
};

/*
 * Return: the value of a hexadecimal digit in upper case, as mail programs write it; -1 for other
 * characters.
 */
static int hex(u8 c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/*
 * Return: number of characters of the quoted-printable sequence that begins with the "=" at @v, or
 * 0 if more characters are needed. @c: set to the character for which the sequence stands, or -1 if
 * it stands for none, because it only marks where a mail program has wrapped a line.
 */
static size_t equals(struct guc_view v, bool last, int *c)
{
	size_t n = 1;

	*c = -1;
	while (n < v.len && strchr(" \t\r", v.data[n]) && v.data[n])
		n++;
	if (n < v.len && v.data[n] == '\n')
		return n + 1;
	if (n == v.len && n < LAYER_MAX_REST)
		return last ? n : 0;
	if (n > 1 || v.len < 3) {
		*c = '=';
		return n == 1 && v.len < 3 && !last ? 0 : 1;
	}
	*c = hex(v.data[1]) < 0 || hex(v.data[2]) < 0 ? '=' : hex(v.data[1]) * 16 + hex(v.data[2]);
	return *c == '=' && hex(v.data[1]) < 0 ? 1 : 3;
}

/*
 * Return: whether the text is quoted-printable. Most "=" must be part of the encoding, because
 * a dump that is not encoded also has many "=". A short text can have few wrapped lines, but each
 * "=" of its own is "=3D".
 */
static bool begin_quoted_printable(void *state, struct guc_view text)
{
	unsigned int soft = 0, others = 0, equal_signs = 0;
	int c;

	while (text.len) {
		const u8 *p = memchr(text.data, '=', text.len);
		size_t n;

		if (!p)
			break;
		text = guc_view(p, text.len - (size_t)(p - text.data));
		n = equals(text, false, &c);
		if (!n)
			break;
		others += n == 1;
		soft += c < 0;
		equal_signs += view_begins(text, "=3D");
		text = guc_view(text.data + n, text.len - n);
	}
	return (soft >= 3 && others <= soft / 4) || (equal_signs >= 2 && others < equal_signs);
}

static size_t step_quoted_printable(void *state, struct layer_io *io)
{
	size_t at = 0, made = 0, n;
	int c;

	while (at < io->len) {
		n = 1;
		c = io->data[at];
		if (c == '=')
			n = equals(guc_view(io->data + at, io->len - at), io->last, &c);
		if (!n)
			break;
		if (c >= 0)
			io->data[made++] = (u8)c;
		at += n;
	}
	io->used = at;
	return made;
}

const struct layer_kind layer_quoted_printable = {
	.size = 1,
	.begin = begin_quoted_printable,
	.step = step_quoted_printable,
};
