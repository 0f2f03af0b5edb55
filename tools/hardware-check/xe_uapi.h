/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of xe's ioctl interface that this program and those in tools/testing/gpu/guest use. The
 * structures have the layout of those in the kernel's drm/xe_drm.h and drm/drm.h, which cannot be
 * included, because the headers of older distributions do not have them.
 */
#ifndef _XE_UAPI_H_
#define _XE_UAPI_H_

#include <stdint.h>
#include <sys/ioctl.h>

#define XE_REQUEST(nr, type)	_IOWR('d', 0x40 + (nr), type)
#define XE_REQUEST_W(nr, type)	_IOW('d', 0x40 + (nr), type)

struct device_query {
	uint64_t extensions;
	uint32_t query, size;
	uint64_t data, reserved[2];
};

struct gem_create {
	uint64_t extensions, size;
	uint32_t placement, flags, vm_id, handle;
	uint16_t cpu_caching, pad[3];
	uint64_t reserved[2];
};

struct mmap_offset {
	uint64_t extensions;
	uint32_t handle, flags;
	uint64_t offset, reserved[2];
};

struct vm_create {
	uint64_t extensions;
	uint32_t flags, vm_id;
	uint64_t reserved[2];
};

struct bind_op {
	uint64_t extensions;
	uint32_t obj;
	uint16_t pat_index, pad;
	uint64_t obj_offset, range, addr;
	uint32_t op, flags, prefetch_region, pad2;
	uint64_t reserved[3];
};

struct vm_bind {
	uint64_t extensions;
	uint32_t vm_id, exec_queue_id, pad, num_binds;
	struct bind_op bind;
	uint32_t pad2, num_syncs;
	uint64_t syncs, reserved[2];
};

struct sync {
	uint64_t extensions;
	uint32_t type, flags;
	uint64_t handle, value, reserved[2];
};

struct engine {
	uint16_t class, instance, gt_id, pad;
};

struct queue_create {
	uint64_t extensions;
	uint16_t width, num_placements;
	uint32_t vm_id, flags, exec_queue_id;
	uint64_t instances, reserved[2];
};

struct exec {
	uint64_t extensions;
	uint32_t exec_queue_id, num_syncs;
	uint64_t syncs, address;
	uint16_t num_batch_buffer, pad[3];
	uint64_t reserved[2];
};

struct engine_cycles {
	struct engine engine;
	int32_t clockid;
	uint32_t width;
	uint64_t engine_cycles, cpu_timestamp, cpu_delta;
};

struct syncobj_create {
	uint32_t handle, flags;
};

struct syncobj_wait {
	uint64_t handles;
	int64_t timeout_nsec;
	uint32_t count_handles, flags, first_signaled, pad;
	uint64_t deadline_nsec;
};

#define DEVICE_QUERY	XE_REQUEST(0, struct device_query)
#define GEM_CREATE	XE_REQUEST(1, struct gem_create)
#define MMAP_OFFSET	XE_REQUEST(2, struct mmap_offset)
#define VM_CREATE	XE_REQUEST(3, struct vm_create)
#define VM_BIND		XE_REQUEST_W(5, struct vm_bind)
#define QUEUE_CREATE	XE_REQUEST(6, struct queue_create)
#define EXEC		XE_REQUEST_W(9, struct exec)
#define SYNCOBJ_CREATE	_IOWR('d', 0xbf, struct syncobj_create)
#define SYNCOBJ_DESTROY	_IOWR('d', 0xc0, struct syncobj_create)
#define SYNCOBJ_WAIT	_IOWR('d', 0xc3, struct syncobj_wait)

/* Queries of DEVICE_QUERY. */
enum xe_query {
	QUERY_ENGINES,
	QUERY_MEMORY,
	QUERY_CONFIG,
	QUERY_GTS,
	QUERY_HWCONFIG,
	QUERY_TOPOLOGY,
	QUERY_ENGINE_CYCLES,
};

/* Classes of engines. */
enum xe_class {
	CLASS_RENDER,
	CLASS_COPY,
	CLASS_DECODE,
	CLASS_ENHANCE,
	CLASS_COMPUTE,
	CLASSES,
};

#define BIND_UNMAP	1u

/* Flags of a bind operation. */
#define BIND_READONLY	1u
#define BIND_IMMEDIATE	2u
#define BIND_MIRROR	32u		/* the CPU's memory at the same addresses */

/* Flags of VM_CREATE. */
#define VM_SCRATCH_PAGE	1u
#define VM_LONG_RUNNING	2u
#define VM_FAULTS	4u		/* the VM resolves page faults */

/* Commands of a batch. */
#define MI_ARB_CHECK		(0x05u << 23)
#define MI_BATCH_BUFFER_END	(0x0au << 23)
#define MI_SEMAPHORE_WAIT	(0x1cu << 23 | 1 << 15 | 4 << 12 | 2)	/* poll until equal */
#define MI_STORE_DATA_IMM	(0x20u << 23 | 2)
#define MI_FLUSH_DW_TIMESTAMP	(0x26u << 23 | 3 << 14 | 3)
#define MI_BATCH_BUFFER_START	(0x31u << 23 | 1 << 8 | 1)
#define MI_COND_BATCH_BUFFER_END (0x36u << 23 | 1 << 21 | 2)	/* continues while greater */

#endif
