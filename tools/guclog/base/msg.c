// SPDX-License-Identifier: GPL-2.0-only
#include "base/msg.h"

#include "base/fixedbuf.h"
#include "base/out.h"
#include "base/printable.h"

static __thread bool quiet;

/**
 * msg_quiet() - turn the messages of msg_fail() off or on
 * @on: true: msg_fail() prints nothing; false: it prints again
 *
 * Afterwards restore the value that was returned: the caller may itself have been called quietly.
 *
 * Context: affects only the calling thread.
 * Return: the previous value of @on.
 */
bool msg_quiet(bool on)
{
	bool was = quiet;

	quiet = on;
	return was;
}

/**
 * printable() - make a text safe to print
 * @text: any bytes up to a NUL
 *
 * Return: valid UTF-8 without control characters, see shared/printable.c; the caller must free it.
 * The program ends if there is no memory.
 */
char *printable(const char *text)
{
	return printable_to(mem_grow(NULL, PRINTABLE_SIZE(strlen(text))), text);
}

/**
 * msg_fail() - print an error on stderr, or add it to the messages of the library
 * @path: the file with the error, NULL if the error is not about a file
 * @fmt: format as for printf(), without a newline
 *
 * Control characters, which an argument or the name of a file may contain, are printed as \\xNN.
 * errno is preserved.
 */
void msg_fail(const char *path, const char *fmt, ...)
{
	struct out *out = out_now();
	int saved = errno;
	char *text, *name, *clean;
	va_list args;

	if (quiet)
		return;
	va_start(args, fmt);
	text = mem_vprintf(fmt, args);
	va_end(args);
	clean = printable(text);
	free(text);
	if (path) {
		name = printable(path);
		text = mem_printf("%s: %s", name, clean);
		free(name);
		free(clean);
		clean = text;
	}
	out->say(out, clean);
	free(clean);
	errno = saved;
}

static void print_on_stderr(void *context, const char *name, const char *text)
{
	msg_fail(name, "%s", text);
}

const struct message_sink msg_sink = { .fn = print_on_stderr };

/**
 * mem_none() - end the program with a message, or the document of the library, because there is no
 * memory
 */
void mem_none(void)
{
	out_now()->none(out_now());
}

static void *there(void *p)
{
	if (!p)
		mem_none();
	return p;
}

/**
 * mem_grow() - allocate or resize memory
 * @old: NULL, or memory that this function returned before
 * @size: bytes, not 0
 *
 * Return: the memory, which the caller must free. The program ends if there is none.
 */
void *mem_grow(void *old, size_t size)
{
	return there(realloc(old, size));
}

/**
 * mem_zero() - allocate memory that is filled with zeroes
 * @size: bytes, not 0
 *
 * Return: the memory, which the caller must free. The program ends if there is none.
 */
void *mem_zero(size_t size)
{
	return there(calloc(1, size));
}

/**
 * mem_copy() - copy a text into allocated memory
 * @text: the text
 *
 * Return: the copy, which the caller must free. The program ends if there is no memory.
 */
char *mem_copy(const char *text)
{
	return there(strdup(text));
}

/**
 * mem_vprintf() - format a text like vprintf() into allocated memory
 * @fmt: format as for printf()
 * @args: arguments for @fmt
 *
 * Return: the text, which the caller must free. The program ends if there is no memory.
 */
char *mem_vprintf(const char *fmt, va_list args)
{
	char *text;

	if (vasprintf(&text, fmt, args) < 0)
		mem_none();
	return text;
}

/**
 * mem_printf() - format a text like printf() into allocated memory
 * @fmt: format as for printf()
 *
 * Return: the text, which the caller must free. The program ends if there is no memory.
 */
char *mem_printf(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = mem_vprintf(fmt, args);
	va_end(args);
	return text;
}

/**
 * mem_text() - allocate the buffer of a text
 * @text: its @len is the length of the text, computed by calls of fixedbuf_add() without a buffer.
 *	After this function, the caller makes the same calls again to fill the buffer, and must free
 *	@text->buf.
 */
void mem_text(struct fixedbuf *text)
{
	text->size = text->len + 1;
	text->buf = mem_grow(NULL, text->size);
	text->buf[0] = '\0';
	text->len = 0;
}
