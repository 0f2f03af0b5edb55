// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_lic.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

static void lic_fault(const struct guc_faults *faults, enum guc_fault_code code,
		      u64 offset, u64 found, u64 expected)
{
	guc_faults_add(faults, (struct guc_fault){
		.code = code,
		.section = GUC_SECTION_LIC,
		.offset = offset,
		.found = found,
		.expected = expected,
	});
}

/*
 * Store the value of the KLV (key, length, value) at @offset of the page. The value lies at
 * @offset + 4. An unknown key is only counted. A wrong length or a repeated key is only recorded as
 * a fault.
 */
static void take_klv(struct guc_lic *lic, struct guc_view page, u32 offset,
		     u32 key, u32 len, const struct guc_faults *faults)
{
	if (key == 0 || key > GUC_LIC_KEYS) {
		lic->unknown_keys++;
		return;
	}
	if (len != 1) {
		lic_fault(faults, GUC_FAULT_KLV_LEN, offset, len, 1);
		return;
	}
	if (guc_lic_has(lic, key)) {
		lic_fault(faults, GUC_FAULT_KLV_TWICE, offset, key, 0);
		return;
	}
	lic->value[key] = guc_load_le32(page.data + offset + 4);
	lic->known |= BIT(key);
}

/*
 * Store the values of all KLVs (key, length, value) from @offset on. @remain is the number of
 * dwords from @offset on that belong to the LIC; all of them lie within the page.
 */
static void walk_klvs(struct guc_lic *lic, struct guc_view page, u32 offset,
		      u32 remain, const struct guc_faults *faults)
{
	while (remain) {
		u32 head = guc_load_le32(page.data + offset);
		u32 len = FIELD_GET(GUC_KLV_LEN_MASK, head);

		remain--;
		if (len > remain) {
			lic_fault(faults, GUC_FAULT_KLV_TRUNCATED, offset, len,
				  remain);
			return;
		}
		take_klv(lic, page, offset, FIELD_GET(GUC_KLV_KEY_MASK, head),
			 len, faults);
		remain -= len;
		offset += 4 * (1 + len);
	}
}

/**
 * guc_lic_parse() - parse the LIC (log init config)
 * @lic: zeroed by the caller; filled with the version and the values of the keys
 * @page: the state page, GUC_LOG_STATE_PAGE_SIZE bytes
 * @offset: offset of the LIC header in @page, bytes
 * @faults: the list to which faults are added
 *
 * An LIC with an unknown major version is rejected. Any minor version is accepted.
 * Unknown keys are skipped by their length. If a key occurs twice, the first value is
 * used.
 *
 * Context: any, does not sleep.
 */
void guc_lic_parse(struct guc_lic *lic, struct guc_view page, u32 offset,
		   const struct guc_faults *faults)
{
	u32 left = page.len - offset;
	struct guc_lic_header head;
	u32 count, bound, key;

	if (left < sizeof(head)) {
		lic_fault(faults, GUC_FAULT_TOO_SHORT, offset, left, sizeof(head));
		return;
	}
	memcpy(&head, page.data + offset, sizeof(head));
	lic->offset = offset;
	lic->version = le32_to_cpu(head.version);
	if (FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, lic->version) !=
	    GUC_LIC_VERSION_MAJOR) {
		lic_fault(faults, GUC_FAULT_LIC_VERSION, offset + 4, lic->version,
			  GUC_LIC_VERSION_MAJOR);
		return;
	}
	lic->present = true;

	count = le32_to_cpu(head.data_count);
	bound = (left - sizeof(head)) / 4;
	if (count > bound)
		lic_fault(faults, GUC_FAULT_LIC_COUNT, offset + 8, count, bound);
	walk_klvs(lic, page, offset + sizeof(head), min(count, bound), faults);

	for (key = 1; key <= GUC_LIC_KEYS; key++)
		if (!guc_lic_has(lic, key))
			lic_fault(faults, GUC_FAULT_KLV_MISSING, offset, key, 0);
}

/**
 * guc_lic_key_name() - get the name of a key of the LIC
 * @key: 1 to GUC_LIC_KEYS
 *
 * Context: any, does not sleep.
 * Return: a constant string, or "unknown" for an unknown key. If the key's value has a unit,
 * the name ends with the unit.
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
