/* SPDX-License-Identifier: GPL-2.0 */
/* server.h -- serves a connected vfio-user client and the control socket. */
#ifndef GPU_SERVER_H
#define GPU_SERVER_H

#include "gpu.h"

int server_serve(struct gpu *gpu, int client, int control);

#endif
