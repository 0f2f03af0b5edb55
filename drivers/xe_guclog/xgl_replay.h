/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replay: devices that userspace makes in configfs, out of images and facts. A
 * replay device shows the same files as a real one.
 */
#ifndef _XGL_REPLAY_H_
#define _XGL_REPLAY_H_

#include <linux/configfs.h>
#include <linux/kref.h>
#include <linux/mutex.h>

#include "guc_facts.h"
#include "xgl_source.h"

struct xgl_device;
struct xgl_replay;

/**
 * struct xgl_image - an image, which never changes
 * @ref: one for the GT that has it, one for each capture of it
 * @len: bytes
 * @data: the image
 */
struct xgl_image {
	struct kref ref;
	size_t len;
	u8 data[];
};

/**
 * struct xgl_replay_gt - a GT made by userspace
 * @group: its directory in configfs
 * @replay: its device
 * @id: its number
 * @facts: what userspace says of it, and what the source knows
 * @image: its log, NULL when there is none
 * @error: why the last image could not be kept, 0 or a negative errno
 * @captures: how often its log was captured
 * @copied: bytes that these captures copied
 *
 * But for @group, @replay and @id all is under the device's data_lock.
 */
struct xgl_replay_gt {
	struct config_group group;
	struct xgl_replay *replay;
	unsigned int id;
	struct guc_facts facts;
	struct xgl_image *image;
	int error;
	u64 captures;
	u64 copied;
};

/**
 * struct xgl_replay - a device made by userspace
 * @group: its directory in configfs
 * @src: the source that it is
 * @live_lock: taken by who shows or hides it or one of its GTs; protects @dev.
 *	Never taken by an open()
 * @dev: as registered, NULL while it is not live
 * @data_lock: protects all below, and the GTs; innermost, held briefly
 * @facts: what userspace says of it
 * @gt: its GTs by number, NULL where there is none; changed under both locks
 */
struct xgl_replay {
	struct config_group group;
	struct xgl_source src;
	struct mutex live_lock; /* who shows and hides */
	struct xgl_device *dev;
	struct mutex data_lock; /* facts and images */
	struct guc_facts facts;
	struct xgl_replay_gt *gt[XGL_MAX_GTS];
};

/* xgl_source_replay.c */
void xgl_replay_start(struct xgl_replay *replay);
void xgl_replay_start_gt(struct xgl_replay_gt *gt);
int xgl_replay_set_image(struct xgl_replay_gt *gt, const void *data,
			 size_t len);
ssize_t xgl_replay_get_image(struct xgl_replay_gt *gt, void *data, size_t len);
void xgl_replay_free_image(struct xgl_replay_gt *gt);

/* xgl_replay_live.c */
int xgl_replay_set_live(struct xgl_replay *replay, bool live);
bool xgl_replay_is_live(struct xgl_replay *replay);
int xgl_replay_add_gt(struct xgl_replay *replay, struct xgl_replay_gt *gt);
void xgl_replay_remove_gt(struct xgl_replay *replay, struct xgl_replay_gt *gt);
void xgl_replay_changed(struct xgl_replay *replay);

/* xgl_replay_attrs.c */
extern struct configfs_attribute *xgl_replay_device_attrs[];
extern struct configfs_attribute *xgl_replay_gt_attrs[];
extern struct configfs_bin_attribute *xgl_replay_gt_bin_attrs[];
void xgl_replay_attrs_init(void);

/* xgl_replay_configfs.c */
int xgl_replay_init(void);
void xgl_replay_exit(void);

static inline struct xgl_replay *xgl_to_replay(struct config_item *item)
{
	return container_of(to_config_group(item), struct xgl_replay, group);
}

static inline struct xgl_replay_gt *xgl_to_replay_gt(struct config_item *item)
{
	return container_of(to_config_group(item), struct xgl_replay_gt, group);
}

#endif
