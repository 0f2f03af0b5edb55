// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto_names.h"

/**
 * perfetto_names_get() - get the number that stands for the name of an event id in the trace
 * @names: the ids so far; zeroed before the first call for a log
 * @id: the id
 * @is_new: set to whether the trace does not have the name yet, so it must be written
 *
 * Return: the number from 1, or 0 if there is no room: the event then contains the name.
 */
u32 perfetto_names_get(struct perfetto_names *names, u32 id, bool *is_new)
{
	unsigned int i = (id * 2654435761u) >> 16 & (PERFETTO_NAMES_SLOTS - 1);

	*is_new = false;
	/* The search always ends: at least half of the entries of the hash table are empty. */
	for (; names->slot[i].number; i = (i + 1) & (PERFETTO_NAMES_SLOTS - 1))
		if (names->slot[i].id == id)
			return names->slot[i].number;
	if (names->nr == PERFETTO_NAMES_MAX)
		return 0;
	*is_new = true;
	names->slot[i].id = id;
	names->slot[i].number = ++names->nr;
	return names->nr;
}
