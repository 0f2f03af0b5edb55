/* SPDX-License-Identifier: GPL-2.0 */
/* irq.h -- the interrupt tree of the GTs, which delivers all interrupts as one MSI. */
#ifndef GPU_IRQ_H
#define GPU_IRQ_H

#include "types.h"

#define IRQ_BANKS	2

/* Engine classes as the hardware numbers them. */
enum engine_class {
	CLASS_RENDER,
	CLASS_VIDEO,
	CLASS_ENHANCE,
	CLASS_COPY,
	CLASS_OTHER,
	CLASS_COMPUTE,
	ENGINE_CLASSES,
};

/**
 * struct irq - pending interrupts
 * @fd:       eventfd that delivers an MSI to the client; -1: the client has not set an eventfd
 * @master:   interrupts are enabled in the master register
 * @pending:  bank registers, as read at 0x190018
 * @vector:   pending interrupts of each source: instance, class, 16 vector bits
 * @identity: identity of the source that was selected last; bit 31: valid
 * @sent:     MSIs so far
 */
struct irq {
	int fd;
	bool master;
	u32 pending[IRQ_BANKS];
	u32 vector[IRQ_BANKS][32];
	u32 identity[IRQ_BANKS];
	unsigned long sent;
};

void irq_init(struct irq *irq);
void irq_exit(struct irq *irq);
void irq_reset(struct irq *irq);
void irq_set_fd(struct irq *irq, int fd);
void irq_master(struct irq *irq, bool on);
void irq_select(struct irq *irq, u32 bank, u32 mask);
void irq_clear(struct irq *irq, u32 bank, u32 mask);
void irq_engine(struct irq *irq, enum engine_class class, u32 instance);
void irq_guc(struct irq *irq, u32 gt);

#endif
