/* SPDX-License-Identifier: GPL-2.0 */
/* ct_send.h -- sending of G2H messages, and fields of HXG headers. */
#ifndef GPU_CT_SEND_H
#define GPU_CT_SEND_H

#include "gpu.h"

/* Classes of G2H and H2G messages, HXG bits 30:28. */
#define HXG_REQUEST		0u
#define HXG_EVENT		1u
#define HXG_FAILURE		6u
#define HXG_SUCCESS		7u
#define HXG_ORIGIN_GUC		BIT(31)

/* Action of the event after a context was enabled or disabled. */
#define G2H_SCHED_DONE	0x1002

/* Offsets in a ring's descriptor. */
#define DESC_HEAD	0
#define DESC_TAIL	4
#define DESC_STATUS	8

/* Status of a ring's descriptor. */
#define CT_OVERFLOW	BIT(0)		/* head or tail is beyond the ring's end */
#define CT_UNDERFLOW	BIT(1)		/* a message is longer than the data in the ring */

u32 ct_room(struct guc *guc);
bool ct_send(struct guc *guc, u32 fence, const u32 *hxg, u32 len);
void ct_event(struct guc *guc, u32 action, u32 data0, u32 data1, u32 datas);
void ct_broken(struct guc *guc, const struct ct_buffer *b, u32 status, const char *what);

#endif
