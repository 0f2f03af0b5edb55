// SPDX-License-Identifier: GPL-2.0
/* guc_ct.c -- command transport: two rings of messages in shared memory. */
#include <string.h>

#include "dialect.h"
#include "gtt.h"
#include "guc.h"
#include "guc_fault.h"
#include "guc_sched.h"

#define DESC_HEAD	0
#define DESC_TAIL	4
#define DESC_STATUS	8
#define STATUS_OVERFLOW	BIT(0)		/* head or tail too large */
#define STATUS_UNDERFLOW BIT(1)		/* a message is cut short */

static void broken(struct guc *guc, const struct ct_buffer *b, u32 status, const char *what)
{
	ggtt_put(guc->gpu, b->desc + DESC_STATUS, status);
	report_fault(&guc->gpu->report, FAULT_CHANNEL, "GuC %u: %s", guc->id, what);
}

/* fetch - the message at @head; its dwords, 0 when the ring is broken */
static u32 fetch(struct guc *guc, u32 head, u32 tail, u32 *header, u32 *msg)
{
	u32 n = guc->h2g.size / 4, there = (tail + n - head) % n, len;

	*header = ggtt_get(guc->gpu, guc->h2g.buf + head * 4);
	len = *header & 0xff;
	if (len + 1 > there) {
		broken(guc, &guc->h2g, STATUS_UNDERFLOW, "H2G message is cut short");
		return 0;
	}
	memset(msg, 0, CT_MESSAGE_MAX * 4);
	for (u32 i = 0; i < len; i++)
		msg[i] = ggtt_get(guc->gpu, guc->h2g.buf + (head + 1 + i) % n * 4);
	return len + 1;
}

/* handle - act on one message, and answer a request */
static void handle(struct guc *guc, u32 header, const u32 *msg)
{
	u32 len = header & 0xff, type = field(msg[0], 30, 28), answer;

	if (!len)
		return;			/* padding at the ring's end */
	answer = guc_action(guc, msg, len, false);
	if (type == HXG_REQUEST)
		ct_send(guc, header >> 16, &answer, 1);
}

/**
 * ct_receive() - take all messages out of the H2G ring
 * @guc: the GuC
 */
void ct_receive(struct guc *guc)
{
	u32 n = guc->h2g.size / 4, head, tail, header, taken, msg[CT_MESSAGE_MAX];
	unsigned long sent = guc->sent;

	if (!guc->ct_on || !n || guc->stalled)
		return;
	sched_tick(guc);
	for (;;) {
		head = ggtt_get(guc->gpu, guc->h2g.desc + DESC_HEAD);
		tail = ggtt_get(guc->gpu, guc->h2g.desc + DESC_TAIL);
		if (head >= n || tail >= n) {
			broken(guc, &guc->h2g, STATUS_OVERFLOW, "H2G head or tail is too large");
			break;
		}
		if (head == tail)
			break;
		taken = fetch(guc, head, tail, &header, msg);
		if (!taken)
			break;
		ggtt_put(guc->gpu, guc->h2g.desc + DESC_HEAD, (head + taken) % n);
		guc->received++;
		dialect_at(guc, clock_ticks());
		handle(guc, header, msg);
		sched_settle(guc);
		if (!guc->ct_on)
			break;
	}
	fault_drain(guc);
	if (guc->sent != sent)
		irq_guc(&guc->gpu->irq, guc->id);
}

/**
 * ct_send() - put a message into the G2H ring
 * @guc:   the GuC
 * @fence: of the request that this answers, 0 for an event
 * @hxg:   the message
 * @len:   its dwords
 *
 * The caller raises the interrupt.
 *
 * Return: false when it could not be sent, which is a fault.
 */
bool ct_send(struct guc *guc, u32 fence, const u32 *hxg, u32 len)
{
	u32 n = guc->g2h.size / 4, head, tail;

	if (!guc->ct_on || !n)
		return false;
	head = ggtt_get(guc->gpu, guc->g2h.desc + DESC_HEAD);
	tail = ggtt_get(guc->gpu, guc->g2h.desc + DESC_TAIL);
	if (head >= n || tail >= n) {
		broken(guc, &guc->g2h, STATUS_OVERFLOW, "G2H head or tail is too large");
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
 * @action: what happened
 * @data0:  first dword of its data
 * @data1:  second
 * @datas:  how many of them there are; the driver counts on the length
 */
void ct_event(struct guc *guc, u32 action, u32 data0, u32 data1, u32 datas)
{
	u32 hxg[3] = { HXG_ORIGIN_GUC | HXG_EVENT << 28 | action, data0, data1 };

	ct_send(guc, 0, hxg, 1 + datas);
}
