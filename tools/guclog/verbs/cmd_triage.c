// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <json-c/json.h>
#include <time.h>

#include "output/json_out.h"
#include "base/types.h"
#include "base/csv.h"
#include "base/options.h"
#include "base/out.h"
#include "verbs/triage.h"

enum triage_format {
	TRIAGE_TABLE,
	TRIAGE_JSON,
	TRIAGE_JSONL,
	TRIAGE_CSV,
};

/* Compare two dumps, to sort them by the size of their group (largest first), group and time. */
static int by_group(const void *a, const void *b)
{
	const struct triage_dump *x = a, *y = b;
	int diff = (x->group < y->group) - (x->group > y->group) ?:
		   strcmp(x->fault, y->fault) ?:
		   strcmp(x->platform, y->platform) ?:
		   strcmp(x->firmware, y->firmware);

	if (diff)
		return diff;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return strcmp(x->path, y->path);
}

/*
 * Return: number of successive dumps from index @from on with the same fault, GPU and firmware.
 * They are one group.
 */
static unsigned int group_len(const struct triage *t, unsigned int from)
{
	const struct triage_dump *d = &t->dump[from];
	unsigned int n = 1;

	while (from + n < t->nr && !strcmp(d[n].fault, d->fault) &&
	       !strcmp(d[n].platform, d->platform) &&
	       !strcmp(d[n].firmware, d->firmware))
		n++;
	return n;
}

static void sort(struct triage *t)
{
	unsigned int i, k, n;

	if (!t->nr)
		return;
	qsort(t->dump, t->nr, sizeof(*t->dump), by_group);
	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		for (k = i; k < i + n; k++)
			t->dump[k].group = n;
	}
	qsort(t->dump, t->nr, sizeof(*t->dump), by_group);
}

static const char *date(s64 time, char buf[32])
{
	time_t second = (time_t)time;
	struct tm tm;

	if (time < 0 || !gmtime_r(&second, &tm))
		return "unknown";
	strftime(buf, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return buf;
}

static const char *known(const char *text)
{
	return *text ? text : "unknown";
}

static void put_time(struct json_object *o, const char *key, s64 time)
{
	char buf[32];

	json_put(o, key, time < 0 ? NULL : json_object_new_string(date(time, buf)));
}

static void put_text(struct json_object *o, const char *key, const char *text)
{
	json_put(o, key, *text ? json_object_new_string(text) : NULL);
}

static struct json_object *dump_object(const struct triage_dump *d)
{
	struct json_object *o = json_object_new_object();

	put_text(o, "file", d->path);
	put_text(o, "signature", d->signature);
	put_text(o, "fault", d->fault);
	put_text(o, "engine", d->engine);
	put_text(o, "process", d->process);
	json_put(o, "wait_ms", d->wait_ns == GUCLOG_NO_TIME ? NULL :
		 json_object_new_int64(d->wait_ns / 1000000));
	put_text(o, "platform", d->platform);
	put_text(o, "kernel", d->kernel);
	put_text(o, "firmware", d->firmware);
	put_text(o, "known", d->known);
	put_time(o, "time", d->time);
	return o;
}

/*
 * Return: whether the text at @offset of the structure d[i] is not empty and differs from the texts
 * at @offset of all structures before it.
 */
static bool is_first(const struct triage_dump *d, unsigned int i, size_t offset)
{
	const char *text = (const char *)&d[i] + offset;
	unsigned int k;

	for (k = 0; k < i; k++)
		if (!strcmp((const char *)&d[k] + offset, text))
			return false;
	return *text;
}

/*
 * Add a list of the different texts of a group of @n dumps. The text of each dump is at @offset of
 * its struct triage_dump.
 */
static void put_list(struct json_object *o, const char *key, const struct triage_dump *d,
		     unsigned int n, size_t offset)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < n; i++)
		if (is_first(d, i, offset))
			json_object_array_add(list, json_object_new_string((const char *)&d[i] +
									   offset));
	json_put(o, key, list);
}

/*
 * Find the first dump in a group of @n dumps that resembles published problems. Return: the ids of
 * these problems, or "" if there is no such dump.
 */
static const char *first_known(const struct triage_dump *d, unsigned int n)
{
	unsigned int i;

	for (i = 0; i + 1 < n && !*d[i].known; i++)
		;
	return d[i].known;
}

static struct json_object *group_object(const struct triage_dump *d, unsigned int n)
{
	struct json_object *o = json_object_new_object();

	put_text(o, "fault", d->fault);
	put_list(o, "engines", d, n, offsetof(struct triage_dump, engine));
	put_list(o, "processes", d, n, offsetof(struct triage_dump, process));
	put_list(o, "kernels", d, n, offsetof(struct triage_dump, kernel));
	put_text(o, "platform", d->platform);
	put_text(o, "firmware", d->firmware);
	put_text(o, "known", first_known(d, n));
	json_put_u64(o, "count", n);
	put_time(o, "first", d[0].time);
	put_time(o, "last", d[n - 1].time);
	put_text(o, "representative", d[0].path);
	return o;
}

static void show_json(const struct triage *t)
{
	struct json_object *o = json_object_new_object();
	struct json_object *groups = json_object_new_array();
	unsigned int i, n;

	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		json_object_array_add(groups, group_object(&t->dump[i], n));
	}
	json_put(o, "groups", groups);
	json_put_u64(o, "dumps", t->nr);
	json_put_u64(o, "skipped", t->skipped);
	json_print(o);
}

static void show_jsonl(const struct triage *t)
{
	struct json_object *o;
	unsigned int i;

	for (i = 0; i < t->nr; i++) {
		o = dump_object(&t->dump[i]);
		out_printf("%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
							JSON_C_TO_STRING_NOSLASHESCAPE));
		json_object_put(o);
	}
}

/*
 * Print a field of CSV, and the character @end after it. An unknown value (@text is empty) is
 * printed without quotes, because programs that read CSV treat such a field as null.
 */
static void put_csv(const char *text, char end)
{
	if (*text)
		out_char('"');
	if (csv_is_formula(text))
		out_char('\'');
	for (; *text; text++) {
		if (*text == '"')
			out_char('"');
		out_char(*text);
		if (!text[1])
			out_char('"');
	}
	out_char(end);
}

static void show_csv(const struct triage *t)
{
	unsigned int i;
	char buf[32];

	out_text("file,signature,fault,engine,process,wait_ms,platform,kernel,firmware,known,time\n");
	for (i = 0; i < t->nr; i++) {
		const struct triage_dump *d = &t->dump[i];

		put_csv(d->path, ',');
		put_csv(d->signature, ',');
		put_csv(d->fault, ',');
		put_csv(d->engine, ',');
		put_csv(d->process, ',');
		if (d->wait_ns != GUCLOG_NO_TIME)
			out_printf("%lld", (long long)d->wait_ns / 1000000);
		out_char(',');
		put_csv(d->platform, ',');
		put_csv(d->kernel, ',');
		put_csv(d->firmware, ',');
		put_csv(d->known, ',');
		put_csv(d->time < 0 ? "" : date(d->time, buf), '\n');
	}
}

/* Print a line with the different texts at @offset of the struct triage_dump of each dump. */
static void show_list(const char *name, const struct triage_dump *d, unsigned int n,
		      size_t offset)
{
	unsigned int i, nr = 0;

	for (i = 0; i < n; i++)
		if (is_first(d, i, offset))
			out_printf("%s%s", nr++ ? ", " : name, (const char *)&d[i] + offset);
	if (nr)
		out_char('\n');
}

/* Print the shortest and the longest time that the GuC waited for the engine. */
static void show_waits(const struct triage_dump *d, unsigned int n)
{
	s64 least = INT64_MAX, most = -1;
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (d[i].wait_ns == GUCLOG_NO_TIME)
			continue;
		least = min_t(s64, least, d[i].wait_ns / 1000000);
		most = max_t(s64, most, d[i].wait_ns / 1000000);
	}
	if (most >= 0)
		out_printf("        waited   %lld to %lld ms\n", (long long)least, (long long)most);
}

static void show_group(const struct triage_dump *d, unsigned int n)
{
	char a[32], b[32];

	out_printf("%6u  %s\n", n, d->fault);
	out_printf("        %s, GuC %s, first %s, last %s\n", known(d->platform),
		   known(d->firmware), date(d[0].time, a), date(d[n - 1].time, b));
	show_list("        engines  ", d, n, offsetof(struct triage_dump, engine));
	show_list("        programs ", d, n, offsetof(struct triage_dump, process));
	show_waits(d, n);
	show_list("        kernels  ", d, n, offsetof(struct triage_dump, kernel));
	show_list("        known    ", d, n, offsetof(struct triage_dump, known));
	out_printf("        %s\n", d->path);
}

static void show_table(const struct triage *t)
{
	unsigned int i, n;

	for (i = 0; i < t->nr; i += n) {
		n = group_len(t, i);
		show_group(&t->dump[i], n);
	}
	out_printf("%u dump%s; %llu other file%s skipped\n", t->nr, t->nr == 1 ? "" : "s",
		   t->skipped, t->skipped == 1 ? " was" : "s were");
}

static int run(void *into, int nr, char **path)
{
	struct triage *t = into;
	int ret = triage_read(t, nr, path);

	sort(t);
	switch (t->format) {
	case TRIAGE_JSON:
		show_json(t);
		break;
	case TRIAGE_JSONL:
		show_jsonl(t);
		break;
	case TRIAGE_CSV:
		show_csv(t);
		break;
	default:
		show_table(t);
	}
	return t->refused ? CMD_FAILED : ret;
}

static void end(void *into)
{
	struct triage *t = into;

	while (t->nr--) {
		free(t->dump[t->nr].path);
		free(t->dump[t->nr].signature);
		free(t->dump[t->nr].fault);
	}
	free(t->dump);
}

static const struct option_desc options[] = {
	OPT_SELECT(struct triage, format, "json", TRIAGE_JSON,
		   "print one JSON object, with an array of the faults"),
	OPT_SELECT(struct triage, format, "jsonl", TRIAGE_JSONL,
		   "print a line of JSON for each dump"),
	OPT_SELECT(struct triage, format, "csv", TRIAGE_CSV,
		   "print a line of CSV for each dump"),
	OPT_END
};

/* guclog triage */
const struct cmd cmd_triage = {
	.summary = "sort many dumps by what happened in them",
	.usage = {
		.verb = "triage",
		.synopsis = "[OPTION...] PATH...",
		.about =
"Explain many dumps and count those with the same fault (verdict, class of the engine,\n"
"the Reason of the dump without its numbers), GPU and firmware.\n",
		.options = options,
		.notes =
"PATH is a file in any form, or a directory, which is searched recursively; links in\n"
"it are not followed. A file that several PATHs contain counts once.\n"
"Files that are neither a GuC log nor a devcoredump are only counted.\n",
		.operands = "at least one PATH is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct triage),
	.run = run,
	.end = end,
};
