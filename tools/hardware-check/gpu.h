/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Submits work to the GPU through xe's ioctls: batches (buffers with commands) that store a value,
 * or that never end. Also queries the properties of the GPU.
 */
#ifndef _GPU_H_
#define _GPU_H_

#include "hwcheck.h"
#include "xe_uapi.h"

/**
 * struct queue - an exec queue with its own batch
 * @fd: render node
 * @id: number of the queue
 * @batch: the memory of the batch, mapped for the CPU
 */
struct queue {
	int fd;
	u32 id;
	volatile u32 *batch;
};

void *gpu_query(int fd, enum xe_query query, size_t *len);
struct engine *gpu_engines(int fd, unsigned int *nr);
int gpu_cycles(int fd, const struct engine *engine, struct engine_cycles *cycles);
int queue_open(struct queue *q, int fd, const struct engine *engine);
int queue_run(struct queue *q, u64 *timestamp);
int queue_hang(struct queue *q);

#endif
