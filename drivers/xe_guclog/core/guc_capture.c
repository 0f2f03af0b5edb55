// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_capture.h"

/* The offset of a register is less than this, because xe maps 16 MiB of registers. */
#define MAX_MMIO	(16u * 1024 * 1024)

#define GROUP_HEADER	sizeof(struct guc_capture_group_header)
#define HEADER		sizeof(struct guc_capture_header)
#define REG		sizeof(struct guc_capture_mmio)

/**
 * guc_capture_open() - find the state capture region of a log
 * @region: filled with the position of the region; points into @image
 * @log: the log, parsed from @image
 * @image: the log buffer; may be truncated
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOENT if the state page does not describe the region or none of the
 * region's bytes are in @image, or -EBADMSG if the size or the write pointer of the region
 * is invalid.
 */
int guc_capture_open(struct guc_capture_region *region,
		     const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *state = &log->region[GUC_REGION_CAPTURE];
	u32 read = state->read_ptr;

	*region = (struct guc_capture_region){};
	if (!state->present)
		return -ENOENT;
	if (!state->size || !IS_ALIGNED(state->size, 4) ||
	    !IS_ALIGNED(state->write_ptr, 4) || state->write_ptr > state->size)
		return -EBADMSG;
	region->bytes = guc_view_clip(image, state->offset, state->size);
	if (!region->bytes.len)
		return -ENOENT;
	region->size = state->size;
	region->write = state->write_ptr == state->size ? 0 : state->write_ptr;
	if (read > state->size)
		return 0;
	/* If read_ptr is 0 and write_ptr is the size, the region is full and not empty. */
	region->unread = state->write_ptr >= read ? state->write_ptr - read :
			 state->write_ptr + region->size - read;
	return 0;
}

/*
 * Return: the offset @len bytes after @at. The region is a ring: after its end, offsets continue at
 * its start.
 */
static u32 advance(const struct guc_capture_region *region, u32 at, u32 len)
{
	u32 left = region->size - at;

	return len >= left ? len - left : at + len;
}

static bool load(const struct guc_capture_region *region, u32 at, u32 index,
		 u32 *value)
{
	const void *p = guc_view_at(region->bytes,
				    advance(region, at, 4 * index), 4);

	if (!p)
		return false;
	*value = guc_load_le32(p);
	return true;
}

/*
 * Read the header of the capture at offset @at. Return: true, or false if the header is not valid.
 */
static bool read_header(const struct guc_capture_region *region, u32 at,
			struct guc_capture *capture)
{
	u32 owner, info, nr_regs;

	*capture = (struct guc_capture){ .offset = at };
	if (!load(region, at, 0, &owner) || !load(region, at, 1, &info) ||
	    !load(region, at, 2, &capture->lrca) ||
	    !load(region, at, 3, &capture->guc_id) ||
	    !load(region, at, 4, &nr_regs))
		return false;
	if (owner & ~GUC_CAPTURE_VFID || nr_regs & ~GUC_CAPTURE_NR_REGS ||
	    info & ~(GUC_CAPTURE_TYPE | GUC_CAPTURE_CLASS | GUC_CAPTURE_INSTANCE))
		return false;
	capture->type = FIELD_GET(GUC_CAPTURE_TYPE, info);
	capture->engine_class = FIELD_GET(GUC_CAPTURE_CLASS, info);
	capture->instance = FIELD_GET(GUC_CAPTURE_INSTANCE, info);
	capture->nr_regs = nr_regs;
	return true;
}

/*
 * Return: false if the first register of the capture has an impossible offset or is missing, which
 * means that the bytes are probably not a capture. True otherwise.
 */
static bool can_have_regs(const struct guc_capture_region *region,
			  const struct guc_capture *capture)
{
	u32 offset;

	return !capture->nr_regs ||
	       (load(region, capture->offset, HEADER / 4, &offset) &&
		IS_ALIGNED(offset, 4) && offset < MAX_MMIO);
}

/*
 * Read the group of captures that begins at @at. Return: true, or false if there is no valid
 * group of at most @room bytes.
 */
static bool read_group(const struct guc_capture_region *region, u32 at, u32 room,
		       struct guc_capture_group *group)
{
	struct guc_capture capture;
	u32 owner, info, len = GROUP_HEADER, regs = 0;
	unsigned int i;

	*group = (struct guc_capture_group){ .offset = at };
	if (!load(region, at, 0, &owner) || !load(region, at, 1, &info) ||
	    owner & ~GUC_CAPTURE_VFID ||
	    info & ~(GUC_CAPTURE_GROUP_NR | GUC_CAPTURE_GROUP_TYPE) ||
	    FIELD_GET(GUC_CAPTURE_GROUP_TYPE, info) > GUC_CAPTURE_GROUP_PARTIAL)
		return false;
	group->partial = FIELD_GET(GUC_CAPTURE_GROUP_TYPE, info);
	group->nr_captures = FIELD_GET(GUC_CAPTURE_GROUP_NR, info);
	for (i = 0; i < group->nr_captures; i++) {
		if (len > room ||
		    !read_header(region, advance(region, at, len), &capture) ||
		    !can_have_regs(region, &capture))
			return false;
		len += HEADER + REG * capture.nr_regs;
		regs += capture.nr_regs;
	}
	group->len = len;
	return regs && len <= room;
}

/*
 * Return: length of the zeroes from @at on in bytes, up to the end of the region or @room bytes,
 * without the last dword: a group can begin with a dword of 0, but not with two.
 */
static u32 zeroes(const struct guc_capture_region *region, u32 at, u32 room)
{
	u32 len = 0, max = min(room, (u32)region->bytes.len - at);

	while (max - len >= 4 && !guc_load_le32(region->bytes.data + at + len))
		len += 4;
	return len ? len - 4 : 0;
}

/**
 * guc_capture_next_group() - find the next group of captures in the state capture
 * region
 * @region: from guc_capture_open()
 * @walk: position in the region; zeroed by the caller before the first group
 * @group: filled with the headers of the group
 *
 * The oldest groups are returned first: the groups after the write pointer, then those
 * before it. Nothing in the log shows where the oldest group begins. Therefore the search
 * examines every dword, and accepts a group there only if all headers of the group are
 * plausible. Other dwords are skipped, and counted in @walk->skipped if they are not 0.
 *
 * If the region is truncated, a group is returned if all its headers are available;
 * guc_capture_reg() then shows which of its registers are available.
 *
 * Context: any, does not sleep.
 * Return: true if a group was found, or false after the last group. After that,
 * @walk->skipped is the result for the whole region.
 */
bool guc_capture_next_group(const struct guc_capture_region *region,
			    struct guc_capture_walk *walk,
			    struct guc_capture_group *group)
{
	u32 word;

	while (walk->done < region->size) {
		u32 room = region->size - walk->done;
		u32 at = advance(region, region->write, walk->done);

		if (at >= region->bytes.len) {
			/* The image does not contain the region from @at to the region's end. */
			walk->done += min(region->size - at, room);
			continue;
		}
		walk->done += zeroes(region, at, room);
		room = region->size - walk->done;
		at = advance(region, region->write, walk->done);
		if (read_group(region, at, room, group)) {
			group->unread = room <= region->unread;
			group->stale = at >= region->write && !group->unread;
			walk->done += group->len;
			return true;
		}
		if (load(region, at, 0, &word) && word)
			walk->skipped += 4;
		walk->done += 4;
	}
	return false;
}

/**
 * guc_capture_first() - get the first capture of a group
 * @region: from guc_capture_open()
 * @group: from guc_capture_next_group()
 * @capture: filled with the header of the capture
 *
 * Context: any, does not sleep.
 * Return: true, or false only if @group is not from @region.
 */
bool guc_capture_first(const struct guc_capture_region *region,
		       const struct guc_capture_group *group,
		       struct guc_capture *capture)
{
	return group->nr_captures &&
	       read_header(region, advance(region, group->offset, GROUP_HEADER),
			   capture);
}

/**
 * guc_capture_next() - get the next capture of a group
 * @region: from guc_capture_open()
 * @group: from guc_capture_next_group()
 * @capture: from guc_capture_first() or this function; replaced by the next one
 *
 * Context: any, does not sleep.
 * Return: true, or false after the last capture.
 */
bool guc_capture_next(const struct guc_capture_region *region,
		      const struct guc_capture_group *group,
		      struct guc_capture *capture)
{
	unsigned int index = capture->index + 1;
	u32 at;

	if (index >= group->nr_captures)
		return false;
	at = advance(region, capture->offset, HEADER + REG * capture->nr_regs);
	if (!read_header(region, at, capture))
		return false;
	capture->index = index;
	return true;
}

/**
 * guc_capture_reg() - read a register of a capture
 * @region: from guc_capture_open()
 * @capture: from guc_capture_first() or guc_capture_next()
 * @index: index of the register in the capture; the order is that of the list that xe
 *	gives to the GuC
 * @reg: filled with the register, its name and its value
 *
 * Context: any, does not sleep.
 * Return: true, or false if the capture has no register with this index or the bytes
 * of the register are not available.
 */
bool guc_capture_reg(const struct guc_capture_region *region,
		     const struct guc_capture *capture, unsigned int index,
		     struct guc_capture_reg *reg)
{
	u32 at, flags;

	*reg = (struct guc_capture_reg){};
	if (index >= capture->nr_regs)
		return false;
	at = advance(region, capture->offset, HEADER + REG * index);
	if (!load(region, at, 0, &reg->offset) ||
	    !load(region, at, 1, &reg->value) || !load(region, at, 2, &flags))
		return false;
	reg->steered = flags & GUC_CAPTURE_REG_STEERED;
	reg->group = FIELD_GET(GUC_CAPTURE_REG_GROUP, flags);
	reg->instance = FIELD_GET(GUC_CAPTURE_REG_INSTANCE, flags);
	guc_capture_name_reg(reg, capture->type);
	return true;
}
