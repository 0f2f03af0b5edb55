// SPDX-License-Identifier: GPL-2.0
/*
 * control_log.c -- the control commands about the content of the log.
 *
 * Each do_...() carries out one control command; it returns false if the command is wrong or not
 * possible now.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "control_order.h"
#include "gtt.h"
#include "guc_fault.h"
#include "log.h"

#define MAX_EVENTS	100000000u

/*
 * The directory in which the control command "image" creates files; if it is NULL, the command
 * fails.
 */
static const char *image_dir;

/**
 * control_images() - set the directory in which the control command "image" creates files
 * @dir: the directory, or NULL if the command shall fail; the caller must not free this string
 */
void control_images(const char *dir)
{
	image_dir = dir;
}

static bool do_events(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !order_number_at(o, 1, 0, MAX_EVENTS, &n))
		return false;
	log_events(guc, n);
	return true;
}

static bool do_rate(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !order_number_at(o, 1, 0, 1000000, &n))
		return false;
	guc->log.rate = (u32)n;
	return true;
}

static bool do_wrap(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 1);

	if (guc)
		log_wrap(guc);
	return guc;
}

static bool do_clear(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 1);

	if (!guc)
		return false;
	log_clear(guc);
	guc->blocked = -1;
	return true;
}

static bool do_crash(struct gpu *gpu, struct order *o)
{
	bool notify = o->words > 1 && !strcmp(o->word[1], "notify");
	struct guc *guc = order_guc(gpu, o, notify ? 2 : 1);

	if (!guc)
		return false;
	log_crash(guc);
	if (notify)
		fault_notify(guc, 0x8004, NULL, 0);	/* NOTIFY_CRASH_DUMP_POSTED */
	return true;
}

static bool do_capture(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	u64 n;

	if (!guc || !order_number_at(o, 1, 0xfb8, 1u << 24, &n))
		return false;
	log_capture(guc, (u32)n);
	return true;
}

static bool do_flush(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 1);

	if (!guc)
		return false;
	log_flush(guc);
	fault_notify(guc, 0x8003, NULL, 0);	/* NOTIFY_FLUSH_LOG_BUFFER_TO_FILE */
	return true;
}

static bool do_seed(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	u64 n;

	if (!guc || o->words < 2 || !order_number_at(o, 1, 0, UINT64_MAX, &n))
		return false;
	guc->log.seed = n;
	return true;
}

static bool do_dialect(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	int on = order_switch(o, 1);

	if (!guc || on < 0)
		return false;
	guc->log.dialect = on;
	guc->log.live |= on;
	return true;
}

static bool do_clock(struct gpu *gpu, struct order *o)
{
	static const char *const names[] = { "seed", "live" };
	struct guc *guc = order_guc(gpu, o, 2);
	int k = order_name(o, 1, names, ARRAY_SIZE(names));

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
	struct guc *guc = order_guc(gpu, o, 4);
	int s = order_name(o, 1, sections, ARRAY_SIZE(sections));
	int f = order_name(o, 2, fields, ARRAY_SIZE(fields));
	u64 v;

	if (!guc || s < 0 || f < 0 || o->words < 4 || !order_number_at(o, 3, 0, 1ull << 32, &v))
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
	struct guc *guc = order_guc(gpu, o, 2);
	int k = order_name(o, 1, forms, ARRAY_SIZE(forms));

	if (!guc || k < 0)
		return false;
	log_set_lic(guc, (enum lic_form)k);
	return true;
}

static bool do_torn(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
	int on = order_switch(o, 1);

	if (!guc || on < 0)
		return false;
	guc->log.torn = on;
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

/* do_image - save the GuC's log buffer in a file on the host */
static bool do_image(struct gpu *gpu, struct order *o)
{
	struct guc *guc = order_guc(gpu, o, 2);
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

const struct order_row log_orders[] = {
	{ "events", "events N [GT]", do_events },
	{ "rate", "rate EVENTS-PER-SECOND [GT]", do_rate },
	{ "wrap", "wrap [GT]", do_wrap },
	{ "clear", "clear [GT]", do_clear },
	{ "crash", "crash [notify] [GT]", do_crash },
	{ "capture", "capture [BYTES] [GT]", do_capture },
	{ "flush", "flush [GT]", do_flush },
	{ "seed", "seed N [GT]", do_seed },
	{ "clock", "clock seed|live [GT]", do_clock },
	{ "dialect", "dialect on|off [GT]", do_dialect },
	{ "field", "field event|crash|capture FIELD VALUE [GT]", do_field },
	{ "lic", "lic good|missing|minor|major|unknown|long [GT]", do_lic },
	{ "torn", "torn on|off [GT]", do_torn },
	{ "image", "image NAME [GT]", do_image },
};

const u32 log_order_count = ARRAY_SIZE(log_orders);
