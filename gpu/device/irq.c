// SPDX-License-Identifier: GPL-2.0
/* irq.c -- the interrupt tree of Gen11 and later GPUs. */
#include <string.h>
#include <unistd.h>

#include "irq.h"

#define VECTORS		0xffffu
#define IDENTITY_VALID	BIT(31)
#define VEC_USER	BIT(0)		/* MI_USER_INTERRUPT */
#define VEC_GUC2HOST	BIT(15)

/**
 * irq_init() - initialize the interrupt tree; it has no eventfd yet
 * @irq: result
 */
void irq_init(struct irq *irq)
{
	memset(irq, 0, sizeof(*irq));
	irq->fd = -1;
}

/**
 * irq_exit() - close the client's eventfd
 * @irq: the interrupt tree
 */
void irq_exit(struct irq *irq)
{
	irq_set_fd(irq, -1);
}

/**
 * irq_reset() - clear all pending interrupts and the master enable bit, but keep the eventfd
 * @irq: the interrupt tree
 */
void irq_reset(struct irq *irq)
{
	int fd = irq->fd;
	unsigned long sent = irq->sent;

	irq_init(irq);
	irq->fd = fd;
	irq->sent = sent;
}

static void fire(struct irq *irq)
{
	u64 one = 1;

	if (!irq->master || !(irq->pending[0] | irq->pending[1]) || irq->fd < 0)
		return;
	/* If the eventfd's counter is full, an MSI is already pending. */
	if (write(irq->fd, &one, sizeof(one)) == sizeof(one))
		irq->sent++;
}

/**
 * irq_set_fd() - set the destination of MSIs
 * @irq: the interrupt tree
 * @fd:  an eventfd, which the interrupt tree owns from now on, or -1
 */
void irq_set_fd(struct irq *irq, int fd)
{
	if (irq->fd >= 0)
		close(irq->fd);
	irq->fd = fd;
	fire(irq);
}

/**
 * irq_master() - set the master enable bit, which enables or disables all interrupts
 * @irq: the interrupt tree
 * @on:  true: enable; pending interrupts are delivered at once
 */
void irq_master(struct irq *irq, bool on)
{
	irq->master = on;
	fire(irq);
}

/**
 * irq_select() - handle a write of a selector register: move the pending interrupts of a source to
 *                the identity register of its bank
 * @irq:  the interrupt tree
 * @bank: 0 or 1
 * @mask: bit of the source; its pending interrupts are cleared
 */
void irq_select(struct irq *irq, u32 bank, u32 mask)
{
	u32 *vector = mask ? &irq->vector[bank][__builtin_ctz(mask)] : NULL;

	irq->identity[bank] = 0;
	if (!vector || !(*vector & VECTORS))
		return;
	irq->identity[bank] = IDENTITY_VALID | *vector;
	*vector = 0;
}

/**
 * irq_clear() - handle a write of a bank register (0x190018 or 0x19001c)
 * @irq:  the interrupt tree
 * @bank: 0 or 1
 * @mask: sources to clear; a source that has new interrupts stays pending
 */
void irq_clear(struct irq *irq, u32 bank, u32 mask)
{
	for (u32 i = 0; i < 32; i++)
		if ((mask & BIT(i)) && !(irq->vector[bank][i] & VECTORS))
			irq->pending[bank] &= ~BIT(i);
}

static void raise_source(struct irq *irq, u32 bank, u32 bit, u32 class, u32 instance, u32 vec)
{
	u32 *vector = &irq->vector[bank][bit];

	*vector = (*vector & VECTORS) | instance << 20 | class << 16 | vec;
	irq->pending[bank] |= BIT(bit);
	fire(irq);
}

/**
 * irq_engine() - raise the user interrupt of an engine
 * @irq:      the interrupt tree
 * @class:    class of the engine
 * @instance: number of the engine in its class, below 9
 */
void irq_engine(struct irq *irq, enum engine_class class, u32 instance)
{
	u32 bank = 0, bit;

	switch (class) {
	case CLASS_RENDER:
		bit = 0;
		break;
	case CLASS_COPY:
		bit = instance == 8 ? 23 : 15 - instance;
		break;
	case CLASS_COMPUTE:
		bit = 4 + instance;
		break;
	case CLASS_VIDEO:
		bank = 1;
		bit = instance;
		break;
	case CLASS_ENHANCE:
		bank = 1;
		bit = 31 - instance;
		break;
	default:
		bit = 31;
	}
	raise_source(irq, bank, bit, class, instance, VEC_USER);
}

/**
 * irq_guc() - raise the interrupt for messages in a G2H buffer
 * @irq: the interrupt tree
 * @gt:  0: primary GT, 1: media GT
 */
void irq_guc(struct irq *irq, u32 gt)
{
	raise_source(irq, 0, gt ? 24 : 25, CLASS_OTHER, gt ? 16 : 0, VEC_GUC2HOST);
}
