/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Logs of this machine.
 */
#ifndef _FIND_H_
#define _FIND_H_

#include "guc_env.h"

bool find_logs(void);

#endif
