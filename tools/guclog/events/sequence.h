/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Tests the rules about consecutive events (see rules.h).
 */
#ifndef _ANALYSIS_SEQUENCE_H_
#define _ANALYSIS_SEQUENCE_H_

#include "events/event.h"
#include "events/rules.h"

/*
 * The page fault queues. A QUEUE_POSITION event has the old and the new position in a queue; the
 * preceding event determines which queue it is.
 */
enum fault_queue {
	FAULT_REQUESTS,		/* page faults that the driver has to resolve */
	FAULT_RESPONSES,	/* answers of the driver */
	FAULT_OTHER,		/* third position after PF_FLUSH_CONTEXT; its queue is unknown */
	FAULT_QUEUES
};

/**
 * struct faults - positions in the page fault queues
 * @known: the position of a queue is known
 * @at: position in each queue, bytes, modulo 64 KiB
 * @requested: page faults that the GuC has taken from the queue in this log
 * @answered: answers of the driver that the GuC has forwarded in this log
 * @last: tick of the last request or answer
 * @open: number of QUEUE_POSITION events that are still expected after the event @parent
 * @next: queue of the next QUEUE_POSITION event, enum fault_queue
 * @parent: id of the event to which the next QUEUE_POSITION events belong
 * @counting: there was a PF_RESPONSES after the last gap, so @answers is valid
 * @answers: number of PAGE_FAULT_RES_DESC messages since the last PF_RESPONSES
 * @batch: value of @answers when the last PF_RESPONSES came: the number of answers by which the
 *	QUEUE_POSITION after it must move the position of its queue
 * @has_batch: @batch is valid
 */
struct faults {
	bool known[FAULT_QUEUES];
	u32 at[FAULT_QUEUES];
	u64 requested;
	u64 answered;
	s64 last;
	unsigned int open;
	unsigned int next;
	u32 parent;
	bool counting;
	u32 answers;
	u32 batch;
	bool has_batch;
};

/**
 * struct sequence - what the rules about consecutive events need from the preceding events
 * @run: number of events since the last gap
 * @prev: the newest two events, newest first
 * @policy: number of events of the current policy block (CTX_PRIORITY, QUEUE_FOR_CTX and two
 *	CTX_POLICY) that were seen, 0 outside of a block
 * @policy_id: guc_id in the policy block
 * @policy_value: priority in the policy block
 * @priority: after CTX_PLACED: priority of the context, GUCLOG_NONE when it is not known
 * @faults: the page fault queues
 */
struct sequence {
	u64 run;
	struct an_event prev[2];
	unsigned int policy;
	u32 policy_id;
	u32 policy_value;
	u32 priority;
	struct faults faults;
};

void sequence_event(struct sequence *s, struct rules *rules,
		    const struct an_event *e);
bool faults_open(const struct faults *f, u32 *open);

#endif
