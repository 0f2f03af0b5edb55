// SPDX-License-Identifier: GPL-2.0-only
#include "output/capture_list.h"

#include "util/log_file.h"
#include "util/msg.h"

static void parse(const struct guclog_log *log, struct guc_view image, struct guc_log *parsed)
{
	struct guc_holes holes = { .nr = 0 };
	uint64_t from, to;

	while (holes.nr < ARRAY_SIZE(holes.hole) &&
	       !guclog_log_hole(log, holes.nr, &from, &to))
		holes.hole[holes.nr++] = (struct guc_span){
			.offset = from,
			.len = (u32)(to - from),
		};
	guc_log_parse_page(parsed, image, log->total);
	guc_log_parse_regions(parsed, image, &holes);
}

static void add(struct capture_list *list, const struct guc_capture_group *group,
		const struct guc_capture *capture)
{
	/* The size grows in powers of two, so that the time is not quadratic. */
	if (!(list->nr & (list->nr - 1)))
		list->item = mem_grow(list->item, (list->nr ? 2 * (size_t)list->nr : 1) *
				      sizeof(*list->item));
	list->item[list->nr++] = (struct capture_item){
		.group_index = list->nr_groups,
		.group = *group,
		.capture = *capture,
	};
}

/**
 * capture_list_make() - list the state captures of a log
 * @list: filled; free it with capture_list_free(); points into @log
 * @log: the log
 *
 * Return: 0, or what guc_capture_open() returns; -ENOENT also for a log that is not
 * an image of the buffer.
 */
int capture_list_make(struct capture_list *list, const struct guclog_log *log)
{
	struct guclog_bytes bytes = log_bytes(log);
	struct guc_view image = guc_view(bytes.data, bytes.len);
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_group group;
	struct guc_capture capture;
	struct guc_log parsed;
	int ret;

	*list = (struct capture_list){ .nr = 0 };
	if (log->is_lfd)
		return -ENOENT;
	parse(log, image, &parsed);
	ret = guc_capture_open(&list->region, &parsed, image);
	if (ret)
		return ret;
	while (guc_capture_next_group(&list->region, &walk, &group)) {
		if (!guc_capture_first(&list->region, &group, &capture))
			continue;
		do {
			add(list, &group, &capture);
		} while (guc_capture_next(&list->region, &group, &capture));
		list->nr_groups++;
	}
	list->skipped = walk.skipped;
	return 0;
}

/**
 * capture_list_free() - free what capture_list_make() has allocated
 * @list: the list
 */
void capture_list_free(struct capture_list *list)
{
	free(list->item);
}

/**
 * capture_value_next() - the next register of a capture
 * @list: the list
 * @capture: a capture of it
 * @index: of the next register, 0 at first
 * @value: filled; of two registers that are the halves of one value, with both
 *
 * Return: false after the last register that is available.
 */
bool capture_value_next(const struct capture_list *list,
			const struct guc_capture *capture, unsigned int *index,
			struct capture_value *value)
{
	struct guc_capture_reg reg, high;

	if (!guc_capture_reg(&list->region, capture, *index, &reg))
		return false;
	++*index;
	*value = (struct capture_value){
		.value = reg.value,
		.steered = reg.steered,
		.group = reg.group,
		.instance = reg.instance,
	};
	if (reg.name)
		snprintf(value->name, sizeof(value->name), "%s%s", reg.name,
			 reg.part == GUC_CAPTURE_HIGH ? "_UDW" : "");
	else
		snprintf(value->name, sizeof(value->name), "0x%x", reg.offset);
	if (reg.part == GUC_CAPTURE_LOW &&
	    guc_capture_reg(&list->region, capture, *index, &high) &&
	    high.part == GUC_CAPTURE_HIGH && high.name == reg.name) {
		value->wide = true;
		value->value |= (u64)high.value << 32;
		++*index;
	}
	return true;
}
