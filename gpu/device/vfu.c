// SPDX-License-Identifier: GPL-2.0
/* vfu.c -- checks vfio-user requests, carries them out and makes the replies. */
#include <errno.h>
#include <string.h>

#include "bar.h"
#include "device.h"
#include "pci.h"
#include "vfu.h"

enum command {
	CMD_VERSION = 1, CMD_DMA_MAP, CMD_DMA_UNMAP, CMD_DEVICE_INFO, CMD_REGION_INFO,
	CMD_REGION_FDS, CMD_IRQ_INFO, CMD_SET_IRQS, CMD_REGION_READ, CMD_REGION_WRITE,
	CMD_DMA_READ, CMD_DMA_WRITE, CMD_RESET,
};

#define MINOR		1u
#define REGIONS		9
#define IRQS		5
#define IRQ_MSI		1

#define INFO_RESET	BIT(0)
#define INFO_PCI	BIT(1)

#define REGION_READ	BIT(0)
#define REGION_WRITE	BIT(1)
#define REGION_MMAP	BIT(2)
#define REGION_CAPS	BIT(3)
#define CAP_SPARSE_MMAP	1

#define IRQ_EVENTFD	BIT(0)
#define IRQ_NORESIZE	BIT(3)
#define SET_NONE	BIT(0)
#define SET_EVENTFD	BIT(2)
#define SET_TRIGGER	BIT(5)

#define DMA_WRITABLE	BIT(1)
#define UNMAP_ALL	BIT(1)

static const char capabilities[] =
	"{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":65536}}";

static u32 get32(const u8 *p)
{
	u32 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static u64 get64(const u8 *p)
{
	u64 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void add(struct vfu_message *m, const void *p, u32 len)
{
	memcpy(m->out + m->outlen, p, len);
	m->outlen += len;
}

static void add32(struct vfu_message *m, u32 v)
{
	add(m, &v, sizeof(v));
}

static void add64(struct vfu_message *m, u64 v)
{
	add(m, &v, sizeof(v));
}

/* version - agree on major 0 and the smaller of the two minor versions */
static int version(struct vfu_message *m)
{
	u32 minor;

	if (m->len < 4)
		return -EINVAL;
	if (get32(m->body) & 0xffff)
		return -EPROTONOSUPPORT;
	minor = get32(m->body) >> 16;
	add32(m, (minor < MINOR ? minor : MINOR) << 16);
	add(m, capabilities, sizeof(capabilities));
	return 0;
}

static int dma_map(struct gpu *gpu, struct vfu_message *m)
{
	if (m->len < 32 || m->nfds > 1)
		return -EINVAL;
	return mem_map(&gpu->mem, get64(m->body + 16), get64(m->body + 24),
		       m->nfds ? m->fds[0] : -1, get64(m->body + 8),
		       get32(m->body + 4) & DMA_WRITABLE);
}

static int dma_unmap(struct gpu *gpu, struct vfu_message *m)
{
	int err = 0;

	if (m->len < 24)
		return -EINVAL;
	if (get32(m->body + 4) & UNMAP_ALL)
		mem_unmap_all(&gpu->mem);
	else
		err = mem_unmap(&gpu->mem, get64(m->body + 8), get64(m->body + 16));
	if (!err)
		add(m, m->body, 24);
	return err;
}

static int device_info(struct vfu_message *m)
{
	if (m->len < 16)
		return -EINVAL;
	add32(m, 16);
	add32(m, INFO_RESET | INFO_PCI);
	add32(m, REGIONS);
	add32(m, IRQS);
	return 0;
}

/* add_region - write the first 32 bytes of the reply about a region */
static void add_region(struct vfu_message *m, u32 argsz, u32 flags, u32 index, u32 caps, u64 size)
{
	add32(m, argsz);
	add32(m, flags);
	add32(m, index);
	add32(m, caps);
	add64(m, size);
	add64(m, 0);
}

/* register_bar - reply about BAR 0: the client may map the GSM (the GGTT), but not the registers */
static void register_bar(struct gpu *gpu, struct vfu_message *m, u32 argsz)
{
	u32 flags = REGION_READ | REGION_WRITE | REGION_MMAP | REGION_CAPS;

	m->outfd = gpu->gsm_fd;
	add_region(m, 64, flags, BAR_REGISTERS, 32, BAR0_SIZE);
	if (argsz < 64)
		return;
	add32(m, CAP_SPARSE_MMAP | 1u << 16);
	add32(m, 0);			/* no next capability */
	add32(m, 1);			/* one area that can be mapped */
	add32(m, 0);
	add64(m, GSM_OFFSET);
	add64(m, GSM_SIZE);
}

static int region_info(struct gpu *gpu, struct vfu_message *m)
{
	u32 argsz, index;

	if (m->len < 32)
		return -EINVAL;
	argsz = get32(m->body);
	index = get32(m->body + 8);
	if (argsz < 32 || index >= REGIONS)
		return -EINVAL;
	if (index == BAR_REGISTERS) {
		register_bar(gpu, m, argsz);
	} else if (index == BAR_VRAM) {
		m->outfd = gpu->vram.trapped ? -1 : gpu->mem.vram_fd;
		add_region(m, 32, REGION_READ | REGION_WRITE |
			   (gpu->vram.trapped ? 0 : REGION_MMAP), index, 0, gpu_bar2_size(gpu));
	} else if (index == REGION_CONFIG) {
		add_region(m, 32, REGION_READ | REGION_WRITE, index, 0, pci_size(gpu));
	} else {
		add_region(m, 32, 0, index, 0, 0);
	}
	return 0;
}

static int irq_info(struct vfu_message *m)
{
	u32 index;

	if (m->len < 16)
		return -EINVAL;
	index = get32(m->body + 8);
	if (index >= IRQS)
		return -EINVAL;
	add32(m, 16);
	add32(m, index == IRQ_MSI ? IRQ_EVENTFD | IRQ_NORESIZE : 0);
	add32(m, index);
	add32(m, index == IRQ_MSI);
	return 0;
}

static int set_irqs(struct gpu *gpu, struct vfu_message *m)
{
	u32 flags, index, start, count;

	if (m->len < 20)
		return -EINVAL;
	flags = get32(m->body + 4);
	index = get32(m->body + 8);
	start = get32(m->body + 12);
	count = get32(m->body + 16);
	if (index >= IRQS || start > 1 || count > 1)
		return -EINVAL;
	if (index != IRQ_MSI || !(flags & SET_TRIGGER))
		return 0;
	if ((flags & SET_EVENTFD) && start == 0 && count == 1) {
		irq_set_fd(&gpu->irq, m->nfds ? m->fds[0] : -1);
		m->fds[0] = -1;
	} else if ((flags & SET_NONE) && count == 0) {
		irq_set_fd(&gpu->irq, -1);
	}
	return 0;
}

static int region_read(struct gpu *gpu, struct vfu_message *m)
{
	u32 count;

	if (m->len < 16)
		return -EINVAL;
	count = get32(m->body + 12);
	if (count > VFU_MAX_DATA)
		return -EINVAL;
	add(m, m->body, 16);
	if (!bar_read(gpu, get32(m->body + 8), get64(m->body), m->out + m->outlen, count))
		return -EINVAL;
	m->outlen += count;
	return 0;
}

static int region_write(struct gpu *gpu, struct vfu_message *m)
{
	u32 count;

	if (m->len < 16)
		return -EINVAL;
	count = get32(m->body + 12);
	if (count > VFU_MAX_DATA || m->len - 16 < count ||
	    !bar_write(gpu, get32(m->body + 8), get64(m->body), m->body + 16, count))
		return -EINVAL;
	add(m, m->body, 16);
	return 0;
}

static int dispatch(struct gpu *gpu, struct vfu_message *m)
{
	switch (m->header.command) {
	case CMD_VERSION:
		return version(m);
	case CMD_DMA_MAP:
		return dma_map(gpu, m);
	case CMD_DMA_UNMAP:
		return dma_unmap(gpu, m);
	case CMD_DEVICE_INFO:
		return device_info(m);
	case CMD_REGION_INFO:
		return region_info(gpu, m);
	case CMD_IRQ_INFO:
		return irq_info(m);
	case CMD_SET_IRQS:
		return set_irqs(gpu, m);
	case CMD_REGION_READ:
		return region_read(gpu, m);
	case CMD_REGION_WRITE:
		return region_write(gpu, m);
	case CMD_RESET:
		report_note(&gpu->report, 1, "device reset");
		device_reset(gpu);
		return 0;
	}
	return -ENOTSUP;
}

/**
 * vfu_check_header() - check whether the body of a message can be received
 * @h: a message's header
 *
 * Return: 0, or -EINVAL if the message is not a request, or its size is too small or too large. The
 * caller must then close the connection, because it cannot know where the next message starts.
 */
int vfu_check_header(const struct vfu_header *h)
{
	if (h->size < sizeof(*h) || h->size - sizeof(*h) > VFU_MAX_BODY)
		return -EINVAL;
	return (h->flags & 0xf) ? -EINVAL : 0;
}

/**
 * vfu_handle() - handle a request
 * @gpu: the device, locked
 * @m: the request; the body of the reply is added
 *
 * A malformed or unknown request is a fault.
 *
 * Return: 0, or a negative errno for the reply.
 */
int vfu_handle(struct gpu *gpu, struct vfu_message *m)
{
	int err;

	m->outlen = 0;
	m->outfd = -1;
	err = dispatch(gpu, m);
	if (err) {
		report_fault(&gpu->report, FAULT_PROTOCOL, "command %u of %u bytes: %s",
			     m->header.command, m->len, strerror(-err));
		m->outlen = 0;
		m->outfd = -1;
	}
	return err;
}
