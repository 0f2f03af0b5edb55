// SPDX-License-Identifier: GPL-2.0-only
#include "known/known.h"

#include "guc_device.h"
#include "guc_event.h"
#include "guc_facts.h"
#include "guclog.h"
#include "util/tree.h"

static void find_platform(struct known_case *c, const struct guc_facts *facts,
			  const struct guclog_tree *dump)
{
	const struct guc_device *device = NULL;
	u64 id;

	if (facts && guc_facts_has(facts, GUC_FACT_platform))
		c->platform = facts->platform;
	else if (facts && guc_facts_has(facts, GUC_FACT_pci_id))
		device = guc_device_find(facts->pci_id.device);
	else if (dump && tree_number(&dump->head, "PCI ID", &id) && id <= 0xffff)
		device = guc_device_find((u16)id);
	if (device)
		c->platform = device->platform;
}

static void find_firmware(struct known_case *c, const struct guc_facts *facts)
{
	const struct guc_release *v = facts ? &facts->guc_version : NULL;

	if (!facts || !guc_facts_has(facts, GUC_FACT_guc_version) || v->major > 255 ||
	    v->minor > 255 || v->patch > 255)
		return;
	c->has_firmware = true;
	c->firmware = v->major << 16 | v->minor << 8 | v->patch;
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

/* The engine class of the context that the Reason names; names as of xe's engines. */
static void find_engine(struct known_case *c, const struct guclog_tree *dump)
{
	static const char * const names[] = { "rcs", "vcs", "vecs", "bcs", "other", "ccs" };
	const struct guclog_tree_context *context;
	u32 guc_id;
	u64 class;

	if (!guclog_reason_guc_id(c->reason, &guc_id))
		return;
	context = guclog_tree_find_context(dump, guc_id);
	if (context && tree_number(&context->fields, "Class", &class) &&
	    class < ARRAY_SIZE(names))
		snprintf(c->engine, sizeof(c->engine), "%s", names[class]);
}

/**
 * known_describe() - collect what is known of a log
 * @c: filled; points into @facts and @dump
 * @facts: of the device and of the GT, NULL without a log
 * @found: what the analysis has found, NULL without
 * @dump: the devcoredump, NULL without
 */
void known_describe(struct known_case *c, const struct guc_facts *facts,
		    const struct guclog_findings *found, const struct guclog_tree *dump)
{
	*c = (struct known_case){ .platform = NULL };
	find_platform(c, facts, dump);
	find_firmware(c, facts);
	c->reason = dump ? guclog_tree_text(&dump->head, "Reason") : NULL;
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

/**
 * known_possible() - find out whether a log can look like a case
 * @c: with the GPU and the firmware
 *
 * Return: whether there is a case of this GPU and firmware.
 */
bool known_possible(const struct known_case *c)
{
	unsigned int i;

	for (i = 0; i < known_table_len; i++)
		if (matches_gpu(&known_table[i], c))
			return true;
	return false;
}

/* What is unknown matches only a case that does not ask for it. */
static bool matches(const struct known_trouble *k, const struct known_case *c)
{
	if (!matches_gpu(k, c))
		return false;
	if (k->verdict != KNOWN_ANY && (!c->has_verdict || c->verdict != k->verdict))
		return false;
	return (!k->engine || begins(c->engine, k->engine)) &&
	       (!k->reason || begins(c->reason, k->reason));
}

/**
 * known_next() - the next case that a log looks like
 * @c: what is known of the log
 * @i: 0 before the first call; moved behind the case
 *
 * Return: the case, NULL if there are no more.
 */
const struct known_trouble *known_next(const struct known_case *c, unsigned int *i)
{
	while (*i < known_table_len) {
		const struct known_trouble *k = &known_table[(*i)++];

		if (matches(k, c))
			return k;
	}
	return NULL;
}
