// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The sections of a devcoredump: its lines as a list, and the CT messages. */
#include "dictionary/event.h"
#include "dump/dump.h"
#include "guc_abi_names.h"
#include "guc_ct.h"
#include "internal.h"

struct guclog_ct {
	const struct guc_ct *ct;
	unsigned int ring;
	u32 nr;
	u32 at;
	u32 *offset;
};

/**
 * struct list - the fields of a devcoredump
 * @nr: fields so far
 * @field: where they go, NULL to count them
 */
struct list {
	size_t nr;
	struct guclog_field *field;
};

static void add(struct list *list, const char *section, int64_t gt, int64_t number,
		const char *item, const struct guclog_tree_fields *fields)
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
			const struct guclog_tree_context *context)
{
	unsigned int i;

	add(list, "context", gt, context->guc_id, NULL, &context->fields);
	for (i = 0; i < context->nr_lrcs; i++)
		add(list, "lrc", gt, context->guc_id, NULL, &context->lrc[i].fields);
}

static void add_gt(struct list *list, const struct guclog_tree_gt *gt)
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

static void add_all(struct list *list, const struct guclog_tree *dump)
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
 * dump_handle_init() - make the handle of a devcoredump
 * @handle: filled; free it with dump_handle_free(), also after an error
 * @dump: the devcoredump, which must remain valid
 * @name: of its file; must remain valid too
 *
 * Return: 0 or -ENOMEM.
 */
int dump_handle_init(struct guclog_dump *handle, const struct guclog_tree *dump,
		     const char *name)
{
	struct list list = { .nr = 0 };

	*handle = (struct guclog_dump){ .dump = dump, .name = name };
	add_all(&list, dump);
	handle->field = calloc(list.nr + 1, sizeof(*handle->field));
	if (!handle->field)
		return -ENOMEM;
	list = (struct list){ .field = handle->field };
	add_all(&list, dump);
	handle->nr = list.nr;
	return 0;
}

/**
 * dump_handle_free() - free the handle of a devcoredump
 * @handle: from dump_handle_init()
 */
void dump_handle_free(struct guclog_dump *handle)
{
	free(handle->field);
}

const char *guclog_dump_name(const struct guclog_dump *dump)
{
	return dump->name;
}

int guclog_dump_field(const struct guclog_dump *dump, size_t i,
		      struct guclog_field *field)
{
	if (i >= dump->nr)
		return -ENOENT;
	*field = dump->field[i];
	return 0;
}

unsigned int guclog_dump_gts(const struct guclog_dump *dump)
{
	return dump->dump->nr_gts;
}

int64_t guclog_dump_gt(const struct guclog_dump *dump, unsigned int i)
{
	const struct guclog_tree *d = dump->dump;

	return i < d->nr_gts && d->gt[i].has_id ? (int64_t)d->gt[i].id : -1;
}

/* Begin with the ring of this number, or the next that can be read. */
static int begin_ring(struct guclog_ct *ct)
{
	for (; ct->ring < GUC_CT_RINGS; ct->ring++) {
		const struct guc_ct_ring *ring = &ct->ct->ring[ct->ring];

		if (!ring->usable)
			continue;
		free(ct->offset);
		ct->offset = calloc(ring->size + 1, sizeof(*ct->offset));
		if (!ct->offset)
			return -ENOMEM;
		ct->nr = guc_ct_index(ring, ct->offset);
		ct->at = 0;
		return 0;
	}
	return 0;
}

int guclog_ct_open(struct guclog_ct **ct, const struct guclog_dump *dump,
		   unsigned int i)
{
	struct guclog_ct *c;

	if (i >= dump->dump->nr_gts || !dump->dump->gt[i].ct.parsed)
		return -ENOENT;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->ct = dump->dump->gt[i].ct.parsed;
	if (begin_ring(c)) {
		free(c);
		return -ENOMEM;
	}
	*ct = c;
	return 0;
}

static void tell(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg,
		 struct guclog_message *to)
{
	struct guc_text text = guclog_text(to->text, sizeof(to->text));
	const struct guc_abi_action *action = guc_abi_action(msg->action);
	u32 i;

	to->ring = ring->id == GUC_CT_H2G ? GUCLOG_H2G : GUCLOG_G2H;
	to->offset = msg->offset;
	to->unread = msg->unread;
	to->fence = msg->fence;
	to->type = msg->type;
	to->type_name = guc_abi_name(GUC_ABI_HXG_TYPE, msg->type);
	to->action = msg->action;
	to->name = guc_ct_msg_has_action(msg) && action ? action->name : NULL;
	for (i = 0; i < msg->nr_data && i < GUCLOG_MESSAGE_WORDS; i++)
		guc_ct_msg_data(ring, msg, i, &to->data[i]);
	to->nr_data = i;
	guc_ct_msg_print(&text, ring, msg);
}

int guclog_ct_next(struct guclog_ct *ct, struct guclog_message *message)
{
	struct guc_ct_msg msg;

	memset(message, 0, sizeof(*message));
	while (ct->ring < GUC_CT_RINGS) {
		const struct guc_ct_ring *ring = &ct->ct->ring[ct->ring];

		if (ct->at < ct->nr) {
			/* The index has the newest message first. */
			guc_ct_msg_read(&msg, ring,
					ct->offset[ct->nr - 1 - ct->at++]);
			tell(ring, &msg, message);
			return 1;
		}
		ct->ring++;
		ct->nr = 0;
		if (begin_ring(ct))
			return -ENOMEM;
	}
	return 0;
}

void guclog_ct_free(struct guclog_ct *ct)
{
	if (!ct)
		return;
	free(ct->offset);
	free(ct);
}
