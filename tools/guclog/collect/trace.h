/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sentences about jobs that timed out because their buffer was unbound, made from the trace events
 * of xe.
 */
#ifndef _TRACE_H_
#define _TRACE_H_

/**
 * struct trace_findings - sentences about the jobs in a trace
 * @nr: number of sentences
 * @sentence: the sentences, each about one job
 */
struct trace_findings {
	unsigned int nr;
	char **sentence;
};

void trace_read(struct trace_findings *findings, const char *path, const char *gpu);
void trace_free(struct trace_findings *findings);

#endif
