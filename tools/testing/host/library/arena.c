// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests the library's arena.c, which allocates the memory of an object with a limit, and texts that
 * grow. The program is linked with the option --wrap for malloc(), calloc(), realloc() and free(),
 * so that the functions below can count the blocks and let allocations fail.
 */
#include "base/arena.h"

#include "test.h"

/*
 * countdown: number of allocations that succeed before one fails; if it is negative, none fails.
 * live: number of blocks that are allocated now.
 */
static long countdown = -1, live;

void *__real_malloc(size_t size);
void *__real_calloc(size_t nr, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t nr, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *p);

static bool fails(void)
{
	return countdown >= 0 && countdown-- == 0;
}

void *__wrap_malloc(size_t size)
{
	void *p = fails() ? NULL : __real_malloc(size);

	live += !!p;
	return p;
}

void *__wrap_calloc(size_t nr, size_t size)
{
	void *p = fails() ? NULL : __real_calloc(nr, size);

	live += !!p;
	return p;
}

void *__wrap_realloc(void *old, size_t size)
{
	void *p = fails() ? NULL : __real_realloc(old, size);

	live += p && !old;
	return p;
}

void __wrap_free(void *p)
{
	live -= !!p;
	__real_free(p);
}

static void test_blocks(void)
{
	struct arena a;
	char *first, *second, *third;
	size_t i;

	arena_init(&a, ARENA_NO_LIMIT);
	first = arena_alloc(&a, 10);
	second = arena_zero(&a, 1000);
	third = arena_strdup(&a, "third");
	ok(first && second && third && live == 3, "three blocks");
	ok(!((uintptr_t)first % 16) && !((uintptr_t)second % 16), "alignment");
	for (i = 0; i < 1000; i++)
		ok(!second[i], "byte %zu is zero", i);
	ok(a.used == 1016, "%zu bytes used", a.used);
	memset(first, 'x', 10);
	first = arena_grow(&a, first, 5000);
	ok(first && !memcmp(first, "xxxxxxxxxx", 10) && a.used == 6006, "grown");
	arena_drop(&a, second);
	arena_drop(&a, NULL);
	ok(live == 2 && a.used == 5006, "one block less");
	ok(!strcmp(third, "third"), "a copy");
	ok(!a.failed && !a.limited, "nothing failed");
	arena_free(&a);
	ok(!live && !a.used, "all is free");
}

static void test_limit(void)
{
	struct arena a;
	char *p;

	arena_init(&a, 100);
	p = arena_alloc(&a, 60);
	ok(p && !arena_alloc(&a, 41), "41 bytes are one too many");
	ok(a.failed && a.limited, "the limit was noted");
	memset(p, 7, 60);
	ok(!arena_grow(&a, p, 101) && p[59] == 7 && a.used == 60, "the block is unchanged");
	p = arena_grow(&a, p, 100);
	ok(p && a.used == 100 && p[59] == 7, "up to the limit");
	ok(!arena_alloc(&a, SIZE_MAX) && !arena_zero(&a, SIZE_MAX - 8), "the largest lengths");
	arena_free(&a);
	ok(!a.failed && !live, "the freed arena can be used again");
}

static void test_room(void)
{
	struct arena a;
	u32 *array = NULL, i;

	arena_init(&a, ARENA_NO_LIMIT);
	for (i = 0; i < 1000; i++) {
		array = arena_room(&a, array, i, sizeof(*array));
		array[i] = i;
	}
	for (i = 0; i < 1000; i++)
		ok(array[i] == i, "element %u", i);
	ok(live == 1 && a.used == 4096, "%zu bytes for 1000 elements", a.used);
	ok(!arena_room(&a, NULL, 0, SIZE_MAX) && a.failed, "an element too large");
	ok(!arena_room(&a, array, 1u << 31, SIZE_MAX / 4), "an array too large");
	ok(!arena_room(&a, array, SIZE_MAX / 4 + 1, 8), "a length that overflows to 0");
	arena_free(&a);
}

static void test_text(void)
{
	struct arena a;
	struct textbuf t;
	char *text;
	int i;

	arena_init(&a, ARENA_NO_LIMIT);
	text = arena_printf(&a, "%s %d", "seven", 7);
	ok(text && !strcmp(text, "seven 7"), "printed");
	textbuf_init(&t, &a);
	text = textbuf_end(&t);
	ok(text && !*text, "an empty text");
	for (i = 0; i < 2000; i++)
		textbuf_add(&t, "%03d ", i % 1000);
	textbuf_bytes(&t, "ab\0cd", 5);
	textbuf_bytes(&t, NULL, 0);
	text = textbuf_end(&t);
	ok(text && t.len == 8005 && !strncmp(text, "000 001 002 ", 12), "%zu bytes", t.len);
	ok(text && !memcmp(text + 7996, "999 ab\0cd", 9) && !text[8005], "its end");
	arena_free(&a);

	arena_init(&a, 1000);
	textbuf_init(&t, &a);
	for (i = 0; i < 2000; i++)
		textbuf_add(&t, "%03d ", i % 1000);
	ok(!textbuf_end(&t) && t.failed && a.failed, "a text that is too long");
	ok(t.len <= 1000 && strlen(t.text) == t.len, "terminated");
	arena_free(&a);
	ok(!live, "all texts are freed");
}

/* Call the functions of arena.c. Return: whether all their allocations succeeded. */
static bool use(void)
{
	struct textbuf t;
	struct arena a;
	char *text, *p;
	bool good;

	arena_init(&a, ARENA_NO_LIMIT);
	textbuf_init(&t, &a);
	p = arena_zero(&a, 10);
	if (p)
		p = arena_grow(&a, p, 10000);
	arena_printf(&a, "%d", 1);
	arena_strdup(&a, "text");
	textbuf_add(&t, "%0200d", 1);
	textbuf_add(&t, "%0900d", 2);
	text = textbuf_end(&t);
	ok(!text || strlen(text) == 1100, "a text is complete or NULL");
	ok(a.failed || (p && text), "a failure is noted");
	good = !a.failed;
	arena_free(&a);
	return good;
}

static void test_failing(void)
{
	long nr;

	for (nr = 0; nr < 100; nr++) {
		countdown = nr;
		if (use())
			break;
		ok(!live, "after allocation %ld failed, %ld blocks are not freed", nr, live);
	}
	countdown = -1;
	ok(nr == 7, "%ld allocations", nr);
}

int main(void)
{
	test_blocks();
	test_limit();
	test_room();
	test_text();
	test_failing();
	return result();
}
