// SPDX-License-Identifier: GPL-2.0-only
/*
 * Advice: what the user can do next. Each piece of advice belongs to a finding; without a finding
 * there is no advice.
 */
#include "explain/advice.h"

#include "explain/known.h"
#include "messages/incidents.h"

/* Largest number of pieces of advice in an explanation. */
#define MAX_ADVICE	3u
/* Largest number of incidents of a kernel log whose messages are searched for advice. */
#define MAX_INCIDENTS	6u

/* Length of the ring of events in a kernel without the option for debugging, in bytes. */
#define SMALL_RING	65536u

/* Where the developers of the drivers want reports. */
#define XE_REPORTS	"https://gitlab.freedesktop.org/drm/xe/kernel/-/issues"
#define I915_REPORTS	"https://gitlab.freedesktop.org/drm/i915/kernel/-/issues"

/*
 * Add a piece of advice, unless it is there or there are enough. The sentences about the advice
 * follow at the end.
 */
__printf(3, 4) static void advise(struct explanation *x, const char *finding, const char *fmt, ...)
{
	struct guclog_explanation *to = &x->shown;
	struct guclog_advice *new;
	const char *text;
	unsigned int i;
	va_list args;

	if (to->nr_advice == MAX_ADVICE)
		return;
	va_start(args, fmt);
	text = arena_vprintf(&x->arena, fmt, args);
	va_end(args);
	for (i = 0; text && i < to->nr_advice; i++)
		if (!strcmp(x->advice[i]->text, text))
			return;
	if (!text)
		return;
	new = arena_zero(&x->arena, sizeof(*new));
	if (!new)
		return;
	new->finding = finding;
	new->text = text;
	x->advice_basis[to->nr_advice] = x->basis;
	x->advice[to->nr_advice++] = new;
}

/* Advise what the messages of an incident advise. */
static void advise_for_incident(struct explanation *x,
				const struct guclog_kernel_incident *incident)
{
	unsigned int i;

	for (i = 0; i < incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = incident->line[i];

		/* A dump that no longer exists cannot be saved. */
		if (line->event == GUCLOG_KERNEL_DUMP_CREATED &&
		    incident->dump != GUCLOG_DUMP_PERHAPS)
			continue;
		if (line->advice)
			advise(x, "message", "%s", line->advice);
	}
}

/*
 * Advise what the messages of the driver advise: of a kernel log alone those of the gravest
 * incidents, else those that are about the hang.
 */
static void advise_for_messages(struct explanation *x)
{
	unsigned int i, n;

	x->basis = GUCLOG_BASIS_KERNEL_LOG;
	for (i = 0; !x->log && !x->dump && i < x->nr_kernel_logs; i++) {
		const struct guclog_kernel_incident *incident = NULL;

		for (n = 0; n < MAX_INCIDENTS &&
		     (incident = incident_gravest(x->kernel_log[i], incident)); n++)
			advise_for_incident(x, incident);
	}
	for (i = 0; (x->log || x->dump) && i < x->shown.nr_witnesses; i++) {
		const struct guclog_witness *w = x->shown.witness[i];

		/* The dump is in the input. */
		if (w->joined && w->line->advice && w->line->event != GUCLOG_KERNEL_DUMP_CREATED)
			advise(x, "message", "%s", w->line->advice);
	}
}

/* Return: whether the input has a hang. */
static bool has_hang(const struct explanation *x)
{
	return x->shown.hang == GUCLOG_YES || x->shown.firmware_crash == GUCLOG_YES;
}

static void advise_known(struct explanation *x)
{
	unsigned int i;

	x->basis = GUCLOG_BASIS_REPORTS;
	for (i = 0; i < x->shown.nr_known; i++)
		if (x->shown.known[i]->cure)
			advise(x, "known case", "%s (known case %s)", x->shown.known[i]->cure,
			       x->shown.known[i]->id);
}

/* For a log without events: advise level 1 if the level was 0. */
static void advise_level(struct explanation *x)
{
	const struct guclog_facts *f = x->log ? x->log->facts : NULL;

	x->basis = GUCLOG_BASIS_LOG;
	if (f && !(x->a && x->survey->events) && f->known & BIT_ULL(GUCLOG_FACT_LOG_LEVEL) &&
	    !f->log_level)
		advise(x, "log level",
		       "the log level was 0: set guc_log_level=1 and wait for the next hang");
}

/* Return: the class of the queue's engines, as sysfs names it, or "*" if it is not known. */
static const char *class_name(const struct explanation *x, char buf[16])
{
	const struct guclog_suspect *first = x->shown.first;
	const char *engine = *first->engine ? first->engine : x->shown.driver.engine;

	if (!*engine && x->shown.driver.engine_class)
		engine = x->shown.driver.engine_class;
	snprintf(buf, 16, "%.*s", (int)strcspn(engine, "0123456789"), engine);
	return *buf ? buf : "*";
}

/*
 * Say which limit was hit, and which file sets it. The preemption timeout is the limit of a context
 * that should leave its engine for another one; the job timeout is that of a job, whether or not
 * another context waits. If the driver disables a queue because of the latter, it sets the former
 * to 1 us, so the reset that follows says nothing about it. The job timeout that was hit is not
 * told, because the driver prints it in jiffies.
 */
static void advise_limit(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_findings *v = x->found;
	bool known = v && v->chosen && v->has_wait && is_victim_of_log(x);
	char class[16], limit[40] = "";

	if (x->shown.hang != GUCLOG_YES || x->shown.memory_fault || d->kernel_queue ||
	    d->bind_queue || x->shown.failed_reset || x->shown.stuck)
		return;
	if (known && !v->chosen->wait.disabled) {
		x->basis = GUCLOG_BASIS_LOG;
		if (engine_is_parked(x))
			return;
		if (v->limit_us)
			snprintf(limit, sizeof(limit), " of %.3f ms", v->limit_us / 1e3);
		advise(x, "preemption timeout",
		       "if the work is only long, make it shorter or raise the preemption timeout%s, the limit that was hit: /sys/class/drm/card*/device/tile*/gt*/engines/%s/preempt_timeout_us sets it for queues that are created afterwards",
		       limit, class_name(x, class));
	} else if (driver_is_late(d) && driver_has_begun(d) && !d->job_ended &&
		   (known || x->shown.reset != GUCLOG_YES) &&
		   (!x->incident || x->incident->cause->event == GUCLOG_KERNEL_JOB_TIMEOUT)) {
		x->basis = x->dump ? GUCLOG_BASIS_DRIVER : GUCLOG_BASIS_KERNEL_LOG;
		advise(x, "job timeout",
		       "if the work is only slow, make its jobs shorter or raise the job timeout, the limit that was hit: /sys/class/drm/card*/device/tile*/gt*/engines/%s/job_timeout_ms sets it for queues that are created afterwards",
		       class_name(x, class));
	}
}

/* Return: the version of the firmware as a number, 0 if unknown. @text: set to it as text */
static u32 firmware_of(const struct explanation *x, char text[40])
{
	const struct guc_facts *f = x->log ? const_core_facts(x->log->facts) : NULL;
	const char *line = x->gt ? guclog_dump_text(&x->gt->log.fields, DUMP_LOG_VERSION) : NULL;
	struct guc_release v = { .major = 0 };

	if (f && guc_facts_has(f, GUC_FACT_guc_version))
		v = f->guc_version;
	else if (!line || sscanf(line, "%u.%u.%u", &v.major, &v.minor, &v.patch) != 3)
		return 0;
	snprintf(text, 40, "%u.%u.%u", v.major, v.minor, v.patch);
	return known_version(&v);
}

/*
 * Advise an update if a message of the driver recommends a newer firmware. The message that says
 * which firmware this is can be missing: the driver prints two.
 */
static void advise_recommended(struct explanation *x, const struct guclog_kernel_log *log)
{
	const struct guclog_kernel_line *bare = NULL;
	bool said = false;
	unsigned int i;

	for (i = 0; i < log->nr_lines; i++) {
		const struct guclog_kernel_line *line = log->line[i];
		const struct guclog_message_field *wanted = kernel_line_field(line, "wanted");
		const struct guclog_message_field *version = kernel_line_field(line, "version");
		const struct guclog_message_field *name = kernel_line_field(line, "firmware");

		if (line->about != GUCLOG_MESSAGE_FIRMWARE_AGE)
			continue;
		if (!name || !wanted || !version) {
			bare = line;
			continue;
		}
		said = true;
		/* The finding is said in any case, also if other advice is more important. */
		if (x->shown.nr_advice == MAX_ADVICE)
			sentence_begin(x, "The %s firmware %s is older than %s, which the driver recommends.",
				       name->text, version->text, wanted->text);
		else
			advise(x, "firmware",
			       "update the %s firmware of %s from %s to %s, which the driver recommends, or newer: linux-firmware, then the initramfs",
			       name->text, *line->device ? line->device : "the GPU",
			       version->text, wanted->text);
	}
	if (bare && !said)
		advise(x, "firmware",
		       "update linux-firmware, then the initramfs: the driver of %s found a firmware that is older than it recommends (the line before, which is not in this text, says which)",
		       *bare->device ? bare->device : "the GPU");
}

/* Advise an update if Linux is known to recommend a newer firmware. */
static void advise_firmware(struct explanation *x)
{
	const struct guc_facts *f = x->log ? const_core_facts(x->log->facts) : NULL;
	const char *platform = known_platform(f, x->dump);
	char version[40];
	u32 number = firmware_of(x, version);
	unsigned int i;

	x->basis = GUCLOG_BASIS_KERNEL_LOG;
	for (i = 0; !x->log && !x->dump && i < x->nr_kernel_logs; i++)
		advise_recommended(x, x->kernel_log[i]);
	x->basis = GUCLOG_BASIS_DRIVER;
	for (i = 0; has_hang(x) && number && platform && i < newest_firmware_nr; i++) {
		const struct newest_firmware *newest = &newest_firmware[i];

		if (!strcmp(platform, newest->platform) && number < newest->number)
			advise(x, "firmware",
			       "update the firmware of the GuC from %s to %s or newer: %s of linux-firmware, then the initramfs",
			       version, newest->version, newest->file);
	}
}

/**
 * log_is_of_i915() - find out which driver wrote a log
 * @log: the log
 *
 * Return: true if i915 wrote it, false if xe did or if it is unknown.
 */
bool log_is_of_i915(const struct guclog_log *log)
{
	const struct guc_facts *f = const_core_facts(log->facts);

	return log->form == GUCLOG_FORM_HEXDUMP || log->form == GUCLOG_FORM_RELAY ||
	       log->form == GUCLOG_FORM_ERROR_STATE ||
	       (guc_facts_has(f, GUC_FACT_driver) && !strcmp(f->driver, "i915"));
}

/**
 * log_ring_option() - find out how a log that has lost its older events can reach further back
 * @log: the log
 *
 * Return: the option of the kernel that makes the ring larger; NULL if no event is lost or if the
 * ring has the largest size.
 */
const char *log_ring_option(const struct guclog_log *log)
{
	const struct guclog_layout *layout = log->layout;

	if (!layout->wrapped || !layout->ring_size || layout->ring_size > SMALL_RING)
		return NULL;
	return log_is_of_i915(log) ? "CONFIG_DRM_I915_DEBUG_GUC" : "CONFIG_DRM_XE_DEBUG_GUC";
}

/* If the log does not reach back to where the victim came to its engine: say how it would. */
static void advise_ring(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const char *option = x->log ? log_ring_option(x->log) : NULL;

	x->basis = GUCLOG_BASIS_LOG;
	if (option && x->shown.hang == GUCLOG_YES &&
	    (!v || !v->chosen || (is_victim_of_log(x) && !v->victim.on_known)))
		advise(x, "ring",
		       "the ring had wrapped, so older events are lost: a kernel with %s has a ring of 16 MiB",
		       option);
}

/* Advise to get the lines of page faults that a filter has removed. */
static void advise_filtered(struct explanation *x)
{
	unsigned int i;

	x->basis = GUCLOG_BASIS_KERNEL_LOG;
	for (i = 0; i < x->nr_kernel_logs; i++)
		if (x->kernel_log[i]->nr_filtered)
			advise(x, "filtered",
			       "get the whole text of 'journalctl -k -b' or 'dmesg', without 'grep': the lines with the addresses of the page faults are missing");
}

/*
 * Return: whether the incident of a kernel log alone is about the driver, the firmware or the
 * device, and not about the work of a program.
 */
static bool is_of_driver(const struct guclog_kernel_incident *incident)
{
	const struct guclog_kernel_line *cause = incident ? incident->cause : NULL;

	if (!cause)
		return false;
	switch (cause->about) {
	case GUCLOG_MESSAGE_MEMORY_FAULT:
	case GUCLOG_MESSAGE_ENGINE_RESET:
		return cause->event == GUCLOG_KERNEL_RESET_FAILED;
	case GUCLOG_MESSAGE_JOB_TIMEOUT:
		return cause->event != GUCLOG_KERNEL_JOB_TIMEOUT;
	default:
		return true;
	}
}

/* Say to whom the hang can be reported, and with which file. */
static void advise_report(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const char *file = x->dump ? "this devcoredump" : x->log ? "this log" : "the kernel log";
	bool driver = x->shown.firmware_crash == GUCLOG_YES || x->shown.stuck ||
		      x->shown.failed_reset || d->kernel_queue || d->bind_queue ||
		      (d->guc_id != GUCLOG_NONE && !driver_has_begun(d)) ||
		      is_of_driver(x->incident);

	x->basis = x->dump ? GUCLOG_BASIS_DRIVER : x->log ? GUCLOG_BASIS_LOG :
		   GUCLOG_BASIS_KERNEL_LOG;
	if (!has_hang(x) || d->wedged)
		return;
	if (x->incident && x->incident->cause->i915)
		advise(x, "report",
		       "report it to the developers of i915, " I915_REPORTS ", with the kernel log and the error state, /sys/class/drm/card*/error");
	else if (driver)
		advise(x, "report",
		       "report it to the developers of xe, " XE_REPORTS ", with %s ('guclog report --redact' removes what is private)",
		       file);
	else if (d->guc_id != GUCLOG_NONE)
		advise(x, "report",
		       "report it to the developers of the user space driver that the program uses (Mesa; compute-runtime for OpenCL and Level Zero), with %s ('guclog report --redact' removes what is private)",
		       file);
}

/**
 * explain_advice() - say what to do next, in at most three sentences
 * @x: the explanation, with all other sentences
 *
 * The order of the functions is the order of importance.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_advice(struct explanation *x)
{
	unsigned int i;

	x->advice = arena_zero(&x->arena, (MAX_ADVICE + 1) * sizeof(*x->advice));
	x->advice_basis = arena_zero(&x->arena, MAX_ADVICE * sizeof(*x->advice_basis));
	if (!x->advice || !x->advice_basis)
		return;
	x->shown.advice = (const struct guclog_advice *const *)x->advice;
	advise_for_messages(x);
	advise_known(x);
	advise_level(x);
	advise_limit(x);
	advise_firmware(x);
	advise_ring(x);
	advise_filtered(x);
	advise_report(x);
	for (i = 0; i < x->shown.nr_advice; i++) {
		x->basis = x->advice_basis[i];
		sentence_begin(x, "What to do: %s.", x->advice[i]->text);
	}
}
