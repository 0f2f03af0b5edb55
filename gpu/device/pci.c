// SPDX-License-Identifier: GPL-2.0
/* pci.c -- configuration space: identity, BARs, MSI and power management. */
#include <string.h>

#include "pci.h"

#define VENDOR_INTEL	0x8086
#define CLASS_DISPLAY	0x038000	/* display controller, other */
#define BAR_MEM64	0x4
#define BAR_PREFETCH	0x8
#define GMCH_CTRL	0x50
#define GMCH_GGMS_8M	(3 << 6)
#define PCI_BAR0	0x10
#define PCI_BAR2	0x18
#define CAP_MSI		0xac
#define CAP_PM		0xd0
#define STATUS_CAPS	0x0010

static void put16(struct pci *p, u32 offset, u32 v)
{
	p->config[offset] = (u8)v;
	p->config[offset + 1] = (u8)(v >> 8);
}

static void put32(struct pci *p, u32 offset, u32 v)
{
	put16(p, offset, v);
	put16(p, offset + 2, v >> 16);
}

static void allow(struct pci *p, u32 offset, u32 len, u8 mask)
{
	memset(p->writable + offset, mask, len);
}

/**
 * pci_reset() - set power-on values
 * @gpu: the device
 *
 * The BARs need no size here, because a vfio-user client gets the sizes by the protocol, and
 * emulates the BAR registers itself.
 */
void pci_reset(struct gpu *gpu)
{
	struct pci *p = &gpu->pci;

	memset(p, 0, sizeof(*p));
	put16(p, 0x00, VENDOR_INTEL);
	put16(p, 0x02, gpu->profile.device);
	put16(p, 0x06, STATUS_CAPS);
	put32(p, 0x08, CLASS_DISPLAY << 8 | gpu->profile.revision);
	put32(p, PCI_BAR0, BAR_MEM64);
	put32(p, PCI_BAR2, BAR_MEM64 | BAR_PREFETCH);
	put16(p, 0x2c, VENDOR_INTEL);
	put16(p, 0x2e, 0x2212);
	p->config[0x34] = CAP_MSI;
	p->config[0x3d] = 1;
	put16(p, GMCH_CTRL, GMCH_GGMS_8M);
	p->config[CAP_MSI] = 0x05;
	p->config[CAP_MSI + 1] = CAP_PM;
	put16(p, CAP_MSI + 2, 0x0080);		/* 64-bit, one vector */
	p->config[CAP_PM] = 0x01;
	put16(p, CAP_PM + 2, 0x0003);
	put16(p, CAP_PM + 4, 0x0008);		/* no soft reset */
	allow(p, 0x04, 2, 0xff);
	allow(p, 0x0c, 1, 0xff);
	allow(p, 0x3c, 1, 0xff);
	allow(p, CAP_MSI + 2, 12, 0xff);
	allow(p, CAP_PM + 4, 1, 0x03);
}

/**
 * pci_size() - get the size of the configuration space
 * @gpu: the device
 *
 * Return: the size in bytes: 4096 for a card, 256 for an integrated GPU.
 */
u32 pci_size(const struct gpu *gpu)
{
	return profile_local(&gpu->profile) ? PCI_SPACE : 256;
}

static bool inside(const struct gpu *gpu, u64 offset, u32 len)
{
	return offset <= pci_size(gpu) && len <= pci_size(gpu) - offset;
}

/**
 * pci_read() - read configuration space
 * @gpu:    the device
 * @offset: offset in the configuration space
 * @buf:    result
 * @len:    number of bytes
 *
 * Return: true, or false if the range is not completely in the configuration space.
 */
bool pci_read(struct gpu *gpu, u64 offset, u8 *buf, u32 len)
{
	if (!inside(gpu, offset, len))
		return false;
	memcpy(buf, gpu->pci.config + offset, len);
	return true;
}

/**
 * pci_write() - write the writable bits of the configuration space
 * @gpu:    the device
 * @offset: offset in the configuration space
 * @buf:    the bytes to write
 * @len:    number of bytes
 *
 * Return: true, or false if the range is not completely in the configuration space.
 */
bool pci_write(struct gpu *gpu, u64 offset, const u8 *buf, u32 len)
{
	struct pci *p = &gpu->pci;

	if (!inside(gpu, offset, len))
		return false;
	for (u32 i = 0; i < len; i++) {
		u8 mask = p->writable[offset + i];

		p->config[offset + i] = (u8)((p->config[offset + i] & ~mask) | (buf[i] & mask));
	}
	return true;
}
