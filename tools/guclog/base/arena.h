/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Arenas. Each object of the library has an arena, and all memory that is allocated for the object
 * is freed together with it.
 *
 * An allocation that fails returns NULL and sets @failed of the arena, which stays set until
 * arena_free(). A caller must check each pointer before use. A caller that makes many objects may
 * skip the objects for which there was no memory, and check @failed once at the end.
 */
#ifndef _GUCLOG_ARENA_H_
#define _GUCLOG_ARENA_H_

#include "guc_env.h"

/**
 * struct arena_block - the header of an allocation
 * @next: next block of the arena
 * @at: address of the pointer that points to this block; used to remove the block from the list
 * @size: bytes after the header
 */
struct arena_block {
	struct arena_block *next;
	struct arena_block **at;
	size_t size;
} __attribute__((aligned(16)));

/**
 * struct arena - memory of one object; the struct must not move, because blocks point to it
 * @first: newest block of the arena, NULL if it has none
 * @used: number of bytes in its blocks, without the headers
 * @limit: largest permitted value of @used
 * @limited: an allocation failed because of @limit
 * @failed: an allocation failed, for any reason
 */
struct arena {
	struct arena_block *first;
	size_t used;
	size_t limit;
	bool limited;
	bool failed;
};

/**
 * struct textbuf - a text that grows
 * @arena: arena that has the memory
 * @text: the text with its terminator, NULL before the first addition
 * @len: bytes in @text, without the terminator
 * @room: bytes allocated at @text
 * @failed: an addition failed; further ones do nothing
 */
struct textbuf {
	struct arena *arena;
	char *text;
	size_t len;
	size_t room;
	bool failed;
};

/* Value of @limit for an arena that needs no limit, because its input bounds its memory. */
#define ARENA_NO_LIMIT	(SIZE_MAX / 2)

void arena_init(struct arena *a, size_t limit);
void arena_free(struct arena *a);

void *arena_alloc(struct arena *a, size_t size);
void *arena_zero(struct arena *a, size_t size);
void *arena_grow(struct arena *a, void *old, size_t size);
void *arena_room(struct arena *a, void *array, size_t nr, size_t size);
void arena_drop(struct arena *a, void *p);

void *arena_bytes_grow(void *arena, void *old, size_t size);

char *arena_strdup(struct arena *a, const char *text);
char *arena_printable(struct arena *a, const char *text);
__printf(2, 3) char *arena_printf(struct arena *a, const char *fmt, ...);
char *arena_vprintf(struct arena *a, const char *fmt, va_list args);

void textbuf_init(struct textbuf *t, struct arena *a);
__printf(2, 3) void textbuf_add(struct textbuf *t, const char *fmt, ...);
void textbuf_bytes(struct textbuf *t, const void *data, size_t len);
char *textbuf_end(struct textbuf *t);

#endif
