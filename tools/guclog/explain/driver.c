// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Reads what the driver recorded in a devcoredump: the reason for the dump, the queue that the dump
 * is about, and the reports of the GuC to the driver. Their formats are public, so the dictionary
 * (the event names that were derived from logs) is not needed.
 */
#include "explain/explanation.h"
#include "read/dump/ct.h"
#include "explain/analysis.h"
#include "explain/context_image.h"
#include "explain/dump_facts.h"
#include "read/log/log.h"

#include "abi/guc_ct_abi.h"
#include "guc_clock.h"

/* Value of the line "Timestamp" in a dump if the context is on an engine. It is not a time. */
#define CONTEXT_ACTIVE		1

#define FLAG_KERNEL		BIT(0)

/* Fields of the G2H message REPORT_PAGE_FAULT_REQ_DESC, see struct xe_guc_pagefault_desc. */
#define FAULT_LEVEL		0x00000007u
#define FAULT_INSTANCE		0x01f80000u
#define FAULT_CLASS		0x0e000000u
#define FAULT_ASID		0xfffff000u
#define FAULT_ACCESS		0x00000003u
#define FAULT_TYPE		0x0000000cu
#define FAULT_ADDRESS		0xfffff000u
/* Fields of the H2G message PAGE_FAULT_RES_DESC, see struct xe_guc_pagefault_reply. */
#define REPLY_UNSUCCESSFUL	BIT(1)
#define REPLY_ASID		0xfffff000u

static const struct {
	const char *begin;
	enum guclog_driver_kind kind;
} reasons[] = {
	{ "Timedout job", GUCLOG_DRIVER_JOB_TIMEOUT },
	{ "LR job cleanup", GUCLOG_DRIVER_QUEUE_CLEANUP },
	{ "Schedule disable failed to respond", GUCLOG_DRIVER_DISABLE_FAILED },
};

/*
 * Return: why the driver made the devcoredump. Before Linux 6.13 xe gives no reason, and makes a
 * devcoredump only for a job that has timed out.
 */
static enum guclog_driver_kind kind_of(const struct guclog_dump *dump, const char *reason)
{
	u32 kernel = dump_linux(dump);
	unsigned int i;

	for (i = 0; reason && i < ARRAY_SIZE(reasons); i++)
		if (!strncmp(reason, reasons[i].begin, strlen(reasons[i].begin)))
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

	if (engine_reg(engine, "RING_START", &value) &&
	    guclog_dump_number(lrc, "HW Ring address", &ring) && ring && value == ring)
		return true;
	return engine_reg(engine, "RING_EXECLIST_SQ_CONTENTS", &value) &&
	       guclog_dump_number(lrc, "HW Context Desc", &desc) && desc &&
	       (value & 0xfffff000) == (desc & 0xfffff000);
}

/* Return: the name of the queue's engine class, NULL if the dump does not have it. */
static const char *class_of(const struct guclog_dump_context *c)
{
	uint64_t class;

	return guclog_dump_number(&c->fields, "Class", &class) ? an_hw_class_name(class) : NULL;
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
	bool known = class && guclog_dump_number(&c->fields, "Logical mask", &mask);

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
	    !guclog_dump_number(&c->fields, "Class", &class) || !an_hw_class_name(class))
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

	if ((d->has_seqno && d->has_seqno_done) || !hwsp || hwsp->len <= HWSP_START_SEQNO ||
	    kernel < 600 || kernel > HWSP_SEQNO_LINUX)
		return;
	begun = (int32_t)hwsp_word(hwsp, HWSP_START_SEQNO);
	done = (int32_t)hwsp_word(hwsp, HWSP_SEQNO);
	/* A job begins only after the preceding job has ended: other numbers are implausible. */
	if (jobs_since(begun, done) < 0 || jobs_since(begun, done) > 1 ||
	    (d->has_seqno && d->seqno_begun != begun) ||
	    (d->has_seqno_done && d->seqno_done != done))
		return;
	d->has_seqno = true;
	d->has_seqno_done = true;
	d->seqno_begun = begun;
	d->seqno_done = done;
}

static void read_lrc(struct explanation *x, const struct guclog_dump_context *c)
{
	const struct guclog_dump_fields *f = queue_fields(c);
	struct guclog_driver *d = &x->shown.driver;
	uint64_t begun, done, now, start, hz;
	unsigned int i;

	d->has_seqno = guclog_dump_number(f, "Start seqno (memory)", &begun);
	d->has_seqno_done = guclog_dump_number(f, "Seqno (memory)", &done);
	d->seqno_begun = d->has_seqno ? (int32_t)begun : 0;
	d->seqno_done = d->has_seqno_done ? (int32_t)done : 0;
	read_hwsp(x, c);
	if (!guclog_dump_number(f, "Timestamp", &now) || now == CONTEXT_ACTIVE ||
	    !guclog_dump_number(f, "Job Timestamp", &start))
		return;
	for (i = 0; i < x->dump->nr_gt_infos; i++)
		if ((!x->gt->has_id || x->dump->gt_info[i].id == x->gt->id) &&
		    guclog_dump_number(&x->dump->gt_info[i].fields, "CS reference clock", &hz) &&
		    hz && hz <= U32_MAX)
			d->run_ns = guc_ticks_to_ns((u32)(now - start), (u32)hz);
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
	if (guclog_dump_number(&c->fields, "Flags", &number))
		d->kernel_queue |= !!(number & FLAG_KERNEL);
	if (guclog_dump_number(&c->fields, "Timeout", &number)) {
		/*
		 * xe prints the unit "ms", but the value is in jiffies, whose length is not known.
		 * So only two values are used. xe sets the value 0 to end the jobs at once: after a
		 * reset, a memory error or the end of the process.
		 */
		d->no_timeout = number == TIMEOUT_INFINITE;
		d->given_up = !number;
	}
	read_lrc(x, c);
}

static void set_fault(struct guclog_page_fault *f, const u32 word[4])
{
	static const char * const access[] = { "read", "write", "atomic", "access 3" };
	static const char * const type[] = {
		"not present", "write access violation", "atomic access violation", "type 3"
	};
	const char *class = an_hw_class_name(FIELD_GET(FAULT_CLASS, word[0]));

	f->asid = FIELD_GET(FAULT_ASID, word[1]);
	f->address = (u64)word[3] << 32 | (word[2] & FAULT_ADDRESS);
	f->level = FIELD_GET(FAULT_LEVEL, word[0]);
	f->access = access[FIELD_GET(FAULT_ACCESS, word[2])];
	f->type = type[FIELD_GET(FAULT_TYPE, word[2])];
	if (class)
		snprintf(f->engine, sizeof(f->engine), "%s%u", class,
			 FIELD_GET(FAULT_INSTANCE, word[0]));
}

static bool read_words(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg, u32 word[],
		       u32 nr)
{
	u32 i;

	for (i = 0; i < nr; i++)
		if (!guc_ct_msg_data(ring, msg, i, &word[i]))
			return false;
	return true;
}

/**
 * typedef take_fn - a function that each_message() calls for a message of a ring
 * @x: the explanation
 * @ring: the ring
 * @msg: the message
 */
typedef void (*take_fn)(struct explanation *x, const struct guc_ct_ring *ring,
			const struct guc_ct_msg *msg);

/* Call @take for each message of a ring that is a request or an event, the newest first. */
static void each_message(struct explanation *x, const struct guc_ct_ring *ring, take_fn take)
{
	struct ct_messages list;
	u32 i;

	if (ct_messages_read(&list, &x->arena, ring))
		return;
	for (i = list.nr; i--;)
		if (guc_ct_msg_has_action(&list.msg[i]))
			take(x, ring, &list.msg[i]);
	arena_drop(&x->arena, list.msg);
}

static void take_fault(struct explanation *x, const struct guc_ct_ring *ring,
		       const struct guc_ct_msg *msg)
{
	struct guclog_driver *d = &x->shown.driver;
	struct guclog_page_fault *f;
	u32 word[4];

	if (msg->action != GUC_ACTION_REPORT_PAGE_FAULT_REQ_DESC ||
	    !read_words(ring, msg, word, 4))
		return;
	x->asid.requests += x->asid.known && FIELD_GET(FAULT_ASID, word[1]) == x->asid.value;
	if (d->nr_fault_requests++ >= GUCLOG_MAX_FAULTS)
		return;
	f = arena_zero(&x->arena, sizeof(*f));
	if (!f)
		return;
	set_fault(f, word);
	x->fault[d->nr_faults++] = f;
}

static void take_reply(struct explanation *x, const struct guc_ct_ring *ring,
		       const struct guc_ct_msg *msg)
{
	struct guclog_driver *d = &x->shown.driver;
	bool refused, ours;
	u32 word[2];

	if (msg->action != GUC_ACTION_PAGE_FAULT_RES_DESC || !read_words(ring, msg, word, 2))
		return;
	refused = word[0] & REPLY_UNSUCCESSFUL;
	ours = x->asid.known && FIELD_GET(REPLY_ASID, word[0]) == x->asid.value;
	d->nr_fault_answers++;
	d->nr_fault_refused += refused;
	x->asid.answers += ours;
	x->asid.refused += ours && refused;
}

/*
 * Return: whether the GuC sent a G2H message with @action about the queue of the devcoredump, and
 * not about an earlier queue with the same guc_id. A dump of Linux 6.12 has only the unread
 * messages. If there is no such message among them, the result is GUCLOG_UNKNOWN, not GUCLOG_NO.
 */
static enum guclog_tri reported(struct explanation *x, const struct guc_ct_ring *ring, u16 action)
{
	enum guclog_tri is;

	if (verdict_reported(x->a, &x->arena, ring, x->shown.driver.guc_id, x->width, action, &is))
		x->arena.failed = true;
	return is == GUCLOG_NO && ring->known < ring->size ? GUCLOG_UNKNOWN : is;
}

static void take_cat_type(struct explanation *x, const struct guc_ct_ring *ring,
			  const struct guc_ct_msg *msg)
{
	struct guclog_driver *d = &x->shown.driver;
	u32 word[2];

	if (msg->action != GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR || d->has_cat_type ||
	    msg->nr_data < 2 || !read_words(ring, msg, word, 2) || !is_of_queue(x, word[0]))
		return;
	d->has_cat_type = true;
	d->cat_type = word[1];
}

static void take_unread(struct explanation *x, const struct guc_ct_ring *ring,
			const struct guc_ct_msg *msg)
{
	struct guclog_driver *d = &x->shown.driver;
	u32 word[2];

	if (!msg->unread)
		return;
	d->nr_unread++;
	if (msg->action == GUC_ACTION_SCHED_CONTEXT_MODE_SET && read_words(ring, msg, word, 2) &&
	    word[0] == d->guc_id && !word[1])
		d->disable_unread = true;
}

static void read_messages(struct explanation *x)
{
	const struct guc_ct *ct = x->gt->ct.parsed;
	struct guclog_driver *d = &x->shown.driver;
	const struct guc_ct_ring *g2h;

	if (!ct)
		return;
	g2h = &ct->ring[GUC_CT_G2H];
	each_message(x, g2h, take_fault);
	each_message(x, &ct->ring[GUC_CT_H2G], take_reply);
	each_message(x, &ct->ring[GUC_CT_H2G], take_unread);
	if (d->guc_id == GUCLOG_NONE || !g2h->usable)
		return;
	d->reset = reported(x, g2h, GUC_ACTION_CONTEXT_RESET_NOTIFICATION);
	d->cat_error = reported(x, g2h, GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR);
	if (d->cat_error == GUCLOG_YES)
		each_message(x, g2h, take_cat_type);
}

/*
 * Return: whether the devcoredump shows a hang, even without its GuC log. It does if the GuC
 * reported a reset, if a job timed out, if the GuC did not acknowledge a disable, or if a queue was
 * removed. The removal does not prove a hang if all jobs that had begun had also ended.
 */
static enum guclog_tri is_hang(const struct guclog_driver *d)
{
	if (d->reset == GUCLOG_YES)
		return GUCLOG_YES;
	if (d->kind == GUCLOG_DRIVER_NONE || d->kind == GUCLOG_DRIVER_OTHER)
		return GUCLOG_UNKNOWN;
	if (d->kind == GUCLOG_DRIVER_QUEUE_CLEANUP && d->has_seqno && d->has_seqno_done &&
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

/**
 * driver_make() - read what the driver recorded in a devcoredump about the queue
 * @x: the explanation, with its devcoredump and its analysis
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void driver_make(struct explanation *x)
{
	struct guclog_driver *d = &x->shown.driver;

	x->width = 1;
	d->guc_id = GUCLOG_NONE;
	d->run_ns = GUCLOG_NO_TIME;
	d->fault = x->fault;
	if (!x->dump || (x->log && !x->gt))
		return;
	d->reason = guclog_dump_text(&x->dump->head, "Reason");
	d->kind = kind_of(x->dump, d->reason);
	d->process = x->dump->process;
	d->has_pid = x->dump->has_pid;
	d->pid = x->dump->pid;
	d->kernel_queue = d->process && !strcmp(d->process, "no process");
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
	d->hang = is_hang(d);
}

const char *guclog_driver_kind_name(enum guclog_driver_kind kind)
{
	static const char * const names[] = {
		[GUCLOG_DRIVER_JOB_TIMEOUT] = "job timeout",
		[GUCLOG_DRIVER_QUEUE_CLEANUP] = "queue removed",
		[GUCLOG_DRIVER_DISABLE_FAILED] = "disable failed",
		[GUCLOG_DRIVER_OTHER] = "other",
	};

	return (unsigned int)kind < ARRAY_SIZE(names) ? names[kind] : NULL;
}

const char *guclog_basis_name(enum guclog_basis basis)
{
	static const char * const names[] = {
		[GUCLOG_BASIS_DRIVER] = "driver", [GUCLOG_BASIS_LOG] = "log",
		[GUCLOG_BASIS_BOTH] = "both", [GUCLOG_BASIS_RECORD] = "record",
		[GUCLOG_BASIS_KERNEL_LOG] = "kernel log", [GUCLOG_BASIS_MAPPINGS] = "mappings",
		[GUCLOG_BASIS_REPORTS] = "public reports",
	};

	return (unsigned int)basis < ARRAY_SIZE(names) ? names[basis] : NULL;
}
