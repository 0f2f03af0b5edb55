/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stores xe's own files about the GuC if the module xe_guclog has no log of a GPU.
 */
#ifndef _XE_FILES_H_
#define _XE_FILES_H_

struct incident;

void xe_files_add(struct incident *in);

#endif
