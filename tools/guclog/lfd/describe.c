// SPDX-License-Identifier: GPL-2.0-only
#include "lfd/describe.h"

#include "guc_log.h"
#include "guc_text.h"
#include "lfd/comment.h"

#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/**
 * describe_init() - begin a walk
 * @walk: filled
 * @file: the whole file
 *
 * The comment that tells of the first events comes behind them.
 */
void describe_init(struct describe *walk, struct guc_view file)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	struct guc_view text, order;

	*walk = (struct describe){ .main_used = false };
	if (guc_lfd_open(&reader, file))
		return;
	while (guc_lfd_next(&reader, &block) > 0) {
		if (block.type != GUC_LFD_HOST_COMMENT)
			continue;
		text = comment_text(block.data);
		if (comment_get(text, "event_order", &order)) {
			walk->main = text;
			return;
		}
	}
}

/**
 * describe_pass() - go on to the next block
 * @walk: from describe_init()
 * @block: the block that is done with
 */
void describe_pass(struct describe *walk, const struct guc_lfd_block *block)
{
	walk->before = block->type == GUC_LFD_HOST_COMMENT ?
		       comment_text(block->data) : guc_view(NULL, 0);
}

/*
 * Does the comment tell of this many bytes? Up to 3 more are padding; then it
 * is the comment that knows.
 */
static bool tells_of(struct guc_view text, const char *key, u64 *bytes)
{
	struct guc_view value;
	char number[24];
	u64 less;

	if (!comment_get(text, key, &value))
		return false;
	for (less = 0; less < 4 && less <= *bytes; less++) {
		snprintf(number, sizeof(number), "%llu", *bytes - less);
		if (comment_is(value, number)) {
			*bytes -= less;
			return true;
		}
	}
	return false;
}

static bool was_before_load(struct guc_view text)
{
	struct guc_view value;

	return comment_get(text, "events", &value) &&
	       comment_is(value,
			  "written before the firmware was loaded again");
}

/**
 * describe_events() - what is known of a block of events
 * @walk: at this block
 * @block: a LOG_EVENTS_BUFFER block
 * @events: filled
 *
 * A comment belongs to the block when it stands right before it and says
 * ``events=``, or when it says ``event_order=``, the block is the first of the
 * others, and the lengths agree. It then also tells how much is padding.
 *
 * Return: false when the block is too short to have a version.
 */
bool describe_events(struct describe *walk, const struct guc_lfd_block *block,
		     struct describe_events *events)
{
	*events = (struct describe_events){ .version = describe_u32(block) };
	if (!block->data_count)
		return false;
	events->bytes = block->data.len - 4;
	if (events->version == GUC_LOG_EVENT_VERSION)
		events->entry_bytes = sizeof(struct guc_log_event_v2);

	if (was_before_load(walk->before) &&
	    tells_of(walk->before, "events_bytes", &events->bytes)) {
		events->before_load = true;
		comment_get(walk->before, "events_order", &events->order);
	} else if (!walk->main_used) {
		walk->main_used = true;
		if (tells_of(walk->main, "event_bytes", &events->bytes))
			comment_get(walk->main, "event_order", &events->order);
	}
	return true;
}

static void print_order(struct guc_text *text, struct guc_view order)
{
	if (!order.len)
		guc_text_add(text, "; order not told");
	else if (comment_is(order, guc_order_name(GUC_ORDER_WRAPPED)))
		guc_text_add(text, "; the ring had wrapped; oldest first");
	else if (comment_is(order, guc_order_name(GUC_ORDER_LINEAR)))
		guc_text_add(text, "; the ring had not wrapped; oldest first");
	else if (comment_is(order, guc_order_name(GUC_ORDER_STORAGE)))
		guc_text_add(text, "; storage order");
	else
		guc_text_add(text, "; order told in the comment");
}

static void print_events(struct guc_text *text,
			 const struct describe_events *events)
{
	u64 rest = 0;

	if (events->entry_bytes) {
		rest = events->bytes % events->entry_bytes;
		guc_text_add(text, "%llu entries of %u bytes, version %u",
			     events->bytes / events->entry_bytes,
			     events->entry_bytes, events->version);
	} else {
		guc_text_add(text, "%llu bytes of entries, version %u",
			     events->bytes, events->version);
	}
	if (rest)
		guc_text_add(text, ", and %llu bytes", rest);
	if (events->before_load)
		guc_text_add(text,
			     "; written before the firmware was loaded again");
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

/* kHz as MHz, without trailing zeroes. */
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
		     (u32)FIELD_GET(GMD_ID_ARCH, v),
		     (u32)FIELD_GET(GMD_ID_RELEASE, v),
		     (u32)FIELD_GET(GMD_ID_REVISION, v));
}

static void print_os(struct guc_text *text, const struct guc_lfd_block *block)
{
	char *release = comment_clean(describe_release(block));

	guc_text_add(text, "%s%s%s", describe_os(describe_u32(block)),
		     *release ? " " : "", release);
	free(release);
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
 * describe_block() - a block's meaning, on one line
 * @walk: at this block
 * @block: the block; its length is checked here
 * @text: where to
 */
void describe_block(struct describe *walk, const struct guc_lfd_block *block,
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
 * describe_range() - who writes blocks of a type
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
 * describe_os() - an os_id in words
 * @os_id: the id
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
 * describe_release() - the release in an OS_ID block
 * @block: the block
 *
 * Return: the text, by the block's length and without padding.
 */
struct guc_view describe_release(const struct guc_lfd_block *block)
{
	return comment_text(guc_view_clip(block->data, 4, block->data.len));
}

/**
 * describe_cut() - the block that a file ends in
 * @file: the file
 * @fault: that ended the reading of it
 * @block: filled with what is there of it, in whole dwords
 *
 * Return: whether the file ends in a block.
 */
bool describe_cut(struct guc_view file, const struct guc_fault *fault,
		  struct guc_lfd_block *block)
{
	u64 at = fault->offset;		/* of data_count */

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
