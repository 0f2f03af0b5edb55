// SPDX-License-Identifier: GPL-2.0-only
#include "check/check.h"

#include "check/check_lfd.h"
#include "check/check_print.h"
#include "guc_asic.h"
#include "guc_log.h"
#include "guc_text.h"
#include "util/log_file.h"
#include "util/msg.h"
#include "util/status.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

static void image_fine(struct check_out *out, const struct file *file,
		       const struct guc_log *log)
{
	u64 bytes = guc_events_bytes(&log->events);
	const char *order = guc_order_name(log->events.order);
	u32 major = FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, log->lic.version);
	u32 minor = FIELD_GET(GUC_LIC_VERSION_MINOR_MASK, log->lic.version);

	if (log->region[GUC_REGION_EVENT].version == GUC_LOG_EVENT_VERSION)
		check_fine(out, file,
			   "GuC log image, LIC %u.%u, %llu entries, %s", major,
			   minor, bytes / sizeof(struct guc_log_event_v2), order);
	else
		check_fine(out, file,
			   "GuC log image, LIC %u.%u, %llu bytes of events, %s",
			   major, minor, bytes, order);
}

/* @fine: say so when there are no faults */
static int check_image(struct check_out *out, const struct file *file, u64 total,
		       bool fine)
{
	struct guc_log log;
	unsigned int i;

	guc_log_parse(&log, file_view(file), total);
	for (i = 0; i < log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		check_fault(out, file, &log.fault[i]);
	check_more_faults(out, file, log.nr_faults - i);
	if (!log.nr_faults && fine)
		image_fine(out, file, &log);
	return log.nr_faults ? CMD_FAULTS : CMD_FINE;
}

static int check_asic(struct check_out *out, const struct file *file)
{
	struct guc_fault fault;
	struct guc_asic asic;

	if (guc_asic_read(&asic, file_view(file), &fault)) {
		check_fault(out, file, &fault);
		return CMD_FAULTS;
	}
	check_fine(out, file, "%sASIC info version %u%s",
		   asic.form == GUC_ASIC_RDF ? "RDF file with " : "",
		   asic.version,
		   asic.form == GUC_ASIC_V1_PACKED ? ", packed" : "");
	return CMD_FINE;
}

/* What was missing or damaged when the log was read. */
static void tell_losses(struct check_out *out, const struct file *file,
			const struct guclog_log *log)
{
	const char *note = log->losses, *end;
	size_t skip = out->json ? strlen("loss=") : 0;

	for (; (end = strchr(note, '\n')); note = end + 1)
		check_line(out, file, "losses", "%.*s",
			   (int)(end - note - skip), note + skip);
}

static int check_form(struct check_out *out, const struct file *file,
		      enum guclog_form form)
{
	switch (form) {
	case GUCLOG_FORM_IMAGE:
		return check_image(out, file, file->len, true);
	case GUCLOG_FORM_LFD:
		return check_lfd(out, file);
	case GUCLOG_FORM_ASIC:
	case GUCLOG_FORM_RDF:
		return check_asic(out, file);
	default:
		check_failed(out, file, file->len ?
			     "neither a GuC log, LFD file, ASIC info nor RDF file" :
			     "is empty");
		return CMD_FAILED;
	}
}

/**
 * check_log() - check a log of an input
 * @out: how to print
 * @log: the log
 *
 * Context: prints to standard output.
 * Return: an enum cmd_status.
 */
int check_log(struct check_out *out, const struct guclog_log *log)
{
	/* It is only read. */
	struct file file = {
		.name = (char *)log->name,
		.data = (u8 *)log_bytes(log).data,
		.len = log_bytes(log).len,
	};
	enum guclog_form kind = log->form, form = kind;
	unsigned int losses = log->nr_losses;
	int ret;

	if (form == GUCLOG_FORM_UNKNOWN || form == GUCLOG_FORM_IMAGE)
		form = guclog_form_detect(file.data, file.len);
	check_begin(out, &file, form);
	tell_losses(out, &file, log);
	if (form != GUCLOG_FORM_UNKNOWN && form == kind && form != GUCLOG_FORM_IMAGE &&
	    form != GUCLOG_FORM_LFD)
		ret = check_image(out, &file, log->total, !losses);
	else
		ret = check_form(out, &file, form);
	return check_end(out, losses ? max_t(int, ret, CMD_FAULTS) : ret);
}

/**
 * check_file() - check a file
 * @out: how to print
 * @file: the file
 * @form: its form
 *
 * Context: prints to standard output.
 * Return: an enum cmd_status.
 */
int check_file(struct check_out *out, const struct file *file, enum guclog_form form)
{
	check_begin(out, file, form);
	return check_end(out, check_form(out, file, form));
}
