// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the devcoredump door. */
#include <linux/devcoredump.h>
#include <linux/sched.h>

#include "test_dump.h"

unsigned int test_dump_left;

/*
 * When memory runs out in there, the kernel (6.12) frees the data twice.
 * So the countdown to the allocation that fails ends here.
 */
static void hand_over(struct device *dev, void *data, size_t len, gfp_t gfp)
{
#if IS_ENABLED(CONFIG_FAULT_INJECTION)
	test_dump_left = current->fail_nth;
	current->fail_nth = 0;
#endif
	dev_coredumpv(dev, data, len, gfp);
}

#define dev_coredumpv hand_over
#include "../xgl_dump.c"
