// SPDX-License-Identifier: GPL-2.0-only
#include "base/out.h"

#include "base/msg.h"

/* The document that this thread makes, NULL in the command. It is on the stack of the thread. */
static __thread struct out *current;

/**
 * out_command() - get where the command prints
 *
 * The command has a definition of its own, which replaces this one.
 *
 * Return: NULL: a program that uses the library prints nothing.
 */
__attribute__((weak)) struct out *out_command(void)
{
	return NULL;
}

/**
 * out_now() - get where the text of this thread goes
 *
 * Return: the document that the thread makes, or where the command prints.
 */
struct out *out_now(void)
{
	return current ?: out_command();
}

/**
 * out_set() - set where the text of this thread goes
 * @out: a document, NULL for where the command prints
 *
 * Return: the previous value.
 */
struct out *out_set(struct out *out)
{
	struct out *before = current;

	current = out;
	return before;
}

/**
 * out_input() - find an input that is open already
 * @path: path of the input
 *
 * Return: the input, or NULL if the path must be opened.
 */
const struct out_input *out_input(const char *path)
{
	const struct out *out = out_now();
	unsigned int i;

	for (i = 0; out && i < out->nr_inputs; i++)
		if (!strcmp(out->input[i].path, path))
			return &out->input[i];
	return NULL;
}

/**
 * out_part() - get a part of the document in JSON
 * @part: the part
 *
 * Return: the place of the part, which is NULL until it is set.
 */
struct json_object **out_part(enum out_part part)
{
	return &out_now()->part[part];
}

/**
 * out_take() - take a part of the document in JSON out of it
 * @part: the part
 *
 * Return: the part, which the caller owns, or NULL.
 */
struct json_object *out_take(enum out_part part)
{
	struct json_object *taken = *out_part(part);

	*out_part(part) = NULL;
	return taken;
}

/**
 * out_write() - write bytes
 * @data: the bytes
 * @len: number of bytes
 */
void out_write(const void *data, size_t len)
{
	struct out *out = out_now();

	out->write(out, data, len);
}

/**
 * out_text() - write a text
 * @text: the text
 */
void out_text(const char *text)
{
	out_write(text, strlen(text));
}

/**
 * out_char() - write a character
 * @c: the character
 */
void out_char(char c)
{
	out_write(&c, 1);
}

/**
 * out_printf() - write formatted text
 * @fmt: format as for printf()
 */
void out_printf(const char *fmt, ...)
{
	char buf[512], *text = buf;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	if (len >= (int)sizeof(buf)) {
		va_start(args, fmt);
		text = mem_vprintf(fmt, args);
		va_end(args);
	}
	if (len > 0)
		out_write(text, (size_t)len);
	if (text != buf)
		free(text);
}

/**
 * out_print() - write a piece of a text; for print_init()
 * @context: not used
 * @data: the piece
 * @len: number of bytes
 *
 * Return: 0.
 */
int out_print(void *context, const void *data, size_t len)
{
	out_write(data, len);
	return 0;
}
