// SPDX-License-Identifier: GPL-2.0-only
#include "events/story.h"

#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"
#include "output/ct_list.h"
#include "util/msg.h"
#include "util/tree.h"

/*
 * G2H notifications of trouble; whether their first word is a guc_id,
 * and what xe does not say.
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

#define TIMEOUT_INFINITE	0x7fffffffffffffffull

static void tell_reason(struct story *story)
{
	const char *reason = guclog_tree_text(&story->dump->head, "Reason");
	const char *kernel = guclog_tree_text(&story->dump->head, "kernel");

	story_add(story, "The dump: %s%s", reason ? "Reason: " : "no Reason",
		  reason ? reason : "");
	if (story->dump->process) {
		story_more(story, "; process %s", story->dump->process);
		if (story->dump->has_pid)
			story_more(story, " [%u]", story->dump->pid);
	}
	if (kernel)
		story_more(story, "; kernel %s", kernel);
	story_more(story, ".");
}

/* The context that the story is about: the victim, else the one of the reason. */
static u32 subject(const struct story *story, const struct guclog_tree_gt *gt)
{
	const struct guclog_findings *found = story->log ? story->log->found : NULL;
	u32 guc_id;

	if (found && found->victim.guc_id != GUCLOG_NONE)
		return found->victim.guc_id;
	if (gt && guclog_reason_guc_id(guclog_tree_text(&story->dump->head, "Reason"), &guc_id))
		return guc_id;
	return GUCLOG_NONE;
}

/* The GT that has a queue. */
static const struct guclog_tree_gt *gt_of(const struct guclog_tree *dump,
					  const struct guclog_tree_context *c)
{
	unsigned int i;

	for (i = 0; i < dump->nr_gts; i++)
		if (c >= dump->gt[i].context &&
		    c < dump->gt[i].context + dump->gt[i].nr_contexts)
			return &dump->gt[i];
	return NULL;
}

/* Return: the engine of a class and a logical instance, NULL if the dump has none. */
static const char *find_engine(const struct guclog_tree_gt *gt, const char *class,
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
 * xe names a queue by the class of its engines and the guc_id, such as rcs10: that looks
 * like an engine. The logical mask says which engines of the class it may use.
 */
static void tell_queue(struct story *story, const struct guclog_tree_context *c)
{
	const char *name = guclog_tree_text(&c->fields, "Name"), *engine;
	size_t len = name ? strcspn(name, "0123456789") : 0;
	u64 mask;

	if (!len) {
		story_more(story, "%s", name ? name : "a queue without a name");
		return;
	}
	if (!tree_number(&c->fields, "Logical mask", &mask) || !mask) {
		story_more(story, "a queue of class %.*s", (int)len, name);
		return;
	}
	engine = mask & (mask - 1) ? NULL :
		 find_engine(gt_of(story->dump, c), name, len,
			     (u32)__builtin_ctzll(mask));
	if (engine)
		story_more(story, "a queue of %s", engine);
	else
		story_more(story, "a queue of class %.*s, logical mask 0x%llx",
			   (int)len, name, mask);
}

static void tell_context(struct story *story, u32 guc_id)
{
	const struct guclog_tree_context *c = guclog_tree_find_context(story->dump, guc_id);
	const char *seqno;
	u64 timeout;
	unsigned int i, open = 0;

	if (!c)
		return;
	for (i = 0; i < c->nr_jobs; i++)
		open += !c->job[i].finished;
	story_add(story, "In the dump, guc_id %u is ", guc_id);
	tell_queue(story, c);
	seqno = c->nr_lrcs ? guclog_tree_text(&c->lrc[0].fields, "Seqno (memory)") : NULL;
	if (open)
		story_more(story, ", %u job%s not finished", open,
			   open == 1 ? "" : "s");
	if (seqno)
		story_more(story, ", last completed seqno %s", seqno);
	if (tree_number(&c->fields, "Timeout", &timeout) &&
	    timeout == TIMEOUT_INFINITE)
		story_more(story, "; its jobs have no timeout, so the GuC preempts it only when another context waits for the engine");
	story_more(story, ".");
}

static void tell_engine(struct story *story, const struct guclog_tree_gt *gt)
{
	char name[STORY_TEXT];
	const char *value;
	unsigned int i;

	if (!story->log || !story->log->a || !gt ||
	    story->log->found->victim.engine == GUCLOG_NONE)
		return;
	story_engine(story->log->found->victim.engine, name);
	for (i = 0; i < gt->nr_engines; i++) {
		if (strcmp(gt->engine[i].name, name))
			continue;
		value = guclog_tree_text(&gt->engine[i].regs, "IPEHR");
		story_add(story, "Look next at the registers of %s in the dump",
			  name);
		if (value)
			story_more(story, " (IPEHR %s", value);
		value = guclog_tree_text(&gt->engine[i].regs, "ACTHD");
		if (value)
			story_more(story, ", ACTHD %s", value);
		story_more(story, value ? ")." : ".");
		return;
	}
}

/* @data: set to the first word of data of the newest one, GUCLOG_NONE without. */
static unsigned int count_action(const struct ct_list *list, u16 action, u32 *data)
{
	unsigned int found = 0;
	u32 i = list->nr;

	*data = GUCLOG_NONE;
	while (i--) {
		const struct guc_ct_msg *msg = &list->msg[i];

		if (!guc_ct_msg_has_action(msg) || msg->action != action)
			continue;
		if (!found++ && !guc_ct_msg_data(list->ring, msg, 0, data))
			*data = GUCLOG_NONE;
	}
	return found;
}

/* Describe the messages of the GuC to the driver that the ring still has. */
static void tell_notifications(struct story *story, const struct guclog_tree_gt *gt)
{
	struct ct_list list[GUC_CT_RINGS];
	const char *between = "";
	unsigned int i, found;
	u32 first;

	ct_list_make(list, gt);
	for (i = 0; i < ARRAY_SIZE(notifications); i++) {
		const struct guc_abi_action *action =
			guc_abi_action(notifications[i].code);

		found = count_action(&list[GUC_CT_G2H], notifications[i].code, &first);
		if (!found || !action)
			continue;
		if (!*between)
			story_add(story, "The GuC reported to the driver: ");
		story_more(story, "%s%s", between, action->name);
		if (notifications[i].guc_id && first != GUCLOG_NONE)
			story_more(story, " of guc_id %u", first);
		if (notifications[i].meaning)
			story_more(story, " (%s)", notifications[i].meaning);
		if (found > 1)
			story_more(story, " (the newest of %u)", found);
		between = ", ";
	}
	if (*between)
		story_more(story, ".");
	ct_list_free(list);
}

/* Compare the clock of the log with the clock of the driver, see the document. */
static void tell_shift(struct story *story)
{
	const struct analysed_log *log = story->log;
	const struct guclog_findings *v;
	u64 uptime;
	s64 late;

	if (!log || !log->a || !log->t.anchored)
		return;
	v = log->found;
	if (!v->chosen || v->chosen->disabled_index == GUCLOG_NO_EVENT ||
	    v->victim.guc_id == GUCLOG_NONE ||
	    !tree_seconds(&story->dump->head, "Uptime", &uptime))
		return;
	late = guclog_timeline_boottime_ns(&log->t, v->chosen->disabled_tick) -
	       (s64)uptime;
	if (late <= 0)
		return;
	story_add(story, "The log's times are late by at least %lld.%03lld ms: the driver took the dump's Uptime after the GuC had acknowledged the disable.",
		  late / 1000000, late / 1000 % 1000);
	story_prove(story, v->chosen->disabled_index);
}

static void tell_no_log(struct story *story)
{
	story_add(story, "The dump has no GuC log: a devcoredump of Linux before 6.13 does not contain it. On such a kernel the log is in debugfs: dri/<device>/gt0/uc/guc_log.");
	story_add(story, "The dump alone does not show what the firmware did.");
}

/**
 * story_dump() - describe the facts from the other sections of the devcoredump
 * @story: the story
 */
void story_dump(struct story *story)
{
	const struct guclog_tree_gt *gt;
	u32 guc_id;

	if (story->log) {
		gt = analysed_gt(story->log);
	} else {
		gt = guclog_tree_find_gt(story->dump, false, 0);
		tell_no_log(story);
	}
	tell_reason(story);
	guc_id = subject(story, gt);
	if (guc_id != GUCLOG_NONE)
		tell_context(story, guc_id);
	if (gt)
		tell_notifications(story, gt);
	tell_shift(story);
	tell_engine(story, gt);
}
