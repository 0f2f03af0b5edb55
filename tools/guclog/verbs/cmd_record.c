// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "record/gt_stream.h"
#include "record/recording.h"
#include "base/msg.h"

/**
 * struct record - options and state of "guclog record"
 * @recording: the streams that are recorded, and the limits
 * @sys: mount point of sysfs, NULL for the default
 * @nr_given: number of streams that the user named
 * @given: the streams that the user named
 */
struct record {
	struct recording recording;
	const char *sys;
	unsigned int nr_given;
	const char **given;
};

static const char *add_stream(void *member, const char *arg)
{
	struct record *record = member;

	record->given = mem_grow(record->given,
				 (record->nr_given + 1) * sizeof(*record->given));
	record->given[record->nr_given++] = arg;
	return NULL;
}

static const char *set_seconds(void *member, const char *arg)
{
	u64 *ms = member, seconds;

	if (!number_parse(arg, strlen(arg), 1000000000, &seconds) || !seconds)
		return "not a whole number of seconds, 1 or more";
	*ms = 1000 * seconds;
	return NULL;
}

static const char *set_files(void *member, const char *arg)
{
	u64 *files = member;

	return number_parse(arg, strlen(arg), 1000000, files) && *files ? NULL :
	       "not a number from 1 to 1000000";
}

/*
 * Add the streams of all GTs to the recording. Return: 0, or -1 after printing the reason on
 * stderr.
 */
static int add_all(struct record *record)
{
	const char *sys = record->sys ?: "/sys";
	glob_t all;
	int ret = 0;
	size_t i;

	gt_stream_find(&all, sys);
	for (i = 0; i < all.gl_pathc && !ret; i++)
		ret = recording_add(&record->recording, all.gl_pathv[i]);
	if (!all.gl_pathc) {
		msg_fail(NULL, "there is no stream: is the module xe_guclog loaded, and debugfs mounted and readable?");
		ret = -1;
	}
	globfree(&all);
	return ret;
}

static int add_streams(struct record *record)
{
	unsigned int i;

	if (!record->nr_given)
		return add_all(record);
	for (i = 0; i < record->nr_given; i++)
		if (recording_add(&record->recording, record->given[i]))
			return -1;
	return 0;
}

static int run(void *into, int nr, char **command)
{
	struct record *record = into;
	struct recording *r = &record->recording;

	if (!r->dir)
		return options_fail("record", "-o DIR is needed");
	if (r->limits.files && !r->limits.file_bytes)
		return options_fail("record", "--files needs --file-bytes");
	r->command = nr ? command : NULL;
	if (add_streams(record))
		return CMD_FAILED;
	return recording_run(r);
}

static void end(void *into)
{
	struct record *record = into;

	recording_free(&record->recording);
	free(record->given);
}

static const struct option_desc options[] = {
	{ .name = "output", .letter = 'o', .kind = OPTION_TEXT, .arg = "DIR",
	  .offset = offsetof(struct record, recording.dir),
	  .help = "directory of the files; created if it does not exist" },
	{ .name = "stream", .kind = OPTION_CALL, .arg = "FILE", .call = add_stream,
	  .help = "the stream to record, also a pipe or '-'; may be given several\n"
		  "times (default: the streams of all GTs)" },
	OPT_CALL(struct record, recording.max_ms, "seconds", "N", set_seconds,
		 "end after N seconds"),
	OPT_CALL(struct record, recording.limits.max_bytes, "max-bytes", "N", options_bytes,
		 "end before the files together exceed N bytes; N may end with K,\n"
		 "M or G"),
	OPT_CALL(struct record, recording.limits.file_bytes, "file-bytes", "N",
		 options_bytes, "begin a new file before the current one exceeds N bytes"),
	OPT_CALL(struct record, recording.limits.files, "files", "N", set_files,
		 "keep only the newest N files of each GT"),
	OPT_TEXT(struct record, sys, "sys", "DIR",
		 "mount point of sysfs (default: /sys)"),
	OPT_FLAG(struct record, recording.quiet, "quiet",
		 "print no progress and no summary"),
	OPT_END
};

/* guclog record */
const struct cmd cmd_record = {
	.summary = "record the logs of running GPUs into files",
	.usage = {
		.verb = "record",
		.synopsis = "-o DIR [OPTION...]\n"
			    "-o DIR [OPTION...] -- COMMAND [ARGUMENT...]",
		.about =
"Record the events of GuC logs while the firmware writes them, until interrupted, a\n"
"limit is reached, or COMMAND has ended.\n",
		.options = options,
		.notes =
"The files are DIR/GPU-gtN.0001.lfd and so on; each is a complete LFD file. The exit\n"
"status is the exit status of COMMAND.\n",
		.operands = "",
		.min_operands = 0,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct record),
	.run = run,
	.end = end,
};
