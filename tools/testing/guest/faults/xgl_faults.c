// SPDX-License-Identifier: GPL-2.0
/*
 * Faults for negative controls of the guest harness: if this module is loaded with
 * plant=NAME,..., it commits these faults, and run.sh must report that the run has failed.
 *
 * With most of these faults the KUnit case still passes, so the results in KTAP alone do not
 * decide whether a run has passed.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/panic.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

static char *plant[8];
static int planted;
module_param_array(plant, charp, &planted, 0400);
MODULE_PARM_DESC(plant, "names of the faults to commit");

static DEFINE_MUTEX(lock_a);
static DEFINE_MUTEX(lock_b);
static DEFINE_SPINLOCK(spin);
static u32 shared;
static u32 sink;

static void out_of_bounds(struct kunit *test)
{
	size_t size = 16;
	u8 *bytes = kmalloc(size, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(size);
	sink = READ_ONCE(bytes[size]);
	kfree(bytes);
}

static void use_after_free(struct kunit *test)
{
	u8 *bytes = kmalloc(16, GFP_KERNEL);
	u8 *stale = bytes;

	OPTIMIZER_HIDE_VAR(stale);
	kfree(bytes);
	sink = READ_ONCE(stale[3]);
}

static void shift(struct kunit *test)
{
	unsigned int by = 40;

	OPTIMIZER_HIDE_VAR(by);
	WRITE_ONCE(sink, 1U << by);
}

static void abba(struct kunit *test)
{
	mutex_lock(&lock_a);
	mutex_lock(&lock_b);
	mutex_unlock(&lock_b);
	mutex_unlock(&lock_a);

	mutex_lock(&lock_b);
	mutex_lock(&lock_a);
	mutex_unlock(&lock_a);
	mutex_unlock(&lock_b);
}

static void atomic_sleep(struct kunit *test)
{
	spin_lock(&spin);
	msleep(20);
	spin_unlock(&spin);
}

static void leak(struct kunit *test)
{
	void *lost;
	int i;

	/*
	 * Leak several objects, because kmemleak does not report an object to which a stale pointer
	 * on a stack still points.
	 */
	for (i = 0; i < 16; i++) {
		lost = kmalloc(200, GFP_KERNEL);
		OPTIMIZER_HIDE_VAR(lost);
	}
}

static int racer(void *unused)
{
	while (!kthread_should_stop()) {
		shared++;
		cond_resched();
	}
	return 0;
}

static void race(struct kunit *test)
{
	struct task_struct *one = kthread_run(racer, NULL, "racer/1");
	struct task_struct *two = kthread_run(racer, NULL, "racer/2");

	msleep(3000);
	kthread_stop(one);
	kthread_stop(two);
}

static void warn(struct kunit *test)
{
	WARN(1, "planted\n");
}

static void taint(struct kunit *test)
{
	add_taint(TAINT_USER, LOCKDEP_STILL_OK);
}

static void oops(struct kunit *test)
{
	u32 *nowhere = NULL;

	OPTIMIZER_HIDE_VAR(nowhere);
	sink = READ_ONCE(*nowhere);
}

static void crash(struct kunit *test)
{
	panic("planted");
}

static void hang(struct kunit *test)
{
	ssleep(3600);
}

static void fail(struct kunit *test)
{
	KUNIT_FAIL(test, "planted");
}

/* The fault that lockdep must find is the first, because most of the others switch lockdep off. */
static const struct {
	const char *name;
	void (*commit)(struct kunit *test);
} faults[] = {
	{ "abba", abba },
	{ "out-of-bounds", out_of_bounds },
	{ "use-after-free", use_after_free },
	{ "shift", shift },
	{ "atomic-sleep", atomic_sleep },
	{ "leak", leak },
	{ "race", race },
	{ "warn", warn },
	{ "taint", taint },
	{ "oops", oops },
	{ "crash", crash },
	{ "hang", hang },
	{ "fail", fail },
};

static bool is_planted(const char *name)
{
	int i;

	for (i = 0; i < planted; i++)
		if (!strcmp(plant[i], name))
			return true;
	return false;
}

static void faults_commit(struct kunit *test)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++)
		if (is_planted(faults[i].name))
			faults[i].commit(test);
}

/* The fault "endian" omits a conversion, so the value is wrong on a big-endian machine only. */
static void faults_endian(struct kunit *test)
{
	static const u8 wire[] = { 0x01, 0x02, 0x03, 0x04 };
	__le32 word;
	u32 value;

	memcpy(&word, wire, sizeof(word));
	value = is_planted("endian") ? (__force u32)word : le32_to_cpu(word);
	KUNIT_EXPECT_EQ(test, value, 0x04030201);
}

static void faults_skip(struct kunit *test)
{
	if (is_planted("skip"))
		kunit_skip(test, "planted");
}

static struct kunit_case faults_cases[] = {
	KUNIT_CASE(faults_commit),
	KUNIT_CASE(faults_endian),
	KUNIT_CASE(faults_skip),
	{}
};

static struct kunit_suite faults_suite = {
	.name = "xgl_faults",
	.test_cases = faults_cases,
};

kunit_test_suite(faults_suite);

MODULE_DESCRIPTION("Planted faults that the test harness must find");
MODULE_LICENSE("GPL");
