// SPDX-License-Identifier: GPL-2.0-only
/*
 * The copy of the module's poller that the test suites call. Functions that do nothing replace
 * those of xgl_tracer.c, as if there were no memory for the trace event guc_event.
 */
#include "../xgl_poller.c"

#include "test_stream.h"

bool test_tracer_is_on;

bool xgl_tracer_is_on(void)
{
	return READ_ONCE(test_tracer_is_on);
}

void xgl_tracer_update(struct xgl_poller *p)
{
}

bool xgl_tracer_poll(struct xgl_poller *p, struct xgl_source_session *session)
{
	return false;
}

void xgl_tracer_emit(struct xgl_poller *p)
{
}

void xgl_tracer_stop(struct xgl_poller *p)
{
}
