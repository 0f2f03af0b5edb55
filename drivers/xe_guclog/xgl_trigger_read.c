// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file reads xe's structures for a probe, a function of this module that runs when xe's code
 * reaches a tracepoint. A probe can run in any context, so these functions take no lock, and none
 * of their reads can fault. The objects that xe passes to a probe exist while the probe runs.
 */
#include <linux/string.h>
#include <linux/uaccess.h>

#include "xgl_kill.h"
#include "xgl_trigger.h"
#include "xgl_xe.h"

/*
 * EXEC_QUEUE_STATE_KILLED of xe_guc_submit.c, the same in Linux 6.12 and 7.3. Type information
 * (BTF) does not contain macros, so it is unknown whether the loaded xe has this value, too.
 * Therefore it is used only if xe's tracepoints for killed queues cannot be used, or if there was
 * no memory to store a killed queue.
 */
#define STATE_KILLED	BIT(7)

/**
 * xgl_trigger_device() - find the device that a struct xe_device belongs to
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 *
 * Context: any, does not sleep or fault.
 * Return: its struct device, valid for comparison only, or NULL if it cannot be read.
 */
const void *xgl_trigger_device(const struct xel_layout *layout, const void *xe)
{
	return xgl_xe_field_pointer(layout, xe, XEL_DEVICE_DEV);
}

/**
 * xgl_trigger_queue_gt() - find the GT of a queue
 * @layout: layout of the xe that is loaded
 * @queue: the struct xe_exec_queue
 * @dev: set to the struct device of the GPU, valid for comparison only
 * @gt: set to the number of the GT
 *
 * Context: any, does not sleep or fault.
 * Return: the struct xe_device, or NULL if the GT or the device cannot be read.
 */
const void *xgl_trigger_queue_gt(const struct xel_layout *layout, const void *queue,
				 const void **dev, u32 *gt)
{
	const void *xe_gt = xgl_xe_field_pointer(layout, queue, XEL_QUEUE_GT);
	const void *tile = xgl_xe_field_pointer(layout, xe_gt, XEL_GT_TILE);
	const void *xe = xgl_xe_field_pointer(layout, tile, XEL_TILE_XE);
	u64 id;

	if (!xe || !xgl_xe_field_number(layout, xe_gt, XEL_GT_ID, &id))
		return NULL;
	*dev = xgl_trigger_device(layout, xe);
	*gt = id;
	return xe;
}

/*
 * Copy a name, at most 32 characters. Read it byte by byte, because it may end at the end
 * of a mapped page.
 */
static void read_name(char *to, size_t size, const char *from)
{
	char raw[32];
	size_t len;

	for (len = 0; from && len < sizeof(raw); len++)
		if (copy_from_kernel_nofault(&raw[len], from + len, 1) || !raw[len])
			break;
	guc_incident_copy_name(to, size, raw, len);
}

/**
 * xgl_trigger_queue_facts() - read data about the queue of a trigger
 * @layout: layout of the xe that is loaded
 * @queue: the struct xe_exec_queue
 * @event: zeroed except for its trigger; filled with the guc_id, the engine and the process of
 *	the queue, and whether it was killed. What cannot be read stays 0; without the guc_id,
 *	nothing is filled
 *
 * Context: any, does not sleep or fault.
 */
void xgl_trigger_queue_facts(const struct xel_layout *layout, const void *queue,
			     struct guc_incident_event *event)
{
	const void *guc = xgl_xe_field_pointer(layout, queue, XEL_QUEUE_GUC);
	const void *file = xgl_xe_field_pointer(layout, queue, XEL_QUEUE_FILE);
	const void *engine = xgl_xe_field_pointer(layout, queue, XEL_QUEUE_ENGINE);
	u64 value;

	if (!xgl_xe_field_number(layout, guc, XEL_GUC_QUEUE_ID, &value))
		return;
	event->has_queue = true;
	event->guc_id = value;
	if (xgl_trigger_knows_kills())
		event->killed = xgl_kill_has(queue);
	if (!event->killed && (!xgl_trigger_knows_kills() || !xgl_kill_is_complete()) &&
	    xgl_xe_field_number(layout, guc, XEL_GUC_QUEUE_STATE, &value))
		event->killed = value & STATE_KILLED;
	read_name(event->engine, sizeof(event->engine),
		  xgl_xe_field_pointer(layout, engine, XEL_ENGINE_NAME));
	/* A queue that the kernel itself uses has no file, and so no process. */
	if (xgl_xe_field_number(layout, file, XEL_FILE_PID, &value)) {
		event->has_pid = true;
		event->pid = value;
		read_name(event->process, sizeof(event->process),
			  xgl_xe_field_pointer(layout, file, XEL_FILE_PROCESS));
	}
}

/* Return: the struct xe_gt of a GT, or NULL if there is none or it cannot be read. */
static const void *find_gt(const struct xel_layout *layout, const void *xe, u32 gt)
{
	const void *gts[XGL_MAX_GTS];

	xgl_xe_find_gts(layout, xe, gts);
	return gt < XGL_MAX_GTS ? gts[gt] : NULL;
}

/**
 * xgl_trigger_failed_engine() - find which engine the GuC could not reset
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 * @gt: number of the GT
 * @len: number of words of the GuC's message, which xe has just read
 * @end: position after the message in the G2H ring (GuC to host), in words
 * @event: the trigger; its member engine is set if the engine is known
 *
 * Although xe has read the message, its bytes are still in the ring, because the GuC overwrites
 * them only after it has written newer messages into the rest of the ring.
 *
 * Context: any, does not sleep or fault.
 */
void xgl_trigger_failed_engine(const struct xel_layout *layout, const void *xe, u32 gt, u32 len,
			       u32 end, struct guc_incident_event *event)
{
	const void *xe_gt = find_gt(layout, xe, gt), *guc, *ring;
	u32 msg[GUC_INCIDENT_FAILED_WORDS], i, at;
	__le32 word;
	u64 words;

	if (!xe_gt)
		return;
	guc = xe_gt + layout->field[XEL_GT_GUC].off;
	ring = xgl_xe_field_pointer(layout, guc, XEL_GUC_G2H_RING);
	if (!ring || !xgl_xe_field_number(layout, guc, XEL_GUC_G2H_WORDS, &words) || end >= words ||
	    len < ARRAY_SIZE(msg) || len > words)
		return;
	for (i = 0; i < ARRAY_SIZE(msg); i++) {
		at = end + i - len;
		if (end + i < len)
			at += words;
		if (copy_from_kernel_nofault(&word, ring + (size_t)at * sizeof(word), sizeof(word)))
			return;
		msg[i] = le32_to_cpu(word);
	}
	guc_incident_failed_engine(event, msg);
}

/**
 * xgl_trigger_states() - read the states of the regions of a GT's log
 * @layout: layout of the xe that is loaded
 * @xe: the struct xe_device
 * @gt: number of the GT
 * @states: filled with the states, which are the first bytes of the state page
 *
 * The log may be in device memory. The device is active, because xe is using it. If it was
 * unplugged, the bytes read as all ones, which the users of the states reject as invalid.
 *
 * Context: any, does not sleep or fault. A read from device memory takes about
 * 10 us for all states.
 * Return: true if the states were read.
 */
bool xgl_trigger_states(const struct xel_layout *layout, const void *xe, u32 gt,
			u8 states[XGL_STATES_BYTES])
{
	const void *xe_gt = find_gt(layout, xe, gt);
	const void *log, *bo, *addr;

	if (!xe_gt)
		return false;
	log = xe_gt + layout->field[XEL_GT_GUC].off + layout->field[XEL_GUC_LOG].off;
	bo = xgl_xe_field_pointer(layout, log, XEL_LOG_BO);
	addr = xgl_xe_field_pointer(layout, bo, XEL_BO_VMAP_ADDR);
	return addr && !copy_from_kernel_nofault(states, addr, XGL_STATES_BYTES);
}
