/* SPDX-License-Identifier: GPL-2.0 */
/* report.h -- messages, faults and the device's clock. */
#ifndef GPU_REPORT_H
#define GPU_REPORT_H

#include "types.h"

enum fault_kind {
	FAULT_REGISTER,		/* an access to a register that the model does not have */
	FAULT_ACTION,		/* an invalid H2G message, or an upload without firmware */
	FAULT_CHANNEL,		/* a CT ring that is full or has an invalid head, tail or message */
	FAULT_GTT,		/* an address that is not mapped */
	FAULT_COMMAND,		/* a command that is unknown to the streamer or incomplete */
	FAULT_PROTOCOL,		/* a malformed or unknown vfio-user message */
	FAULT_KINDS,
};

/**
 * struct report - verbosity, strictness and the faults so far
 * @verbose: 0: print only faults, "stands" and "note" (PROTOCOL.rst); 1: also boots, resets and
 *           control commands; 2: also GuC messages; 3: also GPU commands; 4: also accesses to
 *           registers
 * @strict:  the device exits with status 1 if there was a fault
 * @count:   faults so far, by kind
 */
struct report {
	int verbose;
	bool strict;
	unsigned long count[FAULT_KINDS];
};

void report_init(struct report *r);
void report_note(const struct report *r, int level, const char *format, ...)
	__attribute__((printf_like(3, 4)));
void report_fault(struct report *r, enum fault_kind kind, const char *format, ...)
	__attribute__((printf_like(3, 4)));
unsigned long report_total(const struct report *r);
const char *report_kind(enum fault_kind kind);

void clock_set_manual(void);
bool clock_is_manual(void);
void clock_advance(u64 ns);
u64 clock_ns(void);
u64 clock_ticks(void);

#endif
