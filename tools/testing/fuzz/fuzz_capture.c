// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads captures: xe can print a GuC log into the kernel log, as numbered lines "Capture
 * SERIES.NUMBER: TEXT". Each line of the input is a byte and a TEXT. The byte selects the SERIES,
 * and a damage of the kernel log at this line: lines before it are lost, the NUMBERs begin again at
 * 1, the line occurs twice, or it is not a line of a capture. A line that occurs twice must not
 * change the result.
 */
#include "fuzz_input.h"

#include "read/dmesg_capture.h"

#define SERIES	4

struct log {
	struct dmesg_captures all;
	struct input in;
	u64 next[SERIES];
	u64 line;
	bool once;
	bool doubled;
};

/*
 * Feeds the line "Capture SERIES.NUMBER: V", after a prefix of the kernel log, to the reader. The
 * caller increments the number afterwards, so a line that occurs twice has the same number twice.
 */
static void put(struct log *log, const char *before, unsigned int series,
		struct guc_view v)
{
	char *line = fuzz_alloc(64 + v.len);
	int n = snprintf(line, 64, "%sCapture %u.%llu: ", before, series,
			 log->next[series]);
	char *copy;

	if (v.len)
		memcpy(line + n, v.data, v.len);
	copy = fuzz_copy(line, (size_t)n + v.len);
	FUZZ_CHECK(dmesg_capture_line(&log->all, &log->in,
				      guc_view(copy, (size_t)n + v.len), log->line));
	free(copy);
	free(line);
}

static void take_line(struct log *log, struct guc_view v)
{
	static const char * const before[] = {
		"", "[ 12.5] xe 0000:03:00.0: [drm] Tile0: GT1: ", "host kernel: ",
		"<7>",
	};
	u8 how = (u8)fuzz_take(&v, 1);
	unsigned int series = how % SERIES;

	log->line++;
	switch (how >> 5) {
	case 1:				/* one to four lines before this one are lost */
		log->next[series] += 1 + (how >> 2 & 3);
		break;
	case 2:				/* numbers start again, as after a boot */
		log->next[series] = 1;
		break;
	case 3:				/* twice; not line 1, which would begin a new capture */
		if (log->once || log->next[series] == 1)
			break;
		put(log, before[how >> 2 & 3], series, v);
		log->doubled = true;
		break;
	case 4:				/* not a line of a capture */
		dmesg_capture_line(&log->all, &log->in, v, log->line);
		return;
	default:
		break;
	}
	put(log, before[how >> 2 & 3], series, v);
	log->next[series]++;
}

static struct log read_log(struct guc_view rest, bool once)
{
	struct log log = {
		.in = fuzz_input_new(), .next = { 1, 1, 1, 1 }, .once = once,
	};

	while (rest.len) {
		const u8 *end = memchr(rest.data, '\n', rest.len);
		size_t n = end ? (size_t)(end - rest.data) : rest.len;

		take_line(&log, guc_view_clip(rest, 0, n));
		n = min(n + 1, rest.len);
		rest.data += n;
		rest.len -= n;
	}
	dmesg_captures_end(&log.all);
	return log;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct log log = read_log(guc_view(data, size), false);

	fuzz_check_input(&log.in);
	if (log.doubled) {
		struct log once = read_log(guc_view(data, size), true);

		fuzz_same_input(&log.in, &once.in);
		fuzz_input_free(&once.in);
	}
	fuzz_input_free(&log.in);
	return 0;
}
