// SPDX-License-Identifier: GPL-2.0
/*
 * proxy.c -- act on the messages of QEMU's x-pci-proxy-dev.
 *
 * That client knows no BARs but 32-bit ones, tells an access by its address in
 * the guest, and traps each: so the BARs are ours to keep (pci.c), VRAM's is a
 * window of its beginning, and nothing can be mapped.
 */
#include <string.h>

#include "bar.h"
#include "gpu.h"
#include "proxy.h"

/* bytes_of - what a command's body must be long */
static u64 bytes_of(int command)
{
	static const u64 bytes[] = {
		[PROXY_SYSMEM] = sizeof(((union proxy_body *)0)->sysmem),
		[PROXY_CONFIG_WRITE] = sizeof(((union proxy_body *)0)->config),
		[PROXY_CONFIG_READ] = sizeof(((union proxy_body *)0)->config),
		[PROXY_BAR_WRITE] = sizeof(((union proxy_body *)0)->bar),
		[PROXY_BAR_READ] = sizeof(((union proxy_body *)0)->bar),
		[PROXY_SET_IRQFD] = 0,
		[PROXY_RESET] = 0,
	};

	return bytes[command];
}

/**
 * proxy_check_header() - can what follows be received at all
 * @h: a message's header
 *
 * Return: false when it is no request, or not as long as its command's are.
 */
bool proxy_check_header(const struct proxy_header *h)
{
	return h->command >= PROXY_SYSMEM && h->command <= PROXY_RESET &&
	       h->command != PROXY_RETURN && h->size == bytes_of(h->command);
}

/* sysmem - it is all of the memory: what was there before is gone */
static bool sysmem(struct gpu *gpu, const struct proxy_message *m)
{
	bool fine = true;

	mem_unmap_all(&gpu->mem);
	for (u32 i = 0; i < m->nfds; i++)
		if (mem_map(&gpu->mem, m->body.sysmem.start[i], m->body.sysmem.size[i],
			    m->fds[i], m->body.sysmem.offset[i], true))
			fine = false;
	return fine;
}

static bool config(struct gpu *gpu, const struct proxy_message *m, bool write, u64 *value)
{
	u32 offset = m->body.config.offset, v = m->body.config.value;
	int len = m->body.config.len;

	if (len != 1 && len != 2 && len != 4)
		return false;
	if (write)
		return bar_write(gpu, REGION_CONFIG, offset, (const u8 *)&v, (u32)len);
	v = 0;
	if (!bar_read(gpu, REGION_CONFIG, offset, (u8 *)&v, (u32)len))
		return false;
	*value = v;
	return true;
}

static bool access_bar(struct gpu *gpu, const struct proxy_message *m, bool write, u64 *value)
{
	u64 offset, v = m->body.bar.value;
	u32 len = m->body.bar.len;
	int bar;

	if (!m->body.bar.memory || (len != 1 && len != 2 && len != 4 && len != 8))
		return false;
	bar = pci_find_bar(gpu, m->body.bar.address, len, &offset);
	if (bar < 0)
		return false;
	if (write)
		return bar_write(gpu, (u32)bar, offset, (const u8 *)&v, len);
	v = 0;
	if (!bar_read(gpu, (u32)bar, offset, (u8 *)&v, len))
		return false;
	*value = v;
	return true;
}

static bool act(struct gpu *gpu, const struct proxy_message *m, u64 *value)
{
	switch (m->header.command) {
	case PROXY_SYSMEM:
		return sysmem(gpu, m);
	case PROXY_CONFIG_WRITE:
	case PROXY_CONFIG_READ:
		return config(gpu, m, m->header.command == PROXY_CONFIG_WRITE, value);
	case PROXY_BAR_WRITE:
	case PROXY_BAR_READ:
		return access_bar(gpu, m, m->header.command == PROXY_BAR_WRITE, value);
	case PROXY_RESET:
		report_note(&gpu->report, 1, "device reset");
		gpu_reset(gpu);
		break;
	}
	return true;
}

/**
 * proxy_handle() - act on a request
 * @gpu:   the device, locked
 * @m:     request, its header checked
 * @value: the reply's value: what was read, else 0; all ones for an error
 *
 * A malformed one is a fault.
 *
 * Return: true when there is a reply to send.
 */
bool proxy_handle(struct gpu *gpu, const struct proxy_message *m, u64 *value)
{
	*value = 0;
	if (!act(gpu, m, value)) {
		report_fault(&gpu->report, FAULT_PROTOCOL, "proxy command %d",
			     m->header.command);
		*value = ~0ull;
	}
	return m->header.command != PROXY_SYSMEM && m->header.command != PROXY_SET_IRQFD;
}
