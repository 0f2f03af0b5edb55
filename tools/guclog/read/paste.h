/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Undoes the changes that mail programs, web pages and editors make to a pasted dump.
 */
#ifndef _PASTE_H_
#define _PASTE_H_

#include "guc_view.h"

#define PASTE_MAX_PREFIX	64
#define PASTE_MAX_ENTITY	8

/**
 * struct paste - the changes that programs have made to a pasted text
 * @prefix: characters before every line: quote marks and indentation
 * @prefix_len: number of characters in @prefix
 * @html: whether the text is HTML: PASTE_HTML_UNKNOWN until a character shows it
 * @entity: beginning of an HTML entity, such as "&l" of "&lt;"
 * @entity_len: number of characters in @entity
 */
struct paste {
	char prefix[PASTE_MAX_PREFIX];
	size_t prefix_len;
	enum { PASTE_HTML_UNKNOWN, PASTE_HTML_YES, PASTE_HTML_NO } html;
	char entity[PASTE_MAX_ENTITY];
	size_t entity_len;
};

/**
 * enum paste_encoding - encoding of a text
 * @PASTE_BYTES: one byte for each character
 * @PASTE_UTF16_LE: UTF-16, little-endian
 * @PASTE_UTF16_BE: UTF-16, big-endian
 */
enum paste_encoding {
	PASTE_BYTES,
	PASTE_UTF16_LE,
	PASTE_UTF16_BE,
};

enum paste_encoding paste_detect(const u8 *data, size_t len, size_t *skip);
size_t paste_convert(enum paste_encoding encoding, u8 *data, size_t len);
struct guc_view paste_skip_tags(struct guc_view line);
struct guc_view paste_strip(struct paste *paste, struct guc_view line, bool learn);
bool paste_continues(struct guc_view line, size_t width);
size_t paste_unescape(struct paste *paste, const char *text, size_t len, char *out);
size_t paste_flush(struct paste *paste, char *out);

#endif
