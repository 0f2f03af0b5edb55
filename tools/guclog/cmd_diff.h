/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output of guclog diff in text and in JSON.
 */
#ifndef _CMD_DIFF_H_
#define _CMD_DIFF_H_

#include "events/diff.h"

#ifdef GUCLOG_JSON

void json_diff_add(const struct diff *diff, const struct log_view *a,
		   const struct log_view *b);
void json_diff_add_single(const struct log_view *view, char side);
void json_diff_print(bool same);

#else

static inline void json_diff_add(const struct diff *diff,
				 const struct log_view *a,
				 const struct log_view *b)
{
}

static inline void json_diff_add_single(const struct log_view *view, char side)
{
}

static inline void json_diff_print(bool same)
{
}

#endif
#endif
