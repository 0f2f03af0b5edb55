/* SPDX-License-Identifier: GPL-2.0 */
/* pci.h -- PCI configuration space. */
#ifndef GPU_PCI_H
#define GPU_PCI_H

#include "types.h"

struct gpu;

#define PCI_SPACE	4096

/**
 * struct pci - configuration space
 * @config:   what is read
 * @writable: bits that a write changes
 */
struct pci {
	u8 config[PCI_SPACE];
	u8 writable[PCI_SPACE];
};

void pci_reset(struct gpu *gpu);
u32 pci_size(const struct gpu *gpu);
bool pci_read(struct gpu *gpu, u64 offset, u8 *buf, u32 len);
bool pci_write(struct gpu *gpu, u64 offset, const u8 *buf, u32 len);
int pci_find_bar(const struct gpu *gpu, u64 address, u32 len, u64 *offset);
bool pci_msi(const struct gpu *gpu, u64 *address, u32 *data);

#endif
