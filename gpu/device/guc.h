/* SPDX-License-Identifier: GPL-2.0 */
/* guc.h -- the microcontroller: upload, messages, contexts, power management. */
#ifndef GPU_GUC_H
#define GPU_GUC_H

#include "gpu.h"

#define CT_MESSAGE_MAX	256	/* dwords of a message buffer; the length of a message has 8 bits */

/* guc.c */
void guc_reset(struct guc *guc);
void guc_boot(struct guc *guc);
void guc_mmio_write(struct guc *guc, u32 v);
void guc_notify(struct guc *guc);

/* guc_ct.c */
void ct_receive(struct guc *guc);

/* guc_action.c */
u32 guc_action(struct guc *guc, const u32 *msg, u32 len, bool mmio);

/* guc_context.c */
void context_register(struct guc *guc, u32 id, u32 class, u32 mask, u32 lrca);
bool context_deregister(struct guc *guc, u32 id);
bool context_enable(struct guc *guc, u32 id, bool on);
bool context_policies(struct guc *guc, u32 id, const u32 *klv, u32 len);
bool context_run(struct guc *guc, u32 id);

/* guc_slpc.c */
bool slpc_request(struct guc *guc, const u32 *msg, u32 len);

#endif
