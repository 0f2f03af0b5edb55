// SPDX-License-Identifier: GPL-2.0-only
#include "dump_messages.h"

#include "guc_abi_names.h"
#include "guc_text.h"
#include "guclog_dump.h"
#include "output/ct_list.h"
#include "output/json_out.h"
#include "util/log_file.h"
#include "util/msg.h"
#include "util/status.h"

static const char *type_name(const struct guc_ct_msg *msg)
{
	const char *name = guc_abi_name(GUC_ABI_HXG_TYPE, msg->type);

	return name ? name : "?";
}

static void show_msg(const struct ct_list *list, u32 i)
{
	const struct guc_ct_msg *msg = &list->msg[i];
	const char *request = ct_list_request(list, msg);
	char buf[512] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	guc_ct_msg_print(&text, list->ring, msg);
	printf("  %5u  0x%04x  %-17s  %s%s%s%s%s\n", msg->offset, msg->fence,
	       type_name(msg), buf, text.len >= sizeof(buf) ? "..." : "",
	       request ? " to " : "", request ? request : "",
	       msg->unread ? "  (unread)" : "");
}

static void show_status(u32 status)
{
	unsigned int bit;

	printf("status 0x%x", status);
	for (bit = 0; bit < 32; bit++) {
		const char *name = guc_abi_name(GUC_ABI_CTB_STATUS, 1u << bit);

		if (status >> bit & 1 && name)
			printf(" %s", name);
	}
}

static void show_ring(const struct dump_messages *m, const struct ct_list *list)
{
	const struct guc_ct_ring *ring = list->ring;
	u32 from = 0, i;

	printf("%s: %u words, head %u, tail %u, ", guc_ct_ring_name(ring->id),
	       ring->size, ring->head, ring->tail);
	show_status(ring->status);
	printf("; %u messages, %u unread\n", list->nr, list->unread);
	if (!ring->usable) {
		puts("  no messages can be read from it");
		return;
	}
	if (list->missing_words)
		printf("  %u words of it are not in the dump\n", list->missing_words);
	else if (ring->known < ring->size)
		puts("  this kernel's dump has only the unread messages");
	if (m->last.given && m->last.value < list->nr)
		from = list->nr - (u32)m->last.value;
	if (list->nr > from)
		printf("  %5s  %6s  %-17s  %s\n", "word", "fence", "type",
		       "action or answer");
	for (i = from; i < list->nr; i++)
		show_msg(list, i);
}

static void show_gt(const struct guclog_dump_gt *gt)
{
	if (gt->has_id)
		printf("GT %u\n", gt->id);
	if (gt->ct.disabled)
		puts("CT buffers: the driver had disabled them");
	else if (!gt->ct.present)
		puts("CT buffers: not in this dump");
	else if (gt->ct.blob.redacted)
		puts("CT buffers: their contents were taken out by --redact");
}

/* Return: an enum cmd_status. */
static int one_gt(const struct dump_messages *m, const struct guclog_dump *dump,
		  const struct guclog_dump_gt *gt)
{
	struct ct_list list[GUC_CT_RINGS];
	const struct guc_ct *ct;
	int status = CMD_FINE;
	unsigned int i;

	ct = ct_list_make(list, gt);
	if (!m->json)
		show_gt(gt);
	for (i = 0; i < ct->nr_faults && i < GUC_CT_MAX_FAULTS; i++)
		msg_fault(stderr, "guclog: ", "GuC CT", &ct->fault[i]);
	if (ct->nr_faults || list[GUC_CT_H2G].missing_words ||
	    list[GUC_CT_G2H].missing_words)
		status = CMD_FAULTS;
	if (m->json)
		json_messages_add(m->file->nr_dumps > 1 ? dump->name : NULL, gt, list,
				  m->ring, m->last.given ? m->last.value : ~0ull);
	for (i = 0; i < GUC_CT_RINGS && !m->json; i++)
		if (ct->ring[i].present && (!m->ring || m->ring == (int)i + 1))
			show_ring(m, &list[i]);
	ct_list_free(list);
	return status;
}

/* Return: an enum cmd_status. */
static int one_dump(const struct dump_messages *m, const struct guclog_dump *dump,
		    unsigned int *shown)
{
	int status = dump->cut ? CMD_FAULTS : CMD_FINE;
	unsigned int i;

	if (m->file->nr_dumps > 1 && !m->json)
		printf("%s\n", dump->name);
	for (i = 0; i < dump->nr_gts; i++) {
		const struct guclog_dump_gt *gt = &dump->gt[i];

		if (m->gt.given && (!gt->has_id || gt->id != m->gt.value))
			continue;
		status = max_t(int, status, one_gt(m, dump, gt));
		(*shown)++;
	}
	if (!dump->nr_gts) {
		msg_fail(dump->name, "ends before the sections of its GT");
		status = CMD_FAULTS;
	}
	return status;
}

/* There are no sections of the GT that the user asked for. */
static void fail_gt(const struct dump_messages *m)
{
	char buf[320] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	const struct guclog_dump *dump;
	unsigned int i, k;

	for (i = 0; (dump = m->file->dump[i]); i++)
		for (k = 0; k < dump->nr_gts; k++)
			if (dump->gt[k].has_id)
				guc_text_add(&text, "%sGT %u", text.len ? ", " : "",
					     dump->gt[k].id);
	if (text.len)
		msg_fail(m->file->name, "has no sections of GT %llu, only of %s",
			 m->gt.value, buf);
	else
		msg_fail(m->file->name, "has no sections of GT %llu", m->gt.value);
}

/**
 * dump_messages() - show the messages in the CT buffers of devcoredumps
 * @m: what to show; its file has a devcoredump
 *
 * Context: process context; prints.
 * Return: an enum cmd_status.
 */
int dump_messages(const struct dump_messages *m)
{
	const struct guclog_dump *dump;
	unsigned int i, shown = 0;
	int status = CMD_FINE;

	for (i = 0; (dump = m->file->dump[i]); i++)
		status = max_t(int, status, one_dump(m, dump, &shown));
	if (!shown && m->gt.given) {
		fail_gt(m);
		return CMD_FAILED;
	}
	if (m->json)
		json_messages_print();
	return status;
}
