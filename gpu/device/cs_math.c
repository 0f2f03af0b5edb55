// SPDX-License-Identifier: GPL-2.0
/* cs_math.c -- MI_MATH: arithmetic on general purpose registers. */
#include "cs.h"

#define ALU_LOAD	0x080
#define ALU_LOAD0	0x081
#define ALU_ADD		0x100
#define ALU_SUB		0x101
#define ALU_AND		0x102
#define ALU_OR		0x103
#define ALU_XOR		0x104
#define ALU_STORE	0x180
#define ALU_INVERT	0x400		/* in a load or a store: the inverted value */

#define ALU_SRCA	0x20
#define ALU_SRCB	0x21
#define ALU_ACCU	0x31
#define ALU_ZF		0x32
#define ALU_CF		0x33

/**
 * struct alu - the state of the arithmetic unit during one MI_MATH
 * @a, @b: sources
 * @accu:  result
 * @carry: carry of the last addition or subtraction
 */
struct alu {
	u64 a, b, accu;
	bool carry;
};

static u64 operand(const struct cs_position *p, const struct alu *alu, u32 which)
{
	switch (which) {
	case ALU_SRCA:
		return alu->a;
	case ALU_SRCB:
		return alu->b;
	case ALU_ACCU:
		return alu->accu;
	case ALU_ZF:
		return alu->accu ? 0 : ~0ull;
	case ALU_CF:
		return alu->carry ? ~0ull : 0;
	}
	return which < CS_GPRS ? p->gpr[2 * which] | (u64)p->gpr[2 * which + 1] << 32 : 0;
}

static void assign(struct cs_position *p, struct alu *alu, u32 which, u64 v)
{
	if (which == ALU_SRCA) {
		alu->a = v;
	} else if (which == ALU_SRCB) {
		alu->b = v;
	} else if (which < CS_GPRS) {
		p->gpr[2 * which] = (u32)v;
		p->gpr[2 * which + 1] = (u32)(v >> 32);
	}
}

static bool calculate(struct alu *alu, u32 op)
{
	switch (op) {
	case ALU_ADD:
		alu->accu = alu->a + alu->b;
		alu->carry = alu->accu < alu->a;
		return true;
	case ALU_SUB:
		alu->accu = alu->a - alu->b;
		alu->carry = alu->a < alu->b;
		return true;
	case ALU_AND:
		alu->accu = alu->a & alu->b;
		return true;
	case ALU_OR:
		alu->accu = alu->a | alu->b;
		return true;
	case ALU_XOR:
		alu->accu = alu->a ^ alu->b;
		return true;
	}
	return false;
}

/**
 * cs_math() - execute MI_MATH
 * @p:   position with the context's registers
 * @d:   the command's dwords
 * @len: number of dwords
 *
 * Return: true, or false if an instruction is not modelled.
 */
bool cs_math(struct cs_position *p, const u32 *d, u32 len)
{
	struct alu alu = { 0 };

	for (u32 i = 1; i < len; i++) {
		u32 op = d[i] >> 20, to = field(d[i], 19, 10), from = field(d[i], 9, 0);
		u64 invert = op & ALU_INVERT ? ~0ull : 0;

		switch (op & ~ALU_INVERT) {
		case 0:			/* NOOP */
			break;
		case ALU_LOAD:
		case ALU_STORE:
			assign(p, &alu, to, operand(p, &alu, from) ^ invert);
			break;
		case ALU_LOAD0:
			assign(p, &alu, to, invert);
			break;
		default:
			if (!calculate(&alu, op))
				return false;
		}
	}
	return true;
}
