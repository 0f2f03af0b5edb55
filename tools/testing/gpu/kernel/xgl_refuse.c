// SPDX-License-Identifier: GPL-2.0
/*
 * xgl_refuse.c -- make a function of another module fail: the function runs, and a kretprobe
 * replaces its result by an error. The scenario slot_reset makes a probe of xe fail with this
 * module, because Debian's kernels have no fault injection for xe.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static char *function;
module_param(function, charp, 0400);
MODULE_PARM_DESC(function, "the function that is to fail");

static unsigned int error = 12;
module_param(error, uint, 0400);
MODULE_PARM_DESC(error, "errno that the function returns (default: ENOMEM)");

static unsigned int calls;
module_param(calls, uint, 0400);
MODULE_PARM_DESC(calls, "number of calls that were made to fail");

static int refuse(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	regs_set_return_value(regs, -(long)error);
	calls++;
	return 0;
}

static struct kretprobe probe = { .handler = refuse };

static int __init refuse_init(void)
{
	probe.kp.symbol_name = function;
	return register_kretprobe(&probe);
}

static void __exit refuse_exit(void)
{
	unregister_kretprobe(&probe);
}

module_init(refuse_init);
module_exit(refuse_exit);

MODULE_DESCRIPTION("Lets a function of another module fail");
MODULE_LICENSE("GPL");
