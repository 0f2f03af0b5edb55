// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "arena.h"

#include "base/printable.h"

/**
 * arena_init() - make an arena without memory
 * @a: the arena; free it with arena_free()
 * @limit: largest number of bytes that the arena may use, at most ARENA_NO_LIMIT
 */
void arena_init(struct arena *a, size_t limit)
{
	*a = (struct arena){ .limit = limit };
}

/**
 * arena_free() - free all memory of an arena
 * @a: the arena, which can be used again afterwards; @failed is reset
 */
void arena_free(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->first; b; b = next) {
		next = b->next;
		free(b);
	}
	arena_init(a, a->limit);
}

/*
 * Resize the block @b, or allocate a new block if @b is NULL. @zero: fill a new block with zeroes.
 * Return: the memory after the header of the block, or NULL if there is no memory or the limit is
 * exceeded, and @b is then unchanged.
 */
static void *resize(struct arena *a, struct arena_block *b, size_t size, bool zero)
{
	size_t others = a->used - (b ? b->size : 0);
	struct arena_block *new = NULL;

	if (size > a->limit || others > a->limit - size)
		a->limited = true;
	else
		new = zero ? calloc(1, sizeof(*b) + size) : realloc(b, sizeof(*b) + size);
	if (!new) {
		a->failed = true;
		return NULL;
	}
	if (!b) {
		new->next = a->first;
		new->at = &a->first;
	}
	*new->at = new;
	if (new->next)
		new->next->at = &new->next;
	new->size = size;
	a->used = others + size;
	return new + 1;
}

/**
 * arena_alloc() - allocate memory
 * @a: the arena
 * @size: bytes
 *
 * Return: memory with any content, or NULL if there is no memory or the limit is exceeded.
 */
void *arena_alloc(struct arena *a, size_t size)
{
	return resize(a, NULL, size, false);
}

/**
 * arena_zero() - allocate zeroes
 * @a: the arena
 * @size: bytes
 *
 * For a large size, calloc() gets zeroed memory from the system and does not write to it. Pages
 * that are never written, such as the missing parts of a log image, therefore need no physical
 * memory.
 *
 * Return: the memory, or NULL if there is no memory or the limit is exceeded.
 */
void *arena_zero(struct arena *a, size_t size)
{
	return resize(a, NULL, size, true);
}

/**
 * arena_grow() - resize memory
 * @a: the arena
 * @old: memory of this arena, or NULL to allocate
 * @size: bytes
 *
 * Return: the memory, which can have moved, or NULL if there is no memory or the limit is exceeded;
 * @old is then unchanged.
 */
void *arena_grow(struct arena *a, void *old, size_t size)
{
	return resize(a, old ? (struct arena_block *)old - 1 : NULL, size, false);
}

/**
 * arena_room() - make room for one more element of an array
 * @a: the arena
 * @array: the array, NULL when @nr is 0
 * @nr: number of elements of the array
 * @size: size of an element in bytes
 *
 * When the memory of the array is full, its size is doubled, so that the array is moved only a few
 * times. All elements of the array must have been added with this function.
 *
 * Return: the array, which can have moved, or NULL if there is no memory or the limit is exceeded;
 * @array is then unchanged.
 */
void *arena_room(struct arena *a, void *array, size_t nr, size_t size)
{
	size_t bytes;

	if (nr && nr & (nr - 1))
		return array;
	if (!__builtin_mul_overflow(nr ? 2 * nr : 1, size, &bytes))
		return arena_grow(a, array, bytes);
	a->failed = true;
	return NULL;
}

/**
 * arena_drop() - free one allocation before the arena is freed
 * @a: the arena
 * @p: memory of this arena, may be NULL
 */
void arena_drop(struct arena *a, void *p)
{
	struct arena_block *b = p ? (struct arena_block *)p - 1 : NULL;

	if (!b)
		return;
	*b->at = b->next;
	if (b->next)
		b->next->at = b->at;
	a->used -= b->size;
	free(b);
}

/**
 * arena_strdup() - copy a text
 * @a: the arena
 * @text: the text
 *
 * Return: the copy, or NULL if there is no memory or the limit is exceeded.
 */
char *arena_strdup(struct arena *a, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = arena_alloc(a, size);

	return copy ? memcpy(copy, text, size) : NULL;
}

/**
 * arena_printable() - make a text safe to print
 * @a: the arena
 * @text: any bytes up to a NUL
 *
 * Return: valid UTF-8 without control characters, see shared/printable.c; NULL if there is no
 * memory or the limit is exceeded.
 */
char *arena_printable(struct arena *a, const char *text)
{
	const char *end = text;
	char *clean;

	/* Most texts are printable already and need no room for escapes. */
	while (*end >= 0x20 && *end < 0x7f)
		end++;
	if (!*end)
		return arena_strdup(a, text);
	clean = arena_alloc(a, PRINTABLE_SIZE(strlen(text)));
	return clean ? printable_to(clean, text) : NULL;
}

/**
 * arena_vprintf() - make a text
 * @a: the arena
 * @fmt: format as for printf()
 * @args: arguments for @fmt
 *
 * Return: the text, or NULL if there is no memory or the limit is exceeded.
 */
char *arena_vprintf(struct arena *a, const char *fmt, va_list args)
{
	va_list again;
	char *text;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	text = len < 0 ? NULL : arena_alloc(a, (size_t)len + 1);
	if (text)
		vsnprintf(text, (size_t)len + 1, fmt, args);
	else
		a->failed = true;
	return text;
}

/**
 * arena_printf() - make a text
 * @a: the arena
 * @fmt: format as for printf()
 *
 * Return: the text, or NULL if there is no memory or the limit is exceeded.
 */
char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = arena_vprintf(a, fmt, args);
	va_end(args);
	return text;
}

/**
 * arena_bytes_grow() - resize memory; the form of arena_grow() that bytes_read_all() calls
 * @arena: the struct arena, as a pointer to void
 * @old: memory of this arena, or NULL to allocate
 * @size: bytes
 *
 * Return: the same as arena_grow().
 */
void *arena_bytes_grow(void *arena, void *old, size_t size)
{
	return arena_grow(arena, old, size);
}

/**
 * textbuf_init() - begin a text
 * @t: the text, which becomes empty
 * @a: arena that gets the memory of the text
 */
void textbuf_init(struct textbuf *t, struct arena *a)
{
	*t = (struct textbuf){ .arena = a };
}

/*
 * Make room for @more bytes and a terminator. Return: true, or false if an allocation failed in
 * this call or in an earlier call for the same text.
 */
static bool has_room(struct textbuf *t, size_t more)
{
	size_t want = t->len + more + 1;
	char *text;

	if (t->failed || (t->text && want <= t->room))
		return !t->failed;
	want = max_t(size_t, want, t->room + t->room / 2);
	want = max_t(size_t, want, 128);
	text = arena_grow(t->arena, t->text, want);
	if (!text) {
		t->failed = true;
		return false;
	}
	if (!t->text)
		*text = '\0';
	t->text = text;
	t->room = want;
	return true;
}

/**
 * textbuf_bytes() - add bytes to a text
 * @t: the text
 * @data: the bytes
 * @len: number of bytes
 */
void textbuf_bytes(struct textbuf *t, const void *data, size_t len)
{
	if (!has_room(t, len))
		return;
	if (len)
		memcpy(t->text + t->len, data, len);
	t->len += len;
	t->text[t->len] = '\0';
}

/**
 * textbuf_add() - add formatted text to a text
 * @t: the text
 * @fmt: format as for printf()
 */
void textbuf_add(struct textbuf *t, const char *fmt, ...)
{
	va_list args;
	int len;

	if (!has_room(t, 0))
		return;
	va_start(args, fmt);
	len = vsnprintf(t->text + t->len, t->room - t->len, fmt, args);
	va_end(args);
	if (len < 0) {
		t->failed = true;
		return;
	}
	if ((size_t)len >= t->room - t->len) {
		if (!has_room(t, (size_t)len)) {
			t->text[t->len] = '\0';
			return;
		}
		va_start(args, fmt);
		vsnprintf(t->text + t->len, t->room - t->len, fmt, args);
		va_end(args);
	}
	t->len += (size_t)len;
}

/**
 * textbuf_end() - get the whole text
 * @t: the text, to which more can be added afterwards
 *
 * Return: the text, valid until more is added, or NULL when an addition failed.
 */
char *textbuf_end(struct textbuf *t)
{
	return has_room(t, 0) ? t->text : NULL;
}
