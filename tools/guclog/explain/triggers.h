/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The triggers of a log that the kernel module recorded: the events in the driver because of
 * which the module recorded the log.
 */
#ifndef _TRIGGERS_H_
#define _TRIGGERS_H_

#include <string.h>

#include "guc_incident.h"
#include "model/records.h"
#include "read/log/logs.h"

static inline bool trigger_is(const struct guclog_trigger *t, enum guc_trigger kind)
{
	return !strcmp(t->name, guc_trigger_name(kind));
}

/* Return: whether the trigger is about the whole GT, so the jobs of all its queues end. */
static inline bool trigger_is_whole(const struct guclog_trigger *t)
{
	return trigger_is(t, GUC_TRIGGER_GT_RESET) || trigger_is(t, GUC_TRIGGER_RESET_FAILED) ||
	       trigger_is(t, GUC_TRIGGER_CRASH_DUMP) || trigger_is(t, GUC_TRIGGER_EXCEPTION);
}

static inline bool triggers_have_whole(const struct guclog_incident *i)
{
	unsigned int n;

	for (n = 0; n < i->nr_triggers; n++)
		if (trigger_is_whole(&i->triggers[n]))
			return true;
	return false;
}

#endif
