// SPDX-License-Identifier: GPL-2.0-only
/*
 * Queries the properties of the GPU and submits batches (buffers with commands) to it through xe's
 * ioctls.
 */
#include "gpu.h"

#include <sys/mman.h>

#define BATCH_VA	0x1a0000ull
#define BATCH_BYTES	65536u
#define MARK_OFFSET	0x800u
#define STAMP_OFFSET	0x840u
#define MARK		0x600dbeefu
#define HANG_NOOPS	1000u
#define SYSTEM_MEMORY	1u
#define CACHED		1u
#define WAIT_NS		(20 * NS_PER_SEC)
#define ENGINE_BYTES	32u

static int call(int fd, unsigned long request, void *arg)
{
	int ret;

	do
		ret = ioctl(fd, request, arg);
	while (ret && errno == EINTR && !interrupted);
	return ret ? -errno : 0;
}

/**
 * gpu_query() - send a query about the GPU to xe
 * @fd: render node
 * @query: which query
 * @len: set to the length of the answer
 *
 * Return: the answer, followed by eight bytes of 0, which the caller must free, or NULL on an
 * error.
 */
void *gpu_query(int fd, enum xe_query query, size_t *len)
{
	struct device_query q = { .query = query };
	void *data;

	*len = 0;
	if (call(fd, DEVICE_QUERY, &q))
		return NULL;
	data = calloc(1, q.size + sizeof(u64));
	if (!data)
		abort();
	q.data = (uintptr_t)data;
	if (q.size && call(fd, DEVICE_QUERY, &q)) {
		free(data);
		return NULL;
	}
	*len = q.size;
	return data;
}

/**
 * gpu_engines() - get the engines of the GPU
 * @fd: render node
 * @nr: set to the number of engines
 *
 * Return: the engines, which the caller must free, or NULL on an error.
 */
struct engine *gpu_engines(int fd, unsigned int *nr)
{
	struct engine *engine = NULL;
	unsigned int i;
	size_t len;
	u8 *data = gpu_query(fd, QUERY_ENGINES, &len);

	*nr = 0;
	if (data && len >= sizeof(u64)) {
		*nr = (unsigned int)min_t(size_t, *(u32 *)data, (len - sizeof(u64)) / ENGINE_BYTES);
		engine = calloc(*nr + 1, sizeof(*engine));
	}
	for (i = 0; engine && i < *nr; i++)
		memcpy(&engine[i], data + sizeof(u64) + i * ENGINE_BYTES, sizeof(*engine));
	free(data);
	return engine;
}

/**
 * gpu_cycles() - read an engine's timestamp and the host's clock at nearly the same time
 * @fd: render node
 * @engine: which engine of the GPU
 * @cycles: filled with the two times; that of the host is on CLOCK_BOOTTIME
 *
 * Return: 0 or a negative errno.
 */
int gpu_cycles(int fd, const struct engine *engine, struct engine_cycles *cycles)
{
	struct device_query q = {
		.query = QUERY_ENGINE_CYCLES, .size = sizeof(*cycles), .data = (uintptr_t)cycles,
	};

	*cycles = (struct engine_cycles){ .engine = *engine, .clockid = CLOCK_BOOTTIME };
	return call(fd, DEVICE_QUERY, &q);
}

static int wait_for(int fd, u32 handle)
{
	struct syncobj_wait w = {
		.handles = (uintptr_t)&handle, .count_handles = 1,
		.timeout_nsec = now_ns(CLOCK_MONOTONIC) + WAIT_NS,
	};

	return call(fd, SYNCOBJ_WAIT, &w);
}

static int new_batch(struct queue *q, u32 vm, u32 *handle)
{
	struct gem_create c = {
		.size = BATCH_BYTES, .placement = SYSTEM_MEMORY, .vm_id = vm, .cpu_caching = CACHED,
	};
	struct mmap_offset m = { 0 };
	int ret = call(q->fd, GEM_CREATE, &c);
	void *p;

	if (ret)
		return ret;
	m.handle = c.handle;
	ret = call(q->fd, MMAP_OFFSET, &m);
	if (ret)
		return ret;
	p = mmap(NULL, c.size, PROT_READ | PROT_WRITE, MAP_SHARED, q->fd, (off_t)m.offset);
	if (p == MAP_FAILED)
		return -errno;
	q->batch = p;
	*handle = c.handle;
	return 0;
}

/*
 * Map a batch in an address space of the GPU. For memory that the CPU caches, xe accepts only
 * certain PAT indices (page attributes). They differ between platforms, so try several.
 */
static int bind_batch(int fd, u32 vm, u32 handle)
{
	static const u16 indices[] = { 0, 1, 3, 2 };
	struct syncobj_create object = { 0 };
	struct sync s = { .flags = 1 };
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .obj = handle, .range = BATCH_BYTES, .addr = BATCH_VA },
		.num_syncs = 1, .syncs = (uintptr_t)&s,
	};
	int ret = call(fd, SYNCOBJ_CREATE, &object);
	unsigned int i;

	if (ret)
		return ret;
	s.handle = object.handle;
	for (i = 0, ret = -EINVAL; i < ARRAY_SIZE(indices) && ret == -EINVAL; i++) {
		b.bind.pat_index = indices[i];
		ret = call(fd, VM_BIND, &b);
	}
	return ret ?: wait_for(fd, object.handle);
}

/**
 * queue_open() - make an exec queue on an engine
 * @q: filled with the number of the queue and the memory of its batch; the queue exists until @fd
 *	is closed
 * @fd: render node
 * @engine: which engine of the GPU
 *
 * Return: 0 or a negative errno.
 */
int queue_open(struct queue *q, int fd, const struct engine *engine)
{
	struct vm_create vm = { .flags = VM_SCRATCH_PAGE };
	struct queue_create c = {
		.width = 1, .num_placements = 1, .instances = (uintptr_t)engine,
	};
	int ret = call(fd, VM_CREATE, &vm);
	u32 handle = 0;

	*q = (struct queue){ .fd = fd };
	if (!ret)
		ret = new_batch(q, vm.vm_id, &handle);
	if (!ret)
		ret = bind_batch(fd, vm.vm_id, handle);
	c.vm_id = vm.vm_id;
	if (!ret)
		ret = call(fd, QUEUE_CREATE, &c);
	q->id = c.exec_queue_id;
	return ret;
}

static int submit(struct queue *q, u32 *object)
{
	struct syncobj_create c = { 0 };
	struct sync s = { .flags = 1 };
	struct exec e = {
		.exec_queue_id = q->id, .num_syncs = 1, .syncs = (uintptr_t)&s,
		.address = BATCH_VA, .num_batch_buffer = 1,
	};
	int ret = call(q->fd, SYNCOBJ_CREATE, &c);

	*object = c.handle;
	s.handle = c.handle;
	return ret ?: call(q->fd, EXEC, &e);
}

static int run(struct queue *q)
{
	struct syncobj_create c = { 0 };
	int ret = submit(q, &c.handle);

	if (!ret)
		ret = wait_for(q->fd, c.handle);
	call(q->fd, SYNCOBJ_DESTROY, &c);
	return ret;
}

/**
 * queue_run() - run a batch that stores a value, and wait for its end
 * @q: from queue_open()
 * @timestamp: set to the engine's timestamp at the time when the batch ran; NULL if it is not
 *	needed. Only a copy engine can store it.
 *
 * Return: 0, or -EIO if the batch has not stored its value, or another negative errno.
 */
int queue_run(struct queue *q, u64 *timestamp)
{
	volatile u32 *b = q->batch, *mark = b + MARK_OFFSET / 4, *stamp = b + STAMP_OFFSET / 4;
	int ret;

	if (timestamp) {
		*b++ = MI_FLUSH_DW_TIMESTAMP;
		*b++ = (u32)BATCH_VA + STAMP_OFFSET;
		*b++ = 0;
		*b++ = 0;
		*b++ = 0;
	}
	*b++ = MI_STORE_DATA_IMM;
	*b++ = (u32)BATCH_VA + MARK_OFFSET;
	*b++ = 0;
	*b++ = MARK;
	*b++ = MI_BATCH_BUFFER_END;
	*mark = 0;
	ret = run(q);
	if (timestamp)
		*timestamp = stamp[0] | (u64)stamp[1] << 32;
	return ret ?: *mark == MARK ? 0 : -EIO;
}

/**
 * queue_hang() - submit a batch that never ends
 * @q: from queue_open()
 *
 * The batch jumps to its own beginning and cannot be preempted. The commands before the jump do
 * nothing; because of them, the GPU executes the jump less often. xe ends the batch after the job
 * timeout of the engine.
 *
 * Return: 0 or a negative errno.
 */
int queue_hang(struct queue *q)
{
	volatile u32 *b = q->batch + HANG_NOOPS;
	u32 object;

	*b++ = MI_BATCH_BUFFER_START;
	*b++ = (u32)BATCH_VA;
	*b++ = 0;
	return submit(q, &object);
}
