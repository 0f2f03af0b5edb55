/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One incident: the data that "guclog collect" collects from a GPU that failed, and their metadata.
 */
#ifndef _INCIDENT_H_
#define _INCIDENT_H_

#include "devcd.h"
#include "room.h"

struct json_object;

/* Value of "schema" in metadata.json; the keys are described in guclog(1). */
#define INCIDENT_SCHEMA_NAME	"xe-guclog-incident-"
#define INCIDENT_SCHEMA		INCIDENT_SCHEMA_NAME "1"

/**
 * struct collect - the settings of "guclog collect"
 * @sys: mount point of sysfs
 * @store: the incident store, opened for a change
 * @quota: limits of the store
 * @boot_id: id of this boot, from /proc/sys/kernel/random/boot_id
 * @free_xe: also free the dump of xe after it was stored
 */
struct collect {
	const char *sys;
	struct store *store;
	const struct retention_quota *quota;
	char boot_id[40];
	bool free_xe;
};

/**
 * struct incident - one incident that is being collected
 * @run: the settings of "guclog collect"
 * @draft: the directory in which the files of the incident are written
 * @gpu: name of the GPU's device
 * @meta: metadata of the incident
 * @nr_logs: number of logs of the module that were stored
 * @log: the dumps from which these logs were copied; they are freed after the incident was
 *	published
 * @room: the space that the incident may take
 * @end: time at which no further program is started for the incident, CLOCK_MONOTONIC in ms
 * @no_space: a dump could not be stored, or only its first part, because the disk is full or its
 *	quota is reached
 * @again: the store already has an incident without this dump, because the disk was full
 * @name: name of the incident in the store, set when it is published
 */
struct incident {
	const struct collect *run;
	struct store_draft draft;
	const char *gpu;
	struct json_object *meta;
	unsigned int nr_logs;
	struct devcd log[DEVCD_PLACES * DEVCD_MAX_GTS];
	struct room room;
	s64 end;
	bool no_space;
	bool again;
	char name[STORE_NAME_MAX];
};

int incident_begin(struct incident *in, const struct collect *run,
		   const char *gpu, const char *trigger);
void incident_error(struct incident *in, const char *what, const char *why);
void incident_missing(struct incident *in, const char *what, const char *why);
int incident_add_xe(struct incident *in, const struct devcd *dump);
void incident_other_dump(struct incident *in, const struct devcd *dump);
int incident_add_log(struct incident *in, const struct devcd *dump);
void incident_note_log(struct incident *in, unsigned int gt, const char *file);
void incident_add_file(struct incident *in, const char *path, const char *file);
int incident_add_data(struct incident *in, const char *data, size_t len, const char *file);
int incident_add_packed(struct incident *in, const char *head, const char *path,
			const char *file);
void incident_add_json(struct incident *in, struct json_object *o, const char *file);
void incident_add_journal(struct incident *in);
void incident_add_facts(struct incident *in);
void incident_summarize(struct incident *in);
int incident_commit(struct incident *in);
void incident_free_logs(const struct incident *in);
void incident_drop(struct incident *in);

#endif
