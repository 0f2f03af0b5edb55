/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shows "guclog top" on a terminal, until the user ends it.
 */
#ifndef _TOP_SCREEN_H_
#define _TOP_SCREEN_H_

#include "top/view.h"
#include "base/msg.h"
#include "base/status.h"

#ifdef GUCLOG_NCURSES
int screen_run(struct top_view *view, s64 delay_ms);
#else
static inline int screen_run(struct top_view *view, s64 delay_ms)
{
	msg_fail(NULL, "this guclog was built without ncurses: use 'guclog top --once'");
	return CMD_FAILED;
}
#endif

#endif
