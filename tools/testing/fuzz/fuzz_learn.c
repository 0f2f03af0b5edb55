// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs the learner, which finds the meaning of the events of an unknown firmware (see
 * learn/learn.h). The input has two bytes with the number of messages and of contexts, then
 * messages of four bytes, contexts of four bytes and events of ten bytes.
 */
#include "fuzz.h"

#include "events/learn/learn.h"

#define MAX_EVENTS	20000u

static void take_messages(struct learn_message *m, u32 nr, struct guc_view *in)
{
	u32 i;

	for (i = 0; i < nr; i++) {
		m[i] = (struct learn_message){ .action = fuzz_take(in, 2) };
		m[i].nr_data = m[i].action % (LEARN_DATA + 1);
		m[i].data[0] = fuzz_take(in, 1);
		m[i].data[1] = fuzz_take(in, 1);
		m[i].data[2] = m[i].data[0] % 6;
		m[i].data[3] = 1u << m[i].data[1] % 8;
		m[i].data[9] = m[i].data[1] << 12;
	}
}

static void take_contexts(struct learn_context *c, u32 nr, struct guc_view *in)
{
	u32 i;

	for (i = 0; i < nr; i++)
		c[i] = (struct learn_context){
			.guc_id = fuzz_take(in, 1),
			.lrca = fuzz_take(in, 1),
			.class = fuzz_take(in, 1),
			.timeout_us = fuzz_take(in, 1) * 10000,
			.mask = 1,
		};
}

static u32 take_events(struct learn_entry *e, struct guc_view *in)
{
	s64 tick = 0;
	u32 i;

	for (i = 0; in->len && i < MAX_EVENTS; i++) {
		u32 id = fuzz_take(in, 1), step = fuzz_take(in, 1);

		tick += step;
		e[i].tick = tick;
		e[i].id = id < GUC_EVX_COUNT ? guc_event_table[id].id : id << 8;
		e[i].gap = !i || step == 255;
		e[i].arg[0] = fuzz_take(in, 4);
		e[i].arg[1] = fuzz_take(in, 4);
	}
	return i;
}

static void check_row(const struct learned *learned, const struct learn_row *row)
{
	unsigned int n;

	FUZZ_CHECK(row->hits <= row->checks);
	FUZZ_CHECK(row->count);
	FUZZ_CHECK(learned_find(learned, row->id) == row);
	FUZZ_CHECK(learn_grade_name(row->grade) && learn_look_name(row->look[0]));
	if (row->event == LEARN_NONE) {
		FUZZ_CHECK(!learned_is_usable(row));
		return;
	}
	FUZZ_CHECK(row->event < GUC_EVX_COUNT);
	FUZZ_CHECK(*learn_refutation(row->event));
	for (n = 0; n < guc_event_table[row->event].nr_fields; n++)
		FUZZ_CHECK(row->slot[n].arg < 2 && row->slot[n].low + row->slot[n].bits <= 32);
	if (learned_is_usable(row))
		FUZZ_CHECK(learned->words & 1ull << row->event);
}

/*
 * learned_translate() must give an event an id of the dictionary if and only if the event's own id
 * was learned.
 */
static void check_translation(const struct learned *learned, const struct learn_entry *e)
{
	u32 id = e->id, arg[2] = { e->arg[0], e->arg[1] };

	learned_translate(learned, &id, arg);
	FUZZ_CHECK(!guc_event_find(id) == !learned_def(learned, e->id));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 nr_messages = fuzz_take(&in, 1), nr_contexts = fuzz_take(&in, 1), i;
	struct learn_message *m = fuzz_alloc(nr_messages * sizeof(*m));
	struct learn_context *c = fuzz_alloc(nr_contexts * sizeof(*c));
	struct learn_entry *e = fuzz_alloc((in.len / 10 + 2) * sizeof(*e));
	struct learn_input input = { .hz = 19200000, .nr_h2g = nr_messages, .h2g = m,
				     .nr_contexts = nr_contexts, .context = c, .entry = e };
	struct learned *learned, *other;

	take_messages(m, nr_messages, &in);
	take_contexts(c, nr_contexts, &in);
	input.nr_entries = take_events(e, &in);
	learned = learn(&input);
	other = learn(&input);
	FUZZ_CHECK(learned && other);
	FUZZ_CHECK(learned->nr <= LEARN_IDS);
	for (i = 0; i < learned->nr; i++)
		check_row(learned, &learned->row[i]);
	for (i = 0; i < input.nr_entries; i++)
		check_translation(learned, &e[i]);
	FUZZ_CHECK(!learned_merge(learned, other));
	FUZZ_CHECK(learned->nr == other->nr);
	learned_free(other);
	learned_free(learned);
	free(e);
	free(c);
	free(m);
	return 0;
}
