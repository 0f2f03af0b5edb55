// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says what was at the address of a page fault: the heaps of the user space drivers, the ranges of
 * memory and the batches in the devcoredump, and the addresses of other faults. A sentence only has
 * what the input proves, or names what it does not show.
 */
#include "explain/fault_address.h"

#include <stdlib.h>

#include "base/types.h"
#include "explain/explain.h"
#include "model/records.h"
#include "read/dump/sections.h"

/* Largest distance to a batch that is told, bytes. */
#define NEAR_BATCH	0x10000000ull
/* An address is told to be at the end of a heap if it is at most this far from it, bytes. */
#define NEAR_END	0x40000000ull
/* Least number of faults, and of addresses, of which the distances are told. */
#define GRID_FAULTS	4u

/* Add a number of bytes to the newest sentence, exact up to 1 MiB. */
static void say_size(struct explanation *x, u64 bytes)
{
	if (bytes >= 1ull << 30)
		sentence_more(x, "%.1f GiB", (double)bytes / (1ull << 30));
	else if (bytes >= 1 << 20)
		sentence_more(x, bytes % (1 << 20) ? "%.1f MiB" : "%.0f MiB",
			      (double)bytes / (1 << 20));
	else if (bytes % 1024)
		sentence_more(x, "%llu bytes", (u64)bytes);
	else
		sentence_more(x, "%llu KiB", (u64)(bytes / 1024));
}

/**
 * fault_address_plain() - remove the copies of bit 47 above it from an address
 * @address: an address; the driver prints some with these copies
 *
 * Return: the address.
 */
u64 fault_address_plain(u64 address)
{
	return address >> 47 == 0x1ffff ? address & (BIT_ULL(48) - 1) : address;
}

/**
 * fault_address_is_semaphore() - find out if compute-runtime can have own semaphores at an address
 * @address: the address of a page fault
 *
 * Compute-runtime takes its first buffers from the end of a heap: among them are those for the ring
 * and the semaphores of its direct submission.
 *
 * Return: true if the address is within 4 MiB of the end of the heap that has these buffers.
 */
bool fault_address_is_semaphore(u64 address)
{
	unsigned int i;

	address = fault_address_plain(address);
	for (i = 0; i < gpu_heaps_nr; i++)
		if (!strcmp(gpu_heaps[i].name, "STANDARD64KB"))
			return address < gpu_heaps[i].end &&
			       gpu_heaps[i].end - address <= 4ull << 20;
	return false;
}

/**
 * fault_address_heaps() - say in which heaps of the user space drivers an address is
 * @x: the explanation
 * @address: the address of a page fault
 *
 * The input does not show which of the drivers the program uses, so each one is named.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void fault_address_heaps(struct explanation *x, u64 address)
{
	const char *between = "";
	unsigned int i;

	address = fault_address_plain(address);
	for (i = 0; i < gpu_heaps_nr; i++) {
		const struct gpu_heap *heap = &gpu_heaps[i];

		if (address < heap->first || address >= heap->end)
			continue;
		if (!*between) {
			sentence_begin(x, "Whose memory 0x%llx can be: ", (u64)address);
			sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		}
		if (!strcmp(heap->client, "any")) {
			sentence_more(x, "of no program: it is in %s; %s.", heap->name,
				      heap->contents);
			return;
		}
		sentence_more(x, "%sif the program uses %s, heap %s (%s)", between, heap->client,
			      heap->name, heap->contents);
		if (heap->end - address <= NEAR_END) {
			sentence_more(x, ", ");
			say_size(x, heap->end - address);
			sentence_more(x, " before its end");
		} else if (address - heap->first <= NEAR_END) {
			sentence_more(x, ", ");
			say_size(x, address - heap->first);
			sentence_more(x, " after its beginning");
		}
		between = "; ";
	}
	if (*between)
		sentence_more(x, ".");
}

/* Say where an address is relative to the ranges of memory that the dump has. */
static void say_ranges(struct explanation *x, u64 address)
{
	const struct guclog_dump_vm *vm = &x->dump->vm;
	const struct guclog_dump_range *below = NULL, *above = NULL;
	unsigned int i;

	for (i = 0; i < vm->nr_ranges; i++) {
		const struct guclog_dump_range *r = &vm->range[i];

		if (!r->has_length || !r->length)
			continue;
		if (address >= r->address && address - r->address < r->length) {
			sentence_begin(x, "When the dump was made, memory was bound at 0x%llx: the range of ",
				       (u64)address);
			say_size(x, r->length);
			sentence_more(x, " at 0x%llx", (u64)r->address);
			if (r->properties)
				sentence_more(x, " (%s)", r->properties);
			sentence_more(x, ".");
			return;
		}
		if (r->address < address && (!below || r->address > below->address))
			below = r;
		if (r->address > address && (!above || r->address < above->address))
			above = r;
	}
	if (!below && !above)
		return;
	sentence_begin(x, "None of the ranges of memory in the dump has 0x%llx: ", (u64)address);
	if (below) {
		say_size(x, address - (below->address + below->length));
		sentence_more(x, " after the end of that at 0x%llx", (u64)below->address);
	}
	if (above) {
		sentence_more(x, "%s", below ? ", " : "");
		say_size(x, above->address - address);
		sentence_more(x, " before that at 0x%llx", (u64)above->address);
	}
	sentence_more(x, ". The dump only has ranges that the program has marked for it; others can have been bound.");
}

/* Say how far an address is from the nearest batch of the job. */
static void say_batch(struct explanation *x, u64 address)
{
	const struct guclog_dump_fields *job = &x->gt->job;
	u64 best = NEAR_BATCH, at = 0;
	unsigned int i;

	for (i = 0; i < job->nr; i++) {
		u64 batch = strtoull(job->field[i].value, NULL, 16), far;

		if (job->field[i].id != DUMP_JOB_BATCH_ADDRESS || !batch)
			continue;
		far = batch > address ? batch - address : address - batch;
		if (far < best) {
			best = far;
			at = batch;
		}
	}
	if (!at)
		return;
	sentence_begin(x, "0x%llx is ", (u64)address);
	say_size(x, best);
	sentence_more(x, " %s the beginning of the job's batch at 0x%llx.",
		      at > address ? "before" : "after", (u64)at);
}

/**
 * fault_address_dump() - say what a devcoredump shows about an address
 * @x: the explanation, with its devcoredump and its memory fault
 * @address: the address of the page fault with which the hang began
 *
 * A program that ends, or that closes its address space, first ends its queues. So if the driver
 * disabled the queue only after it had refused the page fault, the address space was in use.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void fault_address_dump(struct explanation *x, u64 address)
{
	const struct guclog_memory_fault *m = x->shown.memory_fault;

	fault_address_heaps(x, address);
	address = fault_address_plain(address);
	if (x->dump)
		say_ranges(x, address);
	if (x->gt)
		say_batch(x, address);
	if (m->fault)
		fault_trace_say(x, x->shown.first->guc_id, m->fault->asid, address);
	if (x->cause && x->cause->resolved) {
		sentence_begin(x, "The address space was not closed when the driver refused the fault: it resolved %u later page fault%s in it",
			       x->cause->resolved, x->cause->resolved == 1 ? "" : "s");
		if (*x->cause->other)
			sentence_more(x, ", also of %s", x->cause->other);
		sentence_more(x, ".");
		sentence_says(x, GUCLOG_BASIS_DRIVER);
	}
	if (m->refused_index == GUCLOG_NO_EVENT || m->disabled_index == GUCLOG_NO_EVENT)
		return;
	sentence_begin(x, "The fault is the cause and not a consequence of the program's end: the driver disabled the context only after it had refused the fault, so the address space was in use.");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	sentence_proof(x, m->refused_index);
	sentence_proof(x, m->disabled_index);
}

static int compare(const void *a, const void *b)
{
	u64 one = *(const u64 *)a, other = *(const u64 *)b;

	return one < other ? -1 : one > other;
}

/*
 * Find the value that occurs most often. @list: the values; sorted by this function. Return: how
 * often it occurs.
 */
static unsigned int most_frequent(u64 *list, unsigned int nr, u64 *value)
{
	unsigned int i, times = 0, best = 0;

	qsort(list, nr, sizeof(*list), compare);
	for (i = 0; i < nr; i++) {
		times = i && list[i] == list[i - 1] ? times + 1 : 1;
		if (times <= best)
			continue;
		best = times;
		*value = list[i];
	}
	return best;
}

/**
 * fault_address_grid() - add to the newest sentence how the addresses of page faults are arranged
 * @x: the explanation
 * @address: the addresses; overwritten by this function
 * @nr: number of addresses
 *
 * Nothing is added for a few faults.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void fault_address_grid(struct explanation *x, u64 *address, unsigned int nr)
{
	unsigned int i, times = 0, distinct = 0, least = nr, most = 0;
	u64 step = 0, before;

	if (nr < GRID_FAULTS)
		return;
	qsort(address, nr, sizeof(*address), compare);
	before = address[0];
	for (i = 0; i < nr; i++) {
		u64 one = address[i];

		times++;
		if (i + 1 < nr && address[i + 1] == one)
			continue;
		/* The elements before the current one are no longer needed. */
		if (distinct)
			address[distinct - 1] = one - before;
		before = one;
		distinct++;
		least = min(least, times);
		most = max(most, times);
		times = 0;
	}
	sentence_more(x, ", at %u address%s", distinct, distinct == 1 ? "" : "es");
	times = most_frequent(address, distinct - 1, &step);
	if (distinct >= GRID_FAULTS && times >= distinct / 2) {
		sentence_more(x, times == distinct - 1 ? ", " : ", most of them ");
		say_size(x, step);
		sentence_more(x, " apart");
	}
	if (most == 1)
		return;
	sentence_more(x, distinct == 1 ? ", %u times" : least == most ? ", each %u times" :
		      ", each %u", least);
	if (least != most)
		sentence_more(x, " to %u times", most);
}
