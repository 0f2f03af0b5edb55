// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Generated from data/xe_devices.csv and data/xe_graphics.csv: change those files, not this one.
 * Members that are not initialised are 0, which means unknown.
 */
#include "guc_device.h"

/* Sorted by graphics_ip. */
const struct guc_graphics guc_graphics_table[] = {
	{ .graphics_ip = 1200, .dss_per_slice = 6, .eus_per_dss = 16, .eu_simd = 8,
	  .threads_per_eu = 7, .grf_per_eu = 896, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128, .l3_bank_kib = 480 },
	{ .graphics_ip = 1210, .dss_per_slice = 6, .eus_per_dss = 16, .eu_simd = 8,
	  .threads_per_eu = 7, .grf_per_eu = 896, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128, .l3_bank_kib = 2048 },
	{ .graphics_ip = 1255, .dss_per_slice = 4, .eus_per_dss = 16, .eu_simd = 8,
	  .threads_per_eu = 8, .grf_per_eu = 1024, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128, .l3_bank_kib = 512 },
	{ .graphics_ip = 1260, .dss_per_slice = 8, .eus_per_dss = 8, .eu_simd = 16,
	  .threads_per_eu = 8, .grf_per_eu = 1024, .grf_min = 128, .grf_granularity = 128,
	  .slm_kib = 128 },
	{ .graphics_ip = 1270, .dss_per_slice = 4, .eus_per_dss = 16, .eu_simd = 8,
	  .threads_per_eu = 8, .grf_per_eu = 1024, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128 },
	{ .graphics_ip = 1271, .dss_per_slice = 4, .eus_per_dss = 16, .eu_simd = 8,
	  .threads_per_eu = 8, .grf_per_eu = 1024, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128, .l3_bank_kib = 512 },
	{ .graphics_ip = 2000, .dss_per_slice = 4, .eus_per_dss = 8, .eu_simd = 16,
	  .threads_per_eu = 8, .grf_per_eu = 1024, .grf_min = 128, .grf_granularity = 128,
	  .texels_per_dss = 8, .slm_kib = 128 },
	{ .graphics_ip = 3000, .dss_per_slice = 4, .eus_per_dss = 8, .eu_simd = 16,
	  .threads_per_eu = 10, .grf_per_eu = 1024, .grf_min = 32, .grf_granularity = 32,
	  .texels_per_dss = 8, .slm_kib = 128 },
	{ .graphics_ip = 3500, .dss_per_slice = 4, .eu_simd = 16, .threads_per_eu = 8,
	  .grf_min = 32, .grf_granularity = 32, .texels_per_dss = 8 },
	{ .graphics_ip = 3511, .dss_per_slice = 4, .eu_simd = 16, .threads_per_eu = 8,
	  .grf_min = 32, .grf_granularity = 32 },
};

const unsigned int guc_graphics_table_len = ARRAY_SIZE(guc_graphics_table);

/* The properties that several devices share. */
#define PVC_1 \
	.platform = "PVC", .graphics_ip = 1260, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 8, .dss = 64, .memory_type = GUC_ASIC_MEM_HBM2, .l1_kib = 512
#define ALDERLAKE_P_1 \
	.platform = "ALDERLAKE_P", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 6, .l3_kib = 3840
#define ALDERLAKE_S_1 \
	.platform = "ALDERLAKE_S", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 2, .pixels_per_slice = 8, .l3_kib = 1920
#define ALDERLAKE_N_1 \
	.platform = "ALDERLAKE_N", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 2, .pixels_per_slice = 8
#define DG1_1 \
	.platform = "DG1", .graphics_ip = 1210, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 1, .dss = 6, .memory_type = GUC_ASIC_MEM_LPDDR4, .memory_bus_bits = 128, \
	.memory_mtps = 4266, .pixels_per_slice = 16, .l3_kib = 16384
#define ROCKETLAKE_1 \
	.platform = "ROCKETLAKE", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 2, .memory_type = GUC_ASIC_MEM_DDR4, .pixels_per_slice = 8, \
	.l3_kib = 1920
#define DG2_1 \
	.platform = "DG2", .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 2, .dss = 6, .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 64, \
	.pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 4096
#define DG2_2 \
	.platform = "DG2", .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 2, .dss = 8, .memory_type = GUC_ASIC_MEM_GDDR6, .pixels_per_slice = 16, \
	.l1_kib = 192, .l3_kib = 4096
#define DG2_3 \
	.platform = "DG2", .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 4, .dss = 16, .memory_type = GUC_ASIC_MEM_GDDR6, .pixels_per_slice = 16, \
	.l1_kib = 192, .l3_kib = 8192
#define DG2_4 \
	.platform = "DG2", .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 8, .dss = 32, .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, \
	.pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 16384
#define DG2_5 \
	.platform = "DG2", .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 8, .dss = 32, .memory_type = GUC_ASIC_MEM_GDDR6, .pixels_per_slice = 16, \
	.l1_kib = 192, .l3_kib = 16384
#define LUNARLAKE_1 \
	.platform = "LUNARLAKE", .graphics_ip = 2004, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 2, .dss = 8, .memory_type = GUC_ASIC_MEM_LPDDR5, .memory_bus_bits = 128, \
	.memory_mtps = 8533, .l1_kib = 192, .l3_kib = 8192
#define CRESCENTISLAND_1 \
	.platform = "CRESCENTISLAND", .graphics_ip = 3511, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.memory_type = GUC_ASIC_MEM_LPDDR5, .memory_bus_bits = 1280
#define METEORLAKE_1 \
	.platform = "METEORLAKE", .graphics_ip = 1270, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 4, .l1_kib = 192
#define METEORLAKE_2 \
	.platform = "METEORLAKE", .graphics_ip = 1274, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 2, .dss = 8, .l1_kib = 192, .l3_kib = 4096
#define METEORLAKE_3 \
	.platform = "METEORLAKE", .graphics_ip = 1271, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 2, .dss = 8, .l1_kib = 192, .l3_kib = 4096
#define TIGERLAKE_1 \
	.platform = "TIGERLAKE", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 6, .pixels_per_slice = 16, .l3_kib = 3840
#define TIGERLAKE_2 \
	.platform = "TIGERLAKE", .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 1, .dss = 2, .pixels_per_slice = 16, .l3_kib = 1920
#define PANTHERLAKE_1 \
	.platform = "PANTHERLAKE", .graphics_ip = 3000, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 2, .dss_per_slice = 6, .dss = 12, .memory_bus_bits = 128, .l1_kib = 256, \
	.l3_kib = 16384
#define PANTHERLAKE_2 \
	.platform = "PANTHERLAKE", .graphics_ip = 3000, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.slices = 2, .dss_per_slice = 6, .dss = 10, .memory_bus_bits = 128, .l1_kib = 256, \
	.l3_kib = 16384
#define PANTHERLAKE_3 \
	.platform = "PANTHERLAKE", .graphics_ip = 3000, .gpu_type = GUC_ASIC_GPU_INTEGRATED, \
	.memory_bus_bits = 128, .l1_kib = 256
#define NOVALAKE_S_1 \
	.platform = "NOVALAKE_S", .graphics_ip = 3004, .gpu_type = GUC_ASIC_GPU_INTEGRATED
#define NOVALAKE_S_2 \
	.platform = "NOVALAKE_S", .graphics_ip = 3005, .gpu_type = GUC_ASIC_GPU_INTEGRATED
#define NOVALAKE_S_3 \
	.platform = "NOVALAKE_S", .gpu_type = GUC_ASIC_GPU_INTEGRATED
#define NOVALAKE_P_1 \
	.platform = "NOVALAKE_P", .graphics_ip = 3510, .gpu_type = GUC_ASIC_GPU_INTEGRATED
#define BATTLEMAGE_1 \
	.platform = "BATTLEMAGE", .graphics_ip = 2001, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 5, .dss = 20, .memory_type = GUC_ASIC_MEM_GDDR6, .pixels_per_slice = 16, \
	.l1_kib = 256, .l3_kib = 18432
#define BATTLEMAGE_2 \
	.platform = "BATTLEMAGE", .graphics_ip = 2001, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 5, .dss = 20, .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 192, \
	.memory_mtps = 19000, .pixels_per_slice = 16, .l1_kib = 256, .l3_kib = 18432
#define BATTLEMAGE_3 \
	.platform = "BATTLEMAGE", .graphics_ip = 2002, .gpu_type = GUC_ASIC_GPU_DISCRETE, \
	.slices = 8, .dss = 32, .memory_type = GUC_ASIC_MEM_GDDR6, .pixels_per_slice = 16, \
	.l1_kib = 256
#define PANTHERLAKE_4 \
	.platform = "PANTHERLAKE", .graphics_ip = 3003, .gpu_type = GUC_ASIC_GPU_INTEGRATED

/* Sorted by PCI device id. The compiler stores equal strings once. */
const struct guc_device guc_device_table[] = {
	{ .device = 0x0b69, .name = "Intel(R) Data Center GPU Max 1450", PVC_1 },
	{ .device = 0x0b6e, .name = "Intel(R) Data Center GPU Max 1100C", PVC_1 },
	{ .device = 0x0bd4, .name = "Intel(R) Data Center GPU Max 1550VG", PVC_1 },
	{ .device = 0x0bd5, .name = "Intel(R) Data Center GPU Max 1550", PVC_1 },
	{ .device = 0x0bd6, .name = "Intel(R) Data Center GPU Max 1550", PVC_1 },
	{ .device = 0x0bd7, .name = "Intel(R) Data Center GPU Max 1350", PVC_1 },
	{ .device = 0x0bd8, .name = "Intel(R) Data Center GPU Max 1350", PVC_1 },
	{ .device = 0x0bd9, .name = "Intel(R) Data Center GPU Max 1100", PVC_1 },
	{ .device = 0x0bda, .name = "Intel(R) Data Center GPU Max 1100", PVC_1 },
	{ .device = 0x0bdb, .name = "Intel(R) Data Center GPU Max 1100", PVC_1 },
	{ .device = 0x0be0, PVC_1 },
	{ .device = 0x0be1, PVC_1 },
	{ .device = 0x0be5, PVC_1 },
	{ .device = 0x4626, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x4628, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x462a, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x4680, .name = "Intel(R) UHD Graphics 770", ALDERLAKE_S_1 },
	{ .device = 0x4682, .name = "Intel(R) UHD Graphics 730", ALDERLAKE_S_1 },
	{ .device = 0x4688, .name = "Intel(R) UHD Graphics", ALDERLAKE_S_1 },
	{ .device = 0x468a, .name = "Intel(R) UHD Graphics", ALDERLAKE_S_1 },
	{ .device = 0x468b, .platform = "ALDERLAKE_S", .name = "Intel(R) UHD Graphics",
	  .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, .slices = 1, .dss = 1,
	  .pixels_per_slice = 8, .l3_kib = 1920 },
	{ .device = 0x4690, .name = "Intel(R) UHD Graphics 770", ALDERLAKE_S_1 },
	{ .device = 0x4692, .name = "Intel(R) UHD Graphics 730", ALDERLAKE_S_1 },
	{ .device = 0x4693, .name = "Intel(R) UHD Graphics 710", ALDERLAKE_S_1 },
	{ .device = 0x46a0, ALDERLAKE_P_1 },
	{ .device = 0x46a1, ALDERLAKE_P_1 },
	{ .device = 0x46a2, ALDERLAKE_P_1 },
	{ .device = 0x46a3, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46a6, .name = "Intel(R) Iris(R) Xe Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46a8, .name = "Intel(R) Iris(R) Xe Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46aa, .name = "Intel(R) Iris(R) Xe Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46b0, ALDERLAKE_P_1 },
	{ .device = 0x46b1, ALDERLAKE_P_1 },
	{ .device = 0x46b2, ALDERLAKE_P_1 },
	{ .device = 0x46b3, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46c0, ALDERLAKE_P_1 },
	{ .device = 0x46c1, ALDERLAKE_P_1 },
	{ .device = 0x46c2, ALDERLAKE_P_1 },
	{ .device = 0x46c3, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0x46d0, .name = "Intel(R) UHD Graphics", ALDERLAKE_N_1 },
	{ .device = 0x46d1, .name = "Intel(R) UHD Graphics", ALDERLAKE_N_1 },
	{ .device = 0x46d2, .platform = "ALDERLAKE_N", .name = "Intel(R) UHD Graphics",
	  .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, .slices = 1, .dss = 1,
	  .pixels_per_slice = 8 },
	{ .device = 0x46d3, ALDERLAKE_N_1 },
	{ .device = 0x46d4, ALDERLAKE_N_1 },
	{ .device = 0x4905, .name = "Intel(R) Iris(R) Xe MAX Graphics", DG1_1 },
	{ .device = 0x4906, DG1_1 },
	{ .device = 0x4907, .name = "Intel(R) Server GPU SG-18M", DG1_1 },
	{ .device = 0x4908, .name = "Intel(R) Iris(R) Xe Graphics", DG1_1 },
	{ .device = 0x4909, .name = "Intel(R) Iris(R) Xe MAX 100 Graphics", DG1_1 },
	{ .device = 0x4c80, ROCKETLAKE_1 },
	{ .device = 0x4c8a, .name = "Intel(R) UHD Graphics 750", ROCKETLAKE_1 },
	{ .device = 0x4c8b, .name = "Intel(R) UHD Graphics 730", ROCKETLAKE_1 },
	{ .device = 0x4c8c, .platform = "ROCKETLAKE", .graphics_ip = 1200,
	  .gpu_type = GUC_ASIC_GPU_INTEGRATED, .slices = 1, .dss = 1,
	  .memory_type = GUC_ASIC_MEM_DDR4, .pixels_per_slice = 8, .l3_kib = 1920 },
	{ .device = 0x4c90, .name = "Intel(R) UHD Graphics P750", ROCKETLAKE_1 },
	{ .device = 0x4c9a, ROCKETLAKE_1 },
	{ .device = 0x5690, .platform = "DG2", .name = "Intel(R) Arc(TM) A770M Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 32,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, .memory_mtps = 16000,
	  .pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 16384 },
	{ .device = 0x5691, .platform = "DG2", .name = "Intel(R) Arc(TM) A730M Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 24,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 192, .pixels_per_slice = 16,
	  .l1_kib = 192, .l3_kib = 16384 },
	{ .device = 0x5692, .platform = "DG2", .name = "Intel(R) Arc(TM) A550M Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 16,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 128, .pixels_per_slice = 16,
	  .l1_kib = 192, .l3_kib = 16384 },
	{ .device = 0x5693, .platform = "DG2", .name = "Intel(R) Arc(TM) A370M Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 2, .dss = 8,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 64, .pixels_per_slice = 16,
	  .l1_kib = 192, .l3_kib = 4096 },
	{ .device = 0x5694, .name = "Intel(R) Arc(TM) A350M Graphics", DG2_1 },
	{ .device = 0x5695, DG2_2 },
	{ .device = 0x5696, .name = "Intel(R) Arc(TM) A570M Graphics", DG2_3 },
	{ .device = 0x5697, .name = "Intel(R) Arc(TM) A530M Graphics", DG2_3 },
	{ .device = 0x56a0, .name = "Intel(R) Arc(TM) A770 Graphics", DG2_4 },
	{ .device = 0x56a1, .platform = "DG2", .name = "Intel(R) Arc(TM) A750 Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 28,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, .memory_mtps = 16000,
	  .pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 16384 },
	{ .device = 0x56a2, .platform = "DG2", .name = "Intel(R) Arc(TM) A580 Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 24,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, .memory_mtps = 16000,
	  .pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 16384 },
	{ .device = 0x56a3, DG2_3 },
	{ .device = 0x56a4, DG2_3 },
	{ .device = 0x56a5, .platform = "DG2", .name = "Intel(R) Arc(TM) A380 Graphics",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 2, .dss = 8,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 96, .memory_mtps = 15500,
	  .pixels_per_slice = 16, .l1_kib = 192, .l3_kib = 4096 },
	{ .device = 0x56a6, .name = "Intel(R) Arc(TM) A310 LP Graphics", DG2_1 },
	{ .device = 0x56b0, .name = "Intel(R) Arc(TM) Pro A30M Graphics", DG2_2 },
	{ .device = 0x56b1, .name = "Intel(R) Arc(TM) Pro A40/A50 Graphics", DG2_2 },
	{ .device = 0x56b2, .name = "Intel(R) Arc(TM) Pro A60M Graphics", DG2_3 },
	{ .device = 0x56b3, .name = "Intel(R) Arc(TM) Pro A60 Graphics", DG2_3 },
	{ .device = 0x56ba, .name = "Intel(R) Arc(TM) A380E Graphics", DG2_2 },
	{ .device = 0x56bb, .name = "Intel(R) Arc(TM) A310E Graphics", DG2_2 },
	{ .device = 0x56bc, .name = "Intel(R) Arc(TM) A370E Graphics", DG2_2 },
	{ .device = 0x56bd, .name = "Intel(R) Arc(TM) A350E Graphics", DG2_2 },
	{ .device = 0x56be, .name = "Intel(R) Arc(TM) A750E Graphics", DG2_5 },
	{ .device = 0x56bf, .name = "Intel(R) Arc(TM) A580E Graphics", DG2_5 },
	{ .device = 0x56c0, .name = "Intel(R) Data Center GPU Flex 170", DG2_4 },
	{ .device = 0x56c1, .platform = "DG2", .name = "Intel(R) Data Center GPU Flex 140",
	  .graphics_ip = 1255, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 2, .dss = 8,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 96, .pixels_per_slice = 16,
	  .l1_kib = 192, .l3_kib = 4096 },
	{ .device = 0x56c2, .name = "Intel(R) Data Center GPU Flex 170V", DG2_5 },
	{ .device = 0x6420, LUNARLAKE_1 },
	{ .device = 0x64a0, .name = "Intel(R) Arc(TM) Graphics", LUNARLAKE_1 },
	{ .device = 0x64b0, LUNARLAKE_1 },
	{ .device = 0x674c, CRESCENTISLAND_1 },
	{ .device = 0x674d, CRESCENTISLAND_1 },
	{ .device = 0x674e, CRESCENTISLAND_1 },
	{ .device = 0x674f, CRESCENTISLAND_1 },
	{ .device = 0x6750, CRESCENTISLAND_1 },
	{ .device = 0x7d40, METEORLAKE_1 },
	{ .device = 0x7d41, METEORLAKE_1 },
	{ .device = 0x7d45, METEORLAKE_1 },
	{ .device = 0x7d51, .name = "Intel(R) Arc(TM) Graphics", METEORLAKE_2 },
	{ .device = 0x7d55, .name = "Intel(R) Arc(TM) Graphics", METEORLAKE_3 },
	{ .device = 0x7d60, METEORLAKE_1 },
	{ .device = 0x7d67, METEORLAKE_1 },
	{ .device = 0x7dd1, METEORLAKE_2 },
	{ .device = 0x7dd5, METEORLAKE_3 },
	{ .device = 0x9a40, .name = "Intel(R) Iris(R) Xe Graphics", TIGERLAKE_1 },
	{ .device = 0x9a49, .name = "Intel(R) Iris(R) Xe Graphics", TIGERLAKE_1 },
	{ .device = 0x9a59, TIGERLAKE_1 },
	{ .device = 0x9a60, .name = "Intel(R) UHD Graphics", TIGERLAKE_2 },
	{ .device = 0x9a68, .name = "Intel(R) UHD Graphics", TIGERLAKE_2 },
	{ .device = 0x9a70, .name = "Intel(R) UHD Graphics", TIGERLAKE_2 },
	{ .device = 0x9a78, .platform = "TIGERLAKE", .name = "Intel(R) UHD Graphics",
	  .graphics_ip = 1200, .gpu_type = GUC_ASIC_GPU_INTEGRATED, .slices = 1,
	  .pixels_per_slice = 16 },
	{ .device = 0x9ac0, .name = "Intel(R) UHD Graphics", TIGERLAKE_1 },
	{ .device = 0x9ac9, .name = "Intel(R) UHD Graphics", TIGERLAKE_1 },
	{ .device = 0x9ad9, .name = "Intel(R) UHD Graphics", TIGERLAKE_1 },
	{ .device = 0x9af8, .name = "Intel(R) UHD Graphics", TIGERLAKE_1 },
	{ .device = 0xa720, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa721, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa780, .name = "Intel(R) UHD Graphics 770", ALDERLAKE_S_1 },
	{ .device = 0xa781, ALDERLAKE_S_1 },
	{ .device = 0xa782, .name = "Intel(R) UHD Graphics 730", ALDERLAKE_S_1 },
	{ .device = 0xa783, ALDERLAKE_S_1 },
	{ .device = 0xa788, .name = "Intel(R) UHD Graphics", ALDERLAKE_S_1 },
	{ .device = 0xa789, ALDERLAKE_S_1 },
	{ .device = 0xa78a, .name = "Intel(R) UHD Graphics", ALDERLAKE_S_1 },
	{ .device = 0xa78b, .name = "Intel(R) UHD Graphics", ALDERLAKE_S_1 },
	{ .device = 0xa7a0, .name = "Intel(R) Iris(R) Xe Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa7a1, .name = "Intel(R) Iris(R) Xe Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa7a8, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa7a9, .name = "Intel(R) UHD Graphics", ALDERLAKE_P_1 },
	{ .device = 0xa7aa, ALDERLAKE_P_1 },
	{ .device = 0xa7ab, ALDERLAKE_P_1 },
	{ .device = 0xa7ac, ALDERLAKE_P_1 },
	{ .device = 0xa7ad, ALDERLAKE_P_1 },
	{ .device = 0xb080, .name = "Intel(R) Arc(TM) B390 GPU", PANTHERLAKE_1 },
	{ .device = 0xb081, .name = "Intel(R) Arc(TM) B370 GPU", PANTHERLAKE_2 },
	{ .device = 0xb082, .name = "Intel(R) Arc(TM) B390 GPU", PANTHERLAKE_1 },
	{ .device = 0xb083, .name = "Intel(R) Arc(TM) B370 GPU", PANTHERLAKE_2 },
	{ .device = 0xb084, PANTHERLAKE_1 },
	{ .device = 0xb085, PANTHERLAKE_2 },
	{ .device = 0xb086, PANTHERLAKE_1 },
	{ .device = 0xb087, PANTHERLAKE_2 },
	{ .device = 0xb08f, PANTHERLAKE_3 },
	{ .device = 0xb090, .platform = "PANTHERLAKE", .graphics_ip = 3001,
	  .gpu_type = GUC_ASIC_GPU_INTEGRATED, .dss = 4, .memory_bus_bits = 128, .l1_kib = 256,
	  .l3_kib = 4096 },
	{ .device = 0xb0a0, PANTHERLAKE_3 },
	{ .device = 0xb0b0, PANTHERLAKE_3 },
	{ .device = 0xb640, METEORLAKE_1 },
	{ .device = 0xd740, NOVALAKE_S_1 },
	{ .device = 0xd741, NOVALAKE_S_2 },
	{ .device = 0xd742, NOVALAKE_S_2 },
	{ .device = 0xd743, NOVALAKE_S_1 },
	{ .device = 0xd745, NOVALAKE_S_2 },
	{ .device = 0xd74a, NOVALAKE_S_3 },
	{ .device = 0xd74b, NOVALAKE_S_3 },
	{ .device = 0xd750, NOVALAKE_P_1 },
	{ .device = 0xd751, NOVALAKE_P_1 },
	{ .device = 0xd752, NOVALAKE_P_1 },
	{ .device = 0xd753, NOVALAKE_P_1 },
	{ .device = 0xd754, NOVALAKE_P_1 },
	{ .device = 0xd755, NOVALAKE_P_1 },
	{ .device = 0xd756, NOVALAKE_P_1 },
	{ .device = 0xd757, NOVALAKE_P_1 },
	{ .device = 0xd75f, NOVALAKE_P_1 },
	{ .device = 0xe202, BATTLEMAGE_1 },
	{ .device = 0xe209, .name = "Intel(R) Arc(TM) B580 Graphics", BATTLEMAGE_2 },
	{ .device = 0xe20b, .name = "Intel(R) Arc(TM) B580 Graphics", BATTLEMAGE_2 },
	{ .device = 0xe20c, .platform = "BATTLEMAGE", .name = "Intel(R) Arc(TM) B570 Graphics",
	  .graphics_ip = 2001, .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 5, .dss = 18,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 160, .memory_mtps = 19000,
	  .pixels_per_slice = 16, .l1_kib = 256, .l3_kib = 18432 },
	{ .device = 0xe20d, BATTLEMAGE_1 },
	{ .device = 0xe210, BATTLEMAGE_1 },
	{ .device = 0xe211, .name = "Intel(R) Arc(TM) Pro B60 Graphics", BATTLEMAGE_2 },
	{ .device = 0xe212, .platform = "BATTLEMAGE",
	  .name = "Intel(R) Arc(TM) Pro B50 Graphics", .graphics_ip = 2001,
	  .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 4, .dss = 16,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 128, .memory_mtps = 14000,
	  .pixels_per_slice = 16, .l1_kib = 256, .l3_kib = 18432 },
	{ .device = 0xe216, BATTLEMAGE_1 },
	{ .device = 0xe220, BATTLEMAGE_3 },
	{ .device = 0xe221, BATTLEMAGE_3 },
	{ .device = 0xe222, .platform = "BATTLEMAGE",
	  .name = "Intel(R) Arc(TM) Pro B65 Graphics", .graphics_ip = 2002,
	  .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 5, .dss = 20,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, .memory_mtps = 19000,
	  .pixels_per_slice = 16, .l1_kib = 256 },
	{ .device = 0xe223, .platform = "BATTLEMAGE",
	  .name = "Intel(R) Arc(TM) Pro B70 Graphics", .graphics_ip = 2002,
	  .gpu_type = GUC_ASIC_GPU_DISCRETE, .slices = 8, .dss = 32,
	  .memory_type = GUC_ASIC_MEM_GDDR6, .memory_bus_bits = 256, .memory_mtps = 19000,
	  .pixels_per_slice = 16, .l1_kib = 256 },
	{ .device = 0xfd80, PANTHERLAKE_4 },
	{ .device = 0xfd81, PANTHERLAKE_4 },
};

const unsigned int guc_device_table_len = ARRAY_SIZE(guc_device_table);
