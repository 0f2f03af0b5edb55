// SPDX-License-Identifier: GPL-2.0
/* ct_send.c -- put G2H messages into the ring of the command transport. */
#include "ct_send.h"
#include "gtt.h"

/**
 * ct_broken() - report an inconsistent ring: set its status for the driver, and count a fault
 * @guc:    the GuC
 * @b:      the ring
 * @status: CT_OVERFLOW or CT_UNDERFLOW
 * @what:   message for the report
 */
void ct_broken(struct guc *guc, const struct ct_buffer *b, u32 status, const char *what)
{
	ggtt_put(guc->gpu, b->desc + DESC_STATUS, status);
	report_fault(&guc->gpu->report, FAULT_CHANNEL, "GuC %u: %s", guc->id, what);
}

/**
 * ct_room() - get the free space in the G2H ring
 * @guc: the GuC
 *
 * Return: free dwords, or 0 if the ring is full, not in use or inconsistent.
 */
u32 ct_room(struct guc *guc)
{
	u32 n = guc->g2h.size / 4, head, tail;

	if (!guc->ct_on || !n)
		return 0;
	head = ggtt_get(guc->gpu, guc->g2h.desc + DESC_HEAD);
	tail = ggtt_get(guc->gpu, guc->g2h.desc + DESC_TAIL);
	return head < n && tail < n ? (head + n - tail - 1) % n : 0;
}

/**
 * ct_send() - put a message into the G2H ring
 * @guc:   the GuC
 * @fence: fence of the request that the message answers, 0 for an event
 * @hxg:   the message
 * @len:   number of dwords
 *
 * The caller raises the interrupt.
 *
 * Return: true, or false if the transport is off, or if the ring is full or inconsistent, which is
 * a fault.
 */
bool ct_send(struct guc *guc, u32 fence, const u32 *hxg, u32 len)
{
	u32 n = guc->g2h.size / 4, head, tail;

	if (!guc->ct_on || !n)
		return false;
	head = ggtt_get(guc->gpu, guc->g2h.desc + DESC_HEAD);
	tail = ggtt_get(guc->gpu, guc->g2h.desc + DESC_TAIL);
	if (head >= n || tail >= n) {
		ct_broken(guc, &guc->g2h, CT_OVERFLOW, "G2H head or tail is too large");
		return false;
	}
	if ((head + n - tail - 1) % n < len + 1) {
		report_fault(&guc->gpu->report, FAULT_CHANNEL, "GuC %u: G2H is full", guc->id);
		return false;
	}
	ggtt_put(guc->gpu, guc->g2h.buf + tail * 4, fence << 16 | len);
	for (u32 i = 0; i < len; i++)
		ggtt_put(guc->gpu, guc->g2h.buf + (tail + 1 + i) % n * 4, hxg[i]);
	/* The guest's CPU must see the message before the new tail. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	ggtt_put(guc->gpu, guc->g2h.desc + DESC_TAIL, (tail + 1 + len) % n);
	guc->sent++;
	report_note(&guc->gpu->report, 2, "GuC %u: G2H %08x, %u dwords", guc->id, hxg[0], len);
	return true;
}

/**
 * ct_event() - send an event
 * @guc:    the GuC
 * @action: action of the event
 * @data0:  first dword of data
 * @data1:  second dword of data
 * @datas:  number of data dwords, 0 to 2; the driver relies on the length of the message
 */
void ct_event(struct guc *guc, u32 action, u32 data0, u32 data1, u32 datas)
{
	u32 hxg[3] = { HXG_ORIGIN_GUC | HXG_EVENT << 28 | action, data0, data1 };

	ct_send(guc, 0, hxg, 1 + datas);
}
