/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * LFD: the GuC log file, a sequence of log format descriptors (blocks).
 *
 * Source: Linux 7.3, drivers/gpu/drm/xe/abi/guc_lfd_abi.h.
 */
#ifndef _GUC_LFD_ABI_H_
#define _GUC_LFD_ABI_H_

#include "guc_abi.h"

/**
 * DOC: LFD file
 *
 * An LFD file has a header, and then blocks (type, length, value) up to its end::
 *
 *  +0   magic       0x8086aaaa474c5346
 *  +8   version     major << 16 | minor, known: 1.0
 *  +12  block       type << 16 | 0x8086
 *       data_count  dwords of data that follow
 *       data
 *       block ...
 *
 * Data are padded with zeroes to a whole dword. A reader skips unknown blocks by
 * their length. The range of a type shows who provides the block, and whether a
 * file must have it: the firmware provides 0x0001-0x1fff (required) and
 * 0x2000-0x3fff (optional); the kernel driver provides 0x4000-0x5fff (required)
 * and 0x6000-0x7fff (optional). Types from 0x8000 on are reserved.
 */
#define GUC_LFD_MAGIC			0x8086aaaa474c5346ull
#define GUC_LFD_VERSION_MAJOR		1u
#define GUC_LFD_VERSION_MINOR		0u
#define GUC_LFD_VERSION_MAJOR_MASK	0xffff0000u
#define GUC_LFD_VERSION_MINOR_MASK	0x0000ffffu

/**
 * struct guc_lfd_file_header - the header at the start of an LFD file
 * @magic: low and high dword of GUC_LFD_MAGIC (the header is 12 bytes long and
 *	must not be padded to 16)
 * @version: see GUC_LFD_VERSION_*
 */
struct guc_lfd_file_header {
	__le32 magic[2];
	__le32 version;
};
GUC_ABI_SIZE(struct guc_lfd_file_header, 12);
GUC_ABI_OFFSET(struct guc_lfd_file_header, version, 8);

/**
 * struct guc_lfd_block_header - the header at the start of each block
 * @header: type and GUC_LFD_BLOCK_MAGIC
 * @data_count: length of the data in dwords
 */
struct guc_lfd_block_header {
	__le32 header;
	__le32 data_count;
};
GUC_ABI_SIZE(struct guc_lfd_block_header, 8);
GUC_ABI_OFFSET(struct guc_lfd_block_header, data_count, 4);

#define GUC_LFD_BLOCK_MAGIC		0x8086u
#define GUC_LFD_BLOCK_TYPE_MASK		0xffff0000u
#define GUC_LFD_BLOCK_MAGIC_MASK	0x0000ffffu

/*
 * Block types from the firmware, required. Their data are one dword, a value of the LIC (log init
 * config, see guc_lic_abi.h).
 */
#define GUC_LFD_FW_VERSION		0x0001u
#define GUC_LFD_GUC_DEVICE_ID		0x0002u
#define GUC_LFD_TSC_FREQUENCY		0x0003u
#define GUC_LFD_GMD_ID			0x0004u
#define GUC_LFD_BUILD_PLATFORM_ID	0x0005u
/* Block types from the firmware, optional. */
#define GUC_LFD_LOG_EVENTS_BUFFER	0x2000u	/* data: version, then entries */
#define GUC_LFD_FW_CRASH_DUMP		0x2001u
/*
 * Block type from the kernel driver, required: the data are the id of the operating system
 * (GUC_LFD_OS_LINUX and so on), then the kernel's release as text.
 */
#define GUC_LFD_OS_ID			0x4000u
/* Block types from the kernel driver, optional. */
#define GUC_LFD_BINARY_SCHEMA_FORMAT	0x6000u
#define GUC_LFD_HOST_COMMENT		0x6001u
/* Two more block types, with data whose layout has not been published. */
#define GUC_LFD_TIMESTAMP_ANCHOR	0x6002u
#define GUC_LFD_TIMESTAMP_ANCHOR_CONFIG	0x6003u

/* First block type of each range. */
#define GUC_LFD_RANGE_FW_REQUIRED	0x0001u
#define GUC_LFD_RANGE_FW_OPTIONAL	0x2000u
#define GUC_LFD_RANGE_KMD_REQUIRED	0x4000u
#define GUC_LFD_RANGE_KMD_OPTIONAL	0x6000u
#define GUC_LFD_RANGE_RESERVED		0x8000u

/* First dword of the data of a GUC_LFD_OS_ID block: the operating system. */
#define GUC_LFD_OS_WINDOWS		1u
#define GUC_LFD_OS_LINUX		2u
#define GUC_LFD_OS_VMWARE		3u
#define GUC_LFD_OS_OTHER		4u

#endif
