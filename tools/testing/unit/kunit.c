// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs KUnit suites as a userspace program. The output is KTAP, as from KUnit in the kernel.
 *
 *   unit [TEXT]   run all test cases, or only those with TEXT in their name "suite.case"
 *
 * The exit status is 1 if a test case failed or if none ran.
 */
#include <kunit/test.h>

struct kunit_owned {
	struct kunit_owned *next;
	kunit_action_t *action;
	void *arg;
};

static struct kunit_suite *suites;
static unsigned int ran, failed;

/*
 * Called from the constructor that kunit_test_suite() defines for each suite. Constructors run in
 * the order in which the objects were linked, and the list has the suites in this order.
 */
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

/* This is static, because a local variable of run_case() could lose its value in a longjmp(). */
static struct kunit running;

static bool wanted(const struct kunit_suite *suite, const struct kunit_case *c,
		   const char *text)
{
	char name[256];

	snprintf(name, sizeof(name), "%s.%s", suite->name, c->name);
	return !text || strstr(name, text);
}

static void run_case(const struct kunit_suite *suite, const struct kunit_case *c,
		     unsigned int number)
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
	printf("    %s %u %s%s\n", running.failures ? "not ok" : "ok", number, c->name,
	       running.skipped ? " # SKIP" : "");
	ran++;
}

/* Run the test cases of a suite whose name contains @text. Return: number of those that failed. */
static unsigned int run_suite(const struct kunit_suite *suite, const char *text,
			      unsigned int planned, unsigned int number)
{
	unsigned int nr = 0, red = 0;
	const struct kunit_case *c;

	printf("    KTAP version 1\n    # Subtest: %s\n    1..%u\n", suite->name, planned);
	for (c = suite->test_cases; c->run_case; c++) {
		if (!wanted(suite, c, text))
			continue;
		run_case(suite, c, ++nr);
		red += !!running.failures;
	}
	printf("%s %u %s\n", red ? "not ok" : "ok", number, suite->name);
	return red;
}

static unsigned int count_cases(const struct kunit_suite *suite, const char *text)
{
	const struct kunit_case *c;
	unsigned int nr = 0;

	for (c = suite->test_cases; c->run_case; c++)
		nr += wanted(suite, c, text);
	return nr;
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : NULL;
	const struct kunit_suite *suite;
	unsigned int nr = 0, planned;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("KTAP version 1\n");
	for (suite = suites; suite; suite = suite->next)
		nr += !!count_cases(suite, text);
	printf("1..%u\n", nr);
	nr = 0;
	for (suite = suites; suite; suite = suite->next) {
		planned = count_cases(suite, text);
		if (planned)
			failed += run_suite(suite, text, planned, ++nr);
	}
	printf("# cases:%u fail:%u\n", ran, failed);
	return !ran || failed;
}
