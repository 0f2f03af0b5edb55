/* SPDX-License-Identifier: GPL-2.0 */
/* profile.h -- one GPU model as data, read from a file of profiles/. */
#ifndef GPU_PROFILE_H
#define GPU_PROFILE_H

#include "types.h"

#define PROFILE_FUSES		32
#define PROFILE_HWCONFIG	256

/**
 * struct profile - properties in which the GPU models differ
 * @name:        name of the file up to the first dot
 * @device:      PCI device id
 * @revision:    PCI revision
 * @version:     graphics IP version times 100 (1200, 1255, 2004 ...)
 * @gmdid:       register GMD_ID (the IP version) of the primary and of the media GT; 0: the GT has
 *               no GMD_ID
 * @levels:      number of levels of a PPGTT
 * @vram:        bytes of local memory, a multiple of 1 GiB; 0: integrated
 * @rp0_mhz:     highest frequency of either GT, a multiple of 50
 * @rpe_mhz:     efficient frequency
 * @rpn_mhz:     lowest frequency
 * @media_gt:    the media engines are a separate GT
 * @fuses:       fuse registers: GT, offset in the GT and value
 * @fuse_count:  number of fuses
 * @hwconfig:    the table of hardware attributes that the GuC returns: key, length, values
 * @hwconfig_dw: size of that table in dwords
 */
struct profile {
	char name[32];
	u16 device;
	u8 revision;
	u32 version;
	u32 gmdid[2];
	u32 levels;
	u64 vram;
	u32 rp0_mhz, rpe_mhz, rpn_mhz;
	bool media_gt;
	struct {
		u32 gt, offset, value;
	} fuses[PROFILE_FUSES];
	u32 fuse_count;
	u32 hwconfig[PROFILE_HWCONFIG];
	u32 hwconfig_dw;
};

int profile_load(struct profile *p, const char *path);

/* profile_local - check whether the GPU has memory of its own (VRAM) */
static inline bool profile_local(const struct profile *p)
{
	return p->vram != 0;
}

#endif
