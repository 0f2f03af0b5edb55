// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"

/* The public struct is that of the core, member by member. */
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

struct guclog_facts *guclog_facts_new(void)
{
	return calloc(1, sizeof(struct guclog_facts));
}

void guclog_facts_free(struct guclog_facts *facts)
{
	free(facts);
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

size_t guclog_facts_text(const struct guclog_facts *facts, char *buf,
			 size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	guc_facts_print(&text, const_core_facts(facts), GUC_FACTS_DEVICE);
	guc_facts_print(&text, const_core_facts(facts), GUC_FACTS_GT);
	return text.len;
}

/**
 * struct facts_lines - lines that are being read
 * @wanted: number of the GT, or GUCLOG_FIRST_GT
 * @groups: GTs so far
 * @found: the wanted one was among them
 * @device: its facts
 * @group: facts of the GT that is being read
 * @gt: facts of the GT that is wanted
 */
struct facts_lines {
	long wanted;
	unsigned int groups;
	bool found;
	struct guc_facts device;
	struct guc_facts group;
	struct guc_facts gt;
};

/* Take the facts of a GT, which end here. */
static int end_group(struct facts_lines *r)
{
	bool numbered = guc_facts_has(&r->group, GUC_FACT_gt);

	if (!r->groups)
		return 0;
	if (r->wanted == GUCLOG_FIRST_GT ? r->groups > 1 :
	    !numbered || r->group.gt != (unsigned long)r->wanted)
		return 0;
	if (r->found)
		return -EINVAL;
	r->found = true;
	r->gt = r->group;
	return 0;
}

/* Facts of a GT before any gt= belong to a GT without a number. */
static int begin_group(struct facts_lines *r, int id)
{
	int err = 0;

	if (id != GUC_FACT_gt && r->groups)
		return 0;
	err = end_group(r);
	r->group = (struct guc_facts){ .known = 0 };
	r->groups++;
	return err;
}

static int read_line(struct facts_lines *r, const char *line, size_t len)
{
	const char *eq = memchr(line, '=', len);
	struct guc_facts *to = &r->device;
	int id;

	if (!len || *line == '#')
		return 0;
	if (!eq)
		return -EINVAL;
	id = guc_facts_find(line, (size_t)(eq - line));
	if (id < 0)
		return 0;
	if (guc_fact_is_gt(id)) {
		if (begin_group(r, id))
			return -EINVAL;
		to = &r->group;
	}
	if (guc_facts_has(to, id))
		return -EINVAL;
	return guc_facts_set(to, id, eq + 1, len - (size_t)(eq + 1 - line));
}

static int read_lines(struct facts_lines *r, const char *text, size_t len,
		      unsigned int *line)
{
	const char *end = text + len, *eol;
	int err = 0;

	for (*line = 1; text < end; text = eol + 1, ++*line) {
		eol = memchr(text, '\n', (size_t)(end - text));
		if (!eol)
			eol = end;
		err = read_line(r, text, (size_t)(eol - text));
		if (err)
			return err;
	}
	return end_group(r);
}

int guclog_facts_read(struct guclog_facts *facts, const char *text, size_t len,
		      long gt, unsigned int *line)
{
	struct facts_lines r = { .wanted = gt };
	unsigned int number;
	int err;

	if (gt < GUCLOG_FIRST_GT)
		return -EINVAL;
	err = read_lines(&r, text, len, &number);
	if (line)
		*line = number;
	if (err)
		return err;
	if (!r.found && gt != GUCLOG_FIRST_GT)
		return -ENOENT;
	guc_facts_merge(core_facts(facts), &r.device);
	guc_facts_merge(core_facts(facts), &r.gt);
	return 0;
}
