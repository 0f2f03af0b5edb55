/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Learning the names of event ids from logs, for 'guclog events --learn'.
 */
#ifndef _EVENTS_LEARN_H_
#define _EVENTS_LEARN_H_

#include <stdbool.h>

int events_learn(int nr, char **path, bool json);

#endif
