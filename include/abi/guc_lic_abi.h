/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * LIC: the log init config, a list of values that the firmware writes once to the state page of the
 * log buffer, after the states of the regions.
 *
 * Source: Linux, drivers/gpu/drm/xe/abi/guc_lic_abi.h.
 */
#ifndef _GUC_LIC_ABI_H_
#define _GUC_LIC_ABI_H_

#include "guc_abi.h"

/**
 * DOC: LIC (log init config)
 *
 * A header and a list of KLVs (key, length, value)::
 *
 *  +0   magic       0x8086900d
 *  +4   version     major << 16 | minor, known: 1.0
 *  +8   data_count  dwords that follow
 *  +12  KLV         key << 16 | n, then n dwords
 *       KLV ...
 *
 * Five KLVs of one dword each make a data_count of 10. The LIC is the last
 * structure of the state page and must end in it.
 */
#define GUC_LIC_MAGIC			0x8086900du
#define GUC_LIC_VERSION_MAJOR		1u
#define GUC_LIC_VERSION_MINOR		0u
#define GUC_LIC_VERSION_MAJOR_MASK	0xffff0000u
#define GUC_LIC_VERSION_MINOR_MASK	0x0000ffffu

/**
 * struct guc_lic_header - the header at the start of the LIC (log init config)
 * @magic: GUC_LIC_MAGIC
 * @version: see GUC_LIC_VERSION_*
 * @data_count: number of dwords that follow the header
 */
struct guc_lic_header {
	__le32 magic;
	__le32 version;
	__le32 data_count;
};
GUC_ABI_SIZE(struct guc_lic_header, 12);
GUC_ABI_OFFSET(struct guc_lic_header, data_count, 8);

#define GUC_KLV_KEY_MASK		0xffff0000u
#define GUC_KLV_LEN_MASK		0x0000ffffu

/* KLV keys; each value is one dword. */
#define GUC_LIC_KEY_FW_VERSION		1u	/* see GUC_FW_VERSION_* */
#define GUC_LIC_KEY_GUC_DEVICE_ID	2u
#define GUC_LIC_KEY_TSC_FREQUENCY	3u	/* frequency of the GuC timestamp, kHz */
#define GUC_LIC_KEY_GMD_ID		4u
#define GUC_LIC_KEY_BUILD_PLATFORM_ID	5u

#define GUC_FW_VERSION_BRANCH		0xff000000u
#define GUC_FW_VERSION_MAJOR		0x00ff0000u
#define GUC_FW_VERSION_MINOR		0x0000ff00u
#define GUC_FW_VERSION_PATCH		0x000000ffu

/* The fields of the GMD ID, which identifies the graphics or media IP. */
#define GUC_GMD_ID_ARCH			0xffc00000u
#define GUC_GMD_ID_RELEASE		0x003fc000u
#define GUC_GMD_ID_REVISION		0x0000003fu

#endif
