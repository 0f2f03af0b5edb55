/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Replay devices: userspace makes them in configfs from images (copies) of log buffers and
 * from facts about a device (named values, see guc_facts.h). A replay device has the
 * same files in debugfs as a GPU. They are for the project's tests only: Kbuild includes them if
 * XGL_KUNIT is y.
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
 * struct xgl_image - an image of a log buffer; it never changes
 * @ref: reference count: the GT that has the image, and each session that reads it, have
 *	a reference
 * @len: length of the image in bytes
 * @wanted: length in bytes that the log buffer had according to the states of its regions, which
 *	are at the start of the image; more than @len if the image is truncated
 * @data: bytes of the image
 */
struct xgl_image {
	struct kref ref;
	size_t len;
	u64 wanted;
	u8 data[];
};

/**
 * struct xgl_replay_gt - a GT made by userspace
 * @group: directory in configfs
 * @replay: device of the GT
 * @id: number of the GT
 * @facts: facts that userspace has written, and facts that this module sets itself
 * @image: log of the GT, NULL when there is none
 * @refusal: the reason why the image that was written last was not kept; NULL
 *	when it was kept
 * @captures: number of sessions that have read the log; sessions with XGL_RESUME_FOLLOW do
 *	not count
 * @copied: number of bytes that all sessions copied
 *
 * The device's data_lock protects all members except @group, @replay and @id.
 */
struct xgl_replay_gt {
	struct config_group group;
	struct xgl_replay *replay;
	unsigned int id;
	struct guc_facts facts;
	struct xgl_image *image;
	const char *refusal;
	u64 captures;
	u64 copied;
};

/**
 * struct xgl_replay - a device made by userspace
 * @group: directory in configfs
 * @src: the source of the device's logs, see xgl_source.h
 * @live_lock: held while the debugfs directory of the device or of one of its GTs
 *	is being made or removed; protects @dev. An open() never takes this lock
 * @dev: the registered device, NULL while it has no directory in debugfs
 * @data_lock: protects the members below, and the GTs; innermost, held briefly
 * @facts: facts that userspace has written
 * @gt: GTs of the device by number, NULL where there is none; changed with
 *	@live_lock and @data_lock held
 */
struct xgl_replay {
	struct config_group group;
	struct xgl_source src;
	struct mutex live_lock; /* serializes making and removing the debugfs directories */
	struct xgl_device *dev;
	struct mutex data_lock; /* protects facts, images and GTs */
	struct guc_facts facts;
	struct xgl_replay_gt *gt[XGL_MAX_GTS];
};

/* xgl_source_replay.c */
void xgl_replay_start(struct xgl_replay *replay);
void xgl_replay_start_gt(struct xgl_replay_gt *gt);
int xgl_replay_set_image(struct xgl_replay_gt *gt, const void *data,
			 size_t len);
void xgl_replay_refuse_image(struct xgl_replay_gt *gt, const char *reason);
size_t xgl_replay_print_image_status(struct xgl_replay_gt *gt, char *to, size_t size);
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

/* xgl_replay_configfs.c */
#ifdef XGL_REPLAY
extern struct configfs_group_operations xgl_replay_root_ops;
#define XGL_REPLAY_ROOT_OPS	(&xgl_replay_root_ops)
void xgl_replay_attrs_init(void);
#else
#define XGL_REPLAY_ROOT_OPS	NULL
static inline void xgl_replay_attrs_init(void)
{
}
#endif

static inline struct xgl_replay *xgl_to_replay(struct config_item *item)
{
	return container_of(to_config_group(item), struct xgl_replay, group);
}

static inline struct xgl_replay_gt *xgl_to_replay_gt(struct config_item *item)
{
	return container_of(to_config_group(item), struct xgl_replay_gt, group);
}

#endif
