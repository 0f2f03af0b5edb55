// SPDX-License-Identifier: GPL-2.0
/* guc.c -- the GuC: reset, firmware upload, and messages in registers. */
#include <string.h>

#include "ct_send.h"
#include "gtt.h"
#include "guc.h"
#include "guc_sched.h"
#include "log.h"
#include "reg_model.h"

/* GUC_STATUS of running firmware: authenticated, ukernel F0, bootrom 76. */
#define STATUS_READY	(2u << 30 | 0xf0u << 8 | 0x76u << 1)
/* GUC_STATUS of firmware that stopped after the bootrom. */
#define STATUS_STUCK	(2u << 30 | 0x00u << 8 | 0x76u << 1)

#define CSS_DWORDS	32
#define CSS_VERSION	16		/* number of the dword with the firmware's version */
#define CSS_MODULE	6		/* value of dword 0 of a CSS header: the module type */

#define PARAM_LOG	1
#define PARAM_DEBUG	4
#define PARAM_DEVICE	6

static u32 *gt_reg(struct guc *guc, u32 offset)
{
	return &guc->gpu->regs.value[(guc->id * MEDIA_BASE + offset) / 4];
}

/**
 * guc_reset() - reset the GuC; the log's memory is unchanged
 * @guc: the GuC
 */
void guc_reset(struct guc *guc)
{
	report_note(&guc->gpu->report, 1, "GuC %u: reset", guc->id);
	guc->running = false;
	guc->ct_on = false;
	guc->mmio_pending = false;
	guc->slpc = 0;
	memset(&guc->h2g, 0, sizeof(guc->h2g));
	memset(&guc->g2h, 0, sizeof(guc->g2h));
	memset(guc->context, 0, sizeof(guc->context));
	memset(guc->ignored, 0, sizeof(guc->ignored));
	guc->ignored_id = -1;
	guc->stalled = false;
	sched_reset(guc);
	log_stop(&guc->log);
	*gt_reg(guc, GUC_STATUS) = GUC_STATUS_IN_RESET;
}

/**
 * guc_boot() - boot the firmware after the driver has started the upload DMA
 * @guc: the GuC
 *
 * The device reads only module type and version of the firmware file, and does not run its code.
 */
void guc_boot(struct guc *guc)
{
	struct gpu *gpu = guc->gpu;
	u64 from = *gt_reg(guc, DMA_ADDR_0) | (u64)(*gt_reg(guc, DMA_ADDR_0 + 4) & 0xffff) << 32;
	u32 css[CSS_DWORDS];

	if (!gtt_read(gpu, &gtt_global, from, css, sizeof(css)))
		return;
	if (css[0] != CSS_MODULE) {
		report_fault(&gpu->report, FAULT_ACTION, "GuC %u: no firmware at %#llx", guc->id,
			     (unsigned long long)from);
		return;
	}
	guc->version = css[CSS_VERSION] & 0xffffff;
	for (u32 i = 0; i < ARRAY_SIZE(guc->params); i++)
		guc->params[i] = *gt_reg(guc, SOFT_SCRATCH + 4 * i);
	report_note(&gpu->report, 1, "GuC %u: boot, firmware %u.%u.%u", guc->id,
		    guc->version >> 16, guc->version >> 8 & 0xff, guc->version & 0xff);
	if (gpu->inject.never_ready) {
		*gt_reg(guc, GUC_STATUS) = STATUS_STUCK;
		return;
	}
	guc->running = true;
	guc->boots++;
	*gt_reg(guc, GUC_STATUS) = STATUS_READY;
	log_start(guc, guc->params[PARAM_LOG], guc->params[PARAM_DEBUG],
		  guc->params[PARAM_DEVICE]);
}

/**
 * guc_mmio_write() - handle a write to the register for the first dword of an MMIO message
 * @guc: the GuC
 * @v:   the dword; it is ignored if the origin bit of the GuC is set
 */
void guc_mmio_write(struct guc *guc, u32 v)
{
	if (!(v & HXG_ORIGIN_GUC))
		guc->mmio_pending = true;
}

static void mmio_message(struct guc *guc)
{
	u32 *scratch = &guc->gpu->regs.value[(guc->id ? 0x190310 : 0x190240) / 4];
	u32 msg[4];

	memcpy(msg, scratch, sizeof(msg));
	guc->mmio_pending = false;
	memset(scratch, 0, sizeof(msg));
	scratch[0] = guc_action(guc, msg, 4, true);
}

/**
 * guc_notify() - handle a write of the driver to the doorbell register
 * @guc: the GuC, which ignores the write while it is not running
 */
void guc_notify(struct guc *guc)
{
	if (!guc->running)
		return;
	if (guc->mmio_pending)
		mmio_message(guc);
	else
		ct_receive(guc);
}
