// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the text of a devcoredump. Input: a byte that selects the length of the pieces in which the
 * text is read, then the text. The result must not depend on this length.
 */
#include "fuzz.h"

#include "base/arena.h"
#include "read/dump/dump.h"

static u64 hash(u64 h, const void *data, size_t len)
{
	const u8 *p = data;

	while (len--)
		h = (h ^ *p++) * 0x100000001b3ull;
	return h;
}

static u64 hash_number(u64 h, u64 n)
{
	return hash(h, &n, sizeof(n));
}

static u64 hash_fields(u64 h, const struct guclog_dump_fields *fields)
{
	unsigned int i;

	h = hash_number(h, fields->nr);
	for (i = 0; i < fields->nr; i++) {
		const struct guclog_dump_field *f = &fields->field[i];

		FUZZ_CHECK(f->name && f->value);
		h = hash(h, f->name, strlen(f->name) + 1);
		h = hash(h, f->value, strlen(f->value) + 1);
		h = hash_number(h, f->line);
		FUZZ_CHECK(!f->id || f->item || guclog_dump_text(fields, f->id));
		h = hash_number(h, (u64)f->id << 32 | f->item);
	}
	return h;
}

static u64 hash_blob(u64 h, const struct guclog_dump_blob *blob)
{
	h = hash_number(h, blob->present | blob->has_length << 1 | blob->damaged << 2);
	h = hash_number(h, blob->bytes);
	return hash_number(h, blob->line);
}

static u64 hash_ct(u64 h, const struct guclog_dump_gt *gt)
{
	const struct guc_ct *ct = gt->ct.parsed;
	unsigned int i;

	h = hash_number(h, gt->ct.len);
	h = hash(h, gt->ct.data, gt->ct.len);
	if (!ct)
		return h;
	for (i = 0; i < GUC_CT_RINGS; i++) {
		const struct guc_ct_ring *ring = &ct->ring[i];
		u32 *offset;

		if (!ring->usable)
			continue;
		offset = fuzz_alloc(4 * (size_t)ring->size);
		h = hash_number(h, guc_ct_index(ring, offset));
		free(offset);
	}
	return h;
}

static u64 hash_gt(u64 h, const struct guclog_dump_gt *gt)
{
	unsigned int i, j;

	h = hash_fields(hash_number(h, gt->id), &gt->fields);
	h = hash_blob(hash_fields(h, &gt->log.fields), &gt->log.blob);
	h = hash_ct(hash_blob(h, &gt->ct.blob), gt);
	for (i = 0; i < gt->nr_contexts; i++) {
		const struct guclog_dump_context *ctx = &gt->context[i];

		h = hash_fields(hash_number(h, ctx->guc_id), &ctx->fields);
		for (j = 0; j < ctx->nr_lrcs; j++)
			h = hash_fields(h, &ctx->lrc[j].fields);
		h = hash_number(h, ctx->nr_jobs);
	}
	for (i = 0; i < gt->nr_engines; i++) {
		FUZZ_CHECK(gt->engine[i].name);
		h = hash_fields(h, &gt->engine[i].fields);
		h = hash_fields(h, &gt->engine[i].regs);
	}
	return hash_fields(h, &gt->job);
}

static u64 hash_dump(const struct guclog_dump *dump)
{
	u64 h = hash_fields(0, &dump->head);
	unsigned int i;

	FUZZ_CHECK(dump->found);
	h = hash_number(h, dump->lines);
	h = hash_number(h, dump->cut | dump->captured << 1 | dump->has_pid << 2);
	for (i = 0; i < dump->nr_gts; i++)
		h = hash_gt(h, &dump->gt[i]);
	h = hash_fields(h, &dump->vm.fields);
	for (i = 0; i < dump->vm.nr_ranges; i++)
		h = hash_blob(hash_number(h, dump->vm.range[i].address),
			      &dump->vm.range[i].blob);
	for (i = 0; i < dump->nr_problems && i < GUCLOG_MAX_PROBLEMS; i++) {
		FUZZ_CHECK(dump->problem[i].text);
		h = hash_number(h, dump->problem[i].line);
	}
	return hash_number(h, dump->nr_problems);
}

/*
 * Parse @text in pieces of @piece bytes. Return: a hash of the parsed devcoredump, 0 if the text is
 * not a devcoredump.
 */
static u64 read_in_pieces(struct guc_view text, size_t piece)
{
	struct arena arena;
	struct dump_reader *reader;
	struct guclog_dump *dump;
	size_t at, n;
	u64 h;

	arena_init(&arena, ARENA_NO_LIMIT);
	reader = dump_reader_new(&arena, 1);
	for (at = 0; at < text.len; at += n) {
		char *copy;

		n = min(piece, text.len - at);
		copy = fuzz_copy(text.data + at, n);
		FUZZ_CHECK(!dump_reader_feed(reader, copy, n));
		free(copy);
	}
	if (dump_reader_end(reader, &dump)) {
		FUZZ_CHECK(!dump);
		arena_free(&arena);
		return 0;
	}
	h = hash_dump(dump);
	arena_free(&arena);
	return h;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view text = guc_view(data, size);
	u32 piece = fuzz_take(&text, 1);
	u64 h = read_in_pieces(text, text.len + 1);

	FUZZ_CHECK(read_in_pieces(text, 8 * piece + 1) == h);
	return 0;
}
