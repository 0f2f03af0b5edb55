// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file prints a message from the CT buffers as text: the action, then the data
 * words of the message with their names. Values that the ABI defines are printed by
 * name, all others in hexadecimal.
 */
#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"
#include "guc_ct.h"
#include "guc_text.h"

#define SLPC_PARAMETER_SET	6
#define SLPC_PARAMETER_UNSET	7

static u32 word(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg,
		u32 index)
{
	u32 value = 0;

	guc_ct_msg_data(ring, msg, index, &value);
	return value;
}

static bool is(struct guc_view name, const char *text)
{
	return name.len == strlen(text) && !memcmp(name.data, text, name.len);
}

static void print_name(struct guc_text *text, enum guc_abi_kind kind, u32 value)
{
	const char *name = guc_abi_name(kind, value);

	if (name)
		guc_text_add(text, "%s", name);
	else
		guc_text_add(text, "0x%x", value);
}

/* Print all KLVs from data word @from on. A KLV consists of a key, a length and values. */
static void print_klvs(struct guc_text *text, const struct guc_ct_ring *ring,
		       const struct guc_ct_msg *msg, u32 from)
{
	u32 i = from, n;

	while (i < msg->nr_data) {
		u32 head = word(ring, msg, i++);
		const struct guc_abi_name *key = guc_abi_find(GUC_ABI_KLV, head >> 16);

		guc_text_add(text, " ");
		print_name(text, GUC_ABI_KLV, head >> 16);
		for (n = head & 0xffff; n && i < msg->nr_data; n--)
			guc_text_add(text, n == (head & 0xffff) ? "=%u" : ",%u",
				     word(ring, msg, i++));
		if (n)
			guc_text_add(text, " (%u words missing)", n);
		else if (key && key->unit)
			guc_text_add(text, " %s", key->unit);
	}
}

static void print_slpc(struct guc_text *text, const struct guc_ct_ring *ring,
		       const struct guc_ct_msg *msg)
{
	u32 event = word(ring, msg, 0) >> 8 & 0xff, i = 1;

	guc_text_add(text, " event=");
	print_name(text, GUC_ABI_SLPC_EVENT, event);
	if ((event == SLPC_PARAMETER_SET || event == SLPC_PARAMETER_UNSET) &&
	    msg->nr_data > 1) {
		guc_text_add(text, " ");
		print_name(text, GUC_ABI_SLPC_PARAM, word(ring, msg, 1));
		i = 2;
		if (event == SLPC_PARAMETER_SET && msg->nr_data > 2)
			guc_text_add(text, "=%u", word(ring, msg, i++));
	}
	for (; i < msg->nr_data; i++)
		guc_text_add(text, " data%u=0x%x", i, word(ring, msg, i));
}

/*
 * Print a struct xe_guc_pagefault_desc. Its engine class is the hardware's number, which differs
 * from the GuC's number.
 */
static void print_page_fault(struct guc_text *text, const struct guc_ct_ring *ring,
			     const struct guc_ct_msg *msg)
{
	static const char * const access[] = { "read", "write", "atomic", "3" };
	static const char * const type[] = {
		"not-present", "write-violation", "atomic-violation", "3",
	};
	u32 w0 = word(ring, msg, 0), w1 = word(ring, msg, 1);
	u32 w2 = word(ring, msg, 2), w3 = word(ring, msg, 3);

	guc_text_add(text, " asid=0x%x address=0x%llx access=%s fault=%s level=%u",
		     w1 >> 12, (u64)w3 << 32 | (w2 & 0xfffff000u), access[w2 & 3],
		     type[w2 >> 2 & 3], w0 & 7);
	guc_text_add(text, " hw_class=%u instance=%u", w0 >> 25 & 7, w0 >> 19 & 0x3f);
	if (w0 & 1u << 18)
		guc_text_add(text, " nack");
}

/* Print a struct xe_guc_pagefault_reply. Its "success" bit is set for a failure. */
static void print_page_fault_reply(struct guc_text *text,
				   const struct guc_ct_ring *ring,
				   const struct guc_ct_msg *msg)
{
	u32 w0 = word(ring, msg, 0), w1 = word(ring, msg, 1);

	guc_text_add(text, " asid=0x%x answer=%s hw_class=%u instance=%u", w0 >> 12,
		     w0 & 2 ? "failed" : "handled", w1 >> 13 & 7, w1 >> 7 & 0x3f);
}

static void print_tlb_operation(struct guc_text *text, u32 operation)
{
	guc_text_add(text, " operation=");
	print_name(text, GUC_ABI_TLB_INVAL, operation & 0xff);
	guc_text_add(text, ",%s%s", operation >> 8 & 0xff ? "lite" : "heavy",
		     operation & 1u << 31 ? ",flush_cache" : "");
}

/*
 * Print two data words as one number if their names are NAME_lo and NAME_hi. Return: whether they
 * were printed.
 */
static bool print_halves(struct guc_text *text, struct guc_view low,
			 struct guc_view high, u32 low_word, u32 high_word)
{
	if (low.len <= 3 || high.len != low.len ||
	    memcmp(low.data, high.data, low.len - 3) ||
	    memcmp(low.data + low.len - 3, "_lo", 3) ||
	    memcmp(high.data + high.len - 3, "_hi", 3))
		return false;
	guc_text_add(text, " %.*s=0x%llx", (int)low.len - 3, (const char *)low.data,
		     (u64)high_word << 32 | low_word);
	return true;
}

static void print_word(struct guc_text *text, struct guc_view name, u32 index,
		       u32 value)
{
	const char *engine;

	if (!name.len) {
		guc_text_add(text, " data%u=0x%x", index + 1, value);
		return;
	}
	guc_text_add(text, " %.*s=", (int)name.len, (const char *)name.data);
	if (is(name, "guc_id") && value != U32_MAX) {
		guc_text_add(text, "%u", value);
	} else if (is(name, "engine_class")) {
		engine = guc_abi_engine(value);
		guc_text_add(text, "%u%s%s%s", value, engine ? "(" : "",
			     engine ? engine : "", engine ? ")" : "");
	} else if (is(name, "mode") && value < 2) {
		guc_text_add(text, "%s", str_enable_disable(value));
	} else if (is(name, "status")) {
		print_name(text, GUC_ABI_CAPTURE_STATUS, value & 0xff);
	} else {
		guc_text_add(text, "0x%x", value);
	}
}

static void print_words(struct guc_text *text, const struct guc_ct_ring *ring,
			const struct guc_ct_msg *msg)
{
	const struct guc_abi_action *action = guc_abi_action(msg->action);
	u32 i;

	for (i = 0; i < msg->nr_data; i++) {
		struct guc_view name = guc_abi_word(action, i);

		if (is(name, "klv")) {
			print_klvs(text, ring, msg, i);
			return;
		}
		if (is(name, "operation")) {
			print_tlb_operation(text, word(ring, msg, i));
		} else if (i + 1 < msg->nr_data &&
			   print_halves(text, name, guc_abi_word(action, i + 1),
					word(ring, msg, i), word(ring, msg, i + 1))) {
			i++;
		} else {
			print_word(text, name, i, word(ring, msg, i));
		}
	}
}

static void print_action(struct guc_text *text, const struct guc_ct_ring *ring,
			 const struct guc_ct_msg *msg)
{
	const struct guc_abi_action *action = guc_abi_action(msg->action);

	if (action)
		guc_text_add(text, "%s", action->name);
	else
		guc_text_add(text, "action 0x%x", msg->action);
	if (msg->data0)
		guc_text_add(text, " data0=0x%x", msg->data0);
	if (msg->action == GUC_ACTION_PC_SLPC_REQUEST && msg->nr_data)
		print_slpc(text, ring, msg);
	else if (msg->action == GUC_ACTION_REPORT_PAGE_FAULT_REQ_DESC && msg->nr_data == 4)
		print_page_fault(text, ring, msg);
	else if (msg->action == GUC_ACTION_PAGE_FAULT_RES_DESC && msg->nr_data >= 2)
		print_page_fault_reply(text, ring, msg);
	else
		print_words(text, ring, msg);
}

/**
 * guc_ct_msg_print() - print a message as text, without a newline
 * @text: the text to append to
 * @ring: the ring that contains the message
 * @msg: the message, from @ring
 *
 * A request or event is printed as its action and its data words. An answer is printed as
 * its type and its values, because it does not contain the action of its request.
 *
 * Context: any, does not sleep.
 */
void guc_ct_msg_print(struct guc_text *text, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *msg)
{
	u32 i;

	if (guc_ct_msg_has_action(msg)) {
		print_action(text, ring, msg);
		return;
	}
	print_name(text, GUC_ABI_HXG_TYPE, msg->type);
	switch (msg->type) {
	case GUC_HXG_TYPE_RESPONSE_FAILURE:
		guc_text_add(text, " error=");
		print_name(text, GUC_ABI_RESPONSE, msg->action);
		guc_text_add(text, " hint=0x%x", msg->data0);
		break;
	case GUC_HXG_TYPE_RESPONSE_SUCCESS:
		guc_text_add(text, " data0=0x%x", msg->data0);
		break;
	case GUC_HXG_TYPE_NO_RESPONSE_BUSY:
		guc_text_add(text, " counter=%u", msg->aux);
		break;
	default:
		guc_text_add(text, " reason=%u", msg->aux);
		break;
	}
	for (i = 0; i < msg->nr_data; i++)
		guc_text_add(text, " data%u=0x%x", i + 1, word(ring, msg, i));
}
