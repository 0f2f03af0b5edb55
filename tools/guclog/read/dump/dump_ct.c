// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the section "GuC CT" of a devcoredump: the CT buffers (command transport), which are the
 * rings for the messages from the driver to the GuC (H2G) and from the GuC to the driver (G2H).
 */
#include "dump_reader.h"

/* Largest size of [CTB].data in bytes: both rings with their largest sizes. */
#define MAX_SNAPSHOT	(2 * 4 * (size_t)GUC_CT_MAX_WORDS)

/*
 * Read a line such as "cmd[123]: 0x00000001". Linux 6.12 prints each unread word of a ring in
 * such a line.
 */
static bool read_cmd(struct dump_reader *r, struct guclog_dump_ct *ct, struct guc_view v)
{
	u64 index, value;
	uint64_t words;

	if (!printed_eat(&v, DUMP_RING_WORD) || !eat(&v, "[") || !dump_eat_number(&v, &index) ||
	    !eat(&v, "]: ") || !dump_eat_number(&v, &value))
		return false;
	if (r->ring < 0)
		return false;
	if (!ct->cmd[r->ring]) {
		if (!guclog_dump_number(&ct->ring[r->ring], DUMP_RING_SIZE, &words) || !words ||
		    words > GUC_CT_MAX_WORDS)
			return false;
		ct->cmd[r->ring] = arena_zero(r->arena, 4 * words);
		if (!ct->cmd[r->ring]) {
			r->no_memory = true;
			return true;
		}
		ct->cmd_words[r->ring] = (u32)words;
	}
	if (index >= ct->cmd_words[r->ring] || value > U32_MAX)
		return false;
	guc_store_le32((u32)value, ct->cmd[r->ring] + 4 * index);
	return true;
}

/* Return: whether the lines of a ring follow. The remark in brackets at the end can be damaged. */
static bool begins_ring(struct guc_view v, enum dump_name id)
{
	const char *text = printed_text(id);
	size_t len = strcspn(text, "(") - 1;

	return v.len >= len && !memcmp(v.data, text, len);
}

/**
 * dump_ct_line() - read a line of section "GuC CT"
 * @r: reader of the devcoredump
 * @v: the line
 *
 * Return: true, or false if the line is unknown.
 */
bool dump_ct_line(struct dump_reader *r, struct guc_view v)
{
	struct guclog_dump_gt *gt = dump_current_gt(r);
	struct guc_view value, word = v;
	enum dump_name what = printed_data(v, DUMP_CT_DATA, &value);
	struct guclog_dump_ct *ct;
	u64 n;

	if (!gt)
		return true;
	ct = &gt->ct;
	if (printed_eat(&v, DUMP_CT_DISABLED)) {
		ct->disabled = true;
		return true;
	}
	if (begins_ring(v, DUMP_CT_H2G)) {
		r->ring = GUC_CT_H2G;
		return true;
	}
	if (begins_ring(v, DUMP_CT_G2H)) {
		r->ring = GUC_CT_G2H;
		return true;
	}
	if (what == DUMP_VM_DATA) {
		if (ct->data) {
			dump_problem(r, "a second [CTB].data: it is not read");
			return true;
		}
		r->to_ct = true;
		r->ct_room = 0;
		dump_begin_blob(r, &ct->blob);
		return true;
	}
	if (what == DUMP_VM_LENGTH && eat(&value, " ") && dump_eat_number(&value, &n)) {
		dump_blob_length(&ct->blob, n);
		return true;
	}
	if (read_cmd(r, ct, v))
		return true;
	if (printed_eat(&word, DUMP_RING_WORD) && eat(&word, "[") && v.data[v.len - 1] == 'x') {
		ct->blob.redacted = true;
		return true;
	}
	word = v;
	if (r->ring < 0 || printed_eat(&word, DUMP_CT_OUTSTANDING))
		return dump_add_field(r, &ct->fields, SECTION_CT, v);
	return dump_add_field(r, &ct->ring[r->ring], SECTION_RING, v);
}

/**
 * dump_ct_bytes() - store bytes of [CTB].data
 * @r: reader of the devcoredump
 * @bytes: the bytes
 * @len: number of bytes
 */
void dump_ct_bytes(struct dump_reader *r, const u8 *bytes, size_t len)
{
	struct guclog_dump_gt *gt = dump_current_gt(r);
	struct guclog_dump_ct *ct;
	size_t room;
	u8 *data;

	if (!gt || !len)
		return;
	ct = &gt->ct;
	if (ct->len + len > MAX_SNAPSHOT)
		return;
	if (ct->len + len > r->ct_room) {
		room = max(2 * r->ct_room, (size_t)4096);
		data = arena_grow(r->arena, ct->data, room);
		if (!data) {
			r->no_memory = true;
			return;
		}
		ct->data = data;
		r->ct_room = room;
	}
	memcpy(ct->data + ct->len, bytes, len);
	ct->len += len;
}

static u32 ring_number(const struct guclog_dump_fields *fields, enum dump_name id)
{
	uint64_t n;

	return guclog_dump_number(fields, id, &n) && n <= U32_MAX ? (u32)n : 0;
}

/* Make a ring from its unread words. A dump of Linux 6.12 does not have the other words. */
static void make_ring(struct guc_ct *ct, const struct guclog_dump_ct *text,
		      enum guc_ct_ring_id id)
{
	struct guc_ct_ring *ring = &ct->ring[id];
	const struct guclog_dump_fields *fields = &text->ring[id];
	struct guc_fault fault;

	if (!fields->nr)
		return;
	*ring = (struct guc_ct_ring){
		.id = id,
		.present = true,
		.head = ring_number(fields, DUMP_RING_HEAD_MEMORY),
		.tail = ring_number(fields, DUMP_RING_TAIL_MEMORY),
		.status = ring_number(fields, DUMP_RING_STATUS_MEMORY),
		.size = ring_number(fields, DUMP_RING_SIZE),
	};
	if (text->cmd[id]) {
		ring->words = guc_view(text->cmd[id], 4 * (size_t)text->cmd_words[id]);
		ring->known = ring->tail >= ring->head ?
			      ring->tail - ring->head :
			      ring->tail + ring->size - ring->head;
	}
	guc_ct_ring_check(ring, &fault);
	if (fault.code && ct->nr_faults < GUC_CT_MAX_FAULTS)
		ct->fault[ct->nr_faults++] = fault;
}

/**
 * dump_ct_parse() - find the messages in the CT buffers of a GT
 * @gt: the GT, after all its lines were read
 * @arena: arena from which memory is allocated
 *
 * Uses [CTB].data if the devcoredump has it, or else the lines "cmd[...]" of Linux 6.12, which
 * contain only the unread messages.
 *
 * Return: 0 or -ENOMEM.
 */
int dump_ct_parse(struct guclog_dump_gt *gt, struct arena *arena)
{
	struct guclog_dump_ct *text = &gt->ct;
	struct guc_ct ct = { .nr_faults = 0 };

	if (text->blob.redacted)
		return 0;
	if (text->data) {
		guc_ct_parse(&ct, guc_view(text->data, text->len),
			     text->blob.has_length ? text->blob.length : text->len,
			     ring_number(&text->ring[GUC_CT_H2G], DUMP_RING_SIZE),
			     ring_number(&text->ring[GUC_CT_G2H], DUMP_RING_SIZE));
	} else {
		make_ring(&ct, text, GUC_CT_H2G);
		make_ring(&ct, text, GUC_CT_G2H);
		if (!ct.ring[GUC_CT_H2G].present && !ct.ring[GUC_CT_G2H].present)
			return 0;
	}
	text->parsed = arena_alloc(arena, sizeof(*text->parsed));
	if (!text->parsed)
		return -ENOMEM;
	*text->parsed = ct;
	return 0;
}
