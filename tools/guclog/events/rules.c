// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/rules.h"

/* The bit of an event name in a mask of names: bit n stands for guc_event_table[n]. */
#define EV(name)	(1ull << GUC_EVX_##name)

#define EV_H2G		(EV(H2G_RECEIVED) | EV(CTX_SUBMIT) | EV(CTX_REGISTERED) | \
			 EV(CTX_DEREGISTER) | EV(SCHED_MODE_SET) | EV_POLICY)
#define EV_POLICY	(EV(CTX_PRIORITY) | EV(QUEUE_FOR_CTX) | EV(CTX_POLICY))
#define EV_RESET	(EV(SWITCH_OUT_WAIT) | EV(RESET_DECIDED) | \
			 EV(ENGINE_RESET_BEGIN) | EV(RESET_ENGINE) | \
			 EV(RESET_WAIT) | EV(RESET_ENGINE_DONE) | \
			 EV(ENGINE_RESET_END) | EV(CLASS_RESUMED))
#define EV_SWITCH_OUT	(EV(SWITCH_OUT_REQUEST) | EV(SWITCH_OUT_TIMEOUT))
#define EV_FAULTS	(EV(QUEUE_POSITION) | EV(PF_REQUESTS) | EV(PF_RESPONSES) | \
			 EV(PF_FLUSH_ENGINE) | EV(PF_FLUSH_CONTEXT))
#define EV_ALL		((1ull << GUC_EVX_COUNT) - 1)

#define ENTRY(letters, what, off_what, off_set, support_set, off_verdicts) \
	[RULE_##letters] = { .name = #letters, .text = what, \
			     .off_text = off_what, .off = off_set, \
			     .support = support_set, .verdicts = off_verdicts, \
			     .wanted = 99 }
#define WEAK(letters, what, off_what) \
	[RULE_##letters] = { .name = #letters, .text = what, \
			     .off_text = off_what, .wanted = 99, .weak = true }

/**
 * DOC: rates
 *
 * 99 of 100 checks of a rule must hold. With at least %RULE_SPARE_CHECKS checks, one check may
 * fail, because a log is copied while the firmware writes it, so an event can be damaged. With
 * fewer checks, all must hold. On the logs from which the dictionary was made, every check held.
 */

/*
 * The rules. The arguments of ENTRY are, in this order:
 *
 * 1. the name of the rule, such as H5
 * 2. the condition that must be true in the log
 * 3. a text for users (after "disables:" in the output of guclog events --check) that lists what is
 *    not used if the rule fails. Names in capitals are events; "these names" are the events that
 *    the condition names. The other words are results: "hang" (which engine was reset, and why),
 *    and "submit", "disable" and "deregister" (whether such a request has no answer).
 * 4. the event names that are not used if the rule fails
 * 5. the event names that the rule supports if it holds in a log of an unknown firmware
 * 6. the results that are not reported if the rule fails
 *
 * WEAK has only the first three. A weak rule does not support names, and its failure disables
 * nothing.
 */
const struct rule_def rule_defs[RULE_COUNT] = {
	/*
	 * H: messages of the driver. Arguments, here and below: rule, condition, text about what a
	 * failure disables, names that it disables, names that the rule supports, results that a
	 * failure disables.
	 */
	ENTRY(H1, "H2G_RECEIVED has an action code of the ABI",
	      "all names from H2G messages", EV_H2G, EV(H2G_RECEIVED), RULE_OFF_H2G),
	WEAK(H2, "arg1 of H2G_RECEIVED is 0", "nothing"),
	ENTRY(H3, "CTX_SUBMIT follows SCHED_CONTEXT", "CTX_SUBMIT",
	      EV(CTX_SUBMIT), EV(CTX_SUBMIT), 0),
	ENTRY(H4, "CTX_REGISTERED follows REGISTER_CONTEXT", "CTX_REGISTERED",
	      EV(CTX_REGISTERED), EV(CTX_REGISTERED), 0),
	ENTRY(H5, "SCHED_MODE_SET follows SCHED_CONTEXT_MODE_SET",
	      "SCHED_MODE_SET, disable", EV(SCHED_MODE_SET), EV(SCHED_MODE_SET),
	      RULE_OFF_DISABLE),
	ENTRY(H6, "CTX_DEREGISTER follows DEREGISTER_CONTEXT",
	      "CTX_DEREGISTER, deregister", EV(CTX_DEREGISTER),
	      EV(CTX_DEREGISTER), RULE_OFF_DEREGISTER),
	ENTRY(H9, "CTX_SUBMIT and the events of H4 to H6 come only after their message",
	      "these names, disable, deregister",
	      EV(CTX_SUBMIT) | EV(CTX_REGISTERED) | EV(SCHED_MODE_SET) |
	      EV(CTX_DEREGISTER), EV(H2G_RECEIVED),
	      RULE_OFF_DISABLE | RULE_OFF_DEREGISTER),
	/* C: submissions to an engine. The third argument says what a failure disables. */
	ENTRY(C5, "ELSQ_SUBMIT of the same engine follows CTX_PLACED",
	      "engines of contexts, hang, submit",
	      EV(CTX_PLACED) | EV(ELSQ_SUBMIT) | EV(CTX_RUNNING) |
	      EV(CTX_OFF_ENGINE) | EV(CTX_NOT_READY),
	      EV(CTX_PLACED) | EV(ELSQ_SUBMIT), RULE_OFF_HANG | RULE_OFF_SUBMIT),
	ENTRY(C6, "CTX_PLACED follows CTX_READY, and ELSQ_SUBMIT has its priority",
	      "CTX_READY, ELSQ_SUBMIT", EV(CTX_READY) | EV(ELSQ_SUBMIT),
	      EV(CTX_READY), 0),
	ENTRY(C7, "both masks of ELSQ_SUBMIT are equal and have one engine",
	      "ELSQ_SUBMIT, submit", EV(ELSQ_SUBMIT), EV(ELSQ_SUBMIT),
	      RULE_OFF_SUBMIT),
	/* B: answers of the engine (CSB). The third argument says what a failure disables. */
	ENTRY(B1, "the low half of CSB's status has only bits with a name",
	      "CSB, hang, submit", EV(CSB), EV(CSB),
	      RULE_OFF_HANG | RULE_OFF_SUBMIT),
	ENTRY(B4, "CSB has the context that was placed on the engine",
	      "CSB, hang, submit", EV(CSB), EV(CSB),
	      RULE_OFF_HANG | RULE_OFF_SUBMIT),
	ENTRY(B5, "every ELSQ_SUBMIT is answered before the engine's next one",
	      "submit", 0, 0, RULE_OFF_SUBMIT),
	ENTRY(B6, "CTX_RUNNING follows every CSB IDLE_ACTIVE and no other event",
	      "CTX_RUNNING", EV(CTX_RUNNING), EV(CTX_RUNNING), 0),
	ENTRY(B8, "RING_AT_SWITCH, CTX_OFF_ENGINE, then CTX_NOT_READY (head is tail) or CTX_READY",
	      "RING_AT_SWITCH, CTX_OFF_ENGINE, CTX_NOT_READY, hang",
	      EV(RING_AT_SWITCH) | EV(CTX_OFF_ENGINE) | EV(CTX_NOT_READY),
	      EV(RING_AT_SWITCH) | EV(CTX_OFF_ENGINE) | EV(CTX_NOT_READY),
	      RULE_OFF_HANG),
	ENTRY(B10, "an ELSQ_SUBMIT precedes every CSB that answers",
	      "submit", 0, 0, RULE_OFF_SUBMIT),
	/*
	 * M: the driver disables or deregisters a context, or sets its priority. The third argument
	 * says what a failure disables.
	 */
	WEAK(M1, "the last CTX_NOT_READY of every disable has instance 9, and no other", "nothing"),
	ENTRY(M2, "SCHED_MODE_SET and SCHED_MODE_DONE are pairs",
	      "SCHED_MODE_DONE, disable", EV(SCHED_MODE_DONE),
	      EV(SCHED_MODE_DONE), RULE_OFF_DISABLE),
	ENTRY(M3, "CTX_DEREGISTER and CTX_DEREGISTERED are pairs",
	      "CTX_DEREGISTERED, deregister", EV(CTX_DEREGISTERED),
	      EV(CTX_DEREGISTERED), RULE_OFF_DEREGISTER),
	ENTRY(M4, "CTX_PRIORITY, QUEUE_FOR_CTX and two CTX_POLICY of one context come in order",
	      "these names", EV_POLICY, EV_POLICY, 0),
	/* P: page faults. The third argument says what a failure disables. */
	ENTRY(P3, "QUEUE_POSITION begins where the last QUEUE_POSITION of its queue ended",
	      "page faults", EV_FAULTS, EV_FAULTS, RULE_OFF_FAULTS),
	ENTRY(P4, "PF_RESPONSES moves by 8 bytes for each PAGE_FAULT_RES_DESC",
	      "page faults", EV_FAULTS, EV(PF_RESPONSES), RULE_OFF_FAULTS),
	ENTRY(P5, "PF_REQUESTS moves by multiples of 16 bytes", "page faults",
	      EV_FAULTS, EV(PF_REQUESTS), RULE_OFF_FAULTS),
	/*
	 * R: preemptions and engine resets. The third argument says what a failure disables: for R2
	 * the reported limit of the wait for an engine, which is the preemption timeout.
	 */
	ENTRY(R1, "SWITCH_OUT_REQUEST ends in CSB PREEMPTED or SWITCH_OUT_TIMEOUT",
	      "these names, hang", EV_SWITCH_OUT | EV(CTX_RESUMED),
	      EV_SWITCH_OUT | EV(CTX_RESUMED), RULE_OFF_HANG),
	ENTRY(R2, "SWITCH_OUT_TIMEOUT comes at the end of the timeout in force (1 us in a disable)",
	      "the limit", 0, EV_SWITCH_OUT, 0),
	ENTRY(R3, "the steps of a reset are in order", "reset names, hang",
	      EV_RESET, EV_RESET, RULE_OFF_HANG),
	ENTRY(R4, "ENGINE_RESET_END has the arguments of ENGINE_RESET_BEGIN",
	      "reset names, hang", EV_RESET, EV_RESET, RULE_OFF_HANG),
	ENTRY(R5, "SWITCH_OUT_WAIT comes at equal intervals, such as 64 ms",
	      "SWITCH_OUT_WAIT", EV(SWITCH_OUT_WAIT), EV_RESET, 0),
	/*
	 * G: comparison of the events with the messages in the H2G ring of the same devcoredump.
	 * The third argument says what a failure disables.
	 */
	ENTRY(G1, "the newest H2G_RECEIVED are the messages of the H2G ring",
	      "everything", EV_ALL, EV(H2G_RECEIVED), RULE_OFF_ALL),
	ENTRY(G2, "CTX_SUBMIT has the message's guc_id", "CTX_SUBMIT",
	      EV(CTX_SUBMIT), EV(CTX_SUBMIT), 0),
	ENTRY(G3, "SCHED_MODE_SET has the message's guc_id and mode",
	      "SCHED_MODE_SET, disable", EV(SCHED_MODE_SET), EV(SCHED_MODE_SET),
	      RULE_OFF_DISABLE),
	ENTRY(G4, "CTX_DEREGISTER has the message's guc_id",
	      "CTX_DEREGISTER, deregister", EV(CTX_DEREGISTER),
	      EV(CTX_DEREGISTER), RULE_OFF_DEREGISTER),
	ENTRY(G5, "CTX_REGISTERED has the message's guc_id", "CTX_REGISTERED",
	      EV(CTX_REGISTERED), EV(CTX_REGISTERED), 0),
	ENTRY(G6, "the first CTX_READY has the message's LRCA and class",
	      "CTX_READY, hang", EV(CTX_READY), EV(CTX_READY), RULE_OFF_HANG),
	ENTRY(G7, "CTX_PRIORITY has the message's guc_id and priority (KLV 0x2003)",
	      "CTX_PRIORITY", EV_POLICY, EV_POLICY, 0),
};

/**
 * rules_failed() - find out whether a rule failed
 * @rules: the counts
 * @rule: the rule
 *
 * Context: any, does not sleep.
 * Return: whether the rule held less often than required; false if it was not tested.
 */
bool rules_failed(const struct rules *rules, enum rule rule)
{
	const struct rule_count *count = &rules->count[rule];

	return count->checks - count->hits > (count->checks >= RULE_SPARE_CHECKS) &&
	       count->hits * 100 < count->checks * rule_defs[rule].wanted;
}

static bool is_reset_rule(unsigned int rule)
{
	return rule >= RULE_R1 && rule <= RULE_R5;
}

/*
 * Return: the number of checks of a rule. For R1 to R5 (preemptions and resets), it is the sum of
 * the checks of these five rules, because each reset is checked by several of them.
 */
static u64 checks_of(const struct rules *rules, unsigned int rule)
{
	u64 checks = 0;
	unsigned int i;

	if (!is_reset_rule(rule))
		return rules->count[rule].checks;
	for (i = RULE_R1; i <= RULE_R5; i++)
		checks += rules->count[i].checks;
	return checks;
}

/*
 * Return: number of rules that support the dictionary as a whole, because they hold and have enough
 * checks, or 0 if any rule fails.
 */
static u64 agreement(const struct rules *rules)
{
	u64 held = 0;
	unsigned int i;

	for (i = 0; i < RULE_COUNT; i++) {
		if (rules_failed(rules, i))
			return 0;
		held += !rule_defs[i].weak && rules->count[i].checks >= RULE_MIN_CHECKS;
	}
	return held;
}

/*
 * Return: the names that this log supports: the names in @support of each rule that holds and has
 * at least RULE_MIN_CHECKS checks. A rule with fewer checks also counts if no rule fails and, for
 * each missing check, one other rule with enough checks holds.
 */
static u64 supported(const struct rules *rules)
{
	u64 words = 0, more = agreement(rules);
	unsigned int i;

	for (i = 0; i < RULE_COUNT; i++)
		if (rules->count[i].checks && !rules_failed(rules, i) &&
		    !rule_defs[i].weak &&
		    checks_of(rules, i) + more >= RULE_MIN_CHECKS)
			words |= rule_defs[i].support;
	return words;
}

/* Return: RULE_OFF_* of the verdicts that need a name which is not in @words. */
static unsigned int unsupported(u64 words)
{
	const u64 placed = EV(CTX_PLACED) | EV(ELSQ_SUBMIT) | EV(CSB);
	unsigned int off = 0;

	if (~words & (EV_RESET | EV_SWITCH_OUT | EV(CTX_NOT_READY) |
		      EV(CTX_OFF_ENGINE) | placed))
		off |= RULE_OFF_HANG;
	if (~words & placed)
		off |= RULE_OFF_SUBMIT;
	if (~words & (EV(SCHED_MODE_SET) | EV(SCHED_MODE_DONE)))
		off |= RULE_OFF_DISABLE;
	if (~words & (EV(CTX_DEREGISTER) | EV(CTX_DEREGISTERED)))
		off |= RULE_OFF_DEREGISTER;
	if (~words & EV(H2G_RECEIVED))
		off |= RULE_OFF_H2G;
	if (~words & (EV(PF_REQUESTS) | EV(PF_RESPONSES) | EV(QUEUE_POSITION)))
		off |= RULE_OFF_FAULTS;
	return off;
}

/*
 * Names that may be missing among the names that were learned from a log. Verdicts are then still
 * given, and rules are still tested. SWITCH_OUT_WAIT only shows that the firmware still waits for
 * an engine.
 */
#define EV_OPTIONAL	EV(SWITCH_OUT_WAIT)

/**
 * rules_ignore() - check whether a rule must be ignored for a log of another firmware
 * @rule: number of the rule, less than %RULE_COUNT
 * @learned: bit mask of the names that were learned from the log, bit n: guc_event_table[n]
 *
 * Context: any, does not sleep.
 * Return: true if the rule is about a name that was not learned.
 */
bool rules_ignore(unsigned int rule, u64 learned)
{
	return rule_defs[rule].support & ~learned & ~EV_OPTIONAL;
}

/**
 * rules_result() - find the names and verdicts that the rules allow
 * @result: filled with the names and the verdicts that may be used
 * @rules: the counts of the whole log
 * @known: the log is from a firmware version whose logs were used to make the dictionary
 * @learned: the names that were learned from the log; NULL if none were learned, so the
 *	names of the dictionary are used
 *
 * For a known firmware, every name is used unless a failed rule disables it. For another firmware,
 * a name is used if it was learned from the log. If no names were learned from the log, a name
 * needs a rule that supports it, holds, and was tested %RULE_MIN_CHECKS times. Fewer tests suffice
 * if no rule fails and, for each missing test, one other rule with %RULE_MIN_CHECKS tests holds. If
 * names were learned, rules about other names are ignored. If at least three of the tested rules,
 * and at least a third of them, fail, the dictionary does not fit the log, and no name is used.
 * This applies to every firmware version.
 *
 * Context: any, does not sleep.
 */
void rules_result(struct rules_result *result, const struct rules *rules,
		  bool known, const struct rules_learned *learned)
{
	unsigned int i;

	*result = (struct rules_result){ .known = known };
	result->words = learned ? learned->words : known ? EV_ALL : supported(rules);
	for (i = 0; i < RULE_COUNT; i++) {
		if (!rules->count[i].checks ||
		    (learned && rules_ignore(i, learned->words)))
			continue;
		result->tested++;
		if (!rules_failed(rules, i)) {
			result->held++;
			continue;
		}
		result->failed |= 1ull << i;
		result->words &= ~rule_defs[i].off;
		result->off |= rule_defs[i].verdicts;
	}
	if (learned)
		result->off |= unsupported(result->words | learned->absent | EV_OPTIONAL);
	else if (!known)
		result->off |= unsupported(result->words);
	i = result->tested - result->held;
	result->misfit = i >= 3 && i * 3 >= result->tested;
	if (result->misfit) {
		result->words = 0;
		result->off = RULE_OFF_ALL;
	}
}
