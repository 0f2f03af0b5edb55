/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Descriptors of the records in data/model/, made by scripts/gen-model.py. A function that gets the
 * descriptor of a record needs no code for each of its members.
 */
#ifndef _MODEL_RECORD_H_
#define _MODEL_RECORD_H_

#include "base/base.h"
#include "model/records.h"

enum model_type {
	MODEL_BOOL,
	MODEL_TRI,	/* enum guclog_tri */
	MODEL_U32,
	MODEL_S32,
	MODEL_U64,
	MODEL_U32S,	/* pointer to an array of uint32_t */
	MODEL_EVENTS,	/* pointer to an array of uint64_t, indexes of events */
	MODEL_TEXT,	/* const char *; NULL or empty if unknown */
	MODEL_NAME,	/* array of char; empty if unknown */
	MODEL_NS,	/* time in ns, GUCLOG_NO_TIME if unknown; in ms in JSON */
	MODEL_HEX,	/* uint64_t, as hexadecimal text */
	MODEL_DWORD,	/* uint32_t, as hexadecimal text with all its digits */
	MODEL_EVENT,	/* index of an event, or GUCLOG_NO_EVENT */
	MODEL_ENUM,	/* an enumeration; a value without a word is unknown */
	MODEL_WORDS,	/* bool, with a word for false and one for true */
	MODEL_ONE,	/* pointer to a record, or NULL */
	MODEL_LIST,	/* pointer to an array of pointers to records */
	MODEL_ARRAY,	/* pointer to an array of records */
	MODEL_INLINE	/* pointer to a record whose members belong to the same JSON object */
};

/* How a member says that it is unknown, in addition to the ways in enum model_type. */
enum model_unknown {
	MODEL_UNKNOWN_TYPE,	/* only as its type does */
	MODEL_UNKNOWN_NONE,	/* GUCLOG_NONE */
	MODEL_UNKNOWN_ZERO,	/* 0 */
	MODEL_UNKNOWN_FALSE,	/* false */
	MODEL_UNKNOWN_NULL	/* NULL; an empty text is known */
};

/**
 * struct model_words - the words for the values of an enumeration
 * @word: the words, indexed by value; NULL for a value that means unknown
 * @nr: number of elements of @word
 */
struct model_words {
	const char * const *word;
	unsigned int nr;
};

/**
 * struct model_member - a member of a record
 * @key: key in JSON; "a.b" is the key b in the object a
 * @type: enum model_type
 * @unknown: enum model_unknown
 * @offset: offset of the member in its structure, bytes
 * @count: for types with several values: offset of the number of elements
 * @has: if not 0: 1 + offset of a bool that is true if the member is known
 * @named: if not 0: 1 + offset of an array of char that is empty if the member is unknown
 * @unless: if not 0: 1 + offset of a bool that is true if the member is not shown
 * @words: for MODEL_ENUM and MODEL_WORDS: the words
 * @record: for the last four types: the record
 */
struct model_member {
	const char *key;
	u8 type;
	u8 unknown;
	u16 offset;
	u16 count;
	u16 has;
	u16 named;
	u16 unless;
	const struct model_words *words;
	const struct model_record *record;
};

/**
 * struct model_record - a record
 * @member: the members that have a key in JSON, in their order there
 * @nr: number of elements of @member
 * @size: size of its structure, bytes
 */
struct model_record {
	const struct model_member *member;
	unsigned int nr;
	size_t size;
};

extern const struct model_words model_driver_kind, model_batch_state, model_place,
	model_culprit_basis, model_basis, model_claim_what, model_claim_witness, model_claim_cause,
	model_kernel_event, model_message_class, model_kernel_dump, model_certainty;
extern const struct model_record model_known, model_advice, model_page_fault, model_driver,
	model_command, model_batch, model_engine_state, model_culprit, model_memory_fault,
	model_trigger, model_gt_messages, model_claim, model_suspect, model_witness,
	model_sentence;

/* Return: the word for a value of an enumeration, NULL if there is none. */
static inline const char *model_word(const struct model_words *words, unsigned int value)
{
	return value < words->nr ? words->word[value] : NULL;
}

#endif
