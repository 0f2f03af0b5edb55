// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Functions of guclog.h for facts. A fact is a property of a GPU or of one of its GTs that a log
 * does not contain, with a key and a value.
 */
#include "internal.h"

/*
 * Check that struct guclog_facts and struct guc_facts have the same layout, because the library
 * casts one to the other.
 */
#define X(scope, in_comment, kind, type, key) \
	static_assert(offsetof(struct guclog_facts, key) == offsetof(struct guc_facts, key), #key);
GUC_FACTS(X)
#undef X
static_assert(sizeof(struct guclog_facts) == sizeof(struct guc_facts), "facts");
static_assert((int)GUCLOG_FACT_SOURCE == (int)GUC_FACT_source, "first fact");
static_assert((int)GUCLOG_FACT_GT == (int)GUC_FACT_gt, "first fact of a GT");
static_assert((int)GUCLOG_FACT_ANCHOR_AGE_NS == (int)GUC_FACT_anchor_age_ns, "last fact");

bool guclog_facts_has(const struct guclog_facts *facts, enum guclog_fact fact)
{
	return (unsigned int)fact < GUC_FACT_COUNT && facts->known & BIT_ULL(fact);
}

const char *guclog_fact_key(unsigned int i)
{
	return i < GUC_FACT_COUNT ? guc_fact_key(i) : NULL;
}

int guclog_facts_set(struct guclog_facts *facts, const char *key,
		     const char *value)
{
	int id = guc_facts_find(key, strlen(key));

	if (id < 0)
		return id;
	if (value)
		return guc_facts_set(core_facts(facts), id, value, strlen(value));
	guc_facts_clear(core_facts(facts), id);
	return 0;
}

long guclog_facts_get(const struct guclog_facts *facts, const char *key,
		      char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	int id = guc_facts_find(key, strlen(key));

	if (id < 0 || !guc_facts_has(const_core_facts(facts), id))
		return -ENOENT;
	guc_fact_print(&text, const_core_facts(facts), id);
	return (long)text.len;
}
