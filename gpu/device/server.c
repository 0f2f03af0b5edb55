// SPDX-License-Identifier: GPL-2.0
/*
 * server.c -- serves the vfio-user socket of one client (QEMU), and up to four connections to the
 * control socket (controllers).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "control.h"
#include "server.h"
#include "vfu.h"

#define CONTROLLERS	4
#define LINE_MAX_LEN	256

/* Indices in the pollfd array; the connections to the control socket begin at FIXED. */
enum { CLIENT, CONTROL, FIXED };

/**
 * struct controller - a connection to the control socket
 * @fd:   its socket, -1: unused
 * @line: received part of the next line
 * @len:  number of bytes of @line
 */
struct controller {
	int fd;
	char line[LINE_MAX_LEN];
	u32 len;
};

static void run_order(struct gpu *gpu, struct controller *c)
{
	char out[CONTROL_REPLY];
	size_t n;

	control_line(gpu, c->line, out, sizeof(out));
	n = strlen(out);
	if (send(c->fd, out, n, MSG_NOSIGNAL) != (ssize_t)n)
		report_note(&gpu->report, 1, "the answer to an order could not be sent");
}

/*
 * take_orders - read control commands, and carry out each complete line; the end of a line that is
 * too long is dropped. Returns false if the controller has disconnected.
 */
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
		run_order(gpu, c);
	}
	return true;
}

static void accept_controller(struct controller *list, int listener)
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

static int wait_for(int client, int control, const struct controller *list, struct pollfd *p)
{
	p[CLIENT] = (struct pollfd){ .fd = client, .events = POLLIN };
	p[CONTROL] = (struct pollfd){ .fd = control, .events = POLLIN };
	for (u32 i = 0; i < CONTROLLERS; i++)
		p[FIXED + i] = (struct pollfd){ .fd = list[i].fd, .events = POLLIN };
	return poll(p, FIXED + CONTROLLERS, -1) < 0 ? -errno : 0;
}

/*
 * serve_once - serve all sockets that are ready; returns false if the vfio-user client has
 * disconnected
 */
static bool serve_once(struct gpu *gpu, const struct pollfd *p, struct controller *list)
{
	if (p[CLIENT].revents && !vfu_serve(gpu, p[CLIENT].fd))
		return false;
	if (p[CONTROL].revents)
		accept_controller(list, p[CONTROL].fd);
	for (u32 i = 0; i < CONTROLLERS; i++)
		if (p[FIXED + i].revents && !take_orders(gpu, &list[i])) {
			close(list[i].fd);
			list[i].fd = -1;
		}
	return true;
}

/**
 * server_serve() - serve until the vfio-user client disconnects
 * @gpu:     the device, not locked
 * @client:  connected vfio-user socket
 * @control: listening control socket
 *
 * Context: blocks; takes and releases @gpu's lock for each request and control command.
 * Return: 0, or a negative errno if poll() failed.
 */
int server_serve(struct gpu *gpu, int client, int control)
{
	struct controller list[CONTROLLERS];
	struct pollfd p[FIXED + CONTROLLERS];
	int err;

	for (u32 i = 0; i < CONTROLLERS; i++)
		list[i].fd = -1;
	do
		err = wait_for(client, control, list, p);
	while (!err && serve_once(gpu, p, list));
	for (u32 i = 0; i < CONTROLLERS; i++)
		if (list[i].fd >= 0)
			close(list[i].fd);
	return err == -EINTR ? 0 : err;
}
