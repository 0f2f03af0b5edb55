// SPDX-License-Identifier: GPL-2.0-only
#include "explain/known.h"

#include "events/dump_facts.h"
#include "events/event.h"
#include "read/dump/dump.h"
#include "explain/analysis.h"

#include "guc_device.h"
#include "guc_event.h"
#include "guc_facts.h"
#include "explain/explanation.h"
#include "explain/fault_address.h"
#include "base/types.h"
#include "events/findings.h"
#include "explain/explain.h"
#include "model/known_names.h"
#include "model/records.h"
#include "read/dump/sections.h"
#include "read/log/logs.h"

/* Least size of a large buffer, bytes. */
#define LARGE_BUFFER	(512ull << 20)
/* Number of zero bytes with which a log ends that was taken for a truncated one. */
#define ZERO_BYTES	32768u

/**
 * known_platform() - get the platform of a GPU
 * @facts: facts of the log, NULL if there are none
 * @dump: the devcoredump, NULL if there is none
 *
 * Return: name of the platform in xe, or NULL if it is unknown.
 */
const char *known_platform(const struct guc_facts *facts, const struct guclog_dump *dump)
{
	const struct guc_device *device = NULL;
	uint64_t id;

	if (facts && guc_facts_has(facts, GUC_FACT_platform))
		return facts->platform;
	if (facts && guc_facts_has(facts, GUC_FACT_pci_id))
		device = guc_device_find(facts->pci_id.device);
	else if (dump && guclog_dump_number(&dump->head, DUMP_HEAD_PCI_ID, &id) && id <= 0xffff)
		device = guc_device_find((u16)id);
	return device ? device->platform : NULL;
}

/**
 * known_version() - convert a version of the firmware
 * @v: the version
 *
 * Return: the version as one number (major 23:16, minor 15:8, patch 7:0), 0 if it is not known.
 */
u32 known_version(const struct guc_release *v)
{
	return v->major > 255 || v->minor > 255 || v->patch > 255 ? 0 :
	       v->major << 16 | v->minor << 8 | v->patch;
}

static void find_firmware(struct known_case *c, const struct guc_facts *facts)
{
	if (facts && guc_facts_has(facts, GUC_FACT_guc_version))
		c->firmware = known_version(&facts->guc_version);
	if (facts && guc_facts_has(facts, GUC_FACT_guc_wanted))
		c->wanted = known_version(&facts->guc_wanted);
	c->has_firmware = c->firmware;
}

static void find_verdict(struct known_case *c, const struct guclog_findings *v)
{
	static const enum known_verdict stuck[] = {
		[GUCLOG_STUCK_SUBMIT] = KNOWN_SUBMIT,
		[GUCLOG_STUCK_H2G] = KNOWN_H2G,
		[GUCLOG_STUCK_DISABLE] = KNOWN_DISABLE,
		[GUCLOG_STUCK_DEREGISTER] = KNOWN_DEREGISTER,
	};

	c->has_verdict = v->hang != GUCLOG_UNKNOWN;
	if (v->reset == GUCLOG_YES)
		c->verdict = KNOWN_RESET;
	else if (v->hang == GUCLOG_YES && v->stuck < ARRAY_SIZE(stuck))
		c->verdict = stuck[v->stuck];
	else
		c->verdict = KNOWN_NONE;
	if (v->victim.engine != GUCLOG_NONE)
		guclog_engine_name(v->victim.engine, c->engine, sizeof(c->engine));
}

/* Find xe's name (such as "rcs") of the engine class of the context that the Reason names. */
static void find_engine(struct known_case *c, const struct guclog_dump *dump)
{
	const struct guclog_dump_context *context;
	const char *name = NULL;
	u32 guc_id;
	uint64_t class;

	if (!reason_guc_id(c->reason, &guc_id))
		return;
	context = dump_find_context(dump, guc_id);
	if (context && guclog_dump_number(&context->fields, DUMP_QUEUE_CLASS, &class))
		name = an_hw_class_name(class);
	if (name)
		snprintf(c->engine, sizeof(c->engine), "%s", name);
}

static void describe(struct known_case *c, const struct guc_facts *facts,
		     const struct guclog_findings *found, const struct guclog_dump *dump)
{
	*c = (struct known_case){ .platform = NULL };
	c->platform = known_platform(facts, dump);
	find_firmware(c, facts);
	c->reason = dump ? guclog_dump_text(&dump->head, DUMP_HEAD_REASON) : NULL;
	if (found)
		find_verdict(c, found);
	if (!*c->engine && c->reason)
		find_engine(c, dump);
}

static bool begins(const char *text, const char *with)
{
	return text && !strncmp(text, with, strlen(with));
}

static bool matches_gpu(const struct known_trouble *k, const struct known_case *c)
{
	bool any_firmware = !k->first && k->last == 0xffffff;

	if (k->platform && (!c->platform || strcmp(k->platform, c->platform)))
		return false;
	return any_firmware || (c->has_firmware && c->firmware >= k->first &&
				c->firmware <= k->last);
}

/*
 * Return: whether the properties of a log (@c) match a published problem (@k). An unknown property
 * of the log matches only if the problem does not require the property.
 */
static bool matches(const struct known_trouble *k, const struct known_case *c)
{
	if (!matches_gpu(k, c))
		return false;
	if (k->verdict != KNOWN_ANY && (!c->has_verdict || c->verdict != k->verdict))
		return false;
	return (!k->engine || begins(c->engine, k->engine)) &&
	       (!k->reason || begins(c->reason, k->reason));
}

/*
 * Return: whether the VM of a devcoredump has a buffer of 512 MiB or more in memory of the host:
 * memory of the program ("userptr"), or a buffer that is only in memory region 0, the system's
 * memory.
 */
static bool has_large_host_buffer(const struct guclog_dump *dump)
{
	unsigned int i;

	for (i = 0; dump && i < dump->vm.nr_ranges; i++) {
		const struct guclog_dump_range *r = &dump->vm.range[i];

		if (r->has_length && r->length >= LARGE_BUFFER && r->properties &&
		    (strstr(r->properties, "|userptr|") ||
		     strstr(r->properties, "|bo|mem_region=0x1|")))
			return true;
	}
	return false;
}

/* Return: whether a whole dump has about 512 KB, and a log whose last bytes are zero. */
static bool ends_with_zeros(const struct explanation *x)
{
	const u8 *end;
	u32 i;

	if (!x->dump || x->dump->cut || x->dump->bytes < 500000 || x->dump->bytes > 540000 ||
	    !x->log || x->log->image.len < ZERO_BYTES || !guclog_log_complete(x->log))
		return false;
	end = (const u8 *)x->log->image.data + x->log->image.len;
	for (i = 1; i <= ZERO_BYTES && !end[-(ptrdiff_t)i]; i++)
		;
	return i > ZERO_BYTES;
}

/* Return: whether log and dump prove one of the further facts that a published problem requires. */
static bool proves_one(const struct explanation *x, const struct known_case *c,
		       enum known_needs needs)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_context *ctx;
	uint64_t state;

	switch (needs) {
	case KNOWN_NEEDS_FAULTS:
		return d->nr_fault_refused || (x->found && x->found->faults_known &&
					       x->found->faults);
	case KNOWN_NEEDS_NO_TIMEOUT:
		return d->no_timeout;
	case KNOWN_NEEDS_WAITER:
		return x->found && x->found->has_wait && x->found->limit_us &&
		       x->shown.waiter != GUCLOG_NONE;
	case KNOWN_NEEDS_NEVER_RAN:
		ctx = x->a ? contexts_find(&x->a->contexts, d->guc_id) : NULL;
		return ctx && ctx->born && !ctx->runs && !ctx->on_engine && !ctx->on_ticks;
	case KNOWN_NEEDS_LARGE_HOST_BUFFER:
		return has_large_host_buffer(x->dump);
	case KNOWN_NEEDS_SEMAPHORE_FAULT:
		return d->nr_faults && fault_address_is_semaphore(d->fault[0]->address);
	case KNOWN_NEEDS_PROGRAM_ENDED:
		return x->queue &&
		       guclog_dump_number(&x->queue->fields, DUMP_QUEUE_STATE, &state) &&
		       state & QUEUE_KILLED;
	case KNOWN_NEEDS_ENDS_WITH_ZEROS:
		return ends_with_zeros(x);
	default:
		return c->wanted && c->firmware > c->wanted;
	}
}

/*
 * Return: whether log and dump prove the further facts that a published problem requires. A memory
 * error of the context has its own cause, so a dump with such an error matches only problems with
 * page faults.
 */
static bool proves(const struct explanation *x, const struct known_case *c,
		   const struct known_trouble *k)
{
	unsigned int i;

	if (x->shown.driver.cat_error == GUCLOG_YES && !(k->needs & BIT(KNOWN_NEEDS_FAULTS)))
		return false;
	for (i = 0; i < KNOWN_NEEDS_COUNT; i++)
		if (k->needs & BIT(i) && !proves_one(x, c, i))
			return false;
	return true;
}

/* Return: text that lists which properties of the published problem the input has. */
static const char *matched_text(struct explanation *x, const struct known_trouble *k)
{
	struct textbuf text;
	unsigned int i;

	textbuf_init(&text, &x->arena);
	textbuf_add(&text, "%s", k->platform ? k->platform : "the GPU");
	if (k->first || k->last != 0xffffff)
		textbuf_add(&text, ", the GuC version");
	if (k->verdict != KNOWN_ANY)
		textbuf_add(&text, ", %s", k->verdict == KNOWN_RESET ? "an engine reset" :
			    k->verdict == KNOWN_NONE ? "no engine reset" : "what is stuck");
	if (k->engine)
		textbuf_add(&text, ", %s", k->engine);
	if (k->reason)
		textbuf_add(&text, ", the Reason");
	for (i = 0; i < KNOWN_NEEDS_COUNT; i++)
		if (k->needs & BIT(i))
			textbuf_add(&text, ", %s", known_needs_text[i]);
	return textbuf_end(&text);
}

/*
 * Return: whether the log or the dump refutes one of the further facts that a published problem
 * requires, as far as this can be seen without the verdict.
 */
static bool refutes(const struct explanation *x, const struct known_case *c, u32 needs)
{
	static const enum known_needs early[] = {
		KNOWN_NEEDS_LARGE_HOST_BUFFER, KNOWN_NEEDS_ENDS_WITH_ZEROS,
		KNOWN_NEEDS_NEWER_FIRMWARE,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(early); i++)
		if (needs & BIT(early[i]) && !proves_one(x, c, early[i]))
			return true;
	return false;
}

/**
 * known_possible() - check if a published problem concerns a log and its devcoredump
 * @x: the explanation, whose verdict was not made yet
 *
 * Return: true if known_make() may find a published problem.
 */
bool known_possible(const struct explanation *x)
{
	struct known_case c;
	unsigned int i;

	describe(&c, x->log ? const_core_facts(x->log->facts) : NULL, NULL, x->dump);
	for (i = 0; i < known_table_len; i++) {
		const struct known_trouble *k = &known_table[i];

		if (matches_gpu(k, &c) && (!k->reason || begins(c.reason, k->reason)) &&
		    !refutes(x, &c, k->needs))
			return true;
	}
	return false;
}

/**
 * known_make() - find the published problems that match an explanation
 * @x: the explanation, with its verdict
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void known_make(struct explanation *x)
{
	const struct guclog_known **list;
	struct known_case c;
	unsigned int i;

	describe(&c, x->log ? const_core_facts(x->log->facts) : NULL, x->found, x->dump);
	list = arena_zero(&x->arena, (known_table_len + 1) * sizeof(*list));
	x->shown.known = list;
	for (i = 0; list && i < known_table_len; i++) {
		struct guclog_known *known;

		if (!matches(&known_table[i], &c) || !proves(x, &c, &known_table[i]))
			continue;
		known = arena_zero(&x->arena, sizeof(*known));
		if (!known)
			return;
		known->id = known_table[i].id;
		known->known = known_table[i].known;
		known->link = known_table[i].link;
		known->source = known_table[i].source;
		known->matched = matched_text(x, &known_table[i]);
		known->refuted = known_table[i].refuted;
		known->cure = known_table[i].cure;
		list[x->shown.nr_known++] = known;
	}
}

/* Largest number of published problems that are shown. */
#define MAX_KNOWN	3

/**
 * explain_known() - add a sentence for each published problem that matches an explanation
 * @x: the explanation, after known_make()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_known(struct explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->shown.nr_known && i < MAX_KNOWN; i++) {
		const struct guclog_known *k = x->shown.known[i];

		sentence_begin(x, "This may be the known case %s: %s. What matches: %s. What would refute it: %s. See %s",
			       k->id, k->known, k->matched, k->refuted, k->link);
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	}
}
