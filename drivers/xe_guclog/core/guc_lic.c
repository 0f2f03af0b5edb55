// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_log.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

static void lic_fault(struct guc_log *log, enum guc_fault_code code, u64 offset,
		      u64 found, u64 expected)
{
	guc_log_add_fault(log, (struct guc_fault){
		.code = code,
		.section = GUC_SECTION_LIC,
		.offset = offset,
		.found = found,
		.expected = expected,
	});
}

/* One KLV whose value lies in the page at @offset + 4. */
static void take_klv(struct guc_log *log, struct guc_view page, u32 offset,
		     u32 key, u32 len)
{
	struct guc_lic *lic = &log->lic;

	if (key == 0 || key > GUC_LIC_KEYS) {
		lic->unknown_keys++;
		return;
	}
	if (len != 1) {
		lic_fault(log, GUC_FAULT_KLV_LEN, offset, len, 1);
		return;
	}
	if (guc_lic_has(lic, key)) {
		lic_fault(log, GUC_FAULT_KLV_TWICE, offset, key, 0);
		return;
	}
	lic->value[key] = guc_load_le32(page.data + offset + 4);
	lic->known |= BIT(key);
}

/* Offset and remainder move together, so the walk cannot leave the page. */
static void walk_klvs(struct guc_log *log, struct guc_view page, u32 offset,
		      u32 remain)
{
	while (remain) {
		u32 head = guc_load_le32(page.data + offset);
		u32 len = FIELD_GET(GUC_KLV_LEN_MASK, head);

		remain--;
		if (len > remain) {
			lic_fault(log, GUC_FAULT_KLV_TRUNCATED, offset, len,
				  remain);
			return;
		}
		take_klv(log, page, offset, FIELD_GET(GUC_KLV_KEY_MASK, head),
			 len);
		remain -= len;
		offset += 4 * (1 + len);
	}
}

/**
 * guc_lic_parse() - parse the log init config into a log
 * @log: its lic, which is zeroed, is filled; faults are added
 * @page: the state page, GUC_LOG_STATE_PAGE_SIZE bytes
 * @offset: of the LIC header in @page, bytes
 *
 * Another major version is refused, a higher minor one is taken. Unknown keys
 * are skipped by their length, of a key's two values the first is taken.
 *
 * Context: any, does not sleep.
 */
void guc_lic_parse(struct guc_log *log, struct guc_view page, u32 offset)
{
	struct guc_lic *lic = &log->lic;
	u32 left = page.len - offset;
	struct guc_lic_header head;
	u32 count, bound, key;

	if (left < sizeof(head)) {
		lic_fault(log, GUC_FAULT_TOO_SHORT, offset, left, sizeof(head));
		return;
	}
	memcpy(&head, page.data + offset, sizeof(head));
	lic->offset = offset;
	lic->version = le32_to_cpu(head.version);
	if (FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, lic->version) !=
	    GUC_LIC_VERSION_MAJOR) {
		lic_fault(log, GUC_FAULT_LIC_VERSION, offset + 4, lic->version,
			  GUC_LIC_VERSION_MAJOR);
		return;
	}
	lic->present = true;

	count = le32_to_cpu(head.data_count);
	bound = (left - sizeof(head)) / 4;
	if (count > bound)
		lic_fault(log, GUC_FAULT_LIC_COUNT, offset + 8, count, bound);
	walk_klvs(log, page, offset + sizeof(head), min(count, bound));

	for (key = 1; key <= GUC_LIC_KEYS; key++)
		if (!guc_lic_has(lic, key))
			lic_fault(log, GUC_FAULT_KLV_MISSING, offset, key, 0);
}

/**
 * guc_lic_key_name() - a key's name as the reports print it
 * @key: 1..GUC_LIC_KEYS
 *
 * Context: any, does not sleep.
 * Return: a constant string, with the unit where there is one; "unknown" for a
 * key that is not known.
 */
const char *guc_lic_key_name(u32 key)
{
	static const char * const names[] = {
		[GUC_LIC_KEY_FW_VERSION] = "fw_version",
		[GUC_LIC_KEY_GUC_DEVICE_ID] = "guc_device_id",
		[GUC_LIC_KEY_TSC_FREQUENCY] = "tsc_frequency_khz",
		[GUC_LIC_KEY_GMD_ID] = "gmd_id",
		[GUC_LIC_KEY_BUILD_PLATFORM_ID] = "build_platform_id",
	};

	if (key == 0 || key >= ARRAY_SIZE(names))
		return "unknown";
	return names[key];
}
