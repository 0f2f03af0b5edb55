/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A source of a log (see xgl_source.h) for tests. The source counts the calls of its functions. A
 * test can change the log between two copies.
 */
#ifndef _TEST_SOURCE_H_
#define _TEST_SOURCE_H_

#include "test_image.h"
#include "xgl_source.h"

/**
 * struct test_source - a source of the log of one GT
 * @src: the source that the code under test uses
 * @test: the running test
 * @data: the log; bytes after @len are read as 0
 * @len: number of bytes at @data
 * @total: length of the log buffer that the source reports
 * @facts: facts of the device and the GT
 * @begin_error: the error that begin() returns, or 0
 * @suspended: the device is suspended: begin() fails unless the session may resume the device
 * @on_copy: called before each copy; may change @data and @facts
 * @on_relax: called by relax(); may change @data
 * @relaxes: number of calls of relax()
 * @begins: number of calls of begin() that succeeded
 * @ends: number of calls of end()
 * @copies: number of calls of copy()
 * @fails_at: the number of the copy, counted by @copies, that fails with -EIO; 0 if none fails
 * @bytes: number of bytes copied by all calls
 * @end_max: largest offset in the log at which a copy ended
 * @len_max: length of the longest copy
 * @open: number of open sessions
 */
struct test_source {
	struct xgl_source src;
	struct kunit *test;
	u8 *data;
	size_t len;
	u64 total;
	struct guc_facts facts;
	int begin_error;
	bool suspended;
	void (*on_copy)(struct test_source *s, u64 offset, size_t len);
	void (*on_relax)(struct test_source *s);
	unsigned int relaxes;
	unsigned int begins;
	unsigned int ends;
	unsigned int copies;
	unsigned int fails_at;
	u64 bytes;
	u64 end_max;
	size_t len_max;
	unsigned int open;
};

/* Set the dword at @offset of the log to @value. */
static inline void test_store(struct test_source *s, u32 offset, u32 value)
{
	guc_store_le32(value, s->data + offset);
}

struct test_source *test_source(struct kunit *test, struct test_image *img);

#endif
