// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "guc_lfd.h"
#include "guc_report.h"
#include "guc_text.h"
#include "input/facts_file.h"
#include "input/form.h"
#include "input/input.h"
#include "output/lfd_make.h"
#include "util/file.h"
#include "util/file_out.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog convert [OPTION...] INPUT\n"
"Make an LFD file, or a report, of a GuC log: of a raw image byte for byte what\n"
"the kernel module's debugfs file of the same log gives.\n"
"\n"
"  --to FORM          lfd   LFD file (default)\n"
"                     raw   the log's image\n"
"                     state text: states, LIC, ring, every fault\n"
"                     info  text: what is known of device and GT\n"
"  --raw              the same as --to raw\n"
"  --facts FILE       facts of the device and its GTs, as 'info' prints them\n"
"  --gt N             the log of this GT, where the input has several; with\n"
"                     --facts the GT in FILE that the image is of\n"
"  --log N            the Nth log of the input, from 0, where it has several\n"
"  --note KEY=VALUE   a line for the LFD file's comment; may be given again\n"
"  -o, --output OUT   write to OUT instead of standard output\n"
"  -h, --help         this text\n"
"\n"
"INPUT is a log in any form, a directory of such, or '-' for standard input.\n"
"Faults and losses are told on standard error; the rest is converted all the\n"
"same, and the exit status is 1.\n";

enum convert_to { TO_LFD, TO_RAW, TO_STATE, TO_INFO };

/**
 * struct convert - one conversion
 * @to: what to make
 * @facts_path: --facts, or NULL
 * @gt: --gt as it was typed, or NULL
 * @log_nr: --log as it was typed, or NULL
 * @notes: --note lines and the input's losses, or NULL
 * @out_path: --output, or NULL
 * @in: the input
 * @one: its log that is converted
 * @facts: of the device and its GTs
 * @merged: facts of the device and of the GT that the log is of
 * @log: parsed
 */
struct convert {
	enum convert_to to;
	const char *facts_path;
	const char *gt;
	const char *log_nr;
	char *notes;
	const char *out_path;
	struct input in;
	struct input_log *one;
	struct facts_file facts;
	struct guc_facts merged;
	struct guc_log log;
};

static int parse_to(struct convert *c, const char *arg)
{
	static const char * const names[] = {
		[TO_LFD] = "lfd",
		[TO_RAW] = "raw",
		[TO_STATE] = "state",
		[TO_INFO] = "info",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(arg, names[i]))
			continue;
		c->to = i;
		return 0;
	}
	msg_fail(NULL, "--to %s: not one of lfd, raw, state, info", arg);
	return -1;
}

static void append_notes(struct convert *c, const char *lines)
{
	size_t old = c->notes ? strlen(c->notes) : 0;
	size_t len = strlen(lines);

	c->notes = mem_grow(c->notes, old + len + 2);
	memcpy(c->notes + old, lines, len + 1);
}

static int add_note(struct convert *c, const char *arg)
{
	const char *p;

	for (p = arg; *p >= 0x20 && *p < 0x7f; p++)
		;
	if (*p || *arg == '=' || !strchr(arg, '=')) {
		msg_fail(NULL, "--note: not KEY=VALUE in printable ASCII");
		return -1;
	}
	append_notes(c, arg);
	append_notes(c, "\n");
	return 0;
}

/* Without a facts file: what the input itself tells. */
static void make_facts(struct convert *c)
{
	static const char status[] = "ok";
	struct guc_facts *gt = facts_file_add_gt(&c->facts);
	int id;

	c->merged = c->one->facts;
	if (!guc_facts_has(&c->merged, GUC_FACT_status))
		guc_facts_set(&c->merged, GUC_FACT_status, status,
			      strlen(status));
	c->merged.log_bytes = c->one->total;
	c->merged.known |= BIT_ULL(GUC_FACT_log_bytes);

	c->facts.device = c->merged;
	*gt = c->merged;
	for (id = 0; id < GUC_FACT_COUNT; id++)
		guc_facts_clear(guc_fact_is_gt((enum guc_fact_id)id) ?
				&c->facts.device : gt, (enum guc_fact_id)id);
}

static int get_facts(struct convert *c)
{
	if (!c->facts_path) {
		make_facts(c);
		return 0;
	}
	if (facts_file_read(&c->facts, c->facts_path))
		return -1;
	return facts_file_merge(&c->facts, c->facts_path, c->gt, &c->merged);
}

static int write_lfd(const struct convert *c)
{
	struct file_out out;

	if (file_out_open(&out, c->out_path, true))
		return -1;
	if (lfd_write(c->one, &c->merged, c->notes, &out)) {
		file_out_drop(&out);
		return -1;
	}
	return file_out_close(&out);
}

static void print_report(struct guc_text *text, const struct convert *c,
			 const struct guc_lfd_source *src)
{
	if (c->to == TO_STATE)
		guc_report_state(text, src);
	else
		guc_report_info(text, &c->facts.device, c->facts.gt,
				c->facts.nr_gts);
}

static int write_report(const struct convert *c,
			const struct guc_lfd_source *src)
{
	struct guc_text text = { .buf = NULL };
	int ret;

	print_report(&text, c, src);
	mem_text(&text);
	print_report(&text, c, src);
	ret = file_save(c->out_path, false, text.buf, text.len);
	free(text.buf);
	return ret;
}

static int write_output(const struct convert *c)
{
	struct guc_lfd_source src = {
		.log = &c->log,
		.image = input_log_view(c->one),
		.facts = &c->merged,
		.notes = c->notes,
	};

	switch (c->to) {
	case TO_LFD:
		return write_lfd(c);
	case TO_RAW:
		return file_save(c->out_path, true, c->one->image,
				 c->one->len);
	default:
		return write_report(c, &src);
	}
}

static void tell_faults(const struct convert *c)
{
	const char *note = c->one->notes, *end;
	unsigned int i;

	for (; note && (end = strchr(note, '\n')); note = end + 1)
		msg_fail(c->one->name, "%.*s", (int)(end - note), note);
	for (i = 0; i < c->log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		msg_fault(stderr, "guclog: ", c->one->name, &c->log.fault[i]);
	if (c->log.nr_faults > i)
		msg_fail(c->one->name, "%u more faults",
			 c->log.nr_faults - i);
}

/* Return: whether the user asked for this log. */
static bool is_wanted(const struct convert *c, unsigned int i)
{
	const struct input_log *log = &c->in.log[i];
	char buf[16];

	if (c->log_nr) {
		snprintf(buf, sizeof(buf), "%u", i);
		return !strcmp(buf, c->log_nr);
	}
	if (!c->gt || c->facts_path)
		return true;
	snprintf(buf, sizeof(buf), "%u", log->facts.gt);
	return guc_facts_has(&log->facts, GUC_FACT_gt) && !strcmp(buf, c->gt);
}

static int choose(struct convert *c)
{
	unsigned int i, nr = 0;

	for (i = 0; i < c->in.nr_logs; i++) {
		if (!is_wanted(c, i))
			continue;
		c->one = &c->in.log[i];
		nr++;
	}
	if (nr == 1)
		return 0;
	if (nr)
		msg_fail(c->in.name, "%u logs in it: name one with --gt or --log",
			 nr);
	else if (c->in.nr_logs)
		msg_fail(c->in.name, "no such log in it");
	else
		msg_fail(c->in.name, "no GuC log in it");
	return -1;
}

/* Nothing is left to be made: the file goes through as it is. */
static int pass_lfd(const struct convert *c)
{
	if (c->to != TO_LFD) {
		msg_fail(c->one->name, "is an LFD file: it has no image");
		return CMD_FAILED;
	}
	if (c->notes || c->facts_path) {
		msg_fail(c->one->name, "is an LFD file: nothing can be added");
		return CMD_FAILED;
	}
	return file_save(c->out_path, true, c->one->image, c->one->len) ?
	       CMD_FAILED : CMD_FINE;
}

static int convert_one(struct convert *c)
{
	enum form form = form_detect(input_log_view(c->one));

	if (c->one->form == FORM_LFD)
		return pass_lfd(c);
	if (c->one->form == FORM_UNKNOWN && form == FORM_RDF) {
		msg_fail(c->one->name, "is %s, not a GuC log", form_name(form));
		return CMD_FAILED;
	}
	if (get_facts(c))
		return CMD_FAILED;
	if (c->one->notes)
		append_notes(c, c->one->notes);
	guc_log_parse(&c->log, input_log_view(c->one), c->one->total);
	if (write_output(c))
		return CMD_FAILED;
	tell_faults(c);
	return c->log.nr_faults || c->one->losses ? CMD_FAULTS : CMD_FINE;
}

static int convert(struct convert *c, const char *path)
{
	int damaged = input_open(&c->in, path);
	int ret;

	if (damaged && !c->in.nr_logs)
		return CMD_FAILED;
	if (choose(c))
		return CMD_FAILED;
	ret = convert_one(c);
	return damaged ? max_t(int, ret, CMD_FAULTS) : ret;
}

static const struct option options[] = {
	{ "to", required_argument, NULL, 't' },
	{ "raw", no_argument, NULL, 'r' },
	{ "facts", required_argument, NULL, 'f' },
	{ "gt", required_argument, NULL, 'g' },
	{ "log", required_argument, NULL, 'l' },
	{ "note", required_argument, NULL, 'n' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_option(struct convert *c, int opt)
{
	switch (opt) {
	case 't':
		return parse_to(c, optarg);
	case 'r':
		c->to = TO_RAW;
		return 0;
	case 'g':
		c->gt = optarg;
		return 0;
	case 'l':
		c->log_nr = optarg;
		return 0;
	case 'n':
		return add_note(c, optarg);
	case 'f':
		c->facts_path = optarg;
		return 0;
	case 'o':
		c->out_path = optarg;
		return 0;
	default:
		return -1;	/* getopt has said why */
	}
}

static const char *contradiction(const struct convert *c, int nr_files)
{
	if (nr_files != 1)
		return "one INPUT is needed";
	if (c->notes && c->to != TO_LFD)
		return "--note is for --to lfd";
	return NULL;
}

/**
 * cmd_convert() - guclog convert
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_convert(int argc, char **argv)
{
	struct convert c = { .to = TO_LFD };
	int ret = CMD_FAILED, opt = 0;
	const char *why;

	while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			ret = CMD_FINE;
			goto out;
		}
		if (set_option(&c, opt)) {
			ret = cmd_bad_usage("convert");
			goto out;
		}
	}
	why = contradiction(&c, argc - optind);
	if (why) {
		msg_fail(NULL, "%s", why);
		ret = cmd_bad_usage("convert");
		goto out;
	}
	ret = convert(&c, argv[optind]);
out:
	input_free(&c.in);
	facts_file_free(&c.facts);
	free(c.notes);
	return ret;
}
