/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Tables of the names that xe's headers give to the constants of the GuC ABI, the interface between
 * a driver and the GuC's firmware. Driver and firmware exchange messages in the format HXG through
 * the CT (command transport) buffers. SLPC is the power management of the firmware.
 */
#ifndef _GUC_ABI_NAMES_H_
#define _GUC_ABI_NAMES_H_

#include "guc_view.h"

/* The kinds of constants of the GuC ABI. */
enum guc_abi_kind {
	GUC_ABI_KLV,		/* key of a KLV (key, length, value) */
	GUC_ABI_SLPC_EVENT,	/* event in the action PC_SLPC_REQUEST */
	GUC_ABI_SLPC_PARAM,	/* parameter of the SLPC events PARAMETER_SET and PARAMETER_UNSET */
	GUC_ABI_RESPONSE,	/* error code in a failure response */
	GUC_ABI_HXG_TYPE,	/* type of an HXG message */
	GUC_ABI_CTB_STATUS,	/* bit of a CT buffer's status */
	GUC_ABI_ENGINE_CLASS,	/* engine class in the GuC's numbering */
	GUC_ABI_PRIORITY,	/* priority of a context */
	GUC_ABI_TLB_INVAL,	/* bits 7:0 of the word "operation" of TLB_INVALIDATION */
	GUC_ABI_CAPTURE_STATUS,	/* bits 7:0 of the word "status" of STATE_CAPTURE_NOTIFICATION */
	GUC_ABI_KINDS
};

/* The sender of an action. */
enum guc_abi_from {
	GUC_ABI_FROM_HOST,
	GUC_ABI_FROM_GUC,
};

/**
 * struct guc_abi_action - an action: a kind of message between xe and the GuC
 * @code: code of the action
 * @from: sender of the action, an enum guc_abi_from
 * @name: name in xe's headers, without prefix
 * @words: names of the message's 32-bit data words in their order, separated by spaces.
 *	If the last name ends with "...", it is the name of all remaining words. NULL if
 *	neither xe's headers nor xe's code name the words.
 */
struct guc_abi_action {
	u16 code;
	u8 from;
	const char *name;
	const char *words;
};

/**
 * struct guc_abi_name - a constant of the GuC ABI
 * @value: value of the constant
 * @name: name in xe's headers, without prefix
 * @unit: unit of a KLV's value, or NULL if the value has no unit or the unit is unknown
 */
struct guc_abi_name {
	u32 value;
	const char *name;
	const char *unit;
};

/**
 * struct guc_abi_names - the constants of the GuC ABI of one kind
 * @name: the constants, sorted by value
 * @nr: number of constants
 */
struct guc_abi_names {
	const struct guc_abi_name *name;
	unsigned int nr;
};

/* The actions, sorted by code. */
extern const struct guc_abi_action guc_abi_actions[];
extern const unsigned int guc_abi_nr_actions;
/* The constants of each kind, by enum guc_abi_kind. */
extern const struct guc_abi_names guc_abi_tables[GUC_ABI_KINDS];

const struct guc_abi_action *guc_abi_action(u32 code);
struct guc_view guc_abi_word(const struct guc_abi_action *action, u32 index);
const struct guc_abi_name *guc_abi_find(enum guc_abi_kind kind, u32 value);
const char *guc_abi_name(enum guc_abi_kind kind, u32 value);

/**
 * guc_abi_engine() - get xe's name of an engine class
 * @engine_class: number of the class in the GuC's numbering, in which compute is 4 (the
 *	hardware numbers the classes differently)
 *
 * The names are those of xe_hw_engine.c in xe.
 *
 * Context: any, does not sleep.
 * Return: "rcs", "vcs", "vecs", "bcs", "ccs" or "gsccs", or NULL for another class.
 */
static inline const char *guc_abi_engine(u32 engine_class)
{
	static const char * const names[] = {
		"rcs", "vcs", "vecs", "bcs", "ccs", "gsccs",
	};

	return engine_class < ARRAY_SIZE(names) ? names[engine_class] : NULL;
}

#endif
