// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/kernel_text.h"

#include "base/msg.h"
#include "base/out.h"

/**
 * kernel_text_open() - read an input that has neither a GuC log nor a devcoredump as a kernel log
 * @logs: gets the kernel log; empty before the call
 * @in: the input after cli_open() has failed
 * @path: path of the input
 *
 * Context: process context; reads the file. Prints nothing.
 * Return: whether the input is a kernel log. If not, @logs is empty.
 */
bool kernel_text_open(struct kernel_logs *logs, const struct cli_logs *in, const char *path)
{
	char *own;
	bool is;

	if (in->refused || (in->file && (in->file->nr_logs || in->file->nr_dumps)))
		return false;
	own = mem_copy(path);
	is = kernel_logs_add(logs, &own);
	free(own);
	return is;
}

static void row(const char *name, const char *text)
{
	out_printf("  %-10s %s\n", name, text);
}

static void incident_row(const struct guclog_kernel_incident *incident, const char *name)
{
	const struct guclog_kernel_line *first = incident->line[0];
	char *text = mem_printf("%s%s%s on %s: %s, %u line%s", first->has_time ? first->time : "",
				first->has_time ? " " : "",
				guclog_message_class_name(incident->about),
				*incident->device ? incident->device : "an unknown GPU",
				guclog_kernel_event_name(incident->cause->event),
				incident->nr_lines, incident->nr_lines == 1 ? "" : "s");

	row(name, text);
	free(text);
}

/**
 * kernel_text_summary() - print what "guclog info" says about a kernel log
 * @log: the kernel log
 *
 * Context: process context; prints to stdout.
 */
void kernel_text_summary(const struct guclog_kernel_log *log)
{
	char *clean = printable(log->name), *text;
	unsigned int i, unknown = 0;

	out_printf("%s: a kernel log without a GuC log\n", clean);
	free(clean);
	if (log->kernel) {
		clean = printable(log->kernel);
		row("kernel", clean);
		free(clean);
	}
	for (i = 0; i < log->nr_lines; i++)
		unknown += log->line[i]->about == GUCLOG_MESSAGE_UNKNOWN;
	text = mem_printf("%u about trouble of xe or i915, %u of them not understood; %llu others not understood",
			  log->nr_lines, unknown, (unsigned long long)log->nr_unread);
	row("lines", text);
	free(text);
	for (i = 0; i < log->nr_incidents; i++)
		incident_row(log->incident[i], i ? "" : "incidents");
	if (!log->nr_incidents)
		row("incidents", "none that is known");
	row("next", "'guclog explain' describes the incidents");
}

static void put_text(struct print *p, const char *text)
{
	char *clean = printable(text);

	print_str(p, clean);
	free(clean);
}

static void put_line(struct print *p, const struct guclog_kernel_line *line)
{
	unsigned int i;

	print_str(p, line->has_time ? line->time : "-");
	print_str(p, " ");
	print_str(p, *line->device ? line->device : "-");
	print_str(p, " ");
	print_str(p, guclog_kernel_event_name(line->event));
	for (i = 0; i < line->nr_fields; i++) {
		print_str(p, " ");
		print_str(p, line->field[i].name);
		print_str(p, "=");
		put_text(p, line->field[i].text);
		if (!line->field[i].words)
			continue;
		print_str(p, " (");
		put_text(p, line->field[i].words);
		print_str(p, ")");
	}
	if (!line->meaning) {
		print_str(p, ": ");
		put_text(p, line->text);
	}
	print_str(p, "\n");
}

/**
 * kernel_text_lines() - print each line of a kernel log with its values, for "guclog decode"
 * @p: where the lines are printed
 * @log: the kernel log
 *
 * Context: process context.
 */
void kernel_text_lines(struct print *p, const struct guclog_kernel_log *log)
{
	unsigned int i;

	for (i = 0; i < log->nr_lines; i++)
		put_line(p, log->line[i]);
}
