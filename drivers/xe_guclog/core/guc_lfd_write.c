// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_lfd.h"

#include "guc_entry.h"
#include "guc_facts.h"
#include "guc_report.h"
#include "guc_text.h"
#include "guc_version.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/*
 * The state of the writer of an LFD file. The writer stores the bytes that it makes in file->made.
 * For data of the log, the file has pointers into the image.
 * @file: the LFD file, a list of pieces
 * @image: the log buffer, to which the pieces with data of the log point
 * @made: number of bytes that the writer has made
 * @block: offset of the current block's header in file->made
 * @data: length of the current block's data, bytes
 * @seg_is_made: the last piece consists of bytes that the writer has made
 */
struct writer {
	struct guc_lfd_file *file;
	struct guc_view image;
	size_t made;
	size_t block;
	u64 data;
	bool seg_is_made;
};

static bool fits(const struct writer *w, size_t at, size_t len)
{
	return w->file->made && at <= w->file->made_size &&
	       len <= w->file->made_size - at;
}

static void add_seg(struct writer *w, const void *data, u64 len)
{
	struct guc_lfd_file *file = w->file;

	file->seg[file->nr_segs++] = (struct guc_seg){ data, len };
}

/*
 * Add @len to all lengths for bytes that the writer has made, even if file->made had no room for
 * these bytes. In this way the needed length is computed.
 */
static void made(struct writer *w, size_t len)
{
	struct guc_lfd_file *file = w->file;

	if (!w->seg_is_made)
		add_seg(w, file->made ? file->made + w->made : NULL, 0);
	w->seg_is_made = true;
	file->seg[file->nr_segs - 1].len += len;
	file->size += len;
	w->made += len;
	w->data += len;
}

static void put(struct writer *w, const void *data, size_t len)
{
	if (fits(w, w->made, len))
		memcpy(w->file->made + w->made, data, len);
	made(w, len);
}

static void put_u32(struct writer *w, u32 value)
{
	__le32 le = cpu_to_le32(value);

	put(w, &le, sizeof(le));
}

static void put_span(struct writer *w, struct guc_span span)
{
	add_seg(w, w->image.data + span.offset, span.len);
	w->seg_is_made = false;
	w->file->size += span.len;
	w->data += span.len;
}

static void begin_block(struct writer *w, u32 type)
{
	w->block = w->made;
	put_u32(w, FIELD_PREP(GUC_LFD_BLOCK_TYPE_MASK, type) |
		   GUC_LFD_BLOCK_MAGIC);
	put_u32(w, 0);
	w->data = 0;
}

/* Pad the data of the block to whole dwords, and store their number in the block's header. */
static void end_block(struct writer *w)
{
	static const u8 zero[3];
	size_t count = w->block +
		       offsetof(struct guc_lfd_block_header, data_count);

	if (w->data % 4)
		put(w, zero, 4 - w->data % 4);
	if (fits(w, count, 4))
		guc_store_le32(w->data / 4, w->file->made + count);
}

static void put_header(struct writer *w)
{
	put_u32(w, lower_32_bits(GUC_LFD_MAGIC));
	put_u32(w, upper_32_bits(GUC_LFD_MAGIC));
	put_u32(w, FIELD_PREP(GUC_LFD_VERSION_MAJOR_MASK,
			      GUC_LFD_VERSION_MAJOR) |
		   FIELD_PREP(GUC_LFD_VERSION_MINOR_MASK,
			      GUC_LFD_VERSION_MINOR));
}

/* Write a block for each key of the LIC that has a value. */
static void put_lic(struct writer *w, const struct guc_lic *lic)
{
	static const struct {
		u32 key;
		u32 type;
	} map[] = {
		{ GUC_LIC_KEY_FW_VERSION, GUC_LFD_FW_VERSION },
		{ GUC_LIC_KEY_GUC_DEVICE_ID, GUC_LFD_GUC_DEVICE_ID },
		{ GUC_LIC_KEY_TSC_FREQUENCY, GUC_LFD_TSC_FREQUENCY },
		{ GUC_LIC_KEY_GMD_ID, GUC_LFD_GMD_ID },
		{ GUC_LIC_KEY_BUILD_PLATFORM_ID, GUC_LFD_BUILD_PLATFORM_ID },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(map); i++) {
		if (!guc_lic_has(lic, map[i].key))
			continue;
		begin_block(w, map[i].type);
		put_u32(w, lic->value[map[i].key]);
		end_block(w);
	}
}

/*
 * Write the block with the OS id. Its last field, the kernel's release, has no terminator, because
 * the length of the field follows from the length of the block.
 */
static void put_os_id(struct writer *w, const struct guc_facts *facts)
{
	begin_block(w, GUC_LFD_OS_ID);
	put_u32(w, GUC_LFD_OS_LINUX);
	put(w, facts->kernel, strlen(facts->kernel));
	end_block(w);
}

static struct guc_text begin_comment(struct writer *w)
{
	struct guc_text text = { 0 };

	begin_block(w, GUC_LFD_HOST_COMMENT);
	if (fits(w, w->made, 1)) {
		text.buf = (char *)w->file->made + w->made;
		text.size = w->file->made_size - w->made;
	}
	return text;
}

static void end_comment(struct writer *w, const struct guc_text *text)
{
	made(w, text->len);
	end_block(w);
}

static void begin_events(struct writer *w, const struct guc_log *log)
{
	begin_block(w, GUC_LFD_LOG_EVENTS_BUFFER);
	put_u32(w, log->region[GUC_REGION_EVENT].version);
}

/*
 * Return: the length in bytes of the events from run @i up to the next gap. A run (struct guc_run)
 * consists of consecutive events; a gap stands for missing events.
 */
static u64 bytes_up_to_gap(const struct guc_events *events, unsigned int i)
{
	u64 bytes = events->run[i].span.len;

	while (++i < events->nr_runs && !events->run[i].gap)
		bytes += events->run[i].span.len;
	return bytes;
}

static void put_gap_comment(struct writer *w, const struct guc_log *log,
			    unsigned int i)
{
	u32 version = log->region[GUC_REGION_EVENT].version;
	struct guc_text text = begin_comment(w);

	guc_text_add(&text, GUC_COMMENT_EVENTS "="
		     GUC_COMMENT_EVENTS_AFTER_GAP "\n");
	guc_report_amount(&text, GUC_COMMENT_EVENTS_GAP,
			  log->events.run[i].gap, version);
	guc_report_amount(&text, GUC_COMMENT_EVENTS,
			  bytes_up_to_gap(&log->events, i), version);
	end_comment(w, &text);
}

/*
 * Write the events of the log. Runs of consecutive events (struct guc_run) without a gap between
 * them are written as one block. If events are missing before a block, a HOST_COMMENT block before
 * it contains their number.
 */
static void put_events(struct writer *w, const struct guc_log *log)
{
	const struct guc_events *events = &log->events;
	unsigned int i;

	for (i = 0; i < events->nr_runs; i++) {
		const struct guc_run *run = &events->run[i];

		if (i && run->gap)
			end_block(w);
		if (run->gap)
			put_gap_comment(w, log, i);
		if (!i || run->gap)
			begin_events(w, log);
		put_span(w, run->span);
	}
	if (i)
		end_block(w);
}

static void put_crash(struct writer *w, const struct guc_log *log)
{
	if (!log->crash.len)
		return;
	begin_block(w, GUC_LFD_FW_CRASH_DUMP);
	put_span(w, log->crash);
	end_block(w);
}

/* Print the lines that the main comments of a file and of a stream (an endless file) share. */
static void print_facts(struct guc_text *text, const struct guc_lfd_source *src)
{
	const struct guc_lic *lic = &src->log->lic;

	guc_text_add(text, GUC_COMMENT_WRITER "=%s\n", GUC_WRITER);
	guc_facts_print(text, src->facts, GUC_FACTS_COMMENT);
	if (lic->present)
		guc_text_add(text, GUC_COMMENT_LIC_VERSION "=%u.%u\n",
			     (u32)FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK,
					    lic->version),
			     (u32)FIELD_GET(GUC_LIC_VERSION_MINOR_MASK,
					    lic->version));
	if (lic->unknown_keys)
		guc_text_add(text, GUC_COMMENT_LIC_UNKNOWN_KEYS "=%u\n",
			     lic->unknown_keys);
}

static void put_comment(struct writer *w, const struct guc_lfd_source *src)
{
	struct guc_text text = begin_comment(w);

	print_facts(&text, src);
	guc_report_events(&text, src->log);
	guc_report_faults(&text, src->log);
	if (src->notes)
		guc_text_add(&text, "%s", src->notes);
	end_comment(w, &text);
}

/*
 * If @span is not empty, write its events, which are not part of the log, for example because they
 * are from before the last load of the firmware. A HOST_COMMENT block before them describes them
 * with the text @what.
 */
static void put_other_events(struct writer *w, const struct guc_log *log,
			     const char *what, const struct guc_span *span)
{
	struct guc_text text;

	if (!span->len)
		return;
	text = begin_comment(w);
	guc_text_add(&text, GUC_COMMENT_EVENTS "=%s\n", what);
	guc_text_add(&text, GUC_COMMENT_EVENTS_ORDER "=%s\n",
		     guc_order_name(GUC_ORDER_STORAGE));
	guc_report_part(&text, log, GUC_COMMENT_EVENTS, span);
	end_comment(w, &text);
	begin_events(w, log);
	put_span(w, *span);
	end_block(w);
}

static void put_all_facts(struct writer *w, const struct guc_facts *facts)
{
	struct guc_text text = begin_comment(w);

	guc_report_info(&text, facts, facts, 1);
	end_comment(w, &text);
}

static void put_stream_comment(struct writer *w, const struct guc_lfd_source *src)
{
	const struct guc_region *r = &src->log->region[GUC_REGION_EVENT];
	struct guc_text text = begin_comment(w);

	print_facts(&text, src);
	guc_text_add(&text, GUC_COMMENT_STREAM "=" GUC_COMMENT_STREAM_NEW "\n");
	guc_text_add(&text, GUC_COMMENT_ORDER "=%s\n", guc_order_name(GUC_ORDER_LINEAR));
	guc_text_add(&text, GUC_COMMENT_VERSION "=%u\n", r->version);
	guc_text_add(&text, GUC_COMMENT_SIZE "=%u\n", r->size);
	end_comment(w, &text);
}

/* Write a comment about the events that are missing before the events of this part of a stream. */
static void put_loss(struct writer *w, const struct guc_lfd_part *part)
{
	struct guc_text text = begin_comment(w);

	guc_text_add(&text, GUC_COMMENT_EVENTS "=%s\n", part->restarted ?
		     GUC_COMMENT_EVENTS_AFTER_LOAD : GUC_COMMENT_EVENTS_AFTER_GAP);
	if (part->lost) {
		guc_text_add(&text, GUC_COMMENT_EVENTS_GAP GUC_COMMENT_IN_BYTES "=%llu\n",
			     part->lost * GUC_ENTRY_V2);
		guc_text_add(&text, GUC_COMMENT_EVENTS_GAP GUC_COMMENT_IN_ENTRIES "=%llu\n",
			     part->lost);
		guc_text_add(&text, GUC_COMMENT_EVENTS_AT_LEAST "=" GUC_COMMENT_YES "\n");
		if (part->gap.ticks)
			guc_text_add(&text, GUC_COMMENT_EVENTS_GAP_TICKS "=%llu\n",
				     (unsigned long long)part->gap.ticks);
		if (part->gap.entries)
			guc_text_add(&text, GUC_COMMENT_EVENTS_GAP_ESTIMATE "=%llu\n",
				     (unsigned long long)part->gap.entries);
	}
	guc_report_amount(&text, GUC_COMMENT_EVENTS, part->entries.len, GUC_LOG_EVENT_VERSION);
	guc_text_add(&text, GUC_COMMENT_EVENTS_SEQ "=%llu\n", part->seq);
	end_comment(w, &text);
}

static void put_anchor(struct writer *w, const struct guc_facts *anchor)
{
	struct guc_text text = begin_comment(w);

	guc_facts_print(&text, anchor, GUC_FACTS_COMMENT);
	end_comment(w, &text);
}

static void put_seen(struct writer *w, u64 boottime_ns)
{
	struct guc_text text = begin_comment(w);

	guc_text_add(&text, GUC_COMMENT_SEEN "=%llu\n", boottime_ns);
	end_comment(w, &text);
}

static int finish(struct writer *w)
{
	struct guc_lfd_file *file = w->file;

	file->made_len = w->made + 1;
	return file->made && file->made_len > file->made_size ? -ENOSPC : 0;
}

static struct writer start(struct guc_lfd_file *file, struct guc_view image)
{
	file->size = 0;
	file->nr_segs = 0;
	return (struct writer){ .file = file, .image = image };
}

/**
 * guc_lfd_write_head() - write the start of a stream, an LFD file that never ends
 * @file: the output; the caller sets the members made and made_size, as for guc_lfd_write()
 * @src: the log and the facts; only the state page of the log is used
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOSPC if the buffer @file->made was too small, as for guc_lfd_write().
 */
int guc_lfd_write_head(struct guc_lfd_file *file, const struct guc_lfd_source *src)
{
	struct writer w = start(file, src->image);

	put_header(&w);
	put_lic(&w, &src->log->lic);
	put_os_id(&w, src->facts);
	put_stream_comment(&w, src);
	return finish(&w);
}

/**
 * guc_lfd_write_part() - write the next blocks of a stream
 * @file: the output; the caller sets the members made and made_size, as for guc_lfd_write()
 * @part: the content of the blocks
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOSPC if the buffer @file->made was too small, as for guc_lfd_write().
 */
int guc_lfd_write_part(struct guc_lfd_file *file, const struct guc_lfd_part *part)
{
	struct writer w = start(file, part->entries);

	if (part->anchor)
		put_anchor(&w, part->anchor);
	else if (part->seen_ns)
		put_seen(&w, part->seen_ns);
	if (!part->entries.len)
		return finish(&w);
	if (part->lost || part->restarted)
		put_loss(&w, part);
	begin_block(&w, GUC_LFD_LOG_EVENTS_BUFFER);
	put_u32(&w, GUC_LOG_EVENT_VERSION);
	put_span(&w, (struct guc_span){ 0, part->entries.len });
	end_block(&w);
	return finish(&w);
}

/**
 * guc_lfd_write() - write an LFD file
 * @file: the caller sets the members made and made_size; this function sets all others.
 *	If made is NULL, only the lengths are computed.
 * @src: the content; its image must exist as long as the file is used
 *
 * The blocks are in the order in which Linux 7.3 writes them, followed by the
 * comments. The result is a valid LFD file for every log, even for a damaged one.
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOSPC if the buffer @file->made was too small. @file->made_len is then the
 * needed length of this buffer, and the other members of @file must not be used.
 */
int guc_lfd_write(struct guc_lfd_file *file, const struct guc_lfd_source *src)
{
	struct writer w = start(file, src->image);
	const struct guc_log *log = src->log;

	put_header(&w);
	put_lic(&w, &log->lic);
	put_os_id(&w, src->facts);
	put_events(&w, log);
	put_crash(&w, log);
	put_comment(&w, src);
	put_other_events(&w, log, GUC_COMMENT_EVENTS_BEFORE_LOAD,
			 &log->events.before_load);
	put_other_events(&w, log, GUC_COMMENT_EVENTS_AFTER_WRAP,
			 &log->events.after_wrap);
	if (src->all_facts)
		put_all_facts(&w, src->facts);

	return finish(&w);
}

/**
 * guc_segs_copy() - copy a part of an LFD file
 * @seg: the pieces of the file
 * @nr: number of pieces
 * @pos: offset in the file of the first byte to copy
 * @to: destination
 * @len: number of bytes
 *
 * Context: any, does not sleep.
 * Return: number of copied bytes, which is less than @len if the file ends before @pos + @len.
 */
size_t guc_segs_copy(const struct guc_seg *seg, unsigned int nr, u64 pos,
		     void *to, size_t len)
{
	size_t done = 0;

	for (; nr && done < len; nr--, seg++) {
		size_t n;

		if (pos >= seg->len) {
			pos -= seg->len;
			continue;
		}
		n = min_t(u64, len - done, seg->len - pos);
		memcpy((u8 *)to + done, (const u8 *)seg->data + pos, n);
		done += n;
		pos = 0;
	}
	return done;
}
