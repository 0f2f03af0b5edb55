/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads files that have type information (BTF): a module, a kernel, or a file of
 * /sys/kernel/btf.
 */
#ifndef _TYPE_FILE_H_
#define _TYPE_FILE_H_

#include "xel_btf.h"

struct message_sink;

#define TYPE_RELEASE_MAX	72

/**
 * struct type_file - a file and its parsed type information
 * @name: name of the file in messages
 * @arena: arena that has the memory of @data and @index
 * @to: takes the messages about the file
 * @data: bytes of the file, unpacked
 * @len: number of bytes
 * @types: type information of the file
 * @distilled: section .BTF.base, with the names of the kernel's types that the file uses; may be
 *	empty
 * @release: for a kernel: its release; for a module: the release of the kernel for which it was
 *	built; empty if unknown
 * @btf: the type information in @types, after it was parsed
 * @index: memory that @btf points to
 */
struct type_file {
	const char *name;
	struct arena *arena;
	const struct message_sink *to;
	u8 *data;
	size_t len;
	struct guc_view types;
	struct guc_view distilled;
	char release[TYPE_RELEASE_MAX];
	struct xel_btf btf;
	u32 *index;
};

/* The results of type_file_read(). */
enum type_status {
	TYPE_FINE,
	TYPE_NONE,	/* the file is valid, but has no type information */
	TYPE_UNREADABLE,
};

enum type_status type_file_read(struct type_file *file, const char *path, struct arena *arena,
				const struct message_sink *to);
int type_file_open(struct type_file *file, struct guc_view types,
		   const struct xel_btf *base);
bool type_file_is_split(const struct type_file *file);
const char *type_file_trouble(int err);

#endif
