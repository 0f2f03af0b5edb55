/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The list of the members of xe's private types that this project reads. The name of such a member
 * is in no other file. A member is required (MUST) if a log cannot be found safely without it. A
 * member is optional (MAY) if it only provides a fact (a named value, see guc_facts.h).
 */
#ifndef _XEL_FIELDS_H_
#define _XEL_FIELDS_H_

/*
 * X(id, names): xe's structures that are looked up by name in the type information. "a|b" stands
 * for two possible names, of which the first one that is defined is used.
 */
#define XEL_ROOTS(X) \
	X(DEVICE, "xe_device") \
	X(TILE, "xe_tile") \
	X(GT, "xe_gt") \
	X(GUC, "xe_guc") \
	X(LOG, "xe_guc_log") \
	X(BO, "xe_bo") \
	X(VRAM, "xe_vram_region|xe_mem_region") \
	X(DISPLAY, "intel_display") \
	X(DRAM, "dram_info") \
	/* whether xe writes LFD files itself */ \
	X(LFD, "guc_lfd_file_header") \
	/* structures that lead from the job or queue of a tracepoint to its process */ \
	X(JOB, "xe_sched_job") \
	X(QUEUE, "xe_exec_queue") \
	X(GUC_QUEUE, "xe_guc_exec_queue") \
	X(FILE, "xe_file") \
	X(ENGINE, "xe_hw_engine")

/*
 * X(id, root, path, need, shape, of, max)
 *
 * root:  the structure of XEL_ROOTS() from which the path begins
 * path:  the members from the root to the field, such as "a.b"; "a[].b" is b of the first element
 *        of the array a; for "a|b", the first member that has the required shape is used
 * need:  MUST when the field is required, MAY when it can be absent
 * shape: the required type: NUMBER is an integer, a bool or an enumeration, ENUM an enumeration,
 *        POINTER a pointer, STRUCT a structure or union, ARRAY an array of structures, MASK an
 *        array of 64 bit integers, in which the kernel stores a bitmap
 * of:    the required name of the enumeration or structure, of the array's element or of the
 *        pointer's target; NULL when any name is accepted
 * max:   the maximum size in bytes (of all elements of an array); 0 when any size is accepted
 */
#define XEL_FIELDS(X) \
	/* members that lead from a PCI device to its logs, and members that point back */ \
	X(DEVICE_DRM, DEVICE, "drm", MUST, STRUCT, "drm_device", 0) \
	X(DEVICE_DEV, DEVICE, "drm.dev", MUST, POINTER, "device", 8) \
	X(DEVICE_TILES, DEVICE, "tiles", MUST, ARRAY, "xe_tile", 0) \
	X(DEVICE_TILE_COUNT, DEVICE, "info.tile_count", MUST, NUMBER, NULL, 4) \
	X(TILE_XE, TILE, "xe", MUST, POINTER, "xe_device", 8) \
	X(TILE_ID, TILE, "id", MAY, NUMBER, NULL, 4) \
	X(TILE_PRIMARY_GT, TILE, "primary_gt", MUST, POINTER, "xe_gt", 8) \
	X(TILE_MEDIA_GT, TILE, "media_gt", MUST, POINTER, "xe_gt", 8) \
	X(GT_TILE, GT, "tile", MUST, POINTER, "xe_tile", 8) \
	X(GT_ID, GT, "info.id", MUST, NUMBER, NULL, 4) \
	X(GT_TYPE, GT, "info.type", MAY, ENUM, "xe_gt_type", 4) \
	X(GT_GUC, GT, "uc.guc", MUST, STRUCT, "xe_guc", 0) \
	X(GUC_LOG, GUC, "log", MUST, STRUCT, "xe_guc_log", 0) \
	X(LOG_BO, LOG, "bo", MUST, POINTER, "xe_bo", 8) \
	X(LOG_LEVEL, LOG, "level", MAY, NUMBER, NULL, 4) \
	X(BO_DEV, BO, "ttm.base.dev", MUST, POINTER, "drm_device", 8) \
	X(BO_SIZE, BO, "ttm.base.size", MUST, NUMBER, NULL, 8) \
	X(BO_VMAP_ADDR, BO, "vmap.vaddr", MUST, POINTER, NULL, 8) \
	X(BO_VMAP_IS_IOMEM, BO, "vmap.is_iomem", MUST, NUMBER, NULL, 4) \
	/* the device */ \
	X(DEVICE_DEVID, DEVICE, "info.devid", MUST, NUMBER, NULL, 4) \
	X(DEVICE_VERX100, DEVICE, "info.graphics_verx100", MAY, NUMBER, NULL, 4) \
	X(DEVICE_MEDIA_VERX100, DEVICE, "info.media_verx100", MAY, NUMBER, NULL, 4) \
	X(DEVICE_IS_DGFX, DEVICE, "info.is_dgfx", MAY, NUMBER, NULL, 4) \
	X(DEVICE_PLATFORM, DEVICE, "info.platform", MAY, ENUM, "xe_platform", 4) \
	X(DEVICE_PLATFORM_NAME, DEVICE, "info.platform_name", MAY, POINTER, "char", 8) \
	X(DEVICE_SRIOV_MODE, DEVICE, "sriov.__mode", MAY, ENUM, "xe_sriov_mode", 4) \
	X(DEVICE_WEDGED, DEVICE, "wedged.flag.counter", MAY, NUMBER, NULL, 4) \
	X(DEVICE_SURVIVABILITY, DEVICE, "survivability.mode", MAY, NUMBER, NULL, 4) \
	/* the memory of the device: a structure in xe_device up to 6.16, a pointer since 6.17 */ \
	X(DEVICE_VRAM_PTR, DEVICE, "mem.vram", MAY, POINTER, "xe_vram_region|xe_mem_region", 8) \
	X(DEVICE_VRAM, DEVICE, "mem.vram", MAY, STRUCT, "xe_vram_region|xe_mem_region", 0) \
	X(VRAM_PHYSICAL_SIZE, VRAM, "actual_physical_size", MAY, NUMBER, NULL, 8) \
	X(DEVICE_DISPLAY_PTR, DEVICE, "display", MAY, POINTER, "intel_display", 8) \
	X(DISPLAY_DRAM_PTR, DISPLAY, "dram.info", MAY, POINTER, "dram_info", 8) \
	X(DEVICE_DRAM, DEVICE, "dram_info", MAY, STRUCT, "dram_info", 0) \
	X(DRAM_TYPE, DRAM, "type", MAY, ENUM, NULL, 4) \
	X(DRAM_CHANNELS, DRAM, "num_channels", MAY, NUMBER, NULL, 4) \
	/* a GT */ \
	X(GT_REFERENCE_CLOCK, GT, "info.reference_clock", MAY, NUMBER, NULL, 4) \
	X(GT_GMDID, GT, "info.gmdid", MAY, NUMBER, NULL, 4) \
	X(GT_ENGINE_MASK, GT, "info.engine_mask", MAY, NUMBER, NULL, 8) \
	X(GT_DSS_GEOMETRY, GT, "fuse_topo.g_dss_mask", MAY, MASK, NULL, 64) \
	X(GT_DSS_COMPUTE, GT, "fuse_topo.c_dss_mask", MAY, MASK, NULL, 64) \
	X(GT_EU_PER_DSS, GT, "fuse_topo.eu_mask_per_dss", MAY, MASK, NULL, 64) \
	X(GT_L3_BANKS, GT, "fuse_topo.l3_bank_mask", MAY, MASK, NULL, 64) \
	X(GT_EU_TYPE, GT, "fuse_topo.eu_type", MAY, ENUM, "xe_gt_eu_type", 4) \
	X(GT_DSS_PER_GROUP, GT, "steering_dss_per_grp", MAY, NUMBER, NULL, 4) \
	/* the GuC of a GT */ \
	X(GUC_FW_STATUS, GUC, "fw.status|fw.__status", MAY, ENUM, "xe_uc_fw_status", 4) \
	X(GUC_FW_PATH, GUC, "fw.path", MAY, POINTER, "char", 8) \
	X(GUC_FOUND_MAJOR, GUC, "fw.versions.found[].major", MAY, NUMBER, NULL, 4) \
	X(GUC_FOUND_MINOR, GUC, "fw.versions.found[].minor", MAY, NUMBER, NULL, 4) \
	X(GUC_FOUND_PATCH, GUC, "fw.versions.found[].patch", MAY, NUMBER, NULL, 4) \
	X(GUC_WANTED_MAJOR, GUC, "fw.versions.wanted.major", MAY, NUMBER, NULL, 4) \
	X(GUC_WANTED_MINOR, GUC, "fw.versions.wanted.minor", MAY, NUMBER, NULL, 4) \
	X(GUC_WANTED_PATCH, GUC, "fw.versions.wanted.patch", MAY, NUMBER, NULL, 4) \
	X(GUC_PC_RP0, GUC, "pc.rp0_freq", MAY, NUMBER, NULL, 4) \
	X(GUC_G2H_RING, GUC, "ct.ctbs.g2h.cmds.vaddr", MAY, POINTER, NULL, 8) \
	X(GUC_G2H_WORDS, GUC, "ct.ctbs.g2h.info.size", MAY, NUMBER, NULL, 4) \
	X(GUC_HWCONFIG_BO, GUC, "hwconfig.bo", MAY, POINTER, "xe_bo", 8) \
	X(GUC_HWCONFIG_SIZE, GUC, "hwconfig.size", MAY, NUMBER, NULL, 4) \
	X(LOG_STATS_OVERFLOW, LOG, "stats[].overflow", MAY, NUMBER, NULL, 4) \
	X(LOG_STATS_FLUSH, LOG, "stats[].flush", MAY, NUMBER, NULL, 4) \
	/* a job, its queue, and the process to which they belong */ \
	X(JOB_QUEUE, JOB, "q", MAY, POINTER, "xe_exec_queue", 8) \
	X(QUEUE_GT, QUEUE, "gt", MAY, POINTER, "xe_gt", 8) \
	X(QUEUE_ENGINE, QUEUE, "hwe", MAY, POINTER, "xe_hw_engine", 8) \
	X(QUEUE_FILE, QUEUE, "xef", MAY, POINTER, "xe_file", 8) \
	X(QUEUE_GUC, QUEUE, "guc", MAY, POINTER, "xe_guc_exec_queue", 8) \
	X(GUC_QUEUE_ID, GUC_QUEUE, "id", MAY, NUMBER, NULL, 4) \
	X(GUC_QUEUE_STATE, GUC_QUEUE, "state.counter", MAY, NUMBER, NULL, 4) \
	X(FILE_PROCESS, FILE, "process_name", MAY, POINTER, "char", 8) \
	X(FILE_PID, FILE, "pid", MAY, NUMBER, NULL, 4) \
	X(ENGINE_NAME, ENGINE, "name", MAY, POINTER, "char", 8)

/*
 * X(id, tracepoint, arguments): the tracepoints of xe to which this project attaches, and the types
 * of their arguments. "*name" is a pointer to the structure name, and a number N is an integer of N
 * bytes.
 */
#define XEL_PROTOS(X) \
	X(G2H, "xe_guc_ctb_g2h", "*xe_device 1 4 4 4 4") \
	X(TIMEDOUT, "xe_sched_job_timedout", "*xe_sched_job") \
	X(STOP, "xe_exec_queue_stop", "*xe_exec_queue") \
	X(RESET, "xe_exec_queue_reset", "*xe_exec_queue") \
	X(CAT_ERROR, "xe_exec_queue_memory_cat_error", "*xe_exec_queue") \
	X(CGP_ERROR, "xe_exec_queue_cgp_context_error", "*xe_exec_queue") \
	X(KILL, "xe_exec_queue_kill", "*xe_exec_queue") \
	X(DESTROY, "xe_exec_queue_destroy", "*xe_exec_queue") \
	X(CREATE, "xe_exec_queue_create", "*xe_exec_queue") \
	X(CREATE_MULTI, "xe_exec_queue_create_multi_queue", "*xe_exec_queue")

/*
 * X(id, tags): the enumerations whose enumerators (names and values) are stored in the layout;
 * "a|b" has the same meaning as in XEL_ROOTS().
 */
#define XEL_ENUMS(X) \
	X(PLATFORM, "xe_platform") \
	X(GT_TYPE, "xe_gt_type") \
	X(EU_TYPE, "xe_gt_eu_type") \
	X(ENGINE, "xe_hw_engine_id") \
	X(FW_STATUS, "xe_uc_fw_status") \
	X(FW_VERSION, "xe_uc_fw_version_types") \
	X(SRIOV_MODE, "xe_sriov_mode") \
	X(DRAM_TYPE, "intel_dram_type")

#endif
