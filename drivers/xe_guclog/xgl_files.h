/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * This code makes the content of the debugfs files of a device and of its GTs. It does not
 * itself use debugfs: xgl_debugfs.c does.
 */
#ifndef _XGL_FILES_H_
#define _XGL_FILES_H_

#include "xgl_snapshot.h"
#include "xgl_content.h"

struct xgl_facts;
struct xgl_source;

/**
 * struct xgl_file_type - one kind of debugfs file
 * @name: name of the file
 * @from_module: makes the content of a file of the module; NULL for other files
 * @from_facts: makes the content of a file of a device; NULL for other files
 * @from_snapshot: makes the content of a file of a GT; NULL for other files
 * @extent: the part of the log that @from_snapshot needs
 */
struct xgl_file_type {
	const char *name;
	int (*from_module)(struct xgl_content *content);
	int (*from_facts)(struct xgl_content *content,
			  const struct xgl_facts *facts);
	int (*from_snapshot)(struct xgl_content *content,
			     const struct xgl_snapshot *snap);
	enum xgl_extent extent;
};

/**
 * struct xgl_file_set - the files of one directory
 * @type: the kind of each file
 * @nr: number of files
 */
struct xgl_file_set {
	const struct xgl_file_type *type;
	unsigned int nr;
};

extern const struct xgl_file_set xgl_device_files;
extern const struct xgl_file_set xgl_gt_files;
/*
 * The files of a GT whose GPU is not bound to xe any more. The set is empty, because the only file
 * is that with the last log (see xgl_last.h), which is in no set.
 */
extern const struct xgl_file_set xgl_gone_gt_files;

#define XGL_MAX_FILES	8

/**
 * struct xgl_file - an open file, or a file of a frozen device (see xgl_freeze.h)
 * @ref: reference count
 * @content: bytes of the file
 * @snap: the snapshot that @content points into; counted reference. NULL for a file of a
 *	device or of the module
 */
struct xgl_file {
	struct kref ref;
	struct xgl_content content;
	struct xgl_snapshot *snap;
};

struct xgl_file *xgl_file_open(const struct xgl_file_type *type,
			       struct xgl_source *src, unsigned int gt);
struct xgl_file *xgl_file_open_last(struct xgl_source *src, unsigned int gt);
struct xgl_file *xgl_file_make(const struct xgl_file_type *type,
			       const struct xgl_facts *facts,
			       struct xgl_snapshot *snap);
struct xgl_file *xgl_file_get(struct xgl_file *file);
void xgl_file_free(struct xgl_file *file);
struct xgl_facts *xgl_files_ask_facts(struct xgl_source *src);
void xgl_files_measure(const struct xgl_file_set *set, struct xgl_source *src,
		       unsigned int gt, u64 size[XGL_MAX_FILES]);

#endif
