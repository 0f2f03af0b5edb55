/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The directories of this module in debugfs. The content of a file is made when the file is
 * opened.
 */
#ifndef _XGL_DEBUGFS_H_
#define _XGL_DEBUGFS_H_

#include <linux/types.h>

struct dentry;
struct xgl_dir;
struct xgl_facts;
struct xgl_file_set;
struct xgl_snapshot;
struct xgl_source;

void xgl_debugfs_init(const struct xgl_file_set *set);
void xgl_debugfs_measure(void);
bool xgl_debugfs_has_file(const char *name);
void xgl_debugfs_exit(void);

struct xgl_dir *xgl_dir_create(struct xgl_dir *parent, const char *name,
			       const struct xgl_file_set *set,
			       struct xgl_source *src, unsigned int gt);
void xgl_dir_measure(struct xgl_dir *dir);
int xgl_dir_freeze(struct xgl_dir *dir, const struct xgl_facts *facts,
		   struct xgl_snapshot *snap);
void xgl_dir_thaw(struct xgl_dir *dir);
void xgl_dir_remove(struct xgl_dir *dir);

#endif
