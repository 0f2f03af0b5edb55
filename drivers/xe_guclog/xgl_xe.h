/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The live source: GPUs that an unmodified xe drives, seen from outside.
 *
 * No function of xe's is called, no pointer of xe's is kept. A way to a log is
 * gone from its start each time, under the lock that keeps xe bound.
 */
#ifndef _XGL_XE_H_
#define _XGL_XE_H_

#include <linux/types.h>

#include "guc_facts.h"

#include "xgl_files.h"

#ifdef CONFIG_PCI

#include <linux/iosys-map.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/mutex.h>

#include "xel_layout.h"
#include "xgl_source.h"

struct pci_dev;
struct xgl_device;

/* What the driver is called. */
#define XGL_XE_DRIVER	"xe"

/*
 * Why a log, or a device, cannot be read. Each has a sentence of its own and an
 * errno, see xgl_xe_status.c.
 */
enum xgl_xe_status {
	XGL_XE_OK,
	XGL_XE_INTERRUPTED,	/* a signal came while waiting for the lock */
	XGL_XE_NOT_BOUND,	/* xe does not drive the device */
	XGL_XE_NO_LAYOUT,	/* the layout of this xe is not read yet */
	XGL_XE_UNSUPPORTED,	/* this xe is not understood */
	XGL_XE_RECOVERY,	/* PCI error recovery is under way or has failed */
	XGL_XE_NOT_SET_UP,	/* bound, but not enabled or without a drvdata */
	XGL_XE_INCONSISTENT,	/* a pointer does not lead back */
	XGL_XE_SURVIVABILITY,	/* xe serves a firmware update only */
	XGL_XE_NO_GT,		/* there is no such GT */
	XGL_XE_VF,		/* a virtual function, which has no log */
	XGL_XE_NO_GUC,		/* the GuC is not used */
	XGL_XE_NO_LOG,		/* the GuC has no log buffer */
	XGL_XE_SUSPENDED,	/* suspended, and must not be resumed */
	XGL_XE_RESUME_FAILED,	/* the runtime resume failed */
	XGL_XE_NOT_PRESENT,	/* the device does not answer */
	XGL_XE_STATUS_COUNT
};

/**
 * struct xgl_xe_layout - what one xe looks like; never changes
 * @ref: users
 * @refused: 0, or the errno with which the layout was refused
 * @has_lfd: this xe has a guc_log_lfd of its own
 * @layout: all of it, when it is not refused
 * @words: why it is refused, else empty
 */
struct xgl_xe_layout {
	struct kref ref;
	int refused;
	bool has_lfd;
	struct xel_layout layout;
	char words[256];
};

/**
 * struct xgl_xe - one GPU that xe drives
 * @node: in the list of the reconciler
 * @pdev: the device, a reference
 * @src: the source that it is
 * @dev: as registered
 * @shown: GTs that are shown, by number; the reconciler's
 * @index: number among the GPUs, counted from 0
 * @wake: what the last try to wake the device up gave, 0 or an errno
 * @fixed_lock: protects @fixed; innermost
 * @fixed: facts that never change while the device is there and that take a wake
 *	to read
 */
struct xgl_xe {
	struct list_head node;
	struct pci_dev *pdev;
	struct xgl_source src;
	struct xgl_device *dev;
	unsigned long shown;
	unsigned int index;
	int wake;
	struct mutex fixed_lock; /* fixed */
	struct guc_facts fixed;
};

/* The device sleeps, and nobody asked it to wake up. */
#define XGL_XE_NOT_RESUMED	1

/**
 * struct xgl_xe_session - a device whose xe is held still
 * @pdev: the device
 * @kept: the layout of its xe, a reference
 * @layout: the same
 * @xe: xe's own structure of the device; NULL in survivability mode or earlier
 * @wake: it was to be woken up
 * @pm: 0 while there is a runtime PM reference, XGL_XE_NOT_RESUMED, or the errno
 *	with which the device did not wake up
 * @gone: the device is awake and has been pulled out: it reads as ones
 * @detail: what the sentence of an enum xgl_xe_status ends with, often empty
 */
struct xgl_xe_session {
	struct pci_dev *pdev;
	struct xgl_xe_layout *kept;
	const struct xel_layout *layout;
	const void *xe;
	bool wake;
	int pm;
	bool gone;
	char detail[sizeof(((struct xgl_xe_layout *)0)->words)];
};

/**
 * struct xgl_xe_buffer - memory of a buffer object
 * @map: where
 * @size: bytes
 */
struct xgl_xe_buffer {
	struct iosys_map map;
	u64 size;
};

/* xgl_xe_status.c */
int xgl_xe_errno(enum xgl_xe_status status);
void xgl_xe_status_print(char *text, size_t size, enum xgl_xe_status status,
			 const char *detail);

/* xgl_xe_layout.c */
extern const struct xgl_file_set xgl_xe_files;
struct xgl_xe_layout *xgl_xe_layout_get(void);
void xgl_xe_layout_put(struct xgl_xe_layout *layout);
int xgl_xe_layout_read(void);
void xgl_xe_layout_invalidate(void);

/* xgl_xe_session.c */
enum xgl_xe_status xgl_xe_session_begin(struct xgl_xe_session *s, struct pci_dev *pdev,
					bool wake);
void xgl_xe_session_end(struct xgl_xe_session *s);
bool xgl_xe_read_bytes(const struct xgl_xe_session *s, const void *obj,
		       enum xel_field_id id, void *dst, size_t len);
bool xgl_xe_read_number(const struct xgl_xe_session *s, const void *obj,
			enum xel_field_id id, u64 *value);
const void *xgl_xe_read_pointer(const struct xgl_xe_session *s, const void *obj,
				enum xel_field_id id);
const void *xgl_xe_embedded(const struct xgl_xe_session *s, const void *obj,
			    enum xel_field_id id);
bool xgl_xe_is_driver_of(struct pci_dev *pdev);

/* xgl_xe_gt.c */
const void *xgl_xe_tile(const struct xgl_xe_session *s, unsigned int n);
unsigned int xgl_xe_find_gts(const struct xgl_xe_session *s,
			     const void *gts[XGL_MAX_GTS]);
enum xgl_xe_status xgl_xe_find_buffer(const struct xgl_xe_session *s, const void *bo,
				      struct xgl_xe_buffer *buffer);
enum xgl_xe_status xgl_xe_find_log(struct xgl_xe_session *s, const void *gt,
				   struct xgl_xe_buffer *buffer);
bool xgl_xe_read_buffer(const struct xgl_xe_buffer *buffer, void *dst, u64 offset,
			size_t len);

/* xgl_xe_facts.c */
void xgl_xe_read_fixed_facts(struct xgl_xe *gpu);
void xgl_xe_device_facts(struct xgl_xe *gpu, const struct xgl_xe_session *s,
			 enum xgl_xe_status status, struct guc_facts *facts);
void xgl_xe_gt_facts(struct xgl_xe_session *s, const void *gt, unsigned int n,
		     struct guc_facts *facts);

/* xgl_source_xe.c */
extern const struct xgl_source_ops xgl_xe_ops;

/* xgl_xe_bus.c */
int xgl_xe_init(void);
void xgl_xe_exit(void);

#else

static const struct xgl_file_set xgl_xe_files;

static inline int xgl_xe_init(void)
{
	return 0;
}

static inline void xgl_xe_exit(void)
{
}

#endif

#endif
