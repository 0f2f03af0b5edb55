// SPDX-License-Identifier: GPL-2.0
/*
 * hostile.c -- a user who does its worst to the collector of incidents, through xe's ioctls.
 *
 *	hostile NODE PAT-INDEX SECONDS RANGES MIB
 *
 * Gives up all rights, and until SECONDS are over starts a process each 50 ms, up to eight at a
 * time. Each has a name of random bytes, submits batches that never end to random engines, and
 * exits at a random moment. Some of them let xe dump RANGES mappings, or a buffer of MIB megabytes
 * of random bytes. If SECONDS is 0, starts one process, which lets xe dump both, submits one batch
 * and waits until it has hung. Prints the number of processes that submitted a batch.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../../hardware-check/xe_uapi.h"

#define NOBODY		65534
#define BATCH_VA	0x1a0000ull
#define BUFFER_VA	0x100000000ull
#define RANGES_VA	0x200000000ull
#define BIND_DUMPABLE	8u
#define PAGE		4096u
#define PROCESSES	8
#define START_US	50000
#define CLASSES		3	/* render, copy, video */
#define HANG_SECONDS	10

static int fd;
static uint16_t pat;

/* Each failure ends the process: the other processes go on. */
static void call(unsigned long request, void *arg)
{
	if (ioctl(fd, request, arg))
		_exit(2);
}

static uint32_t *new_buffer(uint32_t vm, size_t size, uint32_t *handle)
{
	struct gem_create c = { .size = size, .placement = 1, .vm_id = vm, .cpu_caching = 1 };
	struct mmap_offset m = { 0 };
	void *p;

	call(GEM_CREATE, &c);
	m.handle = c.handle;
	call(MMAP_OFFSET, &m);
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)m.offset);
	if (p == MAP_FAILED)
		_exit(2);
	*handle = c.handle;
	return p;
}

static void bind(uint32_t vm, uint32_t handle, uint64_t address, uint64_t range)
{
	struct syncobj_create o = { 0 };
	struct sync s = { .flags = 1 };
	struct vm_bind b = {
		.vm_id = vm, .num_binds = 1, .num_syncs = 1, .syncs = (uintptr_t)&s,
		.bind = { .obj = handle, .pat_index = pat, .range = range, .addr = address,
			  .flags = BIND_DUMPABLE },
	};

	call(SYNCOBJ_CREATE, &o);
	s.handle = o.handle;
	call(VM_BIND, &b);
	call(SYNCOBJ_DESTROY, &o);
}

/* Let xe dump a large buffer. */
static void dump_buffer(uint32_t vm, size_t bytes)
{
	uint32_t *data, handle;
	size_t i;

	data = new_buffer(vm, bytes, &handle);
	for (i = 0; i < bytes / 4; i++)
		data[i] = (uint32_t)rand();
	bind(vm, handle, BUFFER_VA, bytes);
}

/* Let xe dump many mappings of a small buffer. */
static void dump_ranges(uint32_t vm, unsigned long ranges)
{
	unsigned long i;
	uint32_t handle;

	new_buffer(vm, 65536, &handle);
	for (i = 0; i < ranges; i++)
		bind(vm, handle, RANGES_VA + 2 * PAGE * i, PAGE);
}

static void submit(uint32_t vm, int class)
{
	struct engine engine = { .class = (uint16_t)class };
	struct queue_create q = {
		.width = 1, .num_placements = 1, .vm_id = vm, .instances = (uintptr_t)&engine,
	};
	struct syncobj_create o = { 0 };
	struct sync s = { .flags = 1 };
	struct exec e = {
		.num_syncs = 1, .syncs = (uintptr_t)&s, .address = BATCH_VA, .num_batch_buffer = 1,
	};

	/* Some GPUs have the video engines on GT 1. */
	if (ioctl(fd, QUEUE_CREATE, &q)) {
		engine.gt_id = 1;
		call(QUEUE_CREATE, &q);
	}
	call(SYNCOBJ_CREATE, &o);
	s.handle = o.handle;
	e.exec_queue_id = q.exec_queue_id;
	call(EXEC, &e);
}

/* One process of the attack. Its exit status is 0 if it has submitted a batch. */
static void attack(const char *node, unsigned long ranges, size_t bytes, int alone)
{
	struct vm_create vm = { .flags = VM_SCRATCH_PAGE };
	char name[16] = "";
	uint32_t *batch, handle;
	int i, what;

	srand((unsigned int)getpid());
	for (i = 0; i < 15; i++)
		name[i] = (char)(1 + rand() % 255);
	prctl(PR_SET_NAME, name, 0, 0, 0);
	fd = open(node, O_RDWR);
	if (fd < 0)
		_exit(2);
	call(VM_CREATE, &vm);
	what = rand() % 3;
	if (alone || what == 0)
		dump_buffer(vm.vm_id, bytes);
	if (alone || what == 1)
		dump_ranges(vm.vm_id, ranges);
	batch = new_buffer(vm.vm_id, 65536, &handle);
	batch[0] = MI_SEMAPHORE_WAIT;
	batch[1] = 1;
	batch[2] = (uint32_t)BATCH_VA + 0x804;
	bind(vm.vm_id, handle, BATCH_VA, 65536);
	for (i = alone ? 0 : rand() % 4; i >= 0; i--)
		submit(vm.vm_id, alone ? 0 : rand() % CLASSES);
	if (alone)
		sleep(HANG_SECONDS);
	else
		usleep((useconds_t)(rand() % 3000) * 1000);
	_exit(0);
}

static long seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

int main(int argc, char **argv)
{
	unsigned long ranges, done = 0, running = 0;
	long end;
	size_t bytes;
	int status, alone;

	if (argc != 6) {
		fprintf(stderr, "usage: hostile NODE PAT-INDEX SECONDS RANGES MIB\n");
		return 2;
	}
	if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)) {
		perror("hostile: setuid");
		return 2;
	}
	pat = (uint16_t)atoi(argv[2]);
	end = seconds() + atol(argv[3]);
	ranges = strtoul(argv[4], NULL, 10);
	bytes = strtoul(argv[5], NULL, 10) << 20;
	alone = !atol(argv[3]);
	while (seconds() < end || running || alone) {
		if (alone || (running < PROCESSES && seconds() < end)) {
			if (!fork())
				attack(argv[1], ranges, bytes, alone);
			running++;
			alone = 0;
		}
		while (running && waitpid(-1, &status, WNOHANG) > 0) {
			done += WIFEXITED(status) && !WEXITSTATUS(status);
			running--;
		}
		usleep(START_US);
	}
	printf("%lu\n", done);
	return !done;
}
