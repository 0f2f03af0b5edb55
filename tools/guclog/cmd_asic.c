// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "asic/asic_compare.h"
#include "asic/asic_origin.h"
#include "asic/asic_write.h"
#include "guc_asic.h"
#include "guc_text.h"
#include "input/facts_file.h"
#include "input/form.h"
#include "output/json_out.h"
#include "util/file.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog asic [--json] FILE\n"
"       guclog asic compare [--json] A B\n"
"       guclog asic --facts FACTS|--from PCIID [--to FORM [-o OUT]]\n"
"       guclog asic --rdf BLOB [-o OUT]\n"
"Show ASIC info out of a blob or an RDF file, every field with its unit; say in\n"
"which fields two differ; or write it, from facts of a device and the table of\n"
"known devices.\n"
"\n"
"  --json             show it as JSON; guclog(1) has the names\n"
"  --facts FACTS      facts of the device, as 'guclog convert --to info' prints\n"
"                     them\n"
"  --from PCIID       only a PCI id, like 8086:e223; the table has the rest\n"
"  --gt N             the GT in FACTS whose reference clock counts (default: the\n"
"                     first)\n"
"  --to FORM          v1      version 1, 568 bytes\n"
"                     v3      version 3, 608 bytes\n"
"                     packed  version 1 without padding, 558 bytes\n"
"                     rdf     version 1 in an RDF file, 664 bytes\n"
"                     Without it the values are shown, and where each comes from.\n"
"  --rdf BLOB         put a blob of any version into an RDF file\n"
"  -o, --output OUT   write to OUT instead of standard output\n"
"  -h, --help         this text\n"
"\n"
"FILE, FACTS or BLOB '-' is standard input. The exit status of compare is 0 when\n"
"A and B say the same, 1 when they differ.\n";

/**
 * struct asic - what is wanted
 * @json: --json
 * @facts_path: --facts, or NULL
 * @from: --from, or NULL
 * @rdf: --rdf, or NULL
 * @gt: --gt, or NULL
 * @has_to: --to was given
 * @to: its argument
 * @out_path: --output, or NULL
 */
struct asic {
	bool json;
	const char *facts_path;
	const char *from;
	const char *rdf;
	const char *gt;
	bool has_to;
	enum guc_asic_form to;
	const char *out_path;
};

static void print_text(const struct guc_asic *asic)
{
	struct guc_text text = { .buf = NULL };

	guc_asic_report(&text, asic);
	mem_text(&text);
	guc_asic_report(&text, asic);
	fputs(text.buf, stdout);
	free(text.buf);
}

/* Return: 0, or -1 after saying why on stderr. */
static int get_facts(const struct asic *a, struct guc_facts *merged)
{
	struct facts_file facts;
	int ret;

	if (a->from)
		return asic_facts_of_id(a->from, merged);
	ret = facts_file_read(&facts, a->facts_path);
	if (!ret)
		ret = facts_file_merge(&facts, a->facts_path, a->gt, merged);
	facts_file_free(&facts);
	return ret;
}

static void explain(const struct guc_facts *facts)
{
	struct guc_text text = { .buf = NULL };

	asic_origin_report(&text, facts);
	mem_text(&text);
	asic_origin_report(&text, facts);
	fputs(text.buf, stdout);
	free(text.buf);
}

static int make(const struct asic *a)
{
	struct guc_facts facts;

	if (get_facts(a, &facts))
		return CMD_FAILED;
	if (a->has_to)
		return asic_write(a->out_path, a->to, &facts);
	if (a->json)
		json_asic_explain(&facts);
	else
		explain(&facts);
	return CMD_FINE;
}

/* Return: an enum cmd_status; with CMD_FAULTS @fault says why. */
static int read_asic(const char *path, struct guc_asic *asic,
		     struct guc_fault *fault)
{
	struct file file;
	enum form form;
	int ret = CMD_FAILED;

	if (file_read(&file, path))
		goto out;
	form = form_detect(file_view(&file));
	if (form == FORM_LFD || form == FORM_IMAGE) {
		msg_fail(file.name, "is %s, not ASIC info", form_name(form));
		goto out;
	}
	ret = guc_asic_read(asic, file_view(&file), fault) ? CMD_FAULTS :
							     CMD_FINE;
	if (ret == CMD_FAULTS)
		msg_fault(stderr, "guclog: ", file.name, fault);
out:
	file_free(&file);
	return ret;
}

static int show(const char *path, bool json)
{
	struct guc_fault fault;
	struct guc_asic asic;
	int ret = read_asic(path, &asic, &fault);

	if (ret == CMD_FAILED)
		return ret;
	if (json)
		json_asic(&asic, &fault);
	else if (ret == CMD_FINE)
		print_text(&asic);
	return ret;
}

static int wrap(const struct asic *a)
{
	struct guc_fault fault;
	struct guc_asic asic;
	int ret = read_asic(a->rdf, &asic, &fault);

	if (ret != CMD_FINE)
		return ret;
	if (asic.form == GUC_ASIC_RDF) {
		msg_fail(a->rdf, "is an RDF file already");
		return CMD_FAILED;
	}
	return asic_write_rdf(a->out_path, &asic);
}

/* What cannot be read cannot be compared: then the status is no answer. */
static int compare(char **path, bool json)
{
	struct guc_fault fault;
	struct guc_asic a, b;
	bool same;

	if (read_asic(path[0], &a, &fault) || read_asic(path[1], &b, &fault))
		return CMD_FAILED;
	same = json ? json_asic_compare(&a, &b) : asic_compare(&a, &b);
	return same ? CMD_FINE : CMD_FAULTS;
}

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "facts", required_argument, NULL, 'f' },
	{ "from", required_argument, NULL, 'F' },
	{ "rdf", required_argument, NULL, 'r' },
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
	case 'F':
		a->from = optarg;
		return 0;
	case 'r':
		a->rdf = optarg;
		return 0;
	case 'g':
		a->gt = optarg;
		return 0;
	case 't':
		a->has_to = true;
		return asic_parse_form(optarg, &a->to);
	case 'o':
		a->out_path = optarg;
		return 0;
	default:
		return -1;	/* getopt has said why */
	}
}

static const char *contradiction_of_make(const struct asic *a, int nr_files)
{
	if (nr_files)
		return "--facts, --from and --rdf go without FILE";
	if (!!a->facts_path + !!a->from + !!a->rdf > 1)
		return "only one of --facts, --from, --rdf";
	if (a->gt && !a->facts_path)
		return "--gt needs --facts";
	if (a->rdf)
		return a->has_to || a->json ? "--rdf goes without --to and --json" :
					      NULL;
	if (a->has_to && a->json)
		return "--json goes without --to";
	return a->out_path && !a->has_to ? "--output needs --to" : NULL;
}

static const char *contradiction(const struct asic *a, char **file, int nr_files)
{
	if (a->facts_path || a->from || a->rdf)
		return contradiction_of_make(a, nr_files);
	if (a->has_to || a->gt || a->out_path)
		return "--to, --gt and --output need --facts or --from";
	if (nr_files == 3 && !strcmp(file[0], "compare"))
		return NULL;
	return nr_files == 1 ? NULL : "one FILE is needed";
}

static int run(const struct asic *a, char **file, int nr_files)
{
	if (a->facts_path || a->from)
		return make(a);
	if (a->rdf)
		return wrap(a);
	if (nr_files == 3)
		return compare(file + 1, a->json);
	return show(file[0], a->json);
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
	why = contradiction(&a, argv + optind, argc - optind);
	if (why) {
		msg_fail(NULL, "%s", why);
		return cmd_bad_usage("asic");
	}
	if (a.json && json_missing())
		return CMD_FAILED;
	return run(&a, argv + optind, argc - optind);
}
