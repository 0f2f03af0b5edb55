/* SPDX-License-Identifier: GPL-2.0-only */
/* Groups the lines of a kernel log by device and cause. */
#ifndef _MESSAGES_INCIDENTS_H_
#define _MESSAGES_INCIDENTS_H_

#include "messages/kernel_log.h"

void incidents_make(struct kernel_log *log, const struct guclog_kernel_line **starts,
		    unsigned int nr_starts);
bool incident_is_hang(const struct guclog_kernel_incident *incident);
const struct guclog_kernel_incident *
incident_gravest(const struct guclog_kernel_log *log, const struct guclog_kernel_incident *after);

#endif
