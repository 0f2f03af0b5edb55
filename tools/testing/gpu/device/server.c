// SPDX-License-Identifier: GPL-2.0
/* server.c -- sockets: one vfio-user client, a few that give orders. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "control.h"
#include "gpu.h"
#include "vfu.h"

#define CONTROLLERS	4
#define LINE_MAX_LEN	256

/**
 * struct controller - who gives orders, a line each
 * @fd:   its socket, -1: nobody
 * @line: what has come of a line
 * @len:  its bytes
 */
struct controller {
	int fd;
	char line[LINE_MAX_LEN];
	u32 len;
};

/**
 * server_listen() - make a socket in the file system
 * @path: where; what was there is replaced
 *
 * Return: the socket, or a negative errno.
 */
int server_listen(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd, err;

	if (strlen(path) >= sizeof(a.sun_path))
		return -ENAMETOOLONG;
	memcpy(a.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	unlink(path);
	if (bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, CONTROLLERS)) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

static bool receive(int fd, void *to, size_t n)
{
	u8 *p = to;

	while (n) {
		ssize_t r = read(fd, p, n);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0)
			return false;
		p += r;
		n -= (size_t)r;
	}
	return true;
}

/* take_fds - descriptors beyond what the protocol allows are closed */
static void take_fds(struct msghdr *msg, struct vfu_message *m)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		const int *fds = (const int *)(void *)CMSG_DATA(c);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, &fds[i], sizeof(fd));
			if (m->nfds < VFU_MAX_FDS)
				m->fds[m->nfds++] = fd;
			else
				close(fd);
		}
	}
}

/* receive_header - and the descriptors, which come with its first byte */
static bool receive_header(int fd, struct vfu_message *m)
{
	union {
		char space[CMSG_SPACE(sizeof(int) * VFU_MAX_FDS)];
		struct cmsghdr align;
	} control;
	struct iovec iov = { &m->header, sizeof(m->header) };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t r;

	m->nfds = 0;
	do
		r = recvmsg(fd, &msg, MSG_CMSG_CLOEXEC);
	while (r < 0 && errno == EINTR);
	if (r <= 0)
		return false;
	take_fds(&msg, m);
	return receive(fd, (u8 *)&m->header + r, sizeof(m->header) - (size_t)r);
}

static void reply(int fd, struct vfu_message *m, int err)
{
	struct vfu_header h = {
		.id = m->header.id, .command = m->header.command,
		.size = (u32)sizeof(h) + m->outlen, .flags = VFU_REPLY | (err ? VFU_ERROR : 0),
		.error = (u32)-err,
	};
	union {
		char space[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	struct iovec iov[2] = { { &h, sizeof(h) }, { m->out, m->outlen } };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = m->outlen ? 2 : 1 };

	if (m->header.flags & VFU_NO_REPLY)
		return;
	if (m->outfd >= 0) {
		struct cmsghdr *c;

		msg.msg_control = &control;
		msg.msg_controllen = sizeof(control);
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &m->outfd, sizeof(int));
	}
	while (sendmsg(fd, &msg, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

static void close_fds(struct vfu_message *m)
{
	for (u32 i = 0; i < m->nfds; i++)
		if (m->fds[i] >= 0)
			close(m->fds[i]);
	m->nfds = 0;
}

/* serve_one - one request; false when the client has gone or talks nonsense */
static bool serve_one(struct gpu *gpu, int fd)
{
	static u8 body[VFU_MAX_BODY];
	static struct vfu_message m;
	bool fine = false;
	int err;

	if (!receive_header(fd, &m))
		goto out;
	if (vfu_check_header(&m.header)) {
		report_fault(&gpu->report, FAULT_PROTOCOL, "header of command %u, %u bytes",
			     m.header.command, m.header.size);
		goto out;
	}
	m.len = m.header.size - (u32)sizeof(m.header);
	m.body = body;
	if (!receive(fd, body, m.len))
		goto out;
	pthread_mutex_lock(&gpu->lock);
	err = vfu_handle(gpu, &m);
	pthread_mutex_unlock(&gpu->lock);
	reply(fd, &m, err);
	fine = true;
out:
	close_fds(&m);
	return fine;
}

static void obey(struct gpu *gpu, struct controller *c)
{
	char out[CONTROL_REPLY];
	size_t n;

	control_line(gpu, c->line, out, sizeof(out));
	n = strlen(out);
	if (send(c->fd, out, n, MSG_NOSIGNAL) != (ssize_t)n)
		report_note(&gpu->report, 1, "an order's answer could not be sent");
}

/* take_orders - whole lines; too long a one is cut, and so not understood */
static bool take_orders(struct gpu *gpu, struct controller *c)
{
	char buf[256];
	ssize_t r = read(c->fd, buf, sizeof(buf));

	if (r <= 0)
		return false;
	for (ssize_t i = 0; i < r; i++) {
		if (buf[i] != '\n') {
			if (c->len < sizeof(c->line) - 1)
				c->line[c->len++] = buf[i];
			continue;
		}
		c->line[c->len] = 0;
		c->len = 0;
		obey(gpu, c);
	}
	return true;
}

static void welcome(struct controller *list, int listener)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

	for (u32 i = 0; fd >= 0 && i < CONTROLLERS; i++)
		if (list[i].fd < 0) {
			list[i].fd = fd;
			list[i].len = 0;
			return;
		}
	if (fd >= 0)
		close(fd);
}

/**
 * server_serve() - serve until the client goes
 * @gpu:     the device
 * @client:  connected vfio-user socket
 * @control: listening socket of the orders
 *
 * Return: 0, or a negative errno when waiting failed.
 */
int server_serve(struct gpu *gpu, int client, int control)
{
	struct controller list[CONTROLLERS];
	struct pollfd p[2 + CONTROLLERS] = {
		{ .fd = client, .events = POLLIN }, { .fd = control, .events = POLLIN },
	};

	for (u32 i = 0; i < CONTROLLERS; i++)
		list[i].fd = -1;
	for (;;) {
		for (u32 i = 0; i < CONTROLLERS; i++)
			p[2 + i] = (struct pollfd){ .fd = list[i].fd, .events = POLLIN };
		if (poll(p, ARRAY_SIZE(p), -1) < 0) {
			if (errno == EINTR)
				return 0;
			return -errno;
		}
		if (p[0].revents && !serve_one(gpu, client))
			break;
		if (p[1].revents)
			welcome(list, control);
		for (u32 i = 0; i < CONTROLLERS; i++)
			if (p[2 + i].revents && !take_orders(gpu, &list[i])) {
				close(list[i].fd);
				list[i].fd = -1;
			}
	}
	for (u32 i = 0; i < CONTROLLERS; i++)
		if (list[i].fd >= 0)
			close(list[i].fd);
	return 0;
}
