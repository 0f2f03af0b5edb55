/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _TEST_DUMP_H_
#define _TEST_DUMP_H_

/* What was left of the task's fail_nth when a dump was handed over. */
extern unsigned int test_dump_left;

#endif
