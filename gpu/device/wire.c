// SPDX-License-Identifier: GPL-2.0
/* wire.c -- reads and writes messages with file descriptors on sockets. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "wire.h"

#define BACKLOG	4

/**
 * wire_listen() - create a listening socket in the file system
 * @path: path of the socket; an existing file is replaced
 *
 * Return: the socket, or a negative errno.
 */
int wire_listen(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd, err, n;

	n = snprintf(a.sun_path, sizeof(a.sun_path), "%s.new", path);
	if (n < 0 || (size_t)n >= sizeof(a.sun_path))
		return -ENAMETOOLONG;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	unlink(a.sun_path);
	/* The rename makes the path appear only when a client can connect. */
	if (bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, BACKLOG) ||
	    rename(a.sun_path, path)) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

/**
 * wire_read() - read exactly @n bytes
 * @fd: socket
 * @to: result
 * @n:  number of bytes
 *
 * Return: true, or false if the other side has disconnected.
 */
bool wire_read(int fd, void *to, size_t n)
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

/* take_fds - store up to WIRE_MAX_FDS received descriptors, and close all further ones */
static void take_fds(struct msghdr *msg, int *to, u32 *nfds)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		const int *fds = (const int *)(void *)CMSG_DATA(c);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, &fds[i], sizeof(fd));
			if (*nfds < WIRE_MAX_FDS)
				to[(*nfds)++] = fd;
			else
				close(fd);
		}
	}
}

/**
 * wire_read_fds() - read exactly @n bytes, and the file descriptors sent with the first byte
 * @fd:   socket
 * @to:   result
 * @n:    number of bytes
 * @fds:  result: up to WIRE_MAX_FDS descriptors, which the caller must close
 * @nfds: result: number of descriptors
 *
 * Return: true, or false if the other side has disconnected; @fds may contain descriptors in both
 * cases.
 */
bool wire_read_fds(int fd, void *to, size_t n, int *fds, u32 *nfds)
{
	union {
		char space[CMSG_SPACE(sizeof(int) * WIRE_MAX_FDS)];
		struct cmsghdr align;
	} control;
	struct iovec iov = { to, n };
	struct msghdr msg = {
		.msg_iov = &iov, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t r;

	*nfds = 0;
	do
		r = recvmsg(fd, &msg, MSG_CMSG_CLOEXEC);
	while (r < 0 && errno == EINTR);
	if (r <= 0)
		return false;
	take_fds(&msg, fds, nfds);
	return wire_read(fd, (u8 *)to + r, n - (size_t)r);
}

/**
 * wire_write() - write one message of two parts
 * @fd:       socket
 * @head:     first part
 * @head_len: number of bytes of @head
 * @body:     second part
 * @body_len: number of bytes of @body, may be 0
 * @pass:     a descriptor to send with the message, or -1; the caller still owns it
 *
 * Return: true, or false if the message could not be sent completely.
 */
bool wire_write(int fd, const void *head, size_t head_len, const void *body, size_t body_len,
		int pass)
{
	union {
		char space[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	struct iovec iov[2] = { { (void *)head, head_len }, { (void *)body, body_len } };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = body_len ? 2 : 1 };
	ssize_t r;

	if (pass >= 0) {
		struct cmsghdr *c;

		msg.msg_control = &control;
		msg.msg_controllen = sizeof(control);
		c = CMSG_FIRSTHDR(&msg);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &pass, sizeof(int));
	}
	do
		r = sendmsg(fd, &msg, MSG_NOSIGNAL);
	while (r < 0 && errno == EINTR);
	/* A blocking stream socket sends all bytes or fails. */
	return r == (ssize_t)(head_len + body_len);
}

/**
 * wire_close_fds() - close descriptors
 * @fds:  descriptors; -1: nothing to close
 * @nfds: number of descriptors; set to 0
 */
void wire_close_fds(int *fds, u32 *nfds)
{
	for (u32 i = 0; i < *nfds; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	*nfds = 0;
}
