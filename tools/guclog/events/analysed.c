// SPDX-License-Identifier: GPL-2.0-only
#include "events/analysed.h"

#include "dump/dump.h"
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
	in->dump = in->logs.in.nr_dumps ? in->logs.in.dump[0] : NULL;
	/* A devcoredump without a log; not one without the log that the user asked for. */
	if (ret && !in->logs.in.nr_logs && in->dump && in->dump->nr_gts) {
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
	const struct guc_facts *f = &log->view.facts;
	int ret;

	if (!cli_next(&in->logs, i, &log->view))
		return false;
	log->a = NULL;
	log->facts = (struct dump_facts){ .dump = NULL };
	if (in->raw)
		return true;
	ret = dump_facts_read(&log->facts, log->view.input->dump,
			      guc_facts_has(f, GUC_FACT_gt), f->gt);
	if (ret)
		msg_fail(log->view.input->name, "%s", strerror(-ret));
	if (timeline_open(&log->t, &log->view) && log->t.entries)
		log->a = analyse(&log->t, &log->facts.facts);
	return true;
}

/**
 * analysed_log_free() - free an analysis
 * @log: from analysed_next()
 */
void analysed_log_free(struct analysed_log *log)
{
	analysis_free(log->a);
	log->a = NULL;
	dump_facts_free(&log->facts);
	logview_close(&log->view);
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
