// SPDX-License-Identifier: GPL-2.0-only
#include "check/check_print.h"

#include "guc_text.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "util/status.h"

#define LINE_MAX_LEN	512

/**
 * check_begin() - begin to check a file or a log
 * @out: how to print
 * @file: the file
 * @form: its form
 */
void check_begin(struct check_out *out, const struct file *file, enum guclog_form form)
{
	out->faults = 0;
	if (out->json)
		json_check_begin(file, form == GUCLOG_FORM_UNKNOWN ? "unknown" :
				 guclog_form_label(form));
}

/**
 * check_end() - the file has been checked
 * @out: how to print
 * @status: an enum cmd_status
 *
 * Return: @status.
 */
int check_end(struct check_out *out, int status)
{
	if (out->json)
		json_check_end(check_status_name(status), out->faults);
	return status;
}

/**
 * check_status_name() - name of a result, for JSON
 * @status: an enum cmd_status
 *
 * Context: any.
 * Return: a constant string.
 */
const char *check_status_name(int status)
{
	if (status == CMD_FINE)
		return "fine";
	return status == CMD_FAULTS ? "faults" : "error";
}

/**
 * check_fault() - print a fault
 * @out: how to print
 * @file: the file
 * @fault: the fault
 */
void check_fault(struct check_out *out, const struct file *file,
		 const struct guc_fault *fault)
{
	out->faults++;
	if (out->json)
		json_check_fault(fault);
	else
		msg_fault(stdout, "", file->name, fault);
}

/**
 * check_more_faults() - print how many faults there are beside those printed
 * @out: how to print
 * @file: the file
 * @more: their number
 */
void check_more_faults(struct check_out *out, const struct file *file,
		       unsigned int more)
{
	out->faults += more;
	if (more && !out->json)
		printf("%s: %u more faults\n", file->name, more);
}

/**
 * check_line() - print a sentence
 * @out: how to print
 * @file: the file
 * @key: the array that it belongs to in JSON, NULL for the text of "where"
 * @fmt: the sentence, as printf()
 */
void check_line(struct check_out *out, const struct file *file, const char *key,
		const char *fmt, ...)
{
	char line[LINE_MAX_LEN];
	va_list args;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	if (!out->json)
		printf("%s: %s\n", file->name, line);
	else if (key)
		json_check_line(key, line);
	else
		json_check_text("where", line);
}

/**
 * check_fine() - print that a file has no faults
 * @out: how to print
 * @file: the file
 * @fmt: description of the file, as printf(); its length is added in a text
 */
void check_fine(struct check_out *out, const struct file *file, const char *fmt,
		...)
{
	char size[32], line[LINE_MAX_LEN];
	va_list args;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	msg_size_text(size, sizeof(size), file->len);
	if (out->json)
		json_check_text("what", line);
	else if (!out->quiet)
		printf("%s: fine: %s, %s\n", file->name, line, size);
}

/**
 * check_failed() - print on stderr why a file could not be checked
 * @out: how to print
 * @file: the file
 * @why: the reason
 */
void check_failed(struct check_out *out, const struct file *file, const char *why)
{
	msg_fail(file->name, "%s", why);
	if (out->json)
		json_check_text("error", why);
}
