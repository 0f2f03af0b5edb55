/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * LFD files. An LFD (log format descriptor) is a block with a type, a length and data. An LFD
 * file is a GuC log in such blocks, so its format does not depend on the layout of the log
 * buffer. The writer makes an LFD file from a parsed log. The reader checks all headers and
 * lengths that it reads.
 */
#ifndef _GUC_LFD_H_
#define _GUC_LFD_H_

#include "guc_fault.h"
#include "guc_follow.h"
#include "guc_log.h"
#include "guc_view.h"

struct guc_facts;

/**
 * struct guc_lfd_source - the content from which an LFD file is made
 * @log: the log, parsed from @image
 * @image: the log buffer; may be truncated
 * @facts: facts (see guc_facts.h) of the device and the GT, merged
 * @notes: more ``key=value`` lines for the comment (a block of type HOST_COMMENT) of the
 *	file; printable ASCII, and each line ends with a newline. NULL if there are none
 * @all_facts: if set, the file ends with a second comment, which has all facts in the
 *	format of guc_report_info(), so that ASIC info can be made from the file
 */
struct guc_lfd_source {
	const struct guc_log *log;
	struct guc_view image;
	const struct guc_facts *facts;
	const char *notes;
	bool all_facts;
};

/**
 * struct guc_seg - a piece of an LFD file
 * @data: first byte
 * @len: number of bytes
 */
struct guc_seg {
	const void *data;
	u64 len;
};

/*
 * Largest number of pieces of an LFD file. Pieces that the writer makes and pieces of the image
 * alternate; the first piece, and usually the last, is made by the writer. The pieces of the image
 * are: each run of consecutive events, the crash dump, and the events from before the last load of
 * the firmware or the bytes after the wrap offset (a log does not have both).
 */
#define GUC_LFD_MAX_SEGS	(2 * (GUC_EVENTS_MAX_RUNS + 2) + 1)

/**
 * struct guc_lfd_file - an LFD file as a list of pieces
 * @made: the caller's buffer for the bytes that the writer makes (headers,
 *	comments, padding), or NULL to compute only the lengths
 * @made_size: length of @made in bytes
 * @made_len: number of bytes that the writer needs at @made: one more than it makes for the
 *	file, because printed text has a terminator
 * @size: length of the file in bytes
 * @nr_segs: number of pieces
 * @seg: the pieces, in order; they point into @made and into the image, so that
 *	the data of a log is never copied
 */
struct guc_lfd_file {
	u8 *made;
	size_t made_size;
	size_t made_len;
	u64 size;
	unsigned int nr_segs;
	struct guc_seg seg[GUC_LFD_MAX_SEGS];
};

/**
 * struct guc_lfd_part - the content of the next blocks of a stream (an LFD file that never
 * ends)
 * @entries: the events, whole entries of version 2
 * @seq: number of the first event, counted from the start of the stream
 * @lost: minimum number of events that are missing before @entries
 * @gap: duration of the gap before @entries and estimated number of the missing events;
 *	zeroed if they are unknown
 * @restarted: the firmware was loaded again before @entries
 * @seen_ns: time at which @entries were read, CLOCK_BOOTTIME in ns; 0 if the blocks are not
 *	to contain this time
 * @anchor: facts with a clock anchor that the stream does not contain yet, or NULL
 */
struct guc_lfd_part {
	struct guc_view entries;
	u64 seq;
	u64 lost;
	struct guc_follow_gap gap;
	bool restarted;
	u64 seen_ns;
	const struct guc_facts *anchor;
};

int guc_lfd_write(struct guc_lfd_file *file, const struct guc_lfd_source *src);
int guc_lfd_write_head(struct guc_lfd_file *file, const struct guc_lfd_source *src);
int guc_lfd_write_part(struct guc_lfd_file *file, const struct guc_lfd_part *part);
size_t guc_segs_copy(const struct guc_seg *seg, unsigned int nr, u64 pos,
		     void *to, size_t len);

/**
 * struct guc_lfd_block - one block of an LFD file
 * @offset: offset of the block's header in the file, bytes
 * @type: GUC_LFD_*
 * @data_count: length of the data, dwords
 * @data: the data, 4 * @data_count bytes
 */
struct guc_lfd_block {
	u64 offset;
	u32 type;
	u32 data_count;
	struct guc_view data;
};

/**
 * struct guc_lfd_reader - the state of reading an LFD file
 * @file: bytes of the whole file
 * @pos: offset of the next block in the file, bytes
 * @version: version of the file's format
 * @fault: the first fault; its code is GUC_FAULT_NONE while there is none
 */
struct guc_lfd_reader {
	struct guc_view file;
	u64 pos;
	u32 version;
	struct guc_fault fault;
};

int guc_lfd_open(struct guc_lfd_reader *reader, struct guc_view file);
int guc_lfd_next(struct guc_lfd_reader *reader, struct guc_lfd_block *block);

/**
 * struct guc_lfd_summary - the result of guc_lfd_check() for an LFD file
 * @version: version of the file's format
 * @blocks: number of blocks before the first fault
 * @unknown: number of these blocks that are of an unknown type
 * @missing: required blocks that the file lacks: bit n is set if block type n (1 to 5) is
 *	missing, and bit 0 is set if GUC_LFD_OS_ID is missing
 * @end: number of bytes of the file that were read without a fault
 */
struct guc_lfd_summary {
	u32 version;
	u32 blocks;
	u32 unknown;
	u32 missing;
	u64 end;
};

void guc_lfd_check_begin(struct guc_lfd_summary *sum);
int guc_lfd_check_block(const struct guc_lfd_block *block,
			struct guc_lfd_summary *sum, struct guc_fault *fault);
int guc_lfd_check(struct guc_view file, struct guc_lfd_summary *sum,
		  struct guc_fault *fault);
const char *guc_lfd_type_name(u32 type);

#endif
