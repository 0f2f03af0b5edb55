/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The debugfs door: directories of files that are frozen at open().
 */
#ifndef _XGL_DEBUGFS_H_
#define _XGL_DEBUGFS_H_

struct dentry;
struct xgl_dir;
struct xgl_file_set;
struct xgl_source;

int xgl_debugfs_init(const struct xgl_file_set *set);
void xgl_debugfs_measure(void);
void xgl_debugfs_exit(void);

struct xgl_dir *xgl_dir_create(struct xgl_dir *parent, const char *name,
			       const struct xgl_file_set *set,
			       struct xgl_source *src, unsigned int gt);
void xgl_dir_measure(struct xgl_dir *dir);
void xgl_dir_remove(struct xgl_dir *dir);

#endif
