/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registered devices: GPUs, and replay devices (see xgl_replay.h). A device has a name, a
 * source of its logs and a directory in debugfs. In the comments of this module, a device or
 * a GT is "shown" while it has a directory in debugfs.
 */
#ifndef _XGL_DEVICE_H_
#define _XGL_DEVICE_H_

#include <linux/types.h>

#include "xgl_source.h"

struct xgl_device;
struct xgl_dir;

/**
 * struct xgl_device_dirs - the directories of a device and its GTs, with a
 * reference to each GT
 * @dev: from xgl_device_register()
 * @src: source of the device's logs
 * @dir: directory of the device in debugfs
 * @gt: the directories of its GTs by number, NULL where there is none
 */
struct xgl_device_dirs {
	struct xgl_device *dev;
	struct xgl_source *src;
	struct xgl_dir *dir;
	struct xgl_dir *gt[XGL_MAX_GTS];
};

bool xgl_device_get_all(const char *name, struct xgl_device_dirs *dirs);
void xgl_device_put_all(const struct xgl_device_dirs *dirs);

struct xgl_device *xgl_device_register(const char *name,
				       struct xgl_source *src);
int xgl_device_add_gt(struct xgl_device *dev, unsigned int gt);
void xgl_device_remove_gt(struct xgl_device *dev, unsigned int gt);
void xgl_device_measure(struct xgl_device *dev);
void xgl_device_unregister(struct xgl_device *dev);

struct xgl_device *xgl_device_get(const char *name, unsigned int gt,
				  struct xgl_source **src);
void xgl_device_put(struct xgl_device *dev, unsigned int gt);

#endif
