// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the lines of kernel logs that are about the hang that is explained. Such lines are called
 * witnesses in the code. For a devcoredump, and for a log that the kernel module recorded, a line
 * is used only if its time and the queue in it prove that it is about the same hang.
 */
#include "explain/explanation.h"

#include <time.h>

#include "messages/kernel_log.h"
#include "messages/incidents.h"

#define NS		1000000000ll
#define HOUR_NS		(3600 * NS)
/*
 * xe prints all kernel log lines about a hang within this time. xe waits up to 5 s for an answer of
 * the GuC, so the lines can be seconds apart.
 */
#define HANG_NS		(10 * NS)
/*
 * Largest difference between the time in a devcoredump and the time of the line that reports the
 * devcoredump in the kernel log, apart from the drift of the clocks.
 */
#define NEAR_NS		NS
/* NTP does not correct the kernel log's clock: it drifts by up to 1 ns in this many ns (20 ppm). */
#define DRIFT		50000
/*
 * Tolerance for the times of wall clocks: they can have a resolution of 1 s, and a clock may have
 * been set between the two times that are compared.
 */
#define NEAR_WALL_NS	(3 * NS)
/* Time zones differ from UTC by multiples of a quarter of an hour, and by at most 14 hours. */
#define ZONE_NS		(900 * NS)
#define ZONES_NS	(14 * HOUR_NS + ZONE_NS)

/**
 * struct subject - the hang with which the lines of kernel logs are compared
 * @guc_id: guc_id of its queue
 * @reason: reason of the devcoredump, NULL if there is none
 * @seqno: sequence number of its job, if @has_seqno
 * @has_seqno: @seqno is known
 * @mask: logical mask of the queue, if @has_mask
 * @has_mask: @mask is known
 * @gt: number of the GT, if @has_gt
 * @has_gt: @gt is known
 * @boot: the time of the hang since boot, ns, if @has_boot
 * @has_boot: @boot is known
 * @wall: the time of the hang on the wall clock, ns since 1970, if @has_wall
 * @has_wall: @wall is known
 * @kernel: release of the kernel, NULL if unknown
 * @before: lines about the hang are at most this time older than the hang, ns
 * @after: lines about the hang are at most this time newer than the hang, ns
 */
struct subject {
	u32 guc_id;
	const char *reason;
	u32 seqno;
	bool has_seqno;
	u64 mask;
	bool has_mask;
	u32 gt;
	bool has_gt;
	s64 boot;
	bool has_boot;
	s64 wall;
	bool has_wall;
	const char *kernel;
	s64 before;
	s64 after;
};

static void read_seconds(const struct guclog_dump *dump, enum dump_name id, bool *has, s64 *ns)
{
	uint64_t number;

	*has = guclog_dump_seconds(&dump->head, id, &number) && !(number >> 62);
	if (*has)
		*ns = (s64)number;
}

static void subject_of_dump(struct subject *s, const struct explanation *x)
{
	const char *seqno = x->shown.driver.reason ?
			    strstr(x->shown.driver.reason, " seqno=") : NULL;
	uint64_t mask;

	read_seconds(x->dump, DUMP_HEAD_UPTIME, &s->has_boot, &s->boot);
	read_seconds(x->dump, DUMP_HEAD_SNAPSHOT_TIME, &s->has_wall, &s->wall);
	s->guc_id = x->shown.driver.guc_id;
	s->reason = x->shown.driver.reason;
	s->kernel = guclog_dump_text(&x->dump->head, DUMP_HEAD_KERNEL);
	s->has_seqno = seqno && sscanf(seqno, " seqno=%u", &s->seqno) == 1;
	s->has_mask = x->queue &&
		      guclog_dump_number(&x->queue->fields, DUMP_QUEUE_LOGICAL_MASK, &mask);
	s->mask = s->has_mask ? mask : 0;
	s->has_gt = x->gt && x->gt->has_id;
	s->gt = s->has_gt ? x->gt->id : 0;
	s->before = HANG_NS;
	s->after = NEAR_NS;
}

/*
 * Fill the description of the hang from a log that the kernel module recorded. The time of the hang
 * is that of the trigger, the event because of which the kernel module recorded the log. xe prints
 * its lines after the trigger.
 */
static void subject_of_record(struct subject *s, const struct guclog_incident *i)
{
	s->guc_id = i->has_guc_id ? i->guc_id : GUCLOG_NONE;
	s->has_boot = i->boottime_ns && !(i->boottime_ns >> 62);
	s->boot = s->has_boot ? (s64)i->boottime_ns : 0;
	s->before = NEAR_NS;
	s->after = HANG_NS;
}

/* Convert a time to the same day and time in the year 2000, to compare times without a year. */
static s64 in_2000(s64 ns)
{
	time_t second = (time_t)(ns / NS);
	struct tm tm;

	if (!gmtime_r(&second, &tm))
		return ns;
	tm.tm_year = 100;
	return (s64)timegm(&tm) * NS + ns % NS;
}

/**
 * struct distance - the time from a line of a kernel log to the hang
 * @known: the clocks of the line and of the hang can be compared
 * @ns: time from the line to the hang, ns; negative if the line is later
 * @slack: possible error of @ns, because the clocks can differ
 */
struct distance {
	bool known;
	s64 ns;
	s64 slack;
};

/*
 * Return: the time from a line with the time @ns to the hang. For a clock in an unknown time zone,
 * this is only known up to multiples of ZONE_NS. The value that is nearest to 0 is returned.
 */
static struct distance distance_of(const struct kernel_log *log, const struct subject *s, s64 ns)
{
	struct distance d = { .slack = NEAR_WALL_NS };
	enum text_clock clock = log->lines.clock;

	if (clock == TEXT_PRINTK) {
		d.known = s->has_boot;
		d.ns = s->boot - ns;
		d.slack = NEAR_NS + ns / DRIFT;
		return d;
	}
	d.known = s->has_wall && clock != TEXT_NO_CLOCK;
	d.ns = (clock == TEXT_LOCAL_DAY ? in_2000(s->wall) : s->wall) - ns;
	if (clock == TEXT_WALL || !d.known)
		return d;
	d.known = llabs(d.ns) <= ZONES_NS;
	d.ns %= ZONE_NS;
	if (d.ns > ZONE_NS / 2)
		d.ns -= ZONE_NS;
	else if (d.ns < -ZONE_NS / 2)
		d.ns += ZONE_NS;
	return d;
}

static bool is_near(const struct distance *d)
{
	return d->known && llabs(d->ns) <= d->slack;
}

/*
 * For a kernel log of a machine that was suspended: find the time of the hang on the clock of the
 * kernel log. This clock does not run while the machine is suspended, so its times cannot be
 * compared directly with the times since boot. If exactly one line can be the line about the
 * devcoredump, its time is the result. Return: whether the time was found. @ns: set to the time
 */
static bool suspended_time(const struct kernel_log *log, const struct subject *s, s64 *ns)
{
	unsigned int i, found = 0;

	for (i = 0; i < log->pub.nr_lines; i++) {
		const struct guclog_kernel_line *line = log->pub.line[i];
		struct distance d = distance_of(log, s, line->ns);

		if (line->event != GUCLOG_KERNEL_DUMP_CREATED || !d.known || d.ns < -d.slack)
			continue;
		*ns = line->ns;
		found++;
	}
	return found == 1;
}

/* Return: whether the kernel log is from one boot: its times decrease where another boot begins. */
static bool is_one_boot(const struct kernel_log *log)
{
	unsigned int i;

	for (i = 1; i < log->pub.nr_lines; i++)
		if (log->pub.line[i]->ns < log->pub.line[i - 1]->ns - NS)
			return false;
	return true;
}

/**
 * struct matching - the comparison of a kernel log with the hang
 * @x: the explanation
 * @log: the kernel log
 * @s: the hang
 * @shifted: @at is known; if not, the times are compared with distance_of()
 * @at: time of the hang on the kernel log's clock
 * @device: the PCI address of the GPU, once it is known
 * @joined: indexed by number of a line: whether the line is about the hang
 */
struct matching {
	struct explanation *x;
	const struct kernel_log *log;
	const struct subject *s;
	bool shifted;
	s64 at;
	const char *device;
	bool *joined;
};

/* Return: whether the time of the line is near enough to the hang for a line about it. */
static bool in_time(const struct matching *m, const struct guclog_kernel_line *line)
{
	struct distance d = distance_of(m->log, m->s, line->ns);

	if (!line->has_time)
		return false;
	if (m->shifted)
		return m->at - line->ns <= m->s->before && line->ns - m->at <= m->s->after;
	return d.known && d.ns <= m->s->before + d.slack && d.ns >= -m->s->after - d.slack;
}

/* Return: whether two texts are equal, or one of them is unknown (NULL or empty). */
static bool same_text(const char *a, const char *b)
{
	return !a || !*a || !b || !*b || !strcmp(a, b);
}

/*
 * Return: whether the line is about the queue of the hang: it has the same guc_id, and its other
 * values do not differ from those of the hang as far as they are known.
 */
static bool is_queue(const struct matching *m, const struct guclog_kernel_line *line)
{
	const struct guclog_driver *d = &m->x->shown.driver;
	const struct subject *s = m->s;

	if (s->guc_id == GUCLOG_NONE || line->guc_id != s->guc_id ||
	    (line->has_gt && s->has_gt && line->gt != s->gt) ||
	    (line->has_mask && s->has_mask && line->mask != s->mask) ||
	    !same_text(line->engine_class, d->engine_class) ||
	    !same_text(line->process, d->process))
		return false;
	if (line->has_pid && d->has_pid && line->pid != d->pid)
		return false;
	return !line->has_seqno || !s->has_seqno || line->seqno == s->seqno;
}

/*
 * Return: whether line @i is about another queue, which has the same guc_id as the queue of the
 * hang. The next line about the timeout of a job shows this, because it also has the process and
 * the job. xe prints it after the line about an engine reset or a memory error.
 */
static bool is_refuted(const struct matching *m, unsigned int i)
{
	const struct guclog_kernel_line *line = m->log->pub.line[i];

	for (; i < m->log->pub.nr_lines; i++) {
		const struct guclog_kernel_line *next = m->log->pub.line[i];

		if (next->ns - line->ns > HANG_NS)
			return false;
		if (next->event == GUCLOG_KERNEL_JOB_TIMEOUT && next->guc_id == line->guc_id &&
		    !strcmp(next->device, line->device))
			return !is_queue(m, next);
	}
	return false;
}

static bool is_device(const struct matching *m, const struct guclog_kernel_line *line)
{
	return !m->device || !strcmp(line->device, m->device);
}

/*
 * Return: whether two lines are copies of one line, as in a text in which a part was pasted twice,
 * or the output of two programs.
 */
static bool is_copy(const struct guclog_kernel_line *a, const struct guclog_kernel_line *b)
{
	return a->has_time == b->has_time && a->ns == b->ns && !strcmp(a->device, b->device) &&
	       !strcmp(a->text, b->text);
}

/*
 * Return: the line about this kind of event that can be about the hang, or NULL if there is none or
 * if there are several. Copies of a line count once.
 */
static const struct guclog_kernel_line *only(const struct matching *m,
					     enum guclog_kernel_event event)
{
	const struct guclog_kernel_line *found = NULL;
	unsigned int i;

	for (i = 0; i < m->log->pub.nr_lines; i++) {
		const struct guclog_kernel_line *line = m->log->pub.line[i];
		struct distance d = distance_of(m->log, m->s, line->ns);

		if (line->event != event || !is_device(m, line) || !in_time(m, line))
			continue;
		if (event == GUCLOG_KERNEL_DUMP_CREATED) {
			if (!m->shifted && !is_near(&d))
				continue;
		} else if (!is_queue(m, line) || is_refuted(m, i)) {
			continue;
		}
		if (found && !is_copy(found, line))
			return NULL;
		found = found ?: line;
	}
	return found;
}

static void join(const struct matching *m, const struct guclog_kernel_line *line)
{
	unsigned int i;

	for (i = 0; line && i < m->log->pub.nr_lines; i++)
		if (m->log->pub.line[i] == line || is_copy(m->log->pub.line[i], line))
			m->joined[i] = true;
}

/*
 * Mark the lines of the kinds that can occur several times in a hang, such as page faults. For the
 * other kinds, only() finds the line. @m->device must be known.
 */
static void join_others(const struct matching *m)
{
	const struct explanation *x = m->x;
	bool before = false;
	unsigned int i;

	for (i = 0; i < m->log->pub.nr_lines; i++) {
		const struct guclog_kernel_line *line = m->log->pub.line[i];
		bool ours = false;

		if (!is_device(m, line) || !in_time(m, line))
			continue;
		if (line->event == GUCLOG_KERNEL_MEMORY_ERROR)
			ours = is_queue(m, line) && !is_refuted(m, i);
		else if (line->event == GUCLOG_KERNEL_PAGE_FAULT)
			ours = x->asid.known && line->has_asid && line->asid == x->asid.value;
		else if (line->event == GUCLOG_KERNEL_FAULT_REFUSED)
			ours = before;
		else if (line->event == GUCLOG_KERNEL_NO_ANSWER)
			ours = x->shown.driver.kind == GUCLOG_DRIVER_DISABLE_FAILED &&
			       (line->guc_id == GUCLOG_NONE || is_queue(m, line));
		before = ours && line->event == GUCLOG_KERNEL_PAGE_FAULT;
		if (ours)
			m->joined[i] = true;
	}
}

/* Mark the lines of a kernel log that are about the hang. */
static void match(struct matching *m)
{
	const struct guclog_kernel_line *timeout, *reset, *created;
	enum text_clock clock = m->log->lines.clock;

	if (m->s->kernel && m->log->lines.kernel && !m->log->lines.kernels_differ &&
	    strcmp(m->s->kernel, m->log->lines.kernel))
		return;
	if (clock == TEXT_PRINTK && !is_one_boot(m->log))
		return;
	if (clock == TEXT_PRINTK && m->log->lines.suspended) {
		m->shifted = true;
		if (!suspended_time(m->log, m->s, &m->at))
			return;
	}
	timeout = only(m, GUCLOG_KERNEL_JOB_TIMEOUT);
	/*
	 * If the time zone is unknown, the time is known only up to multiples of a quarter
	 * of an hour. This proves too little, so the process must be the same, too.
	 */
	if ((clock == TEXT_LOCAL || clock == TEXT_LOCAL_DAY) &&
	    (!timeout || !timeout->has_pid || !m->x->shown.driver.has_pid))
		return;
	reset = only(m, GUCLOG_KERNEL_ENGINE_RESET);
	created = only(m, GUCLOG_KERNEL_DUMP_CREATED);
	m->device = timeout ? timeout->device : reset ? reset->device :
		    created ? created->device : NULL;
	if (!m->device)
		return;
	join(m, timeout);
	join(m, only(m, GUCLOG_KERNEL_ENGINE_RESET));
	if (m->s->reason)
		join(m, only(m, GUCLOG_KERNEL_DUMP_CREATED));
	join_others(m);
}

static void use_cat_type(struct guclog_driver *d, const struct guclog_kernel_line *line)
{
	const struct guclog_message_field *type = kernel_line_field(line, "cat_type");

	if (d->has_cat_type || !type || !type->has_number || type->number > U32_MAX)
		return;
	d->has_cat_type = true;
	d->cat_type = (u32)type->number;
}

static u64 number_of(const struct guclog_kernel_line *line, const char *name)
{
	const struct guclog_message_field *field = kernel_line_field(line, name);

	return field && field->has_number ? field->number : 0;
}

/* Add a page fault, unless the messages in the devcoredump or another line have it. */
static void use_fault(struct explanation *x, const struct guclog_kernel_line *line)
{
	const struct guclog_message_field *access = kernel_line_field(line, "access_type");
	const struct guclog_message_field *type = kernel_line_field(line, "fault_type");
	struct guclog_driver *d = &x->shown.driver;
	struct guclog_page_fault *f;
	u64 address = number_of(line, "address");
	unsigned int i;

	if (!kernel_line_field(line, "address") || !access || !type || !line->has_asid)
		return;
	for (i = 0; i < d->nr_faults; i++)
		if (d->fault[i]->address == address && d->fault[i]->asid == line->asid)
			return;
	f = d->nr_faults < GUCLOG_MAX_FAULTS ? arena_zero(&x->arena, sizeof(*f)) : NULL;
	if (!f)
		return;
	f->asid = line->asid;
	f->address = address;
	f->level = (u32)number_of(line, "fault_level");
	f->access = access->words ?: "unknown access";
	f->type = type->words ?: "unknown type";
	if (*line->engine_class)
		snprintf(f->engine, sizeof(f->engine), "%s%u", line->engine_class,
			 (u32)number_of(line, "engine_instance"));
	x->fault[d->nr_faults++] = f;
}

/* Add the facts of a line that is about the hang to the facts from the driver. */
static void use_line(struct explanation *x, const struct guclog_kernel_line *line)
{
	struct guclog_driver *d = &x->shown.driver;

	switch (line->event) {
	case GUCLOG_KERNEL_JOB_TIMEOUT:
		if (!d->process)
			d->process = line->process;
		if (!d->has_pid && line->has_pid) {
			d->has_pid = true;
			d->pid = line->pid;
		}
		break;
	case GUCLOG_KERNEL_ENGINE_RESET:
		d->reset = GUCLOG_YES;
		d->hang = GUCLOG_YES;
		driver_claim(x, GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_KERNEL_LOG, line->time);
		break;
	case GUCLOG_KERNEL_MEMORY_ERROR:
		d->cat_error = GUCLOG_YES;
		driver_claim(x, GUCLOG_CLAIM_MEMORY_FAULT, GUCLOG_BY_KERNEL_LOG, line->time);
		use_cat_type(d, line);
		break;
	case GUCLOG_KERNEL_PAGE_FAULT:
		use_fault(x, line);
		break;
	default:
		break;
	}
}

/* Return: whether a line of an incident is about the queue, or about no queue. */
static bool is_of_queue_or_none(const struct guclog_kernel_line *line,
				const struct guclog_kernel_line *queue)
{
	return !queue || line->guc_id == GUCLOG_NONE ||
	       (line->guc_id == queue->guc_id &&
		same_text(line->engine_class, queue->engine_class) &&
		(!line->has_gt || !queue->has_gt || line->gt == queue->gt));
}

/* Return: the first line of an incident that names a queue which hangs or has a fault. */
static const struct guclog_kernel_line *first_queue(const struct guclog_kernel_incident *incident)
{
	unsigned int i;

	for (i = 0; i < incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = incident->line[i];

		if (line->guc_id != GUCLOG_NONE && (line->about == GUCLOG_MESSAGE_JOB_TIMEOUT ||
						    line->about == GUCLOG_MESSAGE_ENGINE_RESET ||
						    line->about == GUCLOG_MESSAGE_MEMORY_FAULT ||
						    line->about == GUCLOG_MESSAGE_GUC_UNREACHABLE))
			return line;
	}
	return NULL;
}

/*
 * If there is neither a GuC log nor a devcoredump: explain the gravest incident of the kernel logs,
 * and take the facts from its lines.
 */
static void take_incident(struct explanation *x)
{
	const struct guclog_kernel_incident *incident = x->incident;
	const struct guclog_kernel_line *queue = first_queue(incident);
	bool hang = incident_is_hang(incident);
	struct guclog_driver *d = &x->shown.driver;
	unsigned int i;

	x->device = incident->device;
	*d = (struct guclog_driver){
		.hang = hang ? GUCLOG_YES : GUCLOG_UNKNOWN,
		.run_ns = GUCLOG_NO_TIME,
		.fault = x->fault,
		.guc_id = queue ? queue->guc_id : GUCLOG_NONE,
		.kind = hang ? GUCLOG_DRIVER_OTHER : GUCLOG_DRIVER_NONE,
	};
	for (i = 0; i < incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = incident->line[i];
		const struct guclog_message_field *flags = kernel_line_field(line, "flags");

		if (!is_of_queue_or_none(line, queue))
			continue;
		use_line(x, line);
		if (*line->engine_class && !d->engine_class)
			d->engine_class = line->engine_class;
		if (line->event == GUCLOG_KERNEL_JOB_TIMEOUT)
			d->kind = GUCLOG_DRIVER_JOB_TIMEOUT;
		else if (line->event == GUCLOG_KERNEL_NO_ANSWER &&
			 d->kind == GUCLOG_DRIVER_OTHER && line->guc_id != GUCLOG_NONE)
			d->kind = GUCLOG_DRIVER_DISABLE_FAILED;
		/* The flags of the queue decide: a process can have ended. */
		if (flags && flags->has_number)
			d->kernel_queue = flags->number & 1;
		else if (line->process)
			d->kernel_queue = !strcmp(line->process, "no process");
	}
	if (hang)
		driver_claim_hang(x, GUCLOG_BY_KERNEL_LOG, queue ? queue->time : NULL);
}

/* Choose the gravest incident of the kernel logs; of equals, that of the last kernel log. */
static void choose_incident(struct explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->nr_kernel_logs; i++) {
		const struct guclog_kernel_incident *one = incident_gravest(x->kernel_log[i], NULL);

		if (one && (!x->incident || one->weight >= x->incident->weight))
			x->incident = one;
	}
	if (x->incident)
		take_incident(x);
}

/* Return: whether the incident that is explained is in a kernel log. */
static bool is_of_incident_log(const struct explanation *x, const struct guclog_kernel_log *log)
{
	unsigned int i;

	for (i = 0; i < log->nr_incidents; i++)
		if (log->incident[i] == x->incident)
			return true;
	return false;
}

static void add_witness(struct explanation *x, unsigned int number, unsigned int i, bool joined)
{
	const struct guclog_kernel_log *log = x->kernel_log[number];
	struct guclog_witness *w, **list;

	if (x->shown.nr_witnesses >= GUCLOG_MAX_WITNESSES)
		return;
	w = arena_zero(&x->arena, sizeof(*w));
	list = w ? arena_room(&x->arena, x->witness, x->shown.nr_witnesses, sizeof(*list)) : NULL;
	if (!list)
		return;
	*w = (struct guclog_witness){
		.name = log->name,
		.kernel_log = number,
		.joined = joined,
		.line = log->line[i],
	};
	x->witness = list;
	list[x->shown.nr_witnesses++] = w;
	x->shown.witness = (const struct guclog_witness *const *)list;
}

/*
 * Add the lines of a kernel log that are about the hang to the explanation, then the other lines.
 * @number: number of the kernel log, from 0. Return: number of lines about the hang.
 */
static unsigned int add_log(struct explanation *x, const struct subject *s, unsigned int number)
{
	const struct guclog_kernel_log *log = x->kernel_log[number];
	struct matching m = { .x = x, .log = kernel_log_of(log), .s = s };
	unsigned int i, nr = 0;

	m.joined = arena_zero(&x->arena, log->nr_lines + 1);
	if (!m.joined)
		return 0;
	x->shown.nr_kernel_lines += log->nr_lines;
	if (x->dump || x->log)
		match(&m);
	else if (x->incident && is_of_incident_log(x, log))
		for (i = 0; i < log->nr_lines; i++)
			m.joined[i] = log->line[i]->incident == x->incident->line[0]->incident;
	for (i = 0; i < log->nr_lines; i++) {
		if (!m.joined[i])
			continue;
		if (x->dump || x->log)
			use_line(x, log->line[i]);
		add_witness(x, number, i, true);
		nr++;
	}
	for (i = log->nr_lines; i-- > 0;)
		if (!m.joined[i])
			add_witness(x, number, i, false);
	arena_drop(&x->arena, m.joined);
	return nr;
}

/* Return: whether the kernel logs have lines about more than one GPU. */
static bool has_several_gpus(const struct guclog_explain_options *options)
{
	const char *device = NULL;
	unsigned int i, n;

	for (i = 0; i < options->nr_kernel_logs; i++) {
		const struct guclog_kernel_log *log = options->kernel_log[i];

		for (n = 0; n < log->nr_lines; n++) {
			device = device ?: log->line[n]->device;
			if (strcmp(device, log->line[n]->device))
				return true;
		}
	}
	return false;
}

/**
 * witness_make() - add the lines of kernel logs about the hang to an explanation
 * @x: the explanation, after driver_make()
 * @options: options of guclog_explain() with the kernel logs, may be NULL
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void witness_make(struct explanation *x, const struct guclog_explain_options *options)
{
	struct subject s = { .guc_id = GUCLOG_NONE };
	unsigned int i;

	if (!options)
		return;
	if (x->dump)
		subject_of_dump(&s, x);
	else if (x->log)
		subject_of_record(&s, x->log->incident);
	x->kernel_log = options->kernel_log;
	x->several_gpus = has_several_gpus(options);
	x->nr_joined = arena_zero(&x->arena, (options->nr_kernel_logs + 1) *
				  sizeof(*x->nr_joined));
	if (!x->nr_joined)
		return;
	x->nr_kernel_logs = options->nr_kernel_logs;
	x->shown.nr_kernel_logs = options->nr_kernel_logs;
	x->shown.kernel_log = options->kernel_log;
	if (!x->dump && !x->log)
		choose_incident(x);
	for (i = 0; i < x->nr_kernel_logs; i++)
		x->nr_joined[i] = add_log(x, &s, i);
}
