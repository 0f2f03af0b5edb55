// SPDX-License-Identifier: GPL-2.0-only
#include "asic/asic_write.h"

#include "guc_device.h"
#include "guc_rdf.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "util/status.h"

/**
 * asic_facts_of_id() - make facts from a PCI id
 * @arg: "8086:e223", "e223" or "0xe223"
 * @facts: gets the id; other values come from the table of known devices
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int asic_facts_of_id(const char *arg, struct guc_facts *facts)
{
	const char *digits = strncmp(arg, "0x", 2) ? arg : arg + 2;
	char id[16] = "";

	memset(facts, 0, sizeof(*facts));
	if (strlen(digits) == 4)
		snprintf(id, sizeof(id), "8086:%s", digits);
	else
		snprintf(id, sizeof(id), "%s", arg);
	if (guc_facts_set(facts, GUC_FACT_pci_id, id, strlen(id))) {
		msg_fail(NULL, "--from %s: not a PCI id like 8086:e223", arg);
		return -1;
	}
	if (facts->pci_id.vendor != GUC_PCI_VENDOR_INTEL ||
	    !guc_device_find(facts->pci_id.device)) {
		msg_fail(NULL, "--from %s: not in the table of known devices",
			 arg);
		return -1;
	}
	return 0;
}

/**
 * asic_write() - write ASIC info that is made from facts
 * @to: destination
 * @form: the form of the output
 * @facts: of the device and its first GT, merged
 *
 * Return: an enum cmd_status.
 */
int asic_write(const struct output *to, enum guc_asic_form form,
	       const struct guc_facts *facts)
{
	u8 buf[GUC_ASIC_V3_SIZE + 256];
	ssize_t len = guc_asic_write(form, facts, buf, sizeof(buf));

	if (len < 0) {
		msg_fail(NULL, "ASIC info: %s", strerror((int)-len));
		return CMD_FAILED;
	}
	if (file_save(to, true, buf, (size_t)len))
		return CMD_FAILED;
	return CMD_FINE;
}

/**
 * asic_write_rdf() - put ASIC info into an RDF file
 * @to: destination
 * @asic: as it was read; its version stays the same, and padding is added if the
 *	container needs it
 *
 * Return: an enum cmd_status.
 */
int asic_write_rdf(const struct output *to, const struct guc_asic *asic)
{
	static const enum guc_asic_form forms[] = {
		[1] = GUC_ASIC_V1, [2] = GUC_ASIC_V2, [3] = GUC_ASIC_V3,
	};
	enum guc_asic_form form = forms[asic->version];
	size_t size = guc_asic_size(form);
	u8 buf[GUC_RDF_FILE_SIZE(GUC_ASIC_V3_SIZE)];

	guc_asic_cut(form, &asic->info, buf + GUC_RDF_DATA_OFFSET);
	guc_rdf_wrap(buf, GUC_RDF_CHUNK_ASIC_INFO, asic->version, size);
	if (file_save(to, true, buf, GUC_RDF_FILE_SIZE(size)))
		return CMD_FAILED;
	return CMD_FINE;
}
