/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Offsets of the members of xe's private structures in a kernel.
 */
#ifndef _GUCLOG_LAYOUT_XE_LAYOUT_H_
#define _GUCLOG_LAYOUT_XE_LAYOUT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guclog_error;

/*
 * The following functions find out whether the module xe_guclog can read the private structures
 * of the xe driver of a kernel.
 */

/**
 * struct guclog_xe_struct - a structure of xe
 * @name: name of the structure; "a|b" if its name is a in some kernels and b in others
 * @bytes: size of the structure in bytes, 0 if xe does not have it
 * @definitions: number of definitions of the structure in the type information (BTF)
 */
struct guclog_xe_struct {
	const char *name;
	uint32_t bytes;
	uint32_t definitions;
};

/**
 * struct guclog_xe_member - a member of xe's structures that the kernel module reads
 * @id: the name that the kernel module uses for the member
 * @structure: name of the structure
 * @path: path of the member in the structure
 * @reason: why the member is not known; NULL if it is known
 * @offset: bytes from the start of the structure
 * @bytes: size of the member in bytes
 * @bit: for a bit field: the lowest bit
 * @bits: for a bit field: the number of bits, else 0
 * @elements: for an array: the number of elements, else 0
 * @stride: for an array: the bytes from one element to the next
 * @required: the kernel module needs the member
 */
struct guclog_xe_member {
	const char *id;
	const char *structure;
	const char *path;
	const char *reason;
	uint32_t offset;
	uint32_t bytes;
	uint32_t bit;
	uint32_t bits;
	uint32_t elements;
	uint32_t stride;
	bool required;
};

/**
 * struct guclog_xe_name - an enumerator of xe: a name and a value
 * @name: the name
 * @value: value of the name
 * @of: index, in @enum_tag of &struct guclog_xe_layout, of the enumeration that has the name
 */
struct guclog_xe_name {
	const char *name;
	uint32_t value;
	uint32_t of;
};

/**
 * struct guclog_xe_layout - the private structures of the xe driver of a kernel
 * @name: name of the file that contains the xe driver or its BTF
 * @kernel: the release of the kernel, empty if it is not known
 * @text: the text of the kernel module's file xe_layout
 * @why: why the kernel module refuses the kernel, NULL if it supports the kernel
 * @reason: short form of @why
 * @member_id: the member that @why is about, NULL if there is none
 * @nr_structs: number of structures
 * @structure: the structures
 * @nr_members: number of members
 * @member: the members
 * @nr_enums: number of enumerations
 * @enum_tag: tags of the enumerations
 * @nr_names: number of names in all enumerations
 * @enumerator: the names
 * @supported: the kernel module can read the structures
 * @only_names: the file of the xe driver contains only the names and sizes of types that the kernel
 *	itself defines. If guclog_xe_layout_open() gets the kernel as @base, it may find the
 *	structures.
 */
struct guclog_xe_layout {
	const char *name;
	const char *kernel;
	const char *text;
	const char *why;
	const char *reason;
	const char *member_id;
	uint32_t nr_structs;
	const struct guclog_xe_struct *structure;
	uint32_t nr_members;
	const struct guclog_xe_member *member;
	uint32_t nr_enums;
	const char *const *enum_tag;
	uint32_t nr_names;
	const struct guclog_xe_name *enumerator;
	bool supported;
	bool only_names;
};

/**
 * guclog_xe_layout_open() - read the layout of the structures in the xe driver of a kernel
 * @xe: xe.ko, which may be compressed, or BTF such as /sys/kernel/btf/xe; "-" is standard
 *	input
 * @base: the kernel of @xe, its x86 boot image, or its BTF; NULL for the running kernel if @xe
 *	belongs to that kernel
 * @error: filled with the error, or with code 0 on success; -ENODATA if @xe can be read but has no
 *	type information that can be used; may be NULL
 *
 * Return: the layout, which the caller must free with guclog_xe_layout_close(), or NULL on an
 * error.
 */
const struct guclog_xe_layout *guclog_xe_layout_open(const char *xe, const char *base,
						     struct guclog_error *error);

/**
 * guclog_xe_layout_close() - free a layout
 * @layout: the layout, may be NULL
 */
void guclog_xe_layout_close(const struct guclog_xe_layout *layout);

#endif
