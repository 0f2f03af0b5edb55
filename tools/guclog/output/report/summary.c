// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the summary of a log.
 */
#include "abi/guc_lic_abi.h"
#include "guc_clock.h"
#include "explain/advice.h"
#include "model/internal.h"
#include "output/report/summary.h"
#include "read/log/log.h"
#include "read/log/events.h"

static void release_text(char buf[40], const struct guc_release *r)
{
	snprintf(buf, 40, "%u.%u.%u", r->major, r->minor, r->patch);
}

static bool older(const struct guc_release *a, const struct guc_release *b)
{
	if (a->major != b->major)
		return a->major < b->major;
	if (a->minor != b->minor)
		return a->minor < b->minor;
	return a->patch < b->patch;
}

/* Find the version of the firmware: from the log init config (LIC), or else from the driver. */
static void find_firmware(struct guclog_summary *sum)
{
	const struct guc_facts *facts = const_core_facts(sum->log->facts);
	struct guc_release found = facts->guc_version;
	u32 v;

	if (!guclog_log_lic(sum->log, GUCLOG_LIC_FW_VERSION, &v))
		found = (struct guc_release){
			FIELD_GET(GUC_FW_VERSION_MAJOR, v),
			FIELD_GET(GUC_FW_VERSION_MINOR, v),
			FIELD_GET(GUC_FW_VERSION_PATCH, v),
		};
	else if (!guc_facts_has(facts, GUC_FACT_guc_version))
		return;
	release_text(sum->firmware, &found);
	if (!guc_facts_has(facts, GUC_FACT_guc_wanted))
		return;
	release_text(sum->wanted, &facts->guc_wanted);
	sum->outdated = older(&found, &facts->guc_wanted);
}

static void find_times(struct guclog_summary *sum)
{
	const struct guclog_events *t = sum->events;

	sum->span_ns = -1;
	sum->age_ns = -1;
	if (!t || !t->entries || !t->hz || sum->log->layout->unordered)
		return;
	if (!t->inner_gap)
		sum->span_ns = guc_ticks_to_ns(t->newest - t->oldest, t->hz);
	/*
	 * The age is the time from the newest event to the copy. A stream has no age, because it
	 * was not copied at one moment.
	 */
	if (t->anchored && !sum->log->anchor_of && !sum->log->layout->missing_bytes &&
	    !sum->log->layout->stream)
		sum->age_ns = max(guc_ticks_to_ns((s64)t->now - t->newest, t->hz), 0ll);
}

static void advise(struct guclog_summary *sum, const char *sentence)
{
	if (sum->nr_advice < GUCLOG_MAX_ADVICE)
		sum->advice[sum->nr_advice++] = sentence;
}

/* Add the advice that depends on the driver. */
static void advise_for_driver(struct guclog_summary *sum)
{
	static const struct {
		const char *off;
		const char *ring;
	} xe = {
		"Logging is off: load xe with guc_log_level=1 and reproduce the problem.",
		"The ring had wrapped, so older events are lost: a kernel with CONFIG_DRM_XE_DEBUG_GUC has a ring of 16 MiB.",
	}, i915 = {
		"Logging is off: load i915 with guc_log_level=1, or write 1 to gt0/uc/guc_log_level in its debugfs, and reproduce the problem.",
		"The ring had wrapped, so older events are lost: a kernel with CONFIG_DRM_I915_DEBUG_GUC has a ring of 16 MiB.",
	};
	const struct guc_facts *f = const_core_facts(sum->log->facts);
	bool is_xe = !log_is_of_i915(sum->log);

	if (guc_facts_has(f, GUC_FACT_log_level) && f->log_level == 0)
		advise(sum, is_xe ? xe.off : i915.off);
	if (log_ring_option(sum->log))
		advise(sum, is_xe ? xe.ring : i915.ring);
}

static void find_advice(struct guclog_summary *sum)
{
	const struct guclog_layout *layout = sum->log->layout;
	unsigned int losses = sum->log->nr_losses;

	if (layout->stream && layout->gap_bytes)
		advise(sum, "Events were written faster than the stream was read: a ring of 16 MiB (CONFIG_DRM_XE_DEBUG_GUC) or a lower log level loses fewer.");
	else if (sum->log->form == GUCLOG_FORM_RELAY && !losses)
		advise(sum, "Each sub-buffer of the relay has only the data that were written since the preceding sub-buffer; guc_log_dump has the whole buffer.");
	else if (sum->missing || losses || layout->missing_bytes || layout->gap_bytes)
		advise(sum, "The log is not whole: copy it again as a file, not from a terminal, a web form or a rotated kernel log.");
	advise_for_driver(sum);
	if (sum->outdated)
		advise(sum, "The firmware is older than the driver wants: update linux-firmware.");
	if (layout->crash == GUCLOG_CRASH_PRESENT)
		advise(sum, "The firmware has crashed: 'guclog convert --to crash' writes its crash dump to a file.");
	if (sum->events && sum->events->entries && !sum->events->anchored)
		advise(sum, "There is no anchor between the GuC's clock and the host's: times are relative.");
	if (sum->log->before_load.len)
		advise(sum, "The log also has events from before the firmware was loaded again: 'guclog decode' shows them first.");
}

void guclog_log_summary(const struct guclog_log *log, const struct guclog_events *events,
			struct guclog_summary *summary)
{
	u64 total = log_buffer_length(log);

	*summary = (struct guclog_summary){
		.log = log,
		.events = events,
		.complete = guclog_log_complete(log),
		/* An implausible length counts as unknown. */
		.total = log->is_lfd || total <= GUCLOG_MAX_IMAGE ? total : 0,
		.missing = total - log->image.len,
	};
	find_firmware(summary);
	find_times(summary);
	find_advice(summary);
}
