/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Describes the newest incidents that "guclog collect" has stored, for "guclog top".
 */
#ifndef _COLLECT_NEWEST_H_
#define _COLLECT_NEWEST_H_

#include "base/base.h"

/* Largest number of incidents that are shown. */
#define NEWEST_INCIDENTS	3u

#ifdef GUCLOG_COLLECT
char *newest_incident(const char *path, unsigned int i);
#else
static inline char *newest_incident(const char *path, unsigned int i)
{
	return NULL;
}
#endif

#endif
