// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "guc_clock.h"
#include "order/order.h"
#include "util/msg.h"

/**
 * struct merge - one run
 * @order: what is printed
 * @trace_clock: --trace-clock, 0 if it is unknown
 * @since: --since, ns
 * @until: --until
 * @json: as JSON
 */
struct merge {
	struct order order;
	int trace_clock;
	s64 since;
	struct limit {
		bool given;
		s64 ns;
	} until;
	bool json;
};

static const char *read_seconds(const char *arg, s64 *ns)
{
	char *end;
	double seconds = strtod(arg, &end);

	if (end == arg || *end || !(seconds >= 0 && seconds < 1e9))
		return "not seconds since boot";
	*ns = (s64)(seconds * GUC_NS_PER_SEC);
	return NULL;
}

static const char *set_since(void *member, const char *arg)
{
	return read_seconds(arg, member);
}

static const char *set_until(void *member, const char *arg)
{
	struct limit *until = member;

	until->given = true;
	return read_seconds(arg, &until->ns);
}

static int run(void *into, int nr, char **path)
{
	struct merge *m = into;
	int ret;
	s64 until = m->until.given ? m->until.ns : INT64_MAX;

	m->order.trace_boot = m->trace_clock == 1;
	if (order_open(&m->order, path, nr))
		return CMD_FAILED;
	order_sort(&m->order);
	if (m->json)
		order_json(&m->order, m->since ?: INT64_MIN, until);
	else
		order_print(&m->order, stdout, m->since ?: INT64_MIN, until);
	ret = order_status(&m->order);
	if (!m->order.nr) {
		msg_fail(NULL, "no event with a time in these files");
		ret = max_t(int, ret, CMD_FAULTS);
	}
	return ret;
}

static void end(void *into)
{
	struct merge *m = into;

	order_close(&m->order);
}

static const char * const clocks[] = { "unknown", "boot", NULL };

static const struct option_desc options[] = {
	OPT_CALL(struct merge, since, "since", "S", set_since,
		 "from S seconds since boot on"),
	OPT_CALL(struct merge, until, "until", "S", set_until,
		 "up to S seconds since boot"),
	OPT_FLAG(struct merge, order.no_suspend, "no-suspend",
		 "the machine was not suspended since it booted: seconds of\n"
		 "the kernel log are seconds since boot"),
	OPT_CHOICE(struct merge, trace_clock, "trace-clock", "CLOCK", 0, clocks,
		   "clock of the trace: boot if it was recorded with\n"
		   "'trace-cmd record -C boot', else unknown"),
	OPT_JSON(struct merge, json),
	OPT_END
};

/* guclog timeline */
const struct cmd cmd_timeline = {
	.summary = "show logs, kernel log and trace in one order",
	.usage = {
		.verb = "timeline",
		.synopsis = "[OPTION...] FILE...",
		.about =
"Show the contents of several files in one order: the events of GuC logs, the messages of\n"
"devcoredumps, the lines of a kernel log about xe and DRM, and the events of xe in the\n"
"report of trace-cmd. The common clock is the time since boot.\n",
		.options = options,
		.notes =
"Each line has the uncertainty of its clock. A file whose clock cannot be related to the\n"
"others is shown at the end, with the reason.\n",
		.operands = "a FILE is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	.size = sizeof(struct merge),
	.run = run,
	.end = end,
};
