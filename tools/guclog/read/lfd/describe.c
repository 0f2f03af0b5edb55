// SPDX-License-Identifier: GPL-2.0-only
#include "read/lfd/describe.h"

#include "guc_log.h"
#include "guc_scan.h"
#include "guc_text.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/**
 * comment_text() - get a block's text without its padding
 * @data: the block's data
 *
 * Return: @data up to its last byte that is not 0.
 */
struct guc_view comment_text(struct guc_view data)
{
	while (data.len && !data.data[data.len - 1])
		data.len--;
	return data;
}

/**
 * comment_next() - get the next line of a text
 * @rest: the text; moved after the line
 * @line: filled with the line
 *
 * Return: true, or false at the end of the text.
 */
bool comment_next(struct guc_view *rest, struct comment_line *line)
{
	const u8 *end, *eq;

	if (!rest->len)
		return false;
	end = memchr(rest->data, '\n', rest->len);
	*line = (struct comment_line){
		.text = guc_view(rest->data, end ? (size_t)(end - rest->data) : rest->len),
	};
	*rest = guc_view_clip(*rest, line->text.len + 1, rest->len);
	eq = memchr(line->text.data, '=', line->text.len);
	line->has_key = eq && eq != line->text.data;
	if (line->has_key) {
		line->key = guc_view(line->text.data, (size_t)(eq - line->text.data));
		line->value = guc_view_clip(line->text, line->key.len + 1, line->text.len);
	}
	return true;
}

/**
 * comment_is() - compare a key or value of a comment with a string
 * @value: a key or a value
 * @text: the string
 *
 * Return: whether @value and @text are equal.
 */
bool comment_is(struct guc_view value, const char *text)
{
	return value.len == strlen(text) &&
	       (!value.len || !memcmp(value.data, text, value.len));
}

/**
 * comment_get() - get the first value of a key
 * @text: the comment
 * @key: the key
 * @value: set to the value if the comment has the key
 *
 * Return: whether the comment has the key.
 */
bool comment_get(struct guc_view text, const char *key, struct guc_view *value)
{
	struct comment_line line;

	while (comment_next(&text, &line)) {
		if (line.has_key && comment_is(line.key, key)) {
			*value = line.value;
			return true;
		}
	}
	return false;
}

/**
 * comment_to_number() - read a value as a number
 * @value: a value
 *
 * Return: the number, or 0 if the value is not a number.
 */
u64 comment_to_number(struct guc_view value)
{
	struct guc_scan scan = {
		.pos = (const char *)value.data,
		.end = (const char *)value.data + value.len,
	};
	u64 number;

	return guc_scan_number(&scan, ~0ull, &number) ? number : 0;
}

/**
 * comment_number() - get the number after a key
 * @text: the comment
 * @key: the key
 *
 * Return: the number, or 0 if there is no such key or its value is not a number.
 */
u64 comment_number(struct guc_view text, const char *key)
{
	struct guc_view value;

	return comment_get(text, key, &value) ? comment_to_number(value) : 0;
}

/**
 * comment_read() - read a comment
 * @comment: filled with the values in the comment; its members point into @data
 * @data: data of a HOST_COMMENT block
 */
void comment_read(struct comment *comment, struct guc_view data)
{
	static const char * const keys[COMMENT_KEYS] = {
		[COMMENT_SIZE] = GUC_COMMENT_SIZE,
		[COMMENT_WRITE_PTR] = GUC_COMMENT_WRITE_PTR,
		[COMMENT_WRAP_OFFSET] = GUC_COMMENT_WRAP_OFFSET,
		[COMMENT_FULL_COUNT] = GUC_COMMENT_FULL_COUNT,
		[COMMENT_MISSING] = GUC_COMMENT_MISSING GUC_COMMENT_IN_BYTES,
		[COMMENT_LATE] = GUC_COMMENT_LATE GUC_COMMENT_IN_BYTES,
		[COMMENT_NOT_UNDERSTOOD] = GUC_COMMENT_NOT_UNDERSTOOD,
		[COMMENT_ORDER] = GUC_COMMENT_ORDER,
		[COMMENT_EVENT] = GUC_COMMENT_EVENT GUC_COMMENT_IN_BYTES,
		[COMMENT_CRASH] = GUC_COMMENT_CRASH,
		[COMMENT_FAULTS_NOT_LISTED] = GUC_COMMENT_FAULTS_NOT_LISTED,
		[COMMENT_STREAM] = GUC_COMMENT_STREAM,
		[COMMENT_EVENTS] = GUC_COMMENT_EVENTS,
		[COMMENT_EVENTS_BYTES] = GUC_COMMENT_EVENTS GUC_COMMENT_IN_BYTES,
		[COMMENT_EVENTS_ORDER] = GUC_COMMENT_EVENTS_ORDER,
		[COMMENT_GAP] = GUC_COMMENT_EVENTS_GAP GUC_COMMENT_IN_BYTES,
		[COMMENT_GAP_TICKS] = GUC_COMMENT_EVENTS_GAP_TICKS,
		[COMMENT_GAP_ESTIMATE] = GUC_COMMENT_EVENTS_GAP_ESTIMATE,
		[COMMENT_ANCHOR_TICK] = "anchor_guc_tick",
		[COMMENT_ANCHOR_BOOTTIME] = "anchor_boottime_ns",
		[COMMENT_ANCHOR_REALTIME] = "anchor_realtime_ns",
		[COMMENT_ANCHOR_AGE] = "anchor_age_ns",
		[COMMENT_INCIDENT_BOOTTIME] = "incident_boottime_ns",
		[COMMENT_INCIDENT_TRIGGER] = "incident_trigger",
	};
	struct comment_line line;
	struct guc_view rest;
	unsigned int i;

	*comment = (struct comment){ .text = comment_text(data) };
	for (rest = comment->text; comment_next(&rest, &line);)
		for (i = 0; line.has_key && i < COMMENT_KEYS; i++)
			if (!comment_has(comment, i) && comment_is(line.key, keys[i]))
				comment->value[i] = line.value;
}

static enum guclog_part part_of(const struct comment *before)
{
	struct guc_view events = before->value[COMMENT_EVENTS];

	if (comment_is(events, GUC_COMMENT_EVENTS_BEFORE_LOAD))
		return GUCLOG_PART_BEFORE_LOAD;
	if (comment_is(events, GUC_COMMENT_EVENTS_AFTER_WRAP))
		return GUCLOG_PART_AFTER_WRAP;
	return GUCLOG_PART_LOG;
}

/**
 * describe_pass() - update the state of a walk over the blocks of an LFD file after a block
 * @walk: zeroed before the first block
 * @block: the block
 */
void describe_pass(struct describe *walk, const struct guc_lfd_block *block)
{
	if (block->type == GUC_LFD_LOG_EVENTS_BUFFER && block->data_count &&
	    part_of(&walk->before) == GUCLOG_PART_LOG)
		walk->found += block->data.len - 4;
	comment_read(&walk->before, block->type == GUC_LFD_HOST_COMMENT ? block->data :
								       guc_view(NULL, 0));
	if (!walk->main.text.len && comment_has(&walk->before, COMMENT_ORDER))
		walk->main = walk->before;
}

/**
 * describe_end() - find out whether the main comment (with the key "event_order") describes the
 * events of the file
 * @walk: the walk over the blocks, after describe_pass() for the last one; its @main_applies is set
 */
void describe_end(struct describe *walk)
{
	u64 bytes = comment_value(&walk->main, COMMENT_EVENT);

	walk->main_applies = bytes <= walk->found && walk->found - bytes < 4;
}

/**
 * describe_init() - find the main comment (with the key "event_order") of a file, and begin a walk
 * over the blocks
 * @walk: filled with the main comment; the walk is at the beginning of the file
 * @file: the whole LFD file
 *
 * Reads the headers of all blocks, because the main comment is after the events that it describes.
 */
void describe_init(struct describe *walk, struct guc_view file)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;

	*walk = (struct describe){ .found = 0 };
	guc_lfd_open(&reader, file);
	while (!reader.fault.code && guc_lfd_next(&reader, &block) > 0)
		describe_pass(walk, &block);
	describe_end(walk);
	walk->before = (struct comment){ .text = guc_view(NULL, 0) };
}

/*
 * Remove the padding, which is at most 3 bytes, from the end of the entries. @key: key of the line
 * in @comment that has the length of the entries without padding
 */
static void drop_padding(struct guc_view *entries, const struct comment *comment,
			 enum comment_key key)
{
	u64 bytes = comment_value(comment, key);

	if (bytes < entries->len && entries->len - bytes < 4)
		entries->len = (size_t)bytes;
}

/**
 * describe_drop_padding() - remove the padding after the entries of a block of events
 * @walk: the walk over the blocks of the file, after describe_end()
 * @entries: the entries of a block
 */
void describe_drop_padding(const struct describe *walk, struct guc_view *entries)
{
	if (walk->main_applies)
		drop_padding(entries, &walk->main, COMMENT_EVENT);
}

/**
 * describe_events() - collect the properties of a block of events
 * @walk: the walk over the blocks of the file, after the block before @block
 * @block: a LOG_EVENTS_BUFFER block
 * @events: filled with the properties of the block
 *
 * A comment with the key ``events`` directly before the block describes the block. The main comment
 * describes all blocks of events of the log. Both comments have the length of the events without
 * padding.
 *
 * Return: true, or false if the block is too short to have a version.
 */
bool describe_events(const struct describe *walk,
		     const struct guc_lfd_block *block,
		     struct describe_events *events)
{
	const struct comment *before = &walk->before, *main = &walk->main;

	*events = (struct describe_events){
		.version = describe_u32(block),
		.part = part_of(before),
		.entries = guc_view_clip(block->data, 4, block->data.len),
	};
	if (!block->data_count)
		return false;
	if (events->version == GUC_LOG_EVENT_VERSION)
		events->entry_bytes = sizeof(struct guc_log_event_v2);
	if (events->part != GUCLOG_PART_LOG) {
		events->order = before->value[COMMENT_EVENTS_ORDER];
		drop_padding(&events->entries, before, COMMENT_EVENTS_BYTES);
		return true;
	}
	events->gap.bytes = comment_value(before, COMMENT_GAP);
	if (events->gap.bytes) {
		events->gap.ticks = comment_value(before, COMMENT_GAP_TICKS);
		events->gap.estimate = comment_value(before, COMMENT_GAP_ESTIMATE);
	}
	events->gap.after_load = comment_is(before->value[COMMENT_EVENTS],
					    GUC_COMMENT_EVENTS_AFTER_LOAD);
	if (walk->main_applies || comment_has(main, COMMENT_STREAM))
		events->order = main->value[COMMENT_ORDER];
	describe_drop_padding(walk, &events->entries);
	return true;
}

static void print_order(struct guc_text *text, struct guc_view order)
{
	if (!order.len)
		guc_text_add(text, "; order not known");
	else if (comment_is(order, guc_order_name(GUC_ORDER_WRAPPED)))
		guc_text_add(text, "; the ring had wrapped; oldest first");
	else if (comment_is(order, guc_order_name(GUC_ORDER_LINEAR)))
		guc_text_add(text, "; the ring had not wrapped; oldest first");
	else if (comment_is(order, guc_order_name(GUC_ORDER_STORAGE)))
		guc_text_add(text, "; storage order");
	else
		guc_text_add(text, "; order: see the comment");
}

static void print_events(struct guc_text *text,
			 const struct describe_events *events)
{
	size_t rest = 0;

	if (events->entry_bytes) {
		rest = events->entries.len % events->entry_bytes;
		guc_text_add(text, "%zu entries of %u bytes, version %u",
			     events->entries.len / events->entry_bytes,
			     events->entry_bytes, events->version);
	} else {
		guc_text_add(text, "%zu bytes of entries, version %u",
			     events->entries.len, events->version);
	}
	if (rest)
		guc_text_add(text, ", and %zu bytes", rest);
	if (events->part == GUCLOG_PART_BEFORE_LOAD)
		guc_text_add(text, "; " GUC_COMMENT_EVENTS_BEFORE_LOAD);
	else if (events->part == GUCLOG_PART_AFTER_WRAP)
		guc_text_add(text, "; " GUC_COMMENT_EVENTS_AFTER_WRAP);
	if (events->gap.bytes)
		guc_text_add(text, "; %llu bytes before them are missing",
			     events->gap.bytes);
	if (events->gap.ticks)
		guc_text_add(text, " at least, %llu ticks of the firmware's clock",
			     events->gap.ticks);
	if (events->gap.estimate)
		guc_text_add(text,
			     ", about %llu events by an estimate from the rate before the gap",
			     events->gap.estimate);
	if (events->gap.after_load)
		guc_text_add(text, "; " GUC_COMMENT_EVENTS_AFTER_LOAD);
	print_order(text, events->order);
}

static void print_fw_version(struct guc_text *text, u32 v)
{
	guc_text_add(text, "%u.%u.%u", (u32)FIELD_GET(GUC_FW_VERSION_MAJOR, v),
		     (u32)FIELD_GET(GUC_FW_VERSION_MINOR, v),
		     (u32)FIELD_GET(GUC_FW_VERSION_PATCH, v));
	if (v & GUC_FW_VERSION_BRANCH)
		guc_text_add(text, ", branch %u",
			     (u32)FIELD_GET(GUC_FW_VERSION_BRANCH, v));
}

/* Print a frequency in kHz and in MHz. The MHz have one decimal at least, but no further zeroes. */
static void print_frequency(struct guc_text *text, u32 khz)
{
	u32 part = khz % 1000, digits = 3;

	for (; digits > 1 && part % 10 == 0; digits--)
		part /= 10;
	guc_text_add(text, "%u kHz (%u.%0*u MHz)", khz, khz / 1000,
		     (int)digits, part);
}

static void print_gmd_id(struct guc_text *text, u32 v)
{
	guc_text_add(text, "0x%08x: IP %u.%02u, revision %u", v,
		     (u32)FIELD_GET(GUC_GMD_ID_ARCH, v),
		     (u32)FIELD_GET(GUC_GMD_ID_RELEASE, v),
		     (u32)FIELD_GET(GUC_GMD_ID_REVISION, v));
}

/* Print an OS_ID block. Bytes that are not printable ASCII become \xNN. */
static void print_os(struct guc_text *text, const struct guc_lfd_block *block)
{
	struct guc_view release = describe_release(block);
	size_t i;

	guc_text_add(text, "%s%s", describe_os(describe_u32(block)),
		     release.len ? " " : "");
	for (i = 0; i < release.len; i++)
		guc_text_add(text, release.data[i] >= 0x20 && release.data[i] < 0x7f ?
			     "%c" : "\\x%02x", release.data[i]);
}

static void print_u32(struct guc_text *text, u32 type, u32 v)
{
	switch (type) {
	case GUC_LFD_FW_VERSION:
		print_fw_version(text, v);
		break;
	case GUC_LFD_TSC_FREQUENCY:
		print_frequency(text, v);
		break;
	case GUC_LFD_GMD_ID:
		print_gmd_id(text, v);
		break;
	default:
		guc_text_add(text, "0x%x", v);
		break;
	}
}

/**
 * describe_block() - write the meaning of a block in one line
 * @walk: the walk over the blocks of the file, after the block before @block
 * @block: the block; the function checks its length
 * @text: destination
 */
void describe_block(const struct describe *walk, const struct guc_lfd_block *block,
		    struct guc_text *text)
{
	struct describe_events events;

	switch (block->type) {
	case GUC_LFD_FW_VERSION ... GUC_LFD_BUILD_PLATFORM_ID:
		if (block->data_count == 1)
			print_u32(text, block->type, describe_u32(block));
		else
			guc_text_add(text, "malformed: not one dword");
		break;
	case GUC_LFD_OS_ID:
		if (block->data_count)
			print_os(text, block);
		else
			guc_text_add(text, "malformed: empty");
		break;
	case GUC_LFD_LOG_EVENTS_BUFFER:
		if (describe_events(walk, block, &events))
			print_events(text, &events);
		else
			guc_text_add(text, "malformed: no version");
		break;
	case GUC_LFD_FW_CRASH_DUMP:
		guc_text_add(text, "crash dump region");
		break;
	case GUC_LFD_HOST_COMMENT:
		break;
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
		guc_text_add(text, "event schema, not decoded");
		break;
	default:
		guc_text_add(text, "%s, not decoded",
			     describe_range(block->type));
		break;
	}
}

/**
 * describe_range() - describe the origin of blocks of a type, and whether they are required
 * @type: the type
 *
 * Return: a constant string.
 */
const char *describe_range(u32 type)
{
	if (type >= GUC_LFD_RANGE_RESERVED || !type)
		return "reserved";
	if (type >= GUC_LFD_RANGE_KMD_OPTIONAL)
		return "optional, from the driver";
	if (type >= GUC_LFD_RANGE_KMD_REQUIRED)
		return "required, from the driver";
	if (type >= GUC_LFD_RANGE_FW_OPTIONAL)
		return "optional, from the firmware";
	return "required, from the firmware";
}

/**
 * describe_os() - get the name of an operating system
 * @os_id: its number, which is the first dword of an OS_ID block
 *
 * Return: a constant string.
 */
const char *describe_os(u32 os_id)
{
	switch (os_id) {
	case GUC_LFD_OS_WINDOWS:
		return "Windows";
	case GUC_LFD_OS_LINUX:
		return "Linux";
	case GUC_LFD_OS_VMWARE:
		return "VMware";
	case GUC_LFD_OS_OTHER:
		return "other OS";
	default:
		return "unknown OS";
	}
}

/**
 * describe_release() - get the release in an OS_ID block
 * @block: the block
 *
 * Return: the text, as long as the block allows and without padding.
 */
struct guc_view describe_release(const struct guc_lfd_block *block)
{
	return comment_text(guc_view_clip(block->data, 4, block->data.len));
}

/**
 * describe_cut() - get the incomplete block at the end of a truncated file
 * @file: the file
 * @fault: the fault at which guc_lfd_next() stopped
 * @block: filled with the part of the block that the file has, in whole dwords
 *
 * Return: whether the file ends inside a block.
 */
bool describe_cut(struct guc_view file, const struct guc_fault *fault,
		  struct guc_lfd_block *block)
{
	u64 at = fault->offset;		/* offset of data_count */

	if (fault->code != GUC_FAULT_BLOCK_COUNT || at < 4 || at + 4 > file.len)
		return false;
	*block = (struct guc_lfd_block){
		.offset = at - 4,
		.type = guc_load_le32(file.data + at - 4) >> 16,
		.data_count = (u32)((file.len - at - 4) / 4),
	};
	block->data = guc_view_clip(file, at + 4, 4ull * block->data_count);
	return true;
}
