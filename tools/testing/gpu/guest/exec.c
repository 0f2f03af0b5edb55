// SPDX-License-Identifier: GPL-2.0
/*
 * exec.c -- submit batches to an engine through xe's ioctls and wait for them.
 *
 *	exec NODE CLASS PAT-INDEX [KIND [COUNT]]
 *
 * CLASS is xe's number of an engine class, followed by ".GT" unless the GT is 0.
 * KIND is
 *	mark	store a value and end (the default)
 *	endless	run an endless loop that cannot be preempted
 *	wait	wait on a semaphore that is never signalled; the batch can be preempted there
 *	spin	run a loop that this program ends after a tenth of a second
 *	compute	like endless, in a long-running queue, which has no timeout; the program
 *		waits until it is killed
 *	many	like wait, in each of COUNT queues (ten if there is no COUNT), each in a VM of its
 *		own.  The program prints "exec: all queues" when all batches are submitted
 *	unbound	like wait, and the program removes the mapping of the batch while the batch
 *		runs.  The program prints the times before and after the bind and the unbind,
 *		in microseconds on CLOCK_BOOTTIME
 *	faulty	like compute, in a VM that resolves page faults.  The VM also has a read-only buffer
 *		at 0x2a0000 and, if the kernel supports it, a mirror of the CPU's memory at
 *		0x600000000000
 *	shared	like endless; before, another queue of the same VM, on the copy engine, runs batches
 *		in a buffer at 0x2a0000
 * COUNT batches are submitted one after the other, about ten per second; 0: until a
 * batch fails.
 *
 * The exit status is 0 if all batches have completed, 1 if a batch has not completed, 2 if
 * something else failed.
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

#include "../../../hardware-check/xe_uapi.h"

#define BATCH_VA	0x1a0000ull
#define OTHER_VA	0x2a0000ull	/* second buffer of the kinds "faulty" and "shared" */
#define MIRROR_VA	0x600000000000ull
#define MIRROR_SIZE	0x40000000ull
#define SHARED_RUNS	3
#define MARK_OFFSET	0x800
#define MARK		0x600dbeefu
#define WAIT_NS		20000000000ll

#define FLAG_OFFSET	0x804	/* dword that the loop and the semaphore wait read */
#define SPIN_US		100000
#define PAUSE_US	100000		/* mean pause between two batches */
#define MANY		10		/* number of queues of the kind "many" */
#define BIND_US		500000		/* time to wait for a bind that has no fence */

static uint64_t batch_va = BATCH_VA;
static int fd, is_compute, is_unbound, is_faulty;

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

	call("syncobj", SYNCOBJ_CREATE, &c);
	return c.handle;
}

/* wait_for - wait until a sync object is signalled; returns 0 or an errno */
static int wait_for(uint32_t handle)
{
	struct syncobj_wait w = { .handles = (uintptr_t)&handle, .count_handles = 1 };
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	w.timeout_nsec = now.tv_sec * 1000000000ll + now.tv_nsec + WAIT_NS;
	return ioctl(fd, SYNCOBJ_WAIT, &w) ? errno : 0;
}

static uint32_t *new_batch(uint32_t vm, uint32_t *handle)
{
	struct gem_create c = { .size = 65536, .placement = 1, .vm_id = vm, .cpu_caching = 1 };
	struct mmap_offset m = { 0 };
	void *p;

	call("gem create", GEM_CREATE, &c);
	m.handle = c.handle;
	call("mmap offset", MMAP_OFFSET, &m);
	p = mmap(NULL, c.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)m.offset);
	if (p == MAP_FAILED) {
		perror("exec: mmap");
		exit(2);
	}
	*handle = c.handle;
	return p;
}

static unsigned long long now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_BOOTTIME, &now);
	return now.tv_sec * 1000000ull + (unsigned long long)now.tv_nsec / 1000;
}

/*
 * call_bind - map or unmap; if the program was started with KIND "unbound", print the times before
 * and after the call
 */
static void call_bind(const char *what, struct vm_bind *b)
{
	unsigned long long before = now_us();

	call(what, VM_BIND, b);
	if (!is_unbound)
		return;
	printf("exec: %s %llu %llu\n", what, before, now_us());
	fflush(stdout);
}

/* unbind_batch - remove the mapping of the batch, without waiting for the end of the job */
static void unbind_batch(uint32_t vm, uint16_t pat)
{
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .pat_index = pat, .range = 65536, .addr = BATCH_VA, .op = BIND_UNMAP },
	};

	call_bind("unbind", &b);
}

/* bind_batch - map the batch buffer, which is in cached system memory, with the PAT index @pat */
static void bind_batch(uint32_t vm, uint32_t handle, uint16_t pat)
{
	struct sync s = { .flags = 1, .handle = new_syncobj() };
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .obj = handle, .pat_index = pat, .range = 65536, .addr = batch_va,
			  .flags = is_faulty ? BIND_IMMEDIATE : 0 },
		.num_syncs = !is_compute, .syncs = (uintptr_t)&s,
	};

	call_bind("bind", &b);
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
		.address = batch_va, .num_batch_buffer = 1,
	};

	call("exec", EXEC, &e);
}

static uint32_t *store(uint32_t *b)
{
	*b++ = MI_STORE_DATA_IMM;
	*b++ = (uint32_t)batch_va + MARK_OFFSET;
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

	if (!strcmp(kind, "endless") || !strcmp(kind, "shared") || is_compute) {
		b = jump_to_start(b);
	} else if (!strcmp(kind, "wait") || !strcmp(kind, "many") || is_unbound) {
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

/* run - submit the batch once and wait for its end; returns 1 if it completed, else 0 */
static int run(uint32_t vm, uint16_t pat, uint32_t queue, volatile uint32_t *batch,
	       const char *kind)
{
	uint32_t handle = new_syncobj();
	int err, spins = !strcmp(kind, "spin");

	batch[MARK_OFFSET / 4] = 0;
	batch[FLAG_OFFSET / 4] = (uint32_t)spins;
	submit(queue, handle);
	if (is_compute)
		pause();
	if (is_unbound) {
		usleep(SPIN_US);
		unbind_batch(vm, pat);
	}
	if (spins) {
		usleep(SPIN_US);
		batch[FLAG_OFFSET / 4] = 0;
	}
	err = wait_for(handle);
	call("syncobj", SYNCOBJ_DESTROY,
	     &(struct syncobj_create){ .handle = handle });
	if (!err && (spins || batch[MARK_OFFSET / 4] == MARK))
		return 1;
	printf("exec: %s, mark not written\n", err ? strerror(err) : "done");
	return 0;
}

static uint32_t new_queue(uint32_t vm, struct engine *engine)
{
	struct queue_create q = {
		.width = 1, .num_placements = 1, .vm_id = vm, .instances = (uintptr_t)engine,
	};

	call("queue create", QUEUE_CREATE, &q);
	return q.exec_queue_id;
}

/*
 * open_queue - create a VM with a batch, and a queue on an engine; returns the queue, and stores
 * the batch's address in *batch and the VM in *vm_id
 */
static uint32_t open_queue(const char *class, uint16_t pat, uint32_t **batch, const char *kind,
			   uint32_t *vm_id)
{
	struct vm_create vm = { .flags = VM_SCRATCH_PAGE };
	struct engine engine = { 0 };
	char *gt;
	uint32_t handle;

	engine.class = (uint16_t)strtoul(class, &gt, 10);
	engine.gt_id = *gt == '.' ? (uint16_t)atoi(gt + 1) : 0;
	if (is_compute)
		vm.flags |= VM_LONG_RUNNING;
	/* 6.12 does not accept both flags. */
	if (is_faulty)
		vm.flags = VM_LONG_RUNNING | VM_FAULTS;
	call("vm create", VM_CREATE, &vm);
	*batch = new_batch(vm.vm_id, &handle);
	fill(*batch, kind);
	bind_batch(vm.vm_id, handle, pat);
	*vm_id = vm.vm_id;
	return new_queue(vm.vm_id, &engine);
}

/* map_more - map a read-only buffer and a mirror of the CPU's memory in the VM of "faulty" */
static void map_more(uint32_t vm, uint16_t pat)
{
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1,
		.bind = { .pat_index = pat, .range = 65536, .addr = OTHER_VA,
			  .flags = BIND_IMMEDIATE | BIND_READONLY },
	};

	new_batch(vm, &b.bind.obj);
	call("read-only bind", VM_BIND, &b);
	b.bind = (struct bind_op){
		.pat_index = pat, .range = MIRROR_SIZE, .addr = MIRROR_VA, .flags = BIND_MIRROR,
	};
	if (ioctl(fd, VM_BIND, &b))
		printf("exec: no mirror of the CPU's memory: %s\n", strerror(errno));
	usleep(BIND_US);
}

/* run_beside - run batches of another queue of the VM, with a buffer of their own */
static void run_beside(uint32_t vm, uint16_t pat)
{
	struct engine copy = { .class = CLASS_COPY };
	uint32_t *batch, handle, queue;

	batch_va = OTHER_VA;
	batch = new_batch(vm, &handle);
	fill(batch, "mark");
	bind_batch(vm, handle, pat);
	queue = new_queue(vm, &copy);
	for (int n = 0; n < SHARED_RUNS; n++)
		if (!run(vm, pat, queue, batch, "mark"))
			exit(2);
	batch_va = BATCH_VA;
}

int main(int argc, char **argv)
{
	const char *kind = argc > 4 ? argv[4] : "mark";
	unsigned long count = argc > 5 ? strtoul(argv[5], NULL, 10) : 1, queues = 1;
	uint32_t *batch, queue, vm;

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
	is_faulty = !strcmp(kind, "faulty");
	is_compute = is_faulty || !strcmp(kind, "compute");
	is_unbound = !strcmp(kind, "unbound");
	if (!strcmp(kind, "many")) {
		queues = argc > 5 ? count : MANY;
		count = 1;
	}
	queue = open_queue(argv[2], (uint16_t)atoi(argv[3]), &batch, kind, &vm);
	if (is_faulty)
		map_more(vm, (uint16_t)atoi(argv[3]));
	if (!strcmp(kind, "shared"))
		run_beside(vm, (uint16_t)atoi(argv[3]));
	for (unsigned long n = 1; n < queues; n++) {
		uint32_t *other, its_vm;

		submit(open_queue(argv[2], (uint16_t)atoi(argv[3]), &other, kind, &its_vm),
		       new_syncobj());
	}
	if (!strcmp(kind, "many")) {
		printf("exec: all queues\n");
		fflush(stdout);
	}
	for (unsigned long n = 0; !count || n < count; n++) {
		if (!run(vm, (uint16_t)atoi(argv[3]), queue, batch, kind))
			return 1;
		/* Without pauses, the events of several programs would soon fill the log's ring. */
		if (count != 1)
			usleep(PAUSE_US / 2 + (useconds_t)rand() % PAUSE_US);
	}
	printf("exec: done\n");
	return 0;
}
