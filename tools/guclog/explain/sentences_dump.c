// SPDX-License-Identifier: GPL-2.0-only
#include "explain/explanation.h"
#include "model/printed.h"
#include "read/dump/ct.h"
#include "read/dump/dump.h"
#include "explain/analysis.h"
#include "events/dump_facts.h"
#include "read/log/log.h"

#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"

/*
 * G2H messages with which the GuC reports an error or a state capture to the driver: the action,
 * whether the first data word is a guc_id, and a description if the name of the action needs one.
 */
static const struct {
	u16 code;
	bool guc_id;
	const char *meaning;
} notifications[] = {
	{ .code = GUC_ACTION_CONTEXT_RESET_NOTIFICATION, .guc_id = true },
	{ .code = GUC_ACTION_ENGINE_FAILURE_NOTIFICATION },
	{ .code = GUC_ACTION_NOTIFY_MULTI_QUEUE_CGP_CONTEXT_ERROR },
	{ .code = GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR, .guc_id = true,
	  .meaning = "a memory error: an access that the page tables do not allow" },
	{ .code = GUC_ACTION_NOTIFY_UNCORRECTABLE_LOCAL_ERROR },
	{ .code = GUC_ACTION_STATE_CAPTURE_NOTIFICATION },
	{ .code = GUC_ACTION_NOTIFY_FLUSH_LOG_BUFFER_TO_FILE },
	{ .code = GUC_ACTION_NOTIFY_CRASH_DUMP_POSTED },
	{ .code = GUC_ACTION_NOTIFY_EXCEPTION },
};

/* Return: whether the Reason of the dump names a queue of another GT than that of the log. */
static bool is_about_other_gt(const struct explanation *x)
{
	u32 guc_id;

	return x->gt && reason_guc_id(guclog_dump_text(&x->dump->head, DUMP_HEAD_REASON), &guc_id) &&
	       dump_queue_is_elsewhere(x->dump, x->gt, guc_id);
}

static void say_reason(struct explanation *x)
{
	const char *reason = guclog_dump_text(&x->dump->head, DUMP_HEAD_REASON);
	const char *kernel = guclog_dump_text(&x->dump->head, DUMP_HEAD_KERNEL);

	sentence_begin(x, "The dump: %s%s%s%s", reason ? "" : "no ",
		       printed_text(DUMP_HEAD_REASON), reason ? ": " : "", reason ?: "");
	if (x->dump->process) {
		sentence_more(x, "; process %s", x->dump->process);
		if (x->dump->has_pid)
			sentence_more(x, " [%u]", x->dump->pid);
	}
	if (kernel)
		sentence_more(x, "; kernel %s", kernel);
	if (is_about_other_gt(x))
		sentence_more(x, "; it is about a queue of another GT");
	sentence_more(x, ".");
}

/*
 * Return: the guc_id of the context that the explanation is about: the victim (the context that was
 * removed by a reset or whose request is stuck), or else the context that the Reason of the dump
 * names; GUCLOG_NONE if neither is known.
 */
static u32 subject(const struct explanation *x, const struct guclog_dump_gt *gt)
{
	const struct guclog_findings *found = x->found;
	u32 guc_id;

	if (found && is_of_queue(x, found->victim.guc_id))
		return x->shown.driver.guc_id;
	if (found && found->victim.guc_id != GUCLOG_NONE)
		return found->victim.guc_id;
	if (gt && reason_guc_id(guclog_dump_text(&x->dump->head, DUMP_HEAD_REASON), &guc_id))
		return guc_id;
	/* Linux before 6.13 prints no Reason, but lists the one queue. */
	return x->queue ? x->shown.driver.guc_id : GUCLOG_NONE;
}

/* Return: the GT to which a queue of the dump belongs, or NULL if there is none. */
static const struct guclog_dump_gt *gt_of(const struct guclog_dump *dump,
					  const struct guclog_dump_context *c)
{
	unsigned int i, k;

	for (i = 0; i < dump->nr_gts; i++)
		for (k = 0; k < dump->gt[i].nr_contexts; k++)
			if (c == &dump->gt[i].context[k])
				return &dump->gt[i];
	return NULL;
}

/* Return: name of the engine with a class and a logical instance, or NULL if the dump lacks it. */
static const char *find_engine(const struct guclog_dump_gt *gt, const char *class,
			       size_t class_len, u32 instance)
{
	unsigned int i;

	for (i = 0; gt && i < gt->nr_engines; i++) {
		const char *name = gt->engine[i].name;

		if (gt->engine[i].logical_instance == instance &&
		    !strncmp(name, class, class_len) && name[class_len] >= '0' &&
		    name[class_len] <= '9')
			return name;
	}
	return NULL;
}

/*
 * Describe a queue by its engine or engine class. The name that xe gives it is not used, because it
 * consists of the engine class and the guc_id: "rcs10" looks like the name of an engine. The
 * logical mask shows which engines of the class the queue may use.
 */
static void say_queue(struct explanation *x, const struct guclog_dump_context *c)
{
	const char *name = guclog_dump_text(&c->fields, DUMP_QUEUE_NAME), *engine;
	size_t len = name ? strcspn(name, "0123456789") : 0;
	uint64_t mask;

	if (!len) {
		sentence_more(x, "%s", name ? name : "a queue without a name");
		return;
	}
	if (!guclog_dump_number(&c->fields, DUMP_QUEUE_LOGICAL_MASK, &mask) || !mask) {
		sentence_more(x, "a queue of class %.*s", (int)len, name);
		return;
	}
	engine = mask & (mask - 1) ? NULL :
		 find_engine(gt_of(x->dump, c), name, len,
			     (u32)__builtin_ctzll(mask));
	if (engine)
		sentence_more(x, "a queue of %s", engine);
	else
		sentence_more(x, "a queue of class %.*s, logical mask 0x%llx",
			      (int)len, name, (u64)mask);
}

/*
 * Describe a queue that the dump lists for the GT of the log. Other GTs have other queues with the
 * same guc_id.
 */
static void say_context(struct explanation *x, u32 guc_id)
{
	const struct guclog_dump_context *c = dump_find_context(x->dump, guc_id);
	uint64_t timeout, state, done;
	unsigned int i, open = 0;
	bool has_done;

	if (!c || (x->gt && dump_queue_is_elsewhere(x->dump, x->gt, guc_id)))
		return;
	for (i = 0; i < c->nr_jobs; i++)
		open += !c->job[i].finished;
	sentence_begin(x, "In the dump, guc_id %u is ", guc_id);
	say_queue(x, c);
	has_done = guclog_dump_number(driver_ring(c), DUMP_LRC_SEQNO, &done);
	if (!has_done && c == x->queue && x->shown.driver.has_seqno_done) {
		has_done = true;
		done = (u64)x->shown.driver.seqno_done;
	}
	if (open)
		sentence_more(x, ", %u job%s not finished", open,
			      open == 1 ? "" : "s");
	if (has_done && (int32_t)done == FIRST_SEQNO - 1)
		sentence_more(x, ", none of its jobs has ended");
	else if (has_done)
		sentence_more(x, ", the last job that ended is %u (number %llu of this queue)",
			      (u32)done, job_ordinal((int32_t)done));
	if (has_done && c->nr_lrcs > 1)
		sentence_more(x, " in the ring that has ended the fewest jobs, of its %u rings",
			      c->nr_lrcs);
	/*
	 * Only the bit for a reset is reported. The bits for a destroyed or banned queue say
	 * nothing about the cause, because xe sets them itself before it makes the dump.
	 */
	if (guclog_dump_number(&c->fields, DUMP_QUEUE_STATE, &state) && state & QUEUE_RESET)
		sentence_more(x, "; the queue's state shows that the GuC reported a reset or a memory error of the queue");
	if (guclog_dump_number(&c->fields, DUMP_QUEUE_STATE, &state) && state & QUEUE_WEDGED)
		sentence_more(x, "; the driver had declared the device wedged, so it accepts no more work");
	if (!guclog_dump_number(&c->fields, DUMP_QUEUE_TIMEOUT, &timeout))
		timeout = 1;
	if (timeout == TIMEOUT_INFINITE)
		sentence_more(x, "; its jobs have no timeout, so the GuC preempts it only when another context waits for the engine");
	else if (!timeout)
		sentence_more(x, "; the driver ended its jobs without waiting for their time limit");
	sentence_more(x, ".");
}

/**
 * struct notification - messages of one action in the G2H ring
 * @found: number of messages
 * @first: first data word of the newest message, GUCLOG_NONE if there is no message
 */
struct notification {
	unsigned int found;
	u32 first;
};

/* For each row of notifications[], count the messages of the ring with that action. */
static void count_notifications(const struct ct_messages *list, struct notification count[])
{
	unsigned int k;
	u32 i;

	for (i = list->nr; i--;) {
		const struct guc_ct_msg *msg = &list->msg[i];

		for (k = 0; k < ARRAY_SIZE(notifications); k++)
			if (guc_ct_msg_has_action(msg) && msg->action == notifications[k].code)
				break;
		if (k == ARRAY_SIZE(notifications))
			continue;
		if (!count[k].found++ && !guc_ct_msg_data(list->ring, msg, 0, &count[k].first))
			count[k].first = GUCLOG_NONE;
	}
}

/*
 * Describe the messages from the GuC to the driver whose actions are in notifications[], as far as
 * the G2H ring still has them.
 */
static void say_notifications(struct explanation *x)
{
	struct notification count[ARRAY_SIZE(notifications)] = { { .found = 0 } };
	const char *between = "";
	unsigned int i, found;
	u32 first;

	count_notifications(&x->messages[GUC_CT_G2H], count);
	for (i = 0; i < ARRAY_SIZE(notifications); i++) {
		const struct guc_abi_action *action =
			guc_abi_action(notifications[i].code);

		found = count[i].found;
		first = count[i].first;
		if (!found || !action)
			continue;
		if (!*between)
			sentence_begin(x, "The GuC reported to the driver: ");
		sentence_more(x, "%s%s", between, action->name);
		if (notifications[i].guc_id && first != GUCLOG_NONE)
			sentence_more(x, " of guc_id %u", first);
		if (notifications[i].meaning)
			sentence_more(x, " (%s)", notifications[i].meaning);
		if (found > 1)
			sentence_more(x, " (the newest of %u)", found);
		between = ", ";
	}
	if (*between)
		sentence_more(x, ".");
}

/*
 * If the times of the log are too late, say by how much at least. The driver reads the Uptime in
 * the dump after the GuC has acknowledged the disable of the queue that the dump is about, so the
 * event of the acknowledgment must be earlier than the Uptime.
 */
static void say_shift(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	uint64_t uptime;
	s64 late;

	if (!x->a || !x->a->t.pub.anchored)
		return;
	if (!v->chosen || v->chosen->disabled_index == GUCLOG_NO_EVENT ||
	    !is_of_queue(x, v->victim.guc_id) ||
	    !guclog_dump_seconds(&x->dump->head, DUMP_HEAD_UPTIME, &uptime))
		return;
	late = event_reader_boottime_ns(&x->a->t, v->chosen->disabled_tick) -
	       (s64)uptime;
	if (late <= 0)
		return;
	sentence_begin(x, "The times of the log are too late by at least %lld.%03lld ms: the driver read the Uptime of the dump after the GuC had acknowledged the disable of the queue.",
		       late / 1000000, late / 1000 % 1000);
	sentence_says(x, GUCLOG_BASIS_BOTH);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	sentence_proof(x, v->chosen->disabled_index);
}

static void say_no_log(struct explanation *x)
{
	const char *version = x->gt ? guclog_dump_text(&x->gt->log.fields, DUMP_LOG_VERSION) : NULL;
	static const char * const why[] = {
		[GUCLOG_NO_LOG_UNKNOWN] = "The dump has no GuC log. A devcoredump of Linux before 6.13 does not contain it; on such a kernel the log is in debugfs: dri/<device>/gt0/uc/guc_log.",
		[GUCLOG_NO_LOG_KERNEL] = "The dump has no GuC log: a devcoredump of Linux before 6.13 does not contain it. On such a kernel the log is in debugfs: dri/<device>/gt0/uc/guc_log.",
		[GUCLOG_NO_LOG_CUT] = "This part of the dump has no GuC log; the rest of the dump may have it: get the whole file.",
		[GUCLOG_NO_LOG_DATA] = "The dump has no GuC log: its section has no data that can be read.",
	};

	sentence_begin(x, "%s", why[guclog_dump_why_no_log(x->dump)]);
	if (version)
		sentence_more(x, " Its firmware is GuC %s.", version);
	sentence_begin(x, "The dump alone does not show what the firmware did.");
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
}

/**
 * explain_dump() - describe the facts from the other sections of the devcoredump
 * @x: the explanation
 */
void explain_dump(struct explanation *x)
{
	const struct guclog_dump_gt *gt = x->gt;
	u32 guc_id;

	if (!x->log)
		say_no_log(x);
	say_reason(x);
	guc_id = subject(x, gt);
	if (guc_id != GUCLOG_NONE)
		say_context(x, guc_id);
	if (gt)
		say_notifications(x);
	say_shift(x);
	explain_engine(x);
	explain_mappings(x);
}
