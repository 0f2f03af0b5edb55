// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Says in which mappings of the process (from /proc/PID/maps) the GPU addresses of a hang are. This
 * is only useful if the program has arranged that the process and the GPU use the same address for
 * the same memory, which is not always so.
 */
#include "read/dump/dump.h"
#include "explain/batch.h"
#include "explain/explanation.h"
#include "model/printed.h"

#include <stdlib.h>

/* Largest number of GPU addresses that the sentence names. */
#define MAX_NAMED	6u
/* Columns of a line of /proc/PID/maps between addresses and name: permissions, offset ... inode. */
#define NR_COLUMNS	4

/*
 * Return: the name of a mapping without its directory. @len: set to the length of the name, 0 if
 * the mapping has none
 */
static const char *name_of(const char *columns, size_t *len)
{
	static const char deleted[] = " (deleted)";
	const char *name = columns, *slash;
	unsigned int i;
	size_t n;

	for (i = 0; i < NR_COLUMNS; i++) {
		name += strspn(name, " ");
		name += strcspn(name, "\n ");
	}
	name += strspn(name, " ");
	n = strcspn(name, "\n");
	if (n >= sizeof(deleted) && !memcmp(name + n - sizeof(deleted) + 1, deleted,
					    sizeof(deleted) - 1))
		n -= sizeof(deleted) - 1;
	slash = memrchr(name, '/', n);
	*len = slash ? (size_t)(name + n - slash - 1) : n;
	return slash ? slash + 1 : name;
}

/*
 * Return: the text after the addresses in the line of the mapping that contains @address, or NULL
 * if there is no such mapping.
 */
static const char *find(const char *maps, u64 address)
{
	u64 start, end;
	char *at;

	for (; *maps; maps += strcspn(maps, "\n"), maps += !!*maps) {
		start = strtoull(maps, &at, 16);
		if (*at != '-')
			continue;
		end = strtoull(at + 1, &at, 16);
		if (start <= address && address < end)
			return at;
	}
	return NULL;
}

static void say_mapping(struct explanation *x, u64 address)
{
	const char *columns = find(x->maps, address), *name;
	size_t len;

	if (!columns) {
		sentence_more(x, " is in no mapping");
		return;
	}
	name = name_of(columns, &len);
	if (!len)
		sentence_more(x, " is in a mapping without a name");
	else if (*name == '[')
		sentence_more(x, " is in the mapping %.*s", (int)len, name);
	else
		sentence_more(x, " is in %.*s's mapping", (int)len, name);
}

/* Say in which mapping an address is. @nr: number of addresses that the sentence already has. */
static void say_address(struct explanation *x, unsigned int nr, const char *what, u64 address)
{
	const struct guclog_dump_range *range;

	address = gpu_address(address);
	if (nr)
		sentence_more(x, ";");
	else
		sentence_begin(x, "Mappings of the process when the incident was stored (they describe GPU memory only where the process and the GPU use the same address for it):");
	sentence_more(x, " %s 0x%llx", what, address);
	range = dump_find_range(x->dump, address);
	if (range)
		sentence_more(x, ", in the range of the VM from 0x%llx on,", (u64)range->address);
	say_mapping(x, address);
}

/*
 * Return: whether page fault @n is in the queue's address space and no earlier element of the
 * list has the same address.
 */
static bool is_wanted(const struct explanation *x, unsigned int n)
{
	unsigned int i;

	if (!x->asid.known || x->fault[n]->asid != x->asid.value)
		return false;
	for (i = 0; i < n; i++)
		if (x->fault[i]->asid == x->asid.value &&
		    x->fault[i]->address == x->fault[n]->address)
			return false;
	return true;
}

/**
 * explain_mappings() - add a sentence about the mappings of the process that contain addresses
 * @x: the explanation, after engine_state_make()
 *
 * The addresses are the position of the engine in the batch, and the page faults in the address
 * space of the queue.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_mappings(struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;
	unsigned int i, nr = 0;

	if (!x->maps || !*x->maps || !x->dump)
		return;
	if (s && s->has_acthd && s->place == GUCLOG_PLACE_IN_BATCH)
		say_address(x, nr++, s->saved ? "BB_ADDR" : printed_text(DUMP_REGISTER_ACTHD),
			    s->acthd);
	for (i = 0; i < x->shown.driver.nr_faults && nr < MAX_NAMED; i++)
		if (is_wanted(x, i))
			say_address(x, nr++, "the page fault at", x->fault[i]->address);
	if (!nr)
		return;
	sentence_more(x, ".");
	sentence_says(x, GUCLOG_BASIS_MAPPINGS);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}
