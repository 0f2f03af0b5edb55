// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads INPUT... -- test the library in several threads. Each thread makes documents with handles
 * of its own, while all threads use one handle in the functions that take it as a pointer to const.
 * The results must be the same as those of a single thread. Also built with the thread sanitizer.
 */
#include <guclog.h>

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define THREADS	4
#define ROUNDS	2

static unsigned int nr_inputs;
static char **inputs;
static uint64_t *expected;
static uint64_t expected_shared;
static struct guclog *shared;
static struct guclog_events *reader;

static uint64_t add_text(uint64_t sum, const char *text)
{
	for (; text && *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3ull;
	return sum;
}

/* Return: a hash of all that a handle returns in functions that do not change it. */
static uint64_t sum_handle(const struct guclog *g, const struct guclog_events *other)
{
	uint64_t sum = add_text(add_text(1, guclog_error(g)), guclog_form(g, 0));
	struct guclog_events *events = other ? guclog_events_copy(other) : NULL;
	const struct guclog_log *log = guclog_log(g, 0);
	struct guclog_event e;
	const char *name;
	uint32_t value;
	char text[512];
	unsigned int i;

	for (i = 0; guclog_message(g, i); i++)
		sum = add_text(sum, guclog_message(g, i));
	if (!log)
		return sum;
	sum = add_text(sum, guclog_log_name(log));
	if (!events && guclog_events_open(log, false, &events))
		return sum;
	while (guclog_events_next(events, &e)) {
		*text = '\0';
		guclog_event_text(events, &e, text, sizeof(text));
		sum = add_text(sum + (uint64_t)e.tick + e.id, text);
		sum += (uint64_t)guclog_events_boottime_ns(events, e.tick);
		sum += (uint64_t)guclog_events_realtime_ns(events, e.tick);
		sum += guclog_event_field(&e, 0, &name, &value) ? 0 : value;
	}
	guclog_events_close(events);
	return sum;
}

/* Return: a hash of the documents about an input, or of the error if it cannot be opened. */
static uint64_t sum_input(const char *path)
{
	static const char *const kinds[] = { "info", "explain", "check", "triage", "contexts" };
	struct guclog *g = guclog_new(0);
	const char *text;
	unsigned int i;
	uint64_t sum = 2;

	if (guclog_open(g, path))
		sum = add_text(sum, guclog_error(g));
	else
		sum += sum_handle(g, NULL);
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		guclog_document_text(g, kinds[i], GUCLOG_FORMAT_JSON, NULL, &text);
		sum = add_text(sum, text);
		guclog_document_text(g, kinds[i], GUCLOG_FORMAT_TEXT, NULL, &text);
		sum = add_text(sum, text);
	}
	guclog_free(g);
	return sum;
}

static void *work(void *arg)
{
	uintptr_t me = (uintptr_t)arg, bad = 0;
	unsigned int round, i;

	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < nr_inputs; i++) {
			/* Threads 0 and 1 open the same input, and threads 2 and 3 the next one. */
			unsigned int nr = (unsigned int)(i + me / 2) % nr_inputs;

			bad += sum_input(inputs[nr]) != expected[nr];
		}
		bad += sum_handle(shared, reader) != expected_shared;
	}
	return (void *)bad;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	unsigned int i;
	void *bad;

	nr_inputs = (unsigned int)argc - 1;
	inputs = argv + 1;
	expected = calloc(nr_inputs + 1, sizeof(*expected));
	shared = guclog_new(0);
	if (!nr_inputs || !expected || !shared)
		return 2;
	for (i = 0; i < nr_inputs; i++)
		expected[i] = sum_input(inputs[i]);
	ok(!guclog_open(shared, inputs[0]) && guclog_log(shared, 0) &&
	   !guclog_events_open(guclog_log(shared, 0), false, &reader), "the shared handle");
	expected_shared = sum_handle(shared, reader);
	for (i = 0; i < THREADS; i++)
		ok(!pthread_create(&thread[i], NULL, work, (void *)(uintptr_t)i), "thread %u", i);
	for (i = 0; i < THREADS; i++)
		ok(!pthread_join(thread[i], &bad) && !bad, "results of thread %u", i);
	guclog_events_close(reader);
	guclog_free(shared);
	free(expected);
	return result();
}
