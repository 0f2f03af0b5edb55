// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "dictionary/sequence.h"

#include "abi/guc_ct_abi.h"

/* Both queues have 64 KiB; xe_guc_pagefault_desc and the data words of an answer. */
#define QUEUE_BYTES		0x10000u
#define REQUEST_BYTES		16u
#define ANSWER_BYTES		8u

/* Queue positions that can appear without their event at the beginning of a ring. */
#define MAX_ORPHANS		3u

static void begin_positions(struct faults *f, const struct an_event *e)
{
	f->parent = e->id;
	f->next = FAULT_REQUESTS;
	f->open = 0;
	switch (e->id) {
	case GUC_EV_PF_REQUESTS:
		f->open = 1;
		break;
	case GUC_EV_PF_RESPONSES:
		f->next = FAULT_RESPONSES;
		f->open = 1;
		f->has_batch = f->counting;
		f->batch = f->answers;
		f->counting = true;
		f->answers = 0;
		break;
	case GUC_EV_PF_FLUSH_ENGINE:
		f->open = 2;
		break;
	case GUC_EV_PF_FLUSH_CONTEXT:
		f->open = 3;
		break;
	default:
		break;
	}
}

static void check_step(struct faults *f, struct rules *rules,
		       const struct an_event *e, u32 step)
{
	if (f->parent == GUC_EV_PF_REQUESTS) {
		rules_check(rules, RULE_P5, !(step % REQUEST_BYTES),
			    e->index);
		f->requested += step / REQUEST_BYTES;
		f->last = e->tick;
	} else if (f->parent == GUC_EV_PF_RESPONSES) {
		if (f->has_batch)
			rules_check(rules, RULE_P4, step ==
				    f->batch * ANSWER_BYTES % QUEUE_BYTES,
				    e->index);
		f->answered += step / ANSWER_BYTES;
		f->last = e->tick;
	}
}

static void position(struct faults *f, struct rules *rules,
		     const struct an_event *e)
{
	unsigned int queue = f->next++;

	f->open--;
	if (f->known[queue])
		rules_check(rules, RULE_P3, f->at[queue] == e->arg[0], e->index);
	check_step(f, rules, e, (e->arg[1] - e->arg[0]) % QUEUE_BYTES);
	f->known[queue] = true;
	f->at[queue] = e->arg[1];
}

/**
 * faults_event() - follow the page fault queues
 * @f: zeroed before the first event
 * @rules: where the results go
 * @e: the next event
 * @run: events between the last gap and this one
 *
 * Context: any, does not sleep.
 */
void faults_event(struct faults *f, struct rules *rules,
		  const struct an_event *e, u64 run)
{
	if (e->gap) {
		f->open = 0;
		f->counting = false;
		memset(f->known, 0, sizeof(f->known));
	}
	if (e->id == GUC_EV_QUEUE_POSITION) {
		if (f->open)
			position(f, rules, e);
		else if (run >= MAX_ORPHANS)
			rules_check(rules, RULE_P3, false, e->index);
		return;
	}
	if (f->open) {
		rules_check(rules, RULE_P3, false, e->index);
		f->open = 0;
	}
	if (e->id == GUC_EV_H2G_RECEIVED && e->arg[0] == GUC_ACTION_PAGE_FAULT_RES_DESC)
		f->answers++;
	else
		begin_positions(f, e);
}

/**
 * faults_open() - page faults that were not answered when the log ended
 * @f: after the last event
 * @open: set, 0..4095
 *
 * Context: any, does not sleep.
 * Return: whether the positions of both queues are known.
 */
bool faults_open(const struct faults *f, u32 *open)
{
	u32 requests = f->at[FAULT_REQUESTS] / REQUEST_BYTES;
	u32 answers = f->at[FAULT_RESPONSES] / ANSWER_BYTES;

	*open = (requests - answers) % (QUEUE_BYTES / REQUEST_BYTES);
	return f->known[FAULT_REQUESTS] && f->known[FAULT_RESPONSES];
}
