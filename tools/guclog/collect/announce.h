/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports about incidents for the monitoring of many machines: counters for Prometheus, and one
 * record in the systemd journal for each incident.
 */
#ifndef _ANNOUNCE_H_
#define _ANNOUNCE_H_

#include "store.h"

struct json_object;

int announce_begin(struct store *store, char * const *gpus, size_t nr, const char *metrics);
int announce_count(struct store *store, struct json_object *meta,
		   const char *metrics);
void announce_journal(struct json_object *meta);

#endif
