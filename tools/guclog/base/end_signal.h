/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lets functions be called before a signal ends the program, such as one that removes a temporary
 * file.
 */
#ifndef _GUCLOG_END_SIGNAL_H_
#define _GUCLOG_END_SIGNAL_H_

typedef void (*end_signal_fn)(void);

void end_signal_add(end_signal_fn fn);

#endif
