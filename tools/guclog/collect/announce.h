/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reports about incidents for the monitoring of many machines: counters for Prometheus, and one
 * record in the systemd journal for each incident.
 */
#ifndef _ANNOUNCE_H_
#define _ANNOUNCE_H_

#include "store.h"

struct json_object;

/**
 * struct announce_to - where incidents are reported
 * @metrics: a file for the textfile collector of Prometheus' node exporter, NULL for none
 * @no_journal: write no record to the journal
 */
struct announce_to {
	const char *metrics;
	bool no_journal;
};

int announce_begin(struct store *store, char * const *gpus, size_t nr, const char *metrics);
int announce_incident(struct store *store, struct json_object *meta, const struct announce_to *to);
void announce_unstored(struct store *store, struct json_object *meta, const struct announce_to *to);
int announce_left(struct store *store, const struct announce_to *to);
void announce_journal(struct json_object *meta, bool stored);

#endif
