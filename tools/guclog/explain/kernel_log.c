// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The lines about hangs that xe of Linux 6.8 to 7.3 prints into the kernel log.
 */
#include "explain/kernel_log.h"

#include <errno.h>
#include <time.h>

#include "base/eat.h"

#define NS		1000000000ll

/* How the text of the lines begins, after the prefix such as "xe 0000:03:00.0: [drm] GT0: ". */
static const struct {
	const char *begin;
	enum guclog_kernel_event event;
} events[] = {
	{ "Timedout job:", GUCLOG_KERNEL_JOB_TIMEOUT },
	{ "Engine reset:", GUCLOG_KERNEL_ENGINE_RESET },
	{ "Engine memory CAT error", GUCLOG_KERNEL_MEMORY_ERROR },
	{ "Engine memory cat error", GUCLOG_KERNEL_MEMORY_ERROR },
	{ "Memory CAT error reported", GUCLOG_KERNEL_MEMORY_ERROR },
	{ "ASID:", GUCLOG_KERNEL_PAGE_FAULT },
	{ "Fault response: Unsuccessful", GUCLOG_KERNEL_FAULT_REFUSED },
	{ "Schedule disable failed to respond", GUCLOG_KERNEL_NO_ANSWER },
	{ "Schedule enable failed to respond", GUCLOG_KERNEL_NO_ANSWER },
	{ "GuC engine reset request failed", GUCLOG_KERNEL_RESET_FAILED },
	{ "reset started", GUCLOG_KERNEL_GT_RESET },
	{ "reset failed", GUCLOG_KERNEL_GT_RESET_FAILED },
	{ "CRITICAL: Xe has declared device", GUCLOG_KERNEL_WEDGED },
	{ "Xe device coredump has been created", GUCLOG_KERNEL_DUMP_CREATED },
};

const char *guclog_kernel_event_name(enum guclog_kernel_event event)
{
	static const char * const names[] = {
		[GUCLOG_KERNEL_JOB_TIMEOUT] = "job timeout",
		[GUCLOG_KERNEL_ENGINE_RESET] = "engine reset",
		[GUCLOG_KERNEL_MEMORY_ERROR] = "memory error",
		[GUCLOG_KERNEL_PAGE_FAULT] = "page fault",
		[GUCLOG_KERNEL_FAULT_REFUSED] = "page fault not resolved",
		[GUCLOG_KERNEL_NO_ANSWER] = "no answer of the GuC",
		[GUCLOG_KERNEL_RESET_FAILED] = "engine reset failed",
		[GUCLOG_KERNEL_GT_RESET] = "GT reset",
		[GUCLOG_KERNEL_WEDGED] = "GPU given up",
		[GUCLOG_KERNEL_DUMP_CREATED] = "devcoredump created",
		[GUCLOG_KERNEL_GT_RESET_FAILED] = "GT reset failed",
		[GUCLOG_KERNEL_ERROR] = "other error",
	};

	return (unsigned int)event < ARRAY_SIZE(names) ? names[event] : NULL;
}

/*
 * Move the view to the text after the first occurrence of a word. Return: true, or false if there
 * is none.
 */
static bool seek(struct guc_view *v, const char *word)
{
	size_t len = strlen(word);
	const u8 *hit = memmem(v->data, v->len, word, len);

	if (!hit)
		return false;
	*v = guc_view_clip(*v, (size_t)(hit - v->data) + len, v->len);
	return true;
}

/* Read "0000:03:00.0"; its digits are hexadecimal. */
static bool eat_device(struct guc_view *v, char device[16])
{
	static const char form[] = "xxxx:xx:xx.x";
	const size_t len = sizeof(form) - 1;
	size_t i;

	if (v->len < len)
		return false;
	for (i = 0; i < len; i++)
		if (form[i] == 'x' ? !memchr("0123456789abcdef", v->data[i], 16) :
				     v->data[i] != form[i])
			return false;
	memcpy(device, v->data, len);
	device[len] = '\0';
	*v = guc_view_clip(*v, len, v->len);
	return true;
}

/*
 * Skip "[drm] ", "[drm:function [xe]] " and "*ERROR* ", which DRM prints before its texts. Return:
 * whether DRM marks the line as an error.
 */
static bool eat_drm(struct guc_view *v)
{
	struct guc_view left = *v;

	if (eat(&left, "[drm] ") || (eat(&left, "[drm:") && seek(&left, "]] ")))
		*v = left;
	return eat(v, "*ERROR* ");
}

/* Find the name of a driver and a device, such as "xe 0000:03:00.0: ". */
static bool seek_device(struct guc_view *v, const char *driver, struct guclog_kernel_line *line)
{
	struct guc_view left = *v;

	do {
		if (!seek(&left, driver))
			return false;
		line->text = (const char *)left.data - strlen(driver);
	} while (!eat_device(&left, line->device) || !eat(&left, ": "));
	*v = left;
	return true;
}

/* Find "[drm:function [xe]] *ERROR* ", which has no device. */
static bool seek_error(struct guc_view *v, const char *driver, struct guclog_kernel_line *line)
{
	const u8 *hit = memmem(v->data, v->len, "[drm:", 5);

	if (!hit || !seek(v, driver) || v->data < hit)
		return false;
	line->text = (const char *)hit;
	return eat(v, "*ERROR* ");
}

/*
 * Read "xe 0000:03:00.0: [drm] Tile0: GT0: ", which may follow other text such as a host name.
 * @error: set to whether DRM marks the line as an error
 */
static bool eat_head(struct guc_view *v, struct guclog_kernel_line *line, bool *error)
{
	struct guc_view left = *v;
	u64 number;

	*error = true;
	if (seek_device(&left, "xe ", line) || seek_device(&left, "i915 ", line))
		*error = eat_drm(&left);
	else if (!seek_error(&left, " [xe]] ", line) && !seek_error(&left, " [i915]] ", line))
		return false;
	*v = left;
	if (eat(&left, "Tile") && eat_number(&left, &number) && eat(&left, ": "))
		*v = left;
	left = *v;
	if (eat(&left, "GT") && eat_number(&left, &number) && eat(&left, ":") &&
	    number <= U32_MAX) {
		line->has_gt = true;
		line->gt = (u32)number;
		eat(&left, " ");
		*v = left;
	}
	while (v->len && (*v->data == ' ' || *v->data == '\t' || *v->data == '\n'))
		*v = guc_view_clip(*v, 1, v->len);
	return true;
}

static bool number_after(struct guc_view v, const char *key, u64 *value)
{
	return seek(&v, key) && eat_number(&v, value);
}

static void read_class(struct guc_view v, struct guclog_kernel_line *line)
{
	size_t n = 0;

	if (!seek(&v, "class="))
		return;
	while (n < v.len && n < sizeof(line->engine_class) - 1 && v.data[n] >= 'a' &&
	       v.data[n] <= 'z') {
		line->engine_class[n] = (char)v.data[n];
		n++;
	}
}

/*
 * Read "... in NAME [PID]". A name can have any characters, so the PID is the last number in
 * brackets.
 */
static void read_process(struct arena *a, struct guc_view v, struct guclog_kernel_line *line)
{
	struct guc_view pid;
	const u8 *open;
	u64 number;

	if (!seek(&v, "flags=") || !seek(&v, " in "))
		return;
	while (v.len && (v.data[v.len - 1] == '\n' || v.data[v.len - 1] == ' '))
		v.len--;
	open = memrchr(v.data, '[', v.len);
	if (!open || open - v.data < 2)
		return;
	pid = guc_view_clip(v, (size_t)(open - v.data) + 1, v.len);
	line->process = arena_printf(a, "%.*s", (int)(open - v.data) - 1, (const char *)v.data);
	if (eat_number(&pid, &number) && eat(&pid, "]") && !pid.len && number <= U32_MAX) {
		line->has_pid = true;
		line->pid = (u32)number;
	}
}

static void read_fields(struct arena *a, struct guc_view v, struct guclog_kernel_line *line)
{
	u64 number;

	if (number_after(v, "guc_id=", &number) && number < GUCLOG_NONE)
		line->guc_id = (u32)number;
	if (number_after(v, "logical_mask: ", &number)) {
		line->has_mask = true;
		line->mask = number;
	}
	if (number_after(v, " seqno=", &number) && number <= U32_MAX) {
		line->has_seqno = true;
		line->seqno = (u32)number;
	}
	if (line->event == GUCLOG_KERNEL_PAGE_FAULT && number_after(v, "ASID: ", &number) &&
	    number <= U32_MAX) {
		line->has_asid = true;
		line->asid = (u32)number;
	}
	read_class(v, line);
	if (line->event == GUCLOG_KERNEL_JOB_TIMEOUT)
		read_process(a, v, line);
}

static const char *time_text(struct arena *a, enum text_clock clock, s64 ns)
{
	time_t second = (time_t)(ns / NS);
	char text[40];
	struct tm tm;

	if (clock == TEXT_PRINTK)
		return arena_printf(a, "%lld.%06lld", ns / NS, ns % NS / 1000);
	if (!gmtime_r(&second, &tm) ||
	    !strftime(text, sizeof(text), clock == TEXT_LOCAL_DAY ? "%m-%d %H:%M:%S" :
		      clock == TEXT_WALL ? "%Y-%m-%d %H:%M:%S UTC" : "%Y-%m-%d %H:%M:%S", &tm))
		return "an unknown time";
	return arena_strdup(a, text);
}

static const struct guclog_kernel_line *read_line(struct kernel_log *log,
						  const struct text_line *from)
{
	struct guclog_kernel_line line = { .guc_id = GUCLOG_NONE }, *to;
	struct guc_view v = guc_view(from->text, strlen(from->text));
	unsigned int i;
	bool error;

	if (!eat_head(&v, &line, &error))
		return NULL;
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		struct guc_view left = v;

		if (eat(&left, events[i].begin))
			break;
	}
	if (i == ARRAY_SIZE(events) && !error)
		return NULL;
	to = arena_zero(&log->arena, sizeof(*to));
	if (!to)
		return NULL;
	line.event = i < ARRAY_SIZE(events) ? events[i].event : GUCLOG_KERNEL_ERROR;
	read_fields(&log->arena, v, &line);
	line.ns = from->ns;
	line.time = time_text(&log->arena, log->lines.clock, from->ns);
	*to = line;
	return to;
}

static void read_lines(struct kernel_log *log)
{
	const struct guclog_kernel_line **list;
	size_t i;

	list = arena_zero(&log->arena, (log->lines.nr + 1) * sizeof(*list));
	for (i = 0; list && i < log->lines.nr && log->pub.nr_lines < U32_MAX; i++) {
		const struct guclog_kernel_line *line = read_line(log, &log->lines.line[i]);

		if (line)
			list[log->pub.nr_lines++] = line;
	}
	log->pub.line = list;
}

const struct guclog_kernel_log *guclog_kernel_log_open(const char *name, const void *data,
						       size_t len, int *error)
{
	struct kernel_log *log = calloc(1, sizeof(*log));
	int ret = -ENOMEM;

	if (log) {
		arena_init(&log->arena, ARENA_NO_LIMIT);
		log->lines.arena = &log->arena;
		log->lines.name = arena_strdup(&log->arena, name);
		log->pub.name = log->lines.name;
		ret = timed_text_read(&log->lines, data, len);
		if (!ret && log->lines.clock == TEXT_TRACE)
			ret = -ENOMSG;
		if (!ret)
			read_lines(log);
		if (log->arena.failed)
			ret = -ENOMEM;
	}
	if (error)
		*error = ret;
	if (!ret)
		return &log->pub;
	guclog_kernel_log_free(log ? &log->pub : NULL);
	return NULL;
}

void guclog_kernel_log_free(const struct guclog_kernel_log *log)
{
	struct kernel_log *own = (struct kernel_log *)(uintptr_t)log;

	if (!own)
		return;
	arena_free(&own->arena);
	free(own);
}
