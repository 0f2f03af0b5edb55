/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A device that is shown to users: a name, a source and a directory in debugfs.
 */
#ifndef _XGL_DEVICE_H_
#define _XGL_DEVICE_H_

struct xgl_device;
struct xgl_source;

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
