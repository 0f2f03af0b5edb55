// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the speed of drivers/xe_guclog/core with that of memcpy(). Each round first measures how
 * long it takes to parse a log image with a full ring and to write its LFD file into a buffer, and
 * then how long memcpy() takes for the same number of bytes. Because both are measured in each
 * round, a busy machine slows both.
 */
#include <stdlib.h>

#include "bench.h"
#include "guc_facts.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_view.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

#define MAX_REPEATS	2001
#define ENTRY		((u32)sizeof(struct guc_log_event_v2))

/*
 * The sizes in bytes of the regions of a log buffer, for one kernel configuration, and the number
 * of rounds to measure.
 */
struct shape {
	const char *name;
	u32 event;
	u32 crash;
	u32 capture;
	unsigned int repeats;
};

static const struct shape shapes[] = {
	{ "64K ring", 64 << 10, 16 << 10, 1 << 20, MAX_REPEATS },
	{ "16M ring", 16 << 20, 1 << 20, 2 << 20, 51 },
};

static u8 *put(u8 *to, const u32 *words, unsigned int nr)
{
	for (; nr; nr--, words++, to += 4)
		guc_store_le32(*words, to);
	return to;
}

/* Fill @image with a log whose ring has wrapped, with the write pointer at a third of the ring. */
static void fill_image(u8 *image, const struct shape *s)
{
	u32 wrap = s->event / ENTRY * ENTRY;
	u32 write = wrap / ENTRY / 3 * ENTRY;
	const u32 states[] = {
		GUC_LOG_MARKER_1_LOG, GUC_LOG_MARKER_2_EVENT,
		0, write, s->event, 0, wrap, 0, GUC_LOG_EVENT_VERSION,
		GUC_LOG_MARKER_1_LOG, GUC_LOG_MARKER_2_CRASH,
		0, 0, s->crash, 0, s->crash, 0, GUC_LOG_EVENT_VERSION,
		GUC_LOG_MARKER_1_CAPTURE, GUC_LOG_MARKER_2_CAPTURE,
		0, 0, s->capture, 0, s->capture, 0, GUC_LOG_EVENT_VERSION,
		GUC_LIC_MAGIC, 0x10000, 10, 0x10001, 0x462c01, 0x20001, 0x61,
		0x30001, 19200, 0x40001, 0x5008000, 0x50001, 0x1e,
	};
	u8 *events = image + GUC_LOG_STATE_PAGE_SIZE;
	u32 i;

	memset(image, 0, GUC_LOG_STATE_PAGE_SIZE);
	put(image, states, ARRAY_SIZE(states));
	for (i = 0; i < s->event / 4; i++)
		guc_store_le32(i * 2654435761u | 1, events + 4 * i);
	memset(events + s->event, 0, s->crash);
}

/*
 * Write the LFD file of @image to @to. guc_lfd_write() stores the bytes that it makes, such as
 * headers, in @made. Return: the length of the file.
 */
static u64 make_file(struct guc_view image, const struct guc_facts *facts,
		     u8 *made, size_t made_size, u8 *to)
{
	struct guc_lfd_file file = { 0 };
	struct guc_lfd_source src;
	struct guc_log log;

	guc_log_parse(&log, image, image.len);
	src = (struct guc_lfd_source){
		.log = &log,
		.image = image,
		.facts = facts,
	};
	/* The module calls it twice, too: first to get the size of the buffer that it allocates. */
	guc_lfd_write(&file, &src);
	if (file.made_len > made_size)
		abort();
	file.made = made;
	file.made_size = made_size;
	guc_lfd_write(&file, &src);
	return guc_segs_copy(file.seg, file.nr_segs, 0, to, file.size);
}

static void bench(const struct shape *s)
{
	static double core_ns[MAX_REPEATS], copy_ns[MAX_REPEATS], ratio[MAX_REPEATS];
	size_t total = GUC_LOG_STATE_PAGE_SIZE + s->event + s->crash + s->capture;
	struct guc_facts facts = { 0 };
	u8 *image = take(total), *from = take(total), *to = take(total);
	u8 *made = take(65536);
	unsigned int i;
	u64 len = 0, t;
	double core, copy;

	fill_image(image, s);
	guc_facts_set(&facts, GUC_FACT_kernel, "6.12.0", 6);
	for (i = 0; i < s->repeats; i++) {
		t = now_ns();
		len = make_file(guc_view(image, total), &facts, made, 65536, to);
		core_ns[i] = now_ns() - t;

		t = now_ns();
		memcpy(to, from, len);
		/* This counts as a use of the copy, so that the compiler keeps the memcpy(). */
		__asm__ volatile("" : : "r"(to) : "memory");
		copy_ns[i] = now_ns() - t;
		ratio[i] = copy_ns[i] / core_ns[i];
	}
	core = median(core_ns, s->repeats);
	copy = median(copy_ns, s->repeats);
	printf("%s: LFD file of %llu bytes\n", s->name, len);
	printf("  parse and write %10.1f us %8.0f MB/s\n", core / 1e3,
	       len * 1e3 / core);
	printf("  memcpy          %10.1f us %8.0f MB/s\n", copy / 1e3,
	       len * 1e3 / copy);
	printf("  %.2f of memcpy's speed\n", median(ratio, s->repeats));
	free(image);
	free(from);
	free(to);
	free(made);
}

int main(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(shapes); i++)
		bench(&shapes[i]);
	return 0;
}
