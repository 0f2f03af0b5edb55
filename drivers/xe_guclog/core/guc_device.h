/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Two tables of properties of GPUs that cannot be read from the GPU itself: one has a row for
 * each PCI id, the other one has rows for versions of the graphics IP. In every row 0 means
 * "unknown". A DSS is a dual subslice, a part of a slice; an EU is an execution unit of a DSS.
 */
#ifndef _GUC_DEVICE_H_
#define _GUC_DEVICE_H_

#include "guc_env.h"
#include "abi/guc_asic_abi.h"

#define GUC_PCI_VENDOR_INTEL	0x8086

/**
 * struct guc_device - properties of the devices with one PCI id (vendor 8086)
 * @name: product name, NULL if there is none
 * @platform: name of the platform in xe
 * @device: PCI device id
 * @graphics_ip: 100 * version + release
 * @memory_bus_bits: width of all memory channels together, bits
 * @memory_mtps: data rate, 10^6 transfers per second and pin
 * @l1_kib: size of the L1 cache of each DSS, KiB
 * @l3_kib: size of the L3 cache of the die, KiB; Xe2 calls this cache L2
 * @gpu_type: GUC_ASIC_GPU_*
 * @memory_type: GUC_ASIC_MEM_*
 * @slices: number of slices in one tile
 * @dss_per_slice: number of bits for each slice in the DSS masks; 0 if the value in the row of
 *	the graphics IP is correct for this device
 * @dss: number of DSS in one tile
 * @pixels_per_slice: pixels that a slice writes per clock
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
 * struct guc_graphics - properties of a graphics IP, and of all newer IPs that are older than
 * the IP in the next row
 * @graphics_ip: 100 * version + release
 * @grf_per_eu: number of registers in the register file of an EU
 * @slm_kib: shared local memory of each DSS, KiB
 * @l3_bank_kib: size of one L3 bank, KiB
 * @dss_per_slice: number of bits for each slice in the DSS masks
 * @eus_per_dss: number of EUs in a DSS
 * @eu_simd: FP32 lanes of an EU
 * @threads_per_eu: hardware threads of an EU
 * @grf_min: smallest number of registers that can be allocated for a thread
 * @grf_granularity: step by which such an allocation can grow, registers
 * @texels_per_dss: texels that a DSS samples per clock
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

/* The generated tables in guc_device_table.c, sorted by PCI id and by graphics IP. */
extern const struct guc_device guc_device_table[];
extern const unsigned int guc_device_table_len;
extern const struct guc_graphics guc_graphics_table[];
extern const unsigned int guc_graphics_table_len;

const struct guc_device *guc_device_find(u16 device);
const struct guc_graphics *guc_graphics_find(u32 graphics_ip);

#endif
