/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The dictionary of the events in a GuC log: the names of the event ids, and the fields in
 * the arguments of the events. Intel has not published these names and fields. They were
 * derived from logs; data/guc_events.csv has the evidence for each event.
 */
#ifndef _GUC_EVENT_H_
#define _GUC_EVENT_H_

#include "guc_env.h"
#include "guc_event_ids.h"

/* Classes of evidence for the name and the fields of an event, strongest first. */
#define GUC_EVIDENCE_A	1u	/* an argument equals a constant or layout of a public header */
#define GUC_EVIDENCE_B	2u	/* an argument equals another value in the same devcoredump */
#define GUC_EVIDENCE_C	4u	/* regular order, timing or arithmetic in the log */
#define GUC_EVIDENCE_D	8u	/* a guess */

/* Value that the firmware writes as an argument if the event does not have this argument. */
#define GUC_EVENT_PAD	0xdeadbeeeu

/* Value of the guc_id field in a context status word (event CSB) if there is no context. */
#define GUC_EVENT_NO_CTX	0xffffu

/* Value of the instance field of the event CTX_NOT_READY if the context has been disabled. */
#define GUC_EVENT_DISABLED	9u

/* The GuC's numbers of the engine classes, from xe_guc_fwif.h of xe. */
enum guc_event_class {
	GUC_CLASS_RENDER,
	GUC_CLASS_VIDEO,
	GUC_CLASS_VIDEO_ENHANCE,
	GUC_CLASS_COPY,
	GUC_CLASS_COMPUTE,
	GUC_CLASS_GSC,
	GUC_CLASS_COUNT
};

/* Context status bits: GEN8_CTX_STATUS_* of i915's execlists, Linux 6.12. */
#define GUC_CSB_IDLE_ACTIVE	((u32)BIT(0))
#define GUC_CSB_PREEMPTED	((u32)BIT(1))
#define GUC_CSB_ACTIVE_IDLE	((u32)BIT(3))
#define GUC_CSB_COMPLETE	((u32)BIT(4))
#define GUC_CSB_LITE_RESTORE	((u32)BIT(15))
/*
 * All context status bits for which guc_event_status_name() has a name. The names of bits 7 and 11
 * are from old headers.
 */
#define GUC_CSB_NAMED		0x89ffu

/* The kinds of fields: the meaning of a field's bits, and how its value is printed. */
enum guc_event_kind {
	GUC_EVENT_DEC,
	GUC_EVENT_HEX,
	GUC_EVENT_ACTION,	/* H2G action code */
	GUC_EVENT_GUC_ID,
	GUC_EVENT_LRCA,		/* page of the context image, bits 31:12 of its address */
	GUC_EVENT_CLASS,	/* enum guc_event_class */
	GUC_EVENT_INSTANCE,	/* physical instance of the engine */
	GUC_EVENT_MASK,		/* mask of engines: bit n is physical instance n */
	GUC_EVENT_STATUS,	/* GUC_CSB_* */
	GUC_EVENT_ENABLE,
};

/* What is known about an argument of an event. */
enum guc_event_has {
	GUC_EVENT_HAS_UNKNOWN,
	GUC_EVENT_HAS_FIELDS,	/* has fields with a known meaning */
	GUC_EVENT_HAS_PAD,	/* always GUC_EVENT_PAD */
	GUC_EVENT_HAS_ZERO,	/* always 0 */
};

/**
 * struct guc_event_field - a field of an argument
 * @name: name of the field, lower case
 * @kind: meaning of the bits, enum guc_event_kind
 * @arg: number of the argument that contains the field, 0 or 1
 * @low: lowest bit of the field
 * @bits: width of the field, 1 to 32 bits
 * @guess: the meaning is a guess
 */
struct guc_event_field {
	const char *name;
	u8 kind;
	u8 arg;
	u8 low;
	u8 bits;
	bool guess;
};

#define GUC_EVENT_MAX_FIELDS	4

/**
 * struct guc_event_def - the definition of an event id
 * @id: the event id
 * @name: name of the event, upper case, [A-Z0-9_]
 * @meaning: short description of the event, printable ASCII
 * @firmware: bit n is set if the id was seen with firmware guc_event_firmware[n]
 * @hits: number of the tests counted in @checks that passed
 * @checks: number of times that the strongest evidence was tested in the logs from which the
 *	dictionary was made
 * @evidence: classes of the evidence, a bit mask of GUC_EVIDENCE_*
 * @has: what is known about each argument, enum guc_event_has
 * @nr_fields: number of fields in both arguments
 * @field: the fields of both arguments
 */
struct guc_event_def {
	u32 id;
	const char *name;
	const char *meaning;
	u32 firmware;
	u32 hits;
	u32 checks;
	u8 evidence;
	u8 has[2];
	u8 nr_fields;
	struct guc_event_field field[GUC_EVENT_MAX_FIELDS];
};

extern const struct guc_event_def guc_event_table[GUC_EVX_COUNT];
extern const u32 guc_event_firmware[];
extern const unsigned int guc_event_firmware_len;

const struct guc_event_def *guc_event_find(u32 id);
bool guc_event_known_firmware(u32 version);
size_t guc_event_words(char *buf, size_t size, const struct guc_event_def *def,
		       const u32 arg[2]);
size_t guc_engine_name(char *buf, size_t size, u32 class, u32 instance);
const char *guc_event_class_name(u32 class);
const char *guc_event_status_name(unsigned int bit);

static inline unsigned int guc_event_index(const struct guc_event_def *def)
{
	return (unsigned int)(def - guc_event_table);
}

static inline bool guc_event_is_guess(const struct guc_event_def *def)
{
	return def->evidence & GUC_EVIDENCE_D;
}

/* Return: the value of a field in the two arguments of an event. */
static inline u32 guc_event_value(const struct guc_event_field *field,
				  const u32 arg[2])
{
	return arg[field->arg] >> field->low & (U32_MAX >> (32 - field->bits));
}

#endif
