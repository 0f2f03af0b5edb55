/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Computes the ticks of the runs (events without a gap) of a stream. A stream can last for
 * days, lose events, and have no events for longer than the 32 bits of a timestamp take to
 * wrap. A clock anchor in the stream has the value of the GuC's clock (all bits, or the low 32) and
 * the host's time. From it, the ticks of the events after the anchor, and of the events between the
 * last loss of events and the anchor, are computed.
 */
#ifndef _STREAM_TIMES_H_
#define _STREAM_TIMES_H_

struct parsed_log;

void stream_times_set(struct parsed_log *parsed);

#endif
