/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * This code reads the messages in a snapshot of the CT (command transport) buffers, the two rings
 * through which the driver and the GuC send messages to each other. Each ring has a descriptor with
 * its head, its tail and a status. A message consists of a word with its length, the HXG header (a
 * word with the origin and the type of the message) and data words.
 */
#ifndef _GUC_CT_H_
#define _GUC_CT_H_

#include "guc_fault.h"
#include "guc_view.h"
#include "abi/guc_ct_abi.h"

struct guc_text;

enum guc_ct_ring_id {
	GUC_CT_H2G,	/* from the driver to the GuC */
	GUC_CT_G2H,	/* from the GuC to the driver */
	GUC_CT_RINGS
};

/* Maximum size of a ring in words. Larger rings are not read; xe's largest has 32768 words. */
#define GUC_CT_MAX_WORDS	0x100000u

/**
 * struct guc_ct_ring - one ring
 * @id: which of the two rings
 * @present: the ring's descriptor is in the snapshot; if not, all other members
 *	except @id are 0
 * @usable: @tail and @size are valid, so messages can be found; @head may be
 *	wrong
 * @head: index of the word that the receiver reads next
 * @tail: index of the word that the sender writes next
 * @status: status in the descriptor, GUC_CTB_STATUS_*
 * @size: length of the ring, words
 * @known: number of words before @tail whose content is known, at most @size. This number is
 *	less than @size if Linux 6.12 printed the ring, because 6.12 prints only the words
 *	from @head to @tail.
 * @words: the ring, from word 0 on; may be shorter than @size words
 */
struct guc_ct_ring {
	enum guc_ct_ring_id id;
	bool present;
	bool usable;
	u32 head;
	u32 tail;
	u32 status;
	u32 size;
	u32 known;
	struct guc_view words;
};

#define GUC_CT_MAX_FAULTS	4

/**
 * struct guc_ct - both rings
 * @ring: the rings, by enum guc_ct_ring_id
 * @nr_faults: number of faults; at most GUC_CT_MAX_FAULTS of them are in @fault
 * @fault: the first faults
 */
struct guc_ct {
	struct guc_ct_ring ring[GUC_CT_RINGS];
	unsigned int nr_faults;
	struct guc_fault fault[GUC_CT_MAX_FAULTS];
};

/**
 * struct guc_ct_msg - one message
 * @ring: ring that contains the message
 * @offset: index of the message's first word in the ring
 * @words: length of the message with its headers, words
 * @unread: the receiver has not read the message
 * @fence: number that the answer to this message repeats
 * @origin: GUC_HXG_ORIGIN_*
 * @type: GUC_HXG_TYPE_*
 * @aux: bits 27:0 of the HXG header, which contain @action and @data0
 * @action: for a request, fast request or event: the action code; for a failure response:
 *	the error code; else 0
 * @data0: for a request, fast request or event: bits 27:16 of the HXG header; for a failure
 *	response: the same bits, which are a hint; for a success response: bits 27:0; else 0
 * @nr_data: number of data words after the HXG header, 0 to 254
 */
struct guc_ct_msg {
	enum guc_ct_ring_id ring;
	u32 offset;
	u32 words;
	bool unread;
	u16 fence;
	u8 origin;
	u8 type;
	u32 aux;
	u16 action;
	u32 data0;
	u32 nr_data;
};

void guc_ct_parse(struct guc_ct *ct, struct guc_view snapshot, u64 total,
		  u32 h2g_words, u32 g2h_words);
bool guc_ct_ring_check(struct guc_ct_ring *ring, struct guc_fault *fault);
u32 guc_ct_index(const struct guc_ct_ring *ring, u32 *offset);
bool guc_ct_msg_read(struct guc_ct_msg *msg, const struct guc_ct_ring *ring,
		     u32 offset);
bool guc_ct_msg_data(const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *msg, u32 index, u32 *value);
void guc_ct_msg_print(struct guc_text *text, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *msg);
bool guc_ct_msg_has_action(const struct guc_ct_msg *msg);
const char *guc_ct_ring_name(enum guc_ct_ring_id id);

#endif
