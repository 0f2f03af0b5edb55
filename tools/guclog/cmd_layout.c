// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <sys/utsname.h>

#include "guc_text.h"
#include "layout/type_file.h"
#include "output/json_layout.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "xel_layout.h"

#define RUNNING		"/sys/kernel/btf/"
#define RUNNING_KERNEL	RUNNING "vmlinux"

/**
 * struct layout_run - one run
 * @xe: the module
 * @base: its kernel; empty if @xe has all types
 * @own_base: the types of the kernel in the section .BTF.base of @xe; empty if there
 *	is none
 * @base_path: path of @base, NULL if it was not given
 * @json: as JSON
 * @layout: the result
 */
struct layout_run {
	struct type_file xe;
	struct type_file base;
	struct type_file own_base;
	const char *base_path;
	bool json;
	struct xel_layout layout;
};

/*
 * Does the file belong to the running kernel? A file of /sys/kernel/btf has no release.
 */
static bool is_running(const struct type_file *xe)
{
	struct utsname uts;

	if (!strncmp(xe->name, RUNNING, strlen(RUNNING)))
		return true;
	return !uname(&uts) && !strcmp(xe->release, uts.release);
}

static int choose_base(struct layout_run *run)
{
	if (run->base_path)
		return 0;
	if (!is_running(&run->xe)) {
		msg_fail(run->xe.name, "is not of the running kernel%s%s: --base is needed",
			 run->xe.release[0] ? ", but of " : "", run->xe.release);
		return -1;
	}
	run->base_path = RUNNING_KERNEL;
	return 0;
}

static int refused(const char *name, const char *why)
{
	msg_fail(name, "is not supported: %s", why);
	return CMD_FAULTS;
}

/*
 * Types of another kernel give wrong results, so the releases are compared if both are
 * known.
 */
static bool fits(const struct layout_run *run)
{
	const char *xe = run->xe.release, *base = run->base.release;

	if (!*xe || !*base || !strcmp(xe, base))
		return true;
	msg_fail(run->base.name, "is the kernel %s, but %s is for %s", base,
		 run->xe.name, xe);
	return false;
}

static int open_base(struct layout_run *run)
{
	int err;

	if (choose_base(run) || type_file_read(&run->base, run->base_path) || !fits(run))
		return CMD_FAILED;
	err = type_file_open(&run->base, run->base.types, NULL);
	if (!err)
		return CMD_FINE;
	msg_fail(run->base.name, "%s", type_file_trouble(err));
	return CMD_FAILED;
}

/*
 * The section .BTF.base of a module has only names and sizes of types. The members are
 * taken from the kernel if it is available.
 */
static int open_own_base(struct layout_run *run)
{
	int err = type_file_open(&run->own_base, run->xe.distilled, NULL);

	if (err)
		return refused(run->xe.name, type_file_trouble(err));
	if (!run->base_path && !is_running(&run->xe))
		return CMD_FINE;
	err = open_base(run);
	if (err == CMD_FINE)
		run->own_base.btf.full = &run->base.btf;
	return err;
}

static void print_layout(const struct xel_layout *layout)
{
	struct guc_text text = { .buf = NULL };

	xel_layout_print(&text, layout);
	mem_guc_text(&text);
	xel_layout_print(&text, layout);
	fputs(text.buf, stdout);
	free(text.buf);
}

static int resolve(struct layout_run *run, const struct xel_btf *base)
{
	char buf[512];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	struct xel_layout_fault fault;
	int err;

	err = xel_layout_resolve(&run->layout, base, &run->xe.btf, &fault);
	xel_layout_fault_print(&text, &fault);
	if (run->json)
		json_layout(&run->layout, run->xe.release, err ? &fault : NULL);
	else
		print_layout(&run->layout);
	if (!err)
		return CMD_FINE;
	refused(run->xe.name, buf);
	if (base == &run->own_base.btf && !base->full)
		msg_fail(run->xe.name, "contains only names of the kernel's types: --base VMLINUX may give a result");
	return CMD_FAULTS;
}

static int serve(struct layout_run *run)
{
	const struct xel_btf *base = NULL;
	int ret, err;

	if (type_file_is_split(&run->xe)) {
		base = run->xe.distilled.len ? &run->own_base.btf : &run->base.btf;
		ret = run->xe.distilled.len ? open_own_base(run) : open_base(run);
		if (ret != CMD_FINE)
			return ret;
	}
	err = type_file_open(&run->xe, run->xe.types, base);
	if (err)
		return refused(run->xe.name, type_file_trouble(err));
	return resolve(run, base);
}

static int run(void *into, int nr, char **path)
{
	struct layout_run *run = into;

	switch (type_file_read(&run->xe, path[0])) {
	case TYPE_FINE:
		return serve(run);
	case TYPE_NONE:
		return CMD_FAULTS;
	default:
		return CMD_FAILED;
	}
}

static void end(void *into)
{
	struct layout_run *run = into;

	type_file_free(&run->xe);
	type_file_free(&run->base);
	type_file_free(&run->own_base);
}

static const struct option_desc options[] = {
	OPT_TEXT(struct layout_run, base_path, "base", "VMLINUX",
		 "kernel that XE is for (default: the running kernel, if XE\n"
		 "is for that; XE may contain some of its types)"),
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
"kernel's ELF file or " RUNNING_KERNEL ".\n"
"Exit status: 0 supported, 1 not supported, 2 wrong usage or unreadable.\n",
		.operands = "one XE is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct layout_run),
	.run = run,
	.end = end,
};
