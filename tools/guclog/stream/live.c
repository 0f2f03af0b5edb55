// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Reads a stream of the module (its file guc_log_stream, or a copy) piece by piece: blocks, clock
 * anchors (values of the GuC's and the host's clock at the same time) and events.
 */
#include "stream/live.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "model/internal.h"
#include "read/log/log.h"
#include "read/log/ticks.h"
#include "read/lfd/describe.h"
#include "read/open.h"

/* Largest size in bytes of all blocks before the events; a stream with more is damaged. */
#define MAX_HEAD	1048576
#define ENTRY		sizeof(struct guc_log_event_v2)

/**
 * live_new() - begin to read a stream
 *
 * Return: the state, which the caller must free with live_free(), or NULL if there is no memory.
 */
struct live *live_new(void)
{
	struct live *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	arena_init(&l->arena, ARENA_NO_LIMIT);
	arena_init(&l->described, ARENA_NO_LIMIT);
	l->busy = arena_zero(&l->arena, AN_ENGINES * sizeof(*l->busy));
	l->blocks = guclog_blocks_stream();
	if (!l->busy || !l->blocks) {
		live_free(l);
		return NULL;
	}
	l->gpu = "";
	l->platform = "";
	l->firmware = "";
	l->oldest_ns = GUCLOG_NO_TIME;
	l->newest_ns = GUCLOG_NO_TIME;
	l->next.seen_ns = GUCLOG_NO_TIME;
	return l;
}

/**
 * live_free() - free the state
 * @l: the state, may be NULL
 */
void live_free(struct live *l)
{
	if (!l)
		return;
	analysis_free(l->a);
	guclog_blocks_close(l->blocks);
	arena_free(&l->described);
	arena_free(&l->arena);
	free(l);
}

/* Return: the time of a tick on CLOCK_BOOTTIME, ns. @has_anchor of @l must be set. */
static s64 live_boottime(const struct live *l, s64 tick)
{
	return l->anchor_ns + guc_ticks_to_ns(tick - l->anchor_tick, l->hz);
}

/*
 * A guclog_slice_fn: if a context was on its engine from tick @from to tick @to, add this period to
 * the busy time of the engine.
 */
static void add_busy(void *context, const struct guclog_context *ctx, bool engine,
		     int64_t from, int64_t to)
{
	struct live *l = context;
	struct live_busy *busy;

	if (!engine || ctx->engine >= AN_ENGINES)
		return;
	busy = &l->busy[ctx->engine];
	busy->ticks += max_t(s64, to - max_t(s64, from, busy->until), 0);
	busy->until = max_t(s64, to, busy->until);
}

static char *release_text(struct live *l, const struct guc_facts *facts)
{
	if (!guc_facts_has(facts, GUC_FACT_guc_version))
		return (char *)"";
	return arena_printf(&l->arena, "%u.%u.%u", facts->guc_version.major,
			    facts->guc_version.minor, facts->guc_version.patch);
}

static int begin_analysis(struct live *l, const struct parsed_log *parsed)
{
	const struct guc_facts *facts = &parsed->facts;
	struct analysis_log log = { .hz = parsed_log_clock_hz(parsed) };
	char gpu[32] = "";

	if (!log.hz)
		return -EBADMSG;
	if (guc_lic_has(&parsed->lic, GUC_LIC_KEY_FW_VERSION)) {
		log.has_firmware = true;
		log.firmware = parsed->lic.value[GUC_LIC_KEY_FW_VERSION];
	}
	if (guc_facts_has(facts, GUC_FACT_pci_address))
		snprintf(gpu, sizeof(gpu), "%04x:%02x:%02x.%u", facts->pci_address.domain,
			 facts->pci_address.bus, facts->pci_address.dev, facts->pci_address.fn);
	l->hz = log.hz;
	l->gt = guc_facts_has(facts, GUC_FACT_gt) ? facts->gt : 0;
	l->gpu = arena_strdup(&l->arena, gpu);
	l->platform = arena_strdup(&l->arena, guc_facts_has(facts, GUC_FACT_platform) ?
					facts->platform : "");
	l->firmware = release_text(l, facts);
	l->a = analysis_new(&log);
	if (!l->a || l->arena.failed)
		return -ENOMEM;
	l->a->contexts.reuse = true;
	l->a->contexts.slice = add_busy;
	l->a->contexts.slice_context = l;
	return 0;
}

/* Parse the blocks before the events. They are read as a log, because they are a valid LFD file. */
static int read_head(struct live *l)
{
	const struct guclog_log *log;
	struct guclog_file *file = logs_open_memory(l->head, l->head_len, NULL, NULL);
	int ret = -EBADMSG;

	if (!file)
		return -EBADMSG;
	log = file->log[0];
	if (log && log->is_lfd)
		ret = begin_analysis(l, &log_of(log)->parsed);
	logs_close(file);
	arena_drop(&l->arena, l->head);
	l->head = NULL;
	return ret;
}

static int add_head(struct live *l, const void *data, size_t len, bool last)
{
	u8 *head;

	if (l->head_len + len > MAX_HEAD)
		return -EBADMSG;
	head = arena_grow(&l->arena, l->head, l->head_len + len);
	if (!head)
		return -ENOMEM;
	memcpy(head + l->head_len, data, len);
	l->head = head;
	l->head_len += len;
	return last ? read_head(l) : 0;
}

static s64 number(struct guc_view text, const char *key, s64 none)
{
	struct guc_view value;
	u64 n;

	if (!comment_get(text, key, &value))
		return none;
	n = comment_to_number(value);
	return n >> 62 ? none : (s64)n;
}

static void take_comment(struct live *l, struct guc_view text)
{
	struct guc_view events;
	s64 tick = number(text, "anchor_guc_tick", -1);
	s64 boot = number(text, "anchor_boottime_ns", -1);

	if (comment_get(text, GUC_COMMENT_EVENTS, &events)) {
		l->next.gap = true;
		l->next.restart = comment_is(events, GUC_COMMENT_EVENTS_AFTER_LOAD);
		l->next.lost += (u64)number(text, GUC_COMMENT_EVENTS_GAP
					    GUC_COMMENT_IN_ENTRIES, 0);
	} else if (tick >= 0 && boot >= 0) {
		l->next.anchor = true;
		l->next.tick = (u64)tick;
		l->next.boottime_ns = boot;
		l->next.age_ns = number(text, "anchor_age_ns", 0);
	}
	l->next.seen_ns = number(text, GUC_COMMENT_SEEN, l->next.seen_ns);
}

/*
 * Return: value of the firmware's clock at the first event after the clock anchor in @l->next.
 * @stamp: the timestamp of the event
 */
static s64 clock_after(const struct live *l, u32 stamp)
{
	return ticks_after_anchor(l->next.tick, (u64)l->next.age_ns, l->hz, stamp);
}

/*
 * Return: estimate of the ticks from the last event to the time at which new bytes were read, or 0
 * if unknown. @ns: this time on CLOCK_BOOTTIME, or GUCLOG_NO_TIME
 */
static s64 pause_ticks(const struct live *l, s64 ns)
{
	if (ns == GUCLOG_NO_TIME || !l->has_anchor)
		return 0;
	return max_t(s64, guc_ns_to_ticks(ns - live_boottime(l, l->tick), l->hz), 0);
}

/*
 * Find the tick of the first event of a block. The timestamps have 32 bits, which may have wrapped
 * several times since the last event of the block before. The number of wraps is computed from a
 * clock anchor or, without one, from the time at which the block was read. @stamp: the timestamp of
 * the event. @arrived: the time at which the block was read
 */
static s64 first_tick(struct live *l, u32 stamp, s64 arrived)
{
	s64 seen = l->next.seen_ns != GUCLOG_NO_TIME ? l->next.seen_ns : arrived, tick;

	if (!l->has_base || l->next.restart) {
		tick = l->events ? l->tick + pause_ticks(l, seen) + 1 : stamp;
		l->base = tick - (l->next.anchor ? clock_after(l, stamp) : stamp);
		l->has_base = true;
		l->has_anchor &= !l->next.restart;
	} else if (l->next.anchor) {
		tick = clock_after(l, stamp) + l->base;
		/*
		 * If the result is before the last event, or if the ticks so far were only
		 * estimated, @base was set when the upper bits of the clock were not known. Then
		 * correct @base.
		 */
		if (tick < l->tick - (s64)TICKS_MAX_STEP_BACK || !l->anchor_exact) {
			tick = l->tick + ticks_step(l->stamp, stamp);
			l->base = tick - clock_after(l, stamp);
		}
	} else {
		tick = l->tick + ticks_step(l->stamp, stamp);
		tick += pause_ticks(l, seen) >> 32 << 32;
	}
	if (l->next.anchor) {
		l->has_anchor = true;
		l->anchor_exact = true;
		l->anchor_tick = (s64)l->next.tick + l->base;
		l->anchor_ns = l->next.boottime_ns;
	}
	return tick;
}

/**
 * live_every() - set a function that is called while a recorded stream is read
 * @l: the state
 * @interval_ns: shortest time between two calls, in the times of the events
 * @call: called by live_add() before an event; it may call live_update()
 * @context: first argument of @call
 *
 * One call of live_add() can add hours of a recording. With @call, a command can also get the state
 * at times within these hours.
 */
void live_every(struct live *l, s64 interval_ns, live_fn call, void *context)
{
	l->call = call;
	l->call_context = context;
	l->interval_ns = interval_ns;
}

/*
 * Before the event at @tick is added, call the function of live_every() if at least
 * @interval_ns have passed since its last call.
 */
static void call_before(struct live *l, s64 tick)
{
	if (!l->call || !l->has_anchor ||
	    tick - l->called < guc_ns_to_ticks(l->interval_ns, l->hz))
		return;
	l->called = tick;
	l->call(l->call_context, live_boottime(l, tick));
}

static void add_event(struct live *l, const struct live_entry *entry, bool gap)
{
	struct an_event e = {
		.index = l->index++,
		.tick = l->tick,
		.id = entry->id,
		.arg = { entry->arg[0], entry->arg[1] },
		.gap = gap,
	};

	analysis_event(l->a, &e);
	l->events++;
}

/*
 * If there is no clock anchor, assume that the newest event was written when its bytes arrived.
 */
static void guess_anchor(struct live *l, s64 arrived)
{
	if (arrived == GUCLOG_NO_TIME || (l->has_anchor && l->anchor_exact))
		return;
	l->has_anchor = true;
	l->anchor_exact = false;
	l->anchor_tick = l->tick;
	l->anchor_ns = arrived;
}

static void read_log(struct live *l, struct guclog_events *t)
{
	struct guclog_event e;

	while (guclog_events_next(t, &e)) {
		struct live_entry entry = { e.stamp, e.id, { e.arg[0], e.arg[1] } };

		if (e.before_load)
			continue;
		l->tick = e.tick;
		l->stamp = e.stamp;
		add_event(l, &entry, e.gap_bytes || !l->events);
		if (l->before)
			l->before[l->nr_before++] = entry;
	}
	if (!l->events)
		return;
	l->has_base = true;
	if (!t->anchored)
		return;
	l->has_anchor = true;
	l->anchor_exact = true;
	l->anchor_tick = l->tick;
	l->anchor_ns = guclog_events_boottime_ns(t, l->tick);
	l->oldest_ns = live_boottime(l, l->a->first_tick);
	l->newest_ns = l->anchor_ns;
}

/**
 * live_before() - add the events that the GuC wrote before the stream was opened
 * @l: the state, before the first live_add()
 * @log: the log of the same GT, read after the stream was opened
 *
 * A stream contains only the events from its opening on. With @log, engines and contexts are known
 * even while the GuC writes no events. Events that are both in the log and in the stream are used
 * once.
 *
 * Return: 0; -EBADMSG if the log is not an LFD file with a known frequency of the GuC's clock, and
 * the state is then unchanged; -ENOMEM.
 */
int live_before(struct live *l, const struct guclog_log *log)
{
	struct guclog_error error;
	struct guclog_events *t = log_events_open(log, GUCLOG_EVENTS_PLAIN, &error);
	int ret = !t && error.code == -ENOMEM ? -ENOMEM : -EBADMSG;

	if (t && log->is_lfd)
		ret = begin_analysis(l, &log_of(log)->parsed);
	if (!ret) {
		l->before = arena_zero(&l->arena, (t->entries + 1) * sizeof(*l->before));
		read_log(l, t);
	}
	guclog_events_close(t);
	return ret ?: l->a->arena.failed || l->arena.failed ? -ENOMEM : 0;
}

/*
 * Find @entry, the first event of the stream, among the events that the log had when the stream was
 * opened. Return: number of these events from @entry on, which are repeated in the stream, or 0 if
 * @entry is not among them.
 */
static size_t find_again(const struct live *l, const struct live_entry *entry)
{
	size_t i;

	for (i = l->nr_before; i--; )
		if (!memcmp(&l->before[i], entry, sizeof(*entry)))
			return l->nr_before - i;
	return 0;
}

static int take_events(struct live *l, struct guc_view data, s64 arrived)
{
	bool first = true;
	size_t at;

	if (data.len < 4 || guc_load_le32(data.data) != GUC_LOG_EVENT_VERSION)
		return -EBADMSG;
	for (at = 4; data.len - at >= ENTRY; at += ENTRY) {
		struct guc_log_event_v2 wire;
		struct live_entry entry;
		s64 tick;

		memcpy(&wire, data.data + at, ENTRY);
		entry = (struct live_entry){
			le32_to_cpu(wire.timestamp), le32_to_cpu(wire.id),
			{ le32_to_cpu(wire.arg[0]), le32_to_cpu(wire.arg[1]) },
		};
		if (l->before) {
			l->again = l->next.restart ? 0 : find_again(l, &entry);
			arena_drop(&l->arena, l->before);
			l->before = NULL;
		}
		if (l->again) {
			l->again--;
			continue;
		}
		tick = first ? first_tick(l, entry.stamp, arrived) :
		       l->tick + ticks_step(l->stamp, entry.stamp);
		call_before(l, tick);
		l->tick = tick;
		l->stamp = entry.stamp;
		add_event(l, &entry, first && (l->next.gap || !l->events));
		first = false;
	}
	if (first)
		return 0;
	guess_anchor(l, arrived);
	l->lost += l->next.lost;
	l->restarts += l->next.restart;
	memset(&l->next, 0, sizeof(l->next));
	l->next.seen_ns = GUCLOG_NO_TIME;
	if (l->has_anchor) {
		l->oldest_ns = live_boottime(l, l->a->first_tick);
		l->newest_ns = live_boottime(l, l->tick);
	}
	return l->a->arena.failed ? -ENOMEM : 0;
}

static int take_block(struct live *l, const struct guclog_block *b, s64 arrived)
{
	struct guc_view data = bytes(b->data.data, b->data.len);
	struct guc_view text = { NULL, 0 }, value;

	if (b->type == GUCLOG_BLOCK_HOST_COMMENT)
		text = comment_text(data);
	if (!l->begun) {
		if (b->type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER)
			return -EBADMSG;
		l->begun = comment_get(text, GUC_COMMENT_STREAM, &value);
		return l->a ? 0 : add_head(l, b->bytes.data, b->bytes.len, l->begun);
	}
	if (b->type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER)
		return take_events(l, data, arrived);
	if (b->type == GUCLOG_BLOCK_HOST_COMMENT)
		take_comment(l, text);
	return 0;
}

/**
 * live_add() - add bytes of the stream that have arrived
 * @l: the state
 * @data: the bytes that follow the bytes of the previous call
 * @len: bytes at @data
 * @boottime_ns: time at which the bytes arrived; GUCLOG_NO_TIME for a recorded stream or the stream
 *	of another machine, which contain their own times
 *
 * Return: 0; -EBADMSG if the bytes are not a stream of the kernel module; -ENOMEM. After an error,
 * all later calls return the same error.
 */
int live_add(struct live *l, const void *data, size_t len, s64 boottime_ns)
{
	struct guclog_block block;
	int ret = 1;

	if (l->error || !len)
		return l->error;
	l->error = guclog_blocks_add(l->blocks, data, len);
	while (!l->error && ret > 0) {
		ret = guclog_blocks_next(l->blocks, &block, NULL);
		if (ret > 0)
			l->error = take_block(l, &block, boottime_ns);
		else if (ret < 0)
			l->error = -EBADMSG;
	}
	return l->error;
}
