/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions for tests of streams (see xgl_stream.h): they poll the event ring
 * for a stream, and get the bytes that a reader of the stream would get.
 */
#ifndef _TEST_STREAM_H_
#define _TEST_STREAM_H_

#include <kunit/test.h>

#include "guc_view.h"
#include "xgl_stream.h"

/* Whether the trace event guc_event is on, which is false at first. */
extern bool test_tracer_is_on;

int test_stream_look(struct xgl_stream *s);
void test_stream_poll(struct xgl_stream *s);
struct guc_view test_stream_bytes(struct kunit *test, struct xgl_stream *s);

#endif
