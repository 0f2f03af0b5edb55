// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads and prints facts (named values about a device, see guc_facts.h). The input has key=value
 * lines.
 */
#include "fuzz.h"

#include "guc_hwconfig.h"

#include "guc_report.h"

struct one {
	const struct guc_facts *facts;
	enum guc_fact_id id;
};

static void print_one(struct guc_text *text, const void *arg)
{
	const struct one *one = arg;

	guc_fact_print(text, one->facts, one->id);
}

static bool same_facts(const struct guc_facts *a, const struct guc_facts *b)
{
	bool same = a->known == b->known;

#define X(scope, in_comment, kind, type, key) \
	same &= !memcmp(&a->key, &b->key, sizeof(a->key));
	GUC_FACTS(X)
#undef X
	return same;
}

/*
 * A fact that is printed and parsed again must be the same; a fact that is cleared must be unknown.
 */
static void check_one(const struct guc_facts *facts, enum guc_fact_id id)
{
	struct one one = { .facts = facts, .id = id };
	struct guc_facts again = *facts;
	const char *key = guc_fact_key(id);
	size_t len;
	char *text;

	FUZZ_CHECK(guc_facts_find(key, strlen(key)) == (int)id);
	guc_facts_clear(&again, id);
	FUZZ_CHECK(!guc_facts_has(&again, id));
	if (!guc_facts_has(facts, id)) {
		FUZZ_CHECK(same_facts(facts, &again));
		return;
	}
	text = fuzz_text(print_one, &one, &len);
	FUZZ_CHECK(strlen(key) + len + 3 <= GUC_FACT_LINE_MAX);
	FUZZ_CHECK(guc_facts_set(&again, id, text, len) == 0);
	FUZZ_CHECK(same_facts(facts, &again));
	free(text);
}

/* A value that is rejected must not change the facts. */
static void check_refused(const struct guc_facts *facts, enum guc_fact_id id,
			  struct guc_view value)
{
	struct guc_facts copy = *facts;
	int err = guc_facts_set(&copy, id, (const char *)value.data, value.len);

	FUZZ_CHECK(err == 0 || err == -EINVAL);
	if (err)
		FUZZ_CHECK(same_facts(facts, &copy));
	else
		check_one(&copy, id);
}

/* Merging the facts of the device and those of the GT must give all facts again. */
static void check_merge(const struct guc_facts *facts)
{
	struct guc_facts device = *facts, gt = *facts, whole = { 0 };
	unsigned int id;

	for (id = 0; id < GUC_FACT_COUNT; id++)
		guc_facts_clear(guc_fact_is_gt(id) ? &device : &gt, id);
	FUZZ_CHECK((device.known & gt.known) == 0);
	guc_facts_merge(&whole, &device);
	guc_facts_merge(&whole, &gt);
	FUZZ_CHECK(same_facts(facts, &whole));
}

static void print_info(struct guc_text *text, const void *arg)
{
	guc_report_info(text, arg, arg, 1);
}

/* Reading the text that guc_report_info() prints must give the printed facts again. */
static void check_info(const struct guc_facts *facts)
{
	struct guc_facts again = { 0 };
	size_t len;
	char *text = fuzz_text(print_info, facts, &len);

	FUZZ_CHECK(!strncmp(text, "writer=xe_guclog ", 17));
	fuzz_facts_from_text(&again, guc_view(text, len));
	FUZZ_CHECK(same_facts(facts, &again));
	free(text);
}

/* Any bytes can be a table in which the firmware describes the hardware. */
static void check_hwconfig(struct guc_view table)
{
	struct guc_facts facts = { 0 };
	u32 value;

	guc_hwconfig_facts(&facts, table);
	FUZZ_CHECK(facts.known || same_facts(&facts, &(struct guc_facts){ 0 }));
	if (table.len >= 4)
		guc_hwconfig_find(table, guc_load_le32(table.data), &value);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view text = guc_view(fuzz_copy(data, size), size);
	struct guc_facts facts = { 0 };
	unsigned int id;

	fuzz_facts_from_text(&facts, text);
	for (id = 0; id < GUC_FACT_COUNT; id++) {
		check_one(&facts, id);
		check_refused(&facts, id, text);
	}
	check_merge(&facts);
	check_info(&facts);
	check_hwconfig(text);
	free((void *)text.data);
	return 0;
}
