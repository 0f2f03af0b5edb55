/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The CT (command transport) buffers: the two rings through which the driver and the GuC send
 * messages, as guc_communication_ctb_abi.h and guc_messages_abi.h of Linux 7.3 define them.
 */
#ifndef _ABI_GUC_CT_ABI_H_
#define _ABI_GUC_CT_ABI_H_

#include "guc_abi.h"

/**
 * struct guc_ct_desc - descriptor of a CT buffer
 * @head: offset at which the receiver reads next, in dwords from the buffer's
 *	start
 * @tail: offset at which the sender writes next, in dwords from the buffer's start
 * @status: GUC_CTB_STATUS_*, 0 when there is no error
 * @reserved: 0
 */
struct guc_ct_desc {
	__le32 head;
	__le32 tail;
	__le32 status;
	__le32 reserved[13];
};

#define GUC_CTB_STATUS_OVERFLOW		0x1u
#define GUC_CTB_STATUS_UNDERFLOW	0x2u
#define GUC_CTB_STATUS_MISMATCH		0x4u
#define GUC_CTB_STATUS_DISABLED		0x8u

/* The first dword of a message. */
#define GUC_CTB_MSG_0_FENCE		0xffff0000u
#define GUC_CTB_MSG_0_FORMAT		0x0000f000u
#define GUC_CTB_MSG_0_RESERVED		0x00000f00u
#define GUC_CTB_MSG_0_NUM_DWORDS	0x000000ffu
#define GUC_CTB_FORMAT_HXG		0u
#define GUC_CTB_MAX_DWORDS		255u

/*
 * The second dword of a message: the header of the HXG message, which is the content of the CT
 * message.
 */
#define GUC_HXG_MSG_0_ORIGIN		0x80000000u
#define GUC_HXG_MSG_0_TYPE		0x70000000u
#define GUC_HXG_MSG_0_AUX		0x0fffffffu
#define GUC_HXG_MSG_0_DATA0		0x0fff0000u
#define GUC_HXG_MSG_0_ACTION		0x0000ffffu

#define GUC_HXG_ORIGIN_HOST		0u
#define GUC_HXG_ORIGIN_GUC		1u

#define GUC_HXG_TYPE_REQUEST		0u
#define GUC_HXG_TYPE_EVENT		1u
#define GUC_HXG_TYPE_FAST_REQUEST	2u
#define GUC_HXG_TYPE_NO_RESPONSE_BUSY	3u
#define GUC_HXG_TYPE_NO_RESPONSE_RETRY	5u
#define GUC_HXG_TYPE_RESPONSE_FAILURE	6u
#define GUC_HXG_TYPE_RESPONSE_SUCCESS	7u

/*
 * Actions of requests and events, as guc_actions_abi.h and guc_actions_slpc_abi.h of Linux
 * 7.3 define them; all names are in core/guc_abi_names_table.c.
 */
#define GUC_ACTION_LOG_BUFFER_FILE_FLUSH_COMPLETE 0x0030u
#define GUC_ACTION_SCHED_CONTEXT		0x1000u
#define GUC_ACTION_SCHED_CONTEXT_MODE_SET	0x1001u
#define GUC_ACTION_SCHED_CONTEXT_MODE_DONE	0x1002u
#define GUC_ACTION_CONTEXT_RESET_NOTIFICATION	0x1008u
#define GUC_ACTION_ENGINE_FAILURE_NOTIFICATION	0x1009u
#define GUC_ACTION_UPDATE_CONTEXT_POLICIES	0x100bu
#define GUC_ACTION_PC_SLPC_REQUEST		0x3003u
#define GUC_ACTION_REGISTER_CONTEXT		0x4502u
#define GUC_ACTION_DEREGISTER_CONTEXT		0x4503u
#define GUC_ACTION_DEREGISTER_CONTEXT_DONE	0x4600u
#define GUC_ACTION_REGISTER_CONTEXT_MULTI_LRC	0x4601u
#define GUC_ACTION_REGISTER_CONTEXT_MULTI_QUEUE	0x4602u
#define GUC_ACTION_NOTIFY_MULTI_QUEUE_CGP_CONTEXT_ERROR 0x4605u
#define GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR	0x6000u
#define GUC_ACTION_REPORT_PAGE_FAULT_REQ_DESC	0x6002u
#define GUC_ACTION_PAGE_FAULT_RES_DESC		0x6003u
#define GUC_ACTION_NOTIFY_UNCORRECTABLE_LOCAL_ERROR 0x6005u
#define GUC_ACTION_STATE_CAPTURE_NOTIFICATION	0x8002u
#define GUC_ACTION_NOTIFY_FLUSH_LOG_BUFFER_TO_FILE 0x8003u
#define GUC_ACTION_NOTIFY_CRASH_DUMP_POSTED	0x8004u
#define GUC_ACTION_NOTIFY_EXCEPTION		0x8005u

/*
 * The layout of the CT buffers in xe (xe_guc_ct.c): each descriptor has room of 2 KiB, and the
 * H2G ring (messages from the host to the GuC) has 4 KiB. In Linux 6.12, one buffer object has both
 * descriptors and then both rings. In 7.3, each ring has an object of its own, with room for both
 * descriptors before the ring; the snapshot in a devcoredump has the two objects one after the
 * other.
 */
#define GUC_CT_DESC_ROOM		2048u
#define GUC_CT_H2G_WORDS		1024u

GUC_ABI_SIZE(struct guc_ct_desc, 64);
GUC_ABI_OFFSET(struct guc_ct_desc, reserved, 12);

#endif
