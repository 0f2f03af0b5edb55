// SPDX-License-Identifier: GPL-2.0
/* vfu_link.c -- receives vfio-user requests from a socket and sends the replies. */
#include "vfu.h"
#include "wire.h"

static void reply(int fd, struct vfu_message *m, int err)
{
	struct vfu_header h = {
		.id = m->header.id, .command = m->header.command,
		.size = (u32)sizeof(h) + m->outlen, .flags = VFU_REPLY | (err ? VFU_ERROR : 0),
		.error = (u32)-err,
	};

	/* If the client has disconnected, the next read fails. */
	if (!(m->header.flags & VFU_NO_REPLY))
		wire_write(fd, &h, sizeof(h), m->out, m->outlen, m->outfd);
}

/**
 * vfu_serve() - receive one request, carry it out, and reply
 * @gpu:    the device, not locked
 * @client: connected socket
 *
 * Context: blocks; holds @gpu's lock while it carries out the request.
 * Return: true, or false if the client has disconnected or sent an invalid header.
 */
bool vfu_serve(struct gpu *gpu, int client)
{
	static u8 body[VFU_MAX_BODY];
	static struct vfu_message m;
	bool fine = false;
	int err;

	if (!wire_read_fds(client, &m.header, sizeof(m.header), m.fds, &m.nfds))
		goto out;
	if (vfu_check_header(&m.header)) {
		pthread_mutex_lock(&gpu->lock);
		report_fault(&gpu->report, FAULT_PROTOCOL, "invalid header: command %u, %u bytes",
			     m.header.command, m.header.size);
		pthread_mutex_unlock(&gpu->lock);
		goto out;
	}
	m.len = m.header.size - (u32)sizeof(m.header);
	m.body = body;
	if (!wire_read(client, body, m.len))
		goto out;
	pthread_mutex_lock(&gpu->lock);
	err = vfu_handle(gpu, &m);
	pthread_mutex_unlock(&gpu->lock);
	reply(client, &m, err);
	fine = true;
out:
	wire_close_fds(m.fds, &m.nfds);
	return fine;
}
