// SPDX-License-Identifier: GPL-2.0-only
/* Removes HTML from a web page: the result is the text that a browser shows, line by line. */
#include "read/layer.h"

#include "base/eat.h"

#define NAME	12u
/* Longest entity that is recognized. */
#define ENTITY	10u

/**
 * struct html - a web page that is being read
 * @in_tag: the next character is in a tag
 * @quote: the quote that ends the current value of an attribute, 0 outside of such a value
 * @comment: the next character is in a comment
 * @skip: name of the element around the next character, if it is one that browsers do not show,
 *	such as "script"; else empty
 * @pre: number of "pre" and "textarea" elements around the next character, in which blanks and
 *	newlines are shown
 * @shown: the current line of the result has at least one character
 */
struct html {
	bool in_tag;
	u8 quote;
	bool comment;
	char skip[NAME];
	unsigned int pre;
	bool shown;
};

static u8 lower(u8 c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool is_letter(u8 c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Get the name of the tag that begins at @v, in lower case. Return: length of the name. */
static size_t tag_name(struct guc_view v, char *name)
{
	size_t n = 1, len = 0;

	if (n < v.len && v.data[n] == '/')
		name[len++] = (char)v.data[n++];
	for (; n < v.len && len + 1 < NAME; n++) {
		if (!is_letter(v.data[n]) && (v.data[n] < '0' || v.data[n] > '9'))
			break;
		name[len++] = (char)lower(v.data[n]);
	}
	name[len] = 0;
	return len;
}

static bool is_one_of(const char *name, const char * const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

static bool is_page(struct guc_view line)
{
	static const char * const names[] = {
		"html", "head", "body", "pre", "code", "div", "table", "span", "p", "details",
		"blockquote", "article", "main", "meta", "textarea", NULL
	};
	char name[NAME];

	eat_blanks(&line);
	if (line.len < 3 || *line.data != '<')
		return false;
	if (line.len >= 9 && !memcmp(line.data, "<!", 2) && lower(line.data[2]) == 'd')
		return true;
	tag_name(line, name);
	return is_one_of(name, names);
}

/*
 * Return: whether most "<" of the text begin a tag, so the text is HTML. In a dump that is not
 * HTML, any character can follow a "<" of the data.
 */
static bool is_escaped(struct guc_view text)
{
	unsigned int tags = 0, others = 0;

	while (text.len > 1) {
		const u8 *p = memchr(text.data, '<', text.len - 1);

		if (!p)
			break;
		if (is_letter(p[1]) || strchr("/!?", p[1]))
			tags++;
		else
			others++;
		text = guc_view(p + 1, text.len - (size_t)(p + 1 - text.data));
	}
	return others <= tags / 4;
}

/**
 * layer_entity() - get the character for which an HTML entity stands
 * @text: the entity without "&" and ";"
 * @len: number of characters at @text
 *
 * Context: any, does not sleep.
 * Return: the character as Unicode, or 0 if the entity is unknown.
 */
u32 layer_entity(const u8 *text, size_t len)
{
	static const struct {
		const char *name;
		u32 c;
	} known[] = {
		{ "lt", '<' }, { "gt", '>' }, { "amp", '&' }, { "quot", '"' }, { "apos", '\'' },
		{ "nbsp", ' ' }, { "lsquo", '\'' }, { "rsquo", '\'' }, { "ldquo", '"' },
		{ "rdquo", '"' }, { "lsqb", '[' }, { "rsqb", ']' }, { "Tab", '\t' },
		{ "NewLine", '\n' },
	};
	char name[ENTITY + 1] = "";
	unsigned int i;

	memcpy(name, text, min_t(size_t, len, ENTITY));
	if (name[0] == '#')
		return (u32)(lower((u8)name[1]) == 'x' ? strtoul(name + 2, NULL, 16) :
			     strtoul(name + 1, NULL, 10));
	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(known[i].name, name))
			return known[i].c;
	return 0;
}

/*
 * Read an entity at the "&" at @v; an "&" that begins no known entity is copied. @made: set to the
 * number of characters written to @to. Return: number of characters that were read, or 0 if more
 * characters are needed to decide whether it is an entity.
 */
static size_t take_entity(struct guc_view v, bool last, u8 *to, size_t *made)
{
	const u8 *end = memchr(v.data, ';', min_t(size_t, v.len, ENTITY + 2));
	size_t len = end ? (size_t)(end - v.data) - 1 : 0, i;
	u32 c = len ? layer_entity(v.data + 1, len) : 0;
	u8 plain[4];

	if (!end && v.len < ENTITY + 2 && !last)
		return 0;
	*made = 1;
	if (!c) {
		*to = '&';
		return 1;
	}
	*made = layer_plain(c, plain);
	if (*made > 3) {	/* other characters occur only in names of processes */
		*plain = c < 0x80 ? (u8)c : '?';
		*made = 1;
	}
	for (i = 0; i < *made; i++)
		to[i] = plain[i];
	return len + 2;
}

/* Return: whether a text without tags has entities in place of all its "<" and "&". */
static bool has_entities(struct guc_view text)
{
	unsigned int nr = 0;
	size_t made, len;
	u8 c[3];

	/*
	 * Skip the first line that script(1) writes: it can contain "<not executed on
	 * terminal>".
	 */
	if (view_begins(text, "Script started on "))
		layer_next_line(&text);
	if (memchr(text.data, '<', text.len))
		return false;
	while (text.len) {
		const u8 *p = memchr(text.data, '&', text.len);

		if (!p)
			break;
		text = guc_view(p, text.len - (size_t)(p - text.data));
		len = take_entity(text, false, c, &made);
		if (len == 1)
			return false;
		if (!len)
			break;
		nr++;
		text = guc_view(text.data + len, text.len - len);
	}
	return nr >= 3;
}

static bool begin(void *state, struct guc_view text)
{
	struct html *h = state;
	struct guc_view rest = text;

	h->pre = has_entities(text);
	if (h->pre)
		return true;

	while (rest.len) {
		struct guc_view line = layer_next_line(&rest);

		if (is_page(line))
			return is_escaped(guc_view(line.data, line.len + rest.len));
		if (view_begins(line, "**** "))
			return false;
	}
	return false;
}

/* Return: the characters that replace a tag in the text; never longer than the tag. */
static const char *take_tag(struct html *h, const char *name)
{
	static const char * const hidden[] = { "script", "style", "title", NULL };
	static const char * const blocks[] = {
		"p", "/p", "div", "/div", "tr", "/tr", "li", "/li", "pre", "table",
		"/table", "h1", "/h1", "h2", "/h2", "h3", "/h3", "textarea", "/textarea",
		"blockquote", "/blockquote", NULL
	};
	static const char * const cells[] = { "/td", "/th", NULL };

	if (*h->skip) {
		if (*name == '/' && !strcmp(name + 1, h->skip))
			*h->skip = 0;
		return "";
	}
	if (is_one_of(name, hidden))
		memcpy(h->skip, name, NAME);
	if (!strcmp(name, "pre") || !strcmp(name, "textarea"))
		h->pre++;
	else if (h->pre && (!strcmp(name, "/pre") || !strcmp(name, "/textarea")))
		h->pre--;
	/*
	 * Mark the end of a "pre" element like the end of a block of Markdown, where the reader of
	 * a dump stops.
	 */
	if (!strcmp(name, "/pre"))
		return h->shown ? "\n```\n" : "```\n";
	if (!strcmp(name, "br") || (h->shown && is_one_of(name, blocks)))
		return "\n";
	return is_one_of(name, cells) && h->shown ? "\t" : "";
}

/*
 * Read the beginning of a tag or comment at "<". Return: number of characters that were read, or 0
 * if more are needed.
 */
static size_t begin_tag(struct html *h, struct guc_view v, bool last, u8 *to, size_t *made)
{
	const char *text;
	char name[NAME];
	size_t len;

	*made = 0;
	if (v.len < NAME + 2 && !last && !memchr(v.data, '>', v.len))
		return 0;
	if (view_begins(v, "<!--") && !*h->skip) {
		h->comment = true;
		return 4;
	}
	if (v.len < 2 || (!is_letter(v.data[1]) && !strchr("/!?", v.data[1]))) {
		*to = '<';
		*made = !*h->skip;
		h->shown |= *made;
		return 1;
	}
	len = tag_name(v, name) + 1;
	h->in_tag = true;
	text = take_tag(h, name);
	*made = strlen(text);
	memmove(to, text, *made);
	if (*made)
		h->shown = text[*made - 1] != '\n';
	return len;
}

static void in_tag(struct html *h, u8 c)
{
	if (h->quote)
		h->quote = c == h->quote ? 0 : h->quote;
	else if (c == '"' || c == '\'')
		h->quote = c;
	else
		h->in_tag = c != '>';
}

/* Write a character that is shown. Return: number of characters written to @to. */
static size_t show(struct html *h, u8 c, u8 *to)
{
	/* Outside of "pre", empty lines and blanks before a line are dropped. */
	if (*h->skip || (!h->pre && !h->shown && strchr(" \t\n", c) && c))
		return 0;
	h->shown = c != '\n';
	*to = c;
	return 1;
}

static size_t step(void *state, struct layer_io *io)
{
	struct html *h = state;
	size_t at = 0, made = 0, n, more;

	while (at < io->len) {
		struct guc_view v = guc_view(io->data + at, io->len - at);

		n = 1;
		more = 0;
		if (h->comment) {
			if (v.len < 3 && !io->last)
				break;
			h->comment = v.len < 3 || memcmp(v.data, "-->", 3);
			n = h->comment ? 1 : 3;
		} else if (h->in_tag) {
			in_tag(h, *v.data);
		} else if (*v.data == '<') {
			n = begin_tag(h, v, io->last, io->data + made, &more);
		} else if (*v.data == '&' && !*h->skip) {
			n = take_entity(v, io->last, io->data + made, &more);
			h->shown |= n;
		} else {
			more = show(h, *v.data, io->data + made);
		}
		if (!n)
			break;
		made += more;
		at += n;
	}
	io->used = at;
	return made;
}

const struct layer_kind layer_html = {
	.size = sizeof(struct html),
	.begin = begin,
	.step = step,
};
