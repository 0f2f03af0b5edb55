/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * HOST_COMMENT: the keys and values of the comments in an LFD file. An LFD file (log format
 * descriptors) consists of blocks; a comment is a block of type HOST_COMMENT.
 *
 * Source: this project. Intel's definition of LFD has the type of the block, but not its content.
 */
#ifndef _GUC_COMMENT_ABI_H_
#define _GUC_COMMENT_ABI_H_

/**
 * DOC: HOST_COMMENT
 *
 * A comment is printable ASCII with one ``key=value`` in each line. A newline
 * ends each line, and zeroes pad the text to whole dwords. The main comment is
 * the first one with the key ``event_order``. A comment with the key ``events``
 * belongs to the LOG_EVENTS_BUFFER right after it. Most keys that this header
 * does not define are facts (named values about the device), see
 * core/guc_facts.h; the module's record of an incident (a hang or an error of
 * the GPU) has keys that begin with ``incident_``, and a user can add any key
 * with ``guclog convert --note``.
 *
 * A stream (the debugfs file guc_log_stream) is an LFD file without end. The main
 * comment of a stream has the key ``event_stream``, and comes before the events. If
 * a block of events has no comment with the key ``events``, no event is missing
 * between the preceding block of events and this block. If a clock anchor (a moment
 * whose time is known on the clocks of the GuC and of the host) is found after the
 * file was opened, the facts about it are in a comment of their own.
 */

/*
 * Keys of the main comment of an LFD file; Documentation/formats.rst describes their values. Keys
 * that begin with "event" are about the event ring. The value of GUC_COMMENT_EVENT is the length of
 * the events in the file, and the values of the following keys are the lengths of
 *  - GUC_COMMENT_GAP: missing events before other events
 *  - GUC_COMMENT_MISSING: the newest events, if they are missing
 *  - GUC_COMMENT_LATE: the newest events that were written while the log was copied
 *  - GUC_COMMENT_NOT_UNDERSTOOD: data after the write pointer that do not look like events
 *  - GUC_COMMENT_UNREAD: events that the consumer of the ring, which moves read_ptr, has not read
 * GUC_COMMENT_FULL_COUNT is the number of times that the ring was full, modulo 16.
 */
#define GUC_COMMENT_WRITER		"writer"
#define GUC_COMMENT_LIC_VERSION		"lic_version"
#define GUC_COMMENT_LIC_UNKNOWN_KEYS	"lic_unknown_keys"
#define GUC_COMMENT_ORDER		"event_order"
#define GUC_COMMENT_VERSION		"event_version"
#define GUC_COMMENT_SIZE		"event_size"
#define GUC_COMMENT_EVENT		"event"	/* key ends with _bytes or _entries */
#define GUC_COMMENT_GAP		"event_gap"	/* key ends with _bytes or _entries */
#define GUC_COMMENT_MISSING		"event_missing"	/* key ends with _bytes or _entries */
#define GUC_COMMENT_LATE		"event_late"	/* key ends with _bytes or _entries */
#define GUC_COMMENT_NOT_UNDERSTOOD	"event_not_understood_bytes"
#define GUC_COMMENT_WRITE_PTR		"event_write_ptr"
#define GUC_COMMENT_WRAP_OFFSET		"event_wrap_offset"
#define GUC_COMMENT_READ_PTR		"event_read_ptr"
#define GUC_COMMENT_UNREAD		"event_unread_bytes"
#define GUC_COMMENT_FULL_COUNT		"event_full_count"
#define GUC_COMMENT_CRASH		"crash_dump"
#define GUC_COMMENT_FAULT		"fault"
#define GUC_COMMENT_FAULTS_NOT_LISTED	"faults_not_listed"
#define GUC_COMMENT_SNAPSHOT		"snapshot"
#define GUC_COMMENT_LOSS		"loss"
/*
 * This key marks a stream: a file without end, in which each block of events continues the
 * block before it.
 */
#define GUC_COMMENT_STREAM		"event_stream"
/* Keys in the files to which the command guclog has recorded a stream. */
#define GUC_COMMENT_RECORDER		"recorder"
#define GUC_COMMENT_RECORD_PART		"record_part"	/* number of the file, from 1 */
#define GUC_COMMENT_RECORD_BEFORE	"record_events_before"	/* includes lost events */

/*
 * Suffixes of keys. The value is an amount in bytes or in entries, or the offset of a part of the
 * event region.
 */
#define GUC_COMMENT_IN_BYTES		"_bytes"
#define GUC_COMMENT_IN_ENTRIES		"_entries"
#define GUC_COMMENT_AT_OFFSET		"_offset"

/* Values of GUC_COMMENT_CRASH; the length in bytes follows "present, ". */
#define GUC_COMMENT_CRASH_NONE		"none"
#define GUC_COMMENT_CRASH_PRESENT	"present"
#define GUC_COMMENT_CRASH_UNKNOWN	"unknown"

/*
 * Keys and values of a comment right before a LOG_EVENTS_BUFFER block. The comment describes the
 * events of this block.
 */
#define GUC_COMMENT_EVENTS		"events"	/* length: with _bytes or _entries */
#define GUC_COMMENT_EVENTS_AFTER_GAP	"events right before these are missing"
#define GUC_COMMENT_EVENTS_BEFORE_LOAD \
	"written before the firmware was loaded again"
#define GUC_COMMENT_EVENTS_AFTER_WRAP \
	"after wrap_offset, not a part of the log, of unknown age"
#define GUC_COMMENT_EVENTS_AFTER_LOAD \
	"the firmware was loaded again right before these"
#define GUC_COMMENT_EVENTS_GAP		"events_gap"	/* key ends with _bytes or _entries */
/* If the value is "yes", the gap is a lower bound: more events can be missing. */
#define GUC_COMMENT_EVENTS_AT_LEAST	"events_gap_at_least"
/*
 * In a stream, for a gap: the time between the events before and after the gap, in ticks of the
 * firmware's clock; and an estimate of the number of missing events, which assumes that events were
 * written at the same rate as before the gap.
 */
#define GUC_COMMENT_EVENTS_GAP_TICKS	"events_gap_ticks"
#define GUC_COMMENT_EVENTS_GAP_ESTIMATE	"events_gap_estimate_entries"
/*
 * In a stream: the number of the first event of the following block. The events since the file was
 * opened have numbers from 0 on. Lost events have numbers, too.
 */
#define GUC_COMMENT_EVENTS_SEQ		"events_seq"
/*
 * The order of the events in a block with GUC_COMMENT_EVENTS_BEFORE_LOAD or
 * GUC_COMMENT_EVENTS_AFTER_WRAP.
 */
#define GUC_COMMENT_EVENTS_ORDER	"events_order"

/* Values of keys in a stream. */
#define GUC_COMMENT_STREAM_NEW		"events since the file was opened"
#define GUC_COMMENT_YES			"yes"

/*
 * In a stream: the time on CLOCK_BOOTTIME, in ns, at which the next block of events was read from
 * the ring. A comment with this key has no other key. The comment is written after a pause of 30 s
 * or more without events, because the 32-bit timestamps of events may have wrapped in the pause. If
 * a comment with a new clock anchor is written at the same time, the comment with this key is
 * omitted.
 */
#define GUC_COMMENT_SEEN		"seen_boottime_ns"

#endif
