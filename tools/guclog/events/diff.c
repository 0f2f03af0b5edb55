// SPDX-License-Identifier: GPL-2.0-only
#include "events/diff.h"

#include "guc_text.h"
#include "util/msg.h"

/* Long enough for any value. */
#define VALUE_MAX	GUC_FACT_LINE_MAX

/**
 * diff_group_name() - get the name of a group of values
 * @group: the group
 *
 * Return: a constant string.
 */
const char *diff_group_name(enum diff_group group)
{
	static const char * const names[DIFF_GROUPS] = {
		[DIFF_FACTS] = "facts",
		[DIFF_LIC] = "LIC",
		[DIFF_RING] = "ring",
	};

	return names[group];
}

/* @a and @b are empty if the value is unknown. */
static void add(struct diff *diff, enum diff_group group, const char *key,
		const char *a, const char *b)
{
	struct diff_value *v;

	if (!strcmp(a, b))
		return;
	diff->value = mem_grow(diff->value, (diff->nr_values + 1) *
			       sizeof(*diff->value));
	v = &diff->value[diff->nr_values++];
	v->group = group;
	v->key = key;
	v->a = *a ? strdup(a) : NULL;
	v->b = *b ? strdup(b) : NULL;
}

static const char *fact(const struct log_view *view, enum guc_fact_id id,
			char buf[VALUE_MAX])
{
	struct guc_text text = { .buf = buf, .size = VALUE_MAX };

	*buf = '\0';
	if (guc_facts_has(&view->facts, id))
		guc_fact_print(&text, &view->facts, id);
	return buf;
}

static const char *lic(const struct log_view *view, u32 key,
		       char buf[VALUE_MAX])
{
	*buf = '\0';
	if (guc_lic_has(&view->lic, key))
		snprintf(buf, VALUE_MAX, "0x%x", view->lic.value[key]);
	return buf;
}

static void number(char buf[VALUE_MAX], const char *fmt, bool known, u32 value)
{
	*buf = '\0';
	if (known)
		snprintf(buf, VALUE_MAX, fmt, value);
}

/* The pointers of an unknown ring are unknown, not 0. */
static void diff_ring(struct diff *diff, const struct log_view *a,
		      const struct log_view *b)
{
	static const struct {
		const char *key;
		size_t offset;
		bool hex;
	} values[] = {
		{ "size", offsetof(struct log_view, layout.ring_size), false },
		{ "write_ptr", offsetof(struct log_view, layout.write_ptr), true },
		{ "wrap_offset", offsetof(struct log_view, layout.wrap_offset), true },
		{ "full_count", offsetof(struct log_view, layout.full_count), false },
		{ "faults", offsetof(struct log_view, layout.faults), false },
	};
	bool has_a = !a->is_lfd || a->layout.ring_size;
	bool has_b = !b->is_lfd || b->layout.ring_size;
	char one[VALUE_MAX], two[VALUE_MAX];
	unsigned int i;

	add(diff, DIFF_RING, "order", a->layout.order, b->layout.order);
	/* An LFD file without events does not contain their version. */
	number(one, "%u", a->layout.version && b->layout.version, a->layout.version);
	number(two, "%u", a->layout.version && b->layout.version, b->layout.version);
	add(diff, DIFF_RING, "version", one, two);
	for (i = 0; i < ARRAY_SIZE(values); i++) {
		const char *fmt = values[i].hex ? "0x%x" : "%u";

		number(one, fmt, has_a,
		       *(const u32 *)((const char *)a + values[i].offset));
		number(two, fmt, has_b,
		       *(const u32 *)((const char *)b + values[i].offset));
		add(diff, DIFF_RING, values[i].key, one, two);
	}
}

/**
 * diff_make() - compare two logs
 * @diff: filled; free it with diff_free()
 * @a: one log
 * @b: the other one
 * @all: store every block and every place, not only the first ones
 */
void diff_make(struct diff *diff, const struct log_view *a,
	       const struct log_view *b, bool all)
{
	char one[VALUE_MAX], two[VALUE_MAX];
	u32 key;
	int id;

	*diff = (struct diff){ .all = all };
	for (id = 0; id < GUC_FACT_COUNT; id++)
		add(diff, DIFF_FACTS, guc_fact_key((enum guc_fact_id)id),
		    fact(a, (enum guc_fact_id)id, one),
		    fact(b, (enum guc_fact_id)id, two));
	for (key = 1; key <= GUC_LIC_KEYS; key++)
		add(diff, DIFF_LIC, guc_lic_key_name(key), lic(a, key, one),
		    lic(b, key, two));
	diff_ring(diff, a, b);
	diff_blocks(diff, a, b);
	diff_events(diff, a, b);
}

/**
 * diff_is_same() - is there any difference?
 * @diff: from diff_make()
 *
 * Return: true when there is none.
 */
bool diff_is_same(const struct diff *diff)
{
	return !diff->nr_values && !diff->nr_blocks &&
	       !diff->events.only_a && !diff->events.only_b;
}

/**
 * diff_free() - free the differences
 * @diff: from diff_make()
 */
void diff_free(struct diff *diff)
{
	unsigned int i;

	for (i = 0; i < diff->nr_values; i++) {
		free(diff->value[i].a);
		free(diff->value[i].b);
	}
	free(diff->value);
	free(diff->block);
	free(diff->events.hunk);
}
