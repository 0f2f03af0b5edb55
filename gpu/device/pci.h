/* SPDX-License-Identifier: GPL-2.0 */
/* pci.h -- PCI configuration space. */
#ifndef GPU_PCI_H
#define GPU_PCI_H

#include "gpu.h"

void pci_reset(struct gpu *gpu);
u32 pci_size(const struct gpu *gpu);
bool pci_read(struct gpu *gpu, u64 offset, u8 *buf, u32 len);
bool pci_write(struct gpu *gpu, u64 offset, const u8 *buf, u32 len);

#endif
