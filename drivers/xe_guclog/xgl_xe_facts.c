// SPDX-License-Identifier: GPL-2.0-only
/*
 * This file collects the facts (named values, see guc_facts.h) about a device and its GTs from data
 * that xe keeps in memory.
 */
#include <linux/cleanup.h>
#include <linux/minmax.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/utsname.h>

#include "abi/guc_asic_abi.h"
#include "guc_hwconfig.h"
#include "xgl_xe.h"

/* Longest hwconfig table that is accepted, in bytes. */
#define MAX_HWCONFIG	SZ_64K

/* Set the fact @key to @value, which has the type of the fact. */
#define set_fact(facts, key, value) \
	((facts)->key = (value), (facts)->known |= BIT_ULL(GUC_FACT_##key))

/*
 * Set the fact @key to the value of a field of xe's structure @obj, if the field can be
 * read. The value of the macro is true if the field was read.
 */
#define set_field(facts, key, s, obj, id) \
	({ \
		u64 v_; \
		bool is_ = (obj) && xgl_xe_read_number(s, obj, id, &v_); \
		if (is_) \
			set_fact(facts, key, v_); \
		is_; \
	})

/*
 * Set a fact to a text. @room is the size of the fact. A text that is too long is truncated. An
 * empty text, or one with characters that are not printable, is ignored.
 */
static void set_text(struct guc_facts *facts, enum guc_fact_id id,
		     const char *text, size_t room)
{
	guc_facts_set(facts, id, text, min(strlen(text), room - 1));
}

/*
 * Read a string. Read it byte by byte, because it may end right before an unmapped page. Return:
 * true, or false if it is empty or could not be read.
 */
static bool read_string(const char *from, char *to, size_t size)
{
	size_t i;

	if (!from)
		return false;
	for (i = 0; i < size - 1; i++) {
		if (copy_from_kernel_nofault(to + i, from + i, 1))
			return false;
		if (!to[i])
			return i;
	}
	to[i] = 0;
	return true;
}

/* Set a fact to the string to which a field of xe's structure @obj points. */
static void set_string(struct guc_facts *facts, enum guc_fact_id id,
		       const struct xgl_xe_session *s, const void *obj,
		       enum xel_field_id field, size_t room)
{
	char text[sizeof(guc_str128)];

	if (read_string(xgl_xe_read_pointer(s, obj, field), text,
			min(room, sizeof(text))))
		set_text(facts, id, text, room);
}

/* Return: the name of the enumerator in a field, without @prefix, or NULL if it is unknown. */
static const char *enum_name(const struct xgl_xe_session *s, const void *obj,
			     enum xel_field_id field, enum xel_enum_id of,
			     const char *prefix)
{
	const char *name = NULL;
	u64 value;

	if (xgl_xe_read_number(s, obj, field, &value))
		name = xel_layout_name(s->layout, of, value);
	if (name && str_has_prefix(name, prefix))
		name += strlen(prefix);
	return name;
}

static bool read_mask(const struct xgl_xe_session *s, const void *obj,
		      enum xel_field_id id, struct guc_mask *mask)
{
	u64 words[64 / sizeof(u64)] = { 0 };

	if (!xgl_xe_read_bytes(s, obj, id, words, sizeof(words)))
		return false;
	*mask = (struct guc_mask){ .lo = words[0], .hi = words[1] };
	return true;
}

#define set_mask(facts, key, s, obj, id) \
	({ \
		struct guc_mask m_; \
		if (read_mask(s, obj, id, &m_)) \
			set_fact(facts, key, m_); \
	})

/* Set the facts that need neither xe nor its layout: those from the PCI core and the kernel. */
static void pci_facts(struct xgl_xe *gpu, struct guc_facts *facts)
{
	struct pci_dev *pdev = gpu->pdev;
	struct guc_bdf bdf = {
		.domain = pci_domain_nr(pdev->bus),
		.bus = pdev->bus->number,
		.dev = PCI_SLOT(pdev->devfn),
		.fn = PCI_FUNC(pdev->devfn),
	};
	struct guc_pci_id id = { pdev->vendor, pdev->device };

	set_text(facts, GUC_FACT_source, XGL_XE_DRIVER, sizeof(guc_str32));
	set_text(facts, GUC_FACT_driver, XGL_XE_DRIVER, sizeof(guc_str32));
	set_text(facts, GUC_FACT_kernel, init_utsname()->release,
		 sizeof(guc_str72));
	set_fact(facts, pci_address, bdf);
	set_fact(facts, pci_id, id);
	set_fact(facts, pci_revision, pdev->revision);
	set_fact(facts, gpu_index, gpu->index);
}

static void platform_facts(const struct xgl_xe_session *s, struct guc_facts *facts)
{
	const char *name = enum_name(s, s->xe, XEL_DEVICE_PLATFORM,
				     XEL_ENUM_PLATFORM, "XE_");

	if (name)
		set_text(facts, GUC_FACT_platform, name, sizeof(guc_str32));
	/* If xe stores the name of the platform as a string, prefer it. Older versions do not. */
	set_string(facts, GUC_FACT_platform, s, s->xe,
		   XEL_DEVICE_PLATFORM_NAME, sizeof(guc_str32));
	set_field(facts, graphics_ip, s, s->xe, XEL_DEVICE_VERX100);
	if (set_field(facts, media_ip, s, s->xe, XEL_DEVICE_MEDIA_VERX100) &&
	    !facts->media_ip)
		guc_facts_clear(facts, GUC_FACT_media_ip);
}

static void type_facts(const struct xgl_xe_session *s, struct guc_facts *facts)
{
	const char *mode = enum_name(s, s->xe, XEL_DEVICE_SRIOV_MODE,
				     XEL_ENUM_SRIOV_MODE, "XE_SRIOV_MODE_");
	u64 is_dgfx;

	if (s->pdev->is_virtfn || (mode && !strcmp(mode, "VF")))
		set_fact(facts, gpu_type, GUC_ASIC_GPU_VIRTUAL);
	else if (xgl_xe_read_number(s, s->xe, XEL_DEVICE_IS_DGFX, &is_dgfx))
		set_fact(facts, gpu_type, is_dgfx ? GUC_ASIC_GPU_DISCRETE :
						 GUC_ASIC_GPU_INTEGRATED);
}

/*
 * Since Linux 6.17 struct xe_device has a pointer to the structure with the size of the VRAM. In
 * older versions it contains this structure itself.
 */
static void vram_facts(const struct xgl_xe_session *s, struct guc_facts *facts)
{
	const void *vram = xgl_xe_read_pointer(s, s->xe, XEL_DEVICE_VRAM_PTR);

	if (!vram)
		vram = xgl_xe_embedded(s, s->xe, XEL_DEVICE_VRAM);
	if (set_field(facts, vram_bytes, s, vram, XEL_VRAM_PHYSICAL_SIZE) &&
	    !facts->vram_bytes && facts->gpu_type != GUC_ASIC_GPU_INTEGRATED)
		guc_facts_clear(facts, GUC_FACT_vram_bytes);
}

/*
 * Set the facts about the type of the memory and the width of its bus. These facts are from
 * the display code, which reads them from the memory controller, so a GPU without a display
 * does not have them.
 */
static void dram_facts(const struct xgl_xe_session *s, struct guc_facts *facts)
{
	static const struct {
		const char *name;
		u8 type;
		u8 channel_bits;
	} types[] = {
		{ "DDR3", GUC_ASIC_MEM_DDR3, 64 },
		{ "DDR4", GUC_ASIC_MEM_DDR4, 64 },
		{ "DDR5", GUC_ASIC_MEM_DDR5, 32 },
		{ "LPDDR4", GUC_ASIC_MEM_LPDDR4, 16 },
		{ "LPDDR5", GUC_ASIC_MEM_LPDDR5, 16 },
		{ "GDDR", GUC_ASIC_MEM_GDDR6, 32 },
		{ "GDDR_ECC", GUC_ASIC_MEM_GDDR6, 32 },
	};
	const void *dram = xgl_xe_embedded(s, s->xe, XEL_DEVICE_DRAM);
	const void *display = xgl_xe_read_pointer(s, s->xe,
						  XEL_DEVICE_DISPLAY_PTR);
	const char *name;
	unsigned int i;
	u64 channels;

	if (!dram && display)
		dram = xgl_xe_read_pointer(s, display, XEL_DISPLAY_DRAM_PTR);
	if (!dram || !xgl_xe_read_number(s, dram, XEL_DRAM_CHANNELS, &channels) ||
	    !channels)
		return;
	name = enum_name(s, dram, XEL_DRAM_TYPE, XEL_ENUM_DRAM_TYPE,
			 "INTEL_DRAM_");
	for (i = 0; name && i < ARRAY_SIZE(types); i++) {
		if (strcmp(name, types[i].name))
			continue;
		set_fact(facts, memory_type, types[i].type);
		set_fact(facts, memory_bus_bits, channels * types[i].channel_bits);
	}
}

/* Count the render and compute engines: each runs one hardware context at a time. */
static void engine_facts(const struct xgl_xe_session *s, const void *gt,
			 struct guc_facts *facts)
{
	static const char * const names[] = {
		"XE_HW_ENGINE_RCS0", "XE_HW_ENGINE_CCS0", "XE_HW_ENGINE_CCS1",
		"XE_HW_ENGINE_CCS2", "XE_HW_ENGINE_CCS3",
	};
	u32 bit, count = 0;
	unsigned int i;
	u64 mask;

	if (!xgl_xe_read_number(s, gt, XEL_GT_ENGINE_MASK, &mask))
		return;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (xel_layout_value(s->layout, XEL_ENUM_ENGINE, names[i],
				     &bit) || bit > 63)
			return;
		count += mask >> bit & 1;
	}
	set_fact(facts, hardware_contexts, count);
}

/* Set the facts of the device that xe stores in the structure of the device's first GT. */
static void fuse_facts(const struct xgl_xe_session *s, const void *gt,
		       struct guc_facts *facts)
{
	const char *eu = enum_name(s, gt, XEL_GT_EU_TYPE, XEL_ENUM_EU_TYPE,
				   "XE_GT_EU_TYPE_");
	u64 gmd_id;

	set_mask(facts, dss_geometry_mask, s, gt, XEL_GT_DSS_GEOMETRY);
	set_mask(facts, dss_compute_mask, s, gt, XEL_GT_DSS_COMPUTE);
	set_mask(facts, eu_per_dss_mask, s, gt, XEL_GT_EU_PER_DSS);
	set_mask(facts, l3_bank_mask, s, gt, XEL_GT_L3_BANKS);
	if (eu)
		set_fact(facts, eu_simd, strcmp(eu, "SIMD16") ? 8 : 16);
	if (set_field(facts, dss_per_slice, s, gt, XEL_GT_DSS_PER_GROUP) &&
	    !facts->dss_per_slice)
		guc_facts_clear(facts, GUC_FACT_dss_per_slice);
	if (xgl_xe_read_number(s, gt, XEL_GT_GMDID, &gmd_id) && gmd_id)
		set_fact(facts, graphics_step, gmd_id & 0x3f);
	engine_facts(s, gt, facts);
}

static void clock_facts(const struct xgl_xe_session *s, const void *gt,
			struct guc_facts *facts)
{
	const void *guc = xgl_xe_embedded(s, gt, XEL_GT_GUC);

	if (set_field(facts, clock_max_mhz, s, guc, XEL_GUC_PC_RP0) &&
	    !facts->clock_max_mhz)
		guc_facts_clear(facts, GUC_FACT_clock_max_mhz);
}

static void status_facts(const struct xgl_xe_session *s,
			 enum xgl_xe_status status, struct guc_facts *facts)
{
	char text[sizeof(guc_str128)];
	u64 wedged = 0;

	if (!status && s->unplugged)
		status = XGL_XE_NOT_PRESENT;
	xgl_xe_status_print(text, sizeof(text), status, s->detail);
	if (!status &&
	    xgl_xe_read_number(s, s->xe, XEL_DEVICE_WEDGED, &wedged) && wedged)
		strscpy(text, "wedged: xe has given the device up",
			sizeof(text));
	set_text(facts, GUC_FACT_device_status, text, sizeof(text));
	if (s->ref)
		set_text(facts, GUC_FACT_xe_guc_log_lfd,
			 s->ref->has_lfd ? "present" : "absent",
			 sizeof(guc_str32));
}

static const void *first_gt(const struct xgl_xe_session *s)
{
	unsigned int n;

	for (n = 0; n < XGL_MAX_GTS; n++)
		if (s->gt[n])
			return s->gt[n];
	return NULL;
}

/*
 * Read the hwconfig table of a GT, and set facts from it. Return: true if the table was read.
 */
static bool read_hwconfig(struct xgl_xe_session *s, const void *gt,
			  struct guc_facts *facts)
{
	const void *guc = xgl_xe_embedded(s, gt, XEL_GT_GUC);
	const void *bo = xgl_xe_read_pointer(s, guc, XEL_GUC_HWCONFIG_BO);
	struct xgl_xe_buffer buffer;
	bool done = false;
	u8 *table;
	u64 size;

	if (!bo || !xgl_xe_read_number(s, guc, XEL_GUC_HWCONFIG_SIZE, &size) ||
	    xgl_xe_find_buffer(s, bo, &buffer) || size > buffer.size ||
	    size > MAX_HWCONFIG || (buffer.map.is_iomem && s->unplugged))
		return false;
	table = kvmalloc(size, GFP_KERNEL);
	if (table && !xgl_xe_read_buffer(s, &buffer, table, 0, size)) {
		guc_hwconfig_facts(facts, guc_view(table, size));
		done = true;
	}
	kvfree(table);
	return done;
}

/*
 * Add the facts from the hwconfig table, in which the GuC describes the hardware. These facts do
 * not change, so the table is read only once. If the table is in device memory, it can be read
 * only while the device is active.
 */
static void fixed_facts(struct xgl_xe *gpu, struct xgl_xe_session *s,
			const void *gt, struct guc_facts *facts)
{
	guard(mutex)(&gpu->fixed_lock);
	if (!gpu->has_fixed)
		gpu->has_fixed = read_hwconfig(s, gt, &gpu->fixed);
	guc_facts_merge(facts, &gpu->fixed);
	s->detail[0] = 0;
}

/**
 * xgl_xe_device_facts() - collect the facts about a device
 * @gpu: the GPU
 * @s: the open session, see xgl_xe_session_begin()
 * @status: the value that xgl_xe_session_begin() returned
 * @facts: zeroed by the caller; filled with the facts of the device
 *
 * Context: in the session, may sleep.
 */
void xgl_xe_device_facts(struct xgl_xe *gpu, struct xgl_xe_session *s,
			 enum xgl_xe_status status, struct guc_facts *facts)
{
	const void *gt;

	pci_facts(gpu, facts);
	status_facts(s, status, facts);
	if (status)
		return;
	platform_facts(s, facts);
	type_facts(s, facts);
	vram_facts(s, facts);
	dram_facts(s, facts);
	gt = first_gt(s);
	if (!gt)
		return;
	fuse_facts(s, gt, facts);
	clock_facts(s, gt, facts);
	fixed_facts(gpu, s, gt, facts);
}

/*
 * Read the three parts of a version, which are fields of element @index of an array. Return: true
 * if the version was read and is not 0.0.0.
 */
static bool release(const struct xgl_xe_session *s, const void *guc, u32 index,
		    const enum xel_field_id id[3], struct guc_release *release)
{
	const struct xel_field *field = &s->layout->field[id[0]];
	u64 v[3];
	int i;

	if (index && index >= field->nelem)
		return false;
	guc += (size_t)index * field->stride;
	for (i = 0; i < 3; i++)
		if (!xgl_xe_read_number(s, guc, id[i], &v[i]))
			return false;
	*release = (struct guc_release){ v[0], v[1], v[2] };
	return v[0] | v[1] | v[2];
}

static void firmware_facts(const struct xgl_xe_session *s, const void *guc,
			   struct guc_facts *facts)
{
	static const enum xel_field_id found[] = {
		XEL_GUC_FOUND_MAJOR, XEL_GUC_FOUND_MINOR, XEL_GUC_FOUND_PATCH
	};
	static const enum xel_field_id wanted[] = {
		XEL_GUC_WANTED_MAJOR, XEL_GUC_WANTED_MINOR, XEL_GUC_WANTED_PATCH
	};
	struct guc_release version;
	u32 index = 0;

	set_string(facts, GUC_FACT_guc_firmware, s, guc, XEL_GUC_FW_PATH,
		   sizeof(guc_str128));
	xel_layout_value(s->layout, XEL_ENUM_FW_VERSION, "XE_UC_FW_VER_RELEASE",
			 &index);
	if (release(s, guc, index, found, &version))
		set_fact(facts, guc_version, version);
	if (release(s, guc, 0, wanted, &version))
		set_fact(facts, guc_wanted, version);
}

/*
 * Set @total to the sum of the counter @id over all regions of the log; xe counts overflows and
 * flushes of each region. Return: true if all counters were read.
 */
static bool sum(const struct xgl_xe_session *s, const void *log,
		enum xel_field_id id, u32 *total)
{
	const struct xel_field *field = &s->layout->field[id];
	unsigned int i;
	u64 value;

	*total = 0;
	for (i = 0; i < max(field->nelem, 1u); i++) {
		if (!xgl_xe_read_number(s, log + (size_t)i * field->stride, id,
					&value))
			return false;
		*total += value;
	}
	return true;
}

static void log_facts(const struct xgl_xe_session *s, const void *guc,
		      struct guc_facts *facts)
{
	const void *log = xgl_xe_embedded(s, guc, XEL_GUC_LOG);
	u32 total;

	set_field(facts, log_level, s, log, XEL_LOG_LEVEL);
	if (sum(s, log, XEL_LOG_STATS_OVERFLOW, &total))
		set_fact(facts, log_overflows, total);
	if (sum(s, log, XEL_LOG_STATS_FLUSH, &total))
		set_fact(facts, log_flushes, total);
}

static void gt_type_facts(const struct xgl_xe_session *s, const void *gt,
			  struct guc_facts *facts)
{
	const char *type = enum_name(s, gt, XEL_GT_TYPE, XEL_ENUM_GT_TYPE,
				     "XE_GT_TYPE_");

	if (type && !strcmp(type, "MAIN"))
		set_fact(facts, gt_type, GUC_GT_MAIN);
	else if (type && !strcmp(type, "MEDIA"))
		set_fact(facts, gt_type, GUC_GT_MEDIA);
}

/*
 * Set the facts status and log_bytes. If the log can be read only after a resume, the status is
 * nevertheless "ok".
 */
static void gt_status(struct xgl_xe_session *s, unsigned int gt,
		      struct guc_facts *facts)
{
	struct xgl_xe_buffer buffer = { 0 };
	enum xgl_xe_status status = xgl_xe_find_log(s, gt, &buffer);
	char text[sizeof(guc_str128)];

	if (status == XGL_XE_SUSPENDED)
		status = XGL_XE_OK;
	if (!status)
		set_fact(facts, log_bytes, buffer.size);
	xgl_xe_status_print(text, sizeof(text), status, s->detail);
	set_text(facts, GUC_FACT_status, text, sizeof(text));
}

/**
 * xgl_xe_gt_facts() - collect the facts about a GT
 * @gpu: the GPU
 * @s: the open session, see xgl_xe_session_begin()
 * @gt: number of the GT; s->gt[@gt] is not NULL
 * @facts: zeroed by the caller; filled with the facts of the GT
 *
 * Context: in the session, may sleep.
 */
void xgl_xe_gt_facts(struct xgl_xe *gpu, struct xgl_xe_session *s,
		     unsigned int gt, struct guc_facts *facts)
{
	const void *xe_gt = s->gt[gt];
	const void *tile = xgl_xe_read_pointer(s, xe_gt, XEL_GT_TILE);
	const void *guc = xgl_xe_embedded(s, xe_gt, XEL_GT_GUC);

	set_fact(facts, gt, gt);
	set_field(facts, tile, s, tile, XEL_TILE_ID);
	set_field(facts, reference_clock_hz, s, xe_gt, XEL_GT_REFERENCE_CLOCK);
	gt_type_facts(s, xe_gt, facts);
	firmware_facts(s, guc, facts);
	log_facts(s, guc, facts);
	gt_status(s, gt, facts);
	if (test_bit(gt, &gpu->woken))
		set_text(facts, GUC_FACT_woken, "yes", sizeof(guc_str32));
}
