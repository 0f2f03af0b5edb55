// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/sequence.h"

#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"

/*
 * The bits of a status word (CSB) that rule B1 tests: those that execlists use. The high half
 * is not tested: each preemption in real logs has bit 29, which no public header names.
 */
#define CSB_LOW				0xffffu

/*
 * For the action of a message: the event that must directly follow the H2G_RECEIVED event of the
 * message, and the rule that tests this.
 */
static const struct pair {
	u32 action;
	u32 id;
	enum rule rule;
} pairs[] = {
	{ GUC_ACTION_SCHED_CONTEXT, GUC_EV_CTX_SUBMIT, RULE_H3 },
	{ GUC_ACTION_REGISTER_CONTEXT, GUC_EV_CTX_REGISTERED, RULE_H4 },
	{ GUC_ACTION_SCHED_CONTEXT_MODE_SET, GUC_EV_SCHED_MODE_SET, RULE_H5 },
	{ GUC_ACTION_DEREGISTER_CONTEXT, GUC_EV_CTX_DEREGISTER, RULE_H6 },
};

/*
 * Return: whether a message with this action registers a context. In real logs, CTX_REGISTERED
 * follows each of these messages.
 */
static bool registers(u32 action)
{
	return action == GUC_ACTION_REGISTER_CONTEXT ||
	       action == GUC_ACTION_REGISTER_CONTEXT_MULTI_LRC ||
	       action == GUC_ACTION_REGISTER_CONTEXT_MULTI_QUEUE;
}

/*
 * Test rules H3 to H6 (the H2G_RECEIVED of a message with an action in pairs[] is directly followed
 * by the event for this action) and H9 (the event occurs only there).
 */
static void check_pairs(const struct sequence *s, struct rules *rules,
			const struct an_event *e)
{
	u32 asked = s->prev[0].id == GUC_EV_H2G_RECEIVED ? s->prev[0].arg[0] : 0;
	const struct pair *pair;

	for (pair = pairs; pair < pairs + ARRAY_SIZE(pairs); pair++) {
		if (asked == pair->action)
			rules_check(rules, pair->rule, e->id == pair->id, e->index);
		if (e->id == pair->id)
			rules_check(rules, RULE_H9, asked == pair->action ||
				    (e->id == GUC_EV_CTX_REGISTERED && registers(asked)),
				    e->index);
	}
}

static void check_action(struct rules *rules, const struct an_event *e)
{
	const struct guc_abi_action *action = guc_abi_action(e->arg[0]);

	rules_check(rules, RULE_H1, action && action->from == GUC_ABI_FROM_HOST,
		    e->index);
	rules_check(rules, RULE_H2, !e->arg[1], e->index);
}

/*
 * Test rules C5 and C6: the event after CTX_PLACED is ELSQ_SUBMIT with the same engine, and with
 * the priority that the context has in CTX_READY.
 */
static void check_placed(const struct sequence *s, struct rules *rules,
			 const struct an_event *e)
{
	u32 word = s->prev[0].arg[0];
	bool same = e->id == GUC_EV_ELSQ_SUBMIT &&
		    an_elsq_engine(e->arg[0]) == an_ctx_engine(word) &&
		    an_ctx_engine(word) != GUCLOG_NONE;

	rules_check(rules, RULE_C5, same, e->index);
	if (e->id == GUC_EV_ELSQ_SUBMIT && s->priority != GUCLOG_NONE)
		rules_check(rules, RULE_C6, s->priority ==
			    FIELD_GET(GUC_EV_ELSQ_SUBMIT_PRIORITY, e->arg[0]),
			    e->index);
}

static void check_running(const struct sequence *s, struct rules *rules,
			  const struct an_event *e)
{
	const struct an_event *prev = &s->prev[0];
	bool started = prev->id == GUC_EV_CSB &&
		       prev->arg[0] & GUC_CSB_IDLE_ACTIVE;

	if (e->id == GUC_EV_CTX_RUNNING)
		rules_check(rules, RULE_B6, started &&
			    an_csb_engine(prev->arg[1]) == an_ctx_engine(e->arg[0]),
			    e->index);
	else if (started)
		rules_check(rules, RULE_B6, false, e->index);
}

/* Test rule B8: RING_AT_SWITCH (@ring), CTX_OFF_ENGINE (@off), then CTX_NOT_READY or CTX_READY. */
static void check_switch(const struct sequence *s, struct rules *rules,
			 const struct an_event *e)
{
	const struct an_event *ring = &s->prev[1], *off = &s->prev[0];

	if (off->id == GUC_EV_RING_AT_SWITCH) {
		if (e->id != GUC_EV_CTX_OFF_ENGINE)
			rules_check(rules, RULE_B8, false, e->index);
		return;
	}
	if (s->run < 2 || ring->id != GUC_EV_RING_AT_SWITCH ||
	    off->id != GUC_EV_CTX_OFF_ENGINE)
		return;
	rules_check(rules, RULE_B8, e->arg[1] == off->arg[1] &&
		    e->id == (ring->arg[0] == ring->arg[1] ?
			      GUC_EV_CTX_NOT_READY : GUC_EV_CTX_READY),
		    e->index);
}

/*
 * Return: whether @e is the next event of the policy block that has begun. A policy block is the
 * sequence CTX_PRIORITY, QUEUE_FOR_CTX, CTX_POLICY, CTX_POLICY.
 */
static bool is_policy_step(const struct sequence *s, const struct an_event *e)
{
	switch (s->policy) {
	case 1:
		return e->id == GUC_EV_QUEUE_FOR_CTX &&
		       FIELD_GET(GUC_EV_QUEUE_FOR_CTX_PRIORITY, e->arg[1]) ==
		       s->policy_value;
	case 2:
		return e->id == GUC_EV_CTX_POLICY && e->arg[0] == s->policy_id;
	default:
		return e->id == GUC_EV_CTX_POLICY && e->arg[0] == s->policy_value;
	}
}

static void check_policy(struct sequence *s, struct rules *rules,
			 const struct an_event *e)
{
	if (s->policy) {
		bool fits = is_policy_step(s, e);

		s->policy = fits ? (s->policy + 1) % 4 : 0;
		if (!s->policy)
			rules_check(rules, RULE_M4, fits, e->index);
		if (fits)
			return;
	} else if ((e->id == GUC_EV_QUEUE_FOR_CTX || e->id == GUC_EV_CTX_POLICY) && s->run > 3) {
		rules_check(rules, RULE_M4, false, e->index);
	}
	if (e->id != GUC_EV_CTX_PRIORITY)
		return;
	s->policy = 1;
	s->policy_id = e->arg[0];
	s->policy_value = e->arg[1];
}

/*
 * Sizes in bytes of a page fault queue, of a request (struct xe_guc_pagefault_desc) and of an
 * answer (struct xe_guc_pagefault_reply).
 */
#define QUEUE_BYTES		0x10000u
#define REQUEST_BYTES		16u
#define ANSWER_BYTES		8u

/*
 * Largest number of QUEUE_POSITION events right after a gap that can belong to an event in the gap.
 */
#define MAX_ORPHANS		3u

/* Process an event (@e) after which @nr QUEUE_POSITION events must follow. */
static void begin_positions(struct faults *f, const struct an_event *e, unsigned int nr)
{
	f->parent = e->id;
	f->next = FAULT_REQUESTS;
	f->open = nr;
	if (e->id != GUC_EV_PF_RESPONSES)
		return;
	f->next = FAULT_RESPONSES;
	f->has_batch = f->counting;
	f->batch = f->answers;
	f->counting = true;
	f->answers = 0;
}

/*
 * Test rule P4 or P5 (the position in a page fault queue moves by whole answers or requests), and
 * count the answers or requests. @step: number of bytes by which the position has moved
 */
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

/*
 * Update the page fault queues with the next event. @run: number of events between the last gap and
 * this event
 */
static void faults_event(struct faults *f, struct rules *rules,
			 const struct an_event *e, u64 run)
{
	if (e->gap) {
		f->open = 0;
		f->counting = false;
		memset(f->known, 0, sizeof(f->known));
	}
	if (f->open && e->id != GUC_EV_QUEUE_POSITION) {
		rules_check(rules, RULE_P3, false, e->index);
		f->open = 0;
	}
	switch (e->id) {
	case GUC_EV_QUEUE_POSITION:
		if (f->open)
			position(f, rules, e);
		else if (run >= MAX_ORPHANS)
			rules_check(rules, RULE_P3, false, e->index);
		break;
	case GUC_EV_H2G_RECEIVED:
		f->answers += e->arg[0] == GUC_ACTION_PAGE_FAULT_RES_DESC;
		break;
	case GUC_EV_PF_REQUESTS:
	case GUC_EV_PF_RESPONSES:
		begin_positions(f, e, 1);
		break;
	case GUC_EV_PF_FLUSH_ENGINE:
		begin_positions(f, e, 2);
		break;
	case GUC_EV_PF_FLUSH_CONTEXT:
		begin_positions(f, e, 3);
		break;
	}
}

/**
 * faults_open() - count the page faults that were not answered when the log ended
 * @f: the queues after the last event
 * @open: set to the number, 0..4095
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

/**
 * sequence_event() - test the rules about consecutive events
 * @s: zeroed before the first event. If the preceding event is a CTX_PLACED, the caller must have
 *	set @s->priority.
 * @rules: counts of the rules, which are updated
 * @e: the next event
 *
 * No rule spans a gap. A ring can begin within a sequence, so the first events after a gap are
 * not compared with events that are missing.
 *
 * Context: any, does not sleep.
 */
void sequence_event(struct sequence *s, struct rules *rules,
		    const struct an_event *e)
{
	u32 before;

	if (e->gap) {
		s->run = 0;
		s->policy = 0;
	}
	if (e->id == GUC_EV_H2G_RECEIVED)
		check_action(rules, e);
	else if (e->id == GUC_EV_ELSQ_SUBMIT)
		rules_check(rules, RULE_C7, an_elsq_engine(e->arg[0]) != GUCLOG_NONE &&
			    FIELD_GET(GUC_EV_ELSQ_SUBMIT_MASK, e->arg[0]) ==
			    e->arg[1], e->index);
	else if (e->id == GUC_EV_CSB)
		rules_check(rules, RULE_B1, !(e->arg[0] & CSB_LOW & ~GUC_CSB_NAMED) &&
			    e->arg[0] & GUC_CSB_NAMED, e->index);
	if (s->run) {
		check_pairs(s, rules, e);
		before = s->prev[0].id;
		if (before == GUC_EV_CSB || e->id == GUC_EV_CTX_RUNNING)
			check_running(s, rules, e);
		if (before == GUC_EV_RING_AT_SWITCH || before == GUC_EV_CTX_OFF_ENGINE)
			check_switch(s, rules, e);
		if (before == GUC_EV_CTX_PLACED)
			check_placed(s, rules, e);
	}
	check_policy(s, rules, e);
	faults_event(&s->faults, rules, e, s->run);
	s->prev[1] = s->prev[0];
	s->prev[0] = *e;
	s->run++;
}
