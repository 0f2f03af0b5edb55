/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that ends at an unmapped page (a guard page): a read of one byte too many causes an oops,
 * with or without a sanitizer.
 */
#ifndef _TEST_GUARD_H_
#define _TEST_GUARD_H_

#include <kunit/test.h>

#include "guc_env.h"

void *test_guarded(struct kunit *test, size_t len);

#endif
