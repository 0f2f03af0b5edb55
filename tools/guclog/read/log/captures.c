// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Reads the registers of engines that the GuC stored in the state capture region of a log. */
#include "base/arena.h"
#include "guc_abi_names.h"
#include "guc_capture.h"
#include "base/types.h"
#include "read/forms.h"
#include "read/log/captures.h"
#include "read/log/logs.h"
#include "model/internal.h"
#include "read/log/log.h"

static_assert((int)GUCLOG_CAPTURE_INSTANCE == (int)GUC_CAPTURE_TYPE_INSTANCE, "captures");

/**
 * struct captures - the state capture region of a log
 * @pub: the public part
 * @arena: memory of @pub
 * @region: the region
 */
struct captures {
	struct guclog_captures pub;
	struct arena arena;
	struct guc_capture_region region;
};

/*
 * Read the next register of a capture. If two registers are the halves of one value, read both as
 * one register. @index: number of the next register, 0 at first; increased by the number of
 * registers that were read. Return: true, or false after the last register that the log has.
 */
static bool next_reg(const struct guc_capture_region *region, const struct guc_capture *capture,
		     unsigned int *index, struct guclog_register *to)
{
	struct guc_capture_reg reg, high;

	if (!guc_capture_reg(region, capture, *index, &reg))
		return false;
	++*index;
	*to = (struct guclog_register){
		.value = reg.value,
		.steered = reg.steered,
		.group = reg.group,
		.instance = reg.instance,
	};
	if (reg.name)
		snprintf(to->name, sizeof(to->name), "%s%s", reg.name,
			 reg.part == GUC_CAPTURE_HIGH ? "_UDW" : "");
	else
		snprintf(to->name, sizeof(to->name), "0x%x", reg.offset);
	if (reg.part == GUC_CAPTURE_LOW &&
	    guc_capture_reg(region, capture, *index, &high) &&
	    high.part == GUC_CAPTURE_HIGH && high.name == reg.name) {
		to->wide = true;
		to->value |= (u64)high.value << 32;
		++*index;
	}
	return true;
}

static void read_regs(struct captures *c, const struct guc_capture *from,
		      struct guclog_capture *to)
{
	const struct guclog_register **list = NULL, **all;
	struct guclog_register reg, *copy;
	unsigned int index = 0;

	while (next_reg(&c->region, from, &index, &reg)) {
		all = arena_room(&c->arena, list, to->nr_regs, sizeof(*list));
		copy = all ? arena_alloc(&c->arena, sizeof(*copy)) : NULL;
		if (!copy)
			return;
		*copy = reg;
		list = all;
		list[to->nr_regs++] = copy;
	}
	to->reg = list;
}

static const struct guclog_capture *new_capture(struct captures *c,
						const struct guc_capture_group *group,
						const struct guc_capture *from)
{
	struct guclog_capture *to = arena_alloc(&c->arena, sizeof(*to));
	bool is_engine = from->type == GUC_CAPTURE_TYPE_INSTANCE;

	if (!to)
		return NULL;
	*to = (struct guclog_capture){
		.group = c->pub.nr_groups,
		.stale = group->stale,
		.unread = group->unread,
		.partial = group->partial,
		.type = from->type,
		.type_name = guc_capture_type_name(from->type),
		.engine_class = from->engine_class,
		.class_name = guc_abi_engine(from->engine_class),
		.instance = from->instance,
		.guc_id = is_engine ? from->guc_id : GUCLOG_NONE,
		.lrca = is_engine ? from->lrca : GUCLOG_NONE,
		.nr_captured = from->nr_regs,
	};
	read_regs(c, from, to);
	return to;
}

static void read_group(struct captures *c, const struct guc_capture_group *group)
{
	const struct guclog_capture **all, **list = (const struct guclog_capture **)c->pub.capture;
	struct guc_capture capture;

	if (!guc_capture_first(&c->region, group, &capture))
		return;
	do {
		all = arena_room(&c->arena, list, c->pub.nr, sizeof(*list));
		if (!all)
			return;
		list = all;
		c->pub.capture = list;
		list[c->pub.nr++] = new_capture(c, group, &capture);
	} while (guc_capture_next(&c->region, group, &capture));
	c->pub.nr_groups++;
}

/* Read all captures in the state capture region of a log. Return: 0 or a negative errno. */
static int read_region(struct captures *c, const struct parsed_log *parsed)
{
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_group group;
	int ret;

	if (parsed->input->form == GUCLOG_FORM_LFD)
		return -ENOENT;
	ret = guc_capture_open(&c->region, &parsed->log, input_log_bytes(parsed->input));
	if (ret)
		return ret;
	while (guc_capture_next_group(&c->region, &walk, &group))
		read_group(c, &group);
	c->pub.skipped = walk.skipped;
	return c->arena.failed ? -ENOMEM : 0;
}

const struct guclog_captures *guclog_captures_open(const struct guclog_log *log, int *error)
{
	struct captures *c = calloc(1, sizeof(*c));
	int ret = -ENOMEM;

	if (c) {
		arena_init(&c->arena, ARENA_NO_LIMIT);
		ret = read_region(c, &log_of(log)->parsed);
	}
	if (error)
		*error = ret;
	if (!ret)
		return &c->pub;
	guclog_captures_close(c ? &c->pub : NULL);
	return NULL;
}

void guclog_captures_close(const struct guclog_captures *captures)
{
	struct captures *c = (struct captures *)captures;

	if (!c)
		return;
	arena_free(&c->arena);
	free(c);
}
