/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Name and version of this project. They are written into the files that the kernel module
 * and the command guclog make.
 */
#ifndef _GUC_VERSION_H_
#define _GUC_VERSION_H_

#define GUC_VERSION	"0.1.0"
#define GUC_WRITER	"xe_guclog " GUC_VERSION

#endif
