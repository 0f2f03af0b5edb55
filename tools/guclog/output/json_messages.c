// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "base/out.h"
#include "output/json_out.h"
#include "output/json_record.h"
#include "read/dump/messages.h"
#include "read/dump/sections.h"

/* Return: a ring with only the last @last of its messages. */
static struct guclog_ct_ring newest(const struct guclog_ct_ring *ring, u64 last)
{
	struct guclog_ct_ring part = *ring;

	if (last < ring->nr_messages) {
		part.message += ring->nr_messages - last;
		part.nr_messages = (unsigned int)last;
	}
	return part;
}

/**
 * json_messages_add() - add the messages of a GT for json_messages_print()
 * @name: name of the devcoredump, NULL if the input has only one devcoredump
 * @gt: the GT
 * @ct: the messages in the CT buffers of the GT
 * @only: 0 to print the messages of both rings; 1 + n to print only those of the ring n, an enum
 *	guclog_ring
 * @last: print only this number of the newest messages of each ring
 */
void json_messages_add(const char *name, const struct guclog_dump_gt *gt,
		       const struct guclog_ct *ct, int only, u64 last)
{
	struct guclog_ct_ring ring[2] = {
		newest(ct->ring[GUCLOG_H2G], last), newest(ct->ring[GUCLOG_G2H], last),
	};
	const struct guclog_ct_ring *wanted[2] = { NULL };
	struct guclog_gt_messages messages;
	int i;

	for (i = GUCLOG_H2G; i <= GUCLOG_G2H; i++)
		if (ring[i].present && (!only || only == i + 1))
			wanted[i] = &ring[i];
	messages = (struct guclog_gt_messages){
		.dump = name,
		.has_gt = gt->has_id,
		.gt = gt->id,
		.disabled = gt->ct.disabled,
		.h2g = wanted[GUCLOG_H2G],
		.g2h = wanted[GUCLOG_G2H],
	};
	json_list_add(out_part(OUT_LIST), json_record(&model_gt_messages, &messages));
}

/**
 * json_messages_print() - print the messages of the GTs from json_messages_add() as JSON
 */
void json_messages_print(void)
{
	json_list_print(out_part(OUT_LIST), "gts", json_object_new_object());
}
