// SPDX-License-Identifier: GPL-2.0-only
/*
 * A study of a recorder without a kernel module: a BPF program that xe's tracepoints call. If a
 * queue hangs, it copies the GuC log to a ring buffer. The loader (guclog-bpf.c) relocates the
 * accesses to xe's structures with the type information (BTF) of the loaded xe (CO-RE).
 */
#include <linux/bpf.h>
#include <stdbool.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#include "record.h"

/* No more than one record is made in this time. */
#define PAUSE_NS	1000000000ull

/* The members of xe's structures that are read. */
#pragma clang attribute push (__attribute__((preserve_access_index)), apply_to = record)

struct iosys_map {
	union {
		void *vaddr_iomem;
		void *vaddr;
	};
	bool is_iomem;
};

struct drm_gem_object {
	unsigned long size;
};

struct ttm_buffer_object {
	struct drm_gem_object base;
};

struct xe_bo {
	struct ttm_buffer_object ttm;
	struct iosys_map vmap;
};

struct xe_guc_log {
	struct xe_bo *bo;
};

struct xe_guc {
	struct xe_guc_log log;
};

struct xe_uc {
	struct xe_guc guc;
};

struct xe_gt {
	struct {
		unsigned char id;
	} info;
	struct xe_uc uc;
};

struct xe_guc_exec_queue {
	unsigned short id;
};

struct xe_hw_engine {
	const char *name;
};

struct xe_file {
	char *process_name;
	int pid;
};

struct xe_exec_queue {
	struct xe_file *xef;
	struct xe_gt *gt;
	struct xe_hw_engine *hwe;
	struct xe_guc_exec_queue *guc;
};

struct xe_sched_job {
	struct xe_exec_queue *q;
};

#pragma clang attribute pop

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 8 << 20);
} ring SEC(".maps");

/* The queues that were killed, whose jobs end like those of a queue that hangs. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__type(key, __u64);
	__type(value, char);
} killed SEC(".maps");

static __u64 last_ns;
static __u32 records;

struct copy {
	struct message head;
	const char *from;
};

/* Too large for the stack. */
static struct copy copy;

static long copy_chunk(__u32 i, void *unused)
{
	__u64 offset = (__u64)i * CHUNK;
	struct message *m;

	if (offset >= copy.head.size)
		return 1;
	m = bpf_ringbuf_reserve(&ring, sizeof(*m), 0);
	if (!m) {
		copy.head.failed++;
		return 1;
	}
	m->seq = copy.head.seq;
	m->offset = offset;
	m->len = CHUNK;
	if (bpf_probe_read_kernel(m->data, CHUNK, copy.from + offset)) {
		copy.head.failed++;
		bpf_ringbuf_discard(m, 0);
	} else {
		bpf_ringbuf_submit(m, 0);
	}
	return 0;
}

static void set_facts(struct xe_exec_queue *queue, const char *trigger)
{
	struct xe_bo *bo = BPF_CORE_READ(queue, gt, uc.guc.log.bo);
	struct message *head = &copy.head;

	head->seq = records;
	head->len = 0;
	head->failed = 0;
	bpf_probe_read_kernel_str(head->trigger, sizeof(head->trigger), trigger);
	head->guc_id = BPF_CORE_READ(queue, guc, id);
	head->gt = BPF_CORE_READ(queue, gt, info.id);
	head->pid = BPF_CORE_READ(queue, xef, pid);
	head->engine[0] = 0;
	head->process[0] = 0;
	bpf_probe_read_kernel_str(head->engine, sizeof(head->engine),
				  BPF_CORE_READ(queue, hwe, name));
	bpf_probe_read_kernel_str(head->process, sizeof(head->process),
				  BPF_CORE_READ(queue, xef, process_name));
	head->is_iomem = BPF_CORE_READ(bo, vmap.is_iomem);
	head->size = BPF_CORE_READ(bo, ttm.base.size);
	copy.from = BPF_CORE_READ(bo, vmap.vaddr);
}

/* Copy the log of the queue's GT. Triggers on two processors at a time are not kept apart. */
static int record(struct xe_exec_queue *queue, const char *trigger)
{
	__u64 key = (__u64)queue, now = bpf_ktime_get_ns();
	struct message *m;

	if (bpf_map_lookup_elem(&killed, &key) || (last_ns && now - last_ns < PAUSE_NS))
		return 0;
	last_ns = now;
	records++;
	set_facts(queue, trigger);
	bpf_loop(MAX_CHUNKS, copy_chunk, NULL, 0);
	copy.head.ns = bpf_ktime_get_ns() - now;
	m = bpf_ringbuf_reserve(&ring, sizeof(*m), 0);
	if (!m)
		return 0;
	__builtin_memcpy(m, &copy.head, __builtin_offsetof(struct message, data));
	bpf_ringbuf_submit(m, 0);
	return 0;
}

SEC("raw_tp/xe_sched_job_timedout")
int on_timeout(struct bpf_raw_tracepoint_args *ctx)
{
	struct xe_sched_job *job = (void *)ctx->args[0];

	return record(BPF_CORE_READ(job, q), "job timeout");
}

SEC("raw_tp/xe_exec_queue_reset")
int on_reset(struct bpf_raw_tracepoint_args *ctx)
{
	return record((void *)ctx->args[0], "engine reset");
}

SEC("raw_tp/xe_exec_queue_memory_cat_error")
int on_cat_error(struct bpf_raw_tracepoint_args *ctx)
{
	return record((void *)ctx->args[0], "CAT error");
}

SEC("raw_tp/xe_exec_queue_kill")
int on_kill(struct bpf_raw_tracepoint_args *ctx)
{
	__u64 key = ctx->args[0];
	char one = 1;

	bpf_map_update_elem(&killed, &key, &one, BPF_ANY);
	return 0;
}

SEC("raw_tp/xe_exec_queue_destroy")
int on_destroy(struct bpf_raw_tracepoint_args *ctx)
{
	__u64 key = ctx->args[0];

	bpf_map_delete_elem(&killed, &key);
	return 0;
}

char LICENSE[] SEC("license") = "GPL";
