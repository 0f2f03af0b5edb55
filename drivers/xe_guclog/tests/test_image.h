/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GuC log images for the test suites. All offsets and values are written as numbers, because the
 * ABI headers (include/abi) are themselves under test.
 */
#ifndef _TEST_IMAGE_H_
#define _TEST_IMAGE_H_

#include <kunit/test.h>

#include "guc_facts.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_text.h"

/* Offsets in the state page, as firmware 70.44.1 fills it. */
#define T_EVENT		0u
#define T_CRASH		36u
#define T_CAPTURE	72u
#define T_LIC		108u
#define T_KLV(key)	(T_LIC + 12u + 8u * ((key) - 1u))
/* Offsets in the state of a region. */
#define T_MARKER_1	0u
#define T_MARKER_2	4u
#define T_READ		8u
#define T_WRITE		12u
#define T_SIZE		16u
#define T_SAMPLED	20u
#define T_WRAP		24u
#define T_FLAGS		28u
#define T_VERSION	32u

/*
 * The small image, which test_small() makes: the state page, an event region of 1 KiB, a crash dump
 * region and a state capture region. The event region has room for 51 entries; 4 bytes remain at
 * its end. The ring has wrapped, and 5 entries were written after the wrap.
 */
#define T_SMALL_EVENT	0x400u
#define T_SMALL_CRASH	0x100u
#define T_SMALL_CAPTURE	0x40u
#define T_SMALL_TOTAL	0x1540u
#define T_SMALL_WRITE	100u
#define T_SMALL_WRAP	1020u

/* Ends a list of expected faults. */
#define T_NO_MORE	{ GUC_FAULT_NONE, 0, 0, 0, 0 }

/**
 * struct test_image - an image, and the parsed log and the LFD file that are made from it
 * @test: the running test
 * @data: the bytes of the image that are available; they end at a guard page
 *	(see test_guard.h)
 * @len: number of bytes at @data
 * @total: length of the whole buffer object
 * @log: the parsed log, valid after test_parse()
 * @facts: the facts (named values, see guc_facts.h) for the LFD file, none at first
 * @notes: the notes for the LFD file, NULL at first
 * @made: the LFD file as a list of pieces, as the writer makes it; valid after
 *	test_write()
 * @file: the LFD file in one piece, valid after test_write(); it ends at a guard
 *	page
 */
struct test_image {
	struct kunit *test;
	u8 *data;
	size_t len;
	u64 total;
	struct guc_log log;
	struct guc_facts facts;
	const char *notes;
	struct guc_lfd_file made;
	struct guc_view file;
};

struct test_image *test_image(struct kunit *test, u32 event, u32 crash, u32 capture);
struct test_image *test_small(struct kunit *test);
struct test_image *test_real(struct kunit *test);
void test_entries(struct test_image *img, u32 from, u32 to, u32 tick);
void test_put(struct test_image *img, u32 offset, u32 value);
u32 test_get(struct test_image *img, u32 offset);
void test_ring(struct test_image *img, u32 read, u32 write, u32 wrap);
void test_state(struct test_image *img, u32 offset, u64 markers, u32 size);
void test_cut(struct test_image *img, size_t len);
void test_set(struct kunit *test, struct guc_facts *facts, const char *key, const char *value);
void test_fact(struct test_image *img, const char *key, const char *value);

char *test_state_text(struct test_image *img, const struct guc_log *log);
int test_parse(struct test_image *img);
void test_write(struct test_image *img);
bool test_has_line(struct test_image *img, const char *line);
bool test_has_text(struct test_image *img, const char *text);
struct guc_view test_block(struct test_image *img, u32 type, unsigned int nth);

void test_fault(struct kunit *test, const char *label, const struct guc_fault *got,
		const struct guc_fault *want);
void test_faults(struct test_image *img, const char *label,
		 const struct guc_fault *want, unsigned int max);
void test_runs(struct test_image *img, const char *label, enum guc_order order,
	       struct guc_span first, struct guc_span second);
void test_same_log(struct test_image *img, const char *label,
		   const struct guc_log *other);
u32 test_crc32(const void *data, size_t len);

#endif
