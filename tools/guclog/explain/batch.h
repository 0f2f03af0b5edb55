/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Lists the commands of the batch (a buffer with commands of a program) that an engine was
 * executing, if the devcoredump has the memory of the batch. The command at which the engine stood
 * is the command that it was executing, or had parsed last.
 */
#ifndef _BATCH_H_
#define _BATCH_H_

#include "base/arena.h"
#include "model/records.h"
#include "read/dump/sections.h"

/**
 * struct batch_input - data from which batch_make() finds the batch and the command at which
 * the engine stood
 * @vm: the contents of the process's GPU memory (VM) in the devcoredump
 * @job: section "Job", which has the addresses of batches
 * @has_place: @acthd and @ipehr are known
 * @exact: @acthd is exactly the beginning or the end of the command, because the engine saved it
 *	when it switched the context out. If false, @acthd was read from the running engine and can
 *	be some dwords after the command.
 * @whole: list all commands of the batch
 * @acthd: address in the batch that the engine had reached
 * @ipehr: first dword of the command that the engine had parsed last
 * @engines: class of the engine: GPU_RENDER and so on
 * @graphics: graphics version: GPU_12_0 and so on
 */
struct batch_input {
	const struct guclog_dump_vm *vm;
	const struct guclog_dump_fields *job;
	bool has_place;
	bool exact;
	bool whole;
	u64 acthd;
	u32 ipehr;
	unsigned int engines;
	unsigned int graphics;
};

const struct guclog_batch *batch_make(struct arena *arena, const struct batch_input *in);

/*
 * Return: an address as the driver prints it, with bits 63:48 zero. The hardware may repeat bit 47
 * in these bits.
 */
static inline u64 gpu_address(u64 address)
{
	return address >> 47 == 0x1ffff ? address & 0xffffffffffffull : address;
}

#endif
