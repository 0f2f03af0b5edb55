/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Tables of facts that cannot be read from a device, by its PCI id and its
 * graphics IP. In every row 0 means "unknown".
 */
#ifndef _GUC_DEVICE_H_
#define _GUC_DEVICE_H_

#include "guc_env.h"
#include "abi/guc_asic_abi.h"

#define GUC_PCI_VENDOR_INTEL	0x8086

/**
 * struct guc_device - one PCI id, vendor 8086
 * @name: marketing name, NULL where there is none
 * @platform: name of the platform in xe
 * @device: PCI device id
 * @graphics_ip: 100 * version + release
 * @memory_bus_bits: width of all channels together
 * @memory_mtps: data rate, 10^6 transfers per second and pin
 * @l1_kib: L1 cache per DSS
 * @l3_kib: L3 cache of the die (L2 in Xe2 terms)
 * @gpu_type: GUC_ASIC_GPU_*
 * @memory_type: GUC_ASIC_MEM_*
 * @slices: of one tile
 * @dss_per_slice: bits per slice in the DSS masks, where the graphics row is
 *	wrong for this id
 * @dss: of one tile
 * @pixels_per_slice: per clock
 */
struct guc_device {
	const char *name;
	const char *platform;
	u16 device;
	u16 graphics_ip;
	u16 memory_bus_bits;
	u16 memory_mtps;
	u16 l1_kib;
	u16 l3_kib;
	u8 gpu_type;
	u8 memory_type;
	u8 slices;
	u8 dss_per_slice;
	u8 dss;
	u8 pixels_per_slice;
};

/**
 * struct guc_graphics - a graphics IP, and all IPs before that of the next row
 * @graphics_ip: 100 * version + release
 * @grf_per_eu: registers of an EU's register file
 * @slm_kib: shared local memory per DSS
 * @l3_bank_kib: of one bank
 * @dss_per_slice: bits per slice in the DSS masks
 * @eus_per_dss: EUs
 * @eu_simd: FP32 lanes per EU
 * @threads_per_eu: hardware threads
 * @grf_min: registers of the smallest allocation per thread
 * @grf_granularity: registers by which an allocation grows
 * @texels_per_dss: per clock
 */
struct guc_graphics {
	u16 graphics_ip;
	u16 grf_per_eu;
	u16 slm_kib;
	u16 l3_bank_kib;
	u8 dss_per_slice;
	u8 eus_per_dss;
	u8 eu_simd;
	u8 threads_per_eu;
	u8 grf_min;
	u8 grf_granularity;
	u8 texels_per_dss;
};

/* guc_device_table.c, generated and sorted. */
extern const struct guc_device guc_device_table[];
extern const unsigned int guc_device_table_len;
extern const struct guc_graphics guc_graphics_table[];
extern const unsigned int guc_graphics_table_len;

const struct guc_device *guc_device_find(u16 device);
const struct guc_graphics *guc_graphics_find(u32 graphics_ip);

#endif
