// SPDX-License-Identifier: GPL-2.0
/* mem.c -- guest memory by DMA address, and VRAM. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"

/**
 * mem_shared() - allocate zeroed memory that can be shared by its file descriptor
 * @size: number of bytes
 * @fd:   result: the memfd
 *
 * Return: the memory, or NULL on failure.
 */
u8 *mem_shared(u64 size, int *fd)
{
	void *p;

	*fd = memfd_create("gpu", MFD_CLOEXEC);
	if (*fd < 0)
		return NULL;
	if (ftruncate(*fd, (off_t)size))
		goto fail;
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	if (p != MAP_FAILED)
		return p;
fail:
	close(*fd);
	*fd = -1;
	return NULL;
}

/**
 * mem_init() - allocate VRAM, and start without guest memory
 * @m:         the memory
 * @vram_size: size of VRAM in bytes, 0 for an integrated GPU
 * @bar_size:  size of the BAR of VRAM, at least @vram_size; an integrated GPU has this BAR too, so
 *             the size is never 0
 *
 * Return: 0 or -ENOMEM.
 */
int mem_init(struct mem *m, u64 vram_size, u64 bar_size)
{
	memset(m, 0, sizeof(*m));
	m->vram_size = vram_size;
	m->vram = mem_shared(bar_size, &m->vram_fd);
	return m->vram ? 0 : -ENOMEM;
}

/**
 * mem_exit() - unmap the guest memory and close VRAM's descriptor
 * @m: the memory
 */
void mem_exit(struct mem *m)
{
	mem_unmap_all(m);
	if (m->vram_fd >= 0)
		close(m->vram_fd);
}

static bool overlaps(const struct mem *m, u64 start, u64 size)
{
	for (u32 i = 0; i < m->count; i++)
		if (m->region[i].size && start < m->region[i].start + m->region[i].size &&
		    m->region[i].start < start + size)
			return true;
	return false;
}

/*
 * long_enough - check whether a file contains a range of bytes; an access beyond the end of a
 * mapped file would raise SIGBUS
 */
static bool long_enough(int fd, u64 offset, u64 size)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && offset <= (u64)st.st_size &&
	       size <= (u64)st.st_size - offset;
}

/**
 * mem_map() - map a range of guest memory
 * @m:        the memory
 * @start:    DMA address
 * @size:     number of bytes, not 0
 * @fd:       file with the memory, or -1 for memory that the device cannot access
 * @offset:   offset in the file
 * @writable: the device may write to the memory
 *
 * The caller still owns @fd, and may close it.
 *
 * Return: 0; -EINVAL for an invalid range or file; -EEXIST if the range overlaps a mapped range;
 * -ENOSPC if MEM_REGIONS ranges are mapped already; -ENOMEM if memory is short.
 */
int mem_map(struct mem *m, u64 start, u64 size, int fd, u64 offset, bool writable)
{
	void *p = NULL;
	u32 i;

	if (!size || start + size < start || offset + size < offset)
		return -EINVAL;
	if (overlaps(m, start, size))
		return -EEXIST;
	for (i = 0; i < m->count && m->region[i].size; i++)
		;
	if (i == MEM_REGIONS)
		return -ENOSPC;
	if (fd >= 0) {
		if (!long_enough(fd, offset, size))
			return -EINVAL;
		p = mmap(NULL, size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, fd,
			 (off_t)offset);
		if (p == MAP_FAILED)
			return errno == ENOMEM ? -ENOMEM : -EINVAL;
	}
	m->region[i].start = start;
	m->region[i].size = size;
	m->region[i].ptr = p;
	m->region[i].writable = writable;
	if (i == m->count)
		m->count++;
	return 0;
}

static void drop(struct mem *m, u32 i)
{
	if (m->region[i].ptr)
		munmap(m->region[i].ptr, m->region[i].size);
	memset(&m->region[i], 0, sizeof(m->region[i]));
}

/**
 * mem_unmap() - unmap the regions that are completely in a range
 * @m:     the memory
 * @start: DMA address
 * @size:  number of bytes
 *
 * Return: 0; -ENOENT if no mapped region is completely in the range; -EINVAL if the end of the
 * range is 2^64 or above.
 */
int mem_unmap(struct mem *m, u64 start, u64 size)
{
	int err = -ENOENT;

	if (start + size < start)
		return -EINVAL;
	for (u32 i = 0; i < m->count; i++)
		if (m->region[i].size && m->region[i].start >= start &&
		    m->region[i].start + m->region[i].size <= start + size) {
			drop(m, i);
			err = 0;
		}
	return err;
}

/**
 * mem_unmap_all() - unmap all guest memory
 * @m: the memory
 */
void mem_unmap_all(struct mem *m)
{
	for (u32 i = 0; i < m->count; i++)
		if (m->region[i].size)
			drop(m, i);
	m->count = 0;
}

/**
 * mem_ptr() - find the memory at an address
 * @m:       the memory
 * @address: DMA address, or offset in VRAM if @local is true
 * @len:     number of contiguous bytes that are needed
 * @local:   the address is in VRAM
 * @write:   the memory will be written
 *
 * Return: a pointer to @len bytes, which is valid until memory is unmapped, or NULL if the memory
 * does not exist or @write is true and it may not be written.
 */
u8 *mem_ptr(const struct mem *m, u64 address, u64 len, bool local, bool write)
{
	if (local) {
		if (address > m->vram_size || len > m->vram_size - address)
			return NULL;
		return m->vram + address;
	}
	for (u32 i = 0; i < m->count; i++) {
		u64 off = address - m->region[i].start;

		if (!m->region[i].ptr || address < m->region[i].start ||
		    off > m->region[i].size || len > m->region[i].size - off)
			continue;
		return write && !m->region[i].writable ? NULL : m->region[i].ptr + off;
	}
	return NULL;
}
