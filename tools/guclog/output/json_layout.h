/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _JSON_LAYOUT_H_
#define _JSON_LAYOUT_H_

#include "guclog.h"

#ifdef GUCLOG_JSON

void json_layout(const struct guclog_xe_layout *layout);

#else

static inline void json_layout(const struct guclog_xe_layout *layout)
{
}

#endif
#endif
