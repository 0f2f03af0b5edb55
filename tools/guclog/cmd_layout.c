// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>
#include <sys/utsname.h>

#include "guc_text.h"
#include "layout/type_file.h"
#include "output/json_layout.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "xel_layout.h"

#define RUNNING		"/sys/kernel/btf/"
#define RUNNING_KERNEL	RUNNING "vmlinux"

static const char usage[] =
"Usage: guclog layout [--base VMLINUX] [--json] XE\n"
"Say whether the module xe_guclog can serve a kernel: show where the members of\n"
"xe's private types lie in it, and refuse when one that is needed is not there.\n"
"\n"
"  --base VMLINUX  the kernel that XE is for (default: the one that runs, when it\n"
"                  is that; XE may have brought some of its types along)\n"
"  --json          the same as JSON; guclog(1) has the names\n"
"  -h, --help      this text\n"
"\n"
"XE is xe.ko, packed or not, or " RUNNING "xe; VMLINUX is a kernel's ELF\n"
"file or " RUNNING_KERNEL ".\n"
"Exit status: 0 it can be served, 1 it cannot, 2 usage or unreadable.\n";

/**
 * struct run - one run
 * @xe: the module
 * @base: its kernel; nothing when the types are all in @xe
 * @brought: as much of that as @xe has brought along; nothing when it has not
 * @base_path: where that is, NULL when not told
 * @json: as JSON
 * @layout: what comes out
 */
struct run {
	struct type_file xe;
	struct type_file base;
	struct type_file brought;
	const char *base_path;
	bool json;
	struct xel_layout layout;
};

/* Is it what runs here? A file of /sys/kernel/btf does not say. */
static bool is_running(const struct type_file *xe)
{
	struct utsname uts;

	if (!strncmp(xe->name, RUNNING, strlen(RUNNING)))
		return true;
	return !uname(&uts) && !strcmp(xe->release, uts.release);
}

static int choose_base(struct run *run)
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
	msg_fail(name, "cannot be served: %s", why);
	return CMD_FAULTS;
}

/* Types of another kernel give nonsense: see it where both say who they are. */
static bool fits(const struct run *run)
{
	const char *xe = run->xe.release, *base = run->base.release;

	if (!*xe || !*base || !strcmp(xe, base))
		return true;
	msg_fail(run->base.name, "is the kernel %s, but %s is for %s", base,
		 run->xe.name, xe);
	return false;
}

static int open_base(struct run *run)
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
 * What a module has brought along is the names and sizes of what it needs. The
 * members are the kernel's to tell, where one is at hand.
 */
static int open_brought(struct run *run)
{
	int err = type_file_open(&run->brought, run->xe.distilled, NULL);

	if (err)
		return refused(run->xe.name, type_file_trouble(err));
	if (!run->base_path && !is_running(&run->xe))
		return CMD_FINE;
	err = open_base(run);
	if (err == CMD_FINE)
		run->brought.btf.full = &run->base.btf;
	return err;
}

static void print_layout(const struct xel_layout *layout)
{
	struct guc_text text = { .buf = NULL };

	xel_layout_print(&text, layout);
	mem_text(&text);
	xel_layout_print(&text, layout);
	fputs(text.buf, stdout);
	free(text.buf);
}

static int resolve(struct run *run, const struct xel_btf *base)
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
	if (base == &run->brought.btf && !base->full)
		msg_fail(run->xe.name, "has brought only names along: --base may tell more");
	return CMD_FAULTS;
}

static int serve(struct run *run)
{
	const struct xel_btf *base = NULL;
	int ret, err;

	if (type_file_is_split(&run->xe)) {
		base = run->xe.distilled.len ? &run->brought.btf : &run->base.btf;
		ret = run->xe.distilled.len ? open_brought(run) : open_base(run);
		if (ret != CMD_FINE)
			return ret;
	}
	err = type_file_open(&run->xe, run->xe.types, base);
	if (err)
		return refused(run->xe.name, type_file_trouble(err));
	return resolve(run, base);
}

static int layout(struct run *run, const char *path)
{
	int ret;

	switch (type_file_read(&run->xe, path)) {
	case TYPE_FINE:
		ret = serve(run);
		break;
	case TYPE_NONE:
		ret = CMD_FAULTS;
		break;
	default:
		ret = CMD_FAILED;
	}
	type_file_free(&run->xe);
	type_file_free(&run->base);
	type_file_free(&run->brought);
	return ret;
}

static const struct option options[] = {
	{ "base", required_argument, NULL, 'b' },
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

/**
 * cmd_layout() - guclog layout
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_layout(int argc, char **argv)
{
	static struct run run;
	int opt;

	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (opt) {
		case 'b':
			run.base_path = optarg;
			break;
		case 'j':
			run.json = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return CMD_FINE;
		default:
			return cmd_bad_usage("layout");
		}
	}
	if (argc - optind != 1) {
		msg_fail(NULL, "one XE is needed");
		return cmd_bad_usage("layout");
	}
	if (run.json && json_missing())
		return CMD_FAILED;
	return layout(&run, argv[optind]);
}
