// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include <dirent.h>

#include "guc_clock.h"
#include "util/file.h"
#include "util/msg.h"
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
		.kind = kind, .name = name, .uncertainty = ORDER_UNKNOWN, .log = -1,
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
		o->has_boot_wall = log->t->has_realtime;
		o->boot_wall = wall;
	} else if (o->boot != in && (!o->has_boot_wall || !log->t->has_realtime)) {
		*why = "it is unknown whether it is of the same boot as the log before";
		return false;
	}
	return o->boot == in || llabs(wall - o->boot_wall) <= ORDER_SAME_BOOT_NS;
}

/* The clock of a log, and of the messages that its events have. */
static void place_log(struct order *o, struct order_source *s,
		      const struct analysed_log *log, const struct guclog_file *in)
{
	const struct guclog_events *t = log->t;
	const struct guc_facts *f = &log->view.facts;

	s->clock = "GuC clock";
	if (!t || !t->hz) {
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

static void add_log(struct order *o, const struct order_input *in, int log)
{
	struct analysed_log *l = &o->log[log];
	u32 source = o->nr_sources;
	struct order_source *s = order_add_source(o, ORDER_GUC, cli_name(&l->view));
	struct guclog_event e;

	s->log = log;
	place_log(o, s, l, in->logs.logs.file);
	if (l->t)
		guclog_events_rewind(l->t);
	while (l->t && guclog_events_next(l->t, &e)) {
		struct order_item *item;

		if (e.before_load || !l->t->hz) {
			o->source[source].untimed++;
			continue;
		}
		item = order_add(o, source, l->t->anchored ?
				 e.boottime_ns :
				 -e.ago_ns);
		item->log = log;
		item->e = e;
	}
}

/* Another input; valid until the next one is added. */
static struct order_input *add_input(struct order *o, const char *path, char *own)
{
	struct order_input *in;

	o->input = mem_grow(o->input, (o->nr_inputs + 1) * sizeof(*in));
	in = &o->input[o->nr_inputs++];
	*in = (struct order_input){ .path = path, .own = own };
	in->logs.logs.choice = o->choice;
	return in;
}

static void close_last(struct order *o)
{
	struct order_input *in = &o->input[--o->nr_inputs];

	lines_free(&in->lines);
	analysed_close(&in->logs);
	free(in->own);
}

static bool read_lines(struct order_input *in)
{
	in->has_lines = strcmp(in->path, "-") && lines_read(&in->lines, in->path);
	return in->has_lines;
}

/**
 * order_analyse() - analyse the logs of the input that was opened last
 * @o: the order; gets those that have events
 */
void order_analyse(struct order *o)
{
	struct order_input *in = &o->input[o->nr_inputs - 1];
	struct analysed_log log;
	unsigned int i = 0;

	in->first_log = o->nr_logs;
	while (analysed_next(&in->logs, &i, &log)) {
		if (!log.a) {
			analysed_log_free(&log);
			continue;
		}
		o->log = mem_grow(o->log, (o->nr_logs + 1) * sizeof(*o->log));
		o->log[o->nr_logs++] = log;
		in->nr_logs++;
	}
}

/* Return: 0, or -1 if the file has nothing that is used; it is then closed. */
static int open_file(struct order *o, const char *path, char *own)
{
	struct order_input *in = add_input(o, path, own);
	int ret;

	/* A kernel log need not have a GuC log, and a file of a directory may be any file. */
	msg_quiet(read_lines(in) || own);
	in->logs.logs.bare_too = true;
	ret = analysed_open(&in->logs, path);
	msg_quiet(false);
	if (in->has_lines && !log_file_logs(in->logs.logs.file))
		in->logs.logs.status = CMD_FINE;
	if (!ret)
		order_analyse(o);
	if (!ret || in->has_lines)
		return 0;
	close_last(o);
	return -1;
}

/* Likewise, but only with the lines of the file. */
static int open_lines(struct order *o, const char *path, char *own)
{
	if (read_lines(add_input(o, path, own)))
		return 0;
	close_last(o);
	return -1;
}

/*
 * The files of a directory, such as an incident; files with nothing that is used are skipped.
 * Return: 0, or -1 if the directory cannot be read.
 */
static int open_directory(struct order *o, const char *path,
			  int (*open_one)(struct order *o, const char *path, char *own))
{
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
			if (file_is_directory(file))
				free(file);
			else
				open_one(o, file, file);
		}
		free(list[i]);
	}
	free(list);
	return 0;
}

/**
 * order_open_whole() - open an input that is one whole, also a directory
 * @o: zeroed but for the user's statements; end it with order_close()
 * @path: a file, an archive, or a directory with the folders in it
 *
 * Its logs are those of order_analyse(), its lines those of order_open_lines().
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int order_open_whole(struct order *o, const char *path)
{
	if (!analysed_open(&add_input(o, path, NULL)->logs, path))
		return 0;
	close_last(o);
	return -1;
}

/**
 * order_open_lines() - read only the lines of a file, or of the files of a directory
 * @o: the order
 * @path: the file or directory; nothing is printed if there are no lines
 */
void order_open_lines(struct order *o, const char *path)
{
	if (file_is_directory(path))
		open_directory(o, path, open_lines);
	else
		open_lines(o, path, NULL);
}

static int open_path(struct order *o, const char *path)
{
	unsigned int before = o->nr_inputs;

	if (!file_is_directory(path))
		return open_file(o, path, NULL);
	if (open_directory(o, path, open_file))
		return -1;
	if (o->nr_inputs == before)
		msg_fail(path, "has neither a log nor a kernel log nor a trace");
	return o->nr_inputs == before ? -1 : 0;
}

static void add_items(struct order *o, struct order_input *in)
{
	unsigned int i;

	for (i = in->first_log; i < in->first_log + in->nr_logs; i++) {
		add_log(o, in, (int)i);
		order_add_messages(o, (int)i);
	}
	if (in->has_lines)
		order_add_lines(o, in);
}

/**
 * order_open() - read inputs, and collect the items of these and of those already open
 * @o: zeroed but for the user's statements, or with inputs; end it with order_close()
 * @path: the files and directories
 * @nr: number of these
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int order_open(struct order *o, char **path, int nr)
{
	unsigned int i;

	for (; nr; nr--, path++)
		if (open_path(o, *path))
			return -1;
	for (i = 0; i < o->nr_inputs; i++)
		add_items(o, &o->input[i]);
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
 * order_status() - the exit status of a verb that has read the inputs
 * @o: the order
 *
 * Return: CMD_FINE, or CMD_FAULTS if some input has faults or is not whole.
 */
int order_status(const struct order *o)
{
	int ret = CMD_FINE;
	unsigned int i;

	for (i = 0; i < o->nr_inputs; i++) {
		ret = max(ret, o->input[i].logs.logs.status);
		if (o->input[i].lines.cut)
			ret = max_t(int, ret, CMD_FAULTS);
	}
	return ret;
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
	while (o->nr_inputs)
		close_last(o);
	free(o->item);
	free(o->source);
	free(o->log);
	free(o->input);
}
