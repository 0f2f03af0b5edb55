// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Names of the state bits and flags of xe's exec queues. The bits differ between kernels: see
 * EXEC_QUEUE_STATE_* of xe_guc_submit.c and EXEC_QUEUE_FLAG_* of xe_exec_queue_types.h in Linux
 * 6.12, 6.17 and 7.3.
 */
#include "read/dump/dump.h"

#include "guc_text.h"
#include "model/internal.h"

/* Releases of Linux as 100 * major + minor. */
#define KERNEL_6_12	612u
#define KERNEL_6_17	617u
#define KERNEL_7_3	703u
#define KERNEL_ANY	0u	/* dump_linux() does not know the release */
#define KERNEL_LAST	~0u

/**
 * struct word_bit - the meaning of a bit
 * @bit: number of the bit
 * @first: first release of Linux that is known to use the bit with this meaning
 * @last: last release of Linux that is known to use the bit with this meaning
 * @name: meaning of the bit
 */
struct word_bit {
	unsigned int bit;
	unsigned int first;
	unsigned int last;
	const char *name;
};

static const struct word_bit states[] = {
	{ 0, KERNEL_ANY, KERNEL_LAST, "registered" },
	{ 1, KERNEL_ANY, KERNEL_LAST, "enabled" },
	{ 2, KERNEL_ANY, KERNEL_LAST, "enable not acknowledged" },
	{ 3, KERNEL_ANY, KERNEL_LAST, "disable not acknowledged" },
	{ 4, KERNEL_ANY, KERNEL_LAST, "destroyed" },
	{ 5, KERNEL_ANY, KERNEL_LAST, "suspended" },
	{ 6, KERNEL_ANY, KERNEL_LAST, "reset" },
	{ 7, KERNEL_ANY, KERNEL_LAST, "killed" },
	{ 8, KERNEL_ANY, KERNEL_LAST, "wedged" },
	{ 9, KERNEL_ANY, KERNEL_LAST, "banned" },
	{ 10, KERNEL_6_12, KERNEL_6_17, "job timeout is checked" },
	{ 11, KERNEL_6_12, KERNEL_6_17, "extra reference" },
	{ 12, KERNEL_6_17, KERNEL_6_17, "resume is pending" },
	{ 13, KERNEL_6_17, KERNEL_6_17, "end of the timeout check is pending" },
	{ 10, KERNEL_7_3, KERNEL_LAST, "resume is pending" },
};

static const struct word_bit flags[] = {
	{ 0, KERNEL_ANY, KERNEL_LAST, "kernel's own" },
	{ 1, KERNEL_ANY, KERNEL_LAST, "permanent" },
	{ 2, KERNEL_ANY, KERNEL_LAST, "binds memory" },
	{ 3, KERNEL_ANY, KERNEL_LAST, "part of a queue that binds memory" },
	{ 4, KERNEL_ANY, KERNEL_LAST, "highest priority" },
	{ 5, KERNEL_6_17, KERNEL_LAST, "low latency" },
	{ 6, KERNEL_6_17, KERNEL_LAST, "migrates memory" },
	{ 7, KERNEL_7_3, KERNEL_LAST, "without state cache fix" },
};

static const char *name_of(const struct word_bit *bit, unsigned int nr, unsigned int number,
			   unsigned int kernel)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		bool any = bit[i].first == KERNEL_ANY && bit[i].last == KERNEL_LAST;

		if (bit[i].bit == number &&
		    (any || (kernel != KERNEL_ANY && kernel >= bit[i].first &&
			     kernel <= bit[i].last)))
			return bit[i].name;
	}
	return NULL;
}

static void add_bits(struct guc_text *text, u64 word, const struct word_bit *bit,
		     unsigned int nr, unsigned int kernel)
{
	const char *between = "", *name;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		if (!(word >> i & 1))
			continue;
		name = name_of(bit, nr, i, kernel);
		if (name)
			guc_text_add(text, "%s%s", between, name);
		else
			guc_text_add(text, "%sbit %u", between, i);
		between = ", ";
	}
}

size_t guclog_dump_queue_words(const struct guclog_dump *dump,
			       const struct guclog_dump_context *queue, bool state, char *buf,
			       size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	enum dump_name id = state ? DUMP_QUEUE_STATE : DUMP_QUEUE_FLAGS;
	uint64_t word;

	if (guclog_dump_number(&queue->fields, id, &word)) {
		if (state)
			add_bits(&text, word, states, ARRAY_SIZE(states), dump_linux(dump));
		else
			add_bits(&text, word, flags, ARRAY_SIZE(flags), dump_linux(dump));
	}
	return text.len;
}
