// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_facts.h"
#include "guc_text.h"

#include "abi/guc_asic_abi.h"

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

static const char * const gpu_names[] = {
	[GUC_ASIC_GPU_UNKNOWN] = "unknown",
	[GUC_ASIC_GPU_INTEGRATED] = "integrated",
	[GUC_ASIC_GPU_DISCRETE] = "discrete",
	[GUC_ASIC_GPU_VIRTUAL] = "virtual",
};

static const char * const gt_names[] = {
	[GUC_GT_MAIN] = "main",
	[GUC_GT_MEDIA] = "media",
};

static const char * const mem_names[] = {
	[GUC_ASIC_MEM_UNKNOWN] = "unknown",
	[GUC_ASIC_MEM_DDR] = "ddr",
	[GUC_ASIC_MEM_DDR2] = "ddr2",
	[GUC_ASIC_MEM_DDR3] = "ddr3",
	[GUC_ASIC_MEM_DDR4] = "ddr4",
	[GUC_ASIC_MEM_DDR5] = "ddr5",
	[GUC_ASIC_MEM_GDDR3] = "gddr3",
	[GUC_ASIC_MEM_GDDR4] = "gddr4",
	[GUC_ASIC_MEM_GDDR5] = "gddr5",
	[GUC_ASIC_MEM_GDDR6] = "gddr6",
	[GUC_ASIC_MEM_HBM] = "hbm",
	[GUC_ASIC_MEM_HBM2] = "hbm2",
	[GUC_ASIC_MEM_HBM3] = "hbm3",
	[GUC_ASIC_MEM_LPDDR4] = "lpddr4",
	[GUC_ASIC_MEM_LPDDR5] = "lpddr5",
};

/* What is left of a value that is being read. */
struct scan {
	const char *pos;
	const char *end;
};

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/*
 * Up to @max_digits digits. Not kstrto*(): a value can hold several numbers, and
 * both hosts must read it alike.
 */
static bool scan_digits(struct scan *s, int base, unsigned int max_digits,
			u64 max, u64 *value)
{
	u64 limit = base == 16 ? ~0ull / 16 : ~0ull / 10;
	unsigned int digits = 0;
	u64 v = 0;

	for (; s->pos < s->end && digits < max_digits; s->pos++, digits++) {
		int d = digit_value(*s->pos);

		if (d >= base)
			break;
		if (v > limit || v * base > ~0ull - d)
			return false;
		v = v * base + d;
	}
	*value = v;
	return digits && v <= max;
}

static bool scan_char(struct scan *s, char c)
{
	if (s->pos == s->end || *s->pos != c)
		return false;
	s->pos++;
	return true;
}

static bool scan_hex_prefix(struct scan *s)
{
	if (s->end - s->pos < 2 || s->pos[0] != '0' ||
	    (s->pos[1] != 'x' && s->pos[1] != 'X'))
		return false;
	s->pos += 2;
	return true;
}

static bool scan_number(struct scan *s, u64 max, u64 *value)
{
	int base = scan_hex_prefix(s) ? 16 : 10;

	return scan_digits(s, base, 20, max, value);
}

static bool scan_release(struct scan *s, struct guc_release *rel)
{
	u64 v[3];

	if (!scan_digits(s, 10, 10, U32_MAX, &v[0]) || !scan_char(s, '.') ||
	    !scan_digits(s, 10, 10, U32_MAX, &v[1]) || !scan_char(s, '.') ||
	    !scan_digits(s, 10, 10, U32_MAX, &v[2]))
		return false;
	*rel = (struct guc_release){ v[0], v[1], v[2] };
	return true;
}

static bool scan_bdf(struct scan *s, struct guc_bdf *bdf)
{
	u64 v[4];

	if (!scan_digits(s, 16, 8, U32_MAX, &v[0]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 2, 0xff, &v[1]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 2, 0x1f, &v[2]) || !scan_char(s, '.') ||
	    !scan_digits(s, 16, 1, 7, &v[3]))
		return false;
	*bdf = (struct guc_bdf){ v[0], v[1], v[2], v[3] };
	return true;
}

static bool scan_pci_id(struct scan *s, struct guc_pci_id *id)
{
	u64 v[2];

	if (!scan_digits(s, 16, 4, 0xffff, &v[0]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 4, 0xffff, &v[1]))
		return false;
	*id = (struct guc_pci_id){ v[0], v[1] };
	return true;
}

/* 20.01: the release always has two digits. */
static bool scan_ip(struct scan *s, u32 *ip)
{
	const char *release;
	u64 v[2];

	if (!scan_digits(s, 10, 4, 9999, &v[0]) || !scan_char(s, '.'))
		return false;
	release = s->pos;
	if (!scan_digits(s, 10, 2, 99, &v[1]) || s->pos - release != 2)
		return false;
	*ip = v[0] * 100 + v[1];
	return true;
}

static bool scan_mask(struct scan *s, struct guc_mask *mask)
{
	size_t digits;

	*mask = (struct guc_mask){ 0 };
	if (!scan_hex_prefix(s))
		return false;
	digits = s->end - s->pos;
	if (digits > 16 && !scan_digits(s, 16, digits - 16, ~0ull, &mask->hi))
		return false;
	return scan_digits(s, 16, 16, ~0ull, &mask->lo);
}

static bool scan_name(struct scan *s, const char * const *names,
		      unsigned int nr, u32 *value)
{
	size_t len = s->end - s->pos;
	u32 i;

	for (i = 0; i < nr; i++) {
		if (strlen(names[i]) != len || memcmp(names[i], s->pos, len))
			continue;
		s->pos = s->end;
		*value = i;
		return true;
	}
	return false;
}

/* Printable ASCII and not longer than @size with its terminator. */
static bool scan_string(struct scan *s, char *to, size_t size)
{
	size_t len = s->end - s->pos;
	size_t i;

	if (!len || len >= size)
		return false;
	for (i = 0; i < len; i++)
		if (s->pos[i] < 0x20 || s->pos[i] > 0x7e)
			return false;
	memset(to, 0, size);
	memcpy(to, s->pos, len);
	s->pos = s->end;
	return true;
}

/* Any fact's value; as large as the largest. */
union value {
	u32 n32;
	u64 n64;
	char str[sizeof(guc_str128)];
	struct guc_release rel;
	struct guc_bdf bdf;
	struct guc_pci_id id;
	struct guc_mask mask;
};

static bool scan_value(struct scan *s, const struct desc *d, union value *v)
{
	u64 number = 0;

	switch (d->kind) {
	case U32:
	case X32:
		if (!scan_number(s, U32_MAX, &number))
			return false;
		v->n32 = number;
		return true;
	case U64:
		if (!scan_number(s, ~0ull, &number))
			return false;
		v->n64 = number;
		return true;
	case STR:
		return scan_string(s, v->str, d->size);
	case REL:
		return scan_release(s, &v->rel);
	case BDF:
		return scan_bdf(s, &v->bdf);
	case ID:
		return scan_pci_id(s, &v->id);
	case IP:
		return scan_ip(s, &v->n32);
	case MASK:
		return scan_mask(s, &v->mask);
	case GPU:
		return scan_name(s, gpu_names, ARRAY_SIZE(gpu_names), &v->n32);
	case GT:
		return scan_name(s, gt_names, ARRAY_SIZE(gt_names), &v->n32);
	case MEM:
		return scan_name(s, mem_names, ARRAY_SIZE(mem_names), &v->n32);
	}
	return false;
}

/**
 * guc_facts_find() - a fact by its key
 * @key: the key, need not be terminated
 * @len: its length
 *
 * Context: any, does not sleep.
 * Return: an enum guc_fact_id, or -ENOENT.
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
 * guc_fact_key() - a fact's key
 * @id: the fact
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_fact_key(enum guc_fact_id id)
{
	return descs[id].key;
}

/**
 * guc_fact_is_gt() - does a fact belong to a GT?
 * @id: the fact
 *
 * Context: any, does not sleep.
 * Return: true when it does, false when it belongs to the device.
 */
bool guc_fact_is_gt(enum guc_fact_id id)
{
	return descs[id].scope == G;
}

/**
 * guc_facts_set() - set a fact from its text
 * @facts: the facts
 * @id: which
 * @value: the text, need not be terminated; guc_facts.h has the forms
 * @len: its length, without a newline
 *
 * Context: any, does not sleep.
 * Return: 0, or -EINVAL when the text is malformed or out of range; the fact is
 * then as it was.
 */
int guc_facts_set(struct guc_facts *facts, enum guc_fact_id id,
		  const char *value, size_t len)
{
	struct scan s = { .pos = value, .end = value + len };
	const struct desc *d = &descs[id];
	union value v;

	if (!scan_value(&s, d, &v) || s.pos != s.end)
		return -EINVAL;
	memcpy((char *)facts + d->offset, &v, d->size);
	facts->known |= BIT_ULL(id);
	return 0;
}

/**
 * guc_facts_clear() - forget a fact
 * @facts: the facts
 * @id: which
 *
 * Context: any, does not sleep.
 */
void guc_facts_clear(struct guc_facts *facts, enum guc_fact_id id)
{
	memset((char *)facts + descs[id].offset, 0, descs[id].size);
	facts->known &= ~BIT_ULL(id);
}

/**
 * guc_facts_merge() - take over what is known elsewhere
 * @facts: the facts; what @more knows replaces what they know
 * @more: further facts
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

static void print_name(struct guc_text *text, const char * const *names,
		       unsigned int nr, u32 value)
{
	guc_text_add(text, "%s", value < nr ? names[value] : names[0]);
}

/**
 * guc_fact_print() - a fact's value as text, without its key and a newline
 * @text: where to
 * @facts: the facts
 * @id: which; prints nothing when it is not known
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
		print_name(text, gpu_names, ARRAY_SIZE(gpu_names), v.n32);
		break;
	case GT:
		print_name(text, gt_names, ARRAY_SIZE(gt_names), v.n32);
		break;
	case MEM:
		print_name(text, mem_names, ARRAY_SIZE(mem_names), v.n32);
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
 * guc_facts_print() - known facts as key=value lines
 * @text: where to
 * @facts: the facts
 * @which: which of them
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
