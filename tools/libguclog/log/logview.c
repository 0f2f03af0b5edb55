// SPDX-License-Identifier: GPL-2.0-only
#include "log/logview.h"

#include "arena.h"
#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_incident.h"
#include "guc_lfd.h"
#include "log/stream_times.h"
#include "input/input.h"
#include "lfd/comment.h"
#include "lfd/describe.h"

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

/* Return: the run; NULL without memory. */
static struct logview_run *add_run(struct logview *view, struct guc_view data, u64 gap)
{
	const struct logview_run *last;
	struct logview_run *all;
	u64 first = 0;

	all = arena_room(view->arena, view->run, view->nr_runs, sizeof(*all));
	if (!all)
		return NULL;
	view->run = all;
	if (view->nr_runs) {
		last = &view->run[view->nr_runs - 1];
		first = last->first + last->data.len / sizeof(struct guc_log_event_v2);
	}
	view->run[view->nr_runs] = (struct logview_run){
		.data = data, .gap = gap, .first = first, .anchors = view->nr_anchors,
	};
	return &view->run[view->nr_runs++];
}

static struct guc_view span_view(struct guc_view image, struct guc_span span)
{
	return guc_view_clip(image, span.offset, span.len);
}

static int open_image(struct logview *view)
{
	struct guc_view image = input_log_view(view->input);
	const struct guc_region *r = &view->log.region[GUC_REGION_EVENT];
	const struct guc_events *events = &view->log.events;
	const char *order;
	unsigned int i;

	input_log_parse(view->input, &view->log);
	view->facts = view->input->facts;
	view->lic = view->log.lic;
	order = guc_order_name(events->order);
	set_order(view, order, strlen(order));
	view->version = r->version;
	for (i = 0; i < events->nr_runs; i++)
		add_run(view, span_view(image, events->run[i].span),
			events->run[i].gap);
	view->missing += events->missing;
	view->late = events->late;
	view->before_load = span_view(image, events->before_load);
	view->after_wrap = span_view(image, events->after_wrap);
	view->not_understood = events->not_understood;
	view->crash_state = view->log.crash_state;
	view->crash = span_view(image, view->log.crash);
	view->write_ptr = r->write_ptr;
	view->wrap_offset = r->wrap_offset;
	view->ring_size = r->size;
	view->full_count = r->full_count;
	view->nr_faults = view->log.nr_faults;
	return 0;
}

static bool starts_with(struct guc_view value, const char *start)
{
	return value.len >= strlen(start) &&
	       !memcmp(value.data, start, strlen(start));
}

/* Also when the block of the crash dump has been lost. */
static void take_crash_state(struct logview *view, struct guc_view value)
{
	if (starts_with(value, GUC_COMMENT_CRASH_PRESENT))
		view->crash_state = GUC_CRASH_PRESENT;
	else if (comment_is(value, GUC_COMMENT_CRASH_NONE))
		view->crash_state = GUC_CRASH_NONE;
}

static void take_number(struct logview *view, const struct comment_line *line)
{
	u64 value = comment_to_number(line->value);

	if (comment_is(line->key, GUC_COMMENT_SIZE))
		view->ring_size = (u32)value;
	else if (comment_is(line->key, GUC_COMMENT_WRITE_PTR))
		view->write_ptr = (u32)value;
	else if (comment_is(line->key, GUC_COMMENT_WRAP_OFFSET))
		view->wrap_offset = (u32)value;
	else if (comment_is(line->key, GUC_COMMENT_FULL_COUNT))
		view->full_count = (u32)value;
	else if (comment_is(line->key,
			    GUC_COMMENT_MISSING GUC_COMMENT_IN_BYTES))
		view->missing = value;
	else if (comment_is(line->key, GUC_COMMENT_LATE GUC_COMMENT_IN_BYTES))
		view->late = value;
	else if (comment_is(line->key, GUC_COMMENT_NOT_UNDERSTOOD))
		view->not_understood = value;
}

static void copy_name(char *to, size_t size, struct guc_view value)
{
	guc_incident_copy_name(to, size, (const char *)value.data, value.len);
}

/* The first trigger, and the context that it is about. */
static void take_incident(struct logview *view, struct guc_view text)
{
	struct guclog_incident *i = &view->incident;
	struct guc_view boot, trigger, value;

	if (!comment_get(text, "incident_boottime_ns", &boot) ||
	    !comment_get(text, "incident_trigger", &trigger))
		return;
	*i = (struct guclog_incident){ .boottime_ns = comment_to_number(boot) };
	/* A difference of such values does not overflow. */
	if (i->boottime_ns >> 60)
		i->boottime_ns = 0;
	copy_name(i->trigger, sizeof(i->trigger), trigger);
	i->has_guc_id = comment_get(text, "incident_guc_id", &value);
	if (i->has_guc_id)
		i->guc_id = (u32)comment_to_number(value);
	if (comment_get(text, "incident_engine", &value))
		copy_name(i->engine, sizeof(i->engine), value);
}

static void take_comment_line(struct logview *view,
			      const struct comment_line *line)
{
	int id = guc_facts_find((const char *)line->key.data, line->key.len);

	if (id >= 0)
		guc_facts_set(&view->facts, (enum guc_fact_id)id,
			      (const char *)line->value.data, line->value.len);
	else if (comment_is(line->key, GUC_COMMENT_ORDER))
		set_order(view, (const char *)line->value.data,
			  line->value.len);
	else if (comment_is(line->key, GUC_COMMENT_CRASH))
		take_crash_state(view, line->value);
	else if (comment_is(line->key, GUC_COMMENT_FAULT))
		view->nr_faults++;
	else if (comment_is(line->key, GUC_COMMENT_FAULTS_NOT_LISTED))
		view->nr_faults += (u32)comment_to_number(line->value);
	else
		take_number(view, line);
}

/* A stream has an anchor now and then. */
static void take_anchor(struct logview *view, struct guc_view text)
{
	struct guc_view tick, boot, real, age;
	struct logview_anchor a = { 0 }, *all;

	if (!comment_get(text, "anchor_guc_tick", &tick) ||
	    !comment_get(text, "anchor_boottime_ns", &boot))
		return;
	a.tick = comment_to_number(tick);
	a.boottime_ns = comment_to_number(boot);
	if (comment_get(text, "anchor_realtime_ns", &real))
		a.realtime_ns = comment_to_number(real);
	if (comment_get(text, "anchor_age_ns", &age))
		a.age_ns = comment_to_number(age);
	/* A sum of such values does not overflow. */
	if (a.tick >> 60 || a.boottime_ns >> 60)
		return;
	all = arena_room(view->arena, view->anchor, view->nr_anchors, sizeof(a));
	if (!all)
		return;
	view->anchor = all;
	all[view->nr_anchors++] = a;
}

/* A comment about the block of events after it says nothing about the log. */
static void take_comment(struct logview *view, struct guc_view data)
{
	struct guc_view rest = comment_text(data), value;
	struct comment_line line;

	if (comment_get(rest, GUC_COMMENT_EVENTS, &value))
		return;
	if (comment_get(rest, GUC_COMMENT_STREAM, &value))
		view->stream = true;
	take_anchor(view, rest);
	take_incident(view, rest);
	while (comment_next(&rest, &line))
		if (line.has_key)
			take_comment_line(view, &line);
}

static void take_os(struct logview *view, const struct guc_lfd_block *block)
{
	struct guc_view text = describe_release(block);

	guc_facts_set(&view->facts, GUC_FACT_kernel, (const char *)text.data,
		      text.len);
}

static void take_events(struct logview *view, const struct describe_events *events)
{
	struct logview_run *run;

	view->version = events->version;
	switch (events->part) {
	case GUCLOG_PART_BEFORE_LOAD:
		view->before_load = events->entries;
		break;
	case GUCLOG_PART_AFTER_WRAP:
		view->after_wrap = events->entries;
		break;
	default:
		run = add_run(view, events->entries, events->gap);
		if (!run)
			break;
		run->after_load = events->after_load;
		run->gap_ticks = events->gap_ticks;
		run->gap_estimate = events->gap_estimate;
	}
}

static void take_block(struct logview *view, const struct guc_lfd_block *block,
		       struct describe *walk)
{
	struct describe_events events;

	switch (block->type) {
	case GUC_LFD_HOST_COMMENT:
		take_comment(view, block->data);
		break;
	case GUC_LFD_OS_ID:
		take_os(view, block);
		break;
	case GUC_LFD_LOG_EVENTS_BUFFER:
		if (describe_events(walk, block, &events))
			take_events(view, &events);
		break;
	case GUC_LFD_FW_CRASH_DUMP:
		view->crash = block->data;
		view->crash_state = GUC_CRASH_PRESENT;
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

/* When the file ends inside a block of the log, the newest events are missing. */
static void take_cut_block(struct logview *view, struct describe *walk)
{
	struct guc_view file = input_log_view(view->input);
	struct describe_events events;
	struct guc_lfd_block block;

	if (!describe_cut(file, &view->broken, &block))
		return;
	if (block.type == GUC_LFD_LOG_EVENTS_BUFFER &&
	    describe_events(walk, &block, &events) &&
	    events.part == GUCLOG_PART_LOG)
		view->missing = 4 * view->broken.found - block.data.len;
	take_block(view, &block, walk);
}

static int open_lfd(struct logview *view)
{
	struct describe_blocks blocks = { .arena = view->arena };
	struct describe walk;
	unsigned int i;

	view->is_lfd = true;
	describe_init(&walk, input_log_view(view->input), &blocks);
	for (i = 0; i < blocks.nr; i++) {
		take_block(view, &blocks.block[i], &walk);
		describe_pass(&walk, &blocks.block[i]);
	}
	view->broken = blocks.fault;
	if (view->broken.code)
		take_cut_block(view, &walk);
	else if (!walk.main.len && view->crash_state == GUC_CRASH_UNKNOWN)
		/* A writer without comments omits the block of an empty region. */
		view->crash_state = GUC_CRASH_NONE;
	if (view->stream)
		stream_times_set(view);
	arena_drop(view->arena, blocks.block);
	return guc_fault_errno(&view->broken);
}

/**
 * logview_open() - find the parts of a log
 * @view: filled; points into @input
 * @input: the log
 * @arena: gets the memory; its @failed tells whether there was too little
 *
 * Context: allocates memory.
 * Return: 0, or one of the core's errnos when an LFD file is damaged; what comes
 * before the damage is filled.
 */
int logview_open(struct logview *view, const struct input_log *input, struct arena *arena)
{
	memset(view, 0, sizeof(*view));
	view->arena = arena;
	view->input = input;
	return input->form == GUCLOG_FORM_LFD ? open_lfd(view) : open_image(view);
}

/**
 * logview_entries() - number of events
 * @view: the log
 *
 * Context: any.
 * Return: whole entries in all runs, 0 when their length is unknown.
 */
u64 logview_entries(const struct logview *view)
{
	const struct logview_run *last;

	if (!view->nr_runs || view->version != GUC_LOG_EVENT_VERSION)
		return 0;
	last = &view->run[view->nr_runs - 1];
	return last->first + last->data.len / sizeof(struct guc_log_event_v2);
}

/**
 * logview_clock_hz() - the frequency of the GuC's clock
 * @view: the log
 *
 * Context: any.
 * Return: ticks per second, from the firmware or else from the driver; 0 when it
 * is unknown.
 */
u32 logview_clock_hz(const struct logview *view)
{
	u32 khz = view->lic.value[GUC_LIC_KEY_TSC_FREQUENCY];

	if (guc_lic_has(&view->lic, GUC_LIC_KEY_TSC_FREQUENCY) && khz &&
	    khz <= U32_MAX / 1000)
		return khz * 1000;
	return view->facts.reference_clock_hz;
}
