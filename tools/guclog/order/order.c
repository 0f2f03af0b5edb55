// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include <dirent.h>
#include <sys/stat.h>

#include "guc_clock.h"
#include "util/msg.h"
#include "shared/printable.h"
#include "util/status.h"

/**
 * order_add_source() - another source
 * @o: the order
 * @kind: its kind
 * @name: its name, which it takes over
 *
 * Return: the source; valid until the next one is added.
 */
struct order_source *order_add_source(struct order *o, enum order_kind kind, char *name)
{
	static const char * const short_names[] = {
		[ORDER_GUC] = "guc", [ORDER_CT] = "ct", [ORDER_KERNEL] = "kernel",
		[ORDER_TRACE] = "trace",
	};
	unsigned int i, before = 0;
	struct order_source *s;

	for (i = 0; i < o->nr_sources; i++)
		before += o->source[i].kind == kind;
	o->source = mem_grow(o->source, (o->nr_sources + 1) * sizeof(*s));
	s = &o->source[o->nr_sources++];
	*s = (struct order_source){
		.kind = kind, .name = name, .uncertainty = ORDER_UNKNOWN,
	};
	snprintf(s->short_name, sizeof(s->short_name), "%s%u", short_names[kind], before);
	return s;
}

/**
 * order_add() - another item
 * @o: the order
 * @source: number of its source
 * @ns: when, on the clock of the source
 *
 * Return: the item; valid until the next one is added.
 */
struct order_item *order_add(struct order *o, u32 source, s64 ns)
{
	struct order_item *item;

	/* Powers of two. */
	if (!(o->nr & (o->nr + 1)))
		o->item = mem_grow(o->item, 2 * (o->nr + 1) * sizeof(*item));
	item = &o->item[o->nr++];
	*item = (struct order_item){ .ns = ns, .source = source, .log = -1 };
	o->source[source].items++;
	return item;
}

/* Return: whether a log is of the boot of the logs before it; if not, why. */
static bool is_of_boot(struct order *o, const struct analysed_log *log,
		       const struct guclog_file *in, const char **why)
{
	const struct guc_facts *f = &log->view.facts;
	s64 wall = (s64)f->anchor_realtime_ns - (s64)f->anchor_boottime_ns;

	*why = "it is of another boot than the log before, by the wall clock";
	if (!o->boot) {
		o->boot = in;
		o->has_boot_wall = log->t.has_realtime;
		o->boot_wall = wall;
	} else if (o->boot != in && (!o->has_boot_wall || !log->t.has_realtime)) {
		*why = "it is unknown whether it is of the same boot as the log before";
		return false;
	}
	return o->boot == in || llabs(wall - o->boot_wall) <= ORDER_SAME_BOOT_NS;
}

/* The clock of a log, and of the messages that its events have. */
static void place_log(struct order *o, struct order_source *s,
		      const struct analysed_log *log, const struct guclog_file *in)
{
	const struct guclog_timeline *t = &log->t;
	const struct guc_facts *f = &log->view.facts;

	s->clock = "GuC clock";
	if (!t->hz) {
		s->how = "the log does not contain the frequency of its clock";
		return;
	}
	if (!t->anchored) {
		s->how = "the log has no anchor to a clock of the host";
		return;
	}
	if (!is_of_boot(o, log, in, &s->how))
		return;
	s->placed = true;
	s->how = "the anchor of the log";
	s->at = (s64)f->anchor_boottime_ns;
	if (guc_facts_has(f, GUC_FACT_anchor_uncertainty_ns))
		s->uncertainty = f->anchor_uncertainty_ns;
}

/**
 * order_add_log() - add the events of a log
 * @o: the order
 * @in: its input
 * @log: number of the log
 */
void order_add_log(struct order *o, const struct order_input *in, int log)
{
	struct analysed_log *l = &o->log[log];
	u32 source = o->nr_sources;
	struct guclog_entry e;

	place_log(o, order_add_source(o, ORDER_GUC, cli_name(&l->view)), l,
		  in->logs.logs.file);
	guclog_timeline_rewind(&l->t);
	while (guclog_timeline_next(&l->t, &e)) {
		struct order_item *item;

		if (e.before_load || !l->t.hz) {
			o->source[source].untimed++;
			continue;
		}
		item = order_add(o, source, l->t.anchored ?
				 guclog_timeline_boottime_ns(&l->t, e.tick) :
				 guc_ticks_to_ns(e.tick - l->t.newest, l->t.hz));
		item->log = log;
		item->e = e;
	}
}

/* @quiet: print nothing. Return: 0, or -1 if the file has nothing that is used. */
static int open_input(struct order *o, struct order_input *in, bool quiet)
{
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	in->has_lines = strcmp(in->path, "-") && lines_read(&in->lines, in->path);
	in->logs.logs.bare_too = true;
	in->logs.logs.choice = o->choice;
	/* A kernel log need not have a GuC log. */
	msg_quiet(in->has_lines || quiet);
	ret = analysed_open(&in->logs, in->path);
	msg_quiet(false);
	in->is_log = true;
	if (in->has_lines && !log_file_logs(in->logs.logs.file))
		in->logs.logs.status = CMD_FINE;
	while (!ret && analysed_next(&in->logs, &i, &log)) {
		if (!log.a) {
			analysed_log_free(&log);
			continue;
		}
		o->log = mem_grow(o->log, (o->nr_logs + 1) * sizeof(*o->log));
		o->log[o->nr_logs++] = log;
	}
	return ret && !in->has_lines ? -1 : 0;
}

static void close_input(struct order_input *in)
{
	lines_free(&in->lines);
	if (in->is_log)
		analysed_close(&in->logs);
	free(in->own);
}

/* Return: 0, or -1 if the file has nothing that is used; it is then closed. */
static int open_file(struct order *o, const char *path, char *own)
{
	struct order_input *in;

	o->input = mem_grow(o->input, (o->nr_inputs + 1) * sizeof(*in));
	in = &o->input[o->nr_inputs];
	memset(in, 0, sizeof(*in));
	in->path = path;
	in->own = own;
	if (open_input(o, in, own)) {
		close_input(in);
		return -1;
	}
	o->nr_inputs++;
	return 0;
}

static bool is_directory(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* The files of a directory, such as an incident; files with nothing that is used are skipped. */
static int open_directory(struct order *o, const char *path)
{
	unsigned int before = o->nr_inputs;
	struct dirent **list;
	int i, nr = scandir(path, &list, NULL, alphasort);

	if (nr < 0) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	for (i = 0; i < nr; i++) {
		char *file = NULL;

		if (*list[i]->d_name != '.' &&
		    asprintf(&file, "%s/%s", path, list[i]->d_name) >= 0) {
			if (is_directory(file))
				free(file);
			else
				open_file(o, file, file);
		}
		free(list[i]);
	}
	free(list);
	if (o->nr_inputs == before)
		msg_fail(path, "has neither a log nor a kernel log nor a trace");
	return o->nr_inputs == before ? -1 : 0;
}

static bool is_of(const struct guclog_file *file, const struct guclog_log *log)
{
	unsigned int i;

	for (i = 0; i < log_file_logs(file); i++)
		if (guclog_file_log(file, i) == log)
			return true;
	return false;
}

static void add_input(struct order *o, struct order_input *in)
{
	unsigned int i;

	for (i = 0; i < o->nr_logs; i++) {
		if (!is_of(in->logs.logs.file, o->log[i].view.handle))
			continue;
		order_add_log(o, in, (int)i);
		order_add_messages(o, (int)i);
	}
	if (in->has_lines)
		order_add_lines(o, in);
}

/**
 * order_open() - read all inputs
 * @o: zeroed but for the user's statements; end it with order_close()
 * @path: the files and directories
 * @nr: number of these
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int order_open(struct order *o, char **path, int nr)
{
	unsigned int i;

	for (; nr; nr--, path++)
		if (is_directory(*path) ? open_directory(o, *path) :
		    open_file(o, *path, NULL))
			return -1;
	for (i = 0; i < o->nr_inputs; i++)
		add_input(o, &o->input[i]);
	return 0;
}

/**
 * order_uncertainty() - uncertainty of a time
 * @source: its source
 * @ns: the time, on the common clock
 *
 * Return: ns, or ORDER_UNKNOWN.
 */
u64 order_uncertainty(const struct order_source *source, s64 ns)
{
	if (!source->placed || source->uncertainty == ORDER_UNKNOWN)
		return ORDER_UNKNOWN;
	return source->uncertainty + (u64)llabs(ns - source->at) / ORDER_DRIFT +
	       (ns < source->at ? source->before : 0);
}

static const struct order_source *sort_sources;

static int compare(const void *one, const void *two)
{
	const struct order_item *a = one, *b = two;
	bool a_placed = sort_sources[a->source].placed;
	bool b_placed = sort_sources[b->source].placed;

	if (a_placed != b_placed)
		return a_placed ? -1 : 1;
	if (!a_placed && a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->ns != b->ns)
		return a->ns < b->ns ? -1 : 1;
	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->e.index != b->e.index)
		return a->e.index < b->e.index ? -1 : 1;
	return a < b ? -1 : a > b;
}

/**
 * order_sort() - bring all items into their order
 * @o: the order
 */
void order_sort(struct order *o)
{
	sort_sources = o->source;
	if (o->nr)
		qsort(o->item, o->nr, sizeof(*o->item), compare);
}

/**
 * order_close() - free all of it
 * @o: the order
 */
void order_close(struct order *o)
{
	unsigned int i;
	size_t k;

	for (k = 0; k < o->nr; k++)
		free(o->item[k].msg);
	for (i = 0; i < o->nr_sources; i++)
		free(o->source[i].name);
	for (i = 0; i < o->nr_logs; i++)
		analysed_log_free(&o->log[i]);
	for (i = 0; i < o->nr_inputs; i++)
		close_input(&o->input[i]);
	free(o->item);
	free(o->source);
	free(o->log);
	free(o->input);
}
