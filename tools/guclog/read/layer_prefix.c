// SPDX-License-Identifier: GPL-2.0-only
/*
 * Removes the prefix that cat -n, nl, grep -n, editors and mail programs put before every line: the
 * number of the line, or quote marks.
 */
#include "read/layer.h"
#include "base/eat.h"

/**
 * struct prefix - the prefix of the lines of a text
 * @numbered: true if the prefix is a number with a tab or a colon, false if it is quote marks
 * @inside: the next piece of the text (see struct layer_io) begins within a line
 */
struct prefix {
	bool numbered;
	bool inside;
};

/*
 * Return: number of characters of a line's number and the separator after it, or 0 if the line has
 * no number.
 */
static size_t number_end(struct guc_view line, u64 *number)
{
	struct guc_view rest = line;
	size_t n, first;

	eat_blanks(&rest);
	n = line.len - rest.len;
	/*
	 * Quote marks before the number are not skipped: if a text was quoted and then numbered,
	 * they are after the number.
	 */
	for (first = n, *number = 0; n < line.len && n < first + 9 && line.data[n] >= '0' &&
	     line.data[n] <= '9'; n++)
		*number = *number * 10 + (line.data[n] - '0');
	if (n == first)
		return 0;
	/* A numbered empty line may have lost the separator, a tab, at its end. */
	if (n == line.len)
		return n;
	return line.data[n] == '\t' || line.data[n] == ':' ? n + 1 : 0;
}

static size_t quote_end(struct guc_view line)
{
	return line.len && *line.data == '>' ? line.len > 1 && line.data[1] == ' ' ? 2 : 1 : 0;
}

/*
 * Return: whether the lines of the text have a prefix. Most lines must have it, because wrapped
 * data can look like a prefix by chance.
 */
static bool begin(void *state, struct guc_view text)
{
	unsigned int lines = 0, numbers = 0, quotes = 0;
	u64 number, last = 0;
	struct prefix *p = state;

	/*
	 * If the text is a web page, the page can show numbered lines. Its HTML (layer_html) must
	 * be removed before the numbers.
	 */
	if (text.len && *text.data == '<')
		return false;
	while (text.len) {
		struct guc_view line = layer_next_line(&text);

		lines += !!line.len;
		quotes += !!quote_end(line);
		if (!number_end(line, &number))
			continue;
		numbers += number == last + 1;
		last = number;
	}
	p->numbered = numbers > lines / 2;
	return p->numbered || quotes > lines / 2;
}

static size_t prefix_len(const struct prefix *p, struct guc_view line)
{
	u64 number;

	return p->numbered ? number_end(line, &number) : quote_end(line);
}

static size_t step(void *state, struct layer_io *io)
{
	struct guc_view rest = guc_view(io->data, io->len), line;
	struct prefix *p = state;
	size_t made = 0, skip;
	bool whole;

	while (rest.len) {
		struct guc_view from = rest;

		line = layer_next_line(&rest);
		whole = line.len < from.len - rest.len;
		if (!whole && !io->last && !p->inside && line.len < LAYER_MAX_REST) {
			rest = from;
			break;
		}
		skip = p->inside ? 0 : prefix_len(p, line);
		line.len += whole;
		memmove(io->data + made, line.data + skip, line.len - skip);
		made += line.len - skip;
		p->inside = !whole;
	}
	io->used = io->len - rest.len;
	return made;
}

const struct layer_kind layer_prefix = {
	.size = sizeof(struct prefix),
	.begin = begin,
	.step = step,
};
