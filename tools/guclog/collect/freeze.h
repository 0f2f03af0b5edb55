/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's recorder: two instances of tracefs that always record trace events of xe. It is set
 * up once, and stopped while an incident is stored.
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
