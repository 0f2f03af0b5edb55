// SPDX-License-Identifier: GPL-2.0-only
#include "read/paste.h"

#include "base/eat.h"
#include "model/printed.h"
#include "read/layer.h"
#include "read/rejoin.h"

/**
 * paste_detect() - detect the encoding of a text
 * @data: beginning of the text
 * @len: bytes at @data
 * @skip: set to the number of bytes of the byte order mark, 0 if there is none
 *
 * Context: any, does not sleep.
 * Return: the encoding.
 */
enum paste_encoding paste_detect(const u8 *data, size_t len, size_t *skip)
{
	*skip = 0;
	if (len >= 3 && !memcmp(data, "\xef\xbb\xbf", 3)) {
		*skip = 3;
		return PASTE_BYTES;
	}
	if (len < 4)
		return PASTE_BYTES;
	if (!memcmp(data, "\xff\xfe", 2) || !memcmp(data, "\xfe\xff", 2)) {
		*skip = 2;
		return *data == 0xff ? PASTE_UTF16_LE : PASTE_UTF16_BE;
	}
	if (data[0] && !data[1] && data[2] && !data[3])
		return PASTE_UTF16_LE;
	return !data[0] && data[1] && !data[2] && data[3] ? PASTE_UTF16_BE :
							     PASTE_BYTES;
}

/**
 * paste_convert() - convert each character to one byte
 * @encoding: encoding of the text
 * @data: a piece of the text, converted in place
 * @len: number of bytes at @data, an even number if the encoding is UTF-16
 *
 * A character that is not ASCII becomes 0x7f, which does not occur in a dump.
 *
 * Context: any, does not sleep.
 * Return: number of bytes after the conversion.
 */
size_t paste_convert(enum paste_encoding encoding, u8 *data, size_t len)
{
	size_t low = encoding == PASTE_UTF16_BE, i;

	if (encoding == PASTE_BYTES)
		return len;
	for (i = 0; i + 1 < len; i += 2)
		data[i / 2] = data[i + !low] || data[i + low] > 0x7e ? 0x7f :
			      data[i + low];
	return i / 2;
}

/* Return: whether the line is about the data of a log, or the first line of an i915 error state. */
static bool is_log_line(struct guc_view v)
{
	const struct printed_name *name;
	struct guc_view value;

	if (printed_data(v, DUMP_LOG_DATA, &value))
		return true;
	name = printed_line(v, &value);
	return name && eat(&value, " ") &&
	       (name->id == DUMP_LOG_PLAIN_DATA || name->id == DUMP_I915_BOOTTIME);
}

static bool is_marker(struct guc_view v)
{
	return view_begins(v, "**** ") || is_log_line(v) ||
	       view_begins(v, "-----BEGIN GUCLOG ") ||
	       view_begins(v, "- -----BEGIN GUCLOG ") || view_begins(v, "GPU HANG: ecode ") ||
	       view_begins(v, "global --- GuC log buffer = ") ||
	       (v.len >= 43 && view_begins(v, "0x") && !memcmp(v.data + 10, " 0x", 3));
}

/*
 * Return: whether the line is a quoted line of a kernel log: its first @n characters have a quote
 * mark, and a line of a kernel log follows them. Blanks without a quote mark do not suffice,
 * because programs may indent the lines of a kernel log.
 */
static bool is_quoted_log(struct guc_view line, size_t n)
{
	return (memchr(line.data, '>', n) || memchr(line.data, '|', n)) &&
	       rejoin_is_log(guc_view(line.data + n, line.len - n));
}

/*
 * Find the prefix (quote marks and blanks) that a program has put before all lines. The prefix is
 * taken from the first line that has, after quote marks and blanks, the beginning of a line of a
 * dump or of a kernel log.
 */
static void learn_prefix(struct paste *paste, struct guc_view line)
{
	size_t n = 0;

	while (n < line.len && n < sizeof(paste->prefix) &&
	       strchr(" \t>|", line.data[n]) && line.data[n])
		n++;
	if (!n || n == sizeof(paste->prefix) ||
	    (!is_marker(guc_view(line.data + n, line.len - n)) &&
	     !is_quoted_log(line, n)))
		return;
	memcpy(paste->prefix, line.data, n);
	paste->prefix_len = n;
}

/**
 * paste_skip_tags() - skip HTML tags before a line
 * @line: the line
 *
 * A line of a kernel log can begin with a priority such as <6>, which is not a tag.
 *
 * Context: any, does not sleep.
 * Return: the rest of the line.
 */
struct guc_view paste_skip_tags(struct guc_view line)
{
	const u8 *end;

	while (line.len > 1 && *line.data == '<' && line.data[1] >= 'A' &&
	       (end = memchr(line.data, '>', line.len)))
		line = guc_view(end + 1, line.len - (size_t)(end + 1 - line.data));
	return line;
}

/**
 * paste_strip() - remove the characters that a program has put before a line, such as "> "
 * @paste: the changes that programs have made to the text, as far as they are known
 * @line: the line
 * @learn: if the prefix of the text is not known yet, it may be taken from this line
 *
 * Context: any, does not sleep.
 * Return: the line without its prefix.
 */
struct guc_view paste_strip(struct paste *paste, struct guc_view line, bool learn)
{
	size_t len;

	if (!line.len)
		return line;
	if (!paste->prefix_len && learn)
		learn_prefix(paste, line);
	len = paste->prefix_len;
	if (len && line.len >= len && !memcmp(line.data, paste->prefix, len))
		return guc_view(line.data + len, line.len - len);
	/*
	 * If the whole line is the prefix without the blanks at its end, the line was empty, and a
	 * program has removed these blanks.
	 */
	while (len && (paste->prefix[len - 1] == ' ' ||
		       paste->prefix[len - 1] == '\t'))
		len--;
	if (len && line.len == len && !memcmp(line.data, paste->prefix, len))
		return guc_view(line.data, 0);
	return line;
}

/**
 * paste_continues() - find out whether a line may be the rest of a wrapped line of data
 * @line: the line, without its prefix
 * @width: number of characters of the preceding line
 *
 * Context: any, does not sleep.
 * Return: whether the line has only characters of ascii85 and is not longer than the preceding
 * line.
 */
bool paste_continues(struct guc_view line, size_t width)
{
	size_t i;

	while (line.len && (line.data[line.len - 1] == ' ' ||
			    line.data[line.len - 1] == '\t'))
		line.len--;
	if (!line.len || line.len > width || view_begins(line, "```"))
		return false;
	for (i = 0; i < line.len; i++)
		/* "x" is not ascii85, but occurs in the entity &#x27; */
		if ((line.data[i] < '!' || line.data[i] > 'u') &&
		    line.data[i] != 'z' && line.data[i] != 'x')
			return false;
	return true;
}

/*
 * Write the characters in @paste->entity to @out: they are not an entity, so the text is not
 * HTML. Return: number of characters that were written.
 */
static size_t give_up(struct paste *paste, char *out)
{
	size_t n = paste->entity_len;

	memcpy(out, paste->entity, n);
	paste->entity_len = 0;
	if (paste->html == PASTE_HTML_UNKNOWN)
		paste->html = PASTE_HTML_NO;
	return n;
}

/*
 * Add a character to the incomplete entity in @paste. If the entity is now complete, write the
 * character for which it stands; if the characters are not an entity, write all of them. Return:
 * number of characters that were written to @out.
 */
static size_t take_entity_char(struct paste *paste, char c, char *out)
{
	paste->entity[paste->entity_len++] = c;
	if (c == ';') {
		u32 plain = layer_entity((u8 *)paste->entity + 1, paste->entity_len - 2);

		if (!plain || plain > 0x7e)
			return give_up(paste, out);
		paste->html = PASTE_HTML_YES;
		paste->entity_len = 0;
		*out = (char)plain;
		return 1;
	}
	if (paste->entity_len == sizeof(paste->entity) ||
	    (c == '&' && paste->entity_len > 1))
		return give_up(paste, out);
	return 0;
}

/**
 * paste_unescape() - replace HTML entities in data
 * @paste: the changes that programs have made to the text, as far as they are known
 * @text: a piece of the data
 * @len: number of characters at @text
 * @out: room for @len + PASTE_MAX_ENTITY characters
 *
 * Ascii85 data contain "<", ">" and "&". The first of these characters shows whether the text is
 * HTML: HTML has no plain "<" or ">", and each "&" begins an entity.
 *
 * Context: any, does not sleep.
 * Return: number of characters that were written to @out.
 */
size_t paste_unescape(struct paste *paste, const char *text, size_t len, char *out)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++) {
		if (paste->html == PASTE_HTML_NO && !paste->entity_len) {
			memcpy(out + n, text + i, len - i);
			return n + len - i;
		}
		if (paste->entity_len || text[i] == '&') {
			n += take_entity_char(paste, text[i], out + n);
			continue;
		}
		if (text[i] == '<' || text[i] == '>') {
			if (paste->html == PASTE_HTML_YES)
				return n;	/* a tag ends the data */
			paste->html = PASTE_HTML_NO;
		}
		out[n++] = text[i];
	}
	return n;
}

/**
 * paste_flush() - at the end of the data, write the characters of an incomplete entity
 * @paste: the changes that programs have made to the text, as far as they are known
 * @out: room for PASTE_MAX_ENTITY characters
 *
 * Context: any, does not sleep.
 * Return: number of characters that were written to @out.
 */
size_t paste_flush(struct paste *paste, char *out)
{
	return paste->entity_len ? give_up(paste, out) : 0;
}
