// SPDX-License-Identifier: GPL-2.0-only
/* Completes an incident of "guclog collect", publishes and reports it. */
#include "collect_job.h"

#include <json-c/json.h>

#include "collect/freeze.h"
#include "collect/metadata.h"
#include "collect/process.h"
#include "record/recorder.h"
#include "base/number.h"
#include "base/msg.h"

static void add_files(struct job *job, struct incident *in)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/kernel/debug/xe_guclog/%s/info",
		 job->run.sys, in->gpu);
	incident_add_file(in, path, "info.txt");
	snprintf(path, sizeof(path), "%s/kernel/debug/xe_guclog/%s/asic_info.rdf",
		 job->run.sys, in->gpu);
	incident_add_file(in, path, "asic_info.rdf");
	if (!job->to.no_journal)
		incident_add_journal(in);
}

/*
 * Store facts about the process that created a context, if the kernel's recorder shows which
 * process that is. @of: metadata with the GT of the context.
 */
static void add_creator(struct incident *in, const struct recorder *recorder,
			struct json_object *of, struct json_object *guc_id)
{
	const char *text = guc_id ? json_object_get_string(guc_id) : "";
	const struct recorder_owner *owner;
	struct json_object *gt;
	u64 id;

	if (!number_parse(text, strlen(text), 0xffff, &id) ||
	    !json_object_object_get_ex(of, "gt", &gt))
		return;
	owner = recorder_find(recorder, in->gpu, (unsigned int)json_object_get_int(gt), (u32)id);
	if (owner)
		process_add(in, owner->pid, owner->name, owner->ns);
}

/*
 * Store facts about the processes of all contexts that the metadata name: the contexts in the
 * triggers of the logs and in the stall.
 */
static void add_creators(struct incident *in)
{
	struct json_object *o, *log, *v;
	struct recorder recorder;
	size_t i;

	recorder_read(&recorder, in->run->sys);
	for (i = 0; json_object_object_get_ex(in->meta, "logs", &o) &&
	     i < json_object_array_length(o); i++) {
		log = json_object_array_get_idx(o, i);
		if (json_object_object_get_ex(log, "trigger", &v) &&
		    json_object_object_get_ex(v, "guc_id", &v))
			add_creator(in, &recorder, log, v);
	}
	if (json_object_object_get_ex(in->meta, "stall", &o)) {
		if (json_object_object_get_ex(o, "guc_id", &v))
			add_creator(in, &recorder, o, v);
		if (json_object_object_get_ex(o, "holder", &v))
			add_creator(in, &recorder, o, v);
	}
	recorder_free(&recorder);
}

static void complete(struct job *job, struct incident *in)
{
	char *signature;

	add_creators(in);
	freeze_add(in);
	add_files(job, in);
	incident_add_facts(in);
	incident_summarize(in);
	signature = metadata_signature(in->meta);
	json_object_object_add(in->meta, "signature",
			       json_object_new_string(signature));
	free(signature);
}

/* After the incident was published, free the dumps that were copied, and report the incident. */
static int announce(struct job *job, struct incident *in, const struct devcd *xe)
{
	int ret;

	incident_free_logs(in);
	if (xe && job->run.free_xe && devcd_free(xe))
		msg_fail(xe->name, "the dump was not freed: %s", strerror(errno));
	ret = announce_incident(&job->store, in->meta, &job->to);
	ret |= retention_apply(&job->store, &job->quota, in->name);
	printf("%s\n", in->name);
	return ret;
}

/**
 * collect_finish() - publish an incident
 * @job: options and state of "guclog collect"
 * @in: the incident, which is freed
 * @xe: the dump of xe, NULL if it was not stored
 *
 * If the disk is full, the incident is published without a dump that was not stored. This dump is
 * not freed, so that it can be stored later, as long as the kernel keeps it. If that was tried
 * before, nothing is published.
 *
 * Context: process context; the store is open.
 * Return: 0, or after a message on stderr: 1 if the incident is stored, but something else failed,
 * such as writing the counters, -1 if it is not stored.
 */
int collect_finish(struct job *job, struct incident *in, const struct devcd *xe)
{
	int ret = -1;

	if (!in->no_space || !in->again) {
		complete(job, in);
		ret = incident_commit(in);
	}
	if (!ret) {
		ret = announce(job, in, xe) ? 1 : 0;
	} else {
		msg_fail(in->gpu, "this incident is not stored");
		if (!in->again)
			announce_unstored(&job->store, in->meta, &job->to);
	}
	incident_drop(in);
	return ret;
}
