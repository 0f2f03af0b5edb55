// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sentences about the position of the engine: at which command of its ring or batch it was. They do
 * not state a cause of the hang, because registers show only a position.
 */
#include "explain/fault_address.h"
#include "model/printed.h"
#include "explain/explanation.h"

#include <errno.h>

#include "read/dump/dump.h"
#include "explain/batch.h"
#include "guc_clock.h"

/* Add the number of the job that had begun and not ended, according to the driver. */
static void say_open_job(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;

	if (d->has_seqno_begun && d->has_seqno_done && jobs_since(d->seqno_begun, d->seqno_done) == 1)
		sentence_more(x, "; job %u had begun and not ended", (u32)d->seqno_begun);
}

/*
 * Say where the context left its engine, according to the registers that the engine saved in the
 * LRC (logical ring context).
 */
static void say_saved(struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;

	sentence_begin(x, "Where: guc_id %u left %s in a batch", s->guc_id, s->engine);
	if (s->has_job)
		sentence_more(x, " of job %u (number %llu of this queue)", (u32)s->job,
			      job_ordinal(s->job));
	else
		say_open_job(x);
	sentence_more(x, ". The engine saved this position in the image of the context when the context last left the engine; the engine's registers in the dump do not belong to this context.");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

static void say_place(struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;
	const struct guclog_driver *d = &x->shown.driver;

	switch (s->place) {
	case GUCLOG_PLACE_IN_BATCH:
		sentence_begin(x, "Where: %s stood in a batch", s->engine);
		break;
	case GUCLOG_PLACE_BEFORE_BATCH:
		sentence_begin(x, "Where: %s stood in its ring, in the driver's commands before the batch",
			       s->engine);
		break;
	case GUCLOG_PLACE_AFTER_BATCH:
		sentence_begin(x, "Where: %s stood in its ring, in the driver's commands after the batch",
			       s->engine);
		break;
	default:
		sentence_begin(x, "Where: %s stood in its ring%s", s->engine,
			       x->no_bbaddr ? " or in a batch" : "");
	}
	if (s->has_job)
		sentence_more(x, " of job %u (number %llu of this queue), %u dwords after the beginning of the job's commands in the ring",
			      (u32)s->job, job_ordinal(s->job), s->job_dword);
	else
		say_open_job(x);
	if (s->has_job)
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	if (s->place == GUCLOG_PLACE_BEFORE_BATCH && s->has_job && jobs_since(d->seqno_begun, s->job) < 0)
		sentence_more(x, ": the engine had not yet written that the job had begun, so the batch of the job had not begun");
	if (s->place == GUCLOG_PLACE_UNKNOWN && x->no_bbaddr)
		sentence_more(x, " (the dump does not have RING_BBADDR, which shows whether it was in a batch)");
	if (s->source && !strcmp(s->source, "Manual"))
		sentence_more(x, " (the driver read the registers, later than the GuC would have read them)");
	sentence_more(x, ".");
}

/* Return: name of the register with the engine's address in the batch. */
static const char *address_name(const struct explanation *x)
{
	if (x->shown.state && x->shown.state->saved)
		return "BB_ADDR";
	return printed_text(DUMP_REGISTER_ACTHD);
}

static void say_command(struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;

	if (!s->has_ipehr || !s->ipehr)
		return;
	sentence_begin(x, "The last command that the engine's streamer had parsed is %s (IPEHR 0x%08x",
		       s->command ? s->command : "not known", s->ipehr);
	if (s->has_acthd && s->place == GUCLOG_PLACE_IN_BATCH)
		sentence_more(x, ", %s 0x%llx", address_name(x), (u64)s->acthd);
	sentence_more(x, ")");
	if (s->semaphore == GUCLOG_YES)
		sentence_more(x, "; it waited for a semaphore");
	else if (s->semaphore == GUCLOG_NO)
		sentence_more(x, "; it did not wait for a semaphore");
	sentence_more(x, ".");
	if (!engine_is_parked(x))
		return;
	sentence_begin(x, "Compute-runtime lets an idle queue poll a semaphore until the next work comes, so the time on the engine says little.");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

/*
 * Name the units of the engine that were busy. The published names are for graphics version 12.5;
 * they are used for later versions, too.
 */
static void say_units(struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;

	if (!s->busy)
		return;
	sentence_begin(x, "Units of the engine that were still busy: %s (RING_INSTDONE 0x%08x; the names are those of graphics 12.5, bits without a name are left out).",
		       *s->busy ? s->busy : "none", s->instdone);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

static void name_command(struct explanation *x, const struct guclog_command *c)
{
	sentence_more(x, "%s at 0x%llx%s%s%s", c->name, (u64)c->address, *c->text ? " (" : "",
		      c->text, *c->text ? ")" : "");
}

/* Say why the dump does not have the memory at the engine's address in the batch. */
static void say_not_dumped(struct explanation *x)
{
	const struct guclog_dump_range *range =
		dump_find_range(x->dump, gpu_address(x->shown.batch->acthd));
	const struct guclog_dump_vm *vm = &x->dump->vm;

	sentence_begin(x, "The batch is not in the dump: ");
	if (!vm->present)
		sentence_more(x, "the section VM state is missing.");
	else if (range && range->has_error)
		sentence_more(x, "the driver could not read the memory range that contains the address in %s (error %lld).",
			      address_name(x), (s64)range->error);
	else if (range)
		sentence_more(x, "the data of the memory range that contains the address in %s %s.",
			      address_name(x), range->blob.present ? "end before it" :
			      "are missing");
	else if (vm->nr_ranges)
		sentence_more(x, "none of the dumped memory ranges contains the address in %s.",
			      address_name(x));
	else if (vm->has_error && vm->error && vm->error != -ENODEV)
		sentence_more(x, "the driver could not capture any memory (error %lld).",
			      (s64)vm->error);
	else if (!vm->has_error && x->dump->cut)
		sentence_more(x, "the contents of the section VM state are missing.");
	else
		sentence_more(x, "nothing was marked for capture. Compute-runtime marks nothing unless debugging is enabled.");
}

static void say_batch(struct explanation *x)
{
	const struct guclog_batch *b = x->shown.batch;

	if (!b)
		return;
	switch (b->state) {
	case GUCLOG_BATCH_FOUND:
		sentence_begin(x, "In the dumped batch the streamer stood at or just after ");
		name_command(x, b->stop);
		sentence_more(x, ", an estimate%s; 'guclog dump --batch' lists the commands around it.",
			      b->start_assumed ? ", if the batch starts where the memory starts" :
			      "");
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		if (b->work && b->work->address != b->stop->address) {
			sentence_begin(x, "The last command before this one that starts work: ");
			name_command(x, b->work);
			sentence_more(x, ".");
			sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		}
		break;
	case GUCLOG_BATCH_NOT_DUMPED:
		say_not_dumped(x);
		break;
	case GUCLOG_BATCH_NO_START:
		sentence_begin(x, "The place in the batch is not known: the dump does not have the address of the job's batch (section Job), and no command was found from the beginning of the memory range.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		break;
	case GUCLOG_BATCH_UNKNOWN:
		sentence_begin(x, "The place in the batch is not known: an earlier command is unknown, and so is its length.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		break;
	case GUCLOG_BATCH_TOO_LONG:
		sentence_begin(x, "The place in the batch is not known: only the first million commands are searched.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		break;
	default:
		sentence_begin(x, x->shown.state->saved ?
			       "The place in the batch is not known: the engine may have been in a batch that this one calls at BB_ADDR, or the batch has changed." :
			       "The place in the batch is not known: no command at or just before ACTHD is the one in IPEHR; the batch may have changed since the registers were read.");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
}

static void say_span(struct explanation *x)
{
	u64 wrap_ns = (u64)guc_ticks_to_ns(1ll << 32, x->survey->hz);

	sentence_begin(x, "guc_id %u was on its engine for between %.1f and %.1f s",
		       x->found->victim.guc_id, lower_seconds(x), upper_seconds(x));
	if (x->state.wraps)
		sentence_more(x, " (the upper bound can be larger by a multiple of %.1f s, because the times in the log and in the image of the context have only 32 bits)",
			      (double)wrap_ns / 1e9);
	sentence_more(x, ": it was already there at the beginning of the log, and the image of its context had last been saved %.1f s earlier.",
		      (double)(x->state.most_ns - x->state.least_ns) / 1e9);
	sentence_says(x, GUCLOG_BASIS_BOTH);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

/*
 * Return: a clause that says why the context image (registers saved in the LRC) does not show
 * where the context left the engine.
 */
static const char *why_not_saved(const struct explanation *x)
{
	switch (x->image_use) {
	case IMAGE_BEFORE_RESET:
		return "; the image of its context is older than the hang, because an engine that is reset saves nothing";
	case IMAGE_NOT_LAST:
		return "; the image of its context can be older than the hang, because the queue was not disabled";
	case IMAGE_NO_BATCH:
		return "; the image of its context was saved outside a batch";
	case IMAGE_NOT_CONFIRMED:
		return "; the image of its context has the address of a batch, but nothing shows that this batch belongs to the unfinished job";
	default:
		return "";
	}
}

/**
 * explain_engine() - describe the position of the engine
 * @x: the explanation, after engine_state_make()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_engine(struct explanation *x)
{
	if (x->state.has_span)
		say_span(x);
	if (x->shown.state) {
		if (x->shown.state->saved)
			say_saved(x);
		else
			say_place(x);
		say_command(x);
		say_units(x);
		say_batch(x);
	} else if (x->shown.idle_engine) {
		sentence_begin(x, "Where %s stood is not known: its registers in the dump show no context on it, as after a disable or a reset of the queue%s.",
			       x->shown.idle_engine, why_not_saved(x));
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	} else if (x->perhaps_idle) {
		sentence_begin(x, "Where %s stood is not known: the dump does not have RING_BBADDR, which shows whether a context was on it%s.",
			       x->engine->name, why_not_saved(x));
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
	explain_ct_faults(x);
	if (x->shown.memory_fault && x->shown.memory_fault->fault)
		fault_address_dump(x, x->shown.memory_fault->fault->address);
}
