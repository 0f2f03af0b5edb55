// SPDX-License-Identifier: GPL-2.0-only
/* Sentences about page faults, and about the memory fault with which a hang began. */
#include "explain/explanation.h"
#include "explain/analysis.h"
#include "explain/fault_address.h"

/**
 * fault_text() - add to the newest sentence what a page fault accessed
 * @x: the explanation
 * @f: the page fault
 */
void fault_text(struct explanation *x, const struct guclog_page_fault *f)
{
	sentence_more(x, "%s at 0x%llx (%s, page table level %u)", f->access, (u64)f->address,
		      f->type, f->level);
}

/**
 * explain_fault_chain() - describe how a memory fault led to the reset
 * @x: the explanation, with its memory fault
 *
 * The sentence is not finished: the caller adds what followed, or the full stop.
 *
 * Return: true, or false if there is no memory fault and no sentence was begun.
 */
bool explain_fault_chain(struct explanation *x)
{
	const struct guclog_memory_fault *m = x->shown.memory_fault;
	const char *between = "Why: ";
	char when[TEXT_MAX];

	if (!m)
		return false;
	sentence_begin(x, "%s", "");
	if (m->refused_index != GUCLOG_NO_EVENT) {
		sentence_more(x, "%sat %s the GuC read that the driver had refused a page fault",
			      between, time_text(x, m->refused_tick, when));
		if (m->fault) {
			sentence_more(x, ", a ");
			fault_text(x, m->fault);
		}
		between = "; ";
	}
	if (m->cat_index != GUCLOG_NO_EVENT) {
		sentence_more(x, "%sat %s the GuC reported a memory (CAT) error of the context, type %u",
			      between, time_text(x, m->cat_tick, when), m->cat_type);
		between = "; ";
	} else if (m->cat_error) {
		sentence_more(x, "%sthe GuC reported a memory (CAT) error of the context to the driver",
			      between);
		if (m->has_cat_type)
			sentence_more(x, ", type %u", m->cat_type);
		between = "; ";
	}
	if (m->disabled_index != GUCLOG_NO_EVENT)
		sentence_more(x, "%sat %s the driver disabled the context", between,
			      time_text(x, m->disabled_tick, when));
	sentence_says(x, m->fault || x->shown.driver.cat_error == GUCLOG_YES ? GUCLOG_BASIS_BOTH :
			 GUCLOG_BASIS_LOG);
	sentence_proof(x, m->refused_index);
	sentence_proof(x, m->cat_index);
	sentence_proof(x, m->disabled_index);
	return true;
}

/**
 * explain_ct_faults() - describe the page faults in the CT rings of the devcoredump
 * @x: the explanation
 *
 * Each ring has only its newest messages, so the two rings cover different times, and their numbers
 * of messages cannot be compared.
 */
void explain_ct_faults(struct explanation *x)
{
	const struct guclog_findings *v = x->found;

	if (!x->asid.known || !(x->asid.requests + x->asid.answers))
		return;
	sentence_begin(x, "Page faults in the address space of the queue (ASID 0x%x): the newest messages of the GuC have %llu of them",
		       x->asid.value, (u64)x->asid.requests);
	fault_address_grid(x, x->address, x->nr_addresses);
	if (x->asid.refused)
		sentence_more(x, "; in the newest messages of the driver, which cover another time, it refused to resolve %llu",
			      (u64)x->asid.refused);
	else if (v && v->faults_known && !v->faults && x->asid.answers)
		sentence_more(x, "; in the newest messages of the driver, which cover another time, it refused none, and each fault of the log has an answer");
	sentence_more(x, ".");
}
