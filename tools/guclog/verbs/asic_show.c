// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/asic_show.h"

#include "asic/info.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/out.h"
#include "cmd.h"
#include "output/json_out.h"
#include "read/forms.h"

/**
 * asic_read() - read a file with ASIC info
 * @path: path of the file
 * @fault: set to the fault of the ASIC info; its error is 0 if the file cannot be read or is a GuC
 *	log
 *
 * Return: the ASIC info, or NULL after printing the reason on stderr.
 */
const struct guclog_asic *asic_read(const char *path, struct guclog_fault *fault)
{
	const struct guclog_asic *asic = NULL;
	enum guclog_form form;
	struct file file;

	fault->error = 0;
	if (file_read(&file, path))
		goto out;
	form = guclog_form_detect(file.data, file.len);
	if (form == GUCLOG_FORM_LFD || form == GUCLOG_FORM_IMAGE) {
		msg_fail(file.name, "is %s, not ASIC info", guclog_form_phrase(form));
		goto out;
	}
	asic = guclog_asic_open(file.data, file.len, fault);
	if (!asic && !fault->error)
		mem_none();
	if (!asic)
		msg_fail(file.name, "%s", fault->text);
out:
	file_free(&file);
	return asic;
}

/**
 * asic_show() - print the ASIC info in a file
 * @path: path of the file
 * @json: print JSON instead of text
 *
 * Return: an enum cmd_status.
 */
int asic_show(const char *path, bool json)
{
	struct guclog_fault fault;
	const struct guclog_asic *asic = asic_read(path, &fault);

	if (!asic && !fault.error)
		return CMD_FAILED;
	if (json && asic)
		json_asic(asic, false);
	else if (json)
		json_asic_fault(&fault);
	else if (asic)
		out_text(asic->text);
	guclog_asic_close(asic);
	return asic ? CMD_FINE : CMD_FAULTS;
}

/**
 * struct shown - options of the document "asic"
 * @json: make JSON instead of text
 */
struct shown {
	bool json;
};

static int run(void *into, int nr, char **path)
{
	const struct shown *shown = into;

	return asic_show(path[0], shown->json);
}

static const struct option_desc options[] = {
	OPT_JSON(struct shown, json),
	OPT_END
};

/* The document of "guclog asic FILE". */
const struct cmd cmd_asic_show = {
	.usage = { .verb = "asic", .options = options, .min_operands = 1, .max_operands = 1 },
	CMD_INTO(struct shown),
	.run = run,
};
