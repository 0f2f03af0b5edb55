// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_entry.h"
#include "guc_log.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

static const enum guc_section region_section[] = {
	[GUC_REGION_EVENT] = GUC_SECTION_EVENT,
	[GUC_REGION_CRASH] = GUC_SECTION_CRASH,
	[GUC_REGION_CAPTURE] = GUC_SECTION_CAPTURE,
};

/*
 * The regions from which an LFD file is made. The state capture region is not part
 * of an LFD file.
 */
static const enum guc_region_id used_regions[] = {
	GUC_REGION_EVENT,
	GUC_REGION_CRASH,
};

/* The offset of a member of a region's state in the image, in bytes. */
#define STATE_FIELD(region, field) \
	((region)->state_offset + \
	 offsetof(struct guc_log_buffer_state, field))

static struct guc_faults guc_log_faults(struct guc_log *log)
{
	return (struct guc_faults){
		.fault = log->fault,
		.max = ARRAY_SIZE(log->fault),
		.nr = &log->nr_faults,
	};
}

/**
 * guc_log_add_fault() - record a fault
 * @log: the log; it counts all faults, and stores the first GUC_LOG_MAX_FAULTS of them
 * @fault: the fault (a defect of the log)
 *
 * Context: any, does not sleep.
 */
void guc_log_add_fault(struct guc_log *log, struct guc_fault fault)
{
	const struct guc_faults faults = guc_log_faults(log);

	guc_faults_add(&faults, fault);
}

static void add_fault(struct guc_log *log, enum guc_section section,
		      enum guc_fault_code code, u64 offset, u64 found,
		      u64 expected)
{
	guc_log_add_fault(log, (struct guc_fault){
		.code = code,
		.section = section,
		.offset = offset,
		.found = found,
		.expected = expected,
	});
}

static int first_error(const struct guc_log *log)
{
	return log->nr_faults ? guc_fault_errno(&log->fault[0]) : 0;
}

/* Check that the region lies in the log buffer. Set r->avail to the number of bytes that do. */
static void check_size(struct guc_log *log, struct guc_region *r,
		       enum guc_section section)
{
	u64 offset = STATE_FIELD(r, size);

	if (r->offset > log->total) {
		add_fault(log, section, GUC_FAULT_REGION_OUTSIDE, offset,
			  r->offset, log->total);
	} else {
		u64 left = log->total - r->offset;

		r->avail = min_t(u64, r->size, left);
		if (r->size > left)
			add_fault(log, section, GUC_FAULT_SIZE, offset, r->size,
				  left);
	}
	if (r->size % 4)
		add_fault(log, section, GUC_FAULT_SIZE_ALIGN, offset, r->size,
			  4);
}

/*
 * Check a pointer of the event region, and add a fault if it is larger than the region or is not
 * aligned. Return: true if the pointer has no fault.
 */
static bool check_ptr(struct guc_log *log, enum guc_fault_code too_big,
		      enum guc_fault_code unaligned, u64 offset, u32 ptr,
		      u32 size)
{
	if (ptr > size)
		add_fault(log, GUC_SECTION_EVENT, too_big, offset, ptr, size);
	if (ptr % 4)
		add_fault(log, GUC_SECTION_EVENT, unaligned, offset, ptr, 4);
	return ptr <= size && ptr % 4 == 0;
}

/* Check that a pointer of the ring is a multiple of an entry's length, or the region's size. */
static void check_entry_ptr(struct guc_log *log, const struct guc_region *r,
			    enum guc_fault_code unaligned, u64 offset, u32 ptr)
{
	u32 unit = guc_entry_unit(r->version);

	if (ptr % unit && ptr != r->size)
		add_fault(log, GUC_SECTION_EVENT, unaligned, offset, ptr, unit);
}

static bool is_contradictory(const struct guc_region *r)
{
	return r->size % 4 || r->write_ptr % 4 || r->wrap_offset % 4 ||
	       r->write_ptr > r->size || r->wrap_offset > r->size ||
	       (guc_region_has_wrapped(r) && r->write_ptr > r->wrap_offset);
}

/**
 * guc_region_set_pointers() - update the pointers of the event region
 * @r: the event region; its member contradicts is also updated
 * @write_ptr: value from the firmware, not checked
 * @wrap_offset: value from the firmware, not checked
 *
 * Context: any, does not sleep.
 */
void guc_region_set_pointers(struct guc_region *r, u32 write_ptr, u32 wrap_offset)
{
	r->write_ptr = write_ptr;
	r->wrap_offset = wrap_offset;
	r->contradicts = is_contradictory(r);
}

/* Check the pointers of the event region. The pointers of the other regions are not used. */
static void check_event_ptrs(struct guc_log *log, struct guc_region *r)
{
	u64 write_at = STATE_FIELD(r, write_ptr);
	u64 wrap_at = STATE_FIELD(r, wrap_offset);
	bool write_ok, wrap_ok;

	check_ptr(log, GUC_FAULT_READ_PTR, GUC_FAULT_READ_PTR_ALIGN,
		  STATE_FIELD(r, read_ptr), r->read_ptr, r->size);
	write_ok = check_ptr(log, GUC_FAULT_WRITE_PTR,
			     GUC_FAULT_WRITE_PTR_ALIGN, write_at, r->write_ptr,
			     r->size);
	wrap_ok = check_ptr(log, GUC_FAULT_WRAP_OFFSET,
			    GUC_FAULT_WRAP_OFFSET_ALIGN, wrap_at,
			    r->wrap_offset, r->size);
	r->contradicts = is_contradictory(r);
	if (r->size % 4 || !write_ok || !wrap_ok)
		return;
	if (r->contradicts) {
		add_fault(log, GUC_SECTION_EVENT, GUC_FAULT_WRITE_PTR_WRAP,
			  write_at, r->write_ptr, r->wrap_offset);
		return;
	}
	check_entry_ptr(log, r, GUC_FAULT_WRITE_PTR_ALIGN, write_at,
			r->write_ptr);
	check_entry_ptr(log, r, GUC_FAULT_WRAP_OFFSET_ALIGN, wrap_at,
			r->wrap_offset);
}

static void fill_region(struct guc_region *r,
			const struct guc_log_buffer_state *state,
			u32 state_offset, u64 offset)
{
	u32 flags = le32_to_cpu(state->flags);

	*r = (struct guc_region){
		.present = true,
		.state_offset = state_offset,
		.offset = offset,
		.size = le32_to_cpu(state->size),
		.read_ptr = le32_to_cpu(state->read_ptr),
		.write_ptr = le32_to_cpu(state->write_ptr),
		.sampled_write_ptr = le32_to_cpu(state->sampled_write_ptr),
		.wrap_offset = le32_to_cpu(state->wrap_offset),
		.flush = FIELD_GET(GUC_LOG_FLAGS_FLUSH, flags),
		.full_count = FIELD_GET(GUC_LOG_FLAGS_FULL_CNT, flags),
		.version = le32_to_cpu(state->version),
	};
}

/* Return: the region with these two markers, or GUC_REGION_COUNT if there is none. */
static enum guc_region_id find_region(u32 marker_1, u32 marker_2)
{
	if (marker_1 == GUC_LOG_MARKER_1_LOG &&
	    marker_2 == GUC_LOG_MARKER_2_EVENT)
		return GUC_REGION_EVENT;
	if (marker_1 == GUC_LOG_MARKER_1_LOG &&
	    marker_2 == GUC_LOG_MARKER_2_CRASH)
		return GUC_REGION_CRASH;
	if (marker_1 == GUC_LOG_MARKER_1_CAPTURE &&
	    marker_2 == GUC_LOG_MARKER_2_CAPTURE)
		return GUC_REGION_CAPTURE;
	return GUC_REGION_COUNT;
}

/*
 * Store the state of a region in log->region. The state is at @state_offset of the state page; the
 * region begins at @offset of the image. An unknown or repeated state is only recorded as a fault.
 */
static void take_state(struct guc_log *log,
		       const struct guc_log_buffer_state *state,
		       u32 state_offset, u64 offset)
{
	u32 marker_1 = le32_to_cpu(state->marker[0]);
	u32 marker_2 = le32_to_cpu(state->marker[1]);
	u64 markers = (u64)marker_1 << 32 | marker_2;
	enum guc_region_id id = find_region(marker_1, marker_2);
	struct guc_region *r;

	if (id == GUC_REGION_COUNT) {
		add_fault(log, GUC_SECTION_STATE_PAGE, GUC_FAULT_MARKER,
			  state_offset, markers, 0);
		return;
	}
	r = &log->region[id];
	if (r->present) {
		add_fault(log, region_section[id], GUC_FAULT_TWICE,
			  state_offset, markers, 0);
		return;
	}
	fill_region(r, state, state_offset, offset);
	check_size(log, r, region_section[id]);
	if (id == GUC_REGION_EVENT)
		check_event_ptrs(log, r);
}

/*
 * Read the state page: the states of the regions, and the LIC (log init config) after them. The
 * regions lie in the buffer in the order of their states. A state with unknown markers also has a
 * region, whose size is in the state. Without a LIC, the states end at a marker of 0 or at the end
 * of the page.
 */
static void walk_states(struct guc_log *log, struct guc_view page)
{
	const struct guc_faults faults = guc_log_faults(log);
	struct guc_log_buffer_state state;
	u64 region_offset = GUC_LOG_STATE_PAGE_SIZE;
	u32 offset = 0;
	u32 marker;

	for (; page.len - offset >= sizeof(marker); offset += sizeof(state)) {
		marker = guc_load_le32(page.data + offset);
		if (marker == GUC_LIC_MAGIC) {
			guc_lic_parse(&log->lic, page, offset, &faults);
			return;
		}
		if (!marker || page.len - offset < sizeof(state))
			break;
		memcpy(&state, page.data + offset, sizeof(state));
		take_state(log, &state, offset, region_offset);
		region_offset += le32_to_cpu(state.size);
	}
	log->lic.offset = offset;
	log->lic.missing = true;
}

/* Add faults for the regions without a state, and for a missing LIC. */
static void note_missing(struct guc_log *log)
{
	enum guc_region_id id;

	for (id = 0; id < GUC_REGION_COUNT; id++)
		if (!log->region[id].present)
			add_fault(log, region_section[id], GUC_FAULT_NO_STATE,
				  0, 0, 0);
	if (log->lic.missing)
		add_fault(log, GUC_SECTION_LIC, GUC_FAULT_NO_LIC,
			  log->lic.offset, 0, 0);
}

/*
 * Add faults for regions that lie in the log buffer, but are partly or completely missing in the
 * image, because the image is truncated.
 */
static void note_cut(struct guc_log *log, struct guc_view image)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(used_regions); i++) {
		const struct guc_region *r = &log->region[used_regions[i]];
		size_t available = guc_view_clip(image, r->offset, r->avail).len;

		if (available < r->avail)
			add_fault(log, region_section[used_regions[i]], GUC_FAULT_CUT, r->offset,
				  available, r->avail);
	}
}

static bool has_hole(const struct guc_region *r, const struct guc_holes *holes)
{
	unsigned int i;

	for (i = 0; i < holes->nr; i++) {
		const struct guc_span *hole = &holes->hole[i];

		if (hole->offset < r->offset + r->size &&
		    hole->offset + hole->len > r->offset)
			return true;
	}
	return false;
}

/*
 * Find the crash dump of the firmware. If bytes of its region are missing and all available bytes
 * are 0, log->crash_state stays GUC_CRASH_UNKNOWN, because the missing bytes may be a crash dump.
 */
static void find_crash(struct guc_log *log, struct guc_view image,
		       const struct guc_holes *holes)
{
	const struct guc_region *r = &log->region[GUC_REGION_CRASH];
	struct guc_view crash = guc_view_clip(image, r->offset, r->avail);

	if (crash.len && memchr_inv(crash.data, 0, crash.len)) {
		log->crash_state = GUC_CRASH_PRESENT;
		log->crash = (struct guc_span){ r->offset, crash.len };
	} else if (r->present && crash.len == r->size && !has_hole(r, holes)) {
		log->crash_state = GUC_CRASH_NONE;
	}
}

/**
 * guc_log_parse_page() - parse only the state page of a log
 * @log: filled with the content of the state page; the members events, crash_state and
 *	crash are zeroed
 * @page: the state page; if more bytes follow, they are ignored
 * @total: length of the log buffer object in bytes
 *
 * guc_log_needs() can then find in @log which parts of the log buffer must be copied.
 *
 * Context: any, does not sleep.
 * Return: 0, or the errno of the first fault. Even with a fault, all members of @log are
 * filled for which the page has a valid value.
 */
int guc_log_parse_page(struct guc_log *log, struct guc_view page, u64 total)
{
	memset(log, 0, sizeof(*log));
	log->total = total;
	if (page.len < GUC_LOG_STATE_PAGE_SIZE) {
		add_fault(log, GUC_SECTION_STATE_PAGE, GUC_FAULT_TOO_SHORT, 0,
			  page.len, GUC_LOG_STATE_PAGE_SIZE);
		return first_error(log);
	}
	page.len = GUC_LOG_STATE_PAGE_SIZE;
	walk_states(log, page);
	note_missing(log);
	return first_error(log);
}

/**
 * guc_log_parse_regions() - parse the regions of a log, after its state page
 * @log: from guc_log_parse_page(); its events and its crash dump are filled
 * @image: the log buffer, may be truncated; it begins with the page from which @log was
 *	parsed
 * @holes: parts of @image whose bytes are missing, and are stored as 0; NULL if there are
 *	none
 *
 * Context: any, does not sleep. Reads the event and crash dump regions.
 * Return: 0, or the errno of the log's first fault. Even with a fault, everything that can
 * be found is filled.
 */
int guc_log_parse_regions(struct guc_log *log, struct guc_view image,
			  const struct guc_holes *holes)
{
	static const struct guc_holes no_holes;

	if (!holes)
		holes = &no_holes;
	note_cut(log, image);
	guc_events_find(log, image, holes);
	find_crash(log, image, holes);
	return first_error(log);
}

/**
 * guc_log_parse() - parse an image of a log buffer
 * @log: filled with everything that the image contains
 * @image: the log buffer, may be truncated
 * @total: length of the log buffer object in bytes, at least the length of @image
 *
 * Context: any, does not sleep. Reads the event and crash dump regions.
 * Return: 0, or the errno of the first fault. Even with a fault, everything that can be
 * found is filled.
 */
int guc_log_parse(struct guc_log *log, struct guc_view image, u64 total)
{
	guc_log_parse_page(log, image, total);
	return guc_log_parse_regions(log, image, NULL);
}

/**
 * guc_log_needs() - find the parts of the log buffer that are needed for an LFD file
 * @log: from guc_log_parse_page()
 * @need: filled with these parts, without the state page; they lie within the log buffer
 *
 * Context: any, does not sleep.
 * Return: number of elements of @need that were filled.
 */
unsigned int guc_log_needs(const struct guc_log *log,
			   struct guc_span need[GUC_REGION_COUNT])
{
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(used_regions); i++) {
		const struct guc_region *r = &log->region[used_regions[i]];

		if (r->avail)
			need[nr++] = (struct guc_span){ r->offset, r->avail };
	}
	return nr;
}

/**
 * guc_region_name() - get the name of a region
 * @id: which region
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_region_name(enum guc_region_id id)
{
	return guc_section_name(region_section[id]);
}
