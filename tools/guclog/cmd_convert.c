// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "facts_file.h"
#include "file.h"
#include "form.h"
#include "guc_lfd.h"
#include "guc_report.h"
#include "guc_text.h"
#include "msg.h"

static const char usage[] =
"Usage: guclog convert [OPTION...] IMAGE\n"
"Make an LFD file, or a report, of a raw GuC log image: byte for byte what the\n"
"kernel module's debugfs file of the same log gives.\n"
"\n"
"  --to FORM          lfd   LFD file (default)\n"
"                     raw   the image as it is\n"
"                     state text: states, LIC, ring, every fault\n"
"                     info  text: what is known of device and GT\n"
"  --facts FILE       facts of the device and its GTs, as 'info' prints them\n"
"  --gt N             the GT in FILE that the image is of (default: the first)\n"
"  --note KEY=VALUE   a line for the LFD file's comment; may be given again\n"
"  -o, --output OUT   write to OUT instead of standard output\n"
"  -h, --help         this text\n"
"\n"
"IMAGE '-' is standard input. Faults are told on standard error; what the image\n"
"does hold is converted all the same, and the exit status is 1.\n";

enum convert_to { TO_LFD, TO_RAW, TO_STATE, TO_INFO };

/**
 * struct convert - one conversion
 * @to: what to make
 * @facts_path: --facts, or NULL
 * @gt: --gt, or NULL
 * @notes: --note lines, or NULL
 * @out_path: --output, or NULL
 * @image: the input
 * @facts: of the device and its GTs
 * @merged: facts of the device and of the GT that the image is of
 * @log: parsed from @image
 */
struct convert {
	enum convert_to to;
	const char *facts_path;
	const char *gt;
	char *notes;
	const char *out_path;
	struct file image;
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

static int add_note(struct convert *c, const char *arg)
{
	size_t old = c->notes ? strlen(c->notes) : 0;
	size_t len = strlen(arg);
	const char *p;

	for (p = arg; *p >= 0x20 && *p < 0x7f; p++)
		;
	if (*p || *arg == '=' || !strchr(arg, '=')) {
		msg_fail(NULL, "--note: not KEY=VALUE in printable ASCII");
		return -1;
	}
	c->notes = mem_grow(c->notes, old + len + 2);
	memcpy(c->notes + old, arg, len);
	memcpy(c->notes + old + len, "\n", 2);
	return 0;
}

/* Without a facts file: what the image itself tells. */
static void make_facts(struct convert *c)
{
	static const char source[] = "image", status[] = "ok";
	struct guc_facts *gt = facts_file_add_gt(&c->facts);

	guc_facts_set(&c->facts.device, GUC_FACT_source, source,
		      strlen(source));
	guc_facts_set(gt, GUC_FACT_status, status, strlen(status));
	gt->log_bytes = c->image.len;
	gt->known |= BIT_ULL(GUC_FACT_log_bytes);
}

static int get_facts(struct convert *c)
{
	if (!c->facts_path)
		make_facts(c);
	else if (facts_file_read(&c->facts, c->facts_path))
		return -1;
	return facts_file_merge(&c->facts, c->facts_path, c->gt, &c->merged);
}

static int write_segs(const char *path, const struct guc_lfd_file *lfd)
{
	struct file_out out;
	unsigned int i;

	if (file_out_open(&out, path, true))
		return -1;
	for (i = 0; i < lfd->nr_segs; i++) {
		if (file_out_write(&out, lfd->seg[i].data, lfd->seg[i].len)) {
			file_out_drop(&out);
			return -1;
		}
	}
	return file_out_close(&out);
}

static int write_lfd(const struct convert *c, const struct guc_lfd_source *src)
{
	struct guc_lfd_file lfd = { .made = NULL };
	int ret;

	guc_lfd_write(&lfd, src);
	lfd.made_size = lfd.made_len;
	lfd.made = mem_grow(NULL, lfd.made_size);
	guc_lfd_write(&lfd, src);
	ret = write_segs(c->out_path, &lfd);
	free(lfd.made);
	return ret;
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
		.image = file_view(&c->image),
		.facts = &c->merged,
		.notes = c->notes,
	};

	switch (c->to) {
	case TO_LFD:
		return write_lfd(c, &src);
	case TO_RAW:
		return file_save(c->out_path, true, c->image.data,
				 c->image.len);
	default:
		return write_report(c, &src);
	}
}

static void tell_faults(const struct convert *c)
{
	unsigned int i;

	for (i = 0; i < c->log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		msg_fault(stderr, "guclog: ", c->image.name, &c->log.fault[i]);
	if (c->log.nr_faults > i)
		msg_fail(c->image.name, "%u more faults",
			 c->log.nr_faults - i);
}

static int convert(struct convert *c, const char *path)
{
	enum form form;

	if (file_read(&c->image, path))
		return CMD_FAILED;
	form = form_detect(file_view(&c->image));
	if (form == FORM_LFD || form == FORM_RDF) {
		msg_fail(c->image.name, "is %s, not a GuC log image",
			 form_name(form));
		return CMD_FAILED;
	}
	if (get_facts(c))
		return CMD_FAILED;
	guc_log_parse(&c->log, file_view(&c->image), c->image.len);
	if (write_output(c))
		return CMD_FAILED;
	tell_faults(c);
	return c->log.nr_faults ? CMD_FAULTS : CMD_FINE;
}

static const struct option options[] = {
	{ "to", required_argument, NULL, 't' },
	{ "facts", required_argument, NULL, 'f' },
	{ "gt", required_argument, NULL, 'g' },
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
	case 'g':
		c->gt = optarg;
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
		return "one IMAGE is needed";
	if (c->gt && !c->facts_path)
		return "--gt needs --facts";
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
	file_free(&c.image);
	facts_file_free(&c.facts);
	free(c.notes);
	return ret;
}
