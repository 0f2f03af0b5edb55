// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "facts_file.h"
#include "file.h"
#include "form.h"
#include "guc_asic.h"
#include "guc_text.h"
#include "json_out.h"
#include "msg.h"

static const char usage[] =
"Usage: guclog asic [--json] FILE\n"
"       guclog asic --facts FACTS --to FORM [-o OUT]\n"
"Show ASIC info out of a blob or an RDF file, every field with its unit; or\n"
"write it, from facts of a device and the table of known devices.\n"
"\n"
"  --json             show it as JSON; guclog(1) has the names\n"
"  --facts FACTS      facts of the device, as 'guclog convert --to info' prints\n"
"                     them\n"
"  --gt N             the GT in FACTS whose reference clock counts (default: the\n"
"                     first)\n"
"  --to FORM          v1      version 1, 568 bytes\n"
"                     v3      version 3, 608 bytes\n"
"                     packed  version 1 without padding, 558 bytes\n"
"                     rdf     version 1 in an RDF file, 664 bytes\n"
"  -o, --output OUT   write to OUT instead of standard output\n"
"  -h, --help         this text\n"
"\n"
"FILE or FACTS '-' is standard input.\n";

/**
 * struct asic - what is wanted
 * @json: --json
 * @facts_path: --facts, or NULL
 * @gt: --gt, or NULL
 * @has_to: --to was given
 * @to: its argument
 * @out_path: --output, or NULL
 */
struct asic {
	bool json;
	const char *facts_path;
	const char *gt;
	bool has_to;
	enum guc_asic_form to;
	const char *out_path;
};

static int parse_to(struct asic *a, const char *arg)
{
	static const struct {
		const char *name;
		enum guc_asic_form form;
	} forms[] = {
		{ "v1", GUC_ASIC_V1 },
		{ "v3", GUC_ASIC_V3 },
		{ "packed", GUC_ASIC_V1_PACKED },
		{ "rdf", GUC_ASIC_RDF },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(forms); i++) {
		if (strcmp(arg, forms[i].name))
			continue;
		a->has_to = true;
		a->to = forms[i].form;
		return 0;
	}
	msg_fail(NULL, "--to %s: not one of v1, v3, packed, rdf", arg);
	return -1;
}

static int write_form(const struct asic *a, const struct guc_facts *facts)
{
	u8 buf[GUC_ASIC_V3_SIZE + 256];
	ssize_t len = guc_asic_write(a->to, facts, buf, sizeof(buf));

	if (len < 0) {
		msg_fail(NULL, "ASIC info: %s", strerror((int)-len));
		return CMD_FAILED;
	}
	if (file_save(a->out_path, true, buf, (size_t)len))
		return CMD_FAILED;
	return CMD_FINE;
}

static int make(const struct asic *a)
{
	struct facts_file facts;
	struct guc_facts merged;
	int ret = CMD_FAILED;

	if (!facts_file_read(&facts, a->facts_path) &&
	    !facts_file_merge(&facts, a->facts_path, a->gt, &merged))
		ret = write_form(a, &merged);
	facts_file_free(&facts);
	return ret;
}

static void print_text(const struct guc_asic *asic)
{
	struct guc_text text = { .buf = NULL };

	guc_asic_report(&text, asic);
	mem_text(&text);
	guc_asic_report(&text, asic);
	fputs(text.buf, stdout);
	free(text.buf);
}

static int show_file(const struct file *file, bool json)
{
	enum form form = form_detect(file_view(file));
	struct guc_fault fault;
	struct guc_asic asic;

	if (form == FORM_LFD || form == FORM_IMAGE) {
		msg_fail(file->name, "is %s, not ASIC info", form_name(form));
		return CMD_FAILED;
	}
	guc_asic_read(&asic, file_view(file), &fault);
	if (json)
		json_asic(&asic, &fault);
	else if (fault.code == GUC_FAULT_NONE)
		print_text(&asic);
	if (fault.code == GUC_FAULT_NONE)
		return CMD_FINE;
	msg_fault(stderr, "guclog: ", file->name, &fault);
	return CMD_FAULTS;
}

static int show(const char *path, bool json)
{
	struct file file;
	int ret = CMD_FAILED;

	if (!file_read(&file, path))
		ret = show_file(&file, json);
	file_free(&file);
	return ret;
}

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "facts", required_argument, NULL, 'f' },
	{ "gt", required_argument, NULL, 'g' },
	{ "to", required_argument, NULL, 't' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_option(struct asic *a, int opt)
{
	switch (opt) {
	case 'j':
		a->json = true;
		return 0;
	case 'f':
		a->facts_path = optarg;
		return 0;
	case 'g':
		a->gt = optarg;
		return 0;
	case 't':
		return parse_to(a, optarg);
	case 'o':
		a->out_path = optarg;
		return 0;
	default:
		return -1;	/* getopt has said why */
	}
}

static const char *contradiction(const struct asic *a, int nr_files)
{
	if (a->facts_path) {
		if (nr_files)
			return "--facts goes without FILE";
		if (!a->has_to)
			return "--facts needs --to";
		return a->json ? "--json goes without --facts" : NULL;
	}
	if (a->has_to || a->gt || a->out_path)
		return "--to, --gt and --output need --facts";
	return nr_files == 1 ? NULL : "one FILE is needed";
}

/**
 * cmd_asic() - guclog asic
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_asic(int argc, char **argv)
{
	struct asic a = { .json = false };
	const char *why;
	int opt;

	while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			return CMD_FINE;
		}
		if (set_option(&a, opt))
			return cmd_bad_usage("asic");
	}
	why = contradiction(&a, argc - optind);
	if (why) {
		msg_fail(NULL, "%s", why);
		return cmd_bad_usage("asic");
	}
	if (a.json && json_missing())
		return CMD_FAILED;
	return a.facts_path ? make(&a) : show(argv[optind], a.json);
}
