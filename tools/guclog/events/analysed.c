// SPDX-License-Identifier: GPL-2.0-only
#include "events/analysed.h"

#include <sys/mman.h>
#include <unistd.h>

#include "input/dump_file.h"
#include "util/msg.h"
#include "util/status.h"

/* Standard input is read twice: for its logs and for the other sections. */
static int spool_stdin(void)
{
	int fd = memfd_create("guclog", MFD_CLOEXEC);
	char buf[65536];
	ssize_t n;

	while (fd >= 0 && (n = read(STDIN_FILENO, buf, sizeof(buf)))) {
		if (n > 0 && write(fd, buf, (size_t)n) == n)
			continue;
		close(fd);
		fd = -1;
	}
	if (fd < 0)
		msg_fail("-", "%s", strerror(errno));
	return fd;
}

static bool may_be_dump(const struct input *in)
{
	return !in->nr_logs || in->log[0].form == FORM_UNKNOWN ||
	       in->form == FORM_DEVCOREDUMP || in->form == FORM_DMESG_CAPTURE;
}

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
	char spool[64];
	int ret;

	in->dump = NULL;
	in->spool = -1;
	if (!strcmp(path, "-") && !in->raw) {
		in->spool = spool_stdin();
		if (in->spool < 0)
			return -1;
		snprintf(spool, sizeof(spool), "/proc/self/fd/%d", in->spool);
		path = spool;
	}
	ret = cli_open(&in->logs, path);
	if (!in->raw && may_be_dump(&in->logs.in))
		in->dump = dump_file_find(path);
	if (ret && in->dump && in->dump->nr_gts) {
		input_free(&in->logs.in);
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
	ret = dump_facts_read(&log->facts, in->dump,
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
	dump_free(in->dump);
	in->dump = NULL;
	if (in->spool > 0)
		close(in->spool);
	in->spool = -1;
}
