// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "guc_abi_names.h"
#include "guc_text.h"
#include "guclog_dump.h"
#include "output/ct_list.h"
#include "output/json_out.h"
#include "util/log_file.h"
#include "util/msg.h"

/**
 * struct ct - one run
 * @gt: only this GT
 * @ring: 1 plus the enum guc_ct_ring_id of the only ring, 0 for both
 * @last: number of newest messages of each ring that are shown
 * @json: as JSON
 * @file: the devcoredumps
 */
struct ct {
	struct number gt;
	int ring;
	struct number last;
	bool json;
	struct guclog_file *file;
};

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

static void show_ring(const struct ct *c, const struct ct_list *list)
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
	if (c->last.given && c->last.value < list->nr)
		from = list->nr - (u32)c->last.value;
	if (list->nr > from)
		printf("  %5s  %6s  %-17s  %s\n", "word", "fence", "type",
		       "action or answer");
	for (i = from; i < list->nr; i++)
		show_msg(list, i);
}

static void show_gt(const struct guclog_tree_gt *gt)
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
static int one_gt(struct ct *c, const struct guclog_tree *dump, const struct guclog_tree_gt *gt)
{
	struct ct_list list[GUC_CT_RINGS];
	const struct guc_ct *ct;
	int status = CMD_FINE;
	unsigned int i;

	ct = ct_list_make(list, gt);
	if (!c->json)
		show_gt(gt);
	for (i = 0; i < ct->nr_faults && i < GUC_CT_MAX_FAULTS; i++)
		msg_fault(stderr, "guclog: ", "GuC CT", &ct->fault[i]);
	if (ct->nr_faults || list[GUC_CT_H2G].missing_words ||
	    list[GUC_CT_G2H].missing_words)
		status = CMD_FAULTS;
	if (c->json)
		json_ct_add(guclog_file_dumps(c->file) > 1 ? dump->name : NULL, gt, list, c->ring,
			    c->last.given ? c->last.value : ~0ull);
	for (i = 0; i < GUC_CT_RINGS && !c->json; i++)
		if (ct->ring[i].present && (!c->ring || c->ring == (int)i + 1))
			show_ring(c, &list[i]);
	ct_list_free(list);
	return status;
}

/* Return: an enum cmd_status. */
static int one_dump(struct ct *c, const struct guclog_tree *dump, unsigned int *shown)
{
	int status = dump->cut ? CMD_FAULTS : CMD_FINE;
	unsigned int i;

	if (guclog_file_dumps(c->file) > 1 && !c->json)
		printf("%s\n", dump->name);
	for (i = 0; i < dump->nr_gts; i++) {
		const struct guclog_tree_gt *gt = &dump->gt[i];

		if (c->gt.given && (!gt->has_id || gt->id != c->gt.value))
			continue;
		status = max_t(int, status, one_gt(c, dump, gt));
		(*shown)++;
	}
	if (!dump->nr_gts) {
		msg_fail(dump->name, "ends before the sections of its GT");
		status = CMD_FAULTS;
	}
	return status;
}

/* There are no sections of the GT that the user asked for. */
static void fail_gt(const struct ct *c)
{
	char buf[320] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	const struct guclog_tree *dump;
	unsigned int i, k;

	for (i = 0; (dump = log_file_tree(c->file, i)); i++)
		for (k = 0; k < dump->nr_gts; k++)
			if (dump->gt[k].has_id)
				guc_text_add(&text, "%sGT %u", text.len ? ", " : "",
					     dump->gt[k].id);
	if (text.len)
		msg_fail(guclog_file_name(c->file), "has no sections of GT %llu, only of %s",
			 c->gt.value, buf);
	else
		msg_fail(guclog_file_name(c->file), "has no sections of GT %llu", c->gt.value);
}

static int run(void *into, int nr, char **path)
{
	struct ct *c = into;
	const struct guclog_tree *dump;
	unsigned int i, shown = 0;
	int status = CMD_FINE;

	c->file = log_file_open(path[0], true);
	if (!guclog_file_whole(c->file))
		status = CMD_FAULTS;
	if (!guclog_file_dumps(c->file) && !status)
		log_file_tell(c->file, GUCLOG_WANT_DUMP);
	if (!guclog_file_dumps(c->file))
		return CMD_FAILED;
	for (i = 0; (dump = log_file_tree(c->file, i)); i++)
		status = max_t(int, status, one_dump(c, dump, &shown));
	if (!shown && c->gt.given) {
		fail_gt(c);
		return CMD_FAILED;
	}
	if (c->json)
		json_ct_print();
	return status;
}

static void end(void *into)
{
	struct ct *c = into;

	guclog_close(c->file);
}

static const char * const rings[] = { "both", "h2g", "g2h", NULL };

static const struct option_desc options[] = {
	OPT_CHOICE(struct ct, ring, "ring", "RING", 0, rings,
		   "h2g (driver to GuC), g2h (GuC to driver) or both, the default"),
	OPT_NUMBER(struct ct, last, "last", "N", U32_MAX,
		   "only the N newest messages of each ring"),
	OPT_GT(struct ct, gt, "only this GT"),
	OPT_JSON(struct ct, json),
	OPT_END
};

/* guclog ct */
const struct cmd cmd_ct = {
	.summary = "show the messages between driver and GuC in a devcoredump",
	.usage = {
		.verb = "ct",
		.synopsis = "[OPTION...] FILE",
		.about =
"Show the messages in the CT buffers of a devcoredump, one a line, the oldest\n"
"first: what the driver asked the GuC for (H2G) and what the GuC answered or\n"
"reported (G2H), with the names of the public ABI.\n",
		.options = options,
		.notes = "FILE is an Xe devcoredump in any form, an archive or a directory of some, or '-'\n"
"for standard input.\n",
		.operands = "one FILE is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct ct),
	.run = run,
	.end = end,
};
