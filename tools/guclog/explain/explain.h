/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Explains what happened on the GPU: the verdict and its evidence.
 */
#ifndef _GUCLOG_EXPLAIN_EXPLAIN_H_
#define _GUCLOG_EXPLAIN_EXPLAIN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"
#include "model/records.h"

struct guclog_analysis;
struct guclog_context;
struct guclog_dump;
struct guclog_kernel_line;
struct guclog_kernel_log;
struct guclog_log;

/**
 * guclog_driver_kind_name() - get the name of a kind of report by the driver
 * @kind: the kind
 *
 * Return: a constant string such as "job timeout", or NULL if it is unknown.
 */
const char *guclog_driver_kind_name(enum guclog_driver_kind kind);

/**
 * guclog_basis_name() - get the name of the source of a verdict or sentence
 * @basis: the basis
 *
 * Return: a constant string such as "driver"; NULL for GUCLOG_BASIS_NONE.
 */
const char *guclog_basis_name(enum guclog_basis basis);

/* Maximum number of lines of kernel logs that are stored. All are counted. */
#define GUCLOG_MAX_WITNESSES	64u

/**
 * struct guclog_explanation - the verdict about a log or devcoredump, and its evidence
 * @analysis: the analysis of the log, NULL if there is none
 * @hang: whether an engine was reset, a job timed out or a request is stuck; also unknown
 *	when an engine has not answered a request to switch out at the end of the log, or the
 *	firmware has crashed
 * @reset: whether an engine was reset
 * @nr_suspects: number of elements of @suspect
 * @suspect: what may be the cause of the hang, the most probable first: element 0 is the verdict.
 *	Without a hang there is none.
 * @first: element 0 of @suspect; if there is none, a suspect without guc_id and engine
 * @memory_fault: the memory access that failed and with which the hang began, NULL if there is none
 * @failed_reset: the GuC could not reset the engine of @first, and the context, if it is known, was
 *	on it
 * @waiter: guc_id of the context that waited for the engine, or GUCLOG_NONE
 * @wait_ns: time from the request to switch out to the timeout, ns; GUCLOG_NO_TIME if unknown, or
 *	if the GuC made the request because the driver had disabled the context. The
 *	timestamps of events have 32 bits, so the time can be too short by a multiple of 2^32
 *	ticks if no event was written during the wait and @limit_ns is not known.
 * @limit_ns: preemption timeout of the context, ns; or GUCLOG_NO_TIME
 * @unanswered_faults: number of page faults without an answer at the end of the log, or GUCLOG_NONE
 * @stuck: "submit", "h2g", "disable", "deregister"; "g2h" if the driver no longer reads the
 *	messages of the GuC; or NULL
 * @signature: a text that is the same for similar hangs
 * @nr_sentences: number of sentences
 * @sentence: the explanation in sentences, the most important first
 * @nr_known: number of elements of @known
 * @known: published problems that the input resembles
 * @basis: the source of the verdict
 * @driver: what the driver recorded about this hang in the devcoredump and in the kernel logs
 * @agree: whether the driver and the log name the same context and engine; unknown if one of
 *	them does not name a context, or if the driver names the context that waited
 * @state: the state of the engine, NULL unless its registers belong to the context of @driver
 * @batch: the batch that the engine was executing, NULL if there is none
 * @idle_engine: name of the engine if its registers show that no context was on it, so @state
 *	is NULL; else NULL
 * @culprit: for a log that the kernel module recorded: the queue that caused the problem
 * @nr_kernel_lines: number of lines about hangs in the kernel logs
 * @nr_witnesses: number of elements of @witness
 * @witness: lines of kernel logs, at most GUCLOG_MAX_WITNESSES: for each kernel log, first the
 *	lines that are proven to be about this hang, then the other lines, the newest first
 * @nr_captures: number of elements of @capture
 * @capture: state captures in the log (registers that the GuC stored at engine resets) that are not
 *	proven to belong to this hang, the newest first
 * @firmware_crash: whether the log has a crash dump of the firmware; unknown without a log, or if
 *	the region of crash dumps is missing. The log does not show when the firmware crashed.
 * @nr_kernel_logs: number of elements of @kernel_log
 * @kernel_log: the kernel logs that were given, with their incidents
 * @nr_advice: number of elements of @advice, at most 3
 * @advice: what to do next, the most important first
 */
struct guclog_explanation {
	const struct guclog_analysis *analysis;
	enum guclog_tri hang;
	enum guclog_tri reset;
	unsigned int nr_suspects;
	const struct guclog_suspect *const *suspect;
	const struct guclog_suspect *first;
	const struct guclog_memory_fault *memory_fault;
	bool failed_reset;
	uint32_t waiter;
	int64_t wait_ns;
	int64_t limit_ns;
	uint32_t unanswered_faults;
	const char *stuck;
	const char *signature;
	unsigned int nr_sentences;
	const struct guclog_sentence *const *sentence;
	unsigned int nr_known;
	const struct guclog_known *const *known;
	enum guclog_basis basis;
	struct guclog_driver driver;
	enum guclog_tri agree;
	const struct guclog_engine_state *state;
	const struct guclog_batch *batch;
	const char *idle_engine;
	struct guclog_culprit culprit;
	uint64_t nr_kernel_lines;
	unsigned int nr_witnesses;
	const struct guclog_witness *const *witness;
	unsigned int nr_captures;
	const struct guclog_engine_state *const *capture;
	enum guclog_tri firmware_crash;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log *const *kernel_log;
	unsigned int nr_advice;
	const struct guclog_advice *const *advice;
};

/**
 * struct guclog_explain_options - options of guclog_explain()
 * @analysis: an existing analysis of the log, from a struct guclog_events; NULL to make a new one
 * @whole_batch: list all commands of the batch, at most 65536, even if the registers of its engine
 *	are not known
 * @nr_kernel_logs: number of kernel logs
 * @kernel_log: kernel logs, which must remain valid as long as the explanation
 * @maps: text of /proc/PID/maps of the process that the devcoredump names; NULL if there is none
 * @trace: text of a trace of xe's trace events, as tracefs or "trace-cmd report" prints it; NULL if
 *	there is none
 */
struct guclog_explain_options {
	const struct guclog_analysis *analysis;
	bool whole_batch;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log *const *kernel_log;
	const char *maps;
	const char *trace;
};

/**
 * guclog_explain() - explain what happened on the GPU
 * @log: the log, NULL if there is none
 * @dump: the devcoredump; NULL to use the devcoredump that contains @log, if there is one
 * @options: NULL for the defaults
 * @error: filled with the reason if there is no explanation, or with code 0; may be NULL
 *
 * Log and devcoredump must remain valid as long as the explanation. If a log cannot be analysed,
 * the explanation states that. With neither a log nor a devcoredump, the explanation is about the
 * gravest incident in the kernel logs.
 *
 * Return: the explanation, which the caller must free with guclog_explanation_free(), or NULL with
 * -ENOMEM.
 */
const struct guclog_explanation *
guclog_explain(const struct guclog_log *log, const struct guclog_dump *dump,
	       const struct guclog_explain_options *options, struct guclog_error *error);

/**
 * guclog_explanation_free() - free an explanation
 * @explanation: from guclog_explain(), may be NULL
 */
void guclog_explanation_free(const struct guclog_explanation *explanation);

/**
 * guclog_explain_known() - find the published problems that a log resembles
 * @log: the log
 * @error: as for guclog_explain()
 *
 * This function is faster than guclog_explain(). If no published problem is about the GPU, the
 * firmware and the devcoredump, it does not read the events.
 *
 * Return: an explanation of which only @known and @nr_known may be used. The caller must free it
 * with guclog_explanation_free(). NULL with -ENOMEM.
 */
const struct guclog_explanation *
guclog_explain_known(const struct guclog_log *log, struct guclog_error *error);

/**
 * guclog_reason_pattern() - replace the numbers in a reason, so that similar hangs have equal texts
 * @reason: reason of a devcoredump, such as "LR job cleanup, guc_id=32"
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, in which each number of the reason is N.
 */
size_t guclog_reason_pattern(const char *reason, char *buf, size_t size);

/* Number of columns of the table of contexts. */
#define GUCLOG_CONTEXT_COLUMNS	9

/**
 * guclog_context_column() - get the name of a column of the table of contexts
 * @i: number of the column, from 0
 *
 * Return: a constant string; NULL after the last column.
 */
const char *guclog_context_column(unsigned int i);

/**
 * guclog_context_cell() - get the text of a cell of the table of contexts
 * @a: the analysis
 * @context: from guclog_analysis_context()
 * @i: number of the column
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text.
 */
size_t guclog_context_cell(const struct guclog_analysis *a, const struct guclog_context *context,
			   unsigned int i, char *buf, size_t size);

#endif
