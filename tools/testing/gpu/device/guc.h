/* SPDX-License-Identifier: GPL-2.0 */
/* guc.h -- the microcontroller: upload, messages, contexts, power, log. */
#ifndef GPU_GUC_H
#define GPU_GUC_H

#include "log.h"
#include "types.h"

struct gpu;

#ifndef GUC_CONTEXTS
#define GUC_CONTEXTS	65536	/* fewer in the fuzzer, which resets all the time */
#endif
#define CT_MESSAGE_MAX	256	/* dwords, header aside: its length has 8 bits */

/* Classes of G2H and H2G messages, HXG bits 30:28. */
#define HXG_REQUEST		0u
#define HXG_EVENT		1u
#define HXG_FAST_REQUEST	2u
#define HXG_FAILURE		6u
#define HXG_SUCCESS		7u
#define HXG_ORIGIN_GUC		BIT(31)

/**
 * struct ct_buffer - one direction of the command transport
 * @desc: global address of head, tail and status
 * @buf:  global address of the ring
 * @size: its size in bytes
 */
struct ct_buffer {
	u64 desc, buf;
	u32 size;
};

/**
 * struct guc_context - a context the driver has registered
 * @lrca:  global address of its image, and flags
 * @class: engine class as the GuC numbers it
 * @mask:  engines it may run on
 * @since: when it hung, in clock ticks
 */
struct guc_context {
	u64 since;
	u32 lrca, class, mask;
	bool registered, enabled, hung;
};

/**
 * struct guc - one GuC
 * @id:           0 of the primary GT, 1 of the media GT
 * @running:      firmware loaded and ready
 * @ct_on:        command transport enabled
 * @mmio_pending: a message has been put into the scratch registers
 * @params:       init parameters: the scratch registers at boot
 * @version:      of the firmware that was uploaded, major << 16 | minor << 8 | patch
 * @slpc:         global address of the power conservation buffer, 0: none
 * @hung:         contexts that hang now
 * @boots:        how often it has become ready since the device was made
 */
struct guc {
	struct gpu *gpu;
	u32 id;
	bool running, ct_on, mmio_pending;
	u32 params[16];
	u32 version;
	struct ct_buffer h2g, g2h;
	u64 slpc;
	u32 hung;
	struct guc_log log;
	unsigned long received, sent, boots;
	struct guc_context context[GUC_CONTEXTS];
};

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
bool context_run(struct guc *guc, u32 id);
void context_tick(struct guc *guc);

/* guc_slpc.c */
bool slpc_request(struct guc *guc, const u32 *msg, u32 len);

#endif
