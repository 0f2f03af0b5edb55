// SPDX-License-Identifier: GPL-2.0
/*
 * control.c -- orders.
 *
 * One line in, one line out: "ok ..." or "error ...".  Where an order takes
 * [GT], that is 0 (the default) or 1.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "device.h"
#include "gtt.h"
#include "guc.h"
#include "log.h"

#define MAX_WORDS	8
#define MAX_EVENTS	100000000u

/* Where "image" may write; not to be had from within the guest otherwise. */
static const char *image_dir;

/**
 * struct order - a line in words
 * @word:  the words
 * @words: how many
 * @out:   the answer
 * @size:  room in it
 */
struct order {
	char *word[MAX_WORDS];
	int words;
	char *out;
	size_t size;
};

typedef bool (*order_fn)(struct gpu *gpu, struct order *o);

static bool number(const char *s, u64 *v)
{
	char *end;

	errno = 0;
	*v = strtoull(s, &end, 0);
	return !errno && end != s && !*end && s[0] != '-';
}

/* number_at - word @i as a number below @limit, or @other when there is none */
static bool number_at(const struct order *o, int i, u64 other, u64 limit, u64 *v)
{
	*v = other;
	return i >= o->words || (number(o->word[i], v) && *v < limit);
}

/* guc_at - the GuC that word @i names, NULL when it makes no sense */
static struct guc *guc_at(struct gpu *gpu, const struct order *o, int i)
{
	u64 gt;

	return number_at(o, i, 0, 2, &gt) ? &gpu->guc[gt] : NULL;
}

/* name_at - index of word @i in a list of names, -1 when it is in none */
static int name_at(const struct order *o, int i, const char *const *names, u32 n)
{
	for (u32 k = 0; i < o->words && k < n; k++)
		if (!strcmp(o->word[i], names[k]))
			return (int)k;
	return -1;
}

static bool do_events(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !number_at(o, 1, 0, MAX_EVENTS, &n))
		return false;
	log_events(guc, n);
	return true;
}

static bool do_rate(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !number_at(o, 1, 0, 1000000, &n))
		return false;
	guc->log.rate = (u32)n;
	return true;
}

static bool do_wrap(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 1);

	if (guc)
		log_wrap(guc);
	return guc;
}

/* notify - send a G2H event, with its interrupt */
static void notify(struct guc *guc, u32 action, u32 data0, u32 data1, u32 datas)
{
	ct_event(guc, action, data0, data1, datas);
	irq_guc(&guc->gpu->irq, guc->id);
}

static bool do_crash(struct gpu *gpu, struct order *o)
{
	bool told = o->words > 1 && !strcmp(o->word[1], "notify");
	struct guc *guc = guc_at(gpu, o, told ? 2 : 1);

	if (!guc)
		return false;
	log_crash(guc);
	if (told)
		notify(guc, 0x8004, 0, 0, 0);	/* NOTIFY_CRASH_DUMP_POSTED */
	return true;
}

static bool do_capture(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 2);
	u64 n;

	if (!guc || !number_at(o, 1, 0xfb8, 1u << 24, &n))
		return false;
	log_capture(guc, (u32)n);
	return true;
}

static bool do_flush(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 1);

	if (!guc)
		return false;
	log_flush(guc);
	notify(guc, 0x8003, 0, 0, 0);	/* NOTIFY_FLUSH_LOG_BUFFER_TO_FILE */
	return true;
}

static bool do_seed(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !number_at(o, 1, 0, UINT64_MAX, &n))
		return false;
	guc->log.seed = n;
	return true;
}

static bool do_clock(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = { "seed", "live" };
	struct guc *guc = guc_at(gpu, o, 2);
	int k = name_at(o, 1, names, ARRAY_SIZE(names));

	if (!guc || k < 0)
		return false;
	guc->log.live = k == 1;
	return true;
}

static bool do_field(struct gpu *gpu, struct order *o)
{
	static const char *const sections[] = { "event", "crash", "capture" };
	static const char *const fields[] = {
		"marker0", "marker1", "read_ptr", "write_ptr", "size", "sampled_write_ptr",
		"wrap_offset", "flags", "version",
	};
	struct guc *guc = guc_at(gpu, o, 4);
	int s = name_at(o, 1, sections, ARRAY_SIZE(sections));
	int f = name_at(o, 2, fields, ARRAY_SIZE(fields));
	u64 v;

	if (!guc || s < 0 || f < 0 || o->words < 4 || !number_at(o, 3, 0, 1ull << 32, &v))
		return false;
	log_set_field(guc, (enum log_section)s, (enum log_field)f, (u32)v);
	return true;
}

static bool do_lic(struct gpu *gpu, struct order *o)
{
	static const char *const forms[] = {
		[LIC_GOOD] = "good", [LIC_MISSING] = "missing", [LIC_MINOR] = "minor",
		[LIC_MAJOR] = "major", [LIC_UNKNOWN] = "unknown", [LIC_LONG] = "long",
	};
	struct guc *guc = guc_at(gpu, o, 2);
	int k = name_at(o, 1, forms, ARRAY_SIZE(forms));

	if (!guc || k < 0)
		return false;
	log_set_lic(guc, (enum lic_form)k);
	return true;
}

static bool do_torn(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = { "off", "on" };
	struct guc *guc = guc_at(gpu, o, 2);
	int k = name_at(o, 1, names, ARRAY_SIZE(names));

	if (!guc || k < 0)
		return false;
	guc->log.torn = k == 1;
	return true;
}

static bool do_ready(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = { "normal", "never" };
	int k = name_at(o, 1, names, ARRAY_SIZE(names));

	gpu->inject.never_ready = k == 1;
	return k >= 0;
}

static bool do_hang(struct gpu *gpu, struct order *o)
{
	static const char *const classes[] = {
		[CLASS_RENDER] = "rcs", [CLASS_VIDEO] = "vcs", [CLASS_ENHANCE] = "vecs",
		[CLASS_COPY] = "bcs", [CLASS_OTHER] = "gsccs", [CLASS_COMPUTE] = "ccs",
	};
	int k = name_at(o, 1, classes, ARRAY_SIZE(classes));
	u64 n;

	if (k < 0 || !number_at(o, 2, 1, 1u << 31, &n))
		return false;
	gpu->inject.hang[k] = (u32)n;
	return true;
}

static bool do_remove(struct gpu *gpu, struct order *o)
{
	(void)o;
	guc_reset(&gpu->guc[0]);
	guc_reset(&gpu->guc[1]);
	irq_reset(&gpu->irq);
	gpu->inject.removed = true;
	return true;
}

/* do_return - as another of its kind that has just been plugged in */
static bool do_return(struct gpu *gpu, struct order *o)
{
	(void)o;
	gpu->inject.removed = false;
	device_reset(gpu);
	return true;
}

static bool good_name(const char *s)
{
	if (!isalnum((unsigned char)*s))
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("._-", *s))
			return false;
	return true;
}

/* do_image - the buffer's bytes as they are now, into a file on the host */
static bool do_image(struct gpu *gpu, struct order *o)
{
	struct guc *guc = guc_at(gpu, o, 2);
	u64 size = guc ? log_image_size(&guc->log) : 0;
	char path[512];
	bool fine;
	FILE *f;
	u8 *p;

	if (!size || o->words < 2 || !image_dir || !good_name(o->word[1]))
		return false;
	snprintf(path, sizeof(path), "%s/%s", image_dir, o->word[1]);
	p = malloc(size);
	f = fopen(path, "wb");
	fine = p && f && gtt_read(gpu, &gtt_global, guc->log.base, p, size) &&
	       fwrite(p, 1, size, f) == size;
	if (f && fclose(f))
		fine = false;
	free(p);
	return fine;
}

static bool do_state(struct gpu *gpu, struct order *o)
{
	const struct guc *guc = guc_at(gpu, o, 1);

	if (!guc)
		return false;
	snprintf(o->out, o->size,
		 "ok base=%#llx size=%u,%u,%u write=%u wraps=%lu written=%llu seed=%llu running=%d hung=%u boots=%lu\n",
		 (unsigned long long)guc->log.base, guc->log.size[0], guc->log.size[1],
		 guc->log.size[2], guc->log.write, guc->log.wraps,
		 (unsigned long long)guc->log.written, (unsigned long long)guc->log.seed,
		 guc->running, guc->hung, guc->boots);
	return true;
}

static bool do_stats(struct gpu *gpu, struct order *o)
{
	const struct report *r = &gpu->report;
	int n;

	n = snprintf(o->out, o->size, "ok reads=%lu writes=%lu h2g=%lu,%lu g2h=%lu,%lu msi=%lu",
		     gpu->regs.reads, gpu->regs.writes, gpu->guc[0].received,
		     gpu->guc[1].received, gpu->guc[0].sent, gpu->guc[1].sent, gpu->irq.sent);
	for (int i = 0; i < FAULT_KINDS; i++)
		n += snprintf(o->out + n, o->size - (size_t)n, " %s=%lu",
			      report_kind((enum fault_kind)i), r->count[i]);
	snprintf(o->out + n, o->size - (size_t)n, "\n");
	return true;
}

static const struct {
	const char *name, *usage;
	order_fn act;
} orders[] = {
	{ "events", "events N [GT]", do_events },
	{ "rate", "rate EVENTS-PER-SECOND [GT]", do_rate },
	{ "wrap", "wrap [GT]", do_wrap },
	{ "crash", "crash [notify] [GT]", do_crash },
	{ "capture", "capture [BYTES] [GT]", do_capture },
	{ "flush", "flush [GT]", do_flush },
	{ "seed", "seed N [GT]", do_seed },
	{ "clock", "clock seed|live [GT]", do_clock },
	{ "field", "field event|crash|capture FIELD VALUE [GT]", do_field },
	{ "lic", "lic good|missing|minor|major|unknown|long [GT]", do_lic },
	{ "torn", "torn on|off [GT]", do_torn },
	{ "ready", "ready normal|never", do_ready },
	{ "hang", "hang rcs|bcs|vcs|vecs|ccs|gsccs [N]", do_hang },
	{ "remove", "remove", do_remove },
	{ "return", "return", do_return },
	{ "image", "image NAME [GT]", do_image },
	{ "state", "state [GT]", do_state },
	{ "stats", "stats", do_stats },
};

/**
 * control_images() - allow the order "image"
 * @dir: where it may write
 */
void control_images(const char *dir)
{
	image_dir = dir;
}

static void split(char *text, struct order *o)
{
	char *save = NULL;

	o->words = 0;
	for (char *w = strtok_r(text, " \t\r", &save); w && o->words < MAX_WORDS;
	     w = strtok_r(NULL, " \t\r", &save))
		o->word[o->words++] = w;
}

/**
 * control_line() - carry out an order
 * @gpu:  the device, not locked
 * @line: the order
 * @out:  answer, a line with its end
 * @size: room in it, at least CONTROL_REPLY
 */
void control_line(struct gpu *gpu, const char *line, char *out, size_t size)
{
	struct order o = { .out = out, .size = size };
	char text[256];
	bool fine;

	snprintf(text, sizeof(text), "%s", line);
	split(text, &o);
	snprintf(out, size, "error unknown order\n");
	for (u32 i = 0; o.words && i < ARRAY_SIZE(orders); i++) {
		if (strcmp(o.word[0], orders[i].name))
			continue;
		snprintf(out, size, "ok\n");
		pthread_mutex_lock(&gpu->lock);
		fine = orders[i].act(gpu, &o);
		pthread_mutex_unlock(&gpu->lock);
		if (!fine)
			snprintf(out, size, "error usage: %s\n", orders[i].usage);
		break;
	}
	report_note(&gpu->report, 1, "order '%s': %.*s", line, (int)strcspn(out, "\n"), out);
}
