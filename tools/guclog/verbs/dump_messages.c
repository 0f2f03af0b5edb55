// SPDX-License-Identifier: GPL-2.0-only
#include "dump_messages.h"

#include "read/dump/messages.h"
#include "read/dump/sections.h"
#include "output/json_out.h"
#include "verbs/cli.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/fixedbuf.h"
#include "base/out.h"

/* Number of bytes of the text of a message that are printed; a longer text is cut. */
#define MAX_TEXT	511

static void show_msg(const struct guclog_message *m)
{
	out_printf("  %5u  %6u  %-17s  %.*s%s%s%s%s\n", m->offset, m->fence,
		   m->type_name ? m->type_name : "?", MAX_TEXT, m->text,
		   strlen(m->text) > MAX_TEXT ? "..." : "", m->answers ? " to " : "",
		   m->answers ? m->answers : "", m->unread ? "  (unread)" : "");
}

static void show_ring(const struct dump_messages *m, const struct guclog_ct_ring *ring)
{
	u32 from = 0, i;

	out_printf("%s: %u words, head %u, tail %u, status 0x%x%s%s; %u messages, %u unread\n",
		   ring->name, ring->words, ring->head, ring->tail, ring->status,
		   *ring->status_names ? " " : "", ring->status_names, ring->nr_messages,
		   ring->nr_unread);
	if (!ring->usable) {
		out_text("  no messages can be read from it\n");
		return;
	}
	if (ring->missing_words)
		out_printf("  %u words of it are not in the dump\n", ring->missing_words);
	else if (ring->only_unread)
		out_text("  this kernel's dump has only the unread messages\n");
	if (m->last.given && m->last.value < ring->nr_messages)
		from = ring->nr_messages - (u32)m->last.value;
	if (ring->nr_messages > from)
		out_printf("  %5s  %6s  %-17s  %s\n", "word", "fence", "type",
			   "action or answer");
	for (i = from; i < ring->nr_messages; i++)
		show_msg(ring->message[i]);
}

static void show_gt(const struct guclog_dump_gt *gt)
{
	if (gt->has_id)
		out_printf("GT %u\n", gt->id);
	if (gt->ct.disabled)
		out_text("CT buffers: the driver had disabled them\n");
	else if (!gt->ct.present)
		out_text("CT buffers: not in this dump\n");
	else if (gt->ct.blob.redacted)
		out_text("CT buffers: their contents were taken out by --redact\n");
}

/* Show the messages of a GT. Return: an enum cmd_status. */
static int one_gt(const struct dump_messages *m, const struct guclog_dump *dump,
		  unsigned int number)
{
	const struct guclog_ct *ct = guclog_ct_open(dump, number);
	const struct guclog_dump_gt *gt = &dump->gt[number];
	int status = CMD_FINE;
	unsigned int i;

	if (!ct)
		mem_none();
	if (!m->json)
		show_gt(gt);
	for (i = 0; i < ct->nr_kept; i++)
		msg_fail(NULL, "GuC CT: %s", ct->fault[i]->text);
	if (ct->nr_faults || ct->ring[GUCLOG_H2G]->missing_words ||
	    ct->ring[GUCLOG_G2H]->missing_words)
		status = CMD_FAULTS;
	if (m->json)
		json_messages_add(m->file->nr_dumps > 1 ? dump->name : NULL, gt, ct,
				  m->ring, m->last.given ? m->last.value : ~0ull);
	for (i = GUCLOG_H2G; i <= GUCLOG_G2H && !m->json; i++)
		if (ct->ring[i]->present && (!m->ring || m->ring == (int)i + 1))
			show_ring(m, ct->ring[i]);
	guclog_ct_close(ct);
	return status;
}

/* Show the messages of a devcoredump. Return: an enum cmd_status. */
static int one_dump(const struct dump_messages *m, const struct guclog_dump *dump,
		    unsigned int *shown)
{
	int status = dump->cut ? CMD_FAULTS : CMD_FINE;
	unsigned int i;

	if (m->file->nr_dumps > 1 && !m->json)
		out_printf("%s\n", dump->name);
	for (i = 0; i < dump->nr_gts; i++) {
		const struct guclog_dump_gt *gt = &dump->gt[i];

		if (m->gt.given && (!gt->has_id || gt->id != m->gt.value))
			continue;
		status = max_t(int, status, one_gt(m, dump, i));
		(*shown)++;
	}
	if (!dump->nr_gts) {
		msg_fail(dump->name, "ends before the sections of its GT");
		status = CMD_FAULTS;
	}
	return status;
}

/* Print that the devcoredumps have no sections of the GT that the user selected with --gt. */
static void fail_gt(const struct dump_messages *m)
{
	char buf[320] = "";
	struct fixedbuf text = { .buf = buf, .size = sizeof(buf) };
	const struct guclog_dump *dump;
	unsigned int i, k;

	for (i = 0; (dump = m->file->dump[i]); i++)
		for (k = 0; k < dump->nr_gts; k++)
			if (dump->gt[k].has_id)
				cli_list_gt(&text, dump->gt[k].id);
	if (text.len)
		msg_fail(m->file->name, "has no sections of GT %llu, only of %s",
			 m->gt.value, buf);
	else
		msg_fail(m->file->name, "has no sections of GT %llu", m->gt.value);
}

/**
 * dump_messages() - show the messages in the CT buffers (between driver and GuC) of devcoredumps
 * @m: what to show; its @file must have a devcoredump
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
