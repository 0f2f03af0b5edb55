// SPDX-License-Identifier: GPL-2.0
/*
 * exec.c -- submit one batch to an engine through xe's ioctls and wait for it.
 *
 * The structures are the kernel's uapi, put down here because an older
 * distribution's headers do not have drm/xe_drm.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define BATCH_VA	0x1a0000ull
#define MARK_OFFSET	0x800
#define MARK		0x600dbeefu
#define WAIT_NS		20000000000ll

#define MI_BATCH_BUFFER_END	0x05000000u
#define MI_STORE_DATA_IMM	(0x20u << 23 | 2)

#define REQUEST(nr, type)	_IOWR('d', 0x40 + (nr), type)
#define REQUEST_W(nr, type)	_IOW('d', 0x40 + (nr), type)

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

struct syncobj_create {
	uint32_t handle, flags;
};

struct syncobj_wait {
	uint64_t handles;
	int64_t timeout_nsec;
	uint32_t count_handles, flags, first_signaled, pad;
	uint64_t deadline_nsec;
};

static int fd;

static void call(const char *what, unsigned long request, void *arg)
{
	if (!ioctl(fd, request, arg))
		return;
	fprintf(stderr, "exec: %s: %s\n", what, strerror(errno));
	exit(2);
}

static uint32_t new_syncobj(void)
{
	struct syncobj_create c = { 0 };

	call("syncobj", _IOWR('d', 0xbf, struct syncobj_create), &c);
	return c.handle;
}

/* wait_for - 0, or the errno */
static int wait_for(uint32_t handle)
{
	struct syncobj_wait w = { .handles = (uintptr_t)&handle, .count_handles = 1 };
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	w.timeout_nsec = now.tv_sec * 1000000000ll + now.tv_nsec + WAIT_NS;
	return ioctl(fd, _IOWR('d', 0xc3, struct syncobj_wait), &w) ? errno : 0;
}

static uint32_t *new_batch(uint32_t vm, uint32_t *handle)
{
	struct gem_create c = { .size = 65536, .placement = 1, .vm_id = vm, .cpu_caching = 1 };
	struct mmap_offset m = { 0 };
	void *p;

	call("gem create", REQUEST(1, struct gem_create), &c);
	m.handle = c.handle;
	call("mmap offset", REQUEST(2, struct mmap_offset), &m);
	p = mmap(NULL, c.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)m.offset);
	if (p == MAP_FAILED) {
		perror("exec: mmap");
		exit(2);
	}
	*handle = c.handle;
	return p;
}

/* bind_batch - system memory that the CPU caches: its PAT index differs */
static void bind_batch(uint32_t vm, uint32_t handle, uint16_t pat)
{
	struct sync s = { .flags = 1, .handle = new_syncobj() };
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .obj = handle, .pat_index = pat, .range = 65536, .addr = BATCH_VA },
		.num_syncs = 1, .syncs = (uintptr_t)&s,
	};

	call("vm bind", REQUEST_W(5, struct vm_bind), &b);
	if (wait_for((uint32_t)s.handle)) {
		fprintf(stderr, "exec: the bind does not complete\n");
		exit(2);
	}
}

static int submit(uint32_t queue)
{
	struct sync s = { .flags = 1, .handle = new_syncobj() };
	struct exec e = {
		.exec_queue_id = queue, .num_syncs = 1, .syncs = (uintptr_t)&s,
		.address = BATCH_VA, .num_batch_buffer = 1,
	};

	call("exec", REQUEST_W(9, struct exec), &e);
	return wait_for((uint32_t)s.handle);
}

static void fill(uint32_t *batch)
{
	memset(batch, 0, 65536);
	*batch++ = MI_STORE_DATA_IMM;
	*batch++ = (uint32_t)BATCH_VA + MARK_OFFSET;
	*batch++ = 0;
	*batch++ = MARK;
	*batch = MI_BATCH_BUFFER_END;
}

int main(int argc, char **argv)
{
	struct engine engine = { 0 };
	struct vm_create vm = { .flags = 1 };	/* scratch page */
	struct queue_create q = { .width = 1, .num_placements = 1 };
	uint32_t *batch, handle;
	int err;

	if (argc != 4) {
		fprintf(stderr, "usage: exec NODE CLASS PAT-INDEX\n");
		return 2;
	}
	fd = open(argv[1], O_RDWR);
	if (fd < 0) {
		perror(argv[1]);
		return 2;
	}
	engine.class = (uint16_t)atoi(argv[2]);
	call("vm create", REQUEST(3, struct vm_create), &vm);
	batch = new_batch(vm.vm_id, &handle);
	fill(batch);
	bind_batch(vm.vm_id, handle, (uint16_t)atoi(argv[3]));
	q.vm_id = vm.vm_id;
	q.instances = (uintptr_t)&engine;
	call("queue create", REQUEST(6, struct queue_create), &q);
	err = submit(q.exec_queue_id);
	printf("exec: %s, mark %s\n", err ? strerror(err) : "done",
	       batch[MARK_OFFSET / 4] == MARK ? "written" : "not written");
	return err || batch[MARK_OFFSET / 4] != MARK;
}
