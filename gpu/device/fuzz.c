// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz.c -- fuzzes the vfio-user protocol.
 *
 * The input is a sequence of messages: command (1 byte), flags (1 byte: bit 0
 * sends a descriptor with the message, bit 1 writes the body to guest memory instead of
 * sending it), length of the body (2 bytes), body.  Guest memory and the GGTT are set up
 * first, so that messages can reach the command transport and the command streamer.
 * Sanitizers check that the device has no invalid memory access and no memory leak.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device.h"
#include "vfu.h"

#define GUEST_SIZE	KIB(256)
#define MAX_MESSAGES	64

static struct gpu *gpu;
static int guest_fd;
static u8 *guest;

static void set_up(void)
{
	const char *profile = getenv("GPU_PROFILE");
	struct report report;

	report_init(&report);
	report.strict = false;
	gpu = malloc(sizeof(*gpu));
	guest = mem_shared(GUEST_SIZE, &guest_fd);
	if (!profile || !gpu || !guest || device_init(gpu, profile, &report))
		abort();
	/* Do not print faults, which fuzzing causes all the time. */
	if (!freopen("/dev/null", "w", stderr))
		abort();
}

/*
 * power_on - reset the device, set up guest memory at 0 with the same addresses in the GGTT, and
 * start GuC 0 with its command transport
 */
static void power_on(void)
{
	mem_unmap_all(&gpu->mem);
	irq_set_fd(&gpu->irq, -1);
	memset(&gpu->inject, 0, sizeof(gpu->inject));
	device_reset(gpu);
	memset(guest, 0, GUEST_SIZE);
	mem_map(&gpu->mem, 0, GUEST_SIZE, guest_fd, 0, true);
	for (u64 i = 0; i < GUEST_SIZE >> 12; i++)
		gpu->gsm[i] = i << 12 | 1;
	gpu->guc[0].running = true;
	gpu->guc[0].ct_on = true;
	gpu->guc[0].h2g = (struct ct_buffer){ .desc = 0x1000, .buf = 0x2000, .size = 4096 };
	gpu->guc[0].g2h = (struct ct_buffer){ .desc = 0x3000, .buf = 0x4000, .size = 4096 };
}

/* one - handle the first message of @data; returns its length in bytes, 0 if there is none */
static size_t one(const u8 *data, size_t size, struct vfu_message *m)
{
	size_t len;

	if (size < 4)
		return 0;
	len = (size_t)(data[2] | data[3] << 8);
	if (len > size - 4)
		len = size - 4;
	m->header.command = data[0];
	m->header.flags = 0;
	m->header.size = (u32)(sizeof(m->header) + len);
	m->body = data + 4;
	m->len = (u32)len;
	m->nfds = 0;
	if (data[1] & 2) {
		memcpy(guest + 0x1000, m->body, min_u64(len, 0x8000));
		return 4 + len;
	}
	if (data[1] & 1)
		m->fds[m->nfds++] = dup(guest_fd);
	if (!vfu_check_header(&m->header))
		vfu_handle(gpu, m);
	wire_close_fds(m->fds, &m->nfds);
	return 4 + len;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct vfu_message m;
	size_t at = 0, n;

	if (!gpu)
		set_up();
	power_on();
	for (int i = 0; i < MAX_MESSAGES && (n = one(data + at, size - at, &m)); i++)
		at += n;
	return 0;
}
