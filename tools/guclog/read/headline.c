// SPDX-License-Identifier: GPL-2.0-only
#include "read/headline.h"

#include "guc_device.h"
#include "base/eat.h"
#include "model/printed.h"

/* Read a time such as "1700000000.123456789", which can follow blanks. */
static bool eat_seconds(struct guc_view *v, u64 *ns)
{
	while (eat(v, " "))
		;
	return eat_timestamp(v, ns);
}

static void set(struct guc_facts *facts, enum guc_fact_id id,
		struct guc_view value)
{
	while (value.len && value.data[value.len - 1] == ' ')
		value.len--;
	guc_facts_set(facts, id, (const char *)value.data, value.len);
}

static void set_u32(struct guc_facts *facts, enum guc_fact_id id, u32 *member,
		    struct guc_view value)
{
	u64 n;

	if (!eat_number(&value, &n) || n > U32_MAX)
		return;
	*member = (u32)n;
	facts->known |= BIT_ULL(id);
}

static void read_pci_id(struct headlines *h, struct guc_view v)
{
	u64 n;

	if (!eat_number(&v, &n) || n > 0xffff)
		return;
	h->device.pci_id = (struct guc_pci_id){ 0x8086, (u16)n };
	h->device.known |= BIT_ULL(GUC_FACT_pci_id);
}

/* Read the version of the firmware, such as "70.44.1 (wanted 70.49.4)". */
static void read_version(struct headlines *h, struct guc_view v)
{
	static const char wanted[] = " (wanted ";
	const u8 *p = memchr(v.data, ' ', v.len);
	struct guc_view found = v;

	if (p)
		found.len = (size_t)(p - v.data);
	set(&h->gt, GUC_FACT_guc_version, found);
	v.data += found.len;
	v.len -= found.len;
	if (!eat(&v, wanted))
		return;
	p = memchr(v.data, ')', v.len);
	if (!p)
		return;
	v.len = (size_t)(p - v.data);
	set(&h->gt, GUC_FACT_guc_wanted, v);
}

/*
 * Read a timestamp. A value with all bits set is ignored: xe prints it if it could not wake the GT
 * to read its clock.
 */
static void read_stamp(struct headlines *h, enum guc_fact_id id, u64 *member,
		       struct guc_view v)
{
	u64 n;

	if (!eat_number(&v, &n) || n == ~0ull)
		return;
	*member = n;
	h->gt.known |= BIT_ULL(id);
}

/*
 * Read "20.2.0": architecture, release and revision. They are stored as IP version 20.02 and
 * revision 0.
 */
static void read_ip(struct headline_gt *gt, struct guc_view v)
{
	u64 arch, release, step;

	if (eat_number(&v, &arch) && eat(&v, ".") &&
	    eat_number(&v, &release) && eat(&v, ".") &&
	    eat_number(&v, &step) && arch < 1000 && release < 100) {
		gt->ip = (u32)(arch * 100 + release);
		gt->step = (u32)step;
	}
}

/* Read the line that begins a GT in the list of GTs in the head of a devcoredump. */
static void begin_gt(struct headlines *h, struct guc_view v)
{
	u64 n;

	h->in_gts = h->nr_gts < HEADLINE_MAX_GTS && eat_number(&v, &n) && n <= U32_MAX;
	if (h->in_gts)
		h->gts[h->nr_gts++] = (struct headline_gt){ .id = (u32)n };
}

/* Read a line of a GT in this list. @id: what the line is about, DUMP_UNKNOWN if unknown */
static void read_gt_list(struct headlines *h, enum dump_name id, struct guc_view v)
{
	struct headline_gt *gt = &h->gts[h->nr_gts - 1];

	switch (id) {
	case DUMP_GT_LIST_TILE:
		set_u32(&gt->facts, GUC_FACT_tile, &gt->facts.tile, v);
		break;
	case DUMP_GT_LIST_TYPE:
		set(&gt->facts, GUC_FACT_gt_type, v);
		break;
	case DUMP_GT_LIST_IP:
		read_ip(gt, v);
		break;
	case DUMP_GT_LIST_CLOCK:
		set_u32(&gt->facts, GUC_FACT_reference_clock_hz, &gt->facts.reference_clock_hz, v);
		break;
	default:
		break;
	}
}

/* Read a line such as "**** GT #0 ****", which begins the sections of another GT. */
static bool read_section(struct headlines *h, struct guc_view v)
{
	u64 n;

	if (!eat(&v, TITLE_GT))
		return false;
	h->gt = (struct guc_facts){ 0 };
	h->has_length = false;
	if (eat_number(&v, &n) && n <= U32_MAX) {
		h->gt.gt = (u32)n;
		h->gt.known |= BIT_ULL(GUC_FACT_gt);
	}
	return true;
}

/* Read a time such as "365371 s 278210 us" in an i915 error state. */
static bool eat_sec_usec(struct guc_view v, u64 *ns)
{
	u64 sec, usec;

	if (!eat_number(&v, &sec) || !eat(&v, " s ") || !eat_number(&v, &usec) ||
	    !eat(&v, " us") || usec > 999999 || sec > ~0ull / 1000000000 - 1)
		return false;
	*ns = sec * 1000000000 + usec * 1000;
	return true;
}

/*
 * Read the wall-clock time in an i915 error state. i915 reads the host's clocks when it begins to
 * make the error state, and the GuC's clock later.
 */
static void read_error_time(struct headlines *h, struct guc_view v)
{
	if (eat_sec_usec(v, &h->gt.anchor_realtime_ns))
		h->gt.known |= BIT_ULL(GUC_FACT_anchor_realtime_ns);
}

static void read_error_boottime(struct headlines *h, struct guc_view v)
{
	static const char driver[] = "i915";

	if (!eat_sec_usec(v, &h->gt.anchor_boottime_ns))
		return;
	h->gt.known |= BIT_ULL(GUC_FACT_anchor_boottime_ns);
	guc_facts_set(&h->device, GUC_FACT_driver, driver, strlen(driver));
	h->is_error_state = true;
}

/* Read the release of the kernel from "6.1.0-13-amd64 x86_64". */
static void read_error_kernel(struct headlines *h, struct guc_view v)
{
	const u8 *blank = memchr(v.data, ' ', v.len);

	if (blank)
		v.len = (size_t)(blank - v.data);
	set(&h->device, GUC_FACT_kernel, v);
}

static void read_huc_firmware(struct headlines *h, struct guc_view v)
{
	h->in_guc_firmware = false;
}

/*
 * Read "wanted 70.5.1, found 70.1.1" or "found 70.5.1", the line below the name of the
 * firmware.
 */
static void read_error_version(struct headlines *h, struct guc_view v)
{
	struct guc_view wanted = v;
	const u8 *comma = memchr(v.data, ',', v.len);

	if (!h->in_guc_firmware)
		return;
	h->in_guc_firmware = false;
	if (eat(&wanted, "wanted ") && comma) {
		wanted.len = (size_t)(comma - wanted.data);
		set(&h->gt, GUC_FACT_guc_wanted, wanted);
		v.len -= (size_t)(comma + 1 - v.data);
		v.data = comma + 1;
		eat(&v, " ");
	}
	if (eat(&v, "found "))
		set(&h->gt, GUC_FACT_guc_version, v);
}

static void read_snapshot_time(struct headlines *h, struct guc_view v)
{
	h->has_snapshot = eat_seconds(&v, &h->snapshot_ns);
}

static void read_uptime(struct headlines *h, struct guc_view v)
{
	h->has_uptime = eat_seconds(&v, &h->uptime_ns);
}

static void read_firmware(struct headlines *h, struct guc_view v)
{
	set(&h->gt, GUC_FACT_guc_firmware, v);
	h->in_guc_firmware = true;
}

static void read_boottime(struct headlines *h, struct guc_view v)
{
	read_stamp(h, GUC_FACT_anchor_boottime_ns, &h->gt.anchor_boottime_ns, v);
}

static void read_tick(struct headlines *h, struct guc_view v)
{
	read_stamp(h, GUC_FACT_anchor_guc_tick, &h->gt.anchor_guc_tick, v);
}

#define NUMBER(set, fact) \
	.id = GUC_FACT_##fact, .member = offsetof(struct headlines, set.fact)

/*
 * The lines with facts, and the functions that read their values. The value of a line without a
 * function is that of the fact @id. If this value is a number, @member is the offset of the fact's
 * member in struct headlines, else 0. A name that several sections have stands here with the first
 * of them.
 */
static const struct headline {
	enum dump_name line;
	void (*read)(struct headlines *h, struct guc_view rest);
	enum guc_fact_id id;
	size_t member;
} headlines[] = {
	{ DUMP_HEAD_KERNEL, .id = GUC_FACT_kernel },
	{ DUMP_HEAD_MODULE, .id = GUC_FACT_driver },
	{ DUMP_HEAD_SNAPSHOT_TIME, .read = read_snapshot_time },
	{ DUMP_HEAD_UPTIME, .read = read_uptime },
	{ DUMP_HEAD_PCI_ID, .read = read_pci_id },
	{ DUMP_HEAD_PCI_REVISION, NUMBER(device, pci_revision) },
	{ DUMP_GT_LIST_TILE, NUMBER(gt, tile) },
	{ DUMP_GT_LIST_CLOCK, NUMBER(gt, reference_clock_hz) },
	{ DUMP_I915_CLOCK, NUMBER(gt, reference_clock_hz) },
	{ DUMP_LOG_FIRMWARE, .read = read_firmware },
	{ DUMP_LOG_VERSION, .read = read_version },
	{ DUMP_LOG_KERNEL_TIMESTAMP, .read = read_boottime },
	{ DUMP_LOG_GUC_TIMESTAMP, .read = read_tick },
	{ DUMP_LOG_LEVEL, NUMBER(gt, log_level) },
	/* i915 error state */
	{ DUMP_I915_KERNEL, .read = read_error_kernel },
	{ DUMP_I915_TIME, .read = read_error_time },
	{ DUMP_I915_BOOTTIME, .read = read_error_boottime },
	{ DUMP_I915_PCI_REVISION, NUMBER(device, pci_revision) },
	{ DUMP_I915_HUC_FIRMWARE, .read = read_huc_firmware },
	{ DUMP_I915_VERSION, .read = read_error_version },
	{ DUMP_I915_LOG_LEVEL, NUMBER(gt, log_level) },
};

static void read_fact(struct headlines *h, const struct headline *line, struct guc_view v)
{
	struct guc_facts *facts = guc_fact_is_gt(line->id) ? &h->gt : &h->device;

	if (line->read)
		line->read(h, v);
	else if (line->member)
		set_u32(facts, line->id, (u32 *)((char *)h + line->member), v);
	else
		set(facts, line->id, v);
}

/* Return: what a line is about, DUMP_UNKNOWN if unknown. @v: moved to the value */
static enum dump_name line_id(struct guc_view *v)
{
	struct guc_view value;
	const struct printed_name *name = printed_line(*v, &value);

	if (name && eat(&value, " ")) {
		*v = value;
		return name->id;
	}
	return printed_eat(v, DUMP_I915_LOG_LEVEL) ? DUMP_I915_LOG_LEVEL : DUMP_UNKNOWN;
}

static void read_length(struct headlines *h, struct guc_view v)
{
	struct guc_view value;

	if (printed_data(v, DUMP_LOG_DATA, &value) == DUMP_VM_LENGTH && eat(&value, " "))
		h->has_length = eat_number(&value, &h->length);
}

/**
 * headline_read() - read the facts in a line
 * @h: zeroed before the first line
 * @v: the line, without its newline and without the prefix of a log
 *
 * Unknown lines are ignored.
 */
void headline_read(struct headlines *h, struct guc_view v)
{
	enum dump_name id;
	unsigned int i;
	bool indented;

	while (v.len && (v.data[v.len - 1] == ' ' || v.data[v.len - 1] == '\t'))
		v.len--;
	indented = eat_blanks(&v);
	id = line_id(&v);
	if (id == DUMP_GT_LIST_ID && !indented) {
		begin_gt(h, v);
		return;
	}
	h->in_gts &= indented;
	if (h->in_gts) {
		read_gt_list(h, id, v);
		return;
	}
	if (!id) {
		if (indented || !read_section(h, v))
			read_length(h, v);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(headlines); i++)
		if (headlines[i].line == id)
			read_fact(h, &headlines[i], v);
}

/*
 * Add the wall-clock time of the clock anchor. The lines "Snapshot time" and "Uptime" have the wall
 * clock and the boottime clock when the dump was made. Their difference converts the boottime of
 * the anchor, which is a little later, to the wall-clock time.
 */
static void add_realtime(const struct headlines *h, struct guc_facts *facts)
{
	u64 boot = facts->anchor_boottime_ns;

	if (!h->has_snapshot || !h->has_uptime || h->is_error_state ||
	    !guc_facts_has(facts, GUC_FACT_anchor_boottime_ns) ||
	    boot - h->uptime_ns > ~0ull - h->snapshot_ns)
		return;
	facts->anchor_realtime_ns = h->snapshot_ns + (boot - h->uptime_ns);
	facts->known |= BIT_ULL(GUC_FACT_anchor_realtime_ns);
}

static void add_gt(const struct headlines *h, struct guc_facts *facts)
{
	unsigned int i;

	for (i = 0; i < h->nr_gts; i++) {
		const struct headline_gt *gt = &h->gts[i];
		bool media = guc_facts_has(&gt->facts, GUC_FACT_gt_type) &&
			     gt->facts.gt_type == GUC_GT_MEDIA;

		if (gt->ip) {
			*(media ? &facts->media_ip : &facts->graphics_ip) =
				gt->ip;
			facts->known |= BIT_ULL(media ? GUC_FACT_media_ip :
						GUC_FACT_graphics_ip);
			if (!media) {
				facts->graphics_step = gt->step;
				facts->known |=
					BIT_ULL(GUC_FACT_graphics_step);
			}
		}
		if (guc_facts_has(&h->gt, GUC_FACT_gt) && h->gt.gt == gt->id)
			guc_facts_merge(facts, &gt->facts);
	}
}

/**
 * headline_facts() - get the facts of the device and of the current GT
 * @h: facts from the lines so far
 * @facts: filled with the facts
 */
void headline_facts(const struct headlines *h, struct guc_facts *facts)
{
	const struct guc_device *device;

	*facts = h->device;
	add_gt(h, facts);
	guc_facts_merge(facts, &h->gt);
	add_realtime(h, facts);
	if (!guc_facts_has(facts, GUC_FACT_pci_id) ||
	    guc_facts_has(facts, GUC_FACT_platform))
		return;
	device = guc_device_find(facts->pci_id.device);
	if (device)
		guc_facts_set(facts, GUC_FACT_platform, device->platform,
			      strlen(device->platform));
}

/**
 * headline_add_late() - add facts that are printed after the log
 * @h: facts from all lines of the text
 * @facts: facts of the log, to which the late facts are added
 *
 * i915 prints its parameters at the end of an error state.
 */
void headline_add_late(const struct headlines *h, struct guc_facts *facts)
{
	if (!h->is_error_state || !guc_facts_has(&h->gt, GUC_FACT_log_level))
		return;
	facts->log_level = h->gt.log_level;
	facts->known |= BIT_ULL(GUC_FACT_log_level);
}

/**
 * headline_next_log() - clear the length of the preceding log
 * @h: facts from the lines so far
 */
void headline_next_log(struct headlines *h)
{
	h->has_length = false;
}
