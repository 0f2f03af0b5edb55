// SPDX-License-Identifier: GPL-2.0
/* bar.c -- accesses of the client (QEMU) to registers, page table, VRAM, configuration space. */
#include <string.h>

#include "bar.h"
#include "pci.h"
#include "regs.h"

/* read_registers - read registers, always as whole dwords, also if only some bytes are needed */
static void read_registers(struct gpu *gpu, u64 offset, u8 *buf, u32 len)
{
	while (len) {
		u32 skip = offset & 3, n = (u32)min_u64(len, 4 - skip);
		u32 v = regs_read(gpu, (u32)offset & ~3u);

		memcpy(buf, (u8 *)&v + skip, n);
		offset += n;
		buf += n;
		len -= n;
	}
}

static void write_registers(struct gpu *gpu, u64 offset, const u8 *buf, u32 len)
{
	while (len) {
		u32 skip = offset & 3, n = (u32)min_u64(len, 4 - skip);
		u32 v = gpu->regs.value[offset / 4];

		memcpy((u8 *)&v + skip, buf, n);
		regs_write(gpu, (u32)offset & ~3u, v);
		offset += n;
		buf += n;
		len -= n;
	}
}

/* count_read - count a read of VRAM, and wait for the configured delay */
static void count_read(struct vram_access *v, u32 len)
{
	u64 end = clock_ns() + v->delay_us * 1000ull;
	u32 size = len > 8 ? 4 : len > 4 ? 3 : len > 2 ? 2 : len - 1;

	v->reads[size]++;
	/* A busy loop, because a sleep would take much longer than a few microseconds. */
	while (v->delay_us && !clock_is_manual() && clock_ns() < end)
		;
}

/* read_doorbells - return the fixed pattern of a doorbell range without configured doorbells */
static void read_doorbells(u64 offset, u8 *buf, u32 len)
{
	for (u32 i = 0; i < len; i++)
		buf[i] = (u8)(0xdeadbeef >> (offset + i) % 4 * 8);
}

static bool inside(u64 offset, u32 len, u64 start, u64 size)
{
	return offset >= start && offset - start <= size && len <= size - (offset - start);
}

/**
 * bar_read() - read from a region for the client
 * @gpu:    the device, locked
 * @region: BAR_REGISTERS, BAR_VRAM or REGION_CONFIG
 * @offset: offset in the region
 * @buf:    result; all ones if the device is removed
 * @len:    number of bytes
 *
 * Return: true, or false if the region does not exist or ends before the last byte to read.
 */
bool bar_read(struct gpu *gpu, u32 region, u64 offset, u8 *buf, u32 len)
{
	if (gpu->inject.removed) {
		memset(buf, 0xff, len);
		return true;
	}
	if (region == REGION_CONFIG)
		return pci_read(gpu, offset, buf, len);
	if (region == BAR_VRAM && inside(offset, len, 0, gpu_bar2_size(gpu))) {
		if (len)
			count_read(&gpu->vram, len);
		memcpy(buf, gpu->mem.vram + offset, len);
		return true;
	}
	if (region != BAR_REGISTERS || !inside(offset, len, 0, BAR0_SIZE))
		return false;
	if (inside(offset, len, 0, REGS_SIZE))
		read_registers(gpu, offset, buf, len);
	else if (offset < GSM_OFFSET)
		read_doorbells(offset, buf, len);
	else
		memcpy(buf, gpu->bar0 + offset, len);
	return true;
}

/**
 * bar_write() - write to a region for the client
 * @gpu:    the device, locked
 * @region: BAR_REGISTERS, BAR_VRAM or REGION_CONFIG
 * @offset: offset in the region
 * @buf:    the bytes to write; ignored if the device is removed
 * @len:    number of bytes
 *
 * Return: true, or false if the region does not exist or ends before the last byte to write.
 */
bool bar_write(struct gpu *gpu, u32 region, u64 offset, const u8 *buf, u32 len)
{
	if (gpu->inject.removed)
		return true;
	if (region == REGION_CONFIG)
		return pci_write(gpu, offset, buf, len);
	if (region == BAR_VRAM && inside(offset, len, 0, gpu_bar2_size(gpu))) {
		gpu->vram.writes++;
		memcpy(gpu->mem.vram + offset, buf, len);
		return true;
	}
	if (region != BAR_REGISTERS || !inside(offset, len, 0, BAR0_SIZE))
		return false;
	if (inside(offset, len, 0, REGS_SIZE))
		write_registers(gpu, offset, buf, len);
	else if (offset >= GSM_OFFSET)
		memcpy(gpu->bar0 + offset, buf, len);
	return true;
}
