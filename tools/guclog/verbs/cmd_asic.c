// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "asic/asic_write.h"
#include "asic/info.h"
#include "base/types.h"
#include "model/fact_set.h"
#include "read/facts_open.h"
#include "read/forms.h"
#include "output/json_out.h"
#include "verbs/asic_show.h"
#include "verbs/facts_file.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/out.h"

static const char * const form_names[] = { "v1", "v3", "packed", "rdf", NULL };

/* The forms of ASIC info, in the order of form_names[]. */
static const enum guclog_asic_form forms[] = {
	GUCLOG_ASIC_V1, GUCLOG_ASIC_V3, GUCLOG_ASIC_V1_PACKED, GUCLOG_ASIC_RDF,
};

/**
 * struct asic - options and state of "guclog asic"
 * @json: --json
 * @facts_path: argument of --facts, or NULL
 * @from: argument of --from, or NULL
 * @rdf: argument of --rdf, or NULL
 * @gt: the GT that the user gave with --gt
 * @to: index of the form in forms[] plus 1, 0 if --to was not given
 * @out: --output
 */
struct asic {
	bool json;
	const char *facts_path;
	const char *from;
	const char *rdf;
	struct number gt;
	int to;
	struct output out;
};

/*
 * Get the facts (named values about a device) of --from or --facts. Return: 0, or -1 after printing
 * the reason on stderr.
 */
static int get_facts(const struct asic *a, struct guclog_facts *merged)
{
	const struct guclog_facts_file *file;
	int ret;

	if (a->from)
		return asic_facts_of_id(a->from, merged);
	file = facts_file_open(a->facts_path);
	ret = file ? facts_file_choose(file, a->facts_path, &a->gt, merged) : -1;
	guclog_facts_close(file);
	return ret;
}

/*
 * Print each value of ASIC info and where it comes from. For a field with several values, such as a
 * mask, only the first value and those that are not 0 are printed.
 */
static void print_origins(const struct guclog_asic *asic)
{
	const struct guclog_asic_field *field;
	unsigned int i, k;

	for (i = 0; i < asic->nr_fields; i++) {
		field = asic->field[i];
		for (k = 0; k < field->nr_values && *field->origin; k++)
			if (!k || field->value[k]->number)
				out_printf("%-46s # %s\n", field->value[k]->line, field->origin);
	}
}

static int make(const struct asic *a)
{
	const struct guclog_asic *asic;
	struct guclog_facts facts;

	if (get_facts(a, &facts))
		return CMD_FAILED;
	if (a->to)
		return asic_write(&a->out, forms[a->to - 1], &facts);
	asic = guclog_asic_from_facts(&facts);
	if (!asic)
		mem_none();
	if (a->json)
		json_asic(asic, true);
	else
		print_origins(asic);
	guclog_asic_close(asic);
	return CMD_FINE;
}

static int wrap(const struct asic *a)
{
	struct guclog_fault fault;
	const struct guclog_asic *asic = asic_read(a->rdf, &fault);
	int ret = CMD_FAILED;

	if (!asic)
		return fault.error ? CMD_FAULTS : CMD_FAILED;
	if (asic->form == GUCLOG_ASIC_RDF)
		msg_fail(a->rdf, "is an RDF file already");
	else
		ret = asic_write_rdf(&a->out, asic);
	guclog_asic_close(asic);
	return ret;
}

static const char *contradiction_of_make(const struct asic *a, int nr_files)
{
	if (nr_files)
		return "FILE cannot be used with --facts, --from or --rdf";
	if (!!a->facts_path + !!a->from + !!a->rdf > 1)
		return "use only one of --facts, --from and --rdf";
	if (a->gt.given && !a->facts_path)
		return "--gt needs --facts";
	if (a->rdf)
		return a->to || a->json ? "--rdf cannot be used with --to or --json" :
					      NULL;
	if (a->to && a->json)
		return "--json and --to cannot be used together";
	return a->out.path && !a->to ? "--output needs --to" : NULL;
}

static const char *contradiction(const struct asic *a, int nr_files)
{
	if (a->facts_path || a->from || a->rdf)
		return contradiction_of_make(a, nr_files);
	if (a->to || a->gt.given || a->out.path)
		return "--to, --gt and --output need --facts or --from";
	return nr_files == 1 ? NULL : "one FILE is needed";
}

static int run(void *into, int nr, char **file)
{
	const struct asic *a = into;
	const char *why = contradiction(a, nr);

	if (why)
		return options_fail("asic", "%s", why);
	if (file_out_is_input(&a->out, a->facts_path) || file_out_is_input(&a->out, a->rdf))
		return CMD_FAILED;
	if (a->facts_path || a->from)
		return make(a);
	if (a->rdf)
		return wrap(a);
	return asic_show(file[0], a->json);
}

static const struct option_desc options[] = {
	OPT_JSON(struct asic, json),
	OPT_TEXT(struct asic, facts_path, "facts", "FACTS",
		 "facts about the device, as 'guclog convert --to info'\n"
		 "prints them"),
	OPT_TEXT(struct asic, from, "from", "PCIID",
		 "a PCI id, like 8086:e223; other values are from the table"),
	OPT_GT(struct asic, gt,
	       "GT in FACTS whose reference clock is used (default: the\n"
	       "first)"),
	OPT_CHOICE(struct asic, to, "to", "FORM", 1, form_names,
		   "v1      version 1, 568 bytes\n"
		   "v3      version 3, 608 bytes\n"
		   "packed  version 1 without padding, 558 bytes\n"
		   "rdf     version 1 in an RDF file, 664 bytes\n"
		   "Without --to, the values and their origins are shown."),
	OPT_TEXT(struct asic, rdf, "rdf", "BLOB",
		 "put a blob of any version into an RDF file"),
	OPT_OUTPUT(struct asic, out),
	OPT_END
};

/* guclog asic */
const struct cmd cmd_asic = {
	.summary = "show or write ASIC info",
	.usage = {
		.verb = "asic",
		.synopsis = "[--json] FILE\n"
			    "--facts FACTS|--from PCIID [--to FORM [-o OUT]]\n"
			    "--rdf BLOB [-o OUT]",
		.about =
"Show ASIC info of a blob or an RDF file, every field with its unit; or write it,\n"
"from facts about a device and the table of known devices.\n",
		.options = options,
		.notes = "FILE, FACTS or BLOB '-' is standard input.\n",
		.operands = "one FILE is needed",
		.min_operands = 0,
		.max_operands = 1,
	},
	CMD_INTO(struct asic),
	.run = run,
};
