// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "base/types.h"
#include "layout/xe_layout.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/out.h"

#define RUNNING		"/sys/kernel/btf/"

/**
 * struct layout_run - options and state of "guclog layout"
 * @base: argument of --base: path of the kernel for which XE was built, or NULL
 * @json: print JSON instead of text
 */
struct layout_run {
	const char *base;
	bool json;
};

static int run(void *into, int nr, char **path)
{
	const struct layout_run *run = into;
	const struct guclog_xe_layout *layout;
	struct guclog_error error;
	bool supported;

	layout = guclog_xe_layout_open(path[0], run->base, &error);
	if (!layout) {
		msg_fail(NULL, "%s", error.text);
		return error.code == -ENODATA ? CMD_FAULTS : CMD_FAILED;
	}
	if (run->json)
		json_layout(layout);
	else
		out_text(layout->text);
	supported = layout->supported;
	if (!supported)
		msg_fail(layout->name, "is not supported: %s", layout->why);
	if (!supported && layout->only_names)
		msg_fail(layout->name, "has only names of the kernel's types: add --base VMLINUX");
	guclog_xe_layout_close(layout);
	return supported ? CMD_FINE : CMD_FAULTS;
}

static const struct option_desc options[] = {
	OPT_TEXT(struct layout_run, base, "base", "VMLINUX",
		 "the kernel for which XE was built (default: the running\n"
		 "kernel, if XE was built for it)"),
	OPT_JSON(struct layout_run, json),
	OPT_END
};

/* guclog layout */
const struct cmd cmd_layout = {
	.summary = "check whether the module supports a kernel's xe",
	.usage = {
		.verb = "layout",
		.synopsis = "[--base VMLINUX] [--json] XE",
		.about =
"Check whether the module xe_guclog supports a kernel: show the offsets of the\n"
"members of xe's private types in it. The kernel is refused if a required member\n"
"is missing.\n",
		.options = options,
		.notes = "XE is xe.ko, compressed or not, or " RUNNING "xe; VMLINUX is a\n"
"kernel's ELF file, its vmlinuz of x86 or " RUNNING "vmlinux.\n"
"Exit status: 0 supported, 1 not supported, 2 wrong usage or unreadable.\n",
		.operands = "one XE is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	CMD_INTO(struct layout_run),
	.run = run,
};
