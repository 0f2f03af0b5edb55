/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The live source (see xgl_source.h): GPUs that an unmodified xe drives.
 *
 * This code calls no function of xe, and follows no pointer to xe's structures that it got in an
 * earlier session. In a session (struct xgl_xe_session) it holds the device's lock, so that xe
 * stays bound, and finds each structure again by following pointers, starting at the PCI device.
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

/* Name of the driver and of its module. */
#define XGL_XE_DRIVER	"xe"

/*
 * Number of bytes of a buffer that are read between two checks for a fatal signal and, in device
 * memory, for hot-unplug.
 */
#define XGL_XE_CHUNK	SZ_4K

/*
 * The reasons why a log or a device cannot be read. xgl_xe_status.c has an
 * errno and a text for each.
 */
enum xgl_xe_status {
	XGL_XE_OK,
	XGL_XE_INTERRUPTED,	/* a signal is pending */
	XGL_XE_BUSY,		/* another task holds the device's lock */
	XGL_XE_NOT_BOUND,	/* xe does not drive the device */
	XGL_XE_NO_LAYOUT,	/* the layout of xe's structures has not been read yet */
	XGL_XE_UNSUPPORTED,	/* this xe is not supported: its layout is unknown or unsuitable */
	XGL_XE_RECOVERY,	/* PCI error recovery is in progress or has failed */
	XGL_XE_NOT_SET_UP,	/* xe is bound, but the device is not enabled or has no drvdata */
	XGL_XE_INCONSISTENT,	/* a structure does not point back to its parent or is unreadable */
	XGL_XE_SURVIVABILITY,	/* xe is in survivability mode: it only serves a firmware update */
	XGL_XE_NO_GT,		/* there is no such GT */
	XGL_XE_VF,		/* a virtual function, which has no log */
	XGL_XE_NO_GUC,		/* the GuC is not used */
	XGL_XE_NO_LOG,		/* the GuC has no log buffer */
	XGL_XE_SUSPENDED,	/* the device is suspended, and must not be resumed */
	XGL_XE_RESUME_FAILED,	/* the runtime resume failed */
	XGL_XE_NOT_PRESENT,	/* the device was unplugged: its memory reads as all ones */
	XGL_XE_STATUS_COUNT
};

/**
 * struct xgl_xe_layout - the layout of the structures of one build of xe; never changes,
 * except @warned
 * @ref: reference count
 * @error: 0, or the errno of the reason why this xe is not supported
 * @has_lfd: this xe itself provides a guc_log_lfd file
 * @warned: a warning was printed that this xe, or one of its tracepoints, cannot be used
 * @layout: the offsets and sizes of the fields of this xe's structures; valid
 *	when @error is 0
 * @words: the reason for @error as text; empty when @error is 0
 */
struct xgl_xe_layout {
	struct kref ref;
	int error;
	bool has_lfd;
	bool warned;
	struct xel_layout layout;
	char words[256];
};

/**
 * struct xgl_xe - one GPU that xe drives
 * @node: entry in the list of GPUs; used only by the reconciler, the work item in
 *	xgl_xe_bus.c that makes and removes the debugfs directories of GPUs
 * @pdev: the PCI device; counted reference
 * @src: source of the GPU's logs
 * @dev: from xgl_device_register(), NULL if its directory could not be made yet
 * @layout: layout of the structures of the xe that drives the GPU, NULL while it has not been
 *	read; counted reference; used by the reconciler only
 * @shown: bit mask of the GTs that have a directory in debugfs; used by the
 *	reconciler only, like the next three members
 * @recorded: bit mask of the GTs whose incidents are recorded
 * @tested: bit mask of the GTs whose log was found to have a valid state page
 * @warned: bit mask of the GTs about which a warning was printed, shifted by one; bit 0 is for
 *	the whole GPU, and WARNED_DIRS for its directories
 * @index: number of this GPU among the GPUs that xe drives, from 0
 * @resume_error: result of the last attempt to resume the device, 0 or an errno
 * @woken: bit mask of the GTs: the bit of a GT is set if the device was resumed for the latest
 *	copy of this GT's log
 * @fixed_lock: protects the members below; innermost
 * @has_fixed: @fixed was read
 * @fixed: facts (see guc_facts.h) that do not change while xe is bound
 */
struct xgl_xe {
	struct list_head node;
	struct pci_dev *pdev;
	struct xgl_source src;
	struct xgl_device *dev;
	struct xgl_xe_layout *layout;
	unsigned long shown;
	unsigned long recorded;
	unsigned long tested;
	unsigned long warned;
	unsigned int index;
	int resume_error;
	unsigned long woken;
	struct mutex fixed_lock; /* protects has_fixed and fixed */
	bool has_fixed;
	struct guc_facts fixed;
};

/**
 * struct xgl_xe_session - access to xe's structures of one device
 * @pdev: the PCI device; its lock is held. NULL if the lock could not be taken
 * @ref: the layout of the structures of the xe that drives the device; counted reference
 * @layout: the offsets and sizes of the fields of xe's structures,
 *	&@ref->layout
 * @xe: struct xe_device; NULL in survivability mode and before it is found
 * @gt: struct xe_gt of each GT by its number, NULL where there is none
 * @active: the session has a runtime PM reference to the device
 * @joined: the session began with xgl_xe_session_join(), so the caller, and not
 *	xgl_xe_session_end(), releases the device's lock
 * @resumed: the device was suspended, and the session resumed it
 * @resume_error: 0, or the errno with which a resume failed
 * @unplugged: the device is active, but does not respond: reads of its memory
 *	return all ones
 * @detail: text that is appended to the text of an enum xgl_xe_status, for example the
 *	name of a field that is missing; often empty
 * @chunk: bounce buffer for bytes from device memory
 *
 * From the beginning of the session to xgl_xe_session_end(), xe's structures exist and are
 * not moved, except during xgl_xe_session_relax(), which releases the device's lock. A
 * struct xgl_xe_session is too large for the stack.
 */
struct xgl_xe_session {
	struct pci_dev *pdev;
	struct xgl_xe_layout *ref;
	const struct xel_layout *layout;
	const void *xe;
	const void *gt[XGL_MAX_GTS];
	bool active;
	bool joined;
	bool resumed;
	int resume_error;
	bool unplugged;
	char detail[sizeof(((struct xgl_xe_layout *)0)->words)];
	u8 chunk[XGL_XE_CHUNK] __aligned(64);
};

/**
 * struct xgl_xe_buffer - the mapped memory of a buffer object of xe
 * @map: kernel address of the memory
 * @size: length of the memory in bytes
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
bool xgl_xe_is_driver_of(struct pci_dev *pdev);
enum xgl_xe_status xgl_xe_session_begin(struct xgl_xe_session *s,
					struct pci_dev *pdev);
enum xgl_xe_status xgl_xe_session_join(struct xgl_xe_session *s, struct pci_dev *pdev);
enum xgl_xe_status xgl_xe_session_try(struct xgl_xe_session *s, struct pci_dev *pdev);
enum xgl_xe_status xgl_xe_session_activate(struct xgl_xe_session *s);
enum xgl_xe_status xgl_xe_session_resume(struct xgl_xe_session *s);
enum xgl_xe_status xgl_xe_session_relax(struct xgl_xe_session *s);
void xgl_xe_session_end(struct xgl_xe_session *s);

/* xgl_xe_read.c */
bool xgl_xe_field_bytes(const struct xel_layout *layout, const void *obj, enum xel_field_id id,
			void *dst, size_t len);
bool xgl_xe_field_number(const struct xel_layout *layout, const void *obj, enum xel_field_id id,
			 u64 *value);
const void *xgl_xe_field_pointer(const struct xel_layout *layout, const void *obj,
				 enum xel_field_id id);
const void *xgl_xe_embedded(const struct xgl_xe_session *s, const void *obj,
			    enum xel_field_id id);
enum xgl_xe_status xgl_xe_read_buffer(struct xgl_xe_session *s,
				      const struct xgl_xe_buffer *buffer,
				      void *dst, u64 offset, size_t len);

/* These functions read a field of a structure of xe in a session, see xgl_xe_field_bytes(). */
static inline bool xgl_xe_read_bytes(const struct xgl_xe_session *s, const void *obj,
				     enum xel_field_id id, void *dst, size_t len)
{
	return xgl_xe_field_bytes(s->layout, obj, id, dst, len);
}

static inline bool xgl_xe_read_number(const struct xgl_xe_session *s, const void *obj,
				      enum xel_field_id id, u64 *value)
{
	return xgl_xe_field_number(s->layout, obj, id, value);
}

static inline const void *xgl_xe_read_pointer(const struct xgl_xe_session *s, const void *obj,
					      enum xel_field_id id)
{
	return xgl_xe_field_pointer(s->layout, obj, id);
}

/* xgl_xe_gt.c */
void xgl_xe_find_gts(const struct xel_layout *layout, const void *xe,
		     const void *gts[XGL_MAX_GTS]);
enum xgl_xe_status xgl_xe_find_buffer(struct xgl_xe_session *s, const void *bo,
				      struct xgl_xe_buffer *buffer);
enum xgl_xe_status xgl_xe_find_log(struct xgl_xe_session *s, unsigned int gt,
				   struct xgl_xe_buffer *buffer);

/* xgl_xe_facts.c */
void xgl_xe_device_facts(struct xgl_xe *gpu, struct xgl_xe_session *s,
			 enum xgl_xe_status status, struct guc_facts *facts);
void xgl_xe_gt_facts(struct xgl_xe *gpu, struct xgl_xe_session *s,
		     unsigned int gt, struct guc_facts *facts);

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
