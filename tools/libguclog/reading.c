// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "reading.h"

#include "guc_fault.h"
#include "guc_text.h"
#include "reading_names.h"
#include "shared/msg.h"
#include "shared/printable.h"

#undef malloc
#undef calloc
#undef realloc
#undef free
#undef scandir

static __thread struct reading *current;

/**
 * reading_init() - begin a file without anything
 * @reading: filled
 * @limit: most bytes that it may use
 */
void reading_init(struct reading *reading, size_t limit)
{
	memset(reading, 0, sizeof(*reading));
	reading->blocks.prev = &reading->blocks;
	reading->blocks.next = &reading->blocks;
	reading->limit = limit;
}

/* What a reader had open when memory was lacking. */
static void release_all(struct reading *reading)
{
	while (reading->nr_releases) {
		struct reading_release r =
			reading->release[--reading->nr_releases];

		r.call(r.what);
	}
}

/**
 * reading_run() - run readers
 * @reading: gets their memory and their messages
 * @run: calls them
 * @arg: argument of @run
 *
 * Return: what @run returns, or -ENOMEM when a reader lacked memory.
 */
int reading_run(struct reading *reading, int (*run)(void *arg), void *arg)
{
	int ret;

	current = reading;
	if (setjmp(reading->fail))
		ret = -ENOMEM;
	else
		ret = run(arg);
	release_all(reading);
	current = NULL;
	return ret;
}

/**
 * reading_free() - free all memory of a file
 * @reading: the file
 */
void reading_free(struct reading *reading)
{
	struct reading_block *b = reading->blocks.next, *next;

	for (; b != &reading->blocks; b = next) {
		next = b->next;
		free(b);
	}
	reading_init(reading, 0);
}

static void link_block(struct reading_block *b, struct reading_block *before)
{
	b->prev = before->prev;
	b->next = before;
	b->prev->next = b;
	before->prev = b;
}

static bool may_use(struct reading *r, size_t size)
{
	if (size <= r->limit && r->used <= r->limit - size)
		return true;
	r->limited = true;
	return false;
}

/* Return: NULL when there is no memory. Only a reader allocates. */
static void *try(void *old, size_t size)
{
	struct reading_block *b = old ? (struct reading_block *)old - 1 : NULL;
	struct reading_block *next = NULL, *new = NULL;
	struct reading *r = current;
	size_t had = b ? b->size : 0;

	if (!r)
		return NULL;
	if (b) {
		next = b->next;
		b->prev->next = next;
		next->prev = b->prev;
	} else {
		next = &r->blocks;
	}
	r->used -= had;
	if (size <= SIZE_MAX - sizeof(*b) && may_use(r, size))
		new = realloc(b, sizeof(*b) + size);
	if (new)
		new->size = size;
	if (new || b) {
		link_block(new ? new : b, next);
		r->used += new ? size : had;
	}
	return new ? new + 1 : NULL;
}

static void *there(void *p)
{
	if (!p && current)
		longjmp(current->fail, 1);
	return p;
}

/**
 * reading_malloc() - malloc() for the readers
 * @size: bytes
 *
 * Return: the memory; does not return without memory.
 */
void *reading_malloc(size_t size)
{
	return there(try(NULL, size));
}

/**
 * reading_calloc() - calloc() for the readers
 * @nr: number of elements
 * @size: bytes of one
 *
 * Large memory comes from the system as zeroes, and is not written to here: a hole in
 * an image needs no pages.
 *
 * Return: the memory; does not return without memory.
 */
void *reading_calloc(size_t nr, size_t size)
{
	struct reading *r = current;
	struct reading_block *b = NULL;
	size_t bytes;

	if (!r)
		return NULL;
	if (!__builtin_mul_overflow(nr, size, &bytes) &&
	    bytes <= SIZE_MAX - sizeof(*b) && may_use(r, bytes))
		b = calloc(1, sizeof(*b) + bytes);
	if (!b)
		longjmp(r->fail, 1);
	b->size = bytes;
	r->used += bytes;
	link_block(b, &r->blocks);
	return b + 1;
}

/**
 * reading_realloc() - realloc() for the readers
 * @old: NULL, or from one of these functions
 * @size: bytes
 *
 * Return: the memory; does not return without memory.
 */
void *reading_realloc(void *old, size_t size)
{
	return there(try(old, size));
}

/**
 * reading_free_memory() - free() for the readers
 * @p: NULL, or from one of these functions
 */
void reading_free_memory(void *p)
{
	struct reading_block *b;

	if (!p)
		return;
	b = (struct reading_block *)p - 1;
	b->prev->next = b->next;
	b->next->prev = b->prev;
	if (current)
		current->used -= b->size;
	free(b);
}

/**
 * reading_strdup() - strdup() for the readers
 * @text: the text
 *
 * Return: the copy; does not return without memory.
 */
char *reading_strdup(const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(reading_malloc(size), text, size);
}

/**
 * reading_asprintf() - asprintf() for the readers
 * @to: set
 * @fmt: as printf()
 *
 * Return: the length; does not return without memory.
 */
int reading_asprintf(char **to, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	if (len < 0)
		return len;
	*to = reading_malloc((size_t)len + 1);
	va_start(args, fmt);
	vsnprintf(*to, (size_t)len + 1, fmt, args);
	va_end(args);
	return len;
}

/* Return: 0, or -1 when there is no memory for the copies. */
static int copy_entries(struct dirent **to, struct dirent **from, int nr)
{
	int i;

	for (i = 0; i < nr; i++) {
		to[i] = try(NULL, from[i]->d_reclen);
		if (!to[i])
			return -1;
		memcpy(to[i], from[i], from[i]->d_reclen);
	}
	return 0;
}

/**
 * reading_scandir() - scandir() for the readers
 * @dir: as scandir()
 * @list: as scandir()
 * @filter: as scandir()
 * @compare: as scandir()
 *
 * Return: as scandir(); -1 with ENOMEM without memory.
 */
int reading_scandir(const char *dir, struct dirent ***list,
		    int (*filter)(const struct dirent *),
		    int (*compare)(const struct dirent **, const struct dirent **))
{
	struct dirent **got, **copy;
	int nr = scandir(dir, &got, filter, compare), i, err;

	if (nr < 0)
		return nr;
	copy = try(NULL, ((size_t)nr + 1) * sizeof(*copy));
	err = copy ? copy_entries(copy, got, nr) : -1;
	for (i = 0; i < nr; i++)
		free(got[i]);
	free(got);
	*list = copy;
	if (!err)
		return nr;
	errno = ENOMEM;
	return -1;
}

/**
 * mem_grow() - allocate or resize, see shared/msg.h
 * @old: NULL, or what it returned before
 * @size: bytes
 *
 * Return: the memory; does not return without memory.
 */
void *mem_grow(void *old, size_t size)
{
	return reading_realloc(old, size);
}

/**
 * mem_zero() - allocate zeroes, see shared/msg.h
 * @size: bytes
 *
 * Return: the memory; does not return without memory.
 */
void *mem_zero(size_t size)
{
	return reading_calloc(1, size);
}

/**
 * mem_on_failure() - register what to release when there is no memory
 * @release: called with @what
 * @what: more than memory
 */
void mem_on_failure(void (*release)(void *what), void *what)
{
	struct reading *r = current;

	/* Archives and directories are not that deep. */
	if (r && r->nr_releases < READING_RELEASES)
		r->release[r->nr_releases++] =
			(struct reading_release){ release, what };
}

/**
 * mem_released() - undo mem_on_failure()
 * @what: its argument
 */
void mem_released(void *what)
{
	struct reading *r = current;
	unsigned int i;

	for (i = r ? r->nr_releases : 0; i; i--) {
		if (r->release[i - 1].what != what)
			continue;
		r->nr_releases--;
		memmove(&r->release[i - 1], &r->release[i],
			(r->nr_releases - i + 1) * sizeof(*r->release));
		return;
	}
}

/*
 * A message is made without leaving the function on a lack of memory: another library
 * may have called the reader.
 */
static void add_message(struct reading *r, const char *text)
{
	size_t room = 4 * strlen(text) + 1;
	void *fits;

	if (r->nr_messages == READING_MESSAGES) {
		r->more_messages++;
		return;
	}
	fits = try(NULL, room);
	if (!fits) {
		r->more_messages++;
		return;
	}
	reading_free_memory(fits);
	r->message[r->nr_messages++] = printable(text);
}

/**
 * msg_fail() - keep a message
 * @path: the file that it is about, NULL if there is none
 * @fmt: as printf(), without a newline
 */
void msg_fail(const char *path, const char *fmt, ...)
{
	char buf[1024];
	int len = 0;
	va_list args;

	if (!current)
		return;
	if (path)
		len = snprintf(buf, sizeof(buf) / 2, "%s: ", path);
	len = min_t(int, max(len, 0), sizeof(buf) / 2 - 1);
	va_start(args, fmt);
	vsnprintf(buf + len, sizeof(buf) - (size_t)len, fmt, args);
	va_end(args);
	add_message(current, buf);
}

/**
 * msg_fail_fault() - keep a fault as a message
 * @path: the file that it is about
 * @fault: the fault
 */
void msg_fail_fault(const char *path, const struct guc_fault *fault)
{
	char buf[256];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	guc_fault_print(&text, fault);
	msg_fail(path, "%s", buf);
}
