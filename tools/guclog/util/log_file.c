// SPDX-License-Identifier: GPL-2.0-only
#include "util/log_file.h"

#include "util/msg.h"

/**
 * log_file_open() - read an input
 * @path: a file, an archive, a directory, or "-" for standard input
 * @dumps: keep the devcoredumps
 *
 * Prints on stderr what cannot be read; guclog_file_whole() tells whether all was.
 *
 * Return: the file, for guclog_close(); it need not have a log. The program ends if there
 * is no memory.
 */
struct guclog_file *log_file_open(const char *path, bool dumps)
{
	const struct guclog_options options = {
		.size = sizeof(options),
		.max_memory = UINT64_MAX,
		.flags = GUCLOG_OPEN_ANY | (dumps ? 0 : GUCLOG_OPEN_LOGS),
	};
	struct guclog_file *file = guclog_open(path, &options, NULL);
	const char *message;
	unsigned int i;

	if (!file)
		mem_none();
	for (i = 0; (message = guclog_file_message(file, i)); i++)
		msg_fail(NULL, "%s", message);
	return file;
}

/**
 * log_file_tell() - print on stderr why an input has no log or no devcoredump
 * @file: the input
 * @want: what it does not have
 */
void log_file_tell(const struct guclog_file *file, enum guclog_want want)
{
	unsigned int i;
	char *text;
	long len;

	for (i = 0; (len = guclog_file_reason(file, want, i, NULL, 0)) > 0; i++) {
		text = mem_zero((size_t)len + 1);
		guclog_file_reason(file, want, i, text, (size_t)len + 1);
		msg_fail(NULL, "%s", text);
		free(text);
	}
}

/**
 * log_tell_losses() - print on stderr what is missing of a log
 * @log: the log
 * @skip: characters at the beginning of each line that are not printed
 */
void log_tell_losses(const struct guclog_log *log, size_t skip)
{
	const char *line = guclog_log_losses(log), *end;

	for (; (end = strchr(line, '\n')); line = end + 1)
		msg_fail(guclog_log_name(log), "%.*s", (int)(end - line - skip), line + skip);
}

/**
 * log_parse() - parse the image of a log
 * @log: the log, no LFD file
 * @parsed: filled; bytes in holes of the image are missing there
 */
void log_parse(const struct guclog_log *log, struct guc_log *parsed)
{
	struct guc_view image = log_bytes(log);
	struct guc_holes holes = { .nr = 0 };
	uint64_t from, to;

	while (holes.nr < ARRAY_SIZE(holes.hole) &&
	       !guclog_log_hole(log, holes.nr, &from, &to))
		holes.hole[holes.nr++] = (struct guc_span){
			.offset = from,
			.len = (u32)(to - from),
		};
	guc_log_parse_page(parsed, image, guclog_log_total(log));
	guc_log_parse_regions(parsed, image, &holes);
}
