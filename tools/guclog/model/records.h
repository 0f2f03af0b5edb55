/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The records of an explanation, made by scripts/gen-model.py from data/model/.
 */
#ifndef _GUCLOG_MODEL_RECORDS_H_
#define _GUCLOG_MODEL_RECORDS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

/**
 * struct guclog_trigger - an event in the driver because of which the kernel module recorded a log
 * @name: name of the trigger, such as "job timeout"
 * @after_ns: time from the first trigger to this one, ns
 * @has_guc_id: @guc_id is known
 * @guc_id: guc_id of the queue (the context) that the trigger names
 * @engine: name of the engine of the queue, or of the engine that could not be reset; empty if
 *	unknown
 * @has_pid: @pid is known
 * @pid: PID of the process that created the queue
 * @process: name of this process; empty if unknown
 * @killed: the queue was killed by its owner, or because its owner ended; this is not a hang
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_trigger {
	char name[32];
	uint64_t after_ns;
	bool has_guc_id;
	uint32_t guc_id;
	char engine[16];
	bool has_pid;
	uint32_t pid;
	char process[32];
	bool killed;
};

/**
 * struct guclog_known - a published problem that an input resembles
 * @id: identifier of the problem
 * @known: description of the problem, a sentence without a full stop
 * @link: a public report
 * @source: author and date of the report
 * @matched: the properties of the problem that the input has
 * @refuted: an observation that would show that the input has another problem
 * @cure: what helped, a clause without a full stop; NULL if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_known {
	const char *id;
	const char *known;
	const char *link;
	const char *source;
	const char *matched;
	const char *refuted;
	const char *cure;
};

/**
 * struct guclog_advice - what the user can do next
 * @finding: what the advice follows from: "message" (a message of the driver advises it), "known
 *	case", "log level", "preemption timeout" or "job timeout" (the limit that was hit),
 *	"firmware" (an old one), "ring" (older events are lost), "filtered" (the kernel log lacks
 *	lines) or "report"
 * @text: the advice, a clause without a full stop
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_advice {
	const char *finding;
	const char *text;
};

/*
 * What the driver reported about a queue in a devcoredump or in a kernel log. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_driver_kind {
	GUCLOG_DRIVER_NONE,	/* unknown, or the driver reported nothing */
	GUCLOG_DRIVER_JOB_TIMEOUT,	/* a job did not end in time, or its engine was reset */
	GUCLOG_DRIVER_QUEUE_CLEANUP,	/* a queue without job timeout had work and was removed */
	GUCLOG_DRIVER_DISABLE_FAILED,	/* the GuC did not acknowledge the disable of a context */
	GUCLOG_DRIVER_OTHER	/* a reason that the library does not know */
};

/* Maximum number of page faults that are stored. All are counted. */
#define GUCLOG_MAX_FAULTS	16u

/**
 * struct guclog_page_fault - a page fault that the GuC has reported to the driver
 * @asid: number of the address space
 * @address: address of the page
 * @engine: name of the engine, such as ccs0; empty if unknown
 * @access: "read", "write" or "atomic"
 * @type: "not present", or the kind of access violation
 * @level: level of the page tables at which the fault occurred
 * @refused: whether the driver answered that it did not resolve the fault; unknown if the ring of
 *	messages to the GuC does not have the answer
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_page_fault {
	uint32_t asid;
	uint64_t address;
	char engine[16];
	const char *access;
	const char *type;
	uint32_t level;
	enum guclog_tri refused;
};

/**
 * struct guclog_driver - what the driver recorded about a queue in a devcoredump and in kernel logs
 * @kind: why the driver made the devcoredump; without a devcoredump, what the kernel log reports
 * @reason: the line Reason of the devcoredump; NULL if unknown
 * @guc_id: guc_id of the queue; GUCLOG_NONE if unknown
 * @engine: engine of the queue; empty if unknown
 * @engine_class: class of the engines of the queue, such as "ccs"; NULL if unknown
 * @process: name of the process that owns the queue; NULL if unknown
 * @has_pid: @pid is known
 * @pid: PID of the process
 * @kernel_queue: the queue belongs to the driver itself
 * @bind_queue: the jobs of the queue change page tables
 * @wedged: the driver had declared the device wedged: it accepts no work until it is loaded again
 * @no_timeout: the jobs of the queue have no time limit
 * @has_seqno_begun: @seqno_begun is known
 * @seqno_begun: sequence number of the job that began last
 * @has_seqno_done: @seqno_done is known
 * @seqno_done: sequence number of the job that ended last; of a parallel queue, in the ring that
 *	has ended the fewest jobs
 * @job_ended: the job whose timeout the driver reported had ended when the driver made the dump
 * @given_up: the driver ended the jobs without waiting for their time limit, as it does after a
 *	reset
 * @run_ns: run time of the last job, ns; GUCLOG_NO_TIME if unknown. The dump has times of 32 bits,
 *	so the value can be too short by a multiple of 2^32 ticks.
 * @hang: whether the devcoredump or a kernel log shows a hang, even without the GuC log
 * @reset: whether the GuC has reported a reset of the context of the queue
 * @cat_error: whether the GuC has reported a memory (CAT) error of the context of the queue
 * @has_cat_type: @cat_type is known
 * @cat_type: type of the memory error
 * @failed_engine: name of the engine that the GuC could not reset; empty if unknown
 * @failed_reason: why the GuC could not reset it, a number of the GuC
 * @nr_unread: number of messages from the driver that the GuC had not read
 * @nr_unread_answers: number of messages from the GuC that the driver had not read
 * @not_reading: these messages fill so much of their ring that the driver cannot have read
 *	messages for a long time
 * @disable_unread: one of the unread messages disables the context. It was unread for seconds, the
 *	time that the driver waits for the answer before it makes a devcoredump.
 * @nr_fault_requests: number of page faults in the ring of messages from the GuC
 * @nr_fault_answers: number of answers to page faults in the ring of messages to the GuC
 * @nr_fault_refused: number of answers which report that the fault was not resolved
 * @nr_faults: number of elements of @fault
 * @fault: the newest page faults, the newest first
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_driver {
	enum guclog_driver_kind kind;
	const char *reason;
	uint32_t guc_id;
	char engine[16];
	const char *engine_class;
	const char *process;
	bool has_pid;
	uint32_t pid;
	bool kernel_queue;
	bool bind_queue;
	bool wedged;
	bool no_timeout;
	bool has_seqno_begun;
	int32_t seqno_begun;
	bool has_seqno_done;
	int32_t seqno_done;
	bool job_ended;
	bool given_up;
	int64_t run_ns;
	enum guclog_tri hang;
	enum guclog_tri reset;
	enum guclog_tri cat_error;
	bool has_cat_type;
	uint32_t cat_type;
	char failed_engine[16];
	uint32_t failed_reason;
	uint64_t nr_unread;
	uint64_t nr_unread_answers;
	bool not_reading;
	bool disable_unread;
	uint64_t nr_fault_requests;
	uint64_t nr_fault_answers;
	uint64_t nr_fault_refused;
	unsigned int nr_faults;
	const struct guclog_page_fault *const *fault;
};

/*
 * Whether the command at which an engine stopped was found in the batch. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_batch_state {
	GUCLOG_BATCH_FOUND,	/* the command was found */
	GUCLOG_BATCH_NOT_DUMPED,	/* the devcoredump lacks the memory of the batch */
	GUCLOG_BATCH_NO_MATCH,	/* no command at the address of the engine matches IPEHR */
	GUCLOG_BATCH_UNKNOWN,	/* not found; the search met an unknown command */
	GUCLOG_BATCH_NO_PLACE,	/* the address of the engine in the batch is not known */
	GUCLOG_BATCH_TOO_LONG,	/* the command is not among the first million commands */
	GUCLOG_BATCH_NO_START	/* not found; the devcoredump has no address of a batch */
};

/**
 * struct guclog_command - a command of a batch
 * @address: address of the first dword of the command
 * @header: first dword of the command
 * @name: name of the command
 * @dwords: length of the command, dwords
 * @level: 1 for a command of the batch that the ring calls, 2 for a command of a batch that this
 *	batch calls, and so on
 * @text: the most important fields of the command; empty if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_command {
	uint64_t address;
	uint32_t header;
	const char *name;
	uint32_t dwords;
	unsigned int level;
	const char *text;
};

/**
 * struct guclog_batch - the batch (buffer with commands of a program) that an engine was executing
 * @state: whether @stop was found, or why not
 * @start: address of the batch; 0 if unknown
 * @start_assumed: the address of the batch is not known, because no batch of the job leads to the
 *	command at which the engine stopped. @start is then the start of the memory range that
 *	contains @acthd.
 * @acthd: register ACTHD: the address of the engine in the batch
 * @ipehr: register IPEHR: first dword of the last command that was parsed
 * @stop: an estimate of the command at which or right after which the engine stopped; NULL if
 *	unknown
 * @work: the last command up to @stop that starts shader work, a copy or a fill; NULL if unknown
 * @nr_commands: number of elements of @command
 * @command: the last commands up to @stop in the order of execution, and some commands after
 *	@stop; all commands that can be reached from @start, each once, if the whole batch was asked
 *	for
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_batch {
	enum guclog_batch_state state;
	uint64_t start;
	bool start_assumed;
	uint64_t acthd;
	uint32_t ipehr;
	const struct guclog_command *stop;
	const struct guclog_command *work;
	unsigned int nr_commands;
	const struct guclog_command *const *command;
};

/*
 * The position of an engine in the ring of its context. Made by scripts/gen-model.py from
 * data/model/words.csv: change that file.
 */
enum guclog_place {
	GUCLOG_PLACE_UNKNOWN,	/* unknown */
	GUCLOG_PLACE_BEFORE_BATCH,	/* in the commands of the driver before the batch */
	GUCLOG_PLACE_IN_BATCH,	/* in the batch */
	GUCLOG_PLACE_AFTER_BATCH	/* in the commands of the driver after the batch */
};

/**
 * struct guclog_engine_state - the state of the engine when its registers were read or saved
 * @engine: name of the engine, such as ccs0; empty if unknown
 * @guc_id: guc_id of the context; GUCLOG_NONE if unknown
 * @saved: whether the registers are from the context image, where the engine saved them when it
 *	switched the context out, or were read from the engine
 * @source: who read the registers: "GuC" or "Manual" (the driver); NULL if unknown
 * @place: position of the engine in the ring of its context
 * @has_job: @job is known
 * @job: sequence number of the job that the engine executed
 * @job_dword: position of the engine in the commands of this job in the ring, dwords
 * @command: name of the last command that the engine had parsed; NULL if unknown
 * @has_ipehr: @ipehr is known
 * @ipehr: register IPEHR
 * @has_acthd: @acthd is known
 * @acthd: register ACTHD (address of the engine in the batch); in a context image, the address in
 *	the register BB_ADDR
 * @semaphore: whether the engine waited for a semaphore
 * @has_instdone: @instdone is known
 * @instdone: register RING_INSTDONE: the bit of a unit is 0 while the unit works
 * @busy: names of the units that worked according to @instdone, such as "VFE, CS"; empty if none
 *	of the units with a known name worked; NULL if unknown
 * @has_asid: @asid is known
 * @asid: address space ID of the context
 * @least_ns: minimum time that the context was on the engine, ns; GUCLOG_NO_TIME if unknown
 * @most_ns: maximum time that the context was on the engine, ns; GUCLOG_NO_TIME if unknown. It is
 *	unknown also if the 32 bits of the clock of the GuC can have wrapped.
 * @older: the registers were captured before the hang; false also if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_engine_state {
	char engine[16];
	uint32_t guc_id;
	bool saved;
	const char *source;
	enum guclog_place place;
	bool has_job;
	int32_t job;
	uint32_t job_dword;
	const char *command;
	bool has_ipehr;
	uint32_t ipehr;
	bool has_acthd;
	uint64_t acthd;
	enum guclog_tri semaphore;
	bool has_instdone;
	uint32_t instdone;
	const char *busy;
	bool has_asid;
	uint32_t asid;
	int64_t least_ns;
	int64_t most_ns;
	bool older;
};

/*
 * The evidence that a queue caused the problem for which the kernel module recorded a log. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_culprit_basis {
	GUCLOG_CULPRIT_UNKNOWN,	/* unknown */
	GUCLOG_CULPRIT_FIRMWARE,	/* a message of the firmware named the queue */
	GUCLOG_CULPRIT_REQUEST,	/* a request about the queue has no answer */
	GUCLOG_CULPRIT_RESET,	/* the log has the engine reset that removed the queue */
	GUCLOG_CULPRIT_DUMP,	/* xe made a devcoredump for the queue */
	GUCLOG_CULPRIT_TIMEOUT,	/* the first trigger that names a queue names this queue */
	GUCLOG_CULPRIT_ENGINE	/* the queue ran on the engine that could not be reset */
};

/**
 * struct guclog_culprit - the queue that caused the problem for which a log was recorded
 * @guc_id: guc_id of the queue; GUCLOG_NONE if unknown
 * @engine: engine of the queue; empty if unknown
 * @basis: the evidence for the queue
 *
 * When the driver resets the whole GT, the jobs of all queues time out. Therefore a trigger that
 * names a queue does not prove that this queue is the cause.
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_culprit {
	uint32_t guc_id;
	char engine[16];
	enum guclog_culprit_basis basis;
};

/**
 * struct guclog_memory_fault - a memory access of a context that failed, and what followed
 * @fault: the page fault that the driver refused to resolve; NULL if unknown
 * @cat_error: the GuC reported a memory (CAT) error of the context
 * @has_cat_type: @cat_type is known
 * @cat_type: type of the memory error
 * @refused_index: index of the event with which the GuC read the refusal; GUCLOG_NO_EVENT if
 *	unknown
 * @refused_tick: tick of this event
 * @cat_index: index of the CAT_ERROR event; GUCLOG_NO_EVENT if unknown
 * @cat_tick: tick of this event
 * @disabled_index: index of the event with which the driver disabled the context after the refusal
 *	or the memory error; GUCLOG_NO_EVENT if unknown
 * @disabled_tick: tick of this event
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_memory_fault {
	const struct guclog_page_fault *fault;
	bool cat_error;
	bool has_cat_type;
	uint32_t cat_type;
	uint64_t refused_index;
	int64_t refused_tick;
	uint64_t cat_index;
	int64_t cat_tick;
	uint64_t disabled_index;
	int64_t disabled_tick;
};

/**
 * struct guclog_message - a message between driver and GuC
 * @offset: offset of the message's first word in the ring, words
 * @fence: number that the answer to the message repeats
 * @type_name: type of the message in the HXG header (its first word after the CT header); NULL if
 *	unknown
 * @unread: the receiver had not read the message
 * @has_action: @action is known
 * @action: number of the action; only requests and events have one
 * @name: name of @action, if it has one; NULL if unknown
 * @answers: of an answer: name of the action of the request that it answers, or "?" if the action
 *	has no name; NULL if unknown. Unknown if no request with this fence is in the rings, or if
 *	there are several with different actions.
 * @has_error: @error is known
 * @error: of an answer that reports an error: its code
 * @data0: a field of the HXG header: bits 27 to 16 of a request or event, the hint of an error, or
 *	bits 27 to 0 of another answer
 * @nr_data: number of elements of @data
 * @data: the data words, at most 254
 * @text: the message as text
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_message {
	uint32_t offset;
	uint32_t fence;
	const char *type_name;
	bool unread;
	bool has_action;
	uint32_t action;
	const char *name;
	const char *answers;
	bool has_error;
	uint32_t error;
	uint32_t data0;
	unsigned int nr_data;
	const uint32_t *data;
	const char *text;
};

/**
 * struct guclog_ct_ring - a ring of the CT buffers (between driver and GuC)
 * @name: "H2G" or "G2H"
 * @present: the devcoredump has the ring; if not, all numbers are 0
 * @words: length of the ring, words
 * @head: offset of the word that the receiver reads next
 * @tail: offset of the word that the sender writes next
 * @status: status in the ring's descriptor
 * @status_names: names of the bits of @status, separated by blanks; NULL if unknown
 * @usable: @head, @tail and @words do not contradict each other, so the messages can be found
 * @only_unread: the devcoredump has only the words that were not read, as that of Linux 6.12
 * @missing_words: number of words that the devcoredump should have but lacks
 * @nr_unread: number of messages that the receiver had not read
 * @nr_messages: number of elements of @message
 * @message: the messages, the oldest first
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_ct_ring {
	const char *name;
	bool present;
	uint32_t words;
	uint32_t head;
	uint32_t tail;
	uint32_t status;
	const char *status_names;
	bool usable;
	bool only_unread;
	uint32_t missing_words;
	uint32_t nr_unread;
	unsigned int nr_messages;
	const struct guclog_message *const *message;
};

/**
 * struct guclog_gt_messages - the messages of a GT in a devcoredump
 * @dump: name of the devcoredump; null if the input has only one
 * @has_gt: @gt is known
 * @gt: number of the GT
 * @disabled: the driver had disabled the buffers
 * @h2g: the ring from the driver to the GuC; null if it is not wanted or is missing
 * @g2h: the ring from the GuC to the driver; null as @h2g
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_gt_messages {
	const char *dump;
	bool has_gt;
	uint32_t gt;
	bool disabled;
	const struct guclog_ct_ring *h2g;
	const struct guclog_ct_ring *g2h;
};

/*
 * The source of a verdict or of a sentence. Made by scripts/gen-model.py from data/model/words.csv:
 * change that file.
 */
enum guclog_basis {
	GUCLOG_BASIS_NONE,	/* unknown */
	GUCLOG_BASIS_DRIVER,	/* the driver, in the devcoredump or in the kernel log */
	GUCLOG_BASIS_LOG,	/* the events of the GuC's log */
	GUCLOG_BASIS_BOTH,	/* the driver and the events */
	GUCLOG_BASIS_RECORD,	/* the kernel module, which recorded the log */
	GUCLOG_BASIS_KERNEL_LOG,	/* a kernel log */
	GUCLOG_BASIS_MAPPINGS,	/* the mappings of the process */
	GUCLOG_BASIS_REPORTS,	/* public reports by other people */
	GUCLOG_BASIS_TRACE	/* a trace of the driver's trace events */
};

/*
 * What a witness claims about a queue or an engine, causes before their consequences. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_claim_what {
	GUCLOG_CLAIM_MEMORY_FAULT,	/* a memory access of the context failed */
	GUCLOG_CLAIM_RESET_FAILED,	/* the GuC could not reset the engine */
	GUCLOG_CLAIM_ENGINE_RESET,	/* the engine was reset */
	GUCLOG_CLAIM_UNREAD,	/* the GuC no longer reads the messages of the driver */
	GUCLOG_CLAIM_REQUEST,	/* a request about the context or the engine has no answer */
	GUCLOG_CLAIM_DISABLE_FAILED,	/* the GuC did not acknowledge the disable of the context */
	GUCLOG_CLAIM_JOB_TIMEOUT,	/* a job did not end in time, or its engine was reset */
	GUCLOG_CLAIM_QUEUE_REMOVED,	/* a queue without job timeout had work and was removed */
	GUCLOG_CLAIM_OTHER,	/* the driver reports a hang of another kind */
	GUCLOG_CLAIM_ON_ENGINE,	/* the context was on the engine */
	GUCLOG_CLAIM_AFFECTED	/* the queue hangs only because of something else, see the cause */
};

/*
 * Who makes a claim. Made by scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_claim_witness {
	GUCLOG_BY_EVENTS,	/* the events of the GuC's log */
	GUCLOG_BY_DUMP,	/* the driver in the devcoredump */
	GUCLOG_BY_REGISTERS,	/* the registers of the engine in the devcoredump */
	GUCLOG_BY_KERNEL_LOG,	/* the driver in a kernel log */
	GUCLOG_BY_TRIGGER	/* a trigger of the kernel module that recorded the log */
};

/*
 * The cause of what a claim is about. Made by scripts/gen-model.py from data/model/words.csv:
 * change that file.
 */
enum guclog_claim_cause {
	GUCLOG_CAUSE_UNKNOWN,	/* unknown */
	GUCLOG_CAUSE_QUEUE,	/* another queue held the engine or was removed by the reset */
	GUCLOG_CAUSE_UNREAD,	/* the GuC no longer reads the messages of the driver */
	GUCLOG_CAUSE_GT_RESET,	/* the reset of the whole GT ends the jobs of all queues */
	GUCLOG_CAUSE_MEMORY_FAULT	/* a memory access of the context failed */
};

/**
 * struct guclog_claim - what one witness says about a queue or an engine
 * @what: what happened
 * @witness: who says so
 * @guc_id: guc_id of the context; GUCLOG_NONE if unknown
 * @engine: name of the engine; empty if unknown
 * @process: name of the process that owns the queue; NULL if unknown
 * @event: index of the event in the log that shows it; GUCLOG_NO_EVENT if unknown
 * @time: time of the line of the kernel log; NULL if unknown
 * @cause: the cause
 * @of_record: the claim is about the problem for which the kernel module recorded the log
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_claim {
	enum guclog_claim_what what;
	enum guclog_claim_witness witness;
	uint32_t guc_id;
	char engine[16];
	const char *process;
	uint64_t event;
	const char *time;
	enum guclog_claim_cause cause;
	bool of_record;
};

/**
 * struct guclog_suspect - what may be the cause of a hang
 * @guc_id: guc_id of the context; of a parallel queue of the devcoredump, its first guc_id;
 *	GUCLOG_NONE if unknown
 * @engine: engine of the context; empty if unknown
 * @process: name of the process that owns the queue; NULL if unknown
 * @basis: who claims that it hangs
 * @weight: the sum of what the claims weigh
 * @nr_claims: number of elements of @claim
 * @claim: the claims, causes before their consequences
 *
 * It is a queue; an engine if its queue is not known; or neither if nothing names one.
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_suspect {
	uint32_t guc_id;
	char engine[16];
	const char *process;
	enum guclog_basis basis;
	unsigned int weight;
	unsigned int nr_claims;
	const struct guclog_claim *const *claim;
};

/*
 * The event that a line of the kernel log reports. Made by scripts/gen-model.py from
 * data/model/words.csv: change that file.
 */
enum guclog_kernel_event {
	GUCLOG_KERNEL_JOB_TIMEOUT,	/* a job did not end in time */
	GUCLOG_KERNEL_ENGINE_RESET,	/* the GuC reset the engine of a queue */
	GUCLOG_KERNEL_MEMORY_ERROR,	/* the GuC reported a memory (CAT) error */
	GUCLOG_KERNEL_PAGE_FAULT,	/* a page fault that the driver did not resolve */
	GUCLOG_KERNEL_FAULT_REFUSED,	/* the driver's answer to a page fault: not resolved */
	GUCLOG_KERNEL_NO_ANSWER,	/* the GuC did not acknowledge an enable or a disable */
	GUCLOG_KERNEL_RESET_FAILED,	/* the GuC could not reset an engine */
	GUCLOG_KERNEL_GT_RESET,	/* the driver began to reset the GT */
	GUCLOG_KERNEL_WEDGED,	/* the driver declared the GPU wedged */
	GUCLOG_KERNEL_DUMP_CREATED,	/* the driver made a devcoredump */
	GUCLOG_KERNEL_GT_RESET_FAILED,	/* the driver could not reset the GT */
	GUCLOG_KERNEL_ERROR,	/* an error whose text is not known */
	GUCLOG_KERNEL_JOB_TIMEOUT_OTHER,	/* a job of the driver itself did not end in time */
	GUCLOG_KERNEL_JOB_NOT_STARTED,	/* a job had not begun when its time limit had passed */
	GUCLOG_KERNEL_JOB_STUCK,	/* the clock of a job's context does not advance */
	GUCLOG_KERNEL_START_JOB_FAILED,	/* the driver's first job or queue on an engine failed */
	GUCLOG_KERNEL_GPU_HANG,	/* i915 found a hang */
	GUCLOG_KERNEL_FAULT_QUEUE_FULL,	/* a page fault could not be stored */
	GUCLOG_KERNEL_CT_BROKEN,	/* the channel between driver and GuC does not work */
	GUCLOG_KERNEL_REQUEST_REFUSED,	/* the GuC refused a request */
	GUCLOG_KERNEL_BAD_MESSAGE,	/* the GuC sent a message that is wrong */
	GUCLOG_KERNEL_TLB_TIMEOUT,	/* the GuC did not answer an invalidation of the TLB */
	GUCLOG_KERNEL_GUC_CRASH,	/* the firmware of the GuC crashed */
	GUCLOG_KERNEL_LOAD_FAILED,	/* the firmware of the GuC did not start */
	GUCLOG_KERNEL_LOAD_STATUS,	/* how far the firmware's start came */
	GUCLOG_KERNEL_OLD_FIRMWARE,	/* the driver refused the firmware because of its version */
	GUCLOG_KERNEL_NO_FIRMWARE,	/* the file of the firmware is missing or damaged */
	GUCLOG_KERNEL_PROBE_FAILED,	/* the driver could not be started */
	GUCLOG_KERNEL_RESET_ASKED,	/* the driver asked for a GT reset */
	GUCLOG_KERNEL_GT_RESET_DONE,	/* the GT was reset */
	GUCLOG_KERNEL_DEVICE_LOST,	/* the device does not answer */
	GUCLOG_KERNEL_PCI_ERROR,	/* the PCI core reported an error */
	GUCLOG_KERNEL_SURVIVABILITY,	/* the device is in survivability mode */
	GUCLOG_KERNEL_HARDWARE_ERROR,	/* the hardware reported an error */
	GUCLOG_KERNEL_PCI_RESET,	/* the PCI core began a function level reset */
	GUCLOG_KERNEL_PCI_RESET_DONE,	/* the PCI core ended a function level reset */
	GUCLOG_KERNEL_DRIVER_ERROR,	/* trouble of the driver that is not a hang */
	GUCLOG_KERNEL_VM_ERROR,	/* the driver banned an address space */
	GUCLOG_KERNEL_SUSPEND_FAILED,	/* a suspend or a resume failed */
	GUCLOG_KERNEL_WARNING,	/* a check in the driver's code failed */
	GUCLOG_KERNEL_STOPPED,	/* the kernel stopped in the driver's code */
	GUCLOG_KERNEL_DUMP_PATH,	/* a note about a devcoredump */
	GUCLOG_KERNEL_DUMP_DELETED,	/* a devcoredump was deleted */
	GUCLOG_KERNEL_DUMP_SKIPPED,	/* there was a devcoredump already */
	GUCLOG_KERNEL_FIRMWARE_AGE,	/* the firmware is older than recommended */
	GUCLOG_KERNEL_SLOW_LOAD,	/* the firmware was loaded slowly */
	GUCLOG_KERNEL_DETAIL,	/* belongs to the message before */
	GUCLOG_KERNEL_OTHER,	/* an error that is not about a hang */
	GUCLOG_KERNEL_DRIVER_START,	/* the driver was started */
	GUCLOG_KERNEL_INFO	/* not an error */
};

/*
 * What a message of a driver in the kernel log is about. Made by scripts/gen-model.py from
 * data/model/words.csv: change that file.
 */
enum guclog_message_class {
	GUCLOG_MESSAGE_UNKNOWN,	/* an error whose text is not known */
	GUCLOG_MESSAGE_JOB_TIMEOUT,	/* a job did not end in time */
	GUCLOG_MESSAGE_ENGINE_RESET,	/* an engine was reset, or could not be reset */
	GUCLOG_MESSAGE_MEMORY_FAULT,	/* a memory access could not be made */
	GUCLOG_MESSAGE_GUC_UNREACHABLE,	/* the GuC does not answer */
	GUCLOG_MESSAGE_GUC_CRASH,	/* the firmware of the GuC crashed */
	GUCLOG_MESSAGE_LOAD_FAILURE,	/* the GuC or the driver did not start */
	GUCLOG_MESSAGE_GT_RESET,	/* a reset of a GT */
	GUCLOG_MESSAGE_DEVICE_LOST,	/* the device does not answer, or was given up */
	GUCLOG_MESSAGE_HARDWARE_ERROR,	/* an error that the hardware reported */
	GUCLOG_MESSAGE_PCI_RESET,	/* a function level reset of the PCI device */
	GUCLOG_MESSAGE_DRIVER,	/* trouble of the driver that is not a hang */
	GUCLOG_MESSAGE_DUMP,	/* a devcoredump or an error state */
	GUCLOG_MESSAGE_FIRMWARE_AGE,	/* the firmware is older than recommended */
	GUCLOG_MESSAGE_DETAIL,	/* a part of the message before */
	GUCLOG_MESSAGE_OTHER,	/* an error that is not about a hang */
	GUCLOG_MESSAGE_INFO	/* not an error */
};

/*
 * Whether the devcoredump of an incident still exists. Made by scripts/gen-model.py from
 * data/model/words.csv: change that file.
 */
enum guclog_kernel_dump {
	GUCLOG_DUMP_NONE,	/* the kernel log reports no devcoredump of the incident */
	GUCLOG_DUMP_PERHAPS,	/* it may still exist: at most an hour after it was made */
	GUCLOG_DUMP_DELETED,	/* the kernel log reports that it was deleted */
	GUCLOG_DUMP_EXPIRED	/* it is older than an hour, so the driver has deleted it */
};

/**
 * struct guclog_message_field - a value in a message of a driver
 * @name: name of the field, such as "address"
 * @text: the value as it is in the message; NULL if unknown
 * @has_number: @number is known
 * @number: @text as a number; a negative one as its two's complement
 * @words: what the value means, from the driver's source; NULL if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_message_field {
	const char *name;
	const char *text;
	bool has_number;
	uint64_t number;
	const char *words;
};

/**
 * struct guclog_kernel_line - a line of the kernel log about a hang
 * @has_time: @time is known
 * @time: time of the line as printed in the kernel log; if it is not known, "an unknown time"
 * @ns: time of the line on the clock of the kernel log, ns; known if @has_time
 * @event: the event that the line reports
 * @device: PCI address of the GPU; empty if unknown
 * @has_tile: @tile is known
 * @tile: number of the tile
 * @has_gt: @gt is known
 * @gt: number of the GT
 * @guc_id: guc_id of the queue; GUCLOG_NONE if unknown
 * @engine_class: class of the queue's engines, such as "ccs"; empty if unknown
 * @has_mask: @mask is known
 * @mask: logical mask of the queue's engines
 * @has_seqno: @seqno is known
 * @seqno: sequence number of the job
 * @process: name of the process; NULL if unknown
 * @has_pid: @pid is known
 * @pid: PID of the process
 * @has_asid: @asid is known
 * @asid: address space ID of a page fault
 * @text: the line without its time; NULL if unknown
 * @about: what the line is about
 * @weight: how grave that is: 0 for a note, 9 for a GPU that is lost
 * @i915: the driver is i915, not xe
 * @error: the driver prints the line as an error
 * @has_sigid: @sigid is known
 * @sigid: stable number of the message, of Linux 7.4 and later
 * @meaning: what the message means; null if its text is not known or needs no meaning
 * @advice: what to do; null if there is no advice
 * @nr_fields: number of elements of @field
 * @field: the values in the message
 * @incident: number of the incident in the kernel log, from 0; GUCLOG_NONE if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_kernel_line {
	bool has_time;
	const char *time;
	int64_t ns;
	enum guclog_kernel_event event;
	char device[16];
	bool has_tile;
	uint32_t tile;
	bool has_gt;
	uint32_t gt;
	uint32_t guc_id;
	char engine_class[8];
	bool has_mask;
	uint64_t mask;
	bool has_seqno;
	uint32_t seqno;
	const char *process;
	bool has_pid;
	uint32_t pid;
	bool has_asid;
	uint32_t asid;
	const char *text;
	enum guclog_message_class about;
	unsigned int weight;
	bool i915;
	bool error;
	bool has_sigid;
	uint32_t sigid;
	const char *meaning;
	const char *advice;
	unsigned int nr_fields;
	const struct guclog_message_field *field;
	uint32_t incident;
};

/**
 * struct guclog_witness - a line of a kernel log about a hang
 * @name: name of the kernel log; NULL if unknown
 * @kernel_log: number of the kernel log in the explanation, from 0
 * @joined: the time and the context in the line prove that it is about the hang that is explained;
 *	if false, the line may be about another hang
 * @line: the line
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_witness {
	const char *name;
	unsigned int kernel_log;
	bool joined;
	const struct guclog_kernel_line *line;
};

/*
 * How certain a sentence is. Made by scripts/gen-model.py from data/model/words.csv: change that
 * file.
 */
enum guclog_certainty {
	GUCLOG_CERTAINTY_READ,	/* the inputs contain the statement */
	GUCLOG_CERTAINTY_INFERRED,	/* the statement is inferred or an estimate */
	GUCLOG_CERTAINTY_UNKNOWN	/* the sentence is about missing information */
};

/**
 * struct guclog_sentence - a sentence of an explanation
 * @text: the sentence
 * @nr_events: number of elements of @event
 * @event: indexes of the events of the log that prove it
 * @basis: the source of the sentence
 * @certainty: how certain the sentence is
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_sentence {
	const char *text;
	unsigned int nr_events;
	const uint64_t *event;
	enum guclog_basis basis;
	enum guclog_certainty certainty;
};

#endif
