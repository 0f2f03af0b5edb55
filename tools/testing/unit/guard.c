// SPDX-License-Identifier: GPL-2.0-only
/*
 * Implements test_guarded() of test_guard.h for userspace: memory that ends directly before a page
 * that cannot be accessed, so that an access after its end is a fault.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "test_guard.h"

struct mapping {
	void *start;
	size_t len;
};

static void unmap(void *arg)
{
	struct mapping *m = arg;

	munmap(m->start, m->len);
	free(m);
}

void *test_guarded(struct kunit *test, size_t len)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t room = (len / page + 1) * page;
	struct mapping *m = malloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->len = room + page;
	m->start = mmap(NULL, m->len, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	KUNIT_ASSERT_TRUE(test, m->start != MAP_FAILED);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, unmap, m));
	KUNIT_ASSERT_EQ(test, 0, mprotect((u8 *)m->start + room, page, PROT_NONE));
	memset(m->start, 0xa5, room);
	return (u8 *)m->start + room - len;
}
