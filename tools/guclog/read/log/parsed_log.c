// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/parsed_log.h"

#include "base/arena.h"
#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_incident.h"
#include "guc_lfd.h"
#include "read/log/stream_times.h"
#include "read/input.h"
#include "model/internal.h"
#include "read/lfd/describe.h"
#include "read/log/log.h"
#include "model/records.h"

#define ENTRY	sizeof(struct guc_log_event_v2)

/*
 * Limit of the time between two triggers (events in the driver because of which the module records
 * a log), ns. A larger value in a file is not plausible, and is replaced by this limit.
 */
#define NEVER_NS	BIT_ULL(60)

static void set_order(struct log *log, struct guc_view words)
{
	struct parsed_log *parsed = &log->parsed;
	unsigned int i;

	words.len = min(words.len, sizeof(parsed->order) - 1);
	memcpy(parsed->order, words.data, words.len);
	parsed->order[words.len] = '\0';
	log->pub.order = GUCLOG_ORDER_ABSENT;
	for (i = GUC_ORDER_LINEAR; i <= GUC_ORDER_STORAGE; i++)
		if (!strcmp(parsed->order, guc_order_names[i]))
			log->pub.order = (enum guclog_order)i;
	parsed->layout.wrapped = log->pub.order == GUCLOG_ORDER_WRAPPED;
	parsed->layout.unordered = log->pub.order == GUCLOG_ORDER_STORAGE;
}

/*
 * Add a run (events without a gap between them). If there is no memory, @failed of the arena is
 * set.
 */
static void add_run(struct parsed_log *parsed, const struct parsed_log_run *run)
{
	struct parsed_log_run *all;

	all = arena_room(parsed->arena, parsed->run, parsed->nr_runs, sizeof(*all));
	if (!all)
		return;
	parsed->run = all;
	all[parsed->nr_runs++] = *run;
}

/*
 * Count the events and the missing events, after runs (events without a gap between them) were
 * added. The estimate for a gap is never less than the number of events that are known to be
 * missing there. If no gap has a larger estimate, the total estimate is 0, which stands for no
 * estimate.
 */
static void count_events(struct parsed_log *parsed)
{
	struct guclog_layout *layout = &parsed->layout;
	unsigned int i;

	parsed->rest = parsed->before_load.len % ENTRY;
	parsed->last_gap = 0;
	layout->entries = 0;
	layout->bytes = 0;
	layout->gap_bytes = 0;
	layout->gap_ticks = 0;
	layout->gap_estimate = 0;
	for (i = 0; i < parsed->nr_runs; i++) {
		struct parsed_log_run *run = &parsed->run[i];

		run->first = layout->entries;
		layout->bytes += run->data.len;
		parsed->rest += run->data.len % ENTRY;
		if (layout->version == GUC_LOG_EVENT_VERSION)
			layout->entries += run->data.len / ENTRY;
		if (!run->gap.bytes)
			continue;
		parsed->last_gap = i + 1;
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
	struct parsed_log *parsed = &log->parsed;
	struct guc_view image = input_log_bytes(parsed->input);
	const struct guc_region *r = &parsed->log.region[GUC_REGION_EVENT];
	const struct guc_events *events = &parsed->log.events;
	const char *order;
	unsigned int i;

	input_log_parse(parsed->input, &parsed->log);
	parsed->facts = parsed->input->facts;
	parsed->lic = parsed->log.lic;
	order = guc_order_name(events->order);
	set_order(log, guc_view(order, strlen(order)));
	parsed->layout.version = r->version;
	for (i = 0; i < events->nr_runs; i++)
		add_run(parsed, &(struct parsed_log_run){
			.data = span_view(image, events->run[i].span),
			.gap.bytes = events->run[i].gap,
		});
	parsed->layout.missing_bytes += events->missing;
	parsed->layout.late_bytes = events->late;
	parsed->before_load = span_view(image, events->before_load);
	parsed->layout.after_wrap = to_bytes(span_view(image, events->after_wrap));
	parsed->layout.not_understood = events->not_understood;
	parsed->layout.crash = (enum guclog_crash)parsed->log.crash_state;
	parsed->crash = span_view(image, parsed->log.crash);
	parsed->layout.write_ptr = r->write_ptr;
	parsed->layout.wrap_offset = r->wrap_offset;
	parsed->layout.ring_size = r->size;
	parsed->layout.full_count = r->full_count;
	parsed->layout.faults = parsed->log.nr_faults;
}

/*
 * Store whether the log has a crash dump according to a comment. The comment counts even if the
 * file does not have the block of the crash dump.
 */
static void take_crash_state(struct parsed_log *parsed, struct guc_view value)
{
	/* The value ends with the length of the crash dump, which is not compared. */
	if (comment_is(guc_view_clip(value, 0, strlen(GUC_COMMENT_CRASH_PRESENT)),
		       GUC_COMMENT_CRASH_PRESENT))
		parsed->layout.crash = GUCLOG_CRASH_PRESENT;
	else if (comment_is(value, GUC_COMMENT_CRASH_NONE))
		parsed->layout.crash = GUCLOG_CRASH_NONE;
}

static void take_numbers(struct parsed_log *parsed, const struct comment *comment)
{
	struct guclog_layout *l = &parsed->layout;
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
static void take_triggers(struct parsed_log *parsed, struct guc_view text)
{
	struct guclog_trigger *list;
	struct guc_view name;
	unsigned int i;

	list = arena_zero(parsed->arena, GUC_INCIDENT_EVENTS * sizeof(*list));
	for (i = 0; list && i < GUC_INCIDENT_EVENTS && trigger_get(text, i + 1, "", &name); i++) {
		copy_name(list[i].name, sizeof(list[i].name), name);
		take_trigger(&list[i], text, i + 1);
	}
	parsed->incident.triggers = list;
	parsed->incident.nr_triggers = list ? i : 0;
}

/*
 * Read the first trigger (the event in the driver because of which the module recorded the log)
 * and the context that it is about.
 */
static void take_incident(struct parsed_log *parsed, const struct comment *comment)
{
	struct guclog_incident *i = &parsed->incident;
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
	parsed->not_restarted = comment_get(text, "incident_log_restarted", &value) &&
				comment_is(value, "no");
	i->unchanged = !i->restarted && comment_get(text, "incident_written_bytes", &value) &&
		       comment_is(value, "0");
	take_triggers(parsed, text);
}

/*
 * Add a clock anchor: values of the GuC's and the host's clock at the same time. A stream has
 * several anchors.
 */
static void take_anchor(struct parsed_log *parsed, const struct comment *comment)
{
	struct parsed_log_anchor *all, a = {
		.tick = comment_value(comment, COMMENT_ANCHOR_TICK),
		.boottime_ns = comment_value(comment, COMMENT_ANCHOR_BOOTTIME),
		.realtime_ns = comment_value(comment, COMMENT_ANCHOR_REALTIME),
		.age_ns = comment_value(comment, COMMENT_ANCHOR_AGE),
	};

	/* Ignore values that are so large that later sums of them could overflow. */
	if (a.tick >> 60 || a.boottime_ns >> 60)
		return;
	all = arena_room(parsed->arena, parsed->anchor, parsed->nr_anchors, sizeof(a));
	if (!all)
		return;
	parsed->anchor = all;
	all[parsed->nr_anchors++] = a;
}

/*
 * Read a comment, and store its values about the log. Comments that describe only the block of
 * events after them are ignored here.
 */
static void take_comment(struct log *log, const struct comment *comment)
{
	struct parsed_log *parsed = &log->parsed;
	struct guc_view rest = comment->text;
	struct comment_line line;
	int id;

	if (comment_has(comment, COMMENT_EVENTS))
		return;
	parsed->layout.stream |= comment_has(comment, COMMENT_STREAM);
	if (comment_has(comment, COMMENT_ANCHOR_TICK) &&
	    comment_has(comment, COMMENT_ANCHOR_BOOTTIME))
		take_anchor(parsed, comment);
	if (comment_has(comment, COMMENT_INCIDENT_BOOTTIME) &&
	    comment_has(comment, COMMENT_INCIDENT_TRIGGER))
		take_incident(parsed, comment);
	if (comment_has(comment, COMMENT_ORDER))
		set_order(log, comment->value[COMMENT_ORDER]);
	if (comment_has(comment, COMMENT_CRASH))
		take_crash_state(parsed, comment->value[COMMENT_CRASH]);
	take_numbers(parsed, comment);
	parsed->layout.faults += (u32)comment_value(comment, COMMENT_FAULTS_NOT_LISTED);
	while (comment_next(&rest, &line)) {
		parsed->layout.faults += comment_is(line.key, GUC_COMMENT_FAULT);
		id = guc_facts_find((const char *)line.key.data, line.key.len);
		if (id >= 0)
			guc_facts_set(&parsed->facts, (enum guc_fact_id)id,
				      (const char *)line.value.data, line.value.len);
	}
}

static void take_os(struct parsed_log *parsed, const struct guc_lfd_block *block)
{
	struct guc_view text = describe_release(block);

	guc_facts_set(&parsed->facts, GUC_FACT_kernel, (const char *)text.data,
		      text.len);
}

/*
 * Add a block of events. Return: true, or false for events that are not part of the log: events
 * from before the firmware was loaded again, and bytes after the wrap offset.
 */
static bool take_events(struct parsed_log *parsed, const struct guc_lfd_block *block,
			const struct describe *walk)
{
	struct describe_events events;

	if (!describe_events(walk, block, &events))
		return false;
	parsed->layout.version = events.version;
	if (events.part == GUCLOG_PART_BEFORE_LOAD)
		parsed->before_load = events.entries;
	else if (events.part == GUCLOG_PART_AFTER_WRAP)
		parsed->layout.after_wrap = to_bytes(events.entries);
	else
		add_run(parsed, &(struct parsed_log_run){
			.data = events.entries,
			.gap = events.gap,
			.anchors = parsed->nr_anchors,
		});
	return events.part == GUCLOG_PART_LOG;
}

/* Store the data of a block without events. @comment: for a HOST_COMMENT: the parsed comment */
static void take_block(struct log *log, const struct guc_lfd_block *block,
		       const struct comment *comment)
{
	struct parsed_log *parsed = &log->parsed;

	switch (block->type) {
	case GUC_LFD_HOST_COMMENT:
		take_comment(log, comment);
		break;
	case GUC_LFD_OS_ID:
		take_os(parsed, block);
		break;
	case GUC_LFD_FW_CRASH_DUMP:
		parsed->crash = block->data;
		parsed->layout.crash = GUCLOG_CRASH_PRESENT;
		break;
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
		parsed->layout.schema = to_bytes(block->data);
		break;
	default:
		if (block->type < 1 || block->type > GUC_LIC_KEYS ||
		    block->data_count < 1)
			break;
		/* The block types 1..5 have the same numbers as the keys of the LIC. */
		parsed->lic.value[block->type] = guc_load_le32(block->data.data);
		parsed->lic.known |= BIT(block->type);
		parsed->lic.present = true;
	}
}

/*
 * If the file ends within a block, use the part of the block that the file has. If the block has
 * events, the newest events are missing.
 */
static void take_cut_block(struct log *log, const struct describe *walk)
{
	struct parsed_log *parsed = &log->parsed;
	struct guc_lfd_block block;
	struct comment comment;

	if (!describe_cut(input_log_bytes(parsed->input), &parsed->broken, &block))
		return;
	if (block.type != GUC_LFD_LOG_EVENTS_BUFFER) {
		comment_read(&comment, block.data);
		take_block(log, &block, &comment);
	} else if (take_events(parsed, &block, walk)) {
		parsed->layout.missing_bytes = 4 * parsed->broken.found - block.data.len;
	}
}

/*
 * Add a block to the list of the log's blocks. If there is too little memory, the list is
 * incomplete, and @failed of the arena is set.
 */
static void keep_block(struct parsed_log *parsed, const struct guc_lfd_block *block)
{
	struct guc_lfd_block *all;

	all = arena_room(parsed->arena, parsed->block, parsed->nr_blocks, sizeof(*all));
	if (!all)
		return;
	parsed->block = all;
	all[parsed->nr_blocks++] = *block;
}

/**
 * log_take_block() - add a block of an LFD file to a log
 * @log: from log_begin()
 * @block: the block, whose data must remain valid as long as the log uses them
 * @walk: the walk over the blocks of the file, which is moved after @block
 *
 * Context: allocates memory; @failed of the arena is set if there was too little.
 */
void log_take_block(struct log *log, const struct guc_lfd_block *block, struct describe *walk)
{
	if (block->type == GUC_LFD_LOG_EVENTS_BUFFER)
		take_events(&log->parsed, block, walk);
	describe_pass(walk, block);
	take_block(log, block, &walk->before);
}

/**
 * log_end_blocks() - use what the comments of an LFD file say about the blocks before them
 * @log: from log_begin()
 * @walk: the walk over the blocks, after log_take_block() for the last one
 */
void log_end_blocks(struct log *log, struct describe *walk)
{
	struct parsed_log *parsed = &log->parsed;
	unsigned int i;

	/*
	 * If a whole file has no crash dump and no comment that mentions one, there was no crash:
	 * other writers of LFD files omit the block of an empty region.
	 */
	if (!parsed->broken.code && !walk->main.text.len &&
	    parsed->layout.crash == GUCLOG_CRASH_UNKNOWN)
		parsed->layout.crash = GUCLOG_CRASH_NONE;
	describe_end(walk);
	for (i = 0; i < parsed->nr_runs; i++)
		describe_drop_padding(walk, &parsed->run[i].data);
}

static void open_lfd(struct log *log)
{
	struct parsed_log *parsed = &log->parsed;
	struct describe walk = { .found = 0 };
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;

	guc_lfd_open(&reader, input_log_bytes(parsed->input));
	while (!reader.fault.code && guc_lfd_next(&reader, &block) > 0) {
		log_take_block(log, &block, &walk);
		if (parsed->input->keep_blocks)
			keep_block(parsed, &block);
	}
	parsed->lfd_version = reader.version;
	parsed->broken = reader.fault;
	if (parsed->broken.code)
		take_cut_block(log, &walk);
	log_end_blocks(log, &walk);
}

/**
 * log_begin() - make a log without parts
 * @log: initialised
 * @input: the log
 * @arena: arena from which memory is allocated
 */
void log_begin(struct log *log, const struct input_log *input, struct arena *arena)
{
	struct parsed_log *parsed = &log->parsed;

	memset(parsed, 0, sizeof(*parsed));
	parsed->arena = arena;
	parsed->input = input;
	parsed->layout.order = parsed->order;
	log->pub = (struct guclog_log){
		.name = input->name,
		.form = input->form,
		.is_lfd = input->form == GUCLOG_FORM_LFD,
		.line = input->line,
		.image = to_bytes(input_log_bytes(input)),
		.total = input->total,
		.facts = public_facts(&parsed->facts),
		.own_facts = public_facts(&input->facts),
		.layout = &parsed->layout,
		.nr_losses = input->losses,
		.losses = input->notes ?: "",
		.dump = input->dump,
		.incident = &parsed->incident,
	};
}

/**
 * log_finish() - count the events of a log, and find the times of a stream
 * @log: the log, with all its parts. More parts may be added after the call; then the function must
 *	be called again.
 */
void log_finish(struct log *log)
{
	struct parsed_log *parsed = &log->parsed;

	count_events(parsed);
	if (parsed->layout.stream)
		stream_times_set(parsed);
	log->pub.before_load = to_bytes(parsed->before_load);
	log->pub.crash = to_bytes(parsed->crash);
	log->pub.nr_faults = log->pub.is_lfd ? !!parsed->broken.code : parsed->log.nr_faults;
}

/**
 * log_open() - find the parts of a log
 * @log: filled with the parts of the log, which point into @input
 * @input: the log
 * @arena: arena from which memory is allocated; its @failed is set if there was too little memory
 *
 * If an LFD file is damaged, @broken of @parsed has the fault, and the parts before the damage
 * are filled.
 *
 * Context: allocates memory.
 */
void log_open(struct log *log, const struct input_log *input, struct arena *arena)
{
	log_begin(log, input, arena);
	if (log->pub.is_lfd)
		open_lfd(log);
	else
		open_image(log);
	log_finish(log);
}

/**
 * parsed_log_clock_hz() - get the frequency of the GuC's clock
 * @parsed: the log
 *
 * Return: ticks per second according to the firmware or, if it has no value, according to the
 * driver, or 0 if the frequency is unknown.
 */
u32 parsed_log_clock_hz(const struct parsed_log *parsed)
{
	u32 khz = parsed->lic.value[GUC_LIC_KEY_TSC_FREQUENCY];

	if (guc_lic_has(&parsed->lic, GUC_LIC_KEY_TSC_FREQUENCY) && khz &&
	    khz <= U32_MAX / 1000)
		return khz * 1000;
	return parsed->facts.reference_clock_hz;
}
