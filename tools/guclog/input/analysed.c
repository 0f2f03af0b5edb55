// SPDX-License-Identifier: GPL-2.0-only
#include "input/analysed.h"

#include "guclog_dump.h"
#include "util/msg.h"
#include "util/status.h"

/**
 * analysed_open() - read an input
 * @in: raw and the choice of logs may be set in it; filled; close it with
 *	analysed_close(), also after an error
 * @path: the input
 *
 * Return: 0, also for a devcoredump without a log; -1 after printing on stderr why there
 * is nothing to analyse.
 */
int analysed_open(struct analysed_input *in, const char *path)
{
	int ret;

	in->logs.dumps = !in->raw;
	ret = cli_open(&in->logs, path);
	in->handle = in->logs.file->dump[0];
	in->dump = in->logs.file->dump[0];
	/* A devcoredump without a log; not one without the log that the user asked for. */
	if (ret && !log_file_logs(in->logs.file) && in->dump && in->dump->nr_gts) {
		in->logs.status = CMD_FAULTS;
		return 0;
	}
	return ret;
}

/**
 * analysed_next() - analyse the next log
 * @in: from analysed_open()
 * @i: 0 for the first one; moved
 * @log: filled; free it with analysed_log_free()
 *
 * Return: false when there is none.
 */
bool analysed_next(struct analysed_input *in, unsigned int *i,
		   struct analysed_log *log)
{
	if (!cli_next(&in->logs, i, &log->view))
		return false;
	log->a = NULL;
	log->found = NULL;
	log->survey = NULL;
	log->t = cli_events(&log->view, in->raw ? GUCLOG_EVENTS_PLAIN : 0);
	if (!log->t || !log->t->analysis || !log->t->entries)
		return true;
	log->a = log->t->analysis;
	log->found = guclog_analysis_findings(log->a);
	log->survey = guclog_analysis_survey(log->a);
	return true;
}

/**
 * analysed_explain() - explain a log, a devcoredump, or both
 * @log: from analysed_next(), NULL without a log
 * @dump: the devcoredump, NULL for that of the log or without one
 *
 * Return: for guclog_explanation_free(). The program ends if there is no memory, as
 * everywhere in guclog.
 */
const struct guclog_explanation *analysed_explain(const struct analysed_log *log,
						  const struct guclog_dump *dump)
{
	const struct guclog_explain_options options = {
		.size = sizeof(options),
		.analysis = log ? log->a : NULL,
	};
	const struct guclog_explanation *x;

	x = guclog_explain(log ? log->view.handle : NULL, dump, &options, NULL);
	if (!x)
		mem_none();
	return x;
}

/**
 * analysed_gt() - get the sections of the devcoredump about the GT of a log
 * @log: from analysed_next()
 *
 * Return: the sections, NULL without.
 */
const struct guclog_dump_gt *analysed_gt(const struct analysed_log *log)
{
	const struct guclog_facts *f = &log->view.facts;
	const struct guclog_dump *dump = log->view.handle->dump;

	return dump ? guclog_dump_find_gt(dump, guclog_facts_has(f, GUCLOG_FACT_GT), f->gt) : NULL;
}

/**
 * analysed_log_free() - free an analysis
 * @log: from analysed_next()
 */
void analysed_log_free(struct analysed_log *log)
{
	guclog_events_close(log->t);
	log->t = NULL;
	log->a = NULL;
}

/**
 * analysed_close() - free an input
 * @in: from analysed_open()
 */
void analysed_close(struct analysed_input *in)
{
	cli_close(&in->logs);
	in->dump = NULL;
}
