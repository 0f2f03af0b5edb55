/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Known trouble: problems of hardware, firmware or driver that were published, and the search for
 * those that match a log and its devcoredump.
 */
#ifndef _KNOWN_H_
#define _KNOWN_H_

#include "guc_env.h"

struct guc_facts;
struct guc_release;
struct guclog_dump;

/* The verdict that a log with a published problem must have. */
enum known_verdict {
	KNOWN_ANY,		/* any verdict, or none */
	KNOWN_RESET,		/* an engine reset */
	KNOWN_NONE,		/* neither a reset nor anything stuck */
	KNOWN_SUBMIT,		/* no answer to the submission or the enable of a context */
	KNOWN_H2G,		/* the GuC does not read its messages */
	KNOWN_DISABLE,		/* the GuC does not answer the disable of a context */
	KNOWN_DEREGISTER,	/* the GuC does not answer the deregistration of a context */
};

/* Further facts that log and dump must prove: bit numbers of @needs in &struct known_trouble. */
enum known_needs {
	KNOWN_NEEDS_FAULTS,	/* page faults without an answer, or that were not resolved */
	KNOWN_NEEDS_NO_TIMEOUT,	/* the queue's jobs have no time limit */
	KNOWN_NEEDS_WAITER,	/* a context waited until the preemption timeout was over */
	KNOWN_NEEDS_NEVER_RAN,	/* the context was never on an engine */
	KNOWN_NEEDS_NEWER_FIRMWARE,	/* the firmware is newer than the driver wants */
	KNOWN_NEEDS_LARGE_HOST_BUFFER,	/* a buffer of 512 MiB or more in memory of the host */
	KNOWN_NEEDS_SEMAPHORE_FAULT,	/* a page fault where compute-runtime has semaphores */
	KNOWN_NEEDS_PROGRAM_ENDED,	/* the queue was killed: the program ended */
	KNOWN_NEEDS_ENDS_WITH_ZEROS,	/* a whole dump of about 512 KB that ends with zeros */
	KNOWN_NEEDS_COUNT,
};

/**
 * struct known_trouble - a published problem
 * @id: name of the problem
 * @verdict: the verdict that the log must have
 * @first: first GuC version with this trouble: major 23:16, minor 15:8, patch 7:0
 * @last: last GuC version with this trouble
 * @platform: name of the GPU's platform, NULL for any
 * @engine: beginning of the name of the engine, NULL for any
 * @reason: beginning of the devcoredump's Reason, NULL for any
 * @needs: facts that log and dump must also prove, a mask of BIT(enum known_needs)
 * @known: description of the problem, a sentence without a full stop
 * @refuted: observation that would show that a log has another problem, a sentence without a full
 *	stop
 * @cure: what helped, in a clause without a full stop; NULL if that is not known
 * @link: address of a public report
 * @source: who made the report, and when
 */
struct known_trouble {
	const char *id;
	enum known_verdict verdict;
	u32 first;
	u32 last;
	const char *platform;
	const char *engine;
	const char *reason;
	u32 needs;
	const char *known;
	const char *refuted;
	const char *cure;
	const char *link;
	const char *source;
};

extern const struct known_trouble known_table[];
extern const unsigned int known_table_len;
/* Words for each fact of enum known_needs, by which the array is indexed. */
extern const char * const known_needs_text[];

/**
 * struct known_case - properties of a log and its dump that are compared with the published
 * problems; each of them can be unknown
 * @platform: name of the GPU's platform, NULL if unknown
 * @has_firmware: @firmware is known
 * @firmware: GuC version
 * @wanted: GuC version that the driver wants, 0 if unknown
 * @has_verdict: @verdict is known
 * @verdict: verdict on the log
 * @engine: name of the engine, empty if unknown
 * @reason: the devcoredump's Reason, NULL if there is none
 */
struct known_case {
	const char *platform;
	bool has_firmware;
	u32 firmware;
	u32 wanted;
	bool has_verdict;
	enum known_verdict verdict;
	char engine[24];
	const char *reason;
};

const char *known_platform(const struct guc_facts *facts, const struct guclog_dump *dump);
u32 known_version(const struct guc_release *v);

#endif
