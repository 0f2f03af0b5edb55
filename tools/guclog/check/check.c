// SPDX-License-Identifier: GPL-2.0-only
#include "check/check.h"

#include "check/check_lfd.h"
#include "check/check_print.h"
#include "guc_asic.h"
#include "guc_log.h"
#include "guc_text.h"
#include "input/input.h"
#include "util/msg.h"
#include "util/status.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

static void image_fine(const struct file *file, const struct guc_log *log)
{
	u64 bytes = guc_events_bytes(&log->events);
	const char *order = guc_order_name(log->events.order);
	u32 major = FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, log->lic.version);
	u32 minor = FIELD_GET(GUC_LIC_VERSION_MINOR_MASK, log->lic.version);

	if (log->region[GUC_REGION_EVENT].version == GUC_LOG_EVENT_VERSION)
		check_fine(file, "GuC log image, LIC %u.%u, %llu entries, %s",
			   major, minor,
			   bytes / sizeof(struct guc_log_event_v2), order);
	else
		check_fine(file,
			   "GuC log image, LIC %u.%u, %llu bytes of events, %s",
			   major, minor, bytes, order);
}

static int check_image(const struct file *file, u64 total, bool quiet)
{
	struct guc_log log;
	unsigned int i;

	guc_log_parse(&log, file_view(file), total);
	for (i = 0; i < log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		msg_fault(stdout, "", file->name, &log.fault[i]);
	if (log.nr_faults > i)
		printf("%s: %u more faults\n", file->name, log.nr_faults - i);
	if (!log.nr_faults && !quiet)
		image_fine(file, &log);
	return log.nr_faults ? CMD_FAULTS : CMD_FINE;
}

static int check_asic(const struct file *file, bool quiet)
{
	struct guc_fault fault;
	struct guc_asic asic;

	if (guc_asic_read(&asic, file_view(file), &fault)) {
		msg_fault(stdout, "", file->name, &fault);
		return CMD_FAULTS;
	}
	if (!quiet)
		check_fine(file, "%sASIC info version %u%s",
			   asic.form == GUC_ASIC_RDF ? "RDF file with " : "",
			   asic.version,
			   asic.form == GUC_ASIC_V1_PACKED ? ", packed" : "");
	return CMD_FINE;
}

/* A log in a text form: print what is missing, then check the image. */
static int check_text(const struct input_log *log, bool quiet)
{
	struct file file = {
		.name = log->name,
		.data = log->image,
		.len = log->len,
	};
	const char *note = log->notes, *end;
	int ret;

	for (; note && (end = strchr(note, '\n')); note = end + 1)
		printf("%s: %.*s\n", log->name, (int)(end - note), note);
	ret = check_image(&file, log->total, quiet || log->losses);
	return log->losses ? max_t(int, ret, CMD_FAULTS) : ret;
}

/**
 * check_log() - check a log of an input
 * @log: the log
 * @quiet: print nothing when there are no faults
 *
 * Context: prints to standard output.
 * Return: an enum cmd_status.
 */
int check_log(const struct input_log *log, bool quiet)
{
	struct file file = {
		.name = log->name,
		.data = log->image,
		.len = log->len,
	};

	switch (log->form) {
	case FORM_UNKNOWN:
	case FORM_IMAGE:
	case FORM_LFD:
		return check_file(&file, form_detect(file_view(&file)), quiet);
	default:
		return check_text(log, quiet);
	}
}

/**
 * check_file() - check a file
 * @file: the file
 * @form: its form
 * @quiet: print nothing when there are no faults
 *
 * Context: prints to standard output.
 * Return: an enum cmd_status.
 */
int check_file(const struct file *file, enum form form, bool quiet)
{
	switch (form) {
	case FORM_IMAGE:
		return check_image(file, file->len, quiet);
	case FORM_LFD:
		return check_lfd(file, quiet);
	case FORM_ASIC:
	case FORM_RDF:
		return check_asic(file, quiet);
	default:
		msg_fail(file->name, file->len ?
			 "neither a GuC log, LFD file, ASIC info nor RDF file" :
			 "is empty");
		return CMD_FAILED;
	}
}
