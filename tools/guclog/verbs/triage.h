/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The dumps that "guclog triage" sorts: triage_read.c finds and explains them, cmd_triage.c sorts
 * and prints them.
 */
#ifndef _TRIAGE_H_
#define _TRIAGE_H_

#include "base/base.h"

/**
 * struct triage_dump - one devcoredump and its hang
 * @path: path of the file with the dump
 * @signature: signature of the hang, a text that is equal for hangs of the same kind
 * @fault: the signature without the number of the engine, so that equal faults on several engines
 *	count as one
 * @engine: the engine of the context that hung, empty when it is not known
 * @process: name of the process whose context hung, empty when it is not known
 * @kernel: release of the kernel, empty when it is not known
 * @known: ids of the published problems that the dump resembles, separated by blanks
 * @wait_ns: how long the GuC waited for the engine, or GUCLOG_NO_TIME
 * @platform: the GPU's platform, empty when it is not known
 * @firmware: version of the GuC's firmware, empty when it is not known
 * @time: time of the newest event, or of the dump if it has no log; seconds since 1970, or -1
 * @group: number of dumps with the same fault, GPU and firmware
 */
struct triage_dump {
	char *path;
	char *signature;
	char *fault;
	char engine[16];
	char process[64];
	char kernel[72];
	char known[128];
	s64 wait_ns;
	char platform[32];
	char firmware[40];
	s64 time;
	unsigned int group;
};

/**
 * struct triage - options and state of "guclog triage"
 * @format: an enum triage_format
 * @nr: number of dumps that were read
 * @dump: the dumps and their hangs
 * @skipped: number of files that have no GuC log and are not a devcoredump, or were not read
 * @refused: a file needs more memory than is allowed, and was not read
 */
struct triage {
	int format;
	unsigned int nr;
	struct triage_dump *dump;
	u64 skipped;
	bool refused;
};

int triage_read(struct triage *t, int nr, char **path);

#endif
