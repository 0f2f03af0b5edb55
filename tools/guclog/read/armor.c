// SPDX-License-Identifier: GPL-2.0-only
#include "read/armor.h"

#include <zlib.h>

#include "base/arena.h"
#include "base/base64.h"
#include "base/eat.h"

#define MAX_TOKEN	32

/**
 * struct armor - an armoured LFD file (see armor.h) that is being read
 * @in: the log is added to it
 * @line: number of the first line of the armoured file in the text
 * @in_data: the header has ended, so the characters are base64
 * @done: the end of the armoured file was reached
 * @damaged: a checksum is wrong
 * @token: a word of the header
 * @token_len: number of characters in @token
 * @has_length: @length is known
 * @length: length in the header, bytes
 * @has_crc: @crc is known
 * @crc: checksum of the whole LFD file, from the header
 * @value: bits of the current group of up to four base64 characters
 * @chars: number of characters in the group
 * @digits_left: number of hexadecimal digits of the current checksum that have not been read yet
 * @digits: value of the digits of this checksum that have been read
 * @right: number of bytes in @data that the last correct checksum covers
 * @right_line: number of the line with the last correct checksum, @line if there is none yet
 * @last_line: number of the line that was read last
 * @sum: checksum of the bytes in @data up to the last checksum in the text
 * @data: the decoded bytes
 */
struct armor {
	struct input *in;
	u64 line;
	bool in_data;
	bool done;
	bool damaged;
	char token[MAX_TOKEN];
	size_t token_len;
	bool has_length;
	u64 length;
	bool has_crc;
	u32 crc;
	u32 value;
	unsigned int chars;
	unsigned int digits_left;
	u32 digits;
	size_t right;
	u64 right_line;
	u64 last_line;
	u32 sum;
	struct input_log data;
};

/**
 * armor_begin() - begin to read an armoured file
 * @in: the log is added to it
 * @line: number of the line with ARMOR_BEGIN
 *
 * Context: allocates memory.
 * Return: the reader, which the caller must end with armor_end(), or NULL if there is no memory.
 */
struct armor *armor_begin(struct input *in, u64 line)
{
	struct armor *a = arena_zero(in->arena, sizeof(*a));

	if (!a)
		return NULL;
	a->data.arena = in->arena;
	a->in = in;
	a->line = line;
	a->right_line = line;
	return a;
}

static void put_byte(struct armor *a, u8 byte)
{
	if (a->data.len >= GUCLOG_MAX_IMAGE) {
		a->damaged = true;
		a->done = true;
		return;
	}
	if (a->data.len == a->data.room && !input_log_room(&a->data, 64 * 1024)) {
		a->done = true;
		return;
	}
	a->data.image[a->data.len++] = byte;
}

/* Decode a group of 2 to 4 characters to 1 to 3 bytes. */
static void end_group(struct armor *a)
{
	unsigned int nr = a->chars ? a->chars - 1 : 0;
	u32 value = a->value << 6 * (4 - a->chars);
	unsigned int i;

	for (i = 0; i < nr; i++)
		put_byte(a, (u8)(value >> (16 - 8 * i)));
	a->value = 0;
	a->chars = 0;
}

static void check_sum(struct armor *a)
{
	/*
	 * If no bytes follow the last correct checksum, the image may be NULL, for which crc32()
	 * would return 0 instead of the sum.
	 */
	if (a->data.len > a->right)
		a->sum = (u32)crc32(a->sum, a->data.image + a->right,
				    a->data.len - a->right);
	if (a->sum != a->digits) {
		a->damaged = true;
		a->done = true;
		return;
	}
	a->right = a->data.len;
	a->right_line = a->last_line;
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void take_data(struct armor *a, char c)
{
	int value = base64_value(c), digit = hex_value(c);

	if (c == '-') {
		a->done = true;
	} else if (a->digits_left) {
		if (digit < 0)
			return;
		a->digits = a->digits << 4 | (u32)digit;
		if (!--a->digits_left)
			check_sum(a);
	} else if (c == ':') {
		end_group(a);
		a->digits_left = 8;
	} else if (value >= 0) {
		a->value = a->value << 6 | (u32)value;
		if (++a->chars == 4)
			end_group(a);
	}
}

static void take_token(struct armor *a)
{
	struct guc_view v = guc_view(a->token, a->token_len);
	u64 crc = 0;
	size_t i;

	a->token_len = 0;
	if (eat(&v, "length=")) {
		a->has_length = eat_number(&v, &a->length);
		return;
	}
	if (eat(&v, "crc32=")) {
		for (i = 0; i < v.len && hex_value((char)v.data[i]) >= 0; i++)
			crc = crc << 4 | (u64)hex_value((char)v.data[i]);
		a->has_crc = i == 8;
		a->crc = (u32)crc;
		return;
	}
	a->in_data = true;
	for (i = 0; i < v.len && !a->done; i++)
		take_data(a, (char)v.data[i]);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '>' ||
	       c == '|';
}

static void take_header(struct armor *a, char c)
{
	if (is_blank(c)) {
		if (a->token_len)
			take_token(a);
		return;
	}
	a->token[a->token_len++] = c;
	if (a->token_len == MAX_TOKEN)
		take_token(a);
}

/**
 * armor_feed() - read a piece of the text of an armoured file
 * @a: from armor_begin()
 * @text: the piece, which does not extend over several lines
 * @line: number of the line that has the piece
 *
 * Context: allocates memory.
 * Return: true, or false if the armoured file has ended.
 */
bool armor_feed(struct armor *a, struct guc_view text, u64 line)
{
	size_t i;

	a->last_line = line;
	for (i = 0; i < text.len && !a->done; i++) {
		char c = (char)text.data[i];

		if (a->in_data)
			take_data(a, c);
		else
			take_header(a, c);
	}
	return !a->done;
}

static void tell(const struct armor *a, struct input_log *log)
{
	char of[40] = "";

	if (a->has_length)
		snprintf(of, sizeof(of), " of %llu", a->length);
	if (a->damaged)
		input_log_loss(log, "the armoured text is damaged between line %llu and line %llu: %zu%s bytes can be read",
			       a->right_line, a->last_line, log->len, of);
	else if (a->data.len > a->right || !a->has_length || log->len < a->length)
		input_log_loss(log, "the armoured text ends early, in line %llu: %zu%s bytes can be read",
			       a->last_line, log->len, of);
	else if (log->len > a->length || !a->has_crc || a->crc != a->sum)
		input_log_loss(log, "the header of the armoured text is damaged, in line %llu or after it",
			       a->line);
}

/**
 * armor_end() - stop reading an armoured file and add its log
 * @a: from armor_begin(); freed
 *
 * Only bytes that are covered by a correct checksum are used.
 *
 * Context: allocates memory.
 */
void armor_end(struct armor *a)
{
	struct input_log *log = input_add_log(a->in, GUCLOG_FORM_LFD);

	if (!log)
		return;
	log->line = a->line;
	log->image = a->data.image;
	log->room = a->data.room;
	log->len = a->right;
	log->total = a->right;
	tell(a, log);
	a->in->packing = "armoured text";
	arena_drop(a->in->arena, a);
}
