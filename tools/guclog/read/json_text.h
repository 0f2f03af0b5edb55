/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads kernel logs in JSON: the output of "journalctl -o json" and its variants, and of
 * "dmesg --json".
 */
#ifndef _JSON_TEXT_H_
#define _JSON_TEXT_H_

#include "guc_view.h"

struct arena;
struct json_text;

/**
 * typedef json_text_line - a function that processes a line of the kernel log
 * @to: the argument of json_text_begin()
 * @line: the line, without a newline
 */
typedef void (*json_text_line)(void *to, struct guc_view line);

#ifdef GUCLOG_JSON
bool json_text_is(struct guc_view line);
struct json_text *json_text_begin(struct arena *arena, struct guc_view line,
				  json_text_line take, void *to);
void json_text_feed(struct json_text *j, const char *data, size_t len);
void json_text_end(struct json_text *j);
#else
/* Without json-c, a kernel log in JSON is treated as a text without a log. */
static inline bool json_text_is(struct guc_view line)
{
	return false;
}

static inline struct json_text *
json_text_begin(struct arena *arena, struct guc_view line, json_text_line take, void *to)
{
	return NULL;
}

static inline void json_text_feed(struct json_text *j, const char *data, size_t len)
{
}

static inline void json_text_end(struct json_text *j)
{
}
#endif

#endif
