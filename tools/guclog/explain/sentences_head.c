// SPDX-License-Identifier: GPL-2.0-only
/* The first sentence of an explanation: what happened, for a reader who does not know the GuC. */
#include "explain/explanation.h"

#include <ctype.h>

#include "guc_device.h"

/* Return: a word such as "compute" for an engine. @name: the engine's name in xe, such as "ccs0" */
static const char *engine_kind(const char *name)
{
	static const struct {
		const char *begin;
		const char *words;
	} kinds[] = {
		{ "rcs", "render" }, { "ccs", "compute" }, { "bcs", "copy" },
		{ "vcs", "video" }, { "vecs", "video enhancement" }, { "gsccs", "security" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(name, kinds[i].begin, strlen(kinds[i].begin)))
			return kinds[i].words;
	return NULL;
}

/* Return: the marketing name of the GPU, or NULL if it is not known. */
static const char *gpu_name(const struct explanation *x)
{
	const struct guc_facts *f = x->log ? const_core_facts(x->log->facts) : NULL;
	const struct guc_device *device = NULL;
	uint64_t id;

	if (x->dump && guclog_dump_number(&x->dump->head, DUMP_HEAD_PCI_ID, &id) && id <= 0xffff)
		device = guc_device_find((u16)id);
	else if (f && guc_facts_has(f, GUC_FACT_pci_id))
		device = guc_device_find(f->pci_id.device);
	return device ? device->name : NULL;
}

/* Copy a name without "(R)", "(TM)" and a "Graphics" at the end. */
static void plain_name(const char *name, char buf[64])
{
	size_t len = 0, end;

	while (*name && len < 63) {
		if (!strncmp(name, "(R)", 3))
			name += 3;
		else if (!strncmp(name, "(TM)", 4))
			name += 4;
		else
			buf[len++] = *name++;
	}
	buf[len] = '\0';
	end = strlen(" Graphics");
	if (len > end && !strcmp(buf + len - end, " Graphics"))
		buf[len - end] = '\0';
}

/* Return: the engine in words, such as "the compute engine of the Intel Arc Pro B70". */
static const char *where(const struct explanation *x, char buf[160])
{
	const char *class = x->shown.driver.engine_class;
	const char *kind = engine_kind(*x->shown.first->engine ? x->shown.first->engine : class ? class : "");
	const char *name = gpu_name(x);
	char gpu[64] = "GPU";

	if (name)
		plain_name(name, gpu);
	else if (x->several_gpus && x->device)
		snprintf(gpu, sizeof(gpu), "GPU %s", x->device);
	if (kind)
		snprintf(buf, 160, "the %s engine of the %s", kind, gpu);
	else
		snprintf(buf, 160, "an engine of the %s", gpu);
	return buf;
}

/* Was the process redacted? Redaction overwrites each character of name and PID with "x". */
static bool is_redacted(const char *process)
{
	return !process[strspn(process, "x []")];
}

/* Does the driver name the program that owns the queue? */
static bool has_program(const struct guclog_driver *d)
{
	return !d->kernel_queue && !d->bind_queue && d->process && !is_redacted(d->process);
}

/* Return: the owner of the queue that the devcoredump is about, in words for a sentence. */
static const char *owner(const struct explanation *x, char buf[96])
{
	const struct guclog_driver *d = &x->shown.driver;

	if (d->bind_queue)
		snprintf(buf, 96, "the driver's queue for page table updates");
	else if (d->kernel_queue)
		snprintf(buf, 96, "the kernel's own queue");
	else if (!d->process && x->dump && x->dump->process)
		snprintf(buf, 96, "a program that had ended");
	else if (!has_program(d))
		snprintf(buf, 96, "a program");
	else if (d->has_pid)
		snprintf(buf, 96, "%.64s (%u)", d->process, d->pid);
	else
		snprintf(buf, 96, "%.64s", d->process);
	return buf;
}

/* Does the devcoredump name the program that owns the victim (the context that hung)? */
static bool is_program(const struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;

	return d->guc_id != GUCLOG_NONE && x->shown.first->guc_id == d->guc_id && has_program(d);
}

/* Return: the owner of the victim (the context that hung), in words for a sentence. */
static const char *who(const struct explanation *x, char buf[96])
{
	const struct guclog_driver *d = &x->shown.driver;

	if (d->guc_id != GUCLOG_NONE && x->shown.first->guc_id == d->guc_id)
		return owner(x, buf);
	snprintf(buf, 96, "a context (guc_id %u)", x->shown.first->guc_id);
	return buf;
}

/*
 * Write how long the victim (the context that hung) was on its engine. Return: true, or false if
 * neither log nor dump shows this.
 */
static bool how_long(const struct explanation *x, char buf[TEXT_MAX + 16])
{
	const struct guclog_findings *v = x->found;
	char span[TEXT_MAX];

	if (x->state.has_span && !x->state.wraps) {
		snprintf(buf, TEXT_MAX + 16, " for between %.1f and %.1f s",
			 lower_seconds(x), upper_seconds(x));
		return true;
	}
	if (!v || !v->chosen || !is_victim_of_log(x) || !x->survey->hz)
		return false;
	snprintf(buf, TEXT_MAX + 16, " for %s",
		 since_text(x, v->victim.on_known, v->victim.on_since, v->chosen->begin_tick,
			    span));
	return true;
}

/*
 * Say that a memory access of the victim failed, and what followed, in the order of time: the first
 * of these steps is the cause. Return: true, or false if no memory access failed.
 */
static bool say_memory_fault(struct explanation *x)
{
	const struct guclog_memory_fault *m = x->shown.memory_fault;
	char name[96], place[160], span[TEXT_MAX];
	s64 failed;

	if (!m)
		return false;
	sentence_begin(x, "A memory access of %s on %s failed", who(x, name), where(x, place));
	if (m->fault) {
		sentence_more(x, ": the driver refused the page fault of a ");
		fault_text(x, m->fault);
	} else if (m->refused_index != GUCLOG_NO_EVENT) {
		sentence_more(x, ": the driver refused a page fault");
	}
	if (m->cat_error)
		sentence_more(x, "%s the GuC reported a memory (CAT) error", m->fault ? ";" : ":");
	if (m->has_cat_type)
		sentence_more(x, " of type %u", m->cat_type);
	if (m->disabled_index != GUCLOG_NO_EVENT) {
		failed = m->cat_index != GUCLOG_NO_EVENT ? m->cat_tick : m->refused_tick;
		sentence_more(x, "; the driver disabled the queue %s later",
			      span_text(x, m->disabled_tick - failed, span));
	}
	if (x->shown.reset == GUCLOG_YES)
		sentence_more(x, "; the context could not leave the engine, so the GuC reset the engine");
	/* A part of a kernel log may not show what followed. */
	sentence_more(x, x->incident && x->shown.reset != GUCLOG_YES && !driver_is_late(&x->shown.driver) ?
		      "." : "; its work was thrown away.");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	return true;
}

/* Say why an engine was reset. Return: true, or false if the log does not show the reason. */
static bool say_log_reset(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_findings *v = x->found;
	char name[96], place[160], span[TEXT_MAX + 16], wait[TEXT_MAX];

	if (!v || !v->chosen || !v->has_wait || !is_victim_of_log(x))
		return false;
	who(x, name);
	where(x, place);
	wait_text(x, wait);
	if (v->chosen->wait.disabled) {
		if (driver_is_late(d))
			sentence_begin(x, "A job of %s on %s did not end within its time limit; the driver disabled the queue of the job",
				       name, place);
		else
			sentence_begin(x, "The driver disabled a queue of %s on %s", name, place);
		sentence_more(x, ", the queue did not leave the engine within %s, and its work was thrown away.",
			      wait);
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
		return true;
	}
	/*
	 * The sentence begins with a capital letter, unless it begins with the name of a
	 * program.
	 */
	if (!is_program(x))
		name[0] = (char)toupper(name[0]);
	sentence_begin(x, engine_is_parked(x) ? "%s occupied %s%s" : "%s kept %s busy%s", name,
		       place, how_long(x, span) ? span : "");
	if (x->shown.waiter != GUCLOG_NONE)
		sentence_more(x, "; when another context needed the GPU, it");
	else
		sentence_more(x, "; when the GuC asked it to leave, it");
	sentence_more(x, " did not leave the engine within %s, and its work was thrown away.", wait);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	return true;
}

/*
 * Say that the GuC could not reset an engine: the context on that engine hung, and the driver reset
 * the whole GT, which also ended the work of all other queues.
 */
static void say_failed_reset(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	char name[96];

	sentence_begin(x, "The GuC could not reset %s (reason 0x%x)", d->failed_engine,
		       d->failed_reason);
	if (x->shown.first->guc_id != GUCLOG_NONE)
		sentence_more(x, ": what hung is guc_id %u, which was on it", x->shown.first->guc_id);
	else
		sentence_more(x, ": what was on this engine hung");
	sentence_more(x, "; the driver then resets the whole GT, which throws away the work of all its queues");
	if (d->guc_id != GUCLOG_NONE && x->shown.first->guc_id != d->guc_id)
		sentence_more(x, ", also that of %s (guc_id %u), which the dump is about",
			      owner(x, name), d->guc_id);
	sentence_more(x, ".");
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

/*
 * Say that the job that the driver reports as timed out had ended. Return: false if it had not, or
 * if there is another cause.
 */
static bool say_ended_job(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	char name[96], place[160];

	if (!d->job_ended || x->shown.hang == GUCLOG_YES)
		return false;
	sentence_begin(x, "The driver reported that a job of %s on %s exceeded its time limit, but the job had ended when the driver made the dump: it ended about when the limit was over, or the driver did not notice its end.",
		       owner(x, name), where(x, place));
	sentence_says(x, GUCLOG_BASIS_DRIVER);
	return true;
}

/* If the log has a crash dump of the firmware, add a sentence. */
static void say_crash(struct explanation *x)
{
	if (x->shown.firmware_crash != GUCLOG_YES)
		return;
	if (x->log->crash.len)
		sentence_begin(x, "The firmware has crashed: the log has a crash dump of %zu bytes, which 'guclog convert --to crash' writes to a file",
			       x->log->crash.len);
	else
		sentence_begin(x, "The firmware has crashed: it wrote a crash dump, which is not in this file");
	sentence_more(x, "; the log does not show when.");
	sentence_says(x, GUCLOG_BASIS_LOG);
}

/**
 * explain_head() - add the first sentences, which state what happened
 * @x: the explanation, with its verdict
 *
 * Without a devcoredump, the sentences state only a crash of the firmware, because the log alone
 * names neither the program nor the GPU.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_head(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	char name[96], place[160];

	say_crash(x);
	/* Of a kernel log alone, the sentences about its incidents say what is graver than this. */
	if (x->incident && x->incident->weight > 4)
		return;
	if (say_ended_job(x))
		return;
	if (x->shown.hang == GUCLOG_YES && x->shown.failed_reset) {
		say_failed_reset(x);
		return;
	}
	if (x->shown.hang != GUCLOG_YES || d->guc_id == GUCLOG_NONE || say_memory_fault(x) ||
	    say_log_reset(x))
		return;
	if (d->not_reading && (d->disable_unread || (x->shown.stuck && !strcmp(x->shown.stuck, "g2h")))) {
		sentence_begin(x, "The driver no longer reads the messages of the GuC: %llu are unread and fill their ring, so the GuC has not read %llu messages of the driver either",
			       (u64)d->nr_unread_answers, (u64)d->nr_unread);
		if (d->disable_unread)
			sentence_more(x, ", among them the request to disable guc_id %u", d->guc_id);
		sentence_more(x, ".");
		return;
	}
	if (d->disable_unread) {
		sentence_begin(x, "The GuC no longer reads messages: %llu messages of the driver are unread, among them the request to disable guc_id %u, whose answer the driver had waited for.",
			       (u64)d->nr_unread, d->guc_id);
		return;
	}
	who(x, name);
	where(x, place);
	if (d->hang != GUCLOG_YES || x->shown.first->guc_id != d->guc_id)
		return;
	if (driver_is_late(d) && x->shown.reset != GUCLOG_YES) {
		sentence_begin(x, "A job of %s on %s did not %s within its time limit, and its work was thrown away%s.",
			       name, place, driver_has_begun(d) ? "end" : "begin", d->bind_queue ?
			       ", so the page tables were not changed" : "");
	} else if (d->kind == GUCLOG_DRIVER_DISABLE_FAILED) {
		sentence_begin(x, "The GuC did not acknowledge in time that a queue of %s on %s was to be disabled.",
			       name, place);
	} else if (x->shown.reset == GUCLOG_YES) {
		sentence_begin(x, "Work of %s on %s was thrown away: the GuC reset the engine.",
			       name, place);
	} else {
		sentence_begin(x, "A queue of %s on %s was removed before its work was done.",
			       name, place);
	}
}
