// SPDX-License-Identifier: GPL-2.0-only
/*
 * Undoes the changes of programs to the characters of a text: UTF-16, escape sequences for a
 * terminal, carriage returns, typographic quotes, no-break spaces.
 */
#include "read/layer.h"

#include "base/eat.h"
#include "read/paste.h"

/* Position in an escape sequence of a terminal. */
enum escape {
	ESCAPE_NO,
	ESCAPE_BEGUN,	/* after ESC */
	ESCAPE_CHARSET,	/* one more character follows */
	ESCAPE_CSI,	/* ends with a letter */
	ESCAPE_STRING,	/* ends with BEL or ESC and a backslash */
	ESCAPE_END,	/* after ESC within ESCAPE_STRING */
};

/**
 * struct clean - a text that is being cleaned
 * @begun: the other members were set from the beginning of the text
 * @encoding: the encoding
 * @screen: the text was shown on a terminal: escape sequences are removed
 * @json: the text is JSON: typographic quotes are not replaced, because a plain quote would end a
 *	string
 * @escape: position in the escape sequence that is being skipped
 * @returns: number of carriage returns that were read but not written: they are dropped before a
 *	newline, and written before another character
 */
struct clean {
	bool begun;
	enum paste_encoding encoding;
	bool screen;
	bool json;
	enum escape escape;
	size_t returns;
};

/**
 * layer_plain() - get the ASCII characters that a program has replaced by a typographic character
 * @c: the typographic character, as Unicode
 * @to: room for three characters
 *
 * Context: any, does not sleep.
 * Return: number of characters written to @to, or 4 if @c does not stand for ASCII characters.
 */
unsigned int layer_plain(u32 c, u8 *to)
{
	switch (c) {
	case 0xa0:
	case 0x2007:
	case 0x202f:
		*to = ' ';
		return 1;
	case 0x2018 ... 0x201b:
	case 0x91 ... 0x92:
		*to = '\'';
		return 1;
	case 0x201c ... 0x201f:
	case 0x93 ... 0x94:
		*to = '"';
		return 1;
	case 0x2013 ... 0x2014:
		memcpy(to, "--", 2);
		return 2;
	case 0x2026:
		memcpy(to, "...", 3);
		return 3;
	case 0xad:
	case 0x200b ... 0x200d:
	case 0x2060:
	case 0xfeff:
		return 0;
	default:
		return 4;
	}
}

/*
 * Return: whether the character must be dropped: it belongs to an escape sequence of a terminal, or
 * is a bell or backspace character.
 */
static bool skip_escape(struct clean *s, u8 c)
{
	switch (s->escape) {
	case ESCAPE_NO:
		if (c == 0x1b)
			s->escape = ESCAPE_BEGUN;
		return c == 0x1b || c == '\a' || c == '\b';
	case ESCAPE_BEGUN:
		if (c == '[')
			s->escape = ESCAPE_CSI;
		else if (c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_')
			s->escape = ESCAPE_STRING;
		else
			s->escape = c >= 0x20 && c < 0x30 ? ESCAPE_CHARSET : ESCAPE_NO;
		return true;
	case ESCAPE_CSI:
		if (c >= 0x40 && c < 0x7f)
			s->escape = ESCAPE_NO;
		break;
	case ESCAPE_STRING:
		if (c == '\a')
			s->escape = ESCAPE_NO;
		else if (c == 0x1b)
			s->escape = ESCAPE_END;
		break;
	default:
		s->escape = ESCAPE_NO;
		return true;
	}
	/* An escape sequence that is not complete ends at the end of its line. */
	if (c == '\n')
		s->escape = ESCAPE_NO;
	return c != '\n';
}

/*
 * Return: number of bytes, 2 to 4, of the UTF-8 character at @p, which can be more than @len, or 0
 * if the byte at @p is ASCII, or is not valid UTF-8.
 */
static size_t utf8(const u8 *p, size_t len, u32 *c)
{
	size_t n = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc2 ? 2 : 0, i;

	*c = n ? *p & (0x7fu >> n) : *p;
	for (i = 1; i < n && i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*c = *c << 6 | (p[i] & 0x3f);
	}
	return n;
}

/*
 * Write the character @c, whose @n bytes are at @from, or the ASCII characters for which it stands.
 * Return: number of characters written to @to.
 */
static size_t put(const struct clean *s, u32 c, const u8 *from, size_t n, u8 *to)
{
	u8 plain[4];
	size_t len = s->json ? 4 : layer_plain(c, plain);

	if (len <= n) {
		memcpy(to, plain, len);
		return len;
	}
	/* In UTF-16, a character that is not ASCII becomes 0x7f, which does not occur in a dump. */
	if (s->encoding != PASTE_BYTES) {
		*to = c > 0x7e ? 0x7f : (u8)c;
		return 1;
	}
	memmove(to, from, n);
	return n;
}

#define BLOCK	64

/*
 * Return: number of characters at the beginning that need no change, rounded down to a multiple of
 * BLOCK.
 */
static size_t skip_plain(const u8 *p, size_t len)
{
	size_t n, i;
	u8 odd = 0;

	for (n = 0; n + BLOCK <= len; n += BLOCK) {
		/*
		 * A loop without branches, which a compiler can turn into vector
		 * instructions.
		 */
		for (i = 0; i < BLOCK; i++)
			odd |= (u8)((p[n + i] & 0x80) |
				    ((p[n + i] < 0x20) & (p[n + i] != '\n') & (p[n + i] != '\t')));
		if (odd)
			break;
	}
	return n;
}

/*
 * Return: number of bytes of the character at @p, or 0 if more bytes are needed to read it. @c: set
 * to the value of the character.
 */
static size_t next_char(const struct clean *s, const u8 *p, size_t len, bool last, u32 *c)
{
	size_t n;

	if (s->encoding != PASTE_BYTES) {
		*c = len > 1 ? p[s->encoding == PASTE_UTF16_LE] * 256u +
		     p[s->encoding == PASTE_UTF16_BE] : 0x7f;
		return len > 1 || last ? min_t(size_t, len, 2) : 0;
	}
	n = utf8(p, len, c);
	if (n > len && !last)
		return 0;
	if (n && n <= len)
		return n;
	*c = *p;
	return 1;
}

/*
 * Return: whether the text was shown on a terminal: it was recorded by script(1), or most of its
 * lines have escape sequences. A single escape sequence can be part of the name of a process.
 */
static bool is_screen(struct guc_view text)
{
	unsigned int lines = 0, marked = 0;

	if (view_begins(text, "Script started on "))
		return true;
	while (text.len) {
		struct guc_view line = layer_next_line(&text);

		lines++;
		marked += !!memchr(line.data, 0x1b, line.len);
	}
	return marked > lines / 2;
}

static void begin(struct clean *s, const u8 *data, size_t len)
{
	size_t skip;

	s->begun = true;
	s->encoding = paste_detect(data, len, &skip);
	s->screen = is_screen(guc_view(data, len));
	s->json = len && (*data == '{' || *data == 0x1e);
}

/*
 * Write the carriage returns that have not been written yet (@s->returns) and the character @c. If
 * @c is a newline, these carriage returns are at the end of a line, and are dropped. Return: number
 * of characters written to @to.
 */
static size_t put_char(struct clean *s, u32 c, const u8 *from, size_t n, u8 *to)
{
	size_t had = c == '\n' ? 0 : s->returns, made;

	made = put(s, c, from, n, to + had);
	if (!made)
		return 0;
	memset(to, '\r', had);
	s->returns = 0;
	return had + made;
}

static size_t step(void *state, struct layer_io *io)
{
	struct clean *s = state;
	size_t at = 0, made = 0, n;
	u32 c;

	if (!s->begun)
		begin(s, io->data, io->len);
	while (at < io->len) {
		if (s->encoding == PASTE_BYTES && !s->escape && !s->returns) {
			n = skip_plain(io->data + at, io->len - at);
			if (made != at)
				memmove(io->data + made, io->data + at, n);
			made += n;
			at += n;
			if (at == io->len)
				break;
		}
		n = next_char(s, io->data + at, io->len - at, io->last, &c);
		if (!n)
			break;
		if (c == '\r' && !s->escape)
			s->returns++;
		else if (!s->screen || !skip_escape(s, c < 0x80 ? (u8)c : 0x7f))
			made += put_char(s, c, io->data + at, n, io->data + made);
		at += n;
	}
	io->used = at;
	return made;
}

const struct layer_kind layer_clean = { .size = sizeof(struct clean), .step = step };
