/* SPDX-License-Identifier: GPL-2.0 */
/* vfu.h -- the vfio-user protocol. */
#ifndef GPU_VFU_H
#define GPU_VFU_H

#include "gpu.h"
#include "wire.h"

#define VFU_MAX_DATA	65536u		/* largest length of one access to a region */
#define VFU_MAX_BODY	(VFU_MAX_DATA + 16)

#define VFU_REPLY	1u
#define VFU_NO_REPLY	BIT(4)
#define VFU_ERROR	BIT(5)

/* The header of every message. */
struct vfu_header {
	u16 id, command;
	u32 size, flags, error;
};

/**
 * struct vfu_message - a request, and the reply to it
 * @header: header of the request
 * @body:   body of the request
 * @len:    length of @body in bytes
 * @fds:    file descriptors that came with the request; -1: the device keeps the descriptor
 * @nfds:   number of descriptors
 * @out:    body of the reply
 * @outlen: length of @out in bytes
 * @outfd:  a descriptor to send, or -1; the device keeps it open
 */
struct vfu_message {
	struct vfu_header header;
	const u8 *body;
	u32 len;
	int fds[WIRE_MAX_FDS];
	u32 nfds;
	u8 out[VFU_MAX_BODY];
	u32 outlen;
	int outfd;
};

int vfu_check_header(const struct vfu_header *h);
int vfu_handle(struct gpu *gpu, struct vfu_message *m);

/* vfu_link.c */
bool vfu_serve(struct gpu *gpu, int client);

#endif
