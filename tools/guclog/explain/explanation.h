/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An explanation of a hang while it is built: the verdict on a log and its devcoredump, and
 * sentences for the user, each with the events of the log that prove it.
 */
#ifndef _EXPLANATION_H_
#define _EXPLANATION_H_

#include "base/arena.h"
#include "events/contexts.h"
#include "model/internal.h"
#include "read/dump/ct.h"
#include "base/types.h"
#include "events/findings.h"
#include "explain/explain.h"
#include "messages/lines.h"
#include "model/records.h"
#include "read/dump/sections.h"
#include "read/log/logs.h"

/* Largest number of events that are stored as the proof of a sentence. */
#define SENTENCE_EVENTS	8

/* Bits of a queue's "Schedule State", the same in Linux 6.12 to 7.3. */
#define QUEUE_ENABLED		0x02u
#define QUEUE_PENDING_ENABLE	0x04u
#define QUEUE_PENDING_DISABLE	0x08u
#define QUEUE_RESET		0x40u
#define QUEUE_KILLED		0x80u
#define QUEUE_WEDGED		0x100u

/*
 * Whether a context image (registers saved in the LRC) shows where the context left its engine,
 * and if not, why not.
 */
enum image_use {
	/* no usable image, or the dump has the registers of the engine, which are used instead */
	IMAGE_NOT_USED,
	IMAGE_USED,		/* it shows where the context left its engine */
	IMAGE_BEFORE_RESET,	/* the engine was reset after the image was saved */
	IMAGE_NOT_LAST,		/* the context may have run after the image was saved */
	IMAGE_NO_BATCH,		/* the context was not in a batch when the image was saved */
	IMAGE_NOT_CONFIRMED	/* the batch in the image may belong to another job */
};

/**
 * struct sentence - a sentence of an explanation
 * @shown: the public part
 * @text: the text while it is being written
 * @event: the events that prove the sentence
 */
struct sentence {
	struct guclog_sentence shown;
	struct textbuf text;
	uint64_t event[SENTENCE_EVENTS];
};

/**
 * struct refusal - an answer of the driver that a page fault was not resolved
 * @asid: number of the address space
 * @engine: name of the engine, empty if unknown
 * @fault: the page fault, NULL if the ring of messages from the GuC does not have it
 * @index: index of the event with which the GuC read the answer, or GUCLOG_NO_EVENT
 * @tick: tick of this event
 * @older: the answer is older than the log
 * @resolved: number of later answers in this address space that their page fault was resolved
 * @other: the engine of one of these page faults, if it is another one; else empty
 */
struct refusal {
	u32 asid;
	char engine[16];
	struct guclog_page_fault *fault;
	u64 index;
	s64 tick;
	bool older;
	u32 resolved;
	char other[16];
};

/**
 * struct explanation - the explanation of a log, of a devcoredump, or of both
 * @shown: the public part
 * @arena: arena that has its memory
 * @log: the log, NULL if there is none
 * @own: analysis that was made for the explanation, NULL if the caller passed an analysis
 * @a: the analysis, NULL when the log cannot be analysed
 * @found: findings of the analysis, NULL without an analysis
 * @survey: statistics of the log, NULL without an analysis
 * @dump: the devcoredump, NULL if there is none
 * @gt: the sections of @dump about the GT of the log; if this GT is unknown, those about the first
 *	GT; NULL if there are none
 * @queue: in @gt, the queue that the devcoredump is about; NULL if there is none
 * @width: number of guc_ids of @queue, which follow each other; 1 unless it is a parallel queue
 * @engine: in @gt, the engine of @queue; NULL if unknown
 * @failed_engine: number of the engine that the GuC could not reset, GUCLOG_NONE if there is none
 * @fault: the newest page faults
 * @nr_refusals: number of elements of @refusal
 * @refusal: the newest answers that a page fault was not resolved, the newest first
 * @cause: the element of @refusal with which the hang began, NULL if it is not known
 * @messages: the messages in the CT rings of @gt, by enum guc_ct_ring_id
 * @nr_addresses: number of elements of @address
 * @address: the addresses of the page faults in the G2H ring, of the queue's address space if that
 *	is known
 * @asid: the queue's address space (ASID), and how many messages in the CT rings are about page
 *	faults in it: requests, answers, and answers that the fault was not resolved
 * @state: bounds for the time that the context was on its engine, see context_image_read(). If the
 *	clock can have wrapped ("wraps"), the upper bound may be too small.
 * @image_use: whether the context image shows where the context left its engine
 * @no_bbaddr: the devcoredump does not have the register RING_BBADDR of @engine, which shows
 *	whether the engine was in a batch
 * @perhaps_idle: the registers of @engine are not used, because without RING_BBADDR it is not known
 *	whether a context was on the engine
 * @whole_batch: list all commands of the batch
 * @maps: mappings of the process, as in /proc/PID/maps; NULL if there are none
 * @trace: text of a trace of xe's trace events; NULL if there is none
 * @basis: source of the facts (see enum guclog_basis) that each new sentence gets
 * @sentence: the sentences
 * @nr_kernel_logs: number of kernel logs
 * @kernel_log: the kernel logs
 * @several_gpus: the kernel logs have lines about more than one GPU
 * @device: PCI address of the GPU of the hang if only kernel logs are explained, else NULL
 * @incident: the gravest incident of the kernel logs if only kernel logs are explained, else NULL
 * @nr_joined: for each kernel log, the number of its lines that are about the hang
 * @witness: lines of the kernel logs; of each log, first the lines that are about the hang
 * @nr_claims: number of elements of @claim
 * @claim: the claims of all witnesses
 * @suspect: what the claims are about, sorted by arbiter_decide()
 * @advice: the advice
 * @advice_basis: for each piece of advice, its source
 */
struct explanation {
	struct guclog_explanation shown;
	struct arena arena;
	const struct guclog_log *log;
	struct guclog_analysis *own;
	const struct guclog_analysis *a;
	const struct guclog_findings *found;
	const struct guclog_survey *survey;
	const struct guclog_dump *dump;
	const struct guclog_dump_gt *gt;
	const struct guclog_dump_context *queue;
	u32 width;
	const struct guclog_dump_engine *engine;
	u32 failed_engine;
	const struct guclog_page_fault *fault[GUCLOG_MAX_FAULTS];
	unsigned int nr_refusals;
	struct refusal refusal[GUCLOG_MAX_FAULTS];
	const struct refusal *cause;
	struct ct_messages messages[GUC_CT_RINGS];
	unsigned int nr_addresses;
	u64 *address;
	struct {
		bool known;
		u32 value;
		u64 requests;
		u64 answers;
		u64 refused;
	} asid;
	struct {
		bool has_span;
		bool wraps;
		s64 least_ns;
		s64 most_ns;
	} state;
	enum image_use image_use;
	bool no_bbaddr;
	bool perhaps_idle;
	bool whole_batch;
	const char *maps;
	const char *trace;
	enum guclog_basis basis;
	struct sentence **sentence;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log *const *kernel_log;
	bool several_gpus;
	const char *device;
	const struct guclog_kernel_incident *incident;
	unsigned int *nr_joined;
	struct guclog_witness **witness;
	unsigned int nr_claims;
	struct guclog_claim **claim;
	struct guclog_suspect **suspect;
	struct guclog_advice **advice;
	enum guclog_basis *advice_basis;
};

__printf(2, 3) void sentence_begin(struct explanation *x, const char *fmt, ...);
__printf(2, 3) void sentence_more(struct explanation *x, const char *fmt, ...);
void sentence_is(struct explanation *x, enum guclog_certainty certainty);
void sentence_says(struct explanation *x, enum guclog_basis basis);
void sentence_proof(struct explanation *x, u64 index);
unsigned int sentence_proofs(const struct explanation *x);

/* Sequence number (seqno) of the first job of a queue. */
#define FIRST_SEQNO	(-127)

/*
 * Return: number of jobs of a queue from job @b to job @a. The numbers of jobs have 32 bits and
 * wrap around.
 */
static inline int32_t jobs_since(int32_t a, int32_t b)
{
	return (int32_t)((u32)a - (u32)b);
}

/* Return: number of a job in its queue, counted from 1; only for the first 2^32 jobs. */
static inline u64 job_ordinal(int32_t seqno)
{
	return (u64)(u32)jobs_since(seqno, FIRST_SEQNO) + 1;
}

/* Size of the buffers for the functions below, which write a time, a duration or an engine. */
#define TEXT_MAX	64
const char *time_text(const struct explanation *x, s64 tick, char buf[TEXT_MAX]);
const char *span_text(const struct explanation *x, s64 ticks, char buf[TEXT_MAX]);
const char *least_text(const struct explanation *x, s64 ticks, char buf[TEXT_MAX]);
const char *most_text(const struct explanation *x, s64 ticks, char buf[TEXT_MAX]);
const char *between_text(const struct explanation *x, s64 from, s64 to, char buf[TEXT_MAX]);
const char *since_text(const struct explanation *x, bool known, s64 since, s64 to,
		       char buf[TEXT_MAX]);
const char *wait_text(const struct explanation *x, char buf[TEXT_MAX]);
const char *engine_text(u32 engine, char buf[TEXT_MAX]);

/* The value of "Timeout" of a queue with jobs that have no time limit. */
#define TIMEOUT_INFINITE	0x7fffffffffffffffull

/*
 * Read a register of an engine. Return: true, or false if the devcoredump does not have
 * it.
 */
static inline bool engine_reg(const struct guclog_dump_engine *engine, enum dump_name id,
			      u64 *value)
{
	uint64_t number;

	if (!guclog_dump_number(&engine->regs, id, &number))
		return false;
	*value = number;
	return true;
}

/* Return: lower bound of the context's time on its engine, in s, rounded down to 0.1 s. */
static inline double lower_seconds(const struct explanation *x)
{
	return (double)(x->state.least_ns / 100000000) / 10;
}

/* Return: upper bound of the time that the context was on its engine, in s, rounded up to 0.1 s. */
static inline double upper_seconds(const struct explanation *x)
{
	return (double)((x->state.most_ns + 99999999) / 100000000) / 10;
}

/* Return: the field of a message of the driver with a name, or NULL. */
static inline const struct guclog_message_field *
kernel_line_field(const struct guclog_kernel_line *line, const char *name)
{
	unsigned int i;

	for (i = 0; i < line->nr_fields; i++)
		if (!strcmp(line->field[i].name, name))
			return &line->field[i];
	return NULL;
}

/*
 * Return: whether a job exceeded its time limit. The Reason in the dump alone does not show this:
 * it says "Timedout job" also if the driver ended the job early, for example after a GT reset.
 */
static inline bool driver_is_late(const struct guclog_driver *d)
{
	return d->kind == GUCLOG_DRIVER_JOB_TIMEOUT && !d->no_timeout && !d->given_up;
}

/* Return: whether a job had begun and not ended; true if this is unknown. */
static inline bool driver_has_begun(const struct guclog_driver *d)
{
	return !d->has_seqno_begun || !d->has_seqno_done || d->seqno_begun != d->seqno_done;
}

/* Return: whether a context belongs to the queue that the devcoredump is about. */
static inline bool is_of_queue(const struct explanation *x, u32 guc_id)
{
	return queue_has(x->shown.driver.guc_id, x->width, guc_id);
}

/* Return: @guc_id; if it is of the queue of the devcoredump, the first guc_id of this queue. */
static inline u32 queue_of(const struct explanation *x, u32 guc_id)
{
	return is_of_queue(x, guc_id) ? x->shown.driver.guc_id : guc_id;
}

/* Return: whether the verdict names the context that hangs according to the log, or its queue. */
static inline bool is_victim_of_log(const struct explanation *x)
{
	u32 guc_id = x->found ? x->found->victim.guc_id : GUCLOG_NONE;

	return guc_id != GUCLOG_NONE && x->shown.first->guc_id == queue_of(x, guc_id);
}

/*
 * Return: the lines about the LRC (logical ring context) of a queue. In a damaged dump, the line
 * with which they begin can be missing. The reader of the dump has then stored them with the lines
 * about the queue.
 */
static inline const struct guclog_dump_fields *queue_fields(const struct guclog_dump_context *c)
{
	return c->nr_lrcs ? &c->lrc[0].fields : &c->fields;
}

void explain_all(struct explanation *x);
void explain_head(struct explanation *x);
void explain_engine(struct explanation *x);
void explain_mappings(struct explanation *x);
void explain_reset(struct explanation *x);
void explain_open(struct explanation *x);
void explain_captures(struct explanation *x);
void explain_contexts(struct explanation *x);
void explain_faults(struct explanation *x);
void fault_text(struct explanation *x, const struct guclog_page_fault *f);
bool explain_fault_chain(struct explanation *x);
void explain_ct_faults(struct explanation *x);
void explain_dump(struct explanation *x);
void explain_dictionary(struct explanation *x);
void explain_known(struct explanation *x);
void explain_advice(struct explanation *x);
void explain_witnesses(struct explanation *x);
void explain_incidents(struct explanation *x, const struct guclog_kernel_log *log);
void explain_unread(struct explanation *x, const struct guclog_kernel_log *log);
bool known_possible(const struct explanation *x);
void known_make(struct explanation *x);
void culprit_say(struct explanation *x);

const struct guclog_claim *claim_add(struct explanation *x, const struct guclog_claim *claim);
void events_claim(struct explanation *x);
void driver_claim(struct explanation *x, enum guclog_claim_what what, enum guclog_claim_witness by,
		  const char *time);
void driver_claim_hang(struct explanation *x, enum guclog_claim_witness by, const char *time);
void triggers_claim(struct explanation *x);
void arbiter_decide(struct explanation *x);

void driver_make(struct explanation *x);
const struct guclog_dump_fields *driver_ring(const struct guclog_dump_context *c);
/*
 * A function that reads a register by its name. @from: the object that has the registers, such as a
 * state capture. Return: true, or false if the object does not have the register.
 */
typedef bool engine_reg_fn(const void *from, enum dump_name id, u64 *value);

void engine_state_registers(struct guclog_engine_state *s, engine_reg_fn *read, const void *from);
void engine_state_make(struct explanation *x);
bool engine_is_parked(const struct explanation *x);
const char *engine_state_command(const struct explanation *x, const char *engine, u32 header);
void state_captures_make(struct explanation *x);
void signature_make(struct explanation *x);
void witness_make(struct explanation *x, const struct guclog_explain_options *options);

#endif
