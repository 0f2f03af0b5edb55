/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Name and version of the writer in the files that module and command write: both
 * write files with the core.
 */
#ifndef _GUC_VERSION_H_
#define _GUC_VERSION_H_

#define GUC_VERSION	"0.1.0"
#define GUC_WRITER	"xe_guclog " GUC_VERSION

#endif
