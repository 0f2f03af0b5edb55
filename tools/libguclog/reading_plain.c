// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Instead of reading.c in a program that is linked with the objects of the library and has
 * messages and memory of its own (shared/msg.h): a lack of memory ends that program.
 */
#include "reading.h"

/**
 * reading_init() - begin a file without anything
 * @reading: filled
 * @limit: not used
 */
void reading_init(struct reading *reading, size_t limit)
{
	memset(reading, 0, sizeof(*reading));
}

/**
 * reading_run() - run readers
 * @reading: not used
 * @run: calls them
 * @arg: argument of @run
 *
 * Return: what @run returns.
 */
int reading_run(struct reading *reading, int (*run)(void *arg), void *arg)
{
	return run(arg);
}

/**
 * reading_free() - free what a lack of memory has left: nothing
 * @reading: the file
 */
void reading_free(struct reading *reading)
{
}
