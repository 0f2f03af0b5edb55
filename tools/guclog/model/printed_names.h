/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What xe prints in a devcoredump. Made by scripts/gen-model.py from
 * data/model/printed.csv: change that file.
 */
#ifndef _MODEL_PRINTED_NAMES_H_
#define _MODEL_PRINTED_NAMES_H_

/*
 * The parts of a devcoredump.
 */
enum dump_section {
	SECTION_HEAD,	/* the first lines of a devcoredump */
	SECTION_GT_LIST,	/* a GT in the list at the end of the head */
	SECTION_GT,	/* the number of the GT whose sections follow */
	SECTION_LOG,	/* the log of the GuC */
	/* the rings for messages between driver and GuC (command transport buffers, CTB) */
	SECTION_CT,
	SECTION_RING,	/* a ring of section GuC CT */
	SECTION_QUEUE,	/* the exec queues */
	SECTION_LRC,	/* a logical ring context of an exec queue */
	SECTION_JOB,	/* the job that did not end */
	SECTION_ENGINE,	/* the engines */
	/* a register of an engine. Redaction keeps all registers, also those without a row here. */
	SECTION_REGISTER,
	SECTION_VM,	/* the memory of the VM of the queue */
	SECTION_KERNEL_LOG,	/* lines of a dump that xe prints into the kernel log */
	SECTION_I915,	/* lines of a debugfs file or an error state of the driver i915 */
	SECTIONS,	/* number of sections */
};

/*
 * What a line of a devcoredump is about.
 */
enum dump_name {
	DUMP_UNKNOWN,	/* not in data/model/printed.csv */
	DUMP_HEAD_REASON,	/* why xe made the devcoredump */
	DUMP_HEAD_KERNEL,	/* release of the kernel */
	DUMP_HEAD_MODULE,	/* name of the driver */
	/* wall-clock time of the dump, s since 1970, in JSON in ns */
	DUMP_HEAD_SNAPSHOT_TIME,
	DUMP_HEAD_UPTIME,	/* time from boot to the dump, s, in JSON in ns */
	/* name of the process that owns the queue, with its PID (not in Linux 6.12) */
	DUMP_HEAD_PROCESS,
	DUMP_HEAD_PCI_ID,	/* PCI device ID */
	DUMP_HEAD_PCI_REVISION,	/* PCI revision */
	DUMP_HEAD_TIMEDOUT,	/* beginning of the reason: a job did not end in time */
	/* beginning of the reason: a queue without job timeout had work and was removed */
	DUMP_HEAD_CLEANUP,
	/* beginning of the reason: the GuC did not acknowledge the disable of a context */
	DUMP_HEAD_DISABLE_FAILED,
	/* beginning of the reason if the driver prints the dump into the kernel log */
	DUMP_HEAD_CTB_IS_DEAD,
	DUMP_GT_LIST_ID,	/* number of the GT */
	DUMP_GT_LIST_TILE,	/* number of the tile */
	DUMP_GT_LIST_TYPE,	/* kind of the GT */
	/*
	 * version of the IP: architecture, release, revision; zeroes if the device has no register
	 * GMD_ID
	 */
	DUMP_GT_LIST_IP,
	DUMP_GT_LIST_CLOCK,	/* frequency of the clock of the timestamps, Hz */
	DUMP_GT_TILE,	/* number of the tile */
	DUMP_LOG_FIRMWARE,	/* file name of the firmware */
	DUMP_LOG_VERSION,	/* version of the firmware and the version that xe was made for */
	/* boottime clock of the host when the GuC's clock was read, ns */
	DUMP_LOG_KERNEL_TIMESTAMP,
	DUMP_LOG_GUC_TIMESTAMP,	/* clock of the GuC */
	DUMP_LOG_LEVEL,	/* log level of the firmware */
	/* frequency of the clock of the timestamps, Hz; only in the debugfs file guc_log */
	DUMP_LOG_CLOCK,
	DUMP_LOG_DATA,	/* the log */
	DUMP_LOG_PLAIN_DATA,	/* the log in the debugfs file guc_log */
	DUMP_LOG_NONE,	/* the driver had no memory for the log */
	DUMP_CT_DISABLED,	/* the driver had disabled the rings */
	DUMP_CT_H2G,	/* the lines of the ring for messages to the GuC follow */
	DUMP_CT_G2H,	/* the lines of the ring for messages to the driver follow */
	DUMP_CT_OUTSTANDING,	/* number of answers that the driver waits for */
	DUMP_CT_DATA,	/* contents of both rings */
	DUMP_RING_SIZE,	/* length of the ring, dwords */
	DUMP_RING_RESERVED,	/* dwords that the driver keeps free, for answers */
	DUMP_RING_HEAD,	/* where the reader is according to the driver */
	DUMP_RING_TAIL,	/* where the writer is according to the driver */
	DUMP_RING_SPACE,	/* free dwords according to the driver */
	DUMP_RING_BROKEN,	/* the driver no longer uses the ring */
	DUMP_RING_HEAD_MEMORY,	/* where the reader is according to the descriptor of the ring */
	DUMP_RING_TAIL_MEMORY,	/* where the writer is according to the descriptor of the ring */
	DUMP_RING_STATUS_MEMORY,	/* errors of the ring */
	DUMP_RING_WORD,	/* an unread dword of the ring */
	DUMP_QUEUE_GUC_ID,	/* number of the queue for the GuC */
	DUMP_QUEUE_NAME,	/* name of the queue: engine class and guc_id */
	DUMP_QUEUE_CLASS,	/* class of its engines, a number of enum xe_engine_class */
	/* a bit for each logical instance of the engines that the queue may use */
	DUMP_QUEUE_LOGICAL_MASK,
	DUMP_QUEUE_WIDTH,	/* number of rings of the queue */
	DUMP_QUEUE_REFERENCES,	/* number of references to the queue */
	DUMP_QUEUE_TIMEOUT,	/* time limit of a job, ms */
	DUMP_QUEUE_TIMESLICE,	/* time slice, us */
	DUMP_QUEUE_PREEMPT_TIMEOUT,	/* time limit of a preemption, us */
	DUMP_QUEUE_STATE,	/* state bits of the queue */
	DUMP_QUEUE_FLAGS,	/* flags of the queue */
	DUMP_QUEUE_MULTI_QUEUE_PRIMARY,	/* guc_id of the first queue of a group of queues */
	DUMP_QUEUE_MULTI_QUEUE_POSITION,	/* position of the queue in the group */
	DUMP_QUEUE_WQ_HEAD,	/* where the GuC reads the work queue of a parallel queue */
	DUMP_QUEUE_WQ_HEAD_INTERNAL,	/* the same according to the driver */
	DUMP_QUEUE_WQ_TAIL,	/* where the driver writes the work queue of a parallel queue */
	DUMP_QUEUE_WQ_TAIL_INTERNAL,	/* the same according to the driver */
	DUMP_QUEUE_WQ_STATUS,	/* state of the work queue */
	DUMP_QUEUE_WQ_WORD,	/* a dword of the work queue */
	DUMP_QUEUE_JOB,	/* a job that has not ended: beginning of its line */
	DUMP_QUEUE_JOB_FENCE,	/* in this line: whether its fence has signaled */
	DUMP_QUEUE_JOB_FINISHED,	/* in this line: whether the scheduler has finished it */
	DUMP_QUEUE_JOB_WORDS,	/* the same line for the redaction */
	DUMP_LRC_DESC,	/* address of the context in the GGTT; begins the lines of an LRC */
	DUMP_LRC_RING_ADDRESS,	/* address of the ring in the GGTT */
	DUMP_LRC_INDIRECT_RING_STATE,	/* address of the indirect ring state in the GGTT */
	DUMP_LRC_RING_START,	/* register RING_START in the context image */
	DUMP_LRC_HEAD,	/* head of the ring in the context image, bytes */
	DUMP_LRC_TAIL,	/* tail of the ring in the context image, bytes */
	DUMP_LRC_TAIL_INTERNAL,	/* tail of the ring according to the driver, bytes */
	DUMP_LRC_START_SEQNO,	/* sequence number of the job that began last */
	DUMP_LRC_SEQNO,	/* sequence number of the job that ended last */
	DUMP_LRC_TIMESTAMP,	/* run time of the context, ticks */
	DUMP_LRC_TIMESTAMP_MS,	/* run time of the context, ms */
	DUMP_LRC_QUEUE_TIMESTAMP,	/* run time of the queue, ticks */
	DUMP_LRC_QUEUE_TIMESTAMP_MS,	/* run time of the queue, ms */
	DUMP_LRC_JOB_TIMESTAMP,	/* run time of the context when its last job began, ticks */
	DUMP_LRC_HWSP,	/* contents of the hardware status page */
	DUMP_LRC_HWCTX,	/* contents of the context image */
	DUMP_LRC_REPLAY_OFFSET,	/* offset of the state that is replayed in the context image */
	DUMP_LRC_REPLAY_LENGTH,	/* length of this state, bytes */
	DUMP_JOB_BATCH_ADDRESS,	/* address of a batch of the job, one for each ring */
	/* in the first line of an engine, between its name and its logical number */
	DUMP_ENGINE_INSTANCE,
	DUMP_ENGINE_SOURCE,	/* who read the registers: the GuC or the driver */
	DUMP_ENGINE_COVERAGE,	/* whether all registers were read */
	DUMP_ENGINE_FORCEWAKE,	/* how the engine was kept awake */
	DUMP_ENGINE_RESERVED,	/* the engine is reserved for the driver */
	DUMP_REGISTER_RING_START,	/* address of the ring in the GGTT */
	DUMP_REGISTER_RING_HEAD,	/* where the engine reads in the ring */
	DUMP_REGISTER_RING_TAIL,	/* where the commands in the ring end */
	DUMP_REGISTER_RING_CTL,	/* size and state of the ring */
	DUMP_REGISTER_RING_INSTDONE,	/* units of the engine that were not busy */
	DUMP_REGISTER_ACTHD,	/* address of the current command */
	DUMP_REGISTER_IPEHR,	/* first dword of the current command */
	DUMP_REGISTER_BBADDR,	/* address in the current batch */
	DUMP_REGISTER_EXECLIST_STATUS,	/* descriptor of the context on the engine */
	DUMP_REGISTER_SQ_CONTENTS,	/* descriptor of the context that was submitted */
	DUMP_VM_FLAGS,	/* flags of the VM */
	DUMP_VM_LENGTH,	/* length of a range of memory, bytes */
	DUMP_VM_PROPERTIES,	/* properties of the range */
	DUMP_VM_ERROR,	/* why the driver could not read the range: a negative errno value */
	DUMP_VM_DATA,	/* contents of the range */
	DUMP_KERNEL_LOG_DONE,	/* the end of the dump */
	DUMP_I915_CLOCK,	/* frequency of the clock of the timestamps, Hz */
	DUMP_I915_KERNEL,	/* release and architecture of the kernel */
	DUMP_I915_TIME,	/* wall-clock time of the error */
	DUMP_I915_BOOTTIME,	/* time from boot to the error */
	DUMP_I915_PCI_REVISION,	/* PCI revision */
	DUMP_I915_HUC_FIRMWARE,	/* file name of the firmware of the HuC */
	DUMP_I915_VERSION,	/* version of the firmware whose name is in a line before */
	DUMP_I915_LOG_LEVEL,	/* log level of the firmware */
	DUMP_NAMES,	/* number of names */
};

/*
 * The types of printed texts.
 */
enum printed_type {
	PRINTED_TEXT,	/* name of a line "name: value" */
	PRINTED_NUMBER,	/* the same; the value begins with a number */
	PRINTED_SECONDS,	/* the same; the value is a time */
	PRINTED_STAMP,	/* the same; the value is a number, and the number again in brackets */
	PRINTED_PLAIN,	/* name before data in ascii85 */
	PRINTED_TITLE,	/* title of a section, between "****" */
	PRINTED_DATA,	/* NAME of lines "[NAME].length: value" and "[NAME].data: value" */
	PRINTED_DOTTED,	/* name of a line "[ADDRESS].name: value" */
	PRINTED_ITEM,	/* NAME of a line "NAME[number]: value" */
	PRINTED_MARK,	/* line without a value */
	PRINTED_PART,	/* text within a line */
};

/*
 * What redaction keeps of the value after a printed text.
 */
enum printed_class {
	KEEP_NONE,	/* nothing: redaction does not know the line */
	KEEP_WORDS,	/* numbers, and the words that xe prints, without brackets */
	KEEP_STAMP,	/* a number, and the same number in brackets */
	KEEP_SECONDS,	/* a number with decimals */
	KEEP_DRIVER,	/* the name of the driver xe */
	KEEP_RELEASE,	/* the version of a kernel release */
	KEEP_FIRMWARE,	/* the name of a firmware file in the driver's folder */
	KEEP_PROCESS,	/* nothing of the name and the PID of a process */
	KEEP_REASON,	/* a sentence of xe without the process that it names */
	KEEP_ADDRESS,	/* nothing of an address */
	KEEP_CONTEXT,	/* an address that a register of an engine also has */
	KEEP_COUNT,	/* numbers without units */
	KEEP_SMALL,	/* numbers of at most 20 bits: a larger number can be an address */
	KEEP_LOG,	/* the data of a log */
	KEEP_RING,	/* nothing of the contents of a ring */
	KEEP_IMAGE,	/* nothing of the contents of a context */
	KEEP_MEMORY,	/* nothing of the contents of memory */
};

/* The lines with the titles, and the beginnings of the lines with data. */
#define TITLE_HEAD	"**** Xe Device Coredump ****"
#define TITLE_GT	"**** GT #"
#define TITLE_LOG	"**** GuC Log ****"
#define LINE_LOG_DATA	"[LOG].data:"
#define LINE_LOG_PLAIN_DATA	"Log data:"
#define TITLE_CT	"**** GuC CT ****"
#define LINE_CT_DATA	"[CTB].data:"
#define TITLE_QUEUE	"**** Contexts ****"
#define LINE_LRC_HWSP	"[HWSP].data:"
#define LINE_LRC_HWCTX	"[HWCTX].data:"
#define TITLE_JOB	"**** Job ****"
#define TITLE_ENGINE	"**** HW Engines ****"
#define TITLE_VM	"**** VM state ****"

#endif
