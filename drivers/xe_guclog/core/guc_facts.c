// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_facts.h"

#include "guc_asic.h"
#include "guc_scan.h"
#include "guc_text.h"

/* The kinds and the scopes of facts; the comment of GUC_FACTS() explains them. */
enum kind { U32, U64, X32, STR, REL, BDF, ID, IP, MASK, GPU, GT, MEM };
enum scope { D, G };

struct desc {
	const char *key;
	enum kind kind;
	enum scope scope;
	bool in_comment;
	u16 offset;
	u16 size;
};

static const struct desc descs[GUC_FACT_COUNT] = {
#define X(scope_, in_comment_, kind_, type_, key_) \
	[GUC_FACT_##key_] = { \
		.key = #key_, \
		.kind = kind_, \
		.scope = scope_, \
		.in_comment = in_comment_, \
		.offset = offsetof(struct guc_facts, key_), \
		.size = sizeof(type_), \
	},
	GUC_FACTS(X)
#undef X
};

static_assert(GUC_FACT_COUNT <= 64, "known has a bit for every fact");

static const char *gt_type_name(u32 type)
{
	static const char * const names[] = {
		[GUC_GT_MAIN] = "main",
		[GUC_GT_MEDIA] = "media",
	};

	return type < ARRAY_SIZE(names) ? names[type] : NULL;
}

/* A function that returns the name of a value, or NULL if the value is too large to have a name. */
typedef const char *(*name_of)(u32 value);

static bool scan_name(struct guc_scan *s, name_of name, u32 *value)
{
	size_t len = s->end - s->pos;
	u32 i;

	for (i = 0; name(i); i++) {
		if (strlen(name(i)) != len || memcmp(name(i), s->pos, len))
			continue;
		s->pos = s->end;
		*value = i;
		return true;
	}
	return false;
}

/* The value of any fact. */
union value {
	u32 n32;
	u64 n64;
	char str[sizeof(guc_str128)];
	struct guc_release rel;
	struct guc_bdf bdf;
	struct guc_pci_id id;
	struct guc_mask mask;
};

static bool scan_value(struct guc_scan *s, const struct desc *d, union value *v)
{
	u64 number = 0;

	switch (d->kind) {
	case U32:
	case X32:
		if (!guc_scan_number(s, U32_MAX, &number))
			return false;
		v->n32 = number;
		return true;
	case U64:
		if (!guc_scan_number(s, ~0ull, &number))
			return false;
		v->n64 = number;
		return true;
	case STR:
		return guc_scan_string(s, v->str, d->size);
	case REL:
		return guc_scan_release(s, &v->rel);
	case BDF:
		return guc_scan_bdf(s, &v->bdf);
	case ID:
		return guc_scan_pci_id(s, &v->id);
	case IP:
		return guc_scan_ip(s, &v->n32);
	case MASK:
		return guc_scan_mask(s, &v->mask);
	case GPU:
		return scan_name(s, guc_gpu_type_name, &v->n32);
	case GT:
		return scan_name(s, gt_type_name, &v->n32);
	case MEM:
		return scan_name(s, guc_memory_type_name, &v->n32);
	}
	return false;
}

/**
 * guc_facts_find() - find a fact (see guc_facts.h) by its key
 * @key: the key, need not be terminated
 * @len: length of the key
 *
 * Context: any, does not sleep.
 * Return: an enum guc_fact_id, or -ENOENT if there is no fact with this key.
 */
int guc_facts_find(const char *key, size_t len)
{
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++)
		if (strlen(descs[id].key) == len &&
		    !memcmp(descs[id].key, key, len))
			return id;
	return -ENOENT;
}

/**
 * guc_fact_key() - get the key of a fact
 * @id: which fact
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_fact_key(enum guc_fact_id id)
{
	return descs[id].key;
}

/**
 * guc_fact_is_gt() - check whether a fact belongs to a GT
 * @id: which fact
 *
 * Context: any, does not sleep.
 * Return: true for a fact of a GT, false for a fact of the device.
 */
bool guc_fact_is_gt(enum guc_fact_id id)
{
	return descs[id].scope == G;
}

/**
 * guc_facts_set() - set a fact from its text
 * @facts: the set of facts
 * @id: the fact to set
 * @value: the text in the format that guc_facts.h documents; need not be terminated;
 *	may be NULL if @len is 0
 * @len: length of the text, without a newline
 *
 * Context: any, does not sleep.
 * Return: 0, or -EINVAL if the text is malformed or the value is out of range. After an
 * error the fact is unchanged.
 */
int guc_facts_set(struct guc_facts *facts, enum guc_fact_id id,
		  const char *value, size_t len)
{
	struct guc_scan s = { .pos = value, .end = len ? value + len : value };
	const struct desc *d = &descs[id];
	union value v;

	if (!scan_value(&s, d, &v) || s.pos != s.end)
		return -EINVAL;
	memcpy((char *)facts + d->offset, &v, d->size);
	facts->known |= BIT_ULL(id);
	return 0;
}

/**
 * guc_facts_clear() - make a fact unknown
 * @facts: the set of facts
 * @id: the fact to clear
 *
 * Context: any, does not sleep.
 */
void guc_facts_clear(struct guc_facts *facts, enum guc_fact_id id)
{
	memset((char *)facts + descs[id].offset, 0, descs[id].size);
	facts->known &= ~BIT_ULL(id);
}

/**
 * guc_facts_merge() - copy all known facts into another set
 * @facts: the destination; if both sets have a fact, the value from @more replaces the
 *	value in @facts
 * @more: the facts to copy
 *
 * Context: any, does not sleep.
 */
void guc_facts_merge(struct guc_facts *facts, const struct guc_facts *more)
{
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		if (!guc_facts_has(more, id))
			continue;
		memcpy((char *)facts + descs[id].offset,
		       (const char *)more + descs[id].offset, descs[id].size);
		facts->known |= BIT_ULL(id);
	}
}

static void print_name(struct guc_text *text, name_of name, u32 value)
{
	guc_text_add(text, "%s", name(value) ? name(value) : name(0));
}

/**
 * guc_fact_print() - print the value of a fact, without its key and a newline
 * @text: the text to append to
 * @facts: the set of facts
 * @id: the fact; nothing is printed if it is unknown
 *
 * Context: any, does not sleep.
 */
void guc_fact_print(struct guc_text *text, const struct guc_facts *facts,
		    enum guc_fact_id id)
{
	const struct desc *d = &descs[id];
	union value v;

	if (!guc_facts_has(facts, id))
		return;
	memcpy(&v, (const char *)facts + d->offset, d->size);
	switch (d->kind) {
	case U32:
		guc_text_add(text, "%u", v.n32);
		break;
	case X32:
		guc_text_add(text, "0x%02x", v.n32);
		break;
	case U64:
		guc_text_add(text, "%llu", v.n64);
		break;
	case STR:
		guc_text_add(text, "%.*s", (int)d->size - 1, v.str);
		break;
	case REL:
		guc_text_add(text, "%u.%u.%u", v.rel.major, v.rel.minor,
			     v.rel.patch);
		break;
	case BDF:
		guc_text_add(text, "%04x:%02x:%02x.%x", v.bdf.domain,
			     v.bdf.bus, v.bdf.dev, v.bdf.fn);
		break;
	case ID:
		guc_text_add(text, "%04x:%04x", v.id.vendor, v.id.device);
		break;
	case IP:
		guc_text_add(text, "%u.%02u", v.n32 / 100, v.n32 % 100);
		break;
	case MASK:
		if (v.mask.hi)
			guc_text_add(text, "0x%llx%016llx", v.mask.hi,
				     v.mask.lo);
		else
			guc_text_add(text, "0x%llx", v.mask.lo);
		break;
	case GPU:
		print_name(text, guc_gpu_type_name, v.n32);
		break;
	case GT:
		print_name(text, gt_type_name, v.n32);
		break;
	case MEM:
		print_name(text, guc_memory_type_name, v.n32);
		break;
	}
}

static bool wanted(const struct desc *d, enum guc_facts_which which)
{
	switch (which) {
	case GUC_FACTS_DEVICE:
		return d->scope == D;
	case GUC_FACTS_GT:
		return d->scope == G;
	case GUC_FACTS_COMMENT:
		return d->in_comment;
	}
	return false;
}

/**
 * guc_facts_print() - print the known facts as key=value lines
 * @text: the text to append to
 * @facts: the set of facts
 * @which: which facts to print
 *
 * Context: any, does not sleep.
 */
void guc_facts_print(struct guc_text *text, const struct guc_facts *facts,
		     enum guc_facts_which which)
{
	int id;

	for (id = 0; id < GUC_FACT_COUNT; id++) {
		if (!guc_facts_has(facts, id) || !wanted(&descs[id], which))
			continue;
		guc_text_add(text, "%s=", descs[id].key);
		guc_fact_print(text, facts, id);
		guc_text_add(text, "\n");
	}
}
