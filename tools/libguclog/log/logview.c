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
#include "internal.h"
#include "lfd/describe.h"
#include "log/log.h"

#define ENTRY	sizeof(struct guc_log_event_v2)

/*
 * Limit of the time between two triggers (events in the driver because of which the module records
 * a log), ns. A larger value in a file is not plausible, and is replaced by this limit.
 */
#define NEVER_NS	BIT_ULL(60)

static void set_order(struct log *log, struct guc_view words)
{
	struct logview *view = &log->view;
	unsigned int i;

	words.len = min(words.len, sizeof(view->order) - 1);
	memcpy(view->order, words.data, words.len);
	view->order[words.len] = '\0';
	log->pub.order = GUCLOG_ORDER_ABSENT;
	for (i = GUC_ORDER_LINEAR; i <= GUC_ORDER_STORAGE; i++)
		if (!strcmp(view->order, guc_order_names[i]))
			log->pub.order = (enum guclog_order)i;
	view->layout.wrapped = log->pub.order == GUCLOG_ORDER_WRAPPED;
	view->layout.unordered = log->pub.order == GUCLOG_ORDER_STORAGE;
}

/*
 * Add a run (events without a gap between them). If there is no memory, @failed of the arena is
 * set.
 */
static void add_run(struct logview *view, const struct logview_run *run)
{
	struct logview_run *all;

	all = arena_room(view->arena, view->run, view->nr_runs, sizeof(*all));
	if (!all)
		return;
	view->run = all;
	all[view->nr_runs++] = *run;
}

/*
 * Count the events and the missing events, after all runs (events without a gap between them) were
 * added. The estimate for a gap is never less than the number of events that are known to be
 * missing there. If no gap has a larger estimate, the total estimate is 0, which stands for no
 * estimate.
 */
static void count_events(struct logview *view)
{
	struct guclog_layout *layout = &view->layout;
	unsigned int i;

	view->rest = view->before_load.len % ENTRY;
	for (i = 0; i < view->nr_runs; i++) {
		struct logview_run *run = &view->run[i];

		run->first = layout->entries;
		layout->bytes += run->data.len;
		view->rest += run->data.len % ENTRY;
		if (layout->version == GUC_LOG_EVENT_VERSION)
			layout->entries += run->data.len / ENTRY;
		if (!run->gap.bytes)
			continue;
		view->last_gap = i + 1;
		layout->gap_bytes += run->gap.bytes;
		layout->gap_ticks += run->gap.ticks;
		layout->gap_estimate += max(run->gap.estimate, run->gap.bytes / ENTRY);
	}
	if (layout->gap_estimate <= layout->gap_bytes / ENTRY)
		layout->gap_estimate = 0;
}

static struct guc_view span_view(struct guc_view image, struct guc_span span)
{
	return guc_view_clip(image, span.offset, span.len);
}

static void open_image(struct log *log)
{
	struct logview *view = &log->view;
	struct guc_view image = input_log_view(view->input);
	const struct guc_region *r = &view->log.region[GUC_REGION_EVENT];
	const struct guc_events *events = &view->log.events;
	const char *order;
	unsigned int i;

	input_log_parse(view->input, &view->log);
	view->facts = view->input->facts;
	view->lic = view->log.lic;
	order = guc_order_name(events->order);
	set_order(log, guc_view(order, strlen(order)));
	view->layout.version = r->version;
	for (i = 0; i < events->nr_runs; i++)
		add_run(view, &(struct logview_run){
			.data = span_view(image, events->run[i].span),
			.gap.bytes = events->run[i].gap,
		});
	view->layout.missing_bytes += events->missing;
	view->layout.late_bytes = events->late;
	view->before_load = span_view(image, events->before_load);
	view->layout.after_wrap = to_bytes(span_view(image, events->after_wrap));
	view->layout.not_understood = events->not_understood;
	view->layout.crash = (enum guclog_crash)view->log.crash_state;
	view->crash = span_view(image, view->log.crash);
	view->layout.write_ptr = r->write_ptr;
	view->layout.wrap_offset = r->wrap_offset;
	view->layout.ring_size = r->size;
	view->layout.full_count = r->full_count;
	view->layout.faults = view->log.nr_faults;
}

/*
 * Store whether the log has a crash dump according to a comment. The comment counts even if the
 * file does not have the block of the crash dump.
 */
static void take_crash_state(struct logview *view, struct guc_view value)
{
	/* The value ends with the length of the crash dump, which is not compared. */
	if (comment_is(guc_view_clip(value, 0, strlen(GUC_COMMENT_CRASH_PRESENT)),
		       GUC_COMMENT_CRASH_PRESENT))
		view->layout.crash = GUCLOG_CRASH_PRESENT;
	else if (comment_is(value, GUC_COMMENT_CRASH_NONE))
		view->layout.crash = GUCLOG_CRASH_NONE;
}

static void take_numbers(struct logview *view, const struct comment *comment)
{
	struct guclog_layout *l = &view->layout;
	uint32_t * const four[] = { &l->ring_size, &l->write_ptr, &l->wrap_offset, &l->full_count };
	uint64_t * const eight[] = { &l->missing_bytes, &l->late_bytes, &l->not_understood };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(four); i++)
		if (comment_has(comment, COMMENT_SIZE + i))
			*four[i] = (u32)comment_value(comment, COMMENT_SIZE + i);
	for (i = 0; i < ARRAY_SIZE(eight); i++)
		if (comment_has(comment, COMMENT_MISSING + i))
			*eight[i] = comment_value(comment, COMMENT_MISSING + i);
}

static void copy_name(char *to, size_t size, struct guc_view value)
{
	guc_incident_copy_name(to, size, (const char *)value.data, value.len);
}

/*
 * Read a line about trigger @number from a comment of a log that the module recorded. @name: end of
 * the line's key, empty for the line with the kind of trigger. Return: true, or false if there is
 * no such line.
 */
static bool trigger_get(struct guc_view text, unsigned int number, const char *name,
			struct guc_view *value)
{
	char key[40];

	snprintf(key, sizeof(key), "incident_trigger_%u%s", number, name);
	return comment_get(text, key, value);
}

static void take_trigger(struct guclog_trigger *t, struct guc_view text, unsigned int number)
{
	struct guc_view value;

	if (trigger_get(text, number, "_ns", &value))
		t->after_ns = min(comment_to_number(value), NEVER_NS);
	t->has_guc_id = trigger_get(text, number, "_guc_id", &value);
	if (t->has_guc_id)
		t->guc_id = (u32)comment_to_number(value);
	if (trigger_get(text, number, "_engine", &value))
		copy_name(t->engine, sizeof(t->engine), value);
	t->has_pid = trigger_get(text, number, "_pid", &value);
	if (t->has_pid)
		t->pid = (u32)comment_to_number(value);
	if (trigger_get(text, number, "_process", &value))
		copy_name(t->process, sizeof(t->process), value);
	t->killed = trigger_get(text, number, "_killed", &value);
}

/*
 * Read all triggers in the text: the events in the driver because of which the module recorded
 * the log.
 */
static void take_triggers(struct logview *view, struct guc_view text)
{
	struct guclog_trigger *list;
	struct guc_view name;
	unsigned int i;

	list = arena_zero(view->arena, GUC_INCIDENT_EVENTS * sizeof(*list));
	for (i = 0; list && i < GUC_INCIDENT_EVENTS && trigger_get(text, i + 1, "", &name); i++) {
		copy_name(list[i].name, sizeof(list[i].name), name);
		take_trigger(&list[i], text, i + 1);
	}
	view->incident.triggers = list;
	view->incident.nr_triggers = list ? i : 0;
}

/*
 * Read the first trigger (the event in the driver because of which the module recorded the log)
 * and the context that it is about.
 */
static void take_incident(struct logview *view, const struct comment *comment)
{
	struct guclog_incident *i = &view->incident;
	struct guc_view text = comment->text, value;

	*i = (struct guclog_incident){
		.boottime_ns = comment_value(comment, COMMENT_INCIDENT_BOOTTIME),
	};
	/* Ignore times that are so large that later differences of them could overflow. */
	if (i->boottime_ns >> 60)
		i->boottime_ns = 0;
	copy_name(i->trigger, sizeof(i->trigger), comment->value[COMMENT_INCIDENT_TRIGGER]);
	i->has_guc_id = comment_get(text, "incident_guc_id", &value);
	if (i->has_guc_id)
		i->guc_id = (u32)comment_to_number(value);
	if (comment_get(text, "incident_engine", &value))
		copy_name(i->engine, sizeof(i->engine), value);
	i->restarted = comment_get(text, "incident_log_restarted", &value) &&
		       comment_is(value, "yes");
	i->unchanged = !i->restarted && comment_get(text, "incident_written_bytes", &value) &&
		       comment_is(value, "0");
	take_triggers(view, text);
}

/*
 * Add a clock anchor: values of the GuC's and the host's clock at the same time. A stream has
 * several anchors.
 */
static void take_anchor(struct logview *view, const struct comment *comment)
{
	struct logview_anchor *all, a = {
		.tick = comment_value(comment, COMMENT_ANCHOR_TICK),
		.boottime_ns = comment_value(comment, COMMENT_ANCHOR_BOOTTIME),
		.realtime_ns = comment_value(comment, COMMENT_ANCHOR_REALTIME),
		.age_ns = comment_value(comment, COMMENT_ANCHOR_AGE),
	};

	/* Ignore values that are so large that later sums of them could overflow. */
	if (a.tick >> 60 || a.boottime_ns >> 60)
		return;
	all = arena_room(view->arena, view->anchor, view->nr_anchors, sizeof(a));
	if (!all)
		return;
	view->anchor = all;
	all[view->nr_anchors++] = a;
}

/*
 * Read a comment, and store what it says about the log. Comments that describe only the block of
 * events after them are ignored here.
 */
static void take_comment(struct log *log, const struct comment *comment)
{
	struct logview *view = &log->view;
	struct guc_view rest = comment->text;
	struct comment_line line;
	int id;

	if (comment_has(comment, COMMENT_EVENTS))
		return;
	view->layout.stream |= comment_has(comment, COMMENT_STREAM);
	if (comment_has(comment, COMMENT_ANCHOR_TICK) &&
	    comment_has(comment, COMMENT_ANCHOR_BOOTTIME))
		take_anchor(view, comment);
	if (comment_has(comment, COMMENT_INCIDENT_BOOTTIME) &&
	    comment_has(comment, COMMENT_INCIDENT_TRIGGER))
		take_incident(view, comment);
	if (comment_has(comment, COMMENT_ORDER))
		set_order(log, comment->value[COMMENT_ORDER]);
	if (comment_has(comment, COMMENT_CRASH))
		take_crash_state(view, comment->value[COMMENT_CRASH]);
	take_numbers(view, comment);
	view->layout.faults += (u32)comment_value(comment, COMMENT_FAULTS_NOT_LISTED);
	while (comment_next(&rest, &line)) {
		view->layout.faults += comment_is(line.key, GUC_COMMENT_FAULT);
		id = guc_facts_find((const char *)line.key.data, line.key.len);
		if (id >= 0)
			guc_facts_set(&view->facts, (enum guc_fact_id)id,
				      (const char *)line.value.data, line.value.len);
	}
}

static void take_os(struct logview *view, const struct guc_lfd_block *block)
{
	struct guc_view text = describe_release(block);

	guc_facts_set(&view->facts, GUC_FACT_kernel, (const char *)text.data,
		      text.len);
}

/*
 * Add a block of events. Return: true, or false for events that are not part of the log: events
 * from before the firmware was loaded again, and bytes after the wrap offset.
 */
static bool take_events(struct logview *view, const struct guc_lfd_block *block,
			const struct describe *walk)
{
	struct describe_events events;

	if (!describe_events(walk, block, &events))
		return false;
	view->layout.version = events.version;
	if (events.part == GUCLOG_PART_BEFORE_LOAD)
		view->before_load = events.entries;
	else if (events.part == GUCLOG_PART_AFTER_WRAP)
		view->layout.after_wrap = to_bytes(events.entries);
	else
		add_run(view, &(struct logview_run){
			.data = events.entries,
			.gap = events.gap,
			.anchors = view->nr_anchors,
		});
	return events.part == GUCLOG_PART_LOG;
}

/* Store the data of a block without events. @comment: for a HOST_COMMENT: the parsed comment */
static void take_block(struct log *log, const struct guc_lfd_block *block,
		       const struct comment *comment)
{
	struct logview *view = &log->view;

	switch (block->type) {
	case GUC_LFD_HOST_COMMENT:
		take_comment(log, comment);
		break;
	case GUC_LFD_OS_ID:
		take_os(view, block);
		break;
	case GUC_LFD_FW_CRASH_DUMP:
		view->crash = block->data;
		view->layout.crash = GUCLOG_CRASH_PRESENT;
		break;
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
		view->layout.schema = to_bytes(block->data);
		break;
	default:
		if (block->type < 1 || block->type > GUC_LIC_KEYS ||
		    block->data_count < 1)
			break;
		/* The block types 1..5 have the same numbers as the keys of the LIC. */
		view->lic.value[block->type] = guc_load_le32(block->data.data);
		view->lic.known |= BIT(block->type);
		view->lic.present = true;
	}
}

/*
 * If the file ends within a block, use the part of the block that the file has. If the block has
 * events, the newest events are missing.
 */
static void take_cut_block(struct log *log, const struct describe *walk)
{
	struct logview *view = &log->view;
	struct guc_lfd_block block;
	struct comment comment;

	if (!describe_cut(input_log_view(view->input), &view->broken, &block))
		return;
	if (block.type != GUC_LFD_LOG_EVENTS_BUFFER) {
		comment_read(&comment, block.data);
		take_block(log, &block, &comment);
	} else if (take_events(view, &block, walk)) {
		view->layout.missing_bytes = 4 * view->broken.found - block.data.len;
	}
}

/*
 * Add a block to the list of the log's blocks. If there is too little memory, the list is
 * incomplete, and @failed of the arena is set.
 */
static void keep_block(struct logview *view, const struct guc_lfd_block *block)
{
	struct guc_lfd_block *all;

	all = arena_room(view->arena, view->block, view->nr_blocks, sizeof(*all));
	if (!all)
		return;
	view->block = all;
	all[view->nr_blocks++] = *block;
}

static void open_lfd(struct log *log)
{
	struct logview *view = &log->view;
	struct describe walk = { .found = 0 };
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	unsigned int i;

	guc_lfd_open(&reader, input_log_view(view->input));
	while (!reader.fault.code && guc_lfd_next(&reader, &block) > 0) {
		if (block.type == GUC_LFD_LOG_EVENTS_BUFFER)
			take_events(view, &block, &walk);
		describe_pass(&walk, &block);
		take_block(log, &block, &walk.before);
		if (view->input->keep_blocks)
			keep_block(view, &block);
	}
	view->lfd_version = reader.version;
	view->broken = reader.fault;
	if (view->broken.code)
		take_cut_block(log, &walk);
	else if (!walk.main.text.len && view->layout.crash == GUCLOG_CRASH_UNKNOWN)
		/*
		 * The file has no crash dump and no comment that mentions one. Other writers of
		 * LFD files omit the block of an empty region, so there was no crash.
		 */
		view->layout.crash = GUCLOG_CRASH_NONE;
	describe_end(&walk);
	for (i = 0; i < view->nr_runs; i++)
		describe_drop_padding(&walk, &view->run[i].data);
}

/**
 * log_open() - find the parts of a log
 * @log: filled with the parts of the log, which point into @input
 * @input: the log
 * @arena: arena from which memory is allocated; its @failed is set if there was too little memory
 *
 * If an LFD file is damaged, @broken of its view has the fault, and the parts before the damage
 * are filled.
 *
 * Context: allocates memory.
 */
void log_open(struct log *log, const struct input_log *input, struct arena *arena)
{
	struct logview *view = &log->view;

	memset(view, 0, sizeof(*view));
	view->arena = arena;
	view->input = input;
	view->layout.order = view->order;
	log->pub = (struct guclog_log){
		.name = input->name,
		.form = input->form,
		.is_lfd = input->form == GUCLOG_FORM_LFD,
		.line = input->line,
		.image = to_bytes(input_log_view(input)),
		.total = input->total,
		.facts = public_facts(&view->facts),
		.own_facts = public_facts(&input->facts),
		.layout = &view->layout,
		.nr_losses = input->losses,
		.losses = input->notes ?: "",
		.dump = input->dump,
		.incident = &view->incident,
	};
	if (log->pub.is_lfd)
		open_lfd(log);
	else
		open_image(log);
	count_events(view);
	if (view->layout.stream)
		stream_times_set(view);
	log->pub.before_load = to_bytes(view->before_load);
	log->pub.crash = to_bytes(view->crash);
	log->pub.nr_faults = log->pub.is_lfd ? !!view->broken.code : view->log.nr_faults;
}

/**
 * logview_clock_hz() - get the frequency of the GuC's clock
 * @view: the log
 *
 * Context: any.
 * Return: ticks per second according to the firmware or, if it has no value, according to the
 * driver, or 0 if the frequency is unknown.
 */
u32 logview_clock_hz(const struct logview *view)
{
	u32 khz = view->lic.value[GUC_LIC_KEY_TSC_FREQUENCY];

	if (guc_lic_has(&view->lic, GUC_LIC_KEY_TSC_FREQUENCY) && khz &&
	    khz <= U32_MAX / 1000)
		return khz * 1000;
	return view->facts.reference_clock_hz;
}
