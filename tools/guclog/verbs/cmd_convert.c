// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "convert_part.h"
#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "base/types.h"
#include "model/fact_set.h"
#include "output/redact/redaction.h"
#include "read/facts_open.h"
#include "read/forms.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "output/redacted.h"
#include "verbs/facts_file.h"
#include "base/file.h"
#include "base/file_out.h"
#include "read/lfd/blocks.h"
#include "base/msg.h"

/*
 * The form of the output. TO_DEFAULT is used without --to. It means TO_TEXT if the input is a text,
 * --redact is given and none of the options in needs_log() is given; otherwise it means TO_LFD.
 * TO_PART + n means the part n of the log, see enum convert_part.
 */
enum convert_to { TO_DEFAULT, TO_LFD, TO_RAW, TO_STATE, TO_INFO, TO_TEXT, TO_PART };

/**
 * struct convert - options and state of "guclog convert"
 * @to: enum convert_to
 * @facts_path: argument of --facts, or NULL
 * @choice: the log that the user selected with --gt or --log
 * @notes: lines for the host comment block: those of --note, and the losses of the input; or NULL
 * @redact: --redact
 * @json: --json
 * @redacted: the redacted input
 * @source: the bytes of @redacted, which are read in place of the input
 * @out: --output
 * @file: the input, with its logs
 * @one: the log that is converted
 * @facts: facts of --facts, or NULL
 * @merged: facts of the device and of the log's GT, which are written to the output
 */
struct convert {
	int to;
	const char *facts_path;
	struct log_choice choice;
	char *notes;
	bool redact;
	bool json;
	struct redacted_file redacted;
	struct log_source source;
	struct output out;
	struct guclog_file *file;
	const struct guclog_log *one;
	const struct guclog_facts_file *facts;
	struct guclog_facts merged;
};

static void append_notes(struct convert *c, const char *lines)
{
	size_t old = c->notes ? strlen(c->notes) : 0;
	size_t len = strlen(lines);

	c->notes = mem_grow(c->notes, old + len + 2);
	memcpy(c->notes + old, lines, len + 1);
}

static const char *add_note(void *into, const char *arg)
{
	struct convert *c = into;
	const char *p;

	for (p = arg; *p >= 0x20 && *p < 0x7f; p++)
		;
	if (*p || *arg == '=' || !strchr(arg, '='))
		return "not KEY=VALUE in printable ASCII";
	append_notes(c, arg);
	append_notes(c, "\n");
	return NULL;
}

/*
 * Without --facts: use the facts (named values about the device and the GT) in the input for the
 * output, and add the status and the length of the log to them.
 */
static void make_facts(struct convert *c)
{
	c->merged = *c->one->own_facts;
	if (!guclog_facts_has(&c->merged, GUCLOG_FACT_STATUS))
		guclog_facts_set(&c->merged, "status", "ok");
	c->merged.log_bytes = c->one->total;
	c->merged.known |= BIT_ULL(GUCLOG_FACT_LOG_BYTES);
}

static int read_facts(struct convert *c)
{
	if (!c->facts_path) {
		make_facts(c);
		return 0;
	}
	c->facts = facts_file_open(c->facts_path);
	return c->facts ? facts_file_choose(c->facts, c->facts_path, &c->choice.gt, &c->merged) :
			  -1;
}

/*
 * Redact the facts for the output. Facts from an input that was already redacted have been counted
 * as redacted items, so they are not counted again.
 */
static void redact_facts(struct convert *c)
{
	struct guclog_redact_count *count =
		c->redacted.redaction && !c->facts_path ? NULL : c->redacted.count;
	struct guclog_facts *facts = &c->merged;

	if (guclog_facts_has(facts, GUCLOG_FACT_KERNEL))
		guclog_redact_field("kernel", facts->kernel, strlen(facts->kernel), count);
	if (guclog_facts_has(facts, GUCLOG_FACT_GUC_FIRMWARE))
		guclog_redact_field("guc_firmware", facts->guc_firmware,
				    strlen(facts->guc_firmware), count);
}

static int get_facts(struct convert *c)
{
	if (read_facts(c))
		return -1;
	if (c->redact)
		redact_facts(c);
	return 0;
}

static int write_lfd(const struct convert *c)
{
	struct guclog_bytes lfd = log_make_lfd(c->one, &c->merged, c->notes);
	int ret = file_save(&c->out, true, lfd.data, lfd.len);

	/* The cast only removes const: log_make_lfd() allocated the bytes for its caller. */
	free((void *)lfd.data);
	return ret;
}

static size_t print_text(const struct convert *c, char *buf, size_t size)
{
	const struct guclog_facts *const one = &c->merged;
	struct guclog_facts_file facts = { .device = one, .nr_gts = 1, .gt = &one };

	if (c->to == TO_STATE)
		return guclog_log_text(c->one, buf, size);
	/*
	 * With --facts, write the facts of all GTs in the file of --facts. With --redact, write
	 * only the facts in @merged, because only these are redacted.
	 */
	if (c->facts && !c->redact)
		facts = (struct guclog_facts_file){ one, c->facts->nr_gts, c->facts->gt };
	return guclog_facts_info(&facts, buf, size);
}

static int write_report(const struct convert *c)
{
	size_t len = print_text(c, NULL, 0);
	char *text = mem_zero(len + 1);
	int ret;

	print_text(c, text, len + 1);
	ret = file_save(&c->out, false, text, len);
	free(text);
	return ret;
}

/*
 * Choose the log that is converted. With --facts, --gt does not select the log, but a GT in the
 * file of --facts; the GT of the log may have another number.
 */
static int choose(struct convert *c)
{
	struct log_choice choice = c->choice;

	if (c->facts_path)
		choice.gt.given = false;
	c->one = log_choice_one(&choice, c->file);
	return c->one ? 0 : -1;
}

/*
 * Copy the bytes of the log. With --redact, redact the copy as an LFD file or an image (@form),
 * because redact() does not redact the image in a text, an archive or a directory.
 */
static struct file copy_log(struct convert *c, enum guclog_redact_form form)
{
	struct guclog_bytes bytes = log_bytes(c->one);
	struct file copy = { .len = bytes.len };
	const struct guclog_redaction *r;
	int error;

	copy.data = memcpy(mem_grow(NULL, bytes.len + 1), bytes.data, bytes.len);
	if (!c->redact)
		return copy;
	r = guclog_redact(copy.data, copy.len, form, &error);
	if (error == -ENOMEM)
		mem_none();
	if (!r) {
		msg_fail(c->one->name, "has no state page, so --redact cannot find what must be removed");
		file_free(&copy);
		return (struct file){ .len = 0 };
	}
	memcpy(copy.data, r->data, r->len);
	if (!c->redacted.redaction || form == GUCLOG_REDACT_IMAGE)
		redact_add_counts(c->redacted.count, r->count);
	guclog_redaction_free(r);
	return copy;
}

/* Write the image of the log buffer. */
static int write_raw(struct convert *c)
{
	struct file raw = copy_log(c, GUCLOG_REDACT_IMAGE);
	int ret = raw.data ? file_save(&c->out, true, raw.data, raw.len) : -1;

	file_free(&raw);
	return ret;
}

static int write_output(struct convert *c)
{
	switch (c->to) {
	case TO_DEFAULT:
	case TO_LFD:
		return write_lfd(c);
	case TO_RAW:
		return write_raw(c);
	default:
		return write_report(c);
	}
}

/* Print on stderr the losses and the faults of a log. Return: CMD_FINE or CMD_FAULTS. */
static int say_damage(const struct guclog_log *log)
{
	int losses = log_say_losses(log);

	return max(losses, log_say_faults(log));
}

/*
 * Write a log that already is an LFD file, without a conversion: redacted with --redact. Return: an
 * enum cmd_status.
 */
static int pass_lfd(struct convert *c)
{
	const char *name = c->one->name;
	struct file lfd;
	int status, ret;

	if (c->to != TO_LFD && c->to != TO_DEFAULT) {
		msg_fail(name, "is an LFD file, which has no image of the log buffer");
		return CMD_FAILED;
	}
	if (c->notes || c->facts_path) {
		msg_fail(name, "is an LFD file: --note and --facts need a log in another form");
		return CMD_FAILED;
	}
	lfd = copy_log(c, GUCLOG_REDACT_LFD);
	status = say_damage(c->one);
	ret = file_save(&c->out, true, lfd.data, lfd.len);
	file_free(&lfd);
	return ret ? CMD_FAILED : status;
}

/* Return: whether the state page has a valid description of at least one region of the log. */
static bool is_log(const struct guclog_log *log)
{
	struct guclog_region region;
	unsigned int i;

	for (i = GUCLOG_REGION_EVENT; i <= GUCLOG_REGION_CAPTURE; i++)
		if (!guclog_log_region(log, (enum guclog_region_id)i, &region))
			return true;
	return false;
}

static int convert_one(struct convert *c)
{
	enum guclog_form kind = c->one->form;
	struct guclog_bytes bytes = log_bytes(c->one);
	enum guclog_form form = guclog_form_detect(bytes.data, bytes.len);
	int status;

	if (kind == GUCLOG_FORM_LFD)
		return pass_lfd(c);
	if (kind == GUCLOG_FORM_UNKNOWN && form == GUCLOG_FORM_RDF) {
		msg_fail(c->one->name, "is %s, not a GuC log",
			 guclog_form_phrase(form));
		return CMD_FAILED;
	}
	if (c->redact && !c->redacted.redaction && !is_log(c->one)) {
		msg_fail(c->one->name, "is not a GuC log, so --redact cannot find what must be removed");
		return CMD_FAILED;
	}
	if (get_facts(c))
		return CMD_FAILED;
	if (c->one->nr_losses)
		append_notes(c, c->one->losses);
	status = say_damage(c->one);
	return write_output(c) ? CMD_FAILED : status;
}

/*
 * With --redact, redact the input, and read the redacted bytes in place of the input. Return: 0, or
 * -1 after printing the reason on stderr.
 */
static int redact(struct convert *c, const char *path)
{
	if (!c->redact || file_is_directory(path))
		return 0;
	if (redacted_open(&c->redacted, path, GUCLOG_REDACT_ANY))
		return -1;
	c->source = redacted_source(&c->redacted, path);
	return 0;
}

static void report_redaction(const struct convert *c, const char *path)
{
	if (!c->redact)
		return;
	if (!c->json)
		redact_print(c->redacted.count, path);
	else
		redact_print_json(c->redacted.count);
}

/* Return: whether the input is a text with a log, and was redacted as a text. */
static bool is_text(const struct convert *c)
{
	return c->redacted.redaction && c->redacted.redaction->form == GUCLOG_REDACT_TEXT;
}

static int write_text(const struct convert *c, const char *path)
{
	if (!is_text(c)) {
		msg_fail(path, "is not the text of a devcoredump or of a GuC log");
		return CMD_FAILED;
	}
	return file_save(&c->out, false, c->redacted.redaction->data,
			 c->redacted.redaction->len) ? CMD_FAILED : CMD_FINE;
}

static int convert_log(struct convert *c, const char *path)
{
	bool whole;
	int ret;

	c->file = cli_open_file(path, &c->source, GUCLOG_OPEN_LOGS);
	whole = c->file->complete;
	if (!whole && !c->file->nr_logs)
		return CMD_FAILED;
	if (choose(c))
		return CMD_FAILED;
	if (c->to >= TO_PART)
		ret = convert_part(c->one, (enum convert_part)(c->to - TO_PART), &c->out);
	else
		ret = convert_one(c);
	return whole ? ret : max_t(int, ret, CMD_FAULTS);
}

/* Return: whether the user gave an option that has no effect on the redacted text of the input. */
static bool needs_log(const struct convert *c)
{
	return c->facts_path || c->notes || c->choice.gt.given || c->choice.log.given;
}

static int wrong_options(const struct convert *c)
{
	if (c->notes && c->to != TO_LFD && c->to != TO_DEFAULT)
		return options_fail("convert", "--note needs --to lfd");
	if (c->to >= TO_PART && (c->redact || c->facts_path))
		return options_fail("convert", "--to PART cannot be used with --redact or --facts");
	if (!c->redact && c->to == TO_TEXT)
		return options_fail("convert", "--to text needs --redact");
	if (c->to == TO_TEXT && needs_log(c))
		return options_fail("convert",
				    "--to text cannot be used with --facts, --gt or --log");
	if (c->json && !c->redact)
		return options_fail("convert", "--json needs --redact");
	if (c->json && (!c->out.path || !strcmp(c->out.path, "-")))
		return options_fail("convert", "--json needs -o OUT");
	return 0;
}

static int run(void *into, int nr, char **path)
{
	struct convert *c = into;
	int ret = wrong_options(c);
	bool lost;

	if (ret)
		return ret;
	if (file_out_is_input(&c->out, path[0]) || file_out_is_input(&c->out, c->facts_path) ||
	    redact(c, path[0]))
		return CMD_FAILED;
	lost = redacted_check(&c->redacted, path[0]) != CMD_FINE;
	if (c->to == TO_DEFAULT && is_text(c) && !needs_log(c))
		c->to = TO_TEXT;
	ret = c->to == TO_TEXT ? write_text(c, path[0]) : convert_log(c, path[0]);
	if (lost)
		ret = max_t(int, ret, CMD_FAULTS);
	if (ret != CMD_FAILED)
		report_redaction(c, path[0]);
	return ret;
}

static void end(void *into)
{
	struct convert *c = into;

	logs_close(c->file);
	guclog_facts_close(c->facts);
	if (c->redact)
		redacted_close(&c->redacted);
	free(c->notes);
}

static const char * const forms[] = {
	"lfd", "raw", "state", "info", "text", "crash", "events",
	"before-load", "page", "capture", "schema", "version", NULL
};

static const struct option_desc options[] = {
	OPT_CHOICE(struct convert, to, "to", "FORM", TO_LFD, forms,
		   "lfd          LFD file (default)\n"
		   "raw          image of the log buffer, as far as INPUT has it\n"
		   "state        text: buffer states, LIC, ring, all faults\n"
		   "info         text: facts about the device and the GT\n"
		   "text         with --redact: the text of INPUT, the default\n"
		   "             if it is one\n"
		   "or an unchanged part of the log:\n"
		   "crash        crash dump of the firmware\n"
		   "events       entries of the ring, oldest first\n"
		   "before-load  entries from before the firmware was loaded again\n"
		   "page         state page\n"
		   "capture      state capture region\n"
		   "schema       binary event schema of an LFD file\n"
		   "version      version of the firmware, as text"),
	OPT_TEXT(struct convert, facts_path, "facts", "FILE",
		 "facts about the device and its GTs, as 'info' prints them"),
	OPT_GT(struct convert, choice.gt,
	       "the log of this GT, if INPUT has several logs; with\n"
	       "--facts, the GT in FILE to which the image belongs"),
	OPT_LOG(struct convert, choice.log),
	{ .name = "note", .kind = OPTION_CALL, .arg = "KEY=VALUE",
	  .call = add_note,
	  .help = "line for the LFD file's comment; may be repeated" },
	OPT_FLAG(struct convert, redact, "redact",
		 "remove what identifies a program or a machine, and what\n"
		 "programs had in memory; print what was removed"),
	{ .name = "json", .kind = OPTION_JSON, .offset = offsetof(struct convert, json),
	  .help = "with --redact: print as JSON what was removed" },
	OPT_OUTPUT(struct convert, out),
	OPT_END
};

/* guclog convert */
const struct cmd cmd_convert = {
	.summary = "make an LFD file, an image, a text or a part of a log in any form",
	.usage = {
		.verb = "convert",
		.synopsis = "[OPTION...] INPUT",
		.about =
"Make an LFD file, an image or a text of a GuC log, or write a part of it. The LFD file of an image has\n"
"the same bytes as the kernel module's debugfs file of the same log.\n",
		.options = options,
		.notes = USAGE_INPUT
"Faults and losses are printed on standard error; all other data are\n"
"converted, and the exit status is 1.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	CMD_INTO(struct convert),
	.run = run,
	.end = end,
};
