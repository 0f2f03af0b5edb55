// SPDX-License-Identifier: GPL-2.0-only
/*
 * Groups the lines of a kernel log into incidents. An incident has a device and a cause, which is
 * its first line; the lines after it are consequences:
 *
 * - what the driver prints within about a second;
 * - a job that had not begun, and its timeout later;
 * - after a GuC that does not answer, a failed engine reset, a function level reset or a failed
 *   load: what follows within half a minute, until a reset of the GT has ended;
 * - timeouts of other queues after a reset of the GT;
 * - all lines about a device that the driver has given up, until the driver is started again.
 *
 * Without times, the order of the lines decides: a memory fault after an engine reset or a timeout
 * begins another incident.
 */
#include "messages/incidents.h"
#include "base/types.h"

#define NS		1000000000ll
/* The driver prints the lines about one cause within this time. */
#define CHAIN_NS	NS
/* Times of a wall clock often have a resolution of 1 s. */
#define COARSE_NS	NS
/* The driver waits up to 5 s for an answer of the GuC, and checks a job's time again after 5 s. */
#define JOB_NS		(10 * NS)
/* After trouble with the GuC itself, its consequences can be this time apart. */
#define TROUBLE_NS	(30 * NS)
/* After this time the driver deletes a devcoredump. */
#define DUMP_NS		(3600 * NS)
/* Largest number of devices, and of GTs of a device, that are told apart. */
#define MAX_DEVICES	256u
#define MAX_GTS		8u

/**
 * struct builder - an incident while it is being built
 * @pub: the public part
 * @first: number of the first line that can be in the incident
 * @stage: how far the chain of a fault has come, see stage_of()
 * @queue: guc_id of a job that had not begun; GUCLOG_NONE if there is none
 */
struct builder {
	struct guclog_kernel_incident pub;
	unsigned int first;
	unsigned int stage;
	u32 queue;
};

/**
 * struct device_state - what is known of a device while the lines are read
 * @device: its PCI address
 * @incident: number of the newest incident, GUCLOG_NONE if there is none
 * @has_last: @last is known
 * @last: time of the newest line of the incident
 * @trouble: the GuC or the device has trouble whose consequences can come late
 * @after_reset: a GT was reset, and the queues of all programs lose their jobs
 * @lost: the driver has given the device up
 * @dump: number of the incident whose devcoredump exists, GUCLOG_NONE if there is none
 * @open: for each GT, the number of the incident with a reset that has not ended, plus 1; 0 if
 *	there is none
 * @reset: for each GT with such a reset, the line with which it began
 */
struct device_state {
	char device[16];
	u32 incident;
	bool has_last;
	s64 last;
	bool trouble;
	bool after_reset;
	bool lost;
	u32 dump;
	u32 open[MAX_GTS];
	const struct guclog_kernel_line *reset[MAX_GTS];
};

/**
 * struct grouping - the state of the grouping
 * @log: the kernel log
 * @nr: number of incidents
 * @incident: the incidents
 * @nr_devices: number of devices
 * @device: the devices
 * @newest: the device of the newest line
 */
struct grouping {
	struct kernel_log *log;
	u32 nr;
	struct builder *incident;
	unsigned int nr_devices;
	struct device_state *device;
	struct device_state *newest;
};

static void forget(struct device_state *s)
{
	s->incident = GUCLOG_NONE;
	s->has_last = false;
	s->trouble = false;
	s->after_reset = false;
	s->lost = false;
	memset(s->open, 0, sizeof(s->open));
}

static struct device_state *find_device(struct grouping *g, const char *device)
{
	struct device_state *s;
	unsigned int i;

	if (g->newest && !strcmp(g->newest->device, device))
		return g->newest;
	for (i = 0; i < g->nr_devices; i++)
		if (!strcmp(g->device[i].device, device))
			return &g->device[i];
	if (g->nr_devices == MAX_DEVICES)
		return &g->device[MAX_DEVICES - 1];
	s = &g->device[g->nr_devices++];
	memcpy(s->device, device, sizeof(s->device));
	s->dump = GUCLOG_NONE;
	forget(s);
	return s;
}

/* Return: whether the times of the kernel log can be rounded to seconds. */
static bool is_coarse(const struct grouping *g)
{
	return g->log->lines.clock != TEXT_PRINTK;
}

/* Return: how far the chain of a memory fault has come with a line, 0 if it is not a part of it. */
static unsigned int stage_of(const struct guclog_kernel_line *line)
{
	switch (line->event) {
	case GUCLOG_KERNEL_PAGE_FAULT:
	case GUCLOG_KERNEL_FAULT_REFUSED:
		return 1;
	case GUCLOG_KERNEL_MEMORY_ERROR:
		return 2;
	case GUCLOG_KERNEL_ENGINE_RESET:
		return 3;
	case GUCLOG_KERNEL_JOB_TIMEOUT:
	case GUCLOG_KERNEL_DUMP_CREATED:
		return 4;
	default:
		return 0;
	}
}

/* Return: whether the line begins an incident if there is none to which it can belong. */
static bool can_begin(const struct guclog_kernel_line *line)
{
	switch (line->about) {
	case GUCLOG_MESSAGE_UNKNOWN:
	case GUCLOG_MESSAGE_FIRMWARE_AGE:
	case GUCLOG_MESSAGE_DETAIL:
		return false;
	case GUCLOG_MESSAGE_DUMP:
		return line->event == GUCLOG_KERNEL_DUMP_CREATED;
	default:
		return line->event != GUCLOG_KERNEL_GT_RESET_DONE &&
		       line->event != GUCLOG_KERNEL_PCI_RESET_DONE;
	}
}

/*
 * Return: the longest time after the newest line of the incident at which a line can be a
 * consequence of it.
 */
static s64 window(const struct grouping *g, const struct device_state *s,
		  const struct guclog_kernel_line *line)
{
	const struct builder *b = &g->incident[s->incident];
	s64 coarse = is_coarse(g) ? COARSE_NS : 0;

	if (s->lost)
		return INT64_MAX;
	if (s->trouble || line->event == GUCLOG_KERNEL_GT_RESET_DONE ||
	    line->event == GUCLOG_KERNEL_GT_RESET_FAILED)
		return TROUBLE_NS + coarse;
	if (line->event == GUCLOG_KERNEL_JOB_TIMEOUT &&
	    (s->after_reset || (b->queue != GUCLOG_NONE && b->queue == line->guc_id)))
		return JOB_NS + coarse;
	return CHAIN_NS + coarse;
}

/* Return: whether a line belongs to the newest incident of its device. */
static bool is_consequence(const struct grouping *g, const struct device_state *s,
			   const struct guclog_kernel_line *line)
{
	const struct builder *b;

	if (s->incident == GUCLOG_NONE)
		return false;
	b = &g->incident[s->incident];
	if (!line->has_time || !s->has_last)
		return s->lost || s->trouble || stage_of(line) != 1 || b->stage < 3;
	return line->ns - s->last <= window(g, s, line);
}

static u32 begin(struct grouping *g, struct device_state *s, unsigned int number,
		 const struct guclog_kernel_line *line)
{
	struct builder *list = arena_room(&g->log->arena, g->incident, g->nr, sizeof(*list));

	if (!list)
		return GUCLOG_NONE;
	g->incident = list;
	list[g->nr] = (struct builder){ .first = number, .queue = GUCLOG_NONE };
	memcpy(list[g->nr].pub.device, line->device, sizeof(line->device));
	list[g->nr].pub.dump_of = s->dump;
	s->trouble = false;
	s->after_reset = false;
	s->lost = false;
	return g->nr++;
}

static void note_reset(struct grouping *g, struct device_state *s,
		       const struct guclog_kernel_line *line)
{
	u32 gt = line->has_gt ? min(line->gt, MAX_GTS - 1) : 0, was = s->open[gt], i;

	s->open[gt] = 0;
	/* A reset of another GT of the same incident can still be open. */
	if (was)
		g->incident[was - 1].pub.open_reset = NULL;
	for (i = 0; was && i < MAX_GTS; i++)
		if (s->open[i] == was)
			g->incident[was - 1].pub.open_reset = s->reset[i];
	if (line->event == GUCLOG_KERNEL_GT_RESET) {
		s->open[gt] = s->incident + 1;
		s->reset[gt] = line;
		g->incident[s->incident].pub.open_reset = line;
	}
	s->trouble = line->event != GUCLOG_KERNEL_GT_RESET_DONE;
	s->after_reset = true;
}

static void note_dump(struct grouping *g, struct device_state *s,
		      const struct guclog_kernel_line *line)
{
	struct guclog_kernel_incident *of;

	if (line->event == GUCLOG_KERNEL_DUMP_CREATED && s->incident != GUCLOG_NONE) {
		of = &g->incident[s->incident].pub;
		of->dump = GUCLOG_DUMP_PERHAPS;
		of->dump_line = line;
		of->dump_of = GUCLOG_NONE;
		s->dump = s->incident;
	} else if (line->event == GUCLOG_KERNEL_DUMP_DELETED && s->dump != GUCLOG_NONE) {
		g->incident[s->dump].pub.dump = GUCLOG_DUMP_DELETED;
		s->dump = GUCLOG_NONE;
	}
}

/* A devcoredump does not live longer than an hour, and not longer than the driver. */
static void end_dump(struct grouping *g, struct device_state *s,
		     const struct guclog_kernel_line *line, bool start)
{
	const struct guclog_kernel_line *created;

	if (s->dump == GUCLOG_NONE)
		return;
	created = g->incident[s->dump].pub.dump_line;
	if (!start && (!created->has_time || !line->has_time ||
		       (line->ns - created->ns <= DUMP_NS && line->ns >= created->ns - NS)))
		return;
	if (line->event != GUCLOG_KERNEL_DUMP_DELETED) {
		g->incident[s->dump].pub.dump = GUCLOG_DUMP_EXPIRED;
		s->dump = GUCLOG_NONE;
	}
}

/* Return: whether a line of an incident is only a note or a request, so it is not its cause. */
static bool is_note(const struct guclog_kernel_line *line)
{
	return line->about == GUCLOG_MESSAGE_DUMP || line->about == GUCLOG_MESSAGE_DETAIL ||
	       line->about == GUCLOG_MESSAGE_UNKNOWN ||
	       line->about == GUCLOG_MESSAGE_FIRMWARE_AGE ||
	       line->event == GUCLOG_KERNEL_RESET_ASKED;
}

static void note(struct grouping *g, struct device_state *s, const struct guclog_kernel_line *line)
{
	struct builder *b = &g->incident[s->incident];
	struct guclog_kernel_incident *i = &b->pub;

	if (!i->cause || (is_note(i->cause) && !is_note(line)))
		i->cause = line;
	if (!i->worst || line->weight > i->weight) {
		i->worst = line;
		i->weight = line->weight;
		i->about = line->about;
	}
	if (stage_of(line))
		b->stage = stage_of(line);
	if (line->event == GUCLOG_KERNEL_JOB_NOT_STARTED || line->event == GUCLOG_KERNEL_JOB_STUCK)
		b->queue = line->guc_id;
	if (line->about == GUCLOG_MESSAGE_GUC_UNREACHABLE ||
	    line->about == GUCLOG_MESSAGE_GUC_CRASH ||
	    line->about == GUCLOG_MESSAGE_LOAD_FAILURE ||
	    line->about == GUCLOG_MESSAGE_PCI_RESET ||
	    line->event == GUCLOG_KERNEL_RESET_FAILED || line->event == GUCLOG_KERNEL_GPU_HANG)
		s->trouble = true;
	if (line->about == GUCLOG_MESSAGE_GT_RESET && line->event != GUCLOG_KERNEL_RESET_ASKED)
		note_reset(g, s, line);
	s->lost |= line->event == GUCLOG_KERNEL_WEDGED;
	s->has_last = line->has_time;
	s->last = line->ns;
	i->nr_lines++;
}

/* A line that names no device is about the device of the line before, if that is not long ago. */
static struct device_state *device_of(struct grouping *g, const struct guclog_kernel_line *line)
{
	struct device_state *s = g->newest;
	bool near = s && s->incident != GUCLOG_NONE &&
		    (!line->has_time || !s->has_last ||
		     llabs(line->ns - s->last) <= CHAIN_NS + (is_coarse(g) ? COARSE_NS : 0));

	if (!*line->device && near)
		return s;
	/* The incident of a line without a device gets the device of the next line. */
	if (*line->device && near && !*s->device) {
		struct device_state *to = find_device(g, line->device);

		if (to->incident == GUCLOG_NONE) {
			memcpy(g->incident[s->incident].pub.device, line->device,
			       sizeof(line->device));
			to->incident = s->incident;
			to->has_last = s->has_last;
			to->last = s->last;
			to->trouble = s->trouble;
			forget(s);
		}
		return to;
	}
	return find_device(g, line->device);
}

static void take(struct grouping *g, unsigned int number)
{
	/* The lines are made by read_line() and not shared yet. */
	struct guclog_kernel_line *line =
		(struct guclog_kernel_line *)(uintptr_t)g->log->pub.line[number];
	struct device_state *s = device_of(g, line);
	u32 to;

	line->incident = GUCLOG_NONE;
	g->newest = s;
	/* The times go back: another boot. */
	if (s->has_last && line->has_time && line->ns < s->last - NS) {
		end_dump(g, s, line, true);
		forget(s);
	}
	end_dump(g, s, line, false);
	if (line->event == GUCLOG_KERNEL_DUMP_DELETED) {
		note_dump(g, s, line);
		return;
	}
	if (line->about == GUCLOG_MESSAGE_FIRMWARE_AGE)
		return;
	to = is_consequence(g, s, line) ? s->incident : GUCLOG_NONE;
	if (to == GUCLOG_NONE && can_begin(line))
		to = begin(g, s, number, line);
	if (to == GUCLOG_NONE)
		return;
	s->incident = to;
	line->incident = to;
	note(g, s, line);
	note_dump(g, s, line);
}

/* The driver was started on a device, so a new life of the device begins. */
static void start(struct grouping *g, const struct guclog_kernel_line *line)
{
	struct device_state *s = find_device(g, line->device);

	end_dump(g, s, line, true);
	/* A load that fails is about the same start. */
	if (!s->has_last || !line->has_time || line->ns - s->last > CHAIN_NS)
		forget(s);
}

/* Store for each incident its lines. */
static void list_lines(struct grouping *g)
{
	const struct guclog_kernel_incident **list;
	struct guclog_kernel_log *log = &g->log->pub;
	const struct guclog_kernel_line **line;
	u32 i;

	line = arena_zero(&g->log->arena, (log->nr_lines + 1) * sizeof(*line));
	list = arena_zero(&g->log->arena, (g->nr + 1) * sizeof(*list));
	if (!line || !list)
		return;
	for (i = 0; i < g->nr; i++) {
		struct guclog_kernel_incident *to = &g->incident[i].pub;

		list[i] = to;
		to->line = line;
		line += to->nr_lines;
		to->nr_lines = 0;
		if (to->open_reset && to->weight < 5) {
			to->weight = 5;
			to->about = GUCLOG_MESSAGE_GT_RESET;
			to->worst = to->open_reset;
		}
	}
	for (i = 0; i < log->nr_lines; i++) {
		const struct guclog_kernel_line *from = log->line[i];
		struct guclog_kernel_incident *to;

		if (from->incident == GUCLOG_NONE)
			continue;
		to = &g->incident[from->incident].pub;
		((const struct guclog_kernel_line **)(uintptr_t)to->line)[to->nr_lines++] = from;
	}
	log->nr_incidents = g->nr;
	log->incident = list;
}

/**
 * incidents_make() - group the lines of a kernel log into incidents
 * @log: the kernel log, with its lines; gets the incidents, and its lines get their numbers
 * @starts: the lines that show that a driver was started on a device, in the order of the kernel
 *	log
 * @nr_starts: number of @starts
 *
 * If there is no memory, @failed of the arena of @log is set.
 *
 * Context: allocates memory.
 */
void incidents_make(struct kernel_log *log, const struct guclog_kernel_line **starts,
		    unsigned int nr_starts)
{
	struct grouping g = { .log = log };
	unsigned int i, k, next = 0;

	g.device = arena_zero(&log->arena, MAX_DEVICES * sizeof(*g.device));
	for (i = 0; g.device && i < log->pub.nr_lines && !log->arena.failed; i++) {
		/* Until it is grouped, a line has its number among all lines in @incident. */
		while (next < nr_starts && starts[next]->incident < log->pub.line[i]->incident)
			start(&g, starts[next++]);
		take(&g, i);
	}
	while (g.device && next < nr_starts)
		start(&g, starts[next++]);
	if (log->lines.nr) {
		struct guclog_kernel_line end = {
			.has_time = log->lines.line[log->lines.nr - 1].has_time,
			.ns = log->lines.line[log->lines.nr - 1].ns,
		};

		for (k = 0; k < g.nr_devices; k++)
			end_dump(&g, &g.device[k], &end, false);
	}
	list_lines(&g);
}

/**
 * incident_is_hang() - find out whether an incident is a hang
 * @incident: the incident
 *
 * A page fault that was refused is a hang only together with what follows it. A driver that was not
 * started, an error of the hardware and trouble of the driver are no hangs.
 *
 * Return: whether it is a hang.
 */
bool incident_is_hang(const struct guclog_kernel_incident *incident)
{
	unsigned int i;

	if (incident->open_reset)
		return true;
	for (i = 0; i < incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = incident->line[i];

		switch (line->about) {
		case GUCLOG_MESSAGE_JOB_TIMEOUT:
		case GUCLOG_MESSAGE_ENGINE_RESET:
		case GUCLOG_MESSAGE_GUC_UNREACHABLE:
		case GUCLOG_MESSAGE_GUC_CRASH:
			return true;
		case GUCLOG_MESSAGE_MEMORY_FAULT:
			if (line->event == GUCLOG_KERNEL_MEMORY_ERROR)
				return true;
			break;
		case GUCLOG_MESSAGE_GT_RESET:
			if (line->event == GUCLOG_KERNEL_GT_RESET_FAILED)
				return true;
			break;
		default:
			break;
		}
	}
	return false;
}

/* Return: whether a line of an incident names the program whose work was lost. */
static bool has_program(const struct guclog_kernel_incident *i)
{
	unsigned int k;

	for (k = 0; k < i->nr_lines; k++)
		if (i->line[k]->has_pid)
			return true;
	return false;
}

/*
 * Return: a number that orders incidents: the gravest first; of equals, first those in which a
 * program has lost its work, and then the newest.
 */
static u64 rank(const struct guclog_kernel_log *log, const struct guclog_kernel_incident *i)
{
	unsigned int number = i->nr_lines ? i->line[0]->incident : 0;

	return (u64)i->weight << 34 | (u64)has_program(i) << 33 |
	       (log->nr_incidents ? (u64)number + 1 : 0);
}

/**
 * incident_gravest() - go through the incidents of a kernel log by their weight
 * @log: the kernel log
 * @after: the incident that was returned before, NULL for the first
 *
 * Return: the next incident: the gravest first; of two that are equally grave, first the one in
 * which a program has lost its work, and else the newest. NULL after the last.
 */
const struct guclog_kernel_incident *
incident_gravest(const struct guclog_kernel_log *log, const struct guclog_kernel_incident *after)
{
	const struct guclog_kernel_incident *best = NULL;
	unsigned int i;

	for (i = 0; i < log->nr_incidents; i++) {
		const struct guclog_kernel_incident *one = log->incident[i];

		if (after && rank(log, one) >= rank(log, after))
			continue;
		if (!best || rank(log, one) > rank(log, best))
			best = one;
	}
	return best;
}
