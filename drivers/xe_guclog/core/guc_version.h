/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Who wrote a file: the same in the module and in the tool, it is one core. */
#ifndef _GUC_VERSION_H_
#define _GUC_VERSION_H_

#define GUC_VERSION	"0.1.0"
#define GUC_WRITER	"xe_guclog " GUC_VERSION

#endif
