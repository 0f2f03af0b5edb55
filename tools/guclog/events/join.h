/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Finds the H2G_RECEIVED event of each H2G message in a devcoredump.
 */
#ifndef _ANALYSIS_JOIN_H_
#define _ANALYSIS_JOIN_H_

#include "events/event.h"
#include "guc_ct.h"
#include "events/contexts.h"
#include "events/rules.h"

/*
 * Number of newest H2G_RECEIVED events that are stored. xe's H2G ring has 1024 words, so it
 * cannot have more messages.
 */
#define JOIN_EVENTS	1024u
/* Largest number of data words of a message that are stored. */
#define JOIN_DATA	12u

/**
 * struct join_event - an H2G_RECEIVED event
 * @index: index of the event
 * @tick: tick of the event
 * @action: action of the message
 * @next_known: the next event is known: no events are missing between the two
 * @next_id: id of the next event
 * @next_arg: arguments of the next event
 */
struct join_event {
	u64 index;
	s64 tick;
	u32 action;
	bool next_known;
	u32 next_id;
	u32 next_arg[2];
};

/**
 * struct join_msg - a message of the H2G ring
 * @action: action of the message
 * @fence: fence of the message
 * @unread: the GuC has not read the message
 * @nr_data: number of data words
 * @data: the first data words
 * @has_timeout: UPDATE_CONTEXT_POLICIES with KLV 0x2002
 * @timeout_us: value of KLV 0x2002: the preemption timeout, us
 * @has_priority: UPDATE_CONTEXT_POLICIES with KLV 0x2003
 * @priority: value of KLV 0x2003: the priority
 * @index: index of the H2G_RECEIVED event, GUCLOG_NO_EVENT if the message has no event
 * @tick: tick of this event
 */
struct join_msg {
	u32 action;
	u32 fence;
	bool unread;
	u32 nr_data;
	u32 data[JOIN_DATA];
	bool has_timeout;
	u32 timeout_us;
	bool has_priority;
	u32 priority;
	u64 index;
	s64 tick;
};

/**
 * struct join - the H2G_RECEIVED events of a log, and the messages of the H2G ring
 * @nr_events: number of H2G_RECEIVED events in the log
 * @event: the last %JOIN_EVENTS of these events; event number n is at index n % JOIN_EVENTS
 * @pending: the event after the last H2G_RECEIVED has not been stored yet
 * @nr: number of messages in @msg
 * @msg: the messages, newest first
 * @unread: number of messages that the GuC has not read; these are the first in @msg
 * @newer: number of messages that the GuC has read and that are newer than the newest H2G_RECEIVED
 * @joined: the messages match the events of the log, so both are used together
 * @apart: the ring has messages, but they do not match the log
 */
struct join {
	u64 nr_events;
	struct join_event event[JOIN_EVENTS];
	bool pending;
	u32 nr;
	struct join_msg *msg;
	u32 unread;
	u32 newer;
	bool joined;
	bool apart;
};

void join_event(struct join *join, const struct an_event *e);
int join_messages(struct join *join, const struct guc_ct_ring *ring, struct rules *rules,
		  const struct contexts *contexts, struct arena *arena);
bool join_timeout(const struct join *join, u32 guc_id, u64 before,
		  u32 *timeout_us);
const struct join_msg *join_find(const struct join *join, u64 index);

#endif
