// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the suites as a normal program and counts.
 *
 *   unit [TEXT]   only the cases whose "suite.case" contains TEXT
 *
 * Its last line is "N passed, N failed"; nothing run is a failure.
 */
#include <kunit/test.h>

struct kunit_owned {
	struct kunit_owned *next;
	kunit_action_t *action;
	void *arg;
};

static struct kunit_suite *suites;
static unsigned int passed, failed, skipped;

/* Constructors run in the order of the objects: keep that order. */
void kunit_register(struct kunit_suite *suite)
{
	struct kunit_suite **end = &suites;

	while (*end)
		end = &(*end)->next;
	*end = suite;
}

int kunit_add_action_or_reset(struct kunit *test, kunit_action_t *action, void *arg)
{
	struct kunit_owned *owned = malloc(sizeof(*owned));

	if (!owned) {
		action(arg);
		return -ENOMEM;
	}
	*owned = (struct kunit_owned){ test->owned, action, arg };
	test->owned = owned;
	return 0;
}

void *kunit_kzalloc(struct kunit *test, size_t size, int gfp)
{
	void *p = calloc(1, size ? size : 1);

	(void)gfp;
	if (p && kunit_add_action_or_reset(test, free, p))
		return NULL;
	return p;
}

void kunit_say(struct kunit *test, const char *kind, const char *fmt, ...)
{
	va_list args;

	printf("    # %s: %s: ", test->name, kind);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf("\n");
}

static void report(struct kunit *test, const struct kunit_place *place,
		   const char *fmt, va_list args)
{
	printf("    # %s: %s:%d: expected %s; ", test->name, place->file,
	       place->line, place->what);
	vprintf(fmt, args);
	printf("\n");
	test->failures++;
}

void kunit_report(struct kunit *test, const struct kunit_place *place,
		  const char *left, const char *right, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	report(test, place, fmt, args);
	va_end(args);
	if (left)
		printf("      left  \"%s\"\n      right \"%s\"\n", left, right);
	if (place->fatal)
		longjmp(test->out, 1);
}

void kunit_report_int(struct kunit *test, const struct kunit_place *place,
		      long long left, long long right, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	report(test, place, fmt, args);
	va_end(args);
	printf("      left  %lld (0x%llx)\n      right %lld (0x%llx)\n",
	       left, left, right, right);
	if (place->fatal)
		longjmp(test->out, 1);
}

static void release(struct kunit *test)
{
	struct kunit_owned *owned;

	while ((owned = test->owned)) {
		test->owned = owned->next;
		owned->action(owned->arg);
		free(owned);
	}
}

/* Static: its life must not end at a longjmp(). */
static struct kunit running;

static void run(const struct kunit_suite *suite, const struct kunit_case *c)
{
	running = (struct kunit){ .name = c->name };
	if (!setjmp(running.out)) {
		if (suite->init && suite->init(&running))
			KUNIT_FAIL(&running, "the suite's init failed");
		else
			c->run_case(&running);
	}
	if (suite->exit)
		suite->exit(&running);
	release(&running);
	if (running.failures)
		failed++;
	else if (running.skipped)
		skipped++;
	else
		passed++;
	printf("%s %s.%s%s\n", running.failures ? "not ok" : "ok", suite->name,
	       c->name, running.skipped ? " # SKIP" : "");
}

int main(int argc, char **argv)
{
	const struct kunit_suite *suite;
	const struct kunit_case *c;
	char name[256];

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (suite = suites; suite; suite = suite->next) {
		for (c = suite->test_cases; c->run_case; c++) {
			snprintf(name, sizeof(name), "%s.%s", suite->name, c->name);
			if (argc < 2 || strstr(name, argv[1]))
				run(suite, c);
		}
	}
	if (!(passed + failed + skipped)) {
		printf("no case was run\n");
		failed++;
	}
	if (skipped)
		printf("%u skipped\n", skipped);
	printf("%u passed, %u failed\n", passed, failed);
	return failed ? 1 : 0;
}
