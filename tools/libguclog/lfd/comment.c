// SPDX-License-Identifier: GPL-2.0-only
#include "lfd/comment.h"

#include "guc_scan.h"

/**
 * comment_text() - a block's text without its padding
 * @data: the block's data
 *
 * Context: any.
 * Return: @data up to its last byte that is not 0.
 */
struct guc_view comment_text(struct guc_view data)
{
	while (data.len && !data.data[data.len - 1])
		data.len--;
	return data;
}

/**
 * comment_next() - the next line of a text
 * @rest: the text; moved after the line
 * @line: filled
 *
 * Context: any.
 * Return: false at the end of the text.
 */
bool comment_next(struct guc_view *rest, struct comment_line *line)
{
	const u8 *end, *eq;

	if (!rest->len)
		return false;
	end = memchr(rest->data, '\n', rest->len);
	line->text = guc_view(rest->data, end ? (size_t)(end - rest->data) :
						rest->len);
	*rest = guc_view_clip(*rest, line->text.len + 1, rest->len);

	eq = line->text.len ? memchr(line->text.data, '=', line->text.len) :
			      NULL;
	line->has_key = eq && eq != line->text.data;
	line->key = guc_view(NULL, 0);
	line->value = guc_view(NULL, 0);
	if (line->has_key) {
		line->key = guc_view(line->text.data,
				     (size_t)(eq - line->text.data));
		line->value = guc_view_clip(line->text, line->key.len + 1,
					    line->text.len);
	}
	return true;
}

/**
 * comment_is() - compare a key or value with a string
 * @value: a key or a value
 * @text: what it is compared with
 *
 * Context: any.
 * Return: true when both are the same.
 */
bool comment_is(struct guc_view value, const char *text)
{
	return value.len == strlen(text) &&
	       (!value.len || !memcmp(value.data, text, value.len));
}

/**
 * comment_get() - the first value of a key
 * @text: the comment
 * @key: the key
 * @value: set when there is one
 *
 * Context: any.
 * Return: true when there is one.
 */
bool comment_get(struct guc_view text, const char *key, struct guc_view *value)
{
	struct comment_line line;

	while (comment_next(&text, &line)) {
		if (line.has_key && comment_is(line.key, key)) {
			*value = line.value;
			return true;
		}
	}
	return false;
}

/**
 * comment_to_number() - get the number that a value is
 * @value: a value
 *
 * Context: any.
 * Return: the number; 0 when it is none.
 */
u64 comment_to_number(struct guc_view value)
{
	struct guc_scan scan = {
		.pos = (const char *)value.data,
		.end = (const char *)value.data + value.len,
	};
	u64 number;

	return guc_scan_number(&scan, ~0ull, &number) ? number : 0;
}

/**
 * comment_number() - get the number after a key
 * @text: the comment
 * @key: the key
 *
 * Context: any.
 * Return: the number; 0 when there is no such key or its value is no number.
 */
u64 comment_number(struct guc_view text, const char *key)
{
	struct guc_view value;

	return comment_get(text, key, &value) ? comment_to_number(value) : 0;
}
