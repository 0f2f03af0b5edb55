// SPDX-License-Identifier: GPL-2.0
/*
 * exec.c -- submit batches to an engine through xe's ioctls and wait for them.
 *
 *	exec NODE CLASS PAT-INDEX [KIND [COUNT]]
 *
 * CLASS is xe's number of an engine class, followed by ".GT" unless the GT is 0.
 * KIND is
 *	mark	store a value and end (the default)
 *	endless	a loop that nothing ends, and that cannot be preempted
 *	wait	a semaphore that is never signalled; it can be preempted there
 *	spin	a loop that ends when the program says so, a tenth of a second later
 *	compute	like endless, in a long-running queue, which has no timeout; the program
 *		waits until it is killed
 *	many	like wait, in each of ten queues
 * COUNT batches are submitted one after the other, about ten a second; 0: until one
 * fails.
 *
 * The status is 0 when all batches have completed, 1 when one has not, 2 when
 * something else failed.
 *
 * The structures are the kernel's uapi, repeated here because the headers of older
 * distributions lack drm/xe_drm.h.
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

#define FLAG_OFFSET	0x804	/* what the loop and the semaphore read */
#define SPIN_US		100000
#define PAUSE_US	100000		/* mean time between batches */
#define MANY		10
#define BIND_US		500000		/* in a long-running VM no fence signals the end */

#define VM_SCRATCH_PAGE	1u
#define VM_LONG_RUNNING	2u

#define MI_ARB_CHECK		(0x05u << 23)
#define MI_BATCH_BUFFER_END	(0x0au << 23)
#define MI_SEMAPHORE_WAIT	(0x1cu << 23 | 1 << 15 | 4 << 12 | 2)	/* poll, until equal */
#define MI_STORE_DATA_IMM	(0x20u << 23 | 2)
#define MI_BATCH_BUFFER_START	(0x31u << 23 | 1 << 8 | 1)
#define MI_COND_BATCH_BUFFER_END (0x36u << 23 | 1 << 21 | 2)	/* goes on while greater */

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

static int fd, is_compute;

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

/* wait_for - wait until a sync object is signalled; returns 0 or an errno */
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

/* bind_batch - map the batch: in system memory that the CPU caches, with its own PAT index */
static void bind_batch(uint32_t vm, uint32_t handle, uint16_t pat)
{
	struct sync s = { .flags = 1, .handle = new_syncobj() };
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .obj = handle, .pat_index = pat, .range = 65536, .addr = BATCH_VA },
		.num_syncs = !is_compute, .syncs = (uintptr_t)&s,
	};

	call("vm bind", REQUEST_W(5, struct vm_bind), &b);
	if (is_compute) {
		usleep(BIND_US);
		return;
	}
	if (wait_for((uint32_t)s.handle)) {
		fprintf(stderr, "exec: the bind does not complete\n");
		exit(2);
	}
}

static void submit(uint32_t queue, uint32_t handle)
{
	struct sync s = { .flags = 1, .handle = handle };
	struct exec e = {
		.exec_queue_id = queue, .num_syncs = !is_compute, .syncs = (uintptr_t)&s,
		.address = BATCH_VA, .num_batch_buffer = 1,
	};

	call("exec", REQUEST_W(9, struct exec), &e);
}

static uint32_t *store(uint32_t *b)
{
	*b++ = MI_STORE_DATA_IMM;
	*b++ = (uint32_t)BATCH_VA + MARK_OFFSET;
	*b++ = 0;
	*b++ = MARK;
	*b++ = MI_BATCH_BUFFER_END;
	return b;
}

static uint32_t *jump_to_start(uint32_t *b)
{
	*b++ = MI_BATCH_BUFFER_START;
	*b++ = (uint32_t)BATCH_VA;
	*b++ = 0;
	return b;
}

static void fill(uint32_t *batch, const char *kind)
{
	uint32_t *b = batch;

	if (!strcmp(kind, "endless") || is_compute) {
		b = jump_to_start(b);
	} else if (!strcmp(kind, "wait") || !strcmp(kind, "many")) {
		*b++ = MI_SEMAPHORE_WAIT;
		*b++ = 1;
		*b++ = (uint32_t)BATCH_VA + FLAG_OFFSET;
		*b++ = 0;
	} else if (!strcmp(kind, "spin")) {
		batch[FLAG_OFFSET / 4] = 1;
		*b++ = MI_ARB_CHECK;
		*b++ = MI_COND_BATCH_BUFFER_END;
		*b++ = 0;
		*b++ = (uint32_t)BATCH_VA + FLAG_OFFSET;
		*b++ = 0;
		b = jump_to_start(b);
	} else if (strcmp(kind, "mark")) {
		fprintf(stderr, "exec: no batch is called '%s'\n", kind);
		exit(2);
	}
	store(b);
}

/* run - submit the batch once; true when it completed */
static int run(uint32_t queue, volatile uint32_t *batch, const char *kind)
{
	uint32_t handle = new_syncobj();
	int err, spins = !strcmp(kind, "spin");

	batch[MARK_OFFSET / 4] = 0;
	batch[FLAG_OFFSET / 4] = (uint32_t)spins;
	submit(queue, handle);
	if (is_compute)
		pause();
	if (spins) {
		usleep(SPIN_US);
		batch[FLAG_OFFSET / 4] = 0;
	}
	err = wait_for(handle);
	call("syncobj", _IOWR('d', 0xc0, struct syncobj_create),
	     &(struct syncobj_create){ .handle = handle });
	if (!err && (spins || batch[MARK_OFFSET / 4] == MARK))
		return 1;
	printf("exec: %s, mark not written\n", err ? strerror(err) : "done");
	return 0;
}

/* open_queue - a queue on an engine, for a VM that has the batch */
static uint32_t open_queue(const char *class, uint16_t pat, uint32_t **batch, const char *kind)
{
	struct vm_create vm = { .flags = VM_SCRATCH_PAGE };
	struct queue_create q = { .width = 1, .num_placements = 1 };
	struct engine engine = { 0 };
	char *gt;
	uint32_t handle;

	engine.class = (uint16_t)strtoul(class, &gt, 10);
	engine.gt_id = *gt == '.' ? (uint16_t)atoi(gt + 1) : 0;
	if (is_compute)
		vm.flags |= VM_LONG_RUNNING;
	call("vm create", REQUEST(3, struct vm_create), &vm);
	*batch = new_batch(vm.vm_id, &handle);
	fill(*batch, kind);
	bind_batch(vm.vm_id, handle, pat);
	q.vm_id = vm.vm_id;
	q.instances = (uintptr_t)&engine;
	call("queue create", REQUEST(6, struct queue_create), &q);
	return q.exec_queue_id;
}

int main(int argc, char **argv)
{
	const char *kind = argc > 4 ? argv[4] : "mark";
	unsigned long count = argc > 5 ? strtoul(argv[5], NULL, 10) : 1;
	uint32_t *batch, queue;

	if (argc < 4 || argc > 6) {
		fprintf(stderr, "usage: exec NODE CLASS[.GT] PAT-INDEX [KIND [COUNT]]\n");
		return 2;
	}
	fd = open(argv[1], O_RDWR);
	if (fd < 0) {
		perror(argv[1]);
		return 2;
	}
	srand((unsigned int)getpid());
	is_compute = !strcmp(kind, "compute");
	queue = open_queue(argv[2], (uint16_t)atoi(argv[3]), &batch, kind);
	for (int n = 1; !strcmp(kind, "many") && n < MANY; n++) {
		uint32_t *other;

		submit(open_queue(argv[2], (uint16_t)atoi(argv[3]), &other, kind), new_syncobj());
	}
	for (unsigned long n = 0; !count || n < count; n++) {
		if (!run(queue, batch, kind))
			return 1;
		/* Several at a time must leave room in the log's ring. */
		if (count != 1)
			usleep(PAUSE_US / 2 + (useconds_t)rand() % PAUSE_US);
	}
	printf("exec: done\n");
	return 0;
}
