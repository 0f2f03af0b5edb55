/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sink: ascii85 text of one log goes in, its image grows.
 */
#ifndef _SINK_H_
#define _SINK_H_

#include "a85.h"
#include "input.h"

struct headlines;

/**
 * struct sink - a log that is being decoded
 * @in: the input that it belongs to
 * @log: which of its logs
 * @open: more may come
 * @has_length: the input says how long it is
 * @length: how long
 * @a85: the decoder
 * @gaps: how often text is known to be missing
 * @gap: bytes decoded before the first gap
 */
struct sink {
	struct input *in;
	unsigned int log;
	bool open;
	bool has_length;
	u64 length;
	struct a85 a85;
	unsigned int gaps;
	size_t gap;
};

void sink_begin(struct sink *sink, struct input *in, enum input_form form,
		const struct headlines *head, u64 line);
bool sink_feed(struct sink *sink, const char *text, size_t len, u64 line);
void sink_gap(struct sink *sink, u64 lines, u64 line);
void sink_drop(struct sink *sink, size_t len, u64 line);
bool sink_full(const struct sink *sink);
void sink_end(struct sink *sink);

static inline struct input_log *sink_log(const struct sink *sink)
{
	return &sink->in->log[sink->log];
}

#endif
