/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Events in the form in which the analysis reads them, and functions that get their fields.
 */
#ifndef _ANALYSIS_EVENT_H_
#define _ANALYSIS_EVENT_H_

#include "guc_abi_names.h"
#include "guc_event.h"
#include "base/types.h"

/**
 * struct an_event - one event
 * @index: number of the event in its log, from 0
 * @tick: time of the event in GuC ticks, counted from an origin that is the same for all events of
 *	the log. It can be up to 32768 less than that of the preceding event, if the firmware stored
 *	the two events in the opposite order.
 * @id: id of the event
 * @arg: arguments of the event
 * @gap: the preceding events are unknown, because they are missing or this is the oldest event
 */
struct an_event {
	u64 index;
	s64 tick;
	u32 id;
	u32 arg[2];
	bool gap;
};

/*
 * A physical engine has a number, which is made from its class and its instance. The ranges are
 * those of the context status word in a CSB event: 3 bits for the class and 6 for the instance.
 */
#define AN_CLASSES	8u
#define AN_INSTANCES	64u
#define AN_ENGINES	(AN_CLASSES * AN_INSTANCES)

/* Return: the number of the engine, GUCLOG_NONE if class or instance is out of range. */
static inline u32 an_engine(u32 class, u32 instance)
{
	if (class >= AN_CLASSES || instance >= AN_INSTANCES)
		return GUCLOG_NONE;
	return class * AN_INSTANCES + instance;
}

static inline u32 an_engine_class(u32 engine)
{
	return engine / AN_INSTANCES;
}

static inline u32 an_engine_instance(u32 engine)
{
	return engine % AN_INSTANCES;
}

/*
 * Convert an engine class from the hardware's numbering (xe_hw_engine_types.h) to the GuC's.
 * Return: GUCLOG_NONE if there is no such class.
 */
static inline u32 an_hw_class(u64 class)
{
	static const u8 classes[] = {
		GUC_CLASS_RENDER, GUC_CLASS_VIDEO, GUC_CLASS_VIDEO_ENHANCE, GUC_CLASS_COPY,
		GUC_CLASS_GSC, GUC_CLASS_COMPUTE,
	};

	return class < ARRAY_SIZE(classes) ? classes[class] : GUCLOG_NONE;
}

/*
 * Return: xe's name of an engine class in the hardware's numbering, such as "rcs", or NULL if there
 * is no such class.
 */
static inline const char *an_hw_class_name(u64 class)
{
	return guc_abi_engine(an_hw_class(class));
}

/*
 * Functions that get the fields of the context word: argument 0 of CTX_NOT_READY, CTX_RUNNING,
 * CTX_PLACED and CTX_OFF_ENGINE.
 */
static inline u32 an_ctx_lrca(u32 word)
{
	return FIELD_GET(GUC_EV_CTX_PLACED_LRCA, word);
}

static inline u32 an_ctx_class(u32 word)
{
	return FIELD_GET(GUC_EV_CTX_PLACED_CLASS, word);
}

static inline u32 an_ctx_instance(u32 word)
{
	return FIELD_GET(GUC_EV_CTX_PLACED_INSTANCE, word);
}

static inline u32 an_ctx_engine(u32 word)
{
	return an_engine(an_ctx_class(word), an_ctx_instance(word));
}

/*
 * Return: the engine in the context word of an event, such as the engine that a context leaves with
 * CTX_OFF_ENGINE. GUCLOG_NONE if the event is a CTX_NOT_READY because the context is being
 * disabled: it then has the constant GUC_EVENT_DISABLED instead of an instance.
 */
static inline u32 an_left_engine(const struct an_event *e)
{
	if (e->id == GUC_EV_CTX_NOT_READY &&
	    an_ctx_instance(e->arg[0]) == GUC_EVENT_DISABLED)
		return GUCLOG_NONE;
	return an_ctx_engine(e->arg[0]);
}

/*
 * Functions that get the engine and the context of a CSB event from argument 1; GUCLOG_NONE if
 * the field names none.
 */
static inline u32 an_csb_engine(u32 arg)
{
	return an_engine(FIELD_GET(GUC_EV_CSB_CLASS, arg),
			 FIELD_GET(GUC_EV_CSB_INSTANCE, arg));
}

static inline u32 an_csb_ctx(u32 arg)
{
	u32 guc_id = FIELD_GET(GUC_EV_CSB_GUC_ID, arg);

	return guc_id == GUC_EVENT_NO_CTX ? GUCLOG_NONE : guc_id;
}

/* Does a CSB event with this status (argument 0) answer a submission: was the context accepted? */
static inline bool an_csb_answers(u32 status)
{
	return status & (GUC_CSB_IDLE_ACTIVE | GUC_CSB_LITE_RESTORE);
}

/*
 * Does a CSB event with this status report that a context left its engine before it was complete?
 */
static inline bool an_csb_preempted(u32 status)
{
	return (status & GUC_CSB_PREEMPTED) && !(status & GUC_CSB_LITE_RESTORE);
}

/*
 * Does a CSB event with this status report that a context left its engine because it was complete?
 */
static inline bool an_csb_complete(u32 status)
{
	return status & (GUC_CSB_COMPLETE | GUC_CSB_ACTIVE_IDLE);
}

/*
 * Return: the engine of an ELSQ_SUBMIT event, from argument 0, or GUCLOG_NONE if the mask does not
 * have exactly one engine.
 */
static inline u32 an_elsq_engine(u32 arg)
{
	u32 mask = FIELD_GET(GUC_EV_ELSQ_SUBMIT_MASK, arg);

	if (!mask || mask & (mask - 1))
		return GUCLOG_NONE;
	return an_engine(FIELD_GET(GUC_EV_ELSQ_SUBMIT_CLASS, arg), fls(mask) - 1);
}

#endif
