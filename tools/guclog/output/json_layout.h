/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _JSON_LAYOUT_H_
#define _JSON_LAYOUT_H_

#include "xel_layout.h"

#ifdef GUCLOG_JSON

void json_layout(const struct xel_layout *layout, const char *release,
		 const struct xel_layout_fault *fault);

#else

static inline void json_layout(const struct xel_layout *layout,
			       const char *release,
			       const struct xel_layout_fault *fault)
{
}

#endif
#endif
