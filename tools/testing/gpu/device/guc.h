/* SPDX-License-Identifier: GPL-2.0 */
/* guc.h -- the microcontroller: upload, messages, contexts, power management. */
#ifndef GPU_GUC_H
#define GPU_GUC_H

#include "gpu.h"

#define CT_MESSAGE_MAX	256	/* dwords, header aside: its length has 8 bits */

/* Classes of G2H and H2G messages, HXG bits 30:28. */
#define HXG_REQUEST		0u
#define HXG_EVENT		1u
#define HXG_FAST_REQUEST	2u
#define HXG_FAILURE		6u
#define HXG_SUCCESS		7u
#define HXG_ORIGIN_GUC		BIT(31)

/* guc.c */
void guc_reset(struct guc *guc);
void guc_boot(struct guc *guc);
void guc_mmio_write(struct guc *guc, u32 v);
void guc_notify(struct guc *guc);

/* guc_ct.c */
void ct_receive(struct guc *guc);
bool ct_send(struct guc *guc, u32 fence, const u32 *hxg, u32 len);
void ct_event(struct guc *guc, u32 action, u32 data0, u32 data1, u32 datas);

/* guc_action.c */
u32 guc_action(struct guc *guc, const u32 *msg, u32 len, bool mmio);

/* guc_context.c */
void context_register(struct guc *guc, u32 id, u32 class, u32 mask, u32 lrca);
bool context_deregister(struct guc *guc, u32 id);
bool context_enable(struct guc *guc, u32 id, bool on);
bool context_policies(struct guc *guc, u32 id, const u32 *klv, u32 len);
void context_disabled(struct guc *guc, u32 id);
bool context_run(struct guc *guc, u32 id);

/* guc_slpc.c */
bool slpc_request(struct guc *guc, const u32 *msg, u32 len);

#endif
