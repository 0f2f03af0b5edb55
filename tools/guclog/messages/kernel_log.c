// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The lines of xe and i915 in a kernel log.
 */
#include "messages/kernel_log.h"

#include <errno.h>
#include <time.h>

#include "base/eat.h"
#include "messages/incidents.h"
#include "messages/message.h"
#include "base/types.h"
#include "model/record.h"

#define NS		1000000000ll
/* Largest length of the name of a process, in bytes (TASK_COMM_LEN of Linux, less its zero). */
#define MAX_COMM	15

const char *guclog_kernel_event_name(enum guclog_kernel_event event)
{
	return model_word(&model_kernel_event, event);
}

const char *guclog_message_class_name(enum guclog_message_class about)
{
	return model_word(&model_message_class, about);
}

/* Read " [PID]" or " [-1]". Return: true, or false if @v does not begin like this. */
static bool eat_pid(struct guc_view v, bool *has_pid, u32 *pid)
{
	u64 number = 0;
	bool negative;

	if (!eat(&v, " ["))
		return false;
	negative = eat(&v, "-");
	if (!eat_number(&v, &number) || !eat(&v, "]"))
		return false;
	*has_pid = !negative && number <= U32_MAX;
	*pid = *has_pid ? (u32)number : 0;
	return true;
}

/* Return: length of a name in characters, where "\x1b" stands for one. */
static size_t name_len(struct guc_view v, size_t len)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++, n++)
		if (len - i > 3 && v.data[i] == '\\' && v.data[i + 1] == 'x')
			i += 3;
	return n;
}

/*
 * Read "NAME [PID]". "no process [-1]" is a queue of the driver. A name can have any characters,
 * also brackets with a number in them, and people and programs write other text after the line. The
 * name has at most MAX_COMM characters, so the last number in brackets that leaves such a name is
 * the PID; else the first one.
 */
static void read_process(struct arena *a, struct guc_view v, struct guclog_kernel_line *line)
{
	size_t i, found = 0;
	bool has_pid;
	u32 pid;

	for (i = 1; i < v.len; i++) {
		if (v.data[i] != ' ' || !eat_pid(guc_view_clip(v, i, v.len), &has_pid, &pid))
			continue;
		if (found && name_len(v, i) > MAX_COMM)
			break;
		found = i;
		line->has_pid = has_pid;
		line->pid = pid;
	}
	if (found)
		line->process = arena_printf(a, "%.*s", (int)found, (const char *)v.data);
}

static bool get_u32(const struct message_match *m, const char *name, u32 *to)
{
	const struct message_value *value = message_value(m, name);

	if (!value || !value->has_number || value->number > U32_MAX)
		return false;
	*to = (u32)value->number;
	return true;
}

/* Take the values that have a member in the public structure. */
static void read_values(struct arena *a, const struct message_match *m,
			struct guclog_kernel_line *line)
{
	const struct message_value *value = message_value(m, "class");
	u32 number;

	if (value && value->text.len < sizeof(line->engine_class)) {
		memcpy(line->engine_class, value->text.data, value->text.len);
		line->engine_class[value->text.len] = '\0';
	}
	if (get_u32(m, "guc_id", &number) && number < GUCLOG_NONE)
		line->guc_id = number;
	value = message_value(m, "mask");
	line->has_mask = value && value->has_number;
	if (line->has_mask)
		line->mask = value->number;
	if (m->row->class == GUCLOG_MESSAGE_JOB_TIMEOUT)
		line->has_seqno = get_u32(m, "seqno", &line->seqno);
	line->has_asid = get_u32(m, "asid", &line->asid);
	value = message_value(m, "process");
	if (value && value->type == 'p')
		read_process(a, value->text, line);
	else if (value)
		line->process = arena_printf(a, "%.*s", (int)value->text.len,
					     (const char *)value->text.data);
}

static void store_fields(struct kernel_log *log, const struct message_match *m,
			 struct guclog_kernel_line *line)
{
	struct guclog_message_field *field;
	struct arena *a = &log->arena;
	unsigned int i;

	field = m->nr ? arena_zero(a, m->nr * sizeof(*field)) : NULL;
	if (!field)
		return;
	for (i = 0; i < m->nr; i++) {
		const struct message_value *v = &m->value[i];

		field[i].name = arena_printf(a, "%.*s", (int)v->name_len, v->name);
		field[i].text = arena_printf(a, "%.*s", (int)v->text.len,
					     (const char *)v->text.data);
		field[i].has_number = v->has_number;
		field[i].number = v->number;
		field[i].words = message_words(a, m, v, log->release);
	}
	line->nr_fields = m->nr;
	line->field = field;
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

/* The prefix of Linux 7.4 has the error number of the message. */
static void add_cause(const struct message_head *head, struct message_match *m)
{
	static const char name[] = "errno";

	if (head->cause.len && m->nr < MESSAGE_FIELDS && !message_value(m, name))
		m->value[m->nr++] = (struct message_value){
			.name = name, .name_len = sizeof(name) - 1, .type = 'e',
			.text = head->cause,
		};
}

/* Return: whether a line is kept, because it is or may be about trouble. */
static bool is_kept(const struct guclog_kernel_line *line)
{
	return line->about != GUCLOG_MESSAGE_OTHER && line->about != GUCLOG_MESSAGE_INFO;
}

/*
 * Find out what a line reports. The first line of a page fault is empty: the values are in the
 * lines after it, which a filter such as "grep xe" removes.
 */
static bool read_message(struct kernel_log *log, const struct message_head *head,
			 struct message_match *m, struct guclog_kernel_line *line)
{
	if (message_find(head, m)) {
		line->event = m->row->event;
		line->about = m->row->class;
		line->weight = m->row->weight;
		line->meaning = m->row->meaning;
		line->advice = m->row->advice;
	} else if (!head->text.len && head->driver == MESSAGE_XE && !head->error) {
		line->event = GUCLOG_KERNEL_PAGE_FAULT;
		line->about = GUCLOG_MESSAGE_MEMORY_FAULT;
		line->weight = 4;
		line->meaning = "a page fault whose other lines are not in this text";
		log->pub.nr_filtered++;
	} else if (!head->text.len) {
		return false;
	} else if (head->error || head->has_sigid) {
		line->event = GUCLOG_KERNEL_ERROR;
		line->about = GUCLOG_MESSAGE_UNKNOWN;
		line->weight = 1;
	} else {
		if (head->driver != MESSAGE_KERNEL && !head->debug && !log->pub.nr_unread++)
			log->pub.unread = line->text;
		return false;
	}
	if (!is_kept(line))
		log->pub.nr_harmless++;
	return is_kept(line) || line->event == GUCLOG_KERNEL_DRIVER_START;
}

/* Return: whether the line is a page fault without the name of a device. */
static bool is_lone_fault(struct guc_view v)
{
	return view_begins(v, "ASID: ") || view_begins(v, "Faulted Address: ");
}

static struct guclog_kernel_line *read_line(struct kernel_log *log,
					    const struct text_line *from)
{
	struct guclog_kernel_line line = { .guc_id = GUCLOG_NONE, .incident = GUCLOG_NONE }, *to;
	struct guc_view v = guc_view(from->text, strlen(from->text));
	struct message_match match;
	struct message_head head;

	if (!message_head(v, &head)) {
		if (!is_lone_fault(v))
			return NULL;
		head = (struct message_head){ .driver = MESSAGE_XE, .line = v, .text = v };
	}
	line.text = (const char *)head.line.data;
	if (!read_message(log, &head, &match, &line))
		return NULL;
	to = arena_zero(&log->arena, sizeof(*to));
	if (!to)
		return NULL;
	memcpy(line.device, head.device, sizeof(line.device));
	line.has_gt = head.has_gt;
	line.gt = head.gt;
	line.has_tile = head.has_tile;
	line.tile = head.tile;
	line.error = head.error;
	line.i915 = head.i915;
	line.has_sigid = head.has_sigid;
	line.sigid = head.sigid;
	if (match.row) {
		add_cause(&head, &match);
		read_values(&log->arena, &match, &line);
		store_fields(log, &match, &line);
	}
	line.has_time = from->has_time;
	line.ns = from->ns;
	line.time = !from->has_time ? "an unknown time" :
		    time_text(&log->arena, log->lines.clock, from->ns);
	*to = line;
	return to;
}

/* Return: a release of Linux such as "6.12.3-amd64" as the number 612, or 0 if it is not known. */
static u32 release_of(const char *kernel)
{
	unsigned int major, minor;

	return kernel && sscanf(kernel, "%1u.%2u", &major, &minor) == 2 ? 100 * major + minor : 0;
}

/**
 * struct seen - the lines that were read, to find those that are in the text twice
 * @mask: number of places in @place, less 1
 * @place: numbers of lines, plus 1, at places that depend on their times; 0 for none
 */
struct seen {
	size_t mask;
	u32 *place;
};

/*
 * Return: whether the text has the line twice, as it does if it was put together from two sources.
 * The kernel does not print the same text twice within a microsecond.
 */
static bool is_repeated(const struct kernel_log *log, struct seen *seen, size_t i)
{
	const struct text_line *line = &log->lines.line[i];
	size_t at = (size_t)((u64)line->ns * 0x9e3779b97f4a7c15ull >> 20) & seen->mask;

	if (log->lines.clock != TEXT_PRINTK || !line->has_time || !line->ns)
		return false;
	for (; seen->place[at]; at = (at + 1) & seen->mask) {
		const struct text_line *other = &log->lines.line[seen->place[at] - 1];

		if (other->ns == line->ns && !strcmp(other->text, line->text))
			return true;
	}
	seen->place[at] = (u32)i + 1;
	return false;
}

static bool seen_init(struct kernel_log *log, struct seen *seen)
{
	size_t nr = 16;

	while (nr < 2 * log->lines.nr)
		nr *= 2;
	seen->mask = nr - 1;
	seen->place = arena_zero(&log->arena, nr * sizeof(*seen->place));
	return seen->place;
}

static void read_lines(struct kernel_log *log)
{
	struct seen seen;

	const struct guclog_kernel_line **list, **starts;
	unsigned int nr_starts = 0;
	size_t i;

	log->pub.kernel = log->lines.kernels_differ ? NULL : log->lines.kernel;
	log->release = release_of(log->pub.kernel);
	list = arena_zero(&log->arena, (log->lines.nr + 1) * sizeof(*list));
	starts = arena_zero(&log->arena, (log->lines.nr + 1) * sizeof(*starts));
	if (!list || !starts || !seen_init(log, &seen))
		return;
	for (i = 0; i < log->lines.nr && i < GUCLOG_NONE - 1; i++) {
		struct guclog_kernel_line *line;

		if (is_repeated(log, &seen, i))
			continue;
		line = read_line(log, &log->lines.line[i]);
		/* incidents_make() needs the order of the lines. */
		if (line)
			line->incident = (u32)i;
		if (line && line->event == GUCLOG_KERNEL_DRIVER_START)
			starts[nr_starts++] = line;
		else if (line)
			list[log->pub.nr_lines++] = line;
	}
	log->pub.line = list;
	arena_drop(&log->arena, seen.place);
	incidents_make(log, starts, nr_starts);
	arena_drop(&log->arena, starts);
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
