// SPDX-License-Identifier: GPL-2.0-only
#include "convert_part.h"

#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/clean.h"
#include "output/report/summary.h"

/* Length in bytes of the state page: the first page of the log buffer, before its regions. */
#define STATE_PAGE	4096

static int write_views(const struct output *to, const struct guclog_bytes *v,
		       unsigned int nr)
{
	struct file_out out;
	unsigned int i;

	if (file_out_open(&out, to, true))
		return CMD_FAILED;
	for (i = 0; i < nr; i++) {
		if (file_out_write(&out, v[i].data, v[i].len)) {
			file_out_drop(&out);
			return CMD_FAILED;
		}
	}
	return file_out_close(&out) ? CMD_FAILED : CMD_FINE;
}

static int write_version(const struct guclog_log *log, const struct output *out)
{
	struct guclog_events *t;
	struct guclog_summary sum;
	char line[48];
	int n;

	t = cli_events(log, GUCLOG_EVENTS_PLAIN);
	guclog_log_summary(log, t, &sum);
	guclog_events_close(t);
	if (!*sum.firmware) {
		msg_fail(log->name, "the log does not contain the firmware version");
		return CMD_FAULTS;
	}
	n = snprintf(line, sizeof(line), "%s\n", sum.firmware);
	return file_save(out, false, line, (size_t)n) ? CMD_FAILED : CMD_FINE;
}

/* Get a part of the image of the log buffer. It is empty for an LFD file, which has no image. */
static struct guclog_bytes image_part(const struct guclog_log *log, u64 offset, u64 len)
{
	struct guclog_bytes image;

	if (log->is_lfd)
		return (struct guclog_bytes){ NULL, 0 };
	image = log->image;
	if (offset >= image.len)
		return (struct guclog_bytes){ NULL, 0 };
	return (struct guclog_bytes){ (const u8 *)image.data + offset,
				      min_t(u64, len, image.len - offset) };
}

/*
 * Find a part of the log, which can consist of several pieces of memory. @v: set to the pieces; an
 * array of @room elements, at least one. Return: number of pieces, 0 if the log does not have the
 * part.
 */
static unsigned int find_part(enum convert_part what, const struct guclog_log *log,
			      struct guclog_bytes *v, unsigned int room)
{
	struct guclog_region r;

	switch (what) {
	case CONVERT_EVENTS:
		return guclog_log_events(log, v, room);
	case CONVERT_CRASH:
		v[0] = log->crash;
		break;
	case CONVERT_BEFORE_LOAD:
		v[0] = log->before_load;
		break;
	case CONVERT_PAGE:
		v[0] = image_part(log, 0, STATE_PAGE);
		break;
	case CONVERT_CAPTURE:
		if (!guclog_log_region(log, GUCLOG_REGION_CAPTURE, &r))
			v[0] = image_part(log, r.offset, r.avail);
		break;
	default:
		v[0] = log->layout->schema;
	}
	return v[0].len ? 1 : 0;
}

static int write_part(enum convert_part part, const struct guclog_log *log,
		      const struct output *out)
{
	unsigned int room = guclog_log_events(log, NULL, 0) + 1, nr;
	struct guclog_bytes *v = mem_zero(room * sizeof(*v));
	int ret = CMD_FAULTS;

	nr = find_part(part, log, v, room);
	if (nr)
		ret = write_views(out, v, nr);
	else
		msg_fail(log->name, "does not contain the part that --to selects");
	free(v);
	return ret;
}

/**
 * convert_part() - write a part of a log unchanged
 * @log: the log that has the part
 * @part: which part
 * @out: the output that the user has named
 *
 * Prints on stderr what is missing in the log.
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status; CMD_FAULTS if the log does not have the part, or if parts of the log
 * are missing.
 */
int convert_part(const struct guclog_log *log, enum convert_part part, const struct output *out)
{
	int ret = log_say_losses(log);

	if (log->is_lfd)
		ret = max(ret, log_say_faults(log));
	return max(ret, part == CONVERT_VERSION ? write_version(log, out) :
						  write_part(part, log, out));
}
