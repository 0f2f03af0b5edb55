/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Name and version of this project, which the core writes into the files of the
 * module and of the command.
 */
#ifndef _GUC_VERSION_H_
#define _GUC_VERSION_H_

#define GUC_VERSION	"0.1.0"
#define GUC_WRITER	"xe_guclog " GUC_VERSION

#endif
