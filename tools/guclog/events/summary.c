// SPDX-License-Identifier: GPL-2.0-only
#include "events/summary.h"

#include "guc_clock.h"
#include "util/log_file.h"

static void release_text(char buf[40], const struct guclog_release *r)
{
	snprintf(buf, 40, "%u.%u.%u", r->major, r->minor, r->patch);
}

static bool older(const struct guclog_release *a, const struct guclog_release *b)
{
	if (a->major != b->major)
		return a->major < b->major;
	if (a->minor != b->minor)
		return a->minor < b->minor;
	return a->patch < b->patch;
}

/* The version in the LIC is preferred to the driver's. */
static void find_firmware(struct summary *sum)
{
	const struct log_view *view = sum->view;
	uint32_t v;
	struct guclog_release found = view->facts.guc_version;

	if (!guclog_log_lic(view->handle, GUCLOG_LIC_FW_VERSION, &v))
		found = (struct guclog_release){ v >> 16 & 0xff, v >> 8 & 0xff, v & 0xff };
	else if (!guclog_facts_has(&view->facts, GUCLOG_FACT_GUC_VERSION))
		return;
	release_text(sum->firmware, &found);
	if (!guclog_facts_has(&view->facts, GUCLOG_FACT_GUC_WANTED))
		return;
	release_text(sum->wanted, &view->facts.guc_wanted);
	sum->outdated = older(&found, &view->facts.guc_wanted);
}

/*
 * When the input does not give the length of the log buffer, it is at least the
 * length that the states describe. Implausible sizes make it unknown.
 */
static void find_total(struct summary *sum)
{
	const struct guclog_log *log = sum->view->handle;
	u64 total = guclog_log_total(log), len = log_bytes(log).len, end;
	unsigned int i;

	if (sum->view->is_lfd) {
		sum->total = len;
		return;
	}
	for (i = 0; i < GUCLOG_REGION_CAPTURE + 1; i++) {
		struct guclog_region r;

		if (guclog_log_region(log, (enum guclog_region_id)i, &r))
			continue;
		end = r.offset + r.size;
		total = max(total, end);
	}
	sum->total = total <= GUCLOG_MAX_IMAGE ? total : 0;
	sum->missing = max(total, len) - len;
}

static void find_times(struct summary *sum)
{
	const struct guclog_events *t = sum->t;

	sum->span_ns = -1;
	sum->age_ns = -1;
	if (!sum->timed || !t->entries || !t->hz || sum->view->layout.unordered)
		return;
	if (!t->inner_gap)
		sum->span_ns = guc_ticks_to_ns(t->newest - t->oldest, t->hz);
	/* A stream is not copied at one moment. */
	if (t->anchored && !sum->view->anchor_of && !sum->view->layout.missing_bytes &&
	    !sum->view->layout.stream)
		sum->age_ns = max(guc_ticks_to_ns((s64)t->now - t->newest, t->hz), 0ll);
}

static void advise(struct summary *sum, const char *sentence)
{
	if (sum->nr_advice < SUMMARY_MAX_ADVICE)
		sum->advice[sum->nr_advice++] = sentence;
}

static bool is_i915(const struct guclog_log *log, const struct guclog_facts *f)
{
	enum guclog_form kind = guclog_log_kind(log);

	return kind == GUCLOG_FORM_HEXDUMP || kind == GUCLOG_FORM_RELAY ||
	       kind == GUCLOG_FORM_ERROR_STATE ||
	       (guclog_facts_has(f, GUCLOG_FACT_DRIVER) && !strcmp(f->driver, "i915"));
}

/* What differs between the drivers. */
static void advise_for_driver(struct summary *sum)
{
	static const struct {
		const char *off;
		const char *level_1;
		const char *ring;
	} xe = {
		"Logging is off: load xe with guc_log_level=3 and reproduce the problem.",
		"At log level 1 the firmware logs few events: load xe with guc_log_level=3 (2 to 5) and reproduce the problem.",
		"The ring had wrapped, so older events are gone: a kernel with CONFIG_DRM_XE_DEBUG_GUC has a ring of 16 MiB.",
	}, i915 = {
		"Logging is off: load i915 with guc_log_level=3, or write 3 to gt0/uc/guc_log_level in its debugfs, and reproduce the problem.",
		"At log level 1 the firmware logs few events: load i915 with guc_log_level=3 (2 to 5), or write 3 to gt0/uc/guc_log_level in its debugfs, and reproduce the problem.",
		"The ring had wrapped, so older events are gone: a kernel with CONFIG_DRM_I915_DEBUG_GUC has a ring of 16 MiB.",
	};
	const struct log_view *view = sum->view;
	const struct guclog_facts *f = &view->facts;
	bool has_level = guclog_facts_has(f, GUCLOG_FACT_LOG_LEVEL);
	bool is_xe = !is_i915(view->handle, f);

	if (has_level && f->log_level == 0)
		advise(sum, is_xe ? xe.off : i915.off);
	else if (has_level && f->log_level == 1)
		advise(sum, is_xe ? xe.level_1 : i915.level_1);
	if (view->layout.wrapped && view->layout.ring_size && view->layout.ring_size <= 65536)
		advise(sum, is_xe ? xe.ring : i915.ring);
}

static void find_advice(struct summary *sum)
{
	const struct log_view *view = sum->view;
	unsigned int losses = guclog_log_nr_losses(view->handle);

	if (view->layout.stream && view->layout.gap_bytes)
		advise(sum, "Events were written faster than the stream was read: a ring of 16 MiB (CONFIG_DRM_XE_DEBUG_GUC) or a lower log level loses fewer.");
	else if (guclog_log_kind(view->handle) == GUCLOG_FORM_RELAY && !losses)
		advise(sum, "A sub-buffer of the relay has what was written since the one before it: the others have the rest, and guc_log_dump has the whole buffer.");
	else if (sum->missing || losses || view->layout.missing_bytes || view->layout.gap_bytes)
		advise(sum, "The log is not whole: copy it again as a file, not from a terminal, a web form or a rotated kernel log.");
	advise_for_driver(sum);
	if (sum->outdated)
		advise(sum, "The firmware is older than the driver wants: update linux-firmware.");
	if (view->layout.crash == GUCLOG_CRASH_PRESENT)
		advise(sum, "The firmware has crashed: 'guclog convert --to crash' writes its crash dump to a file.");
	if (sum->timed && sum->t->entries && !sum->t->anchored)
		advise(sum, "There is no anchor between the GuC's clock and the host's: times are relative.");
	if (guclog_log_before_load(view->handle).len)
		advise(sum, "Events from before the firmware was loaded again are there: 'guclog decode' shows them first.");
}

/**
 * summary_make() - summarise a log
 * @sum: filled; points to @view
 * @view: the log
 * @t: its events, NULL if they cannot be separated
 *
 * Context: any.
 */
void summary_make(struct summary *sum, const struct log_view *view,
		  const struct guclog_events *t)
{
	static const struct guclog_events none;

	memset(sum, 0, sizeof(*sum));
	sum->view = view;
	sum->timed = t;
	sum->t = t ? t : &none;
	find_total(sum);
	sum->complete = !sum->missing && !guclog_log_nr_losses(view->handle) &&
			!view->layout.faults && !view->broken.error &&
			!view->layout.missing_bytes && !view->layout.gap_bytes;
	find_firmware(sum);
	find_times(sum);
	find_advice(sum);
}
