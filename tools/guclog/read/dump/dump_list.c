// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Makes a list of the fields ("name: value" lines) of a devcoredump. */
#include "base/arena.h"
#include "read/dump/dump.h"

/**
 * struct list - the list of the fields ("name: value" lines) of a devcoredump
 * @nr: number of fields so far
 * @field: destination, NULL to count the fields only
 */
struct list {
	size_t nr;
	struct guclog_field *field;
};

static void add(struct list *list, const char *section, int64_t gt, int64_t number,
		const char *item, const struct guclog_dump_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++) {
		if (list->field)
			list->field[list->nr] = (struct guclog_field){
				.section = section,
				.gt = gt,
				.number = number,
				.item = item,
				.name = fields->field[i].name,
				.value = fields->field[i].value,
			};
		list->nr++;
	}
}

static void add_context(struct list *list, int64_t gt,
			const struct guclog_dump_context *context)
{
	unsigned int i;

	add(list, "context", gt, context->guc_id, NULL, &context->fields);
	for (i = 0; i < context->nr_lrcs; i++)
		add(list, "lrc", gt, context->guc_id, NULL, &context->lrc[i].fields);
}

static void add_gt(struct list *list, const struct guclog_dump_gt *gt)
{
	int64_t id = gt->has_id ? (int64_t)gt->id : -1;
	unsigned int i;

	add(list, "gt", id, -1, NULL, &gt->fields);
	add(list, "log", id, -1, NULL, &gt->log.fields);
	add(list, "ct", id, -1, NULL, &gt->ct.fields);
	for (i = 0; i < GUC_CT_RINGS; i++)
		add(list, "ct", id, -1, guc_ct_ring_name(i), &gt->ct.ring[i]);
	for (i = 0; i < gt->nr_contexts; i++)
		add_context(list, id, &gt->context[i]);
	add(list, "job", id, -1, NULL, &gt->job);
	for (i = 0; i < gt->nr_engines; i++) {
		add(list, "engine", id, -1, gt->engine[i].name,
		    &gt->engine[i].fields);
		add(list, "register", id, -1, gt->engine[i].name,
		    &gt->engine[i].regs);
	}
}

static void add_all(struct list *list, const struct guclog_dump *dump)
{
	unsigned int i;

	add(list, "head", -1, -1, NULL, &dump->head);
	for (i = 0; i < dump->nr_gt_infos; i++)
		add(list, "gt", dump->gt_info[i].id, -1, NULL,
		    &dump->gt_info[i].fields);
	for (i = 0; i < dump->nr_gts; i++)
		add_gt(list, &dump->gt[i]);
	add(list, "vm", -1, -1, NULL, &dump->vm.fields);
}

/**
 * dump_list_make() - make the list of a devcoredump's fields
 * @dump: the devcoredump
 * @arena: arena that gets the memory of the list
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int dump_list_make(struct dump *dump, struct arena *arena)
{
	struct list list = { .nr = 0 };

	add_all(&list, &dump->pub);
	dump->field = arena_zero(arena, (list.nr + 1) * sizeof(*dump->field));
	if (!dump->field)
		return -ENOMEM;
	list = (struct list){ .field = dump->field };
	add_all(&list, &dump->pub);
	dump->nr = list.nr;
	return 0;
}

int guclog_dump_list(const struct guclog_dump *dump, size_t i,
		     struct guclog_field *field)
{
	const struct dump *d = (const struct dump *)dump;

	if (i >= d->nr)
		return -ENOENT;
	*field = d->field[i];
	return 0;
}
