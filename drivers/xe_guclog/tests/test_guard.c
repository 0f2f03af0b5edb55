// SPDX-License-Identifier: GPL-2.0-only
#include "test_guard.h"

#include <linux/mm.h>
#include <linux/vmalloc.h>

KUNIT_DEFINE_ACTION_WRAPPER(free_pages_wrapper, vfree, const void *);

/**
 * test_guarded() - allocate memory that a guard page follows
 * @test: the running test, which frees the memory; it is aborted when there is
 *	no memory
 * @len: number of bytes, may be 0
 *
 * The memory is filled with 0xa5. It lies right before the guard page that
 * follows each vmalloc area, so its start is only as aligned as @len is.
 *
 * Context: process context, sleeps.
 * Return: the memory, which ends right before an unmapped page.
 */
void *test_guarded(struct kunit *test, size_t len)
{
	size_t room = PAGE_ALIGN(len + 1);
	u8 *pages = vmalloc(room);

	KUNIT_ASSERT_NOT_NULL(test, pages);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, free_pages_wrapper, pages));
	memset(pages, 0xa5, room);
	return pages + room - len;
}
