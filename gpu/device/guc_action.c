// SPDX-License-Identifier: GPL-2.0
/*
 * guc_action.c -- handles the H2G messages.
 *
 * The table "actions" lists for each action whether it may come through registers or the
 * ring, its minimum length, and its handler.  An action that is not in the table is a fault,
 * and is answered with a failure.
 */
#include "ct_send.h"
#include "dialect.h"
#include "gtt.h"
#include "guc.h"
#include "guc_fault.h"

#define FROM_MMIO	BIT(0)
#define FROM_CT		BIT(1)

#define G2H_TLB_DONE	0x7001

#define FAIL		(HXG_FAILURE << 28)
#define ERR_UNKNOWN	0x201		/* error code; the driver only prints it */

/* Keys of the self configuration message. */
#define KEY_H2G_BUF	0x902
#define KEY_H2G_DESC	0x903
#define KEY_H2G_SIZE	0x904
#define KEY_G2H_BUF	0x905
#define KEY_G2H_DESC	0x906
#define KEY_G2H_SIZE	0x907

/* A handler returns the answer's data, or FAIL. */
typedef u32 (*action_fn)(struct guc *guc, const u32 *msg, u32 len);

static u32 self_config(struct guc *guc, const u32 *msg, u32 len)
{
	u64 v = msg[2] | (u64)msg[3] << 32;

	(void)len;
	switch (msg[1] >> 16) {
	case KEY_H2G_BUF:
		guc->h2g.buf = v;
		return 1;
	case KEY_H2G_DESC:
		guc->h2g.desc = v;
		return 1;
	case KEY_H2G_SIZE:
		guc->h2g.size = msg[2];
		return 1;
	case KEY_G2H_BUF:
		guc->g2h.buf = v;
		return 1;
	case KEY_G2H_DESC:
		guc->g2h.desc = v;
		return 1;
	case KEY_G2H_SIZE:
		guc->g2h.size = msg[2];
		return 1;
	case 0x0900:			/* memory based interrupts, which the model does not use */
	case 0x0901:
	case 0x0a00 ... 0x0a0f:
		return 1;
	}
	report_note(&guc->gpu->report, 1, "GuC %u: unknown key %#x", guc->id, msg[1] >> 16);
	return 0;			/* 0 is the answer for a key that the GuC does not know */
}

static u32 control_ctb(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	guc->ct_on = msg[1] & 1;
	report_note(&guc->gpu->report, 1, "GuC %u: command transport %s", guc->id,
		    guc->ct_on ? "on" : "off");
	return 0;
}

/*
 * hwconfig - return the size of the hwconfig table in bytes; if the message contains the address of
 * a buffer, copy the table to it
 */
static u32 hwconfig(struct guc *guc, const u32 *msg, u32 len)
{
	const struct profile *p = &guc->gpu->profile;
	u32 size = p->hwconfig_dw * 4;

	(void)len;
	if (!size)
		return FAIL;
	if (msg[3] && (msg[3] < size || !gtt_write(guc->gpu, &gtt_global,
						   msg[1] | (u64)msg[2] << 32, p->hwconfig, size)))
		return FAIL;
	return size;
}

static u32 slpc(struct guc *guc, const u32 *msg, u32 len)
{
	return slpc_request(guc, msg, len) ? 0 : FAIL;
}

static u32 register_context(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	context_register(guc, msg[2], msg[3], msg[4], msg[10]);
	return 0;
}

/* register_parallel - register a parallel (multi-LRC) context; only its first LRC will run */
static u32 register_parallel(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	context_register(guc, msg[2], msg[3], msg[4], msg[11]);
	return 0;
}

static u32 deregister_context(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	return context_deregister(guc, msg[1]) ? 0 : FAIL;
}

static u32 sched_mode_set(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	return context_enable(guc, msg[1], msg[2]) ? 0 : FAIL;
}

static u32 sched_context(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	return context_run(guc, msg[1]) ? 0 : FAIL;
}

static u32 context_policy(struct guc *guc, const u32 *msg, u32 len)
{
	return context_policies(guc, msg[1], msg + 2, len - 2) ? 0 : FAIL;
}

static u32 page_fault_answer(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	fault_answered(guc, msg + 1);
	return 0;
}

static u32 tlb_invalidation(struct guc *guc, const u32 *msg, u32 len)
{
	(void)len;
	ct_event(guc, G2H_TLB_DONE, msg[1], 0, 1);
	return 0;
}

static u32 soft_reset(struct guc *guc, const u32 *msg, u32 len)
{
	(void)msg;
	(void)len;
	guc->ct_on = false;
	return 0;
}

/* accept - answer a message that has no effect in this model */
static u32 accept(struct guc *guc, const u32 *msg, u32 len)
{
	(void)guc;
	(void)msg;
	(void)len;
	return 0;
}

static const struct action {
	u32 action, from, shortest;
	action_fn act;
	const char *name;
} actions[] = {
	{ 0x0030, FROM_CT, 2, accept, "LOG_BUFFER_FILE_FLUSH_COMPLETE" },
	{ 0x0040, FROM_CT, 2, accept, "UK_LOG_ENABLE_LOGGING" },
	{ 0x0302, FROM_CT, 2, accept, "FORCE_LOG_BUFFER_FLUSH" },
	{ 0x0506, FROM_CT, 2, accept, "GLOBAL_SCHED_POLICY_CHANGE" },
	{ 0x0508, FROM_MMIO, 4, self_config, "SELF_CFG" },
	{ 0x0509, FROM_CT, 2, accept, "UPDATE_SCHEDULING_POLICIES_KLV" },
	{ 0x1000, FROM_CT, 2, sched_context, "SCHED_CONTEXT" },
	{ 0x1001, FROM_CT, 3, sched_mode_set, "SCHED_CONTEXT_MODE_SET" },
	{ 0x100b, FROM_CT, 2, context_policy, "UPDATE_CONTEXT_POLICIES" },
	{ 0x3003, FROM_CT, 3, slpc, "PC_SLPC_REQUEST" },
	{ 0x3004, FROM_CT, 2, accept, "SETUP_PC_GUCRC" },
	{ 0x4000, FROM_CT, 2, accept, "AUTHENTICATE_HUC" },
	{ 0x4100, FROM_MMIO, 4, hwconfig, "GET_HWCONFIG" },
	{ 0x4502, FROM_CT, 11, register_context, "REGISTER_CONTEXT" },
	{ 0x4503, FROM_CT, 2, deregister_context, "DEREGISTER_CONTEXT" },
	{ 0x4509, FROM_MMIO, 2, control_ctb, "CONTROL_CTB" },
	{ 0x4601, FROM_CT, 12, register_parallel, "REGISTER_CONTEXT_MULTI_LRC" },
	{ 0x5507, FROM_MMIO | FROM_CT, 1, soft_reset, "CLIENT_SOFT_RESET" },
	{ 0x550a, FROM_CT, 2, accept, "SET_ENG_UTIL_BUFF" },
	{ 0x550c, FROM_CT, 2, accept, "SET_DEVICE_ENGINE_ACTIVITY_BUFFER" },
	{ 0x550e, FROM_CT, 2, accept, "OPT_IN_FEATURE_KLV" },
	{ 0x6003, FROM_CT, 3, page_fault_answer, "PAGE_FAULT_RES_DESC" },
	{ 0x7000, FROM_CT, 3, tlb_invalidation, "TLB_INVALIDATION" },
	{ 0x7002, FROM_CT, 2, tlb_invalidation, "TLB_INVALIDATION_ALL" },
};

static const struct action *find(u32 action)
{
	for (u32 i = 0; i < ARRAY_SIZE(actions); i++)
		if (actions[i].action == action)
			return &actions[i];
	return NULL;
}

static u32 act(struct guc *guc, const struct action *a, const u32 *msg, u32 len, bool mmio)
{
	if (!mmio)
		dialect_event(guc, 0, EV_H2G_RECEIVED, a->action, 0);
	return a->act(guc, msg, len);
}

/**
 * guc_action() - handle a message of the driver
 * @guc:  the GuC
 * @msg:  HXG message; if it came through the ring, in a buffer of at least 12 dwords
 * @len:  number of dwords that were sent
 * @mmio: the message came through registers, not through the ring
 *
 * Return: the answer, as an HXG message of one dword.
 */
u32 guc_action(struct guc *guc, const u32 *msg, u32 len, bool mmio)
{
	const struct action *a = find(msg[0] & 0xffff);
	u32 from = mmio ? FROM_MMIO : FROM_CT, data = FAIL, local[12] = { 0 };

	report_note(&guc->gpu->report, 2, "GuC %u: H2G %04x %s, %u dwords: %08x %08x %08x",
		    guc->id, msg[0] & 0xffff, a ? a->name : "?", len, len > 1 ? msg[1] : 0,
		    len > 2 ? msg[2] : 0, len > 3 ? msg[3] : 0);
	if (mmio)
		/* A handler may read 12 dwords, but the registers have only four. */
		for (u32 i = 0; i < len; i++)
			local[i] = msg[i];
	if (!a || !(a->from & from) || len < a->shortest)
		report_fault(&guc->gpu->report, FAULT_ACTION,
			     "GuC %u: H2G %#06x of %u dwords by %s", guc->id, msg[0] & 0xffff,
			     len, mmio ? "registers" : "ring");
	else
		data = act(guc, a, mmio ? local : msg, len, mmio);
	if (data == FAIL)
		return HXG_ORIGIN_GUC | FAIL | ERR_UNKNOWN;
	return HXG_ORIGIN_GUC | HXG_SUCCESS << 28 | (data & 0xfffffff);
}
