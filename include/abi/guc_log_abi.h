/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The GuC log buffer object as the firmware writes it into memory.
 *
 * Source: Linux, drivers/gpu/drm/xe/abi/guc_log_abi.h. Where the diagram in Linux's file differs
 * from the data that firmware 70.44.1 writes, this header describes the data.
 */
#ifndef _GUC_LOG_ABI_H_
#define _GUC_LOG_ABI_H_

#include "guc_abi.h"

/**
 * DOC: GuC log image
 *
 * The log buffer is one object. It begins with a state page. The regions that the
 * states describe follow in the order of the states; the member ``size`` of a state
 * is the length of its region::
 *
 *  0x0000 +---------------------------------+
 *         | buffer state, event data        |  36 bytes each
 *  0x0024 | buffer state, crash dump        |
 *  0x0048 | buffer state, state capture     |
 *  0x006c | LIC (log init config)           |  12 bytes + data_count dwords
 *         | ...                             |
 *  0x1000 +---------------------------------+
 *         | event data region               |  ring of entries
 *         +---------------------------------+
 *         | crash dump region               |
 *         +---------------------------------+
 *         | state capture region            |
 *         +---------------------------------+
 *         | (the object may be longer than  |
 *         |  its page and regions)          |
 *         +---------------------------------+
 *
 * A state is identified by its two markers, not by its position. All words are
 * little-endian. The sizes of the regions depend on how the kernel was built. These
 * sizes of event data + crash dump + state capture have been seen: 64K + 16K + 1M,
 * 64K + 16K + 16K, 8M + 1M + 1M and 16M + 1M + 2M.
 */

/* Length of the state page in bytes; the first region starts after it. */
#define GUC_LOG_STATE_PAGE_SIZE		4096u

/*
 * Values of marker[0] and marker[1] in the buffer state of each region. LFD files do not
 * contain them.
 */
#define GUC_LOG_MARKER_1_LOG		0xcabba9e6u
#define GUC_LOG_MARKER_1_CAPTURE	0xcabba9f7u
#define GUC_LOG_MARKER_2_EVENT		0xdeadfeedu
#define GUC_LOG_MARKER_2_CRASH		0x8086deadu
#define GUC_LOG_MARKER_2_CAPTURE	0xbeeffeedu

/**
 * struct guc_log_buffer_state - the state of one region
 * @marker: identifies the region, see GUC_LOG_MARKER_*
 * @read_ptr: byte offset up to which a consumer has read; xe moves it only in the state
 *	capture region
 * @write_ptr: byte offset at which the firmware writes next
 * @size: length of the region in bytes
 * @sampled_write_ptr: @write_ptr at the last flush request
 * @wrap_offset: byte offset at which the last whole entry before the latest
 *	wrap ended; 0 or @size before the first wrap
 * @flags: see GUC_LOG_FLAGS_*
 * @version: format of the entries (2 has been seen)
 */
struct guc_log_buffer_state {
	__le32 marker[2];
	__le32 read_ptr;
	__le32 write_ptr;
	__le32 size;
	__le32 sampled_write_ptr;
	__le32 wrap_offset;
	__le32 flags;
	__le32 version;
};
GUC_ABI_SIZE(struct guc_log_buffer_state, 36);
GUC_ABI_OFFSET(struct guc_log_buffer_state, version, 32);

/* The firmware asks the host to read the region. */
#define GUC_LOG_FLAGS_FLUSH		0x00000001u
/* Field: number of times that the region was full, modulo 16. */
#define GUC_LOG_FLAGS_FULL_CNT		0x0000001eu

/*
 * Event entries. Only version 2 has been seen. Its format is not published, so the names of the
 * members below come from observations.
 */
#define GUC_LOG_EVENT_VERSION		2u

/**
 * struct guc_log_event_v2 - one entry of the event ring, version 2
 * @timestamp: low 32 bits of the GuC timestamp (reference clock ticks)
 * @zero: always 0 in all known logs
 * @id: event id
 * @arg: arguments; their meaning depends on @id
 */
struct guc_log_event_v2 {
	__le32 timestamp;
	__le32 zero;
	__le32 id;
	__le32 arg[2];
};
GUC_ABI_SIZE(struct guc_log_event_v2, 20);
GUC_ABI_OFFSET(struct guc_log_event_v2, arg, 12);

#endif
