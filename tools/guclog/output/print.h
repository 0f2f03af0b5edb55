/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fast output of text to a file.
 */
#ifndef _PRINT_H_
#define _PRINT_H_

#include "shared/print.h"

void print_to_file(struct print *p, FILE *to);
void print_printable(struct print *p, const char *text);
int print_write_to(void *context, const void *data, size_t len);

#endif
