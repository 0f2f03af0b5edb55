// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_lfd.h"

#include "abi/guc_lfd_abi.h"

static int lfd_fault(struct guc_fault *fault, enum guc_fault_code code,
		     u64 offset, u64 found, u64 expected)
{
	*fault = (struct guc_fault){
		.code = code,
		.section = GUC_SECTION_LFD,
		.offset = offset,
		.found = found,
		.expected = expected,
	};
	return guc_fault_errno(fault);
}

/**
 * guc_lfd_open() - begin to read an LFD file
 * @reader: initialized; guc_lfd_next() then reads the first block of the file
 * @file: the whole file
 *
 * Context: any, does not sleep.
 * Return: 0, or the negative errno of the fault in reader->fault.
 */
int guc_lfd_open(struct guc_lfd_reader *reader, struct guc_view file)
{
	struct guc_lfd_file_header head;
	struct guc_fault *fault = &reader->fault;
	u64 magic;

	*reader = (struct guc_lfd_reader){ .file = file };
	if (file.len < sizeof(head))
		return lfd_fault(fault, GUC_FAULT_TOO_SHORT, 0, file.len,
				 sizeof(head));
	memcpy(&head, file.data, sizeof(head));
	magic = (u64)le32_to_cpu(head.magic[1]) << 32 |
		le32_to_cpu(head.magic[0]);
	if (magic != GUC_LFD_MAGIC)
		return lfd_fault(fault, GUC_FAULT_LFD_MAGIC, 0, magic,
				 GUC_LFD_MAGIC);
	reader->version = le32_to_cpu(head.version);
	if (FIELD_GET(GUC_LFD_VERSION_MAJOR_MASK, reader->version) !=
	    GUC_LFD_VERSION_MAJOR)
		return lfd_fault(fault, GUC_FAULT_LFD_VERSION,
				 offsetof(struct guc_lfd_file_header, version),
				 reader->version, GUC_LFD_VERSION_MAJOR);
	reader->pos = sizeof(head);
	return 0;
}

/**
 * guc_lfd_next() - read the next block of an LFD file
 * @reader: from guc_lfd_open()
 * @block: filled with the header and the data of the block
 *
 * Context: any, does not sleep.
 * Return: 1 if a block was read, or 0 at the end of the file, or the negative errno of the
 * fault in reader->fault. After a fault, all calls return the same errno.
 */
int guc_lfd_next(struct guc_lfd_reader *reader, struct guc_lfd_block *block)
{
	struct guc_lfd_block_header head;
	u64 left = reader->file.len - reader->pos;
	u32 dword;

	if (!left)
		return 0;
	if (left < sizeof(head))
		return lfd_fault(&reader->fault, GUC_FAULT_TOO_SHORT,
				 reader->pos, left, sizeof(head));
	memcpy(&head, reader->file.data + reader->pos, sizeof(head));
	left -= sizeof(head);
	dword = le32_to_cpu(head.header);
	*block = (struct guc_lfd_block){
		.offset = reader->pos,
		.type = FIELD_GET(GUC_LFD_BLOCK_TYPE_MASK, dword),
		.data_count = le32_to_cpu(head.data_count),
	};
	if (FIELD_GET(GUC_LFD_BLOCK_MAGIC_MASK, dword) != GUC_LFD_BLOCK_MAGIC)
		return lfd_fault(&reader->fault, GUC_FAULT_BLOCK_MAGIC,
				 reader->pos, dword, GUC_LFD_BLOCK_MAGIC);
	if (block->data_count > left / 4)
		return lfd_fault(&reader->fault, GUC_FAULT_BLOCK_COUNT,
				 reader->pos +
				 offsetof(struct guc_lfd_block_header,
					  data_count),
				 block->data_count, left / 4);
	block->data = guc_view(reader->file.data + reader->pos + sizeof(head),
			       4 * (size_t)block->data_count);
	reader->pos += sizeof(head) + block->data.len;
	return 1;
}

/*
 * Check that the data from @from on is printable ASCII, with at most @max_padding zeroes at its
 * end. If @controls is set, newlines and tabs are allowed, too.
 */
static int check_text(const struct guc_lfd_block *block, size_t from,
		      size_t max_padding, bool controls,
		      struct guc_fault *fault)
{
	u64 base = block->offset + sizeof(struct guc_lfd_block_header);
	struct guc_view v = block->data;
	size_t end = v.len, i;

	while (end > from && v.len - end < max_padding && !v.data[end - 1])
		end--;
	for (i = from; i < end; i++) {
		u8 c = v.data[i];

		if ((c >= 0x20 && c <= 0x7e) ||
		    (controls && (c == '\n' || c == '\t')))
			continue;
		return lfd_fault(fault, GUC_FAULT_NOT_TEXT, base + i, c, 0);
	}
	return 0;
}

static int check_os_id(const struct guc_lfd_block *block,
		       struct guc_fault *fault)
{
	u32 os_id = guc_load_le32(block->data.data);

	if (os_id < GUC_LFD_OS_WINDOWS || os_id > GUC_LFD_OS_OTHER)
		return lfd_fault(fault, GUC_FAULT_OS_ID,
				 block->offset +
				 sizeof(struct guc_lfd_block_header),
				 os_id, GUC_LFD_OS_OTHER);
	return check_text(block, 4, block->data.len, false, fault);
}

/*
 * Return: the bit of the block type @type in guc_lfd_summary.missing, or 0 if a file need not have
 * a block of this type.
 */
static u32 required_bit(u32 type)
{
	if (type == GUC_LFD_OS_ID)
		return BIT(0);
	if (type >= GUC_LFD_FW_VERSION && type <= GUC_LFD_BUILD_PLATFORM_ID)
		return BIT(type);
	return 0;
}

/* Return: the minimum length in dwords of the data of a block of this type. */
static u32 least_count(u32 type)
{
	if (type == GUC_LFD_LOG_EVENTS_BUFFER)
		return 1;
	return required_bit(type) ? 1 : 0;
}

/**
 * guc_lfd_check_begin() - begin to check the blocks of an LFD file
 * @sum: initialized for guc_lfd_check_block()
 *
 * Context: any, does not sleep.
 */
void guc_lfd_check_begin(struct guc_lfd_summary *sum)
{
	*sum = (struct guc_lfd_summary){
		.missing = BIT(GUC_LFD_BUILD_PLATFORM_ID + 1) - 1,
	};
}

/**
 * guc_lfd_check_block() - check the next block of an LFD file
 * @block: the block, from guc_lfd_next()
 * @sum: summary of the blocks so far, from guc_lfd_check_begin(); the block is added to this
 *	summary, unless the block has a fault
 * @fault: set if the block has a fault
 *
 * Context: any, does not sleep.
 * Return: 0, or the fault's errno.
 */
int guc_lfd_check_block(const struct guc_lfd_block *block,
			struct guc_lfd_summary *sum, struct guc_fault *fault)
{
	u64 count_offset = block->offset +
		offsetof(struct guc_lfd_block_header, data_count);
	u32 bit = required_bit(block->type);

	if (block->type < GUC_LFD_RANGE_FW_REQUIRED ||
	    block->type >= GUC_LFD_RANGE_RESERVED)
		return lfd_fault(fault, GUC_FAULT_BLOCK_TYPE, block->offset,
				 block->type, 0);
	if (bit && !(sum->missing & bit))
		return lfd_fault(fault, GUC_FAULT_BLOCK_TWICE, block->offset,
				 block->type, 0);
	if (block->type <= GUC_LFD_BUILD_PLATFORM_ID && block->data_count != 1)
		return lfd_fault(fault, GUC_FAULT_BLOCK_LEN, count_offset,
				 block->data_count, 1);
	if (block->data_count < least_count(block->type))
		return lfd_fault(fault, GUC_FAULT_BLOCK_LEN_MIN, count_offset,
				 block->data_count, least_count(block->type));
	sum->missing &= ~bit;
	if (block->type == GUC_LFD_OS_ID && check_os_id(block, fault))
		return guc_fault_errno(fault);
	if (block->type == GUC_LFD_HOST_COMMENT && check_text(block, 0, 3, true, fault))
		return guc_fault_errno(fault);
	sum->blocks++;
	if (!*guc_lfd_type_name(block->type))
		sum->unknown++;
	return 0;
}

/**
 * guc_lfd_check() - check a whole LFD file
 * @file: bytes of the whole file
 * @sum: filled with the summary of all blocks, or of the blocks before the first fault
 * @fault: set to the first fault; its code is GUC_FAULT_NONE if there is none
 *
 * A required block that is missing is recorded in @sum. It is not a fault, because a
 * writer omits values that the firmware did not provide.
 *
 * Context: any, does not sleep.
 * Return: 0, or the fault's errno.
 */
int guc_lfd_check(struct guc_view file, struct guc_lfd_summary *sum,
		  struct guc_fault *fault)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	int ret;

	guc_lfd_check_begin(sum);
	*fault = (struct guc_fault){ 0 };
	ret = guc_lfd_open(&reader, file);
	sum->version = reader.version;
	while (!ret) {
		sum->end = reader.pos;
		ret = guc_lfd_next(&reader, &block);
		if (ret <= 0)
			break;
		ret = guc_lfd_check_block(&block, sum, fault);
		if (ret)
			return ret;
	}
	if (ret < 0)
		*fault = reader.fault;
	return ret;
}

/**
 * guc_lfd_type_name() - get the name of a block type
 * @type: type of the block, GUC_LFD_*
 *
 * Context: any, does not sleep.
 * Return: a constant string, empty for an unknown type.
 */
const char *guc_lfd_type_name(u32 type)
{
	switch (type) {
	case GUC_LFD_FW_VERSION:
		return "FW_VERSION";
	case GUC_LFD_GUC_DEVICE_ID:
		return "GUC_DEVICE_ID";
	case GUC_LFD_TSC_FREQUENCY:
		return "TSC_FREQUENCY";
	case GUC_LFD_GMD_ID:
		return "GMD_ID";
	case GUC_LFD_BUILD_PLATFORM_ID:
		return "BUILD_PLATFORM_ID";
	case GUC_LFD_LOG_EVENTS_BUFFER:
		return "LOG_EVENTS_BUFFER";
	case GUC_LFD_FW_CRASH_DUMP:
		return "FW_CRASH_DUMP";
	case GUC_LFD_OS_ID:
		return "OS_ID";
	case GUC_LFD_BINARY_SCHEMA_FORMAT:
		return "BINARY_SCHEMA_FORMAT";
	case GUC_LFD_HOST_COMMENT:
		return "HOST_COMMENT";
	case GUC_LFD_TIMESTAMP_ANCHOR:
		return "TIMESTAMP_ANCHOR";
	case GUC_LFD_TIMESTAMP_ANCHOR_CONFIG:
		return "TIMESTAMP_ANCHOR_CONFIG";
	default:
		return "";
	}
}
