/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's recorder: two instances of tracefs that record trace events of xe. They are set up
 * once, by "guclog collect --prepare". The instance with all trace events is stopped while an
 * incident is stored, so that it keeps the events from before the incident. The other instance,
 * which records only the creation of exec queues, is not stopped.
 */
#ifndef _FREEZE_H_
#define _FREEZE_H_

#include "base/base.h"

struct incident;

int freeze_prepare(const char *sys);
int freeze_remove(const char *sys);
bool freeze_begin(const char *sys);
void freeze_end(const char *sys);
void freeze_add(struct incident *in);

#endif
