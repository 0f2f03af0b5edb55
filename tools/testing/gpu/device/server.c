// SPDX-License-Identifier: GPL-2.0
/* server.c -- sockets: one machine, and a few that give orders. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "control.h"
#include "gpu.h"
#include "server.h"

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
 * transport_find() - a protocol by its name
 * @name: the name
 *
 * Return: the protocol, or NULL.
 */
const struct transport *transport_find(const char *name)
{
	static const struct transport *const list[] = { &vfu_transport, &proxy_transport };

	for (u32 i = 0; i < ARRAY_SIZE(list); i++)
		if (!strcmp(list[i]->name, name))
			return list[i];
	return NULL;
}

/* What is waited for, in this order; then the controllers. */
enum { CLIENT, CONTROL, MSI, LISTENER, POKES, FIXED };

static int wait_for(const struct link *link, int control, const struct controller *list,
		    struct pollfd *p)
{
	const int fixed[FIXED] = { link->client, control, link->msi, link->listener, link->pokes };

	for (u32 i = 0; i < FIXED; i++)
		p[i] = (struct pollfd){ .fd = fixed[i], .events = POLLIN };
	for (u32 i = 0; i < CONTROLLERS; i++)
		p[FIXED + i] = (struct pollfd){ .fd = list[i].fd, .events = POLLIN };
	return poll(p, FIXED + CONTROLLERS, -1) < 0 ? -errno : 0;
}

/* take_turns - true until the client goes */
static bool take_turns(struct gpu *gpu, struct link *link, const struct pollfd *p,
		       struct controller *list)
{
	if (p[CLIENT].revents && !link->transport->serve(link, gpu))
		return false;
	if (p[CONTROL].revents)
		welcome(list, p[CONTROL].fd);
	if (p[MSI].revents || p[LISTENER].revents || p[POKES].revents)
		link->transport->more(link, gpu);
	for (u32 i = 0; i < CONTROLLERS; i++)
		if (p[FIXED + i].revents && !take_orders(gpu, &list[i])) {
			close(list[i].fd);
			list[i].fd = -1;
		}
	return true;
}

/**
 * server_serve() - serve until the client goes
 * @gpu:     the device
 * @link:    the machine; its transport has been started
 * @control: listening socket of the orders
 *
 * Return: 0, or a negative errno when waiting failed.
 */
int server_serve(struct gpu *gpu, struct link *link, int control)
{
	struct controller list[CONTROLLERS];
	struct pollfd p[FIXED + CONTROLLERS];
	int err;

	for (u32 i = 0; i < CONTROLLERS; i++)
		list[i].fd = -1;
	do
		err = wait_for(link, control, list, p);
	while (!err && take_turns(gpu, link, p, list));
	for (u32 i = 0; i < CONTROLLERS; i++)
		if (list[i].fd >= 0)
			close(list[i].fd);
	return err == -EINTR ? 0 : err;
}
