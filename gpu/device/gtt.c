// SPDX-License-Identifier: GPL-2.0
/* gtt.c -- walks the page tables that the driver wrote. */
#include <string.h>

#include "gtt.h"

#define PTE_PRESENT	BIT(0)
#define GGTT_PTE_LOCAL	BIT(1)
#define PDE_64K		BIT(6)		/* the entry points to a table of 32 pages of 64 KiB */
#define PDE_HUGE	BIT(7)		/* the entry maps a page of 2 MiB or 1 GiB */
#define PTE_64K		BIT(8)
#define PTE_NULL	BIT(9)		/* reads as zero and drops writes */
#define PTE_LOCAL	BIT(11)
#define PTE_ADDRESS	0x3fffffffff000ull

const struct space gtt_global = { .global = true };

static u8 *ggtt_ptr(const struct gpu *gpu, u64 va, u64 len, bool write)
{
	u64 pte;

	if ((va >> 12) >= GSM_SIZE / 8)
		return NULL;
	pte = gpu->gsm[va >> 12];
	if (!(pte & PTE_PRESENT))
		return NULL;
	return mem_ptr(&gpu->mem, (pte & PTE_ADDRESS) | (va & 0xfff), len, pte & GGTT_PTE_LOCAL,
		       write);
}

/* null_page - get the page of a NULL PTE: it reads as zero, and writes are dropped */
static u8 *null_page(struct gpu *gpu)
{
	memset(gpu->null_page, 0, sizeof(gpu->null_page));
	return gpu->null_page;
}

static u8 *ppgtt_ptr(struct gpu *gpu, u64 root, u64 va, u64 len, bool write)
{
	bool local = profile_local(&gpu->profile), small = false;
	u64 entry = root, mask = 0xfff;

	for (int level = (int)gpu->profile.levels - 1; level >= 0; level--) {
		const u64 *table;
		bool huge;

		table = (u64 *)mem_ptr(&gpu->mem, entry & PTE_ADDRESS, 4096, local, false);
		small = !level && (entry & PDE_64K) && entry != root;
		if (!table)
			return NULL;
		entry = table[small ? (va >> 16) & 31 : (va >> (12 + 9 * level)) & 511];
		huge = level && level <= 2 && (entry & PDE_HUGE);
		if ((entry & PTE_NULL) && (!level || huge))
			return null_page(gpu);
		if (!(entry & PTE_PRESENT))
			return NULL;
		if (huge) {
			mask = (1ull << (12 + 9 * level)) - 1;
			break;
		}
	}
	if (small || (mask == 0xfff && (entry & PTE_64K)))
		mask = 0xffff;
	return mem_ptr(&gpu->mem, (entry & PTE_ADDRESS & ~mask) | (va & mask), len,
		       entry & PTE_LOCAL, write);
}

/*
 * span - get a pointer to the memory at @va; the @len bytes must be in one page
 *
 * Returns NULL if no page is mapped there, which is a fault.
 */
static u8 *span(struct gpu *gpu, const struct space *s, u64 va, u64 len, bool write)
{
	u8 *p = s->global ? ggtt_ptr(gpu, va, len, write) :
			    ppgtt_ptr(gpu, s->root, va, len, write);

	if (!p)
		report_fault(&gpu->report, FAULT_GTT, "%s of %#llx in the %s",
			     write ? "write" : "read", (unsigned long long)va,
			     s->global ? "GGTT" : "PPGTT");
	return p;
}

/**
 * gtt_read() - read through a page table
 * @gpu: the device
 * @s:   address space
 * @va:  graphics address
 * @buf: result
 * @len: number of bytes; may cross pages
 *
 * Return: true, or false if a page is not mapped, which is a fault.
 */
bool gtt_read(struct gpu *gpu, const struct space *s, u64 va, void *buf, u64 len)
{
	u8 *to = buf;

	while (len) {
		u64 n = min_u64(len, 4096 - (va & 4095));
		const u8 *p = span(gpu, s, va, n, false);

		if (!p)
			return false;
		memcpy(to, p, n);
		to += n;
		va += n;
		len -= n;
	}
	return true;
}

/**
 * gtt_write() - write through a page table
 * @gpu: the device
 * @s:   address space
 * @va:  graphics address
 * @buf: the bytes to write
 * @len: number of bytes; may cross pages
 *
 * Return: true, or false if a page is not mapped, which is a fault.
 */
bool gtt_write(struct gpu *gpu, const struct space *s, u64 va, const void *buf, u64 len)
{
	const u8 *from = buf;

	while (len) {
		u64 n = min_u64(len, 4096 - (va & 4095));
		u8 *p = span(gpu, s, va, n, true);

		if (!p)
			return false;
		memcpy(p, from, n);
		from += n;
		va += n;
		len -= n;
	}
	return true;
}

/**
 * ggtt_get() - read a dword at a global address
 * @gpu: the device
 * @va:  address
 *
 * Return: the dword, or 0 if the page is not mapped, which is a fault.
 */
u32 ggtt_get(struct gpu *gpu, u64 va)
{
	u32 v = 0;

	gtt_read(gpu, &gtt_global, va, &v, sizeof(v));
	return v;
}

/**
 * ggtt_put() - write a dword to a global address
 * @gpu:   the device
 * @va:    address
 * @value: the dword
 */
void ggtt_put(struct gpu *gpu, u64 va, u32 value)
{
	gtt_write(gpu, &gtt_global, va, &value, sizeof(value));
}
