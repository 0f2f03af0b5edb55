// SPDX-License-Identifier: GPL-2.0-only
/*
 * threads INPUT... -- test the library in several threads. The threads open the same and different
 * inputs at the same time, and read the logs of one file that they share. The results must be the
 * same as those of a single thread.
 */
#include <guclog.h>

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define THREADS	4
#define ROUNDS	3

static unsigned int nr_inputs;
static char **inputs;
static uint64_t *expected;
static struct guclog_file *shared;

static uint64_t add_text(uint64_t sum, const char *text)
{
	for (; text && *text; text++)
		sum = (sum ^ (unsigned char)*text) * 0x100000001b3ull;
	return sum;
}

static uint64_t sum_log(const struct guclog_log *log)
{
	uint64_t sum = add_text(1, guclog_form_label(log->form));
	struct guclog_events *walk = guclog_events_open(log, 0, NULL);
	struct guclog_event e;
	const struct guclog_context *c;
	char text[512];
	unsigned int i;

	if (!walk)
		return sum;
	while (guclog_events_next(walk, &e)) {
		*text = '\0';
		guclog_event_text(walk, &e, text, sizeof(text));
		sum = add_text(sum + (uint64_t)e.tick + e.id, text);
	}
	for (i = 0; (c = guclog_analysis_context(walk->analysis, i)); i++)
		sum = add_text(sum + c->guc_id, guclog_context_state_name(c->state));
	guclog_events_close(walk);
	return sum;
}

static uint64_t sum_file(const struct guclog_file *file)
{
	uint64_t sum = add_text(2, guclog_file_form(file));
	const char *message;
	unsigned int i;

	for (i = 0; i < file->nr_logs; i++)
		sum = sum * 31 + sum_log(file->log[i]);
	for (i = 0; (message = file->message[i]); i++)
		sum = add_text(sum, message);
	return sum;
}

/* Return: a hash of the logs of an input, or of the error if the input cannot be opened. */
static uint64_t sum_input(const char *path)
{
	struct guclog_error error;
	struct guclog_file *file = guclog_open(path, NULL, &error);
	uint64_t sum = file ? sum_file(file) : add_text(3, error.text);

	guclog_close(file);
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
		bad += sum_file(shared) != expected[0];
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
	if (!nr_inputs || !expected)
		return 2;
	for (i = 0; i < nr_inputs; i++)
		expected[i] = sum_input(inputs[i]);
	shared = guclog_open(inputs[0], NULL, NULL);
	ok(shared && shared->nr_logs, "the shared file");
	for (i = 0; shared && i < THREADS; i++)
		ok(!pthread_create(&thread[i], NULL, work, (void *)(uintptr_t)i),
		   "thread %u", i);
	for (i = 0; shared && i < THREADS; i++)
		ok(!pthread_join(thread[i], &bad) && !bad, "results of thread %u", i);
	guclog_close(shared);
	free(expected);
	return result();
}
