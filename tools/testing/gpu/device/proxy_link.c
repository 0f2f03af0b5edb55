// SPDX-License-Identifier: GPL-2.0
/*
 * proxy_link.c -- x-pci-proxy-dev over a socket, and MSIs beside it.
 *
 * The protocol's interrupt is an irqfd, which is KVM's.  Without KVM an MSI is
 * what it is on the bus: a write of the MSI's data to its address, done through
 * QEMU's -qtest connection.  Its answers are only thrown away: to wait for one
 * would be to wait for a processor that waits for us.
 */
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gpu.h"
#include "proxy.h"
#include "server.h"

static bool start(struct link *link, struct gpu *gpu)
{
	char path[256];

	snprintf(path, sizeof(path), "%s.qtest", link->path);
	link->msi = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	link->listener = wire_listen(path);
	gpu->own_bars = true;
	gpu_reset(gpu);
	return link->msi >= 0 && link->listener >= 0;
}

static void stop(struct link *link)
{
	char path[256];

	snprintf(path, sizeof(path), "%s.qtest", link->path);
	unlink(path);
	if (link->pokes >= 0)
		close(link->pokes);
	close(link->listener);
	close(link->msi);
}

/* follow_msi - the interrupt tree may ring when the guest has switched it on */
static void follow_msi(struct link *link, struct gpu *gpu)
{
	u64 address;
	u32 data;

	if (!pci_msi(gpu, &address, &data))
		irq_set_fd(&gpu->irq, -1);
	else if (gpu->irq.fd < 0)
		irq_set_fd(&gpu->irq, dup(link->msi));
}

static bool serve(struct link *link, struct gpu *gpu)
{
	struct proxy_header answer = { .command = PROXY_RETURN, .size = sizeof(u64) };
	struct proxy_message m;
	bool fine = false, reply;
	u64 value;

	if (!wire_read_fds(link->client, &m.header, sizeof(m.header), m.fds, &m.nfds))
		goto out;
	if (!proxy_check_header(&m.header)) {
		report_fault(&gpu->report, FAULT_PROTOCOL, "header of proxy command %d",
			     m.header.command);
		goto out;
	}
	memset(&m.body, 0, sizeof(m.body));
	if (!wire_read(link->client, &m.body, m.header.size))
		goto out;
	pthread_mutex_lock(&gpu->lock);
	reply = proxy_handle(gpu, &m, &value);
	if (m.header.command == PROXY_CONFIG_WRITE || m.header.command == PROXY_RESET)
		follow_msi(link, gpu);
	pthread_mutex_unlock(&gpu->lock);
	if (reply)
		wire_write(link->client, &answer, sizeof(answer), &value, sizeof(value), -1);
	fine = true;
out:
	wire_close_fds(m.fds, &m.nfds);
	return fine;
}

static void send_msi(struct link *link, struct gpu *gpu)
{
	char line[64];
	u64 address;
	bool on;
	u32 data;

	pthread_mutex_lock(&gpu->lock);
	on = pci_msi(gpu, &address, &data);
	pthread_mutex_unlock(&gpu->lock);
	if (!on)
		return;
	snprintf(line, sizeof(line), "writel %#llx %#x\n", (unsigned long long)address, data);
	if (send(link->pokes, line, strlen(line), MSG_NOSIGNAL) != (ssize_t)strlen(line))
		report_fault(&gpu->report, FAULT_PROTOCOL, "an MSI could not be sent");
}

static void more(struct link *link, struct gpu *gpu)
{
	char answers[256];
	u64 times;

	if (link->pokes < 0)
		link->pokes = accept(link->listener, NULL, NULL);
	else
		while (recv(link->pokes, answers, sizeof(answers), MSG_DONTWAIT) > 0)
			;
	if (link->pokes >= 0 && read(link->msi, &times, sizeof(times)) == sizeof(times))
		send_msi(link, gpu);
}

const struct transport proxy_transport = {
	.name = "proxy", .start = start, .serve = serve, .more = more, .stop = stop,
};
