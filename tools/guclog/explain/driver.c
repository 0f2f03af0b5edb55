// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Reads what the driver recorded in a devcoredump: the reason for the dump, the queue that the dump
 * is about, and the reports of the GuC to the driver. Their formats are public, so the dictionary
 * (the event names that were derived from logs) is not needed.
 */
#include "explain/explanation.h"
#include "model/printed.h"
#include "model/record.h"
#include "read/dump/ct.h"
#include "explain/analysis.h"
#include "explain/context_image.h"
#include "events/dump_facts.h"
#include "explain/page_faults.h"
#include "explain/triggers.h"
#include "read/log/log.h"

#include "abi/guc_ct_abi.h"
#include "guc_clock.h"
#include "model/known_names.h"

/* Value of the line "Timestamp" in a dump if the context is on an engine. It is not a time. */
#define CONTEXT_ACTIVE		1

/* Bits of the flags of a queue, the same in Linux 6.12 to 7.3. */
#define FLAG_KERNEL		BIT(0)
#define FLAG_VM			BIT(2)

static const struct {
	enum dump_name begin;
	enum guclog_driver_kind kind;
} reasons[] = {
	{ DUMP_HEAD_TIMEDOUT, GUCLOG_DRIVER_JOB_TIMEOUT },
	{ DUMP_HEAD_CLEANUP, GUCLOG_DRIVER_QUEUE_CLEANUP },
	{ DUMP_HEAD_DISABLE_FAILED, GUCLOG_DRIVER_DISABLE_FAILED },
};

/*
 * Return: why the driver made the devcoredump. Before Linux 6.13 xe gives no reason, and makes a
 * devcoredump only for a job that has timed out.
 */
static enum guclog_driver_kind kind_of(const struct guclog_dump *dump, const char *reason)
{
	struct guc_view text = guc_view(reason ?: "", strlen(reason ?: ""));
	u32 kernel = dump_linux(dump);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reasons); i++)
		if (printed_eat(&text, reasons[i].begin))
			return reasons[i].kind;
	if (reason)
		return GUCLOG_DRIVER_OTHER;
	return kernel >= 600 && kernel < 613 ? GUCLOG_DRIVER_JOB_TIMEOUT : GUCLOG_DRIVER_NONE;
}

/*
 * Return: whether the queue's context was the last one on the engine: queue and engine have the
 * same ring, or the same context descriptor.
 */
static bool had_context(const struct guclog_dump_engine *engine,
			const struct guclog_dump_context *c)
{
	const struct guclog_dump_fields *lrc = queue_fields(c);
	uint64_t ring, desc;
	u64 value;

	if (engine_reg(engine, DUMP_REGISTER_RING_START, &value) &&
	    guclog_dump_number(lrc, DUMP_LRC_RING_ADDRESS, &ring) && ring && value == ring)
		return true;
	return engine_reg(engine, DUMP_REGISTER_SQ_CONTENTS, &value) &&
	       guclog_dump_number(lrc, DUMP_LRC_DESC, &desc) && desc &&
	       (value & 0xfffff000) == (desc & 0xfffff000);
}

/* Return: the name of the queue's engine class, NULL if the dump does not have it. */
static const char *class_of(const struct guclog_dump_context *c)
{
	uint64_t class;

	if (!guclog_dump_number(&c->fields, DUMP_QUEUE_CLASS, &class))
		return NULL;
	return an_hw_class_name(class);
}

/*
 * May a queue of this engine class use the engine? @mask: logical mask of the queue: a bit for each
 * logical instance that the queue may use
 */
static bool may_use(const struct guclog_dump_engine *e, const char *class, u64 mask)
{
	size_t len = strlen(class);

	return !strncmp(e->name, class, len) && e->name[len] >= '0' && e->name[len] <= '9' &&
	       e->logical_instance < 64 && mask >> e->logical_instance & 1;
}

/*
 * Return: the engine that had the context of the queue last; if none or several had it, the only
 * engine that the queue may use; NULL if the queue may use several.
 */
static const struct guclog_dump_engine *find_engine(const struct explanation *x,
						    const struct guclog_dump_context *c)
{
	const struct guclog_dump_engine *only = NULL, *had = NULL;
	unsigned int i, nr = 0, nr_had = 0;
	const char *class = class_of(c);
	uint64_t mask = 0;
	bool known = class && guclog_dump_number(&c->fields, DUMP_QUEUE_LOGICAL_MASK, &mask);

	for (i = 0; i < x->gt->nr_engines; i++) {
		const struct guclog_dump_engine *e = &x->gt->engine[i];

		if (known && !may_use(e, class, mask))
			continue;
		only = e;
		nr++;
		if (!had_context(e, c))
			continue;
		had = e;
		nr_had++;
	}
	if (nr_had == 1)
		return had;
	if (known && nr == 1 && !(mask & (mask - 1)))
		return only;
	/*
	 * If no engine matches the logical mask of the queue: xe lists only engines that the queue
	 * may use, so a single engine in the list is the right one.
	 */
	only = x->gt->nr_engines == 1 ? &x->gt->engine[0] : NULL;
	return known && !nr && only && may_use(only, class, ~0ull) ? only : NULL;
}

/*
 * Since Linux 6.17 the hardware status page (HWSP) of a context has at this offset the engine on
 * which the context was last. The value 0 can also mean that nothing was written.
 */
#define HWSP_ENGINE		1024u
#define HWSP_CLASS		0x7u
#define HWSP_INSTANCE		0x3f0u

/*
 * Return: a dword of the HWSP. The reader of the dump does not store zeroes at the end of the
 * page, so a missing dword is 0.
 */
static u32 hwsp_word(const struct guclog_bytes *hwsp, size_t offset)
{
	u8 word[4] = { 0 };

	if (offset < hwsp->len)
		memcpy(word, (const u8 *)hwsp->data + offset,
		       min(sizeof(word), hwsp->len - offset));
	return guc_load_le32(word);
}

/*
 * Return: the engine on which the context was last, or NULL if the dump does not list the engine,
 * or if it is not of the queue's class.
 */
static const struct guclog_dump_engine *last_engine(const struct explanation *x,
						    const struct guclog_dump_context *c)
{
	const struct guclog_bytes *hwsp = c->nr_lrcs == 1 ? &c->lrc[0].hwsp : NULL;
	uint64_t class;
	char name[16];
	unsigned int i;
	u32 id;

	if (!hwsp || hwsp->len <= HWSP_ENGINE ||
	    !guclog_dump_number(&c->fields, DUMP_QUEUE_CLASS, &class) || !an_hw_class_name(class))
		return NULL;
	id = hwsp_word(hwsp, HWSP_ENGINE);
	if (!id || FIELD_GET(HWSP_CLASS, id) != class)
		return NULL;
	snprintf(name, sizeof(name), "%s%u", an_hw_class_name(class),
		 FIELD_GET(HWSP_INSTANCE, id));
	for (i = 0; i < x->gt->nr_engines; i++)
		if (!strcmp(x->gt->engine[i].name, name))
			return &x->gt->engine[i];
	return NULL;
}

/*
 * In Linux up to 6.17, the HWSP (hardware status page) of a context has at these offsets the number
 * of the job that ended last, and of the job that began last. The dump also has lines with these
 * numbers, but an incomplete dump can lack the lines.
 */
#define HWSP_SEQNO		512u
#define HWSP_START_SEQNO	520u
#define HWSP_SEQNO_LINUX	617u

/*
 * If the dump lacks a line with the number of a job, take the number from the HWSP (hardware status
 * page), unless its numbers are implausible.
 */
static void read_hwsp(struct explanation *x, const struct guclog_dump_context *c)
{
	const struct guclog_bytes *hwsp = c->nr_lrcs == 1 ? &c->lrc[0].hwsp : NULL;
	struct guclog_driver *d = &x->shown.driver;
	u32 kernel = dump_linux(x->dump);
	int32_t begun, done;

	if ((d->has_seqno_begun && d->has_seqno_done) || !hwsp || hwsp->len <= HWSP_START_SEQNO ||
	    kernel < 600 || kernel > HWSP_SEQNO_LINUX)
		return;
	begun = (int32_t)hwsp_word(hwsp, HWSP_START_SEQNO);
	done = (int32_t)hwsp_word(hwsp, HWSP_SEQNO);
	/* A job begins only after the preceding job has ended: other numbers are implausible. */
	if (jobs_since(begun, done) < 0 || jobs_since(begun, done) > 1 ||
	    (d->has_seqno_begun && d->seqno_begun != begun) ||
	    (d->has_seqno_done && d->seqno_done != done))
		return;
	d->has_seqno_begun = true;
	d->has_seqno_done = true;
	d->seqno_begun = begun;
	d->seqno_done = done;
}

/**
 * driver_ring() - get the lines about the ring of a queue that has ended the fewest jobs
 * @c: the queue; a parallel queue has several rings
 *
 * Return: the lines, see queue_fields().
 */
const struct guclog_dump_fields *driver_ring(const struct guclog_dump_context *c)
{
	const struct guclog_dump_fields *found = queue_fields(c);
	uint64_t done, least;
	unsigned int i;

	if (!guclog_dump_number(found, DUMP_LRC_SEQNO, &least))
		return found;
	for (i = 1; i < c->nr_lrcs; i++) {
		if (!guclog_dump_number(&c->lrc[i].fields, DUMP_LRC_SEQNO, &done) ||
		    jobs_since((int32_t)done, (int32_t)least) >= 0)
			continue;
		least = done;
		found = &c->lrc[i].fields;
	}
	return found;
}

static void read_lrc(struct explanation *x, const struct guclog_dump_context *c)
{
	const struct guclog_dump_fields *f = driver_ring(c);
	struct guclog_driver *d = &x->shown.driver;
	uint64_t begun, done, now, start, hz;
	unsigned int i;

	d->has_seqno_begun = guclog_dump_number(f, DUMP_LRC_START_SEQNO, &begun);
	d->has_seqno_done = guclog_dump_number(f, DUMP_LRC_SEQNO, &done);
	d->seqno_begun = d->has_seqno_begun ? (int32_t)begun : 0;
	d->seqno_done = d->has_seqno_done ? (int32_t)done : 0;
	read_hwsp(x, c);
	if (!guclog_dump_number(f, DUMP_LRC_TIMESTAMP, &now) || now == CONTEXT_ACTIVE ||
	    !guclog_dump_number(f, DUMP_LRC_JOB_TIMESTAMP, &start))
		return;
	for (i = 0; i < x->dump->nr_gt_infos; i++)
		if ((!x->gt->has_id || x->dump->gt_info[i].id == x->gt->id) &&
		    guclog_dump_number(&x->dump->gt_info[i].fields, DUMP_GT_LIST_CLOCK, &hz) &&
		    hz && hz <= U32_MAX)
			d->run_ns = guc_ticks_to_ns((u32)(now - start), (u32)hz);
}

/*
 * Read a number after a name in the Reason, such as "lrc_seqno=". Return: true, or false if the
 * Reason does not have it.
 */
static bool reason_number(const char *reason, const char *name, int base, u64 *value)
{
	const char *at = reason ? strstr(reason, name) : NULL;
	char *end;

	if (!at)
		return false;
	at += strlen(name);
	*value = strtoull(at, &end, base);
	return end != at;
}

static void set_flags(struct guclog_driver *d, u64 flags)
{
	d->kernel_queue = flags & FLAG_KERNEL;
	d->bind_queue = flags & FLAG_VM;
}

/*
 * Return: whether the job in the Reason had ended when the driver made the dump. The number
 * "lrc_seqno" is that of the job in its ring; it is the one that the GPU writes.
 */
static bool has_ended(const struct guclog_driver *d)
{
	u64 seqno;

	return d->kind == GUCLOG_DRIVER_JOB_TIMEOUT && d->has_seqno_done &&
	       reason_number(d->reason, "lrc_seqno=", 10, &seqno) &&
	       jobs_since(d->seqno_done, (int32_t)seqno) >= 0;
}

static void read_queue(struct explanation *x)
{
	struct guclog_driver *d = &x->shown.driver;
	const struct guclog_dump_context *c = NULL;
	uint64_t number;
	unsigned int i;

	for (i = 0; i < x->gt->nr_contexts && !c; i++)
		if (x->gt->context[i].guc_id == d->guc_id)
			c = &x->gt->context[i];
	x->queue = c;
	x->width = dump_queue_width(c);
	if (!c)
		return;
	d->engine_class = class_of(c);
	x->engine = find_engine(x, c) ?: last_engine(x, c);
	if (x->engine)
		snprintf(d->engine, sizeof(d->engine), "%s", x->engine->name);
	if (guclog_dump_number(&c->fields, DUMP_QUEUE_FLAGS, &number))
		set_flags(d, number);
	if (guclog_dump_number(&c->fields, DUMP_QUEUE_STATE, &number))
		d->wedged = number & QUEUE_WEDGED;
	if (guclog_dump_number(&c->fields, DUMP_QUEUE_TIMEOUT, &number)) {
		/*
		 * xe prints the unit "ms", but the value is in jiffies, whose length is not known.
		 * So only two values are used. xe sets the value 0 to end the jobs at once: after a
		 * reset, a memory error or the end of the process.
		 */
		d->no_timeout = number == TIMEOUT_INFINITE;
		d->given_up = !number;
	}
	read_lrc(x, c);
	d->job_ended = has_ended(d);
}

/*
 * Return: whether the GuC sent a G2H message with @action about the queue of the devcoredump, and
 * not about an earlier queue with the same guc_id. A dump of Linux 6.12 has only the unread
 * messages. If there is no such message among them, the result is GUCLOG_UNKNOWN, not GUCLOG_NO.
 */
static enum guclog_tri reported(struct explanation *x, const struct guc_ct_ring *ring, u16 action)
{
	enum guclog_tri is = verdict_reported(x->a, &x->messages[GUC_CT_G2H],
					      x->shown.driver.guc_id, x->width, action);

	return is == GUCLOG_NO && ring->known < ring->size ? GUCLOG_UNKNOWN : is;
}

static void take_cat_type(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct explanation *x = arg;
	struct guclog_driver *d = &x->shown.driver;
	u32 word[2];

	if (msg->action != GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR || d->has_cat_type ||
	    msg->nr_data < 2 || !ct_message_words(ring, msg, word, 2) || !is_of_queue(x, word[0]))
		return;
	d->has_cat_type = true;
	d->cat_type = word[1];
}

/* Read the newest report that the GuC could not reset an engine: its class, instance, and why. */
static void take_failure(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct explanation *x = arg;
	struct guclog_driver *d = &x->shown.driver;
	u32 word[3];

	if (msg->action != GUC_ACTION_ENGINE_FAILURE_NOTIFICATION || *d->failed_engine ||
	    !ct_message_words(ring, msg, word, 3) || an_engine(word[0], word[1]) == GUCLOG_NONE)
		return;
	guclog_engine_name(an_engine(word[0], word[1]), d->failed_engine,
			   sizeof(d->failed_engine));
	d->failed_reason = word[2];
	x->failed_engine = an_engine(word[0], word[1]);
}

/*
 * The driver reads its messages within milliseconds. If unread ones fill at least this part of
 * their ring, the driver has not read for a long time: the GuC waits for free space.
 */
#define NOT_READING_PART	4u

static void take_unread_answer(void *arg, const struct guc_ct_ring *ring,
			       const struct guc_ct_msg *msg)
{
	struct explanation *x = arg;

	x->shown.driver.nr_unread_answers += msg->unread;
}

static void take_unread(void *arg, const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	struct explanation *x = arg;
	struct guclog_driver *d = &x->shown.driver;
	u32 word[2];

	if (!msg->unread)
		return;
	d->nr_unread++;
	if (msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_SET &&
	    ct_message_words(ring, msg, word, 2) && word[0] == d->guc_id && !word[1])
		d->disable_unread = true;
}

/* Read the rings once: to find where messages begin, each of their words is tried. */
static void read_rings(struct explanation *x)
{
	const struct guc_ct *ct = x->gt ? x->gt->ct.parsed : NULL;
	unsigned int i;

	for (i = 0; ct && i < GUC_CT_RINGS; i++)
		if (ct_messages_read(&x->messages[i], &x->arena, &ct->ring[i]))
			return;
}

static void read_messages(struct explanation *x)
{
	const struct guc_ct *ct = x->gt->ct.parsed;
	struct guclog_driver *d = &x->shown.driver;
	const struct guc_ct_ring *g2h;

	if (!ct)
		return;
	g2h = &ct->ring[GUC_CT_G2H];
	page_faults_read(x);
	ct_messages_each(&x->messages[GUC_CT_H2G], take_unread, x);
	ct_messages_each(&x->messages[GUC_CT_G2H], take_failure, x);
	ct_messages_each(&x->messages[GUC_CT_G2H], take_unread_answer, x);
	d->not_reading = g2h->usable && g2h->size && d->nr_unread_answers &&
			 (g2h->tail + g2h->size - g2h->head) % g2h->size >=
				 g2h->size / NOT_READING_PART;
	if (d->guc_id == GUCLOG_NONE || !g2h->usable)
		return;
	d->reset = reported(x, g2h, GUC_ACTION_CONTEXT_RESET_NOTIFICATION);
	d->cat_error = reported(x, g2h, GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR);
	if (d->cat_error == GUCLOG_YES)
		ct_messages_each(&x->messages[GUC_CT_G2H], take_cat_type, x);
}

/*
 * Return: whether the devcoredump shows a hang of its queue, even without its GuC log. It does if
 * the GuC reported a reset, if a job timed out, if the GuC did not acknowledge a disable, or if the
 * queue was removed. The removal does not prove a hang if all jobs that had begun had also ended.
 */
static enum guclog_tri is_hang(const struct guclog_driver *d)
{
	if (d->reset == GUCLOG_YES)
		return GUCLOG_YES;
	if (d->kind == GUCLOG_DRIVER_NONE || d->kind == GUCLOG_DRIVER_OTHER || d->job_ended)
		return GUCLOG_UNKNOWN;
	if (d->kind == GUCLOG_DRIVER_QUEUE_CLEANUP && d->has_seqno_begun && d->has_seqno_done &&
	    d->seqno_begun == d->seqno_done)
		return GUCLOG_UNKNOWN;
	return GUCLOG_YES;
}

/*
 * Return: whether the queue that the devcoredump is about belongs to another GT than @x->gt. This
 * is possible only in a devcoredump with several GTs.
 */
static bool is_other_gt(const struct explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->gt->nr_contexts; i++)
		if (x->gt->context[i].guc_id == x->shown.driver.guc_id ||
		    x->shown.driver.guc_id == GUCLOG_NONE)
			return false;
	return x->dump->nr_gts > 1;
}

/*
 * Claim that the GuC could not reset an engine, which hangs with the context on it. The events show
 * which context this is.
 */
static void claim_failed_reset(struct explanation *x)
{
	const struct guclog_context *ctx =
		x->a && x->survey->words & BIT_ULL(GUC_EVX_CTX_PLACED) ?
		contexts_at(&x->a->contexts, x->failed_engine) : NULL;
	struct guclog_claim claim = {
		.what = GUCLOG_CLAIM_RESET_FAILED,
		.witness = GUCLOG_BY_DUMP,
		.guc_id = ctx ? ctx->guc_id : GUCLOG_NONE,
		.event = GUCLOG_NO_EVENT,
	};

	memcpy(claim.engine, x->shown.driver.failed_engine, sizeof(claim.engine));
	claim_add(x, &claim);
	if (!ctx)
		return;
	claim.witness = GUCLOG_BY_EVENTS;
	claim.event = ctx->on_index;
	claim_add(x, &claim);
}

/*
 * If the driver does not name the engine of its queue: claim that it is the last engine of the
 * context in the log. This requires that all tested rules hold, and that the engine has the class
 * that the driver gives.
 */
static void claim_log_engine(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_context *c = x->a ? contexts_find(&x->a->contexts, d->guc_id) : NULL;
	struct guclog_claim claim = {
		.what = GUCLOG_CLAIM_ON_ENGINE,
		.witness = GUCLOG_BY_EVENTS,
		.guc_id = d->guc_id,
		.event = GUCLOG_NO_EVENT,
	};

	if (!c || c->engine == GUCLOG_NONE || *d->engine || !d->engine_class ||
	    x->survey->rules_held != x->survey->rules_tested ||
	    !(x->survey->words & BIT_ULL(GUC_EVX_CTX_PLACED)))
		return;
	guclog_engine_name(c->engine, claim.engine, sizeof(claim.engine));
	if (!strncmp(claim.engine, d->engine_class, strlen(d->engine_class)))
		claim_add(x, &claim);
}

/**
 * driver_claim() - make a claim of the driver about the queue of the devcoredump
 * @x: the explanation
 * @what: what the driver says
 * @by: the witness
 * @time: time of the line of the kernel log, or NULL
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void driver_claim(struct explanation *x, enum guclog_claim_what what, enum guclog_claim_witness by,
		  const char *time)
{
	const struct guclog_incident *i = x->log ? x->log->incident : NULL;
	const struct guclog_driver *d = &x->shown.driver;
	bool of_queue = what != GUCLOG_CLAIM_UNREAD;
	struct guclog_claim claim = {
		.what = what,
		.witness = by,
		.guc_id = of_queue ? d->guc_id : GUCLOG_NONE,
		.process = of_queue && !d->kernel_queue ? d->process : NULL,
		.event = GUCLOG_NO_EVENT,
		.time = time,
		/*
		 * A dump of Linux 6.12 has no reason, and xe makes it for any job that a GT reset
		 * ends. So it proves nothing if there was a trigger about the whole GT.
		 */
		.of_record = i && i->boottime_ns && (d->reason || !triggers_have_whole(i)),
	};

	/* Each context of a parallel queue has its own engine; the driver names one of them. */
	if (of_queue && (x->width == 1 || what == GUCLOG_CLAIM_ON_ENGINE))
		memcpy(claim.engine, d->engine, sizeof(claim.engine));
	claim_add(x, &claim);
}

/**
 * driver_claim_hang() - claim that the queue of the devcoredump hangs, as the driver says
 * @x: the explanation
 * @by: the witness
 * @time: time of the line of the kernel log, or NULL
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void driver_claim_hang(struct explanation *x, enum guclog_claim_witness by, const char *time)
{
	static const enum guclog_claim_what what[] = {
		[GUCLOG_DRIVER_NONE] = GUCLOG_CLAIM_OTHER,
		[GUCLOG_DRIVER_JOB_TIMEOUT] = GUCLOG_CLAIM_JOB_TIMEOUT,
		[GUCLOG_DRIVER_QUEUE_CLEANUP] = GUCLOG_CLAIM_QUEUE_REMOVED,
		[GUCLOG_DRIVER_DISABLE_FAILED] = GUCLOG_CLAIM_DISABLE_FAILED,
		[GUCLOG_DRIVER_OTHER] = GUCLOG_CLAIM_OTHER,
	};

	driver_claim(x, what[x->shown.driver.kind], by, time);
}

/* Claim what the driver recorded about its queue. @hang: this shows that the queue hangs */
static void make_claims(struct explanation *x, bool hang)
{
	const struct guclog_driver *d = &x->shown.driver;

	if (x->failed_engine != GUCLOG_NONE)
		claim_failed_reset(x);
	if (hang)
		driver_claim_hang(x, GUCLOG_BY_DUMP, NULL);
	if (d->reset == GUCLOG_YES)
		driver_claim(x, GUCLOG_CLAIM_ENGINE_RESET, GUCLOG_BY_DUMP, NULL);
	if (d->cat_error == GUCLOG_YES)
		driver_claim(x, GUCLOG_CLAIM_MEMORY_FAULT, GUCLOG_BY_DUMP, NULL);
	if (d->disable_unread && hang)
		driver_claim(x, GUCLOG_CLAIM_UNREAD, GUCLOG_BY_DUMP, NULL);
	if (d->guc_id == GUCLOG_NONE)
		return;
	if (x->engine && had_context(x->engine, x->queue))
		driver_claim(x, GUCLOG_CLAIM_ON_ENGINE, GUCLOG_BY_REGISTERS, NULL);
	else if (*d->engine)
		driver_claim(x, GUCLOG_CLAIM_ON_ENGINE, GUCLOG_BY_DUMP, NULL);
	claim_log_engine(x);
}

/**
 * driver_make() - read what the driver recorded in a devcoredump about the queue, and claim it
 * @x: the explanation, with its devcoredump and its analysis
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void driver_make(struct explanation *x)
{
	struct guclog_driver *d = &x->shown.driver;
	enum guclog_tri hang;
	u64 flags;

	d->guc_id = GUCLOG_NONE;
	d->run_ns = GUCLOG_NO_TIME;
	d->fault = x->fault;
	if (!x->dump || (x->log && !x->gt))
		return;
	read_rings(x);
	d->reason = guclog_dump_text(&x->dump->head, DUMP_HEAD_REASON);
	d->kind = kind_of(x->dump, d->reason);
	d->process = x->dump->process;
	d->has_pid = x->dump->has_pid;
	d->pid = x->dump->pid;
	if (d->process && !strcmp(d->process, "no process")) {
		d->process = NULL;
		d->has_pid = false;
		d->kernel_queue = true;
	}
	/* A queue of a process that has ended has no process either: the flags are decisive. */
	if (reason_number(d->reason, "flags=", 16, &flags))
		set_flags(d, flags);
	reason_guc_id(d->reason, &d->guc_id);
	if (x->gt && d->guc_id != GUCLOG_NONE &&
	    dump_queue_is_elsewhere(x->dump, x->gt, d->guc_id)) {
		/*
		 * The queue is on another GT. The log is about @x->gt, where another queue can have
		 * this guc_id.
		 */
		d->guc_id = GUCLOG_NONE;
		return;
	}
	if (!x->gt || is_other_gt(x))
		return;
	/*
	 * xe lists only the queue that the dump is about, so a single queue in the list is the
	 * right one.
	 */
	if (d->guc_id == GUCLOG_NONE && x->gt->nr_contexts == 1)
		d->guc_id = x->gt->context[0].guc_id;
	if (d->guc_id != GUCLOG_NONE)
		read_queue(x);
	context_image_read(x);
	read_messages(x);
	hang = is_hang(d);
	d->hang = *d->failed_engine ? GUCLOG_YES : hang;
	make_claims(x, hang == GUCLOG_YES);
}

const char *guclog_driver_kind_name(enum guclog_driver_kind kind)
{
	return model_word(&model_driver_kind, (unsigned int)kind);
}

const char *guclog_basis_name(enum guclog_basis basis)
{
	return model_word(&model_basis, (unsigned int)basis);
}
