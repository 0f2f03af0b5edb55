// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the memory fault with which a hang began. A context whose page fault the driver refuses
 * cannot leave its engine. So the GuC reports a memory (CAT) error of the context, the driver
 * disables the context, the context does not leave, and the GuC resets the engine. The cause is the
 * first of these steps.
 */
#include "explain/page_faults.h"

#include "explain/analysis.h"
#include "guc_event.h"

/*
 * Return: whether an event is within the stay of the victim on its engine, which ended with the
 * hang, as far as the log shows.
 */
static bool is_within(const struct explanation *x, u64 index)
{
	const struct guclog_findings *v = x->found;

	return index != GUCLOG_NO_EVENT &&
	       !(v->victim.on_known && index < v->victim.on_index) &&
	       !(v->chosen && index > v->chosen->begin_index);
}

/* Find the CAT_ERROR event of the victim. */
static void find_cat_event(const struct explanation *x, struct guclog_memory_fault *m)
{
	const struct contexts_cat_error *e;
	u64 i;

	if (!x->a || !(x->survey->words & BIT_ULL(GUC_EVX_CAT_ERROR)))
		return;
	for (i = 0; (e = contexts_cat_error(&x->a->contexts, i)); i++) {
		if ((e->guc_id != x->shown.first->guc_id && !is_of_queue(x, e->guc_id)) ||
		    !is_within(x, e->index))
			continue;
		m->cat_error = true;
		m->has_cat_type = true;
		m->cat_type = e->type;
		m->cat_index = e->index;
		m->cat_tick = e->tick;
		if (e->disabled && is_within(x, e->disabled_index)) {
			m->disabled_index = e->disabled_index;
			m->disabled_tick = e->disabled_tick;
		}
		return;
	}
}

static void find_cat_message(const struct explanation *x, struct guclog_memory_fault *m)
{
	const struct guclog_driver *d = &x->shown.driver;

	if (d->cat_error != GUCLOG_YES || x->shown.first->guc_id != d->guc_id)
		return;
	m->cat_error = true;
	if (m->has_cat_type || !d->has_cat_type)
		return;
	m->has_cat_type = true;
	m->cat_type = d->cat_type;
}

/*
 * Return: whether a refused page fault can be one of the victim: it is in the address space of the
 * queue and on an engine of its class. (It is not certain that the number of the engine in a page
 * fault is that of the engine on which the context is.)
 */
static bool may_be_ours(const struct explanation *x, const struct refusal *r)
{
	const struct guclog_driver *d = &x->shown.driver;
	const char *engine = x->shown.first->engine;
	size_t class = strcspn(r->engine, "0123456789");

	if (x->asid.known && (x->shown.first->guc_id != d->guc_id || r->asid != x->asid.value))
		return false;
	return !*r->engine || !*engine || !strncmp(r->engine, engine, class);
}

/*
 * Return: whether a refused page fault certainly is the beginning of the hang of the victim. If the
 * GuC has reported a memory error of the victim, the newest refusal before it is; otherwise the
 * refusal must be within the victim's stay on its engine, and its address space must be known.
 */
static bool is_cause(const struct explanation *x, const struct refusal *r, bool cat_error)
{
	if (!may_be_ours(x, r))
		return false;
	if (r->index != GUCLOG_NO_EVENT)
		return is_within(x, r->index) && (cat_error || x->asid.known);
	return cat_error && !(r->older && x->found && x->found->victim.on_known);
}

static void find_refusal(struct explanation *x, struct guclog_memory_fault *m, bool *found)
{
	unsigned int i;

	for (i = 0; i < x->nr_refusals && !*found; i++) {
		const struct refusal *r = &x->refusal[i];

		if (!is_cause(x, r, m->cat_error))
			continue;
		*found = true;
		x->cause = r;
		m->fault = r->fault;
		m->refused_index = r->index;
		m->refused_tick = r->tick;
	}
}

/*
 * Of a kernel log alone: find the page fault that the driver refused before the GuC reported the
 * memory error. Both are of one engine class.
 */
static void find_line(const struct explanation *x, struct guclog_memory_fault *m)
{
	const struct guclog_kernel_line *fault = NULL;
	bool refused = false;
	unsigned int i, k;

	if (!x->incident || x->incident->cause->about != GUCLOG_MESSAGE_MEMORY_FAULT)
		return;
	for (i = 0; i < x->incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = x->incident->line[i];

		if (line->event == GUCLOG_KERNEL_PAGE_FAULT && !fault &&
		    kernel_line_field(line, "address"))
			fault = line;
		refused |= fault && line->event == GUCLOG_KERNEL_FAULT_REFUSED;
		if (line->event != GUCLOG_KERNEL_MEMORY_ERROR || !refused)
			continue;
		if (*fault->engine_class && *line->engine_class &&
		    strcmp(fault->engine_class, line->engine_class))
			return;
		for (k = 0; k < x->shown.driver.nr_faults && !m->fault; k++)
			if (x->fault[k]->address == kernel_line_field(fault, "address")->number)
				m->fault = x->fault[k];
		return;
	}
}

/*
 * Find the event with which the driver disabled the victim after its memory access had failed, if
 * the log has no CAT_ERROR with it.
 */
static void find_disable(const struct explanation *x, struct guclog_memory_fault *m)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_context *ctx =
		v ? contexts_find(&x->a->contexts, v->victim.guc_id) : NULL;
	u64 failed = m->refused_index != GUCLOG_NO_EVENT ? m->refused_index : m->cat_index;

	if (m->disabled_index != GUCLOG_NO_EVENT)
		return;
	if (!ctx || failed == GUCLOG_NO_EVENT || !ctx->mode_known || ctx->mode.value ||
	    ctx->mode.index < failed || (v->chosen && ctx->mode.index > v->chosen->begin_index))
		return;
	m->disabled_index = ctx->mode.index;
	m->disabled_tick = ctx->mode.tick;
}

/**
 * memory_fault_make() - find the memory fault with which the hang began
 * @x: the explanation, with its verdict
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void memory_fault_make(struct explanation *x)
{
	struct guclog_memory_fault found = {
		.refused_index = GUCLOG_NO_EVENT,
		.cat_index = GUCLOG_NO_EVENT,
		.disabled_index = GUCLOG_NO_EVENT,
	};
	struct guclog_memory_fault *m;
	bool refused = false;

	if (x->shown.hang != GUCLOG_YES || x->shown.first->guc_id == GUCLOG_NONE)
		return;
	find_cat_event(x, &found);
	find_cat_message(x, &found);
	find_refusal(x, &found, &refused);
	if (!found.cat_error && !refused)
		return;
	if (found.cat_error && !refused)
		find_line(x, &found);
	find_disable(x, &found);
	m = arena_zero(&x->arena, sizeof(*m));
	if (!m)
		return;
	*m = found;
	x->shown.memory_fault = m;
}
