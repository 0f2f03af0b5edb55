// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"

#include "guc_asic.h"

const char *guclog_version(void)
{
	return GUCLOG_VERSION;
}

/**
 * tell_fault() - a fault of the core, for the library's user
 * @to: filled, may be NULL
 * @fault: the fault
 *
 * Return: its errno.
 */
int tell_fault(struct guclog_fault *to, const struct guc_fault *fault)
{
	struct guc_text text;

	if (!to)
		return guc_fault_errno(fault);
	*to = (struct guclog_fault){
		.error = guc_fault_errno(fault),
		.offset = fault->offset,
		.found = fault->found,
		.expected = fault->expected,
	};
	if (to->error) {
		text = guclog_text(to->text, sizeof(to->text));
		guc_fault_print(&text, fault);
	}
	return to->error;
}

static bool asic_form(enum guclog_asic_form form, enum guc_asic_form *core)
{
	switch (form) {
	case GUCLOG_ASIC_V1:
		*core = GUC_ASIC_V1;
		return true;
	case GUCLOG_ASIC_V3:
		*core = GUC_ASIC_V3;
		return true;
	case GUCLOG_ASIC_V1_PACKED:
		*core = GUC_ASIC_V1_PACKED;
		return true;
	case GUCLOG_ASIC_RDF:
		*core = GUC_ASIC_RDF;
		return true;
	}
	return false;
}

int guclog_asic_make(enum guclog_asic_form form,
		     const struct guclog_facts *facts, void *buf, size_t size,
		     size_t *len)
{
	enum guc_asic_form core;
	ssize_t ret;

	if (!asic_form(form, &core))
		return -EINVAL;
	ret = guc_asic_write(core, const_core_facts(facts), buf, size);
	if (ret < 0)
		return (int)ret;
	*len = (size_t)ret;
	return 0;
}

int guclog_asic_text(const void *blob, size_t len, char *buf, size_t size,
		     size_t *text_len, struct guclog_fault *fault)
{
	struct guc_text text = guclog_text(buf, size);
	struct guc_fault found;
	struct guc_asic asic;
	int err;

	guc_asic_read(&asic, bytes(blob, len), &found);
	err = tell_fault(fault, &found);
	if (err)
		return err;
	guc_asic_report(&text, &asic);
	if (text_len)
		*text_len = text.len;
	return 0;
}
