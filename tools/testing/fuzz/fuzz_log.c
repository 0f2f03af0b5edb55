// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses a GuC log image, prints the reports, writes the LFD file and reads it back.
 *
 * The input is 8 bytes that select the variant, then the image. Because a state page is
 * almost all zeroes, the input has only the page's beginning, and the data after the page:
 *
 *  +0  flags      RAW: the rest of the input is the unchanged image
 *                 LONGER: the log buffer is "extra" bytes longer than the image
 *                 HUGE: the length of the log buffer is close to 2^64
 *                 NOTES: the LFD file's comment gets notes
 *  +1  facts      which facts are known
 *  +2  u16        length in bytes of the page's beginning
 *  +4  u32        extra, used by LONGER and HUGE
 *  +8  the page's beginning, then the data after the page
 */
#include "fuzz.h"

#include "guc_log.h"
#include "guc_report.h"
#include "abi/guc_log_abi.h"

#define RAW	0x01
#define LONGER	0x02
#define HUGE_TOTAL 0x04
#define NOTES	0x08

/* Return: an image in memory of exactly its size; the caller frees it with free(). */
static struct guc_view make_image(struct guc_view in, u8 flags, u32 head)
{
	size_t len;
	u8 *p;

	if (flags & RAW)
		return guc_view(fuzz_copy(in.data, in.len), in.len);
	head = min_t(size_t, head % (GUC_LOG_STATE_PAGE_SIZE + 1), in.len);
	len = GUC_LOG_STATE_PAGE_SIZE + in.len - head;
	p = fuzz_alloc(len);
	memset(p, 0, GUC_LOG_STATE_PAGE_SIZE);
	memcpy(p, in.data, head);
	memcpy(p + GUC_LOG_STATE_PAGE_SIZE, in.data + head, in.len - head);
	return guc_view(p, len);
}

static u64 make_total(u64 len, u8 flags, u32 extra)
{
	if (flags & HUGE_TOTAL)
		return ~0ull - extra;
	return flags & LONGER ? len + extra : len;
}

static void print_state(struct guc_text *text, const void *arg)
{
	guc_report_state(text, arg);
}

/* Sets a kernel release of @len characters, modulo the size of the member. */
static void set_kernel(struct guc_facts *facts, u32 len)
{
	char name[sizeof(facts->kernel)];

	memset(name, 'k', sizeof(name));
	guc_facts_set(facts, GUC_FACT_kernel, name, len % sizeof(name));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u8 flags = fuzz_take(&in, 1);
	u8 select = fuzz_take(&in, 1);
	u32 head = fuzz_take(&in, 2);
	u32 extra = fuzz_take(&in, 4);
	struct guc_facts facts = { 0 };
	struct guc_lfd_source src;
	struct guc_view image;
	struct guc_log log;
	size_t len;
	u64 total;

	image = make_image(in, flags, head);
	total = make_total(image.len, flags, extra);
	fuzz_check_log(image, total);

	fuzz_facts_sample(&facts, select);
	set_kernel(&facts, select + extra);
	guc_log_parse(&log, image, total);
	src = (struct guc_lfd_source){
		.log = &log,
		.image = image,
		.facts = &facts,
		.notes = flags & NOTES ? "snapshot=torn\nnote=two\n" : NULL,
	};
	fuzz_check_write(&src);
	fuzz_check_needs(&src);
	free(fuzz_text(print_state, &src, &len));
	free((void *)image.data);
	return 0;
}
