// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file attaches probes to tracepoints of xe. The tracepoints are not exported, so this
 * module finds them with a tracepoint module notifier: the kernel calls the notifier for
 * every module that has tracepoints, whether that module was loaded before or after this
 * one. If xe is built into the kernel, its tracepoints are in the kernel's own list.
 */
#include "xgl_trigger.h"

#include <linux/cleanup.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "abi/guc_ct_abi.h"
#include "xgl_incident.h"
#include "xgl_kill.h"
#include "xgl_xe.h"

/*
 * Kbuild omits this file for kernels without tracepoints. The #ifdef is for checks that compile
 * every file.
 */
#ifdef CONFIG_TRACEPOINTS

struct xe_device;
struct xe_exec_queue;
struct xe_sched_job;

static void probe_g2h(void *data, struct xe_device *xe, u8 gt_id, u32 action, u32 len,
		      u32 head, u32 tail)
{
	int trigger = guc_trigger_of_action(action);

	/* With this message the firmware asks xe to read the log, because the ring is half full. */
	if (action == GUC_ACTION_NOTIFY_FLUSH_LOG_BUFFER_TO_FILE)
		xgl_incident_log_flush(xe, gt_id);
	if (trigger >= 0)
		xgl_incident_of_message(trigger, xe, gt_id, len, head);
}

static void probe_timedout(void *data, struct xe_sched_job *job)
{
	xgl_incident_of_job(GUC_TRIGGER_TIMEOUT, job);
}

static void probe_stop(void *data, struct xe_exec_queue *queue)
{
	xgl_incident_of_queue(GUC_TRIGGER_GT_RESET, queue);
}

static void probe_reset(void *data, struct xe_exec_queue *queue)
{
	xgl_incident_of_queue(GUC_TRIGGER_ENGINE_RESET, queue);
}

static void probe_cat_error(void *data, struct xe_exec_queue *queue)
{
	xgl_incident_of_queue(GUC_TRIGGER_CAT_ERROR, queue);
}

static void probe_cgp_error(void *data, struct xe_exec_queue *queue)
{
	xgl_incident_of_queue(GUC_TRIGGER_CGP_ERROR, queue);
}

static void probe_kill(void *data, struct xe_exec_queue *queue)
{
	xgl_kill_add(queue);
}

static void probe_create(void *data, struct xe_exec_queue *queue)
{
	xgl_kill_created(queue);
	xgl_incident_of_create(queue);
}

static void probe_destroy(void *data, struct xe_exec_queue *queue)
{
	xgl_kill_freed(queue);
}

/**
 * struct point - a tracepoint of xe
 * @probe: this module's function for the tracepoint
 * @tp: the tracepoint; NULL while no xe is loaded, or if the loaded xe has no such tracepoint
 * @attached: @probe is attached to the tracepoint
 * @other: @probe cannot be attached, because the tracepoint's arguments are unknown, or
 *	differ from the arguments of @probe
 * @error: 0, or the error of the last attempt to attach
 */
struct point {
	void *probe;
	struct tracepoint *tp;
	bool attached;
	bool other;
	int error;
};

static struct point points[XEL_PROTO_COUNT] = {
	[XEL_PROTO_G2H] = { .probe = probe_g2h },
	[XEL_PROTO_TIMEDOUT] = { .probe = probe_timedout },
	[XEL_PROTO_STOP] = { .probe = probe_stop },
	[XEL_PROTO_RESET] = { .probe = probe_reset },
	[XEL_PROTO_CAT_ERROR] = { .probe = probe_cat_error },
	[XEL_PROTO_CGP_ERROR] = { .probe = probe_cgp_error },
	[XEL_PROTO_KILL] = { .probe = probe_kill },
	[XEL_PROTO_DESTROY] = { .probe = probe_destroy },
	[XEL_PROTO_CREATE] = { .probe = probe_create },
	[XEL_PROTO_CREATE_MULTI] = { .probe = probe_create },
};

/*
 * Bit mask of the tracepoints that are triggers (see xgl_trigger.h), by enum xel_proto_id. The
 * other tracepoints only report which queues are killed, freed or new.
 */
#define TRIGGERS	(BIT(XEL_PROTO_KILL) - 1)
static_assert(XEL_PROTO_KILL + 4 == XEL_PROTO_COUNT && XEL_PROTO_CGP_ERROR < XEL_PROTO_KILL);

/* Bit mask of the tracepoints that only a newer xe has, which supports groups of queues. */
#define OPTIONAL	(BIT(XEL_PROTO_CGP_ERROR) | BIT(XEL_PROTO_CREATE_MULTI))

/*
 * Bit mask of the tracepoints to which a probe is attached, by enum xel_proto_id. Changed under
 * points_lock.
 */
static unsigned long attached;
/*
 * Bit mask of the optional tracepoints that the loaded xe does not have. Changed under points_lock.
 */
static unsigned long missing;

/*
 * Protects the array points. The notifier takes this lock; the kernel calls the notifier with
 * the lock of its list of modules with tracepoints held.
 */
static DEFINE_MUTEX(points_lock);

static void detach(struct point *point)
{
	if (point->attached)
		tracepoint_probe_unregister(point->tp, point->probe, NULL);
	point->attached = false;
	WRITE_ONCE(attached, attached & ~BIT(point - points));
}

/* Detach from all tracepoints, and forget where they are, because xe is being unloaded. */
static void forget_points(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(points); i++) {
		detach(&points[i]);
		points[i].tp = NULL;
	}
	/* The killed queues belong to the xe that is being unloaded, and do not exist any more. */
	missing = 0;
	xgl_kill_stop();
}

/* Store a tracepoint in the array points if its name is that of a needed tracepoint of xe. */
static void remember_point(struct tracepoint *tp, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(points); i++)
		if (!strcmp(tp->name, xel_proto_name(i)))
			points[i].tp = tp;
}

static void remember_points(const struct module *mod)
{
	unsigned int n;

	for (n = 0; n < mod->num_tracepoints; n++)
		remember_point(tracepoint_ptr_deref(&mod->tracepoints_ptrs[n]), NULL);
}

static int module_event(struct notifier_block *nb, unsigned long event, void *data)
{
	const struct tp_module *tp_mod = data;

	if (strcmp(tp_mod->mod->name, XGL_XE_DRIVER))
		return NOTIFY_DONE;
	guard(mutex)(&points_lock);
	if (event == MODULE_STATE_COMING)
		remember_points(tp_mod->mod);
	else if (event == MODULE_STATE_GOING)
		forget_points();
	return NOTIFY_DONE;
}

static struct notifier_block notifier = { .notifier_call = module_event };

/**
 * xgl_trigger_init() - register the notifier that finds xe's tracepoints
 *
 * Context: process context, may sleep; no device's lock is held.
 * Return: 0 or the error of the kernel.
 */
int __init xgl_trigger_init(void)
{
	scoped_guard(mutex, &points_lock)
		for_each_kernel_tracepoint(remember_point, NULL);
	return register_tracepoint_module_notifier(&notifier);
}

/**
 * xgl_trigger_exit() - detach from xe's tracepoints
 *
 * When this function returns, no probe runs any more.
 *
 * Context: process context, may sleep; no device's lock is held.
 */
void xgl_trigger_exit(void)
{
	unregister_tracepoint_module_notifier(&notifier);
	xgl_trigger_detach();
}

/**
 * xgl_trigger_attach() - attach to the tracepoints of the xe that is loaded
 * @protos: bit mask of the tracepoints whose arguments are those of this module's probes, by
 *	enum xel_proto_id. Probes that are already attached stay attached, even if their bits
 *	are not set
 *
 * Context: process context, may sleep.
 */
void xgl_trigger_attach(u32 protos)
{
	unsigned int i;

	guard(mutex)(&points_lock);
	for (i = 0; i < ARRAY_SIZE(points); i++) {
		struct point *point = &points[i];

		if (!point->tp)
			WRITE_ONCE(missing, missing | (BIT(i) & OPTIONAL));
		if (point->attached || !point->tp)
			continue;
		point->other = !(protos & BIT(i));
		if (point->other)
			continue;
		point->error = tracepoint_probe_register(point->tp, point->probe, NULL);
		point->attached = !point->error;
		if (point->attached)
			WRITE_ONCE(attached, attached | BIT(i));
	}
}

/**
 * xgl_trigger_detach() - detach from all tracepoints
 *
 * When this function returns, no probe runs any more.
 *
 * Context: process context, sleeps.
 */
void xgl_trigger_detach(void)
{
	unsigned int i;

	scoped_guard(mutex, &points_lock)
		for (i = 0; i < ARRAY_SIZE(points); i++)
			detach(&points[i]);
	tracepoint_synchronize_unregister();
}

/**
 * xgl_trigger_state() - check whether this module has probes for the triggers
 *
 * Context: any.
 * Return: whether probes are attached to all, some or none of the tracepoints that are
 * triggers.
 */
enum xgl_trigger_state xgl_trigger_state(void)
{
	unsigned long found = READ_ONCE(attached) & TRIGGERS;

	if (!found)
		return XGL_TRIGGERS_NONE;
	return ((found | READ_ONCE(missing)) & TRIGGERS) == TRIGGERS ? XGL_TRIGGERS_ALL :
								      XGL_TRIGGERS_SOME;
}

/**
 * xgl_trigger_knows_kills() - check whether tracepoints of xe show which queues are killed
 *
 * Context: any, also hard interrupts; does not sleep.
 * Return: true if the probes for killed queues and for freed queues are attached, so the
 * table of killed queues (see xgl_kill.h) is correct.
 */
bool xgl_trigger_knows_kills(void)
{
	return !(~READ_ONCE(attached) & (BIT(XEL_PROTO_KILL) | BIT(XEL_PROTO_DESTROY)));
}

/**
 * xgl_trigger_print() - print for each tracepoint whether a probe is attached
 * @text: the text to append to; ``key=value`` lines
 *
 * Context: process context, may sleep.
 */
void xgl_trigger_print(struct guc_text *text)
{
	unsigned int i;

	guard(mutex)(&points_lock);
	for (i = 0; i < ARRAY_SIZE(points); i++) {
		const struct point *point = &points[i];

		guc_text_add(text, "trigger_%s=", xel_proto_name(i));
		if (point->attached)
			guc_text_add(text, "attached\n");
		else if (!point->tp)
			guc_text_add(text, "not attached: xe has no such tracepoint\n");
		else if (point->other)
			guc_text_add(text, "not attached: unknown or unexpected arguments\n");
		else if (point->error)
			guc_text_add(text, "not attached: error %d\n", point->error);
		else
			guc_text_add(text, "not attached\n");
	}
}

#endif
