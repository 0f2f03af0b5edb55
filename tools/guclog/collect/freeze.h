/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's recorder: two instances of tracefs that record trace events of xe. They are set up
 * once. The instance with all trace events is stopped while an incident is stored; the other one,
 * which has only the creations of exec queues, continues.
 */
#ifndef _FREEZE_H_
#define _FREEZE_H_

#include "shared/base.h"

struct incident;

int freeze_prepare(const char *sys);
int freeze_remove(const char *sys);
bool freeze_begin(const char *sys);
void freeze_end(const char *sys);
void freeze_add(struct incident *in);

#endif
