/* SPDX-License-Identifier: GPL-2.0-only */
/* Opens a directory without following the links of other users. */
#ifndef _OPEN_DIR_H_
#define _OPEN_DIR_H_

int open_dir(const char *path);

#endif
