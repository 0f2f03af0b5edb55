/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names that a trace contains once and then refers to by number.
 */
#ifndef _PERFETTO_NAMES_H_
#define _PERFETTO_NAMES_H_

#include "guc_env.h"

/*
 * Largest number of event ids whose names are written only once; known firmware has a few hundred
 * ids. The names of further ids are written with each event.
 */
#define PERFETTO_NAMES_MAX	4096
#define PERFETTO_NAMES_SLOTS	(2 * PERFETTO_NAMES_MAX)

/**
 * struct perfetto_names - event ids with names that were already written into the trace
 * @nr: number of ids
 * @slot: hash table of the ids; a free entry has number 0
 */
struct perfetto_names {
	unsigned int nr;
	struct {
		u32 id;
		u32 number;
	} slot[PERFETTO_NAMES_SLOTS];
};

u32 perfetto_names_get(struct perfetto_names *names, u32 id, bool *is_new);

#endif
