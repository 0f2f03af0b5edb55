// SPDX-License-Identifier: GPL-2.0
/* guc_ct.c -- receives H2G messages from the ring. */
#include <string.h>

#include "ct_send.h"
#include "dialect.h"
#include "gtt.h"
#include "guc.h"
#include "guc_fault.h"
#include "guc_sched.h"

/*
 * fetch - copy the message at @head to @header and @msg; returns its number of dwords, including
 * the header, or 0 if the message is incomplete
 */
static u32 fetch(struct guc *guc, u32 head, u32 tail, u32 *header, u32 *msg)
{
	u32 n = guc->h2g.size / 4, there = (tail + n - head) % n, len;

	*header = ggtt_get(guc->gpu, guc->h2g.buf + head * 4);
	len = *header & 0xff;
	if (len + 1 > there) {
		ct_broken(guc, &guc->h2g, CT_UNDERFLOW, "H2G message is incomplete");
		return 0;
	}
	memset(msg, 0, CT_MESSAGE_MAX * 4);
	for (u32 i = 0; i < len; i++)
		msg[i] = ggtt_get(guc->gpu, guc->h2g.buf + (head + 1 + i) % n * 4);
	return len + 1;
}

/* handle - handle one message, and answer it if it is a request */
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
 * ct_receive() - take all messages out of the H2G ring, and handle them
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
			ct_broken(guc, &guc->h2g, CT_OVERFLOW, "H2G head or tail is too large");
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
