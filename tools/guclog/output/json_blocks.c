// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "read/lfd/blocks.h"
#include "output/json_out.h"
#include "base/file.h"
#include "base/clean.h"
#include "base/out.h"
#include "read/lfd/file.h"

/* Return: a bit field of a number: the @bits bits from bit @from upwards. */
static u32 bits_of(u32 value, unsigned int from, unsigned int bits)
{
	return value >> from & ((1u << bits) - 1);
}

static void put_fw_version(struct json_object *to, u32 v)
{
	char buf[FW_VERSION_SIZE];

	json_put_string(to, "version", fw_version_text(v, buf));
	json_put_u64(to, "branch", bits_of(v, 24, 8));
}

static void put_u32_fields(struct json_object *to,
			   const struct guclog_block *block)
{
	u32 v = block->value;

	if (block->data.len != sizeof(v))
		return;
	json_put_u64(to, "value", v);
	switch (block->type) {
	case GUCLOG_BLOCK_FW_VERSION:
		put_fw_version(to, v);
		break;
	case GUCLOG_BLOCK_TSC_FREQUENCY:
		json_put_u64(to, "frequency_khz", v);
		break;
	case GUCLOG_BLOCK_GMD_ID:
		json_put_u64(to, "arch", bits_of(v, 22, 10));
		json_put_u64(to, "release", bits_of(v, 14, 8));
		json_put_u64(to, "revision", bits_of(v, 0, 6));
		break;
	default:
		break;
	}
}

static void put_os_fields(struct json_object *to,
			  const struct guclog_block *block)
{
	struct guclog_bytes release;
	const char *os = guclog_block_os(block, &release);

	if (!os)
		return;
	json_put_u64(to, "os_id", block->value);
	json_put_string(to, "os", os);
	json_put_text(to, "release", release);
}

static void put_events_fields(struct json_object *to, const struct guclog_blocks *lfd,
			      const struct guclog_block *block)
{
	struct guclog_block_events events;

	if (guclog_blocks_events(lfd, block, &events))
		return;
	json_put_u64(to, "version", events.version);
	json_put_u64(to, "events_bytes", events.entries.len);
	if (events.entry_bytes) {
		json_put_u64(to, "entry_bytes", events.entry_bytes);
		json_put_u64(to, "entries",
			     events.entries.len / events.entry_bytes);
	}
	if (events.order.len)
		json_put_text(to, "order", events.order);
	json_put_bool(to, "before_load", events.part == GUCLOG_PART_BEFORE_LOAD);
	if (events.part == GUCLOG_PART_AFTER_WRAP)
		json_put_bool(to, "after_wrap", true);
	if (events.gap_bytes)
		json_put_u64(to, "gap_bytes", events.gap_bytes);
	if (events.gap_ticks)
		json_put_u64(to, "gap_ticks", events.gap_ticks);
	if (events.gap_estimate)
		json_put_u64(to, "gap_estimate_entries", events.gap_estimate);
}

/*
 * Add a line KEY=VALUE of a host comment block. A key that occurs more than once becomes an array;
 * "fault" is always an array.
 */
static void put_line(struct json_object *to, const struct guclog_comment_line *line)
{
	char *key = text_clean(line->key);
	char *value = text_clean(line->value);
	struct json_object *new = json_object_new_string(value);
	struct json_object *old = NULL, *array;

	if (json_object_object_get_ex(to, key, &old) &&
	    json_object_is_type(old, json_type_array)) {
		json_object_array_add(old, new);
	} else if (old || !strcmp(key, "fault")) {
		array = json_object_new_array();
		if (old)
			json_object_array_add(array, json_object_get(old));
		json_object_array_add(array, new);
		json_put(to, key, array);
	} else {
		json_put(to, key, new);
	}
	free(key);
	free(value);
}

static void put_comment(struct json_object *to,
			const struct guclog_block *block)
{
	struct json_object *comment = json_object_new_object();
	struct json_object *lines = json_object_new_array();
	struct guclog_bytes rest = block->data;
	struct guclog_comment_line line;
	char *text;

	while (guclog_comment_next(&rest, &line)) {
		if (line.key.len) {
			put_line(comment, &line);
			continue;
		}
		text = text_clean(line.text);
		json_object_array_add(lines, json_object_new_string(text));
		free(text);
	}
	json_put(to, "comment", comment);
	if (json_object_array_length(lines))
		json_put(to, "other_lines", lines);
	else
		json_object_put(lines);
}

static struct json_object *block_fields(const struct guclog_blocks *lfd,
					const struct guclog_block *block)
{
	struct json_object *fields = json_object_new_object();

	switch (block->type) {
	case GUCLOG_BLOCK_FW_VERSION ... GUCLOG_BLOCK_BUILD_PLATFORM_ID:
		put_u32_fields(fields, block);
		break;
	case GUCLOG_BLOCK_OS_ID:
		put_os_fields(fields, block);
		break;
	case GUCLOG_BLOCK_LOG_EVENTS_BUFFER:
		put_events_fields(fields, lfd, block);
		break;
	default:
		break;
	}
	return fields;
}

static struct json_object *new_block(const struct guclog_blocks *lfd,
				     const struct guclog_block *block)
{
	struct json_object *o = json_object_new_object();
	const char *name = guclog_block_name(block->type);

	json_put_u64(o, "offset", block->offset);
	json_put_u64(o, "type", block->type);
	json_put_string(o, "name", *name ? name : NULL);
	json_put_string(o, "range", guclog_block_range(block->type));
	json_put_u64(o, "bytes", block->data.len);
	json_put(o, "fields", block_fields(lfd, block));
	if (block->type == GUCLOG_BLOCK_HOST_COMMENT)
		put_comment(o, block);
	return o;
}

/*
 * Make and print the JSON object of one block at a time, because the objects of all blocks of a
 * large file would need too much memory.
 */
static void print_blocks(struct guclog_blocks *lfd)
{
	struct guclog_block block;
	const char *comma = "";

	while (lfd && guclog_blocks_next(lfd, &block, NULL) > 0) {
		out_printf("%s\n", comma);
		json_write(new_block(lfd, &block));
		comma = ",";
	}
}

/**
 * json_blocks() - print the blocks of an LFD file as JSON on stdout
 * @file: name and bytes of the file
 * @fault: first fault of the file, NULL if there is none
 *
 * Context: process context; prints.
 */
void json_blocks(const struct file *file, const struct guclog_fault *fault)
{
	struct guclog_blocks *blocks = blocks_open(file->data, file->len);
	u32 version = blocks ? guclog_blocks_version(blocks) : 0;

	out_printf("{\n\"version\": \"%u.%u\",\n\"bytes\": %zu,\n\"blocks\": [",
		   version >> 16, version & 0xffff, file->len);
	print_blocks(blocks);
	guclog_blocks_close(blocks);
	out_printf("\n]");
	if (fault) {
		out_printf(",\n\"fault\": ");
		json_write(json_fault(fault));
	}
	out_printf("\n}\n");
}
