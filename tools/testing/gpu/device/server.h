/* SPDX-License-Identifier: GPL-2.0 */
/* server.h -- who is served, and how. */
#ifndef GPU_SERVER_H
#define GPU_SERVER_H

#include "types.h"

struct gpu;
struct link;

/**
 * struct transport - a protocol between a machine and the device
 * @name:  what the option --transport calls it
 * @start: before the client is waited for; NULL for nothing to do
 * @serve: read one request, act on it, reply; false when the client is gone
 * @more:  one of @link's other descriptors is ready; NULL when there is none
 * @stop:  let go of those; NULL for nothing to do
 */
struct transport {
	const char *name;
	bool (*start)(struct link *link, struct gpu *gpu);
	bool (*serve)(struct link *link, struct gpu *gpu);
	void (*more)(struct link *link, struct gpu *gpu);
	void (*stop)(struct link *link);
};

/**
 * struct link - a machine that the device is plugged into
 * @transport: the protocol
 * @client:    connected socket
 * @path:      of the socket that it connects to
 * @msi:       an eventfd: an MSI is to be sent; -1 when the client does it
 * @listener:  where the client's second connection comes in, or -1
 * @pokes:     that connection: memory accesses in the client's name, or -1
 */
struct link {
	const struct transport *transport;
	int client;
	const char *path;
	int msi, listener, pokes;
};

extern const struct transport vfu_transport;	/* vfu_link.c */
extern const struct transport proxy_transport;	/* proxy_link.c */

const struct transport *transport_find(const char *name);
int server_serve(struct gpu *gpu, struct link *link, int control);

#endif
