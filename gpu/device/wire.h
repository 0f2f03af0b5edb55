/* SPDX-License-Identifier: GPL-2.0 */
/* wire.h -- stream sockets that carry file descriptors. */
#ifndef GPU_WIRE_H
#define GPU_WIRE_H

#include "types.h"

/* Largest number of descriptors that a message can have. */
#define WIRE_MAX_FDS	8u

int wire_listen(const char *path);
bool wire_read(int fd, void *to, size_t n);
bool wire_read_fds(int fd, void *to, size_t n, int *fds, u32 *nfds);
bool wire_write(int fd, const void *head, size_t head_len, const void *body, size_t body_len,
		int pass);
void wire_close_fds(int *fds, u32 *nfds);

#endif
