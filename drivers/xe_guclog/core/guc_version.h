/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The name and version of the program that writes a file. The module and the
 * tool share the core.
 */
#ifndef _GUC_VERSION_H_
#define _GUC_VERSION_H_

#define GUC_VERSION	"0.1.0"
#define GUC_WRITER	"xe_guclog " GUC_VERSION

#endif
