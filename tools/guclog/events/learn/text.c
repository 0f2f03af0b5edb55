// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Texts about the results of the learner, which finds out what the event ids of a log mean.
 */
#include "state.h"

/*
 * For each event: an observation that would prove that an id with the name of this event is not
 * the event.
 */
static const char * const refutes[GUC_EVX_COUNT] = {
	[GUC_EVX_H2G_RECEIVED] = "a value that is not an action, or not in the order of the ring",
	[GUC_EVX_CTX_SUBMIT] = "an event that is not after SCHED_CONTEXT, or has another guc_id",
	[GUC_EVX_CTX_REGISTERED] = "an event that is not after REGISTER_CONTEXT with its guc_id",
	[GUC_EVX_CTX_DEREGISTER] = "an event that is not after DEREGISTER_CONTEXT with its guc_id",
	[GUC_EVX_CTX_DEREGISTERED] = "an event without a CTX_DEREGISTER of its guc_id before it",
	[GUC_EVX_SCHED_MODE_SET] = "an event that is not after SCHED_CONTEXT_MODE_SET of its mode",
	[GUC_EVX_SCHED_MODE_DONE] = "an event with no SCHED_MODE_SET of its guc_id and mode before",
	[GUC_EVX_CTX_PRIORITY] = "a value that differs from KLV 0x2003 of the message before it",
	[GUC_EVX_QUEUE_FOR_CTX] = "a class or priority that differs from the context's",
	[GUC_EVX_CTX_POLICY] = "a message with KLV 0x2003 that two of these events do not follow",
	[GUC_EVX_CTX_READY] = "an event between CTX_PLACED and CTX_OFF_ENGINE of its context",
	[GUC_EVX_CTX_PLACED] = "an event that is not after CTX_READY of its context",
	[GUC_EVX_CTX_RUNNING] = "an event that is not after CTX_PLACED of its context",
	[GUC_EVX_CTX_OFF_ENGINE] = "an event of a context that is not on an engine",
	[GUC_EVX_CTX_NOT_READY] = "an event that is followed by CTX_PLACED of its context",
	[GUC_EVX_CSB] = "a status with bit 0 set and a guc_id, or bit 0 clear and no guc_id",
	[GUC_EVX_ELSQ_SUBMIT] = "a mask that is not the engine of the context placed just before",
	[GUC_EVX_RING_AT_SWITCH] = "head and tail that contradict whether the context has work",
	[GUC_EVX_QUEUE_POSITION] = "an old position that is not the new one of an earlier event",
	[GUC_EVX_PF_REQUESTS] = "an event that no QUEUE_POSITION of the request queue follows",
	[GUC_EVX_PF_RESPONSES] = "an event that no QUEUE_POSITION of the response queue follows",
	[GUC_EVX_PF_FLUSH_CONTEXT] = "an event while no context is being deregistered",
	[GUC_EVX_PF_FLUSH_ENGINE] = "an event while no engine is being reset",
	[GUC_EVX_SWITCH_OUT_REQUEST] = "an engine other than the engine that answers",
	[GUC_EVX_SWITCH_OUT_WAIT] = "an event without an unanswered SWITCH_OUT_REQUEST",
	[GUC_EVX_SWITCH_OUT_TIMEOUT] = "an event earlier than the context's preemption timeout",
	[GUC_EVX_CTX_RESUMED] = "an event of a context that was not preempted",
	[GUC_EVX_RESET_DECIDED] = "an event outside an engine reset, or two in one reset",
	[GUC_EVX_ENGINE_RESET_BEGIN] = "an event outside an engine reset, or two in one reset",
	[GUC_EVX_RESET_ENGINE] = "an event while no engine is being reset",
	[GUC_EVX_RESET_WAIT] = "an event while no engine is being reset",
	[GUC_EVX_RESET_ENGINE_DONE] = "an event outside an engine reset, or without a RESET_ENGINE",
	[GUC_EVX_ENGINE_RESET_END] =
		"an event outside an engine reset, or arguments other than ENGINE_RESET_BEGIN's",
	[GUC_EVX_CLASS_RESUMED] = "an event while no engine is being reset",
};

/**
 * learn_refutation() - describe an observation that would refute a proposal
 * @event: index of the event in the dictionary
 *
 * Return: a constant string.
 */
const char *learn_refutation(u32 event)
{
	return event < GUC_EVX_COUNT ? refutes[event] : "";
}

/**
 * learn_grade_name() - get the name of a grade
 * @grade: the grade
 *
 * Return: a constant string.
 */
const char *learn_grade_name(enum learn_grade grade)
{
	static const char * const names[] = {
		[LEARN_UNKNOWN] = "unknown",
		[LEARN_DOUBT] = "doubt",
		[LEARN_LIKELY] = "likely",
		[LEARN_CERTAIN] = "certain",
	};

	return names[grade];
}

/**
 * learn_look_name() - get the name of a kind of values
 * @look: the kind
 *
 * Return: a constant string.
 */
const char *learn_look_name(enum learn_look look)
{
	static const char * const names[] = {
		[LEARN_LOOK_VARIES] = "varies",
		[LEARN_LOOK_CONSTANT] = "constant",
		[LEARN_LOOK_PAD] = "pad",
		[LEARN_LOOK_GUC_ID] = "guc_id",
		[LEARN_LOOK_LRCA] = "context image",
		[LEARN_LOOK_COUNTER] = "counter",
		[LEARN_LOOK_MASK] = "one bit",
		[LEARN_LOOK_SMALL] = "small number",
	};

	return names[look];
}
