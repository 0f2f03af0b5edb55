// SPDX-License-Identifier: GPL-2.0-only
#include "asic/asic_write.h"

#include "base/file_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "model/known_names.h"

#define VENDOR_INTEL	0x8086

/**
 * asic_facts_of_id() - make facts (named values about a device) from a PCI id
 * @arg: "8086:e223", "e223" or "0xe223"
 * @facts: set to facts that contain only the id. guclog_asic_make() takes the other values from the
 *	table of known devices.
 *
 * Context: process context; prints.
 * Return: 0, or -1 after printing the reason on stderr.
 */
int asic_facts_of_id(const char *arg, struct guclog_facts *facts)
{
	const char *digits = strncmp(arg, "0x", 2) ? arg : arg + 2;
	struct guclog_device device;
	char id[16] = "";

	memset(facts, 0, sizeof(*facts));
	if (strlen(digits) == 4)
		snprintf(id, sizeof(id), "8086:%s", digits);
	else
		snprintf(id, sizeof(id), "%s", arg);
	if (guclog_facts_set(facts, "pci_id", id)) {
		msg_fail(NULL, "--from %s: not a PCI id like 8086:e223", arg);
		return -1;
	}
	if (facts->pci_id.vendor != VENDOR_INTEL ||
	    guclog_device_find(facts->pci_id.device, &device)) {
		msg_fail(NULL, "--from %s: not in the table of known devices",
			 arg);
		return -1;
	}
	return 0;
}

/**
 * asic_write() - write ASIC info that is made from facts
 * @to: the output that the user has named
 * @form: the form in which ASIC info is written
 * @facts: facts (named values) of the device and of one GT, merged
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status.
 */
int asic_write(const struct output *to, enum guclog_asic_form form,
	       const struct guclog_facts *facts)
{
	char buf[1024];
	size_t len = 0;
	int error = guclog_asic_make(form, facts, buf, sizeof(buf), &len);

	if (error) {
		msg_fail(NULL, "ASIC info: %s", guclog_strerror(error));
		return CMD_FAILED;
	}
	return file_save(to, true, buf, len) ? CMD_FAILED : CMD_FINE;
}

/**
 * asic_write_rdf() - write ASIC info into an RDF file (a file format for chunks of data)
 * @to: the output that the user has named
 * @asic: from guclog_asic_open(); its version is kept, and padding is added if it is missing
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status.
 */
int asic_write_rdf(const struct output *to, const struct guclog_asic *asic)
{
	size_t len = guclog_asic_wrap(asic, NULL, 0);
	void *buf = mem_zero(len);
	int ret;

	guclog_asic_wrap(asic, buf, len);
	ret = file_save(to, true, buf, len) ? CMD_FAILED : CMD_FINE;
	free(buf);
	return ret;
}
