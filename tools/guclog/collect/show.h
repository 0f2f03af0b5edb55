/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Describes the directory of a stored incident, for "guclog info".
 */
#ifndef _SHOW_H_
#define _SHOW_H_

#include "base/base.h"

#ifdef GUCLOG_COLLECT

bool show_incident(const char *dir, bool json);

#else

static inline bool show_incident(const char *dir, bool json)
{
	return false;
}

#endif
#endif
