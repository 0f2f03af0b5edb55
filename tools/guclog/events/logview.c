// SPDX-License-Identifier: GPL-2.0-only
#include "events/logview.h"

#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_lfd.h"
#include "input/input.h"
#include "lfd/comment.h"
#include "lfd/describe.h"

static const char before_load[] =
	"written before the firmware was loaded again";

static void set_order(struct logview *view, const char *order, size_t len)
{
	len = min(len, sizeof(view->order) - 1);
	memcpy(view->order, order, len);
	view->order[len] = '\0';
	view->wrapped = !strcmp(view->order,
				guc_order_name(GUC_ORDER_WRAPPED));
	view->unordered = !strcmp(view->order,
				  guc_order_name(GUC_ORDER_STORAGE));
}

static void add_run(struct logview *view, struct guc_view data, u64 gap)
{
	if (view->nr_runs < LOGVIEW_MAX_RUNS)
		view->run[view->nr_runs++] = (struct logview_run){ data, gap };
}

static struct guc_view span_view(struct guc_view image, struct guc_span span)
{
	return guc_view_clip(image, span.offset, span.len);
}

static u32 entry_len(const struct logview *view)
{
	return view->version == GUC_LOG_EVENT_VERSION ?
	       sizeof(struct guc_log_event_v2) : 4;
}

/*
 * One run of the image without what its holes spoil: entries that a hole touches
 * are left out whole. @gap is what is missing before it. Return: what is missing
 * behind it.
 */
static u64 add_without_holes(struct logview *view, struct guc_view image,
			     struct guc_span span, u64 gap)
{
	u32 unit = entry_len(view);
	u64 pos = 0;
	unsigned int i;

	for (i = 0; i < view->input->nr_holes; i++) {
		const struct input_hole *hole = &view->input->hole[i];
		u64 from = max((u64)hole->from, span.offset + pos);
		u64 to = min((u64)hole->to, span.offset + span.len);

		if (from >= to)
			continue;
		from = (from - span.offset) / unit * unit;
		to = DIV_ROUND_UP(to - span.offset, unit) * unit;
		to = min_t(u64, to, span.len);
		if (from > pos) {
			add_run(view, guc_view_clip(image, span.offset + pos,
						    from - pos), gap);
			gap = 0;
		}
		gap += to - max(from, pos);
		pos = to;
	}
	if (pos >= span.len)
		return gap;
	add_run(view, guc_view_clip(image, span.offset + pos, span.len - pos),
		gap);
	return 0;
}

/*
 * Both halves of the ring as they should be, [from, to) of the region; what is
 * there of each is known from the runs, which start where they should.
 */
static void take_half(struct logview *view, struct guc_view image, u32 from,
		      u32 to, u64 *gap)
{
	const struct guc_region *r = &view->log.region[GUC_REGION_EVENT];
	const struct guc_events *events = &view->log.events;
	unsigned int i;
	u64 have = 0;

	for (i = 0; i < events->nr_runs; i++) {
		if (events->run[i].offset != r->offset + from || from == to)
			continue;
		have = events->run[i].len;
		*gap = add_without_holes(view, image, events->run[i], *gap);
	}
	*gap += to - from - have;
}

static void take_runs(struct logview *view, struct guc_view image)
{
	const struct guc_region *r = &view->log.region[GUC_REGION_EVENT];
	u64 gap = 0;

	switch (view->log.events.order) {
	case GUC_ORDER_WRAPPED:
		take_half(view, image, r->write_ptr, r->wrap_offset, &gap);
		take_half(view, image, 0, r->write_ptr, &gap);
		break;
	case GUC_ORDER_LINEAR:
		take_half(view, image, 0, r->write_ptr, &gap);
		break;
	case GUC_ORDER_STORAGE:
		take_half(view, image, 0, r->size, &gap);
		break;
	default:
		break;
	}
	view->cut = gap;
}

static int open_image(struct logview *view)
{
	struct guc_view image = input_log_view(view->input);
	const struct guc_region *r = &view->log.region[GUC_REGION_EVENT];
	const char *order;

	guc_log_parse(&view->log, image, view->input->total);
	view->facts = view->input->facts;
	view->lic = view->log.lic;
	order = guc_order_name(view->log.events.order);
	set_order(view, order, strlen(order));
	view->version = r->version;
	take_runs(view, image);
	view->before_load = span_view(image, view->log.events.before_load);
	view->crash = span_view(image, view->log.crash);
	view->write_ptr = r->write_ptr;
	view->wrap_offset = r->wrap_offset;
	view->ring_size = r->size;
	view->full_count = r->full_count;
	view->nr_faults = view->log.nr_faults;
	return 0;
}

static u32 number(struct guc_view v)
{
	struct guc_facts n = { .known = 0 };

	guc_facts_set(&n, GUC_FACT_log_level, (const char *)v.data, v.len);
	return n.log_level;
}

static void take_comment_line(struct logview *view,
			      const struct comment_line *line)
{
	int id = guc_facts_find((const char *)line->key.data, line->key.len);

	if (id >= 0)
		guc_facts_set(&view->facts, (enum guc_fact_id)id,
			      (const char *)line->value.data, line->value.len);
	else if (comment_is(line->key, "event_order"))
		set_order(view, (const char *)line->value.data,
			  line->value.len);
	else if (comment_is(line->key, "event_size"))
		view->ring_size = number(line->value);
	else if (comment_is(line->key, "event_write_ptr"))
		view->write_ptr = number(line->value);
	else if (comment_is(line->key, "event_wrap_offset"))
		view->wrap_offset = number(line->value);
	else if (comment_is(line->key, "event_full_count"))
		view->full_count = number(line->value);
	else if (comment_is(line->key, "fault"))
		view->nr_faults++;
	else if (comment_is(line->key, "faults_not_listed"))
		view->nr_faults += number(line->value);
}

/* Return: whether the comment says that old events follow. */
static bool take_comment(struct logview *view, struct guc_view data)
{
	struct guc_view rest = comment_text(data), value;
	struct comment_line line;

	if (comment_get(rest, "events", &value))
		return comment_is(value, before_load);
	while (comment_next(&rest, &line))
		if (line.has_key)
			take_comment_line(view, &line);
	return false;
}

static void take_os(struct logview *view, struct guc_view data)
{
	struct guc_view text = comment_text(guc_view_clip(data, 4, data.len));

	guc_facts_set(&view->facts, GUC_FACT_kernel, (const char *)text.data,
		      text.len);
}

static void take_events(struct logview *view, struct guc_view data, bool old)
{
	struct guc_view entries = guc_view_clip(data, 4, data.len);

	if (data.len < 4)
		return;
	view->version = guc_load_le32(data.data);
	if (old)
		view->before_load = entries;
	else
		add_run(view, entries, 0);
}

static void take_block(struct logview *view, const struct guc_lfd_block *block,
		       bool *old)
{
	bool was_old = *old;

	*old = false;
	switch (block->type) {
	case GUC_LFD_HOST_COMMENT:
		*old = take_comment(view, block->data);
		break;
	case GUC_LFD_OS_ID:
		take_os(view, block->data);
		break;
	case GUC_LFD_LOG_EVENTS_BUFFER:
		take_events(view, block->data, was_old);
		break;
	case GUC_LFD_FW_CRASH_DUMP:
		view->crash = block->data;
		break;
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
		view->schema = block->data;
		break;
	default:
		if (block->type < 1 || block->type > GUC_LIC_KEYS ||
		    block->data_count < 1)
			break;
		/* Block types 1..5 are the LIC's keys 1..5. */
		view->lic.value[block->type] = guc_load_le32(block->data.data);
		view->lic.known |= BIT(block->type);
		view->lic.present = true;
	}
}

/* Of a block that the file ends in events are missing, the newest ones. */
static void take_cut_block(struct logview *view, bool *old)
{
	struct guc_view file = input_log_view(view->input);
	struct guc_lfd_block block;

	if (!describe_cut(file, &view->broken, &block))
		return;
	if (block.type == GUC_LFD_LOG_EVENTS_BUFFER && !*old)
		view->cut = 4 * view->broken.found - block.data.len;
	take_block(view, &block, old);
}

static int open_lfd(struct logview *view)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	bool old = false;
	int ret;

	view->is_lfd = true;
	ret = guc_lfd_open(&reader, input_log_view(view->input));
	while (!ret) {
		ret = guc_lfd_next(&reader, &block);
		if (ret <= 0)
			break;
		take_block(view, &block, &old);
		ret = 0;
	}
	view->broken = reader.fault;
	if (ret)
		take_cut_block(view, &old);
	return ret;
}

/**
 * logview_open() - see a log
 * @view: filled; points into @input
 * @input: the log
 *
 * Return: 0, or one of the core's errnos when an LFD file is broken: what came
 * before that is there.
 */
int logview_open(struct logview *view, const struct input_log *input)
{
	memset(view, 0, sizeof(*view));
	view->input = input;
	return input->form == FORM_LFD ? open_lfd(view) : open_image(view);
}

/**
 * logview_bytes() - how much of events there is
 * @view: the log
 *
 * Return: bytes in all runs, without those from before the load.
 */
u64 logview_bytes(const struct logview *view)
{
	u64 bytes = 0;
	unsigned int i;

	for (i = 0; i < view->nr_runs; i++)
		bytes += view->run[i].data.len;
	return bytes;
}

/**
 * logview_entries() - how many events there are
 * @view: the log
 *
 * Return: whole entries in all runs, 0 when their length is not known.
 */
u64 logview_entries(const struct logview *view)
{
	u64 n = 0;
	unsigned int i;

	if (view->version != GUC_LOG_EVENT_VERSION)
		return 0;
	for (i = 0; i < view->nr_runs; i++)
		n += view->run[i].data.len / sizeof(struct guc_log_event_v2);
	return n;
}

/**
 * logview_clock_hz() - what a GuC tick is
 * @view: the log
 *
 * Return: ticks per second; what the firmware says before what the driver says,
 * 0 when neither does.
 */
u32 logview_clock_hz(const struct logview *view)
{
	u32 khz = view->lic.value[GUC_LIC_KEY_TSC_FREQUENCY];

	if (guc_lic_has(&view->lic, GUC_LIC_KEY_TSC_FREQUENCY) && khz &&
	    khz <= U32_MAX / 1000)
		return khz * 1000;
	return view->facts.reference_clock_hz;
}
