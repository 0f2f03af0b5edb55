/* SPDX-License-Identifier: GPL-2.0 */
/*
 * proxy.h -- the messages of QEMU's x-pci-proxy-dev, without their transport.
 *
 * They are C structures of an x86-64 QEMU, of no other use; the layout below is
 * theirs.
 */
#ifndef GPU_PROXY_H
#define GPU_PROXY_H

#include "types.h"
#include "wire.h"

struct gpu;

#define PROXY_REGIONS	8

enum proxy_command {
	PROXY_SYSMEM,		/* all of the guest's memory, anew; no reply */
	PROXY_RETURN,		/* a reply */
	PROXY_CONFIG_WRITE,
	PROXY_CONFIG_READ,
	PROXY_BAR_WRITE,
	PROXY_BAR_READ,
	PROXY_SET_IRQFD,	/* an INTx that only KVM could deliver; no reply */
	PROXY_RESET,
};

struct proxy_header {
	int command;
	u32 padding;
	u64 size;
};

union proxy_body {
	u64 value;
	struct {
		u32 offset, value;
		int len;
	} config;
	struct {
		u64 start[PROXY_REGIONS], size[PROXY_REGIONS], offset[PROXY_REGIONS];
	} sysmem;
	struct {
		u64 address, value;
		u32 len;
		u8 memory;	/* or I/O ports */
	} bar;
};

/**
 * struct proxy_message - a request
 * @header: what precedes it
 * @body:   its content, @header.size bytes of it
 * @fds:    descriptors that came along
 * @nfds:   how many
 */
struct proxy_message {
	struct proxy_header header;
	union proxy_body body;
	int fds[WIRE_MAX_FDS];
	u32 nfds;
};

bool proxy_check_header(const struct proxy_header *h);
bool proxy_handle(struct gpu *gpu, const struct proxy_message *m, u64 *value);

#endif
