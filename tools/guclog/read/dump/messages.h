/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The messages between driver and GuC in a devcoredump.
 */
#ifndef _GUCLOG_READ_DUMP_MESSAGES_H_
#define _GUCLOG_READ_DUMP_MESSAGES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct guclog_dump;
struct guclog_fault;

/* The rings of the CT buffers. */
enum guclog_ring {
	GUCLOG_H2G,	/* from the driver to the GuC */
	GUCLOG_G2H	/* from the GuC to the driver */
};

/**
 * struct guclog_message - a message between driver and GuC
 * @ring: the ring that contains the message
 * @unread: the receiver had not read the message
 * @offset: offset of the message's first word in the ring, words
 * @fence: number that the answer to the message repeats
 * @type: type of the HXG message
 * @action: action of a request or event, error code of a failure, else 0
 * @data0: a field of the HXG header (the message's first word after the CT header): bits 27 to 16
 *	of a request or event, the hint of a failure, or bits 27 to 0 of a success
 * @nr_data: number of data words, at most 254
 * @data: the data words
 * @type_name: name of @type, a constant string, NULL if unknown
 * @has_action: the message is a request or an event, and so has an action
 * @failed: the message is an answer that reports an error
 * @name: name of the action, a constant string, NULL if the action has no name
 * @answers: for an answer: name of the action of the request that it answers, or "?" if the action
 *	has no name. NULL if no request with this fence is known, or if there are several with
 *	different actions.
 * @text: the message as text
 */
struct guclog_message {
	enum guclog_ring ring;
	bool unread;
	uint32_t offset;
	uint32_t fence;
	uint32_t type;
	uint32_t action;
	uint32_t data0;
	uint32_t nr_data;
	const uint32_t *data;
	const char *type_name;
	bool has_action;
	bool failed;
	const char *name;
	const char *answers;
	const char *text;
};

/**
 * struct guclog_ct_ring - a ring of the CT buffers
 * @name: "H2G" or "G2H"
 * @present: the devcoredump has the ring; if not, all numbers are 0
 * @usable: @head, @tail and @words are consistent, so the messages can be found
 * @only_unread: the kernel has printed only the words that were not read
 * @words: length of the ring, words
 * @head: offset of the word that the receiver reads next
 * @tail: offset of the word that the sender writes next
 * @status: status in the ring's descriptor
 * @status_names: names of the bits of @status, separated by blanks
 * @missing_words: number of words that the devcoredump should have but lacks
 * @nr_unread: number of messages that the receiver had not read
 * @nr_messages: number of messages
 * @message: the messages, oldest first
 */
struct guclog_ct_ring {
	const char *name;
	bool present;
	bool usable;
	bool only_unread;
	uint32_t words;
	uint32_t head;
	uint32_t tail;
	uint32_t status;
	const char *status_names;
	uint32_t missing_words;
	uint32_t nr_unread;
	uint32_t nr_messages;
	const struct guclog_message *const *message;
};

/**
 * struct guclog_ct - the CT buffers of a GT
 * @ring: the rings, indexed by enum guclog_ring
 * @nr_faults: number of faults (wrong values) in the rings; only @nr_kept of them are stored
 * @nr_kept: number of elements of @fault
 * @fault: the first faults
 */
struct guclog_ct {
	const struct guclog_ct_ring *ring[2];
	unsigned int nr_faults;
	unsigned int nr_kept;
	const struct guclog_fault *const *fault;
};

/**
 * guclog_ct_open() - read the CT messages of a GT
 * @dump: the devcoredump, which must remain valid
 * @i: index of the GT in the devcoredump, from 0
 *
 * No ring is present if the devcoredump does not have the GT or its CT buffers, or if their
 * contents were redacted.
 *
 * Return: the CT buffers, which the caller must free with guclog_ct_close(), or NULL if there is no
 * memory.
 */
const struct guclog_ct *guclog_ct_open(const struct guclog_dump *dump, unsigned int i);

/**
 * guclog_ct_close() - free CT messages
 * @ct: from guclog_ct_open(), may be NULL
 */
void guclog_ct_close(const struct guclog_ct *ct);

#endif
