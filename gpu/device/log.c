// SPDX-License-Identifier: GPL-2.0
/*
 * log.c -- writes the log buffer as real firmware does.
 *
 *	0x0000	states of the event, crash and capture regions, 36 bytes each
 *	0x006c	LIC (log init config)
 *	0x1000	event ring, crash region, capture region
 *
 * Entries are 20 bytes. If the size of the ring is not a multiple of 20, the last bytes of the ring
 * stay unused. Until the first wrap, wrap_offset is the size of the region; then it is the end of
 * the last entry before the newest wrap. read_ptr stays 0, because the ring has no consumer. A boot
 * sets the states to their initial values but does not change the regions, so until the first wrap
 * the bytes after write_ptr are older than the boot.
 */
#include <string.h>

#include "event.h"
#include "gtt.h"
#include "log.h"

#define STATE_SIZE	(4 * LOG_FIELDS)
#define PAGE		4096
#define FORMAT_VERSION	2
#define LIC_MAGIC	0x8086900Du

#define PARAM_VALID	BIT(0)
#define PARAM_CAPTURE_MIB BIT(2)
#define PARAM_LOG_MIB	BIT(3)
#define DEBUG_DISABLED	BIT(6)

/* Longest time in ns for which one call of log_pace() writes events. */
#define PACE_NS		10000000u

/* The seed is XORed with these, so that crash dumps and captures differ from the events. */
#define SEED_CRASH	0x6372617368ull
#define SEED_CAPTURE	0x63617074ull

static const u32 markers[LOG_SECTIONS][2] = {
	[LOG_EVENT]   = { 0xCABBA9E6, 0xDEADFEED },
	[LOG_CRASH]   = { 0xCABBA9E6, 0x8086DEAD },
	[LOG_CAPTURE] = { 0xCABBA9F7, 0xBEEFFEED },
};

static u64 region(const struct guc_log *log, enum log_section s)
{
	u64 at = log->base + PAGE;

	for (int i = 0; i < (int)s; i++)
		at += log->size[i];
	return at;
}

/**
 * log_set_field() - write one field of a buffer state
 * @guc: the GuC
 * @s:   the region that the state describes
 * @f:   the field
 * @v:   value; not checked
 */
void log_set_field(struct guc *guc, enum log_section s, enum log_field f, u32 v)
{
	if (guc->log.base)
		ggtt_put(guc->gpu, guc->log.base + s * STATE_SIZE + 4 * f, v);
}

static u32 get_field(struct guc *guc, enum log_section s, enum log_field f)
{
	return ggtt_get(guc->gpu, guc->log.base + s * STATE_SIZE + 4 * f);
}

static void write_states(struct guc *guc)
{
	for (int s = 0; s < LOG_SECTIONS; s++) {
		u32 state[LOG_FIELDS] = { 0 };

		state[LOG_MARKER0] = markers[s][0];
		state[LOG_MARKER1] = markers[s][1];
		state[LOG_SIZE] = guc->log.size[s];
		state[LOG_WRAP_OFFSET] = guc->log.size[s];
		state[LOG_VERSION] = FORMAT_VERSION;
		gtt_write(guc->gpu, &gtt_global, guc->log.base + (u32)s * STATE_SIZE, state,
			  sizeof(state));
	}
}

struct lic {
	u32 dw[32];
	u32 n;
};

static void klv(struct lic *l, u32 key, u32 len, u32 first)
{
	l->dw[l->n++] = key << 16 | len;
	for (u32 i = 0; i < len; i++)
		l->dw[l->n++] = first + i;
}

static void write_lic(struct guc *guc)
{
	const struct guc_log *log = &guc->log;
	struct lic l = { .n = 3 };

	if (log->lic != LIC_MISSING) {
		l.dw[0] = LIC_MAGIC;
		l.dw[1] = log->lic == LIC_MAJOR ? 2u << 16 :
			  log->lic == LIC_MINOR ? 1u << 16 | 1 : 1u << 16;
		klv(&l, 1, 1, guc->version);
		if (log->lic == LIC_UNKNOWN)
			klv(&l, 0x7ff, 2, 0xabad1dea);
		klv(&l, 2, log->lic == LIC_LONG ? 3 : 1, log->device);
		klv(&l, 3, 1, guc->gpu->dialect.khz);
		klv(&l, 4, 1, guc->gpu->profile.gmdid[guc->id]);
		klv(&l, 5, 1, 0x1e);
		if (log->lic == LIC_MINOR || log->lic == LIC_UNKNOWN)
			klv(&l, 6, 1, 0x600d);
		l.dw[2] = l.n - 3;
	}
	gtt_write(guc->gpu, &gtt_global, log->base + LOG_SECTIONS * STATE_SIZE, l.dw,
		  sizeof(l.dw));
}

/**
 * log_set_lic() - set the form of the LIC, now and for later boots
 * @guc:  the GuC
 * @form: the form
 */
void log_set_lic(struct guc *guc, enum lic_form form)
{
	guc->log.lic = form;
	if (guc->log.base)
		write_lic(guc);
}

/**
 * log_start() - start the log after the firmware has booted
 * @guc:    the GuC
 * @params: init parameter with the address of the buffer and the sizes of its regions
 * @debug:  init parameter with the bit that disables the log
 * @device: init parameter that becomes the value of a key of the LIC
 */
void log_start(struct guc *guc, u32 params, u32 debug, u32 device)
{
	struct guc_log *log = &guc->log;
	u32 unit = params & PARAM_LOG_MIB ? 1u << 20 : PAGE;
	u32 capture_unit = params & PARAM_CAPTURE_MIB ? 1u << 20 : PAGE;

	log_stop(log);
	if (!(params & PARAM_VALID))
		return;
	log->base = params & 0xfffff000;
	log->size[LOG_EVENT] = (field(params, 9, 6) + 1) * unit;
	log->size[LOG_CRASH] = (field(params, 5, 4) + 1) * unit;
	log->size[LOG_CAPTURE] = (field(params, 11, 10) + 1) * capture_unit;
	log->device = device;
	log->on = !(debug & DEBUG_DISABLED);
	write_states(guc);
	write_lic(guc);
	report_note(&guc->gpu->report, 1, "GuC %u: log at %#llx, %uK + %uK + %uK, %s", guc->id,
		    (unsigned long long)log->base, log->size[LOG_EVENT] >> 10,
		    log->size[LOG_CRASH] >> 10, log->size[LOG_CAPTURE] >> 10,
		    log->on ? "on" : "off");
	log_events(guc, log->boot_events);
}

/**
 * log_stop() - end the log of a GuC that was reset
 * @log: the log; settings that were made by control commands keep their values
 */
void log_stop(struct guc_log *log)
{
	log->base = 0;
	log->on = false;
	log->write = 0;
	log->wraps = 0;
	log->written = 0;
	log->seeded = 0;
	log->ticks = 0;
	log->due = 0;
	memset(log->size, 0, sizeof(log->size));
}

/**
 * log_entry() - write one entry into the ring
 * @guc:   the GuC
 * @entry: the entry
 *
 * Nothing is written while the log is off.
 */
void log_entry(struct guc *guc, const u32 entry[EVENT_DWORDS])
{
	struct guc_log *log = &guc->log;

	if (!log->on || !log->base)
		return;
	if (log->write + EVENT_SIZE > log->size[LOG_EVENT]) {
		if (!log->torn)
			log_set_field(guc, LOG_EVENT, LOG_WRAP_OFFSET, log->write);
		log->write = 0;
		log->wraps++;
	}
	gtt_write(guc->gpu, &gtt_global, region(log, LOG_EVENT) + log->write, entry, EVENT_SIZE);
	log->write += EVENT_SIZE;
	log->written++;
	log_set_field(guc, LOG_EVENT, LOG_WRITE_PTR, log->write);
}

/**
 * log_clear() - empty the ring
 * @guc: the GuC
 *
 * The ring is zeroed, and write_ptr and wrap_offset get their values after a boot. The number of
 * events since boot and the number of the next seeded event do not change.
 */
void log_clear(struct guc *guc)
{
	struct guc_log *log = &guc->log;

	if (!log->base)
		return;
	for (u32 at = 0; at < log->size[LOG_EVENT]; at += 4)
		ggtt_put(guc->gpu, region(log, LOG_EVENT) + at, 0);
	log->write = 0;
	log->wraps = 0;
	log_set_field(guc, LOG_EVENT, LOG_WRITE_PTR, 0);
	log_set_field(guc, LOG_EVENT, LOG_WRAP_OFFSET, log->size[LOG_EVENT]);
}

static void one_event(struct guc *guc)
{
	struct guc_log *log = &guc->log;
	u64 ticks = event_ticks(log->seed, log->seeded);
	u32 entry[EVENT_DWORDS];

	if (log->live) {
		ticks = max_u64(clock_ticks(), log->ticks + 1);
		log->ticks = ticks;
	}
	event_make(log->seed, log->seeded++, ticks, entry);
	log_entry(guc, entry);
}

/**
 * log_events() - write seeded events
 * @guc:   the GuC
 * @count: number of events
 */
void log_events(struct guc *guc, u64 count)
{
	while (count-- && guc->log.on && guc->log.base)
		one_event(guc);
}

/**
 * log_wrap() - write events until the ring has wrapped once more
 * @guc: the GuC
 */
void log_wrap(struct guc *guc)
{
	unsigned long before = guc->log.wraps;

	while (guc->log.on && guc->log.base && guc->log.wraps == before)
		one_event(guc);
}

/**
 * log_pace() - write the events that are due at the log's rate
 * @guc: the GuC
 * @ns:  time since the last call, in nanoseconds
 *
 * Firmware writes at a steady rate. If the host delays the caller by more than PACE_NS, only the
 * events of PACE_NS are written. The others are dropped, because such a burst could fill the ring.
 */
void log_pace(struct guc *guc, u64 ns)
{
	struct guc_log *log = &guc->log;

	if (ns > PACE_NS) {
		log->held_up += ns - PACE_NS;
		ns = PACE_NS;
	}
	log->due += ns * log->rate;
	log_events(guc, log->due / 1000000000);
	log->due %= 1000000000;
}

/* fill - fill the first @bytes of a region with the random sequence of the seed XOR @salt */
static void fill(struct guc *guc, enum log_section s, u64 salt, u32 bytes)
{
	u64 at = region(&guc->log, s);

	for (u32 i = 0; i < bytes / 4; i++)
		ggtt_put(guc->gpu, at + 4 * i, event_word(guc->log.seed ^ salt, i));
}

/**
 * log_crash() - write a seeded crash dump that fills its region
 * @guc: the GuC
 */
void log_crash(struct guc *guc)
{
	struct guc_log *log = &guc->log;

	if (!log->base)
		return;
	fill(guc, LOG_CRASH, SEED_CRASH, log->size[LOG_CRASH]);
	log_set_field(guc, LOG_CRASH, LOG_WRITE_PTR, log->size[LOG_CRASH]);
}

/**
 * log_capture() - write a seeded state capture, and advance the read pointer as the driver does
 * @guc:   the GuC
 * @bytes: size of the capture, limited to the size of the region
 */
void log_capture(struct guc *guc, u32 bytes)
{
	struct guc_log *log = &guc->log;

	bytes = (u32)min_u64(bytes, log->size[LOG_CAPTURE]) & ~3u;
	if (!log->base)
		return;
	fill(guc, LOG_CAPTURE, SEED_CAPTURE, bytes);
	log_set_field(guc, LOG_CAPTURE, LOG_READ_PTR, bytes);
	log_set_field(guc, LOG_CAPTURE, LOG_WRITE_PTR, bytes);
	log_set_field(guc, LOG_CAPTURE, LOG_SAMPLED, bytes);
}

/**
 * log_capture_region() - get the capture region, which is a ring
 * @guc:   the GuC, with a log buffer
 * @at:    result: global address of the region
 * @size:  result: size of the region in bytes
 * @write: result: offset at which the next capture is written
 * @read:  result: offset up to which the driver has read
 */
void log_capture_region(struct guc *guc, u64 *at, u32 *size, u32 *write, u32 *read)
{
	*at = region(&guc->log, LOG_CAPTURE);
	*size = guc->log.size[LOG_CAPTURE];
	*write = get_field(guc, LOG_CAPTURE, LOG_WRITE_PTR) % *size & ~3u;
	*read = get_field(guc, LOG_CAPTURE, LOG_READ_PTR) % *size & ~3u;
}

/**
 * log_capture_written() - advance the write pointer of the capture region
 * @guc:   the GuC, with a log buffer
 * @write: offset of the end of the new capture
 */
void log_capture_written(struct guc *guc, u32 write)
{
	log_set_field(guc, LOG_CAPTURE, LOG_WRITE_PTR, write);
	log_set_field(guc, LOG_CAPTURE, LOG_SAMPLED, write);
}

/**
 * log_flush() - set the flush flag and sampled_write_ptr; the caller then notifies the driver
 * @guc: the GuC
 */
void log_flush(struct guc *guc)
{
	if (!guc->log.base)
		return;
	log_set_field(guc, LOG_EVENT, LOG_SAMPLED, guc->log.write);
	log_set_field(guc, LOG_EVENT, LOG_FLAGS, get_field(guc, LOG_EVENT, LOG_FLAGS) | BIT(0));
}

/**
 * log_image_size() - get the size of the whole log buffer
 * @log: the log
 *
 * Return: the size in bytes, or 0 if the GuC has no log buffer.
 */
u64 log_image_size(const struct guc_log *log)
{
	if (!log->base)
		return 0;
	return PAGE + (u64)log->size[LOG_EVENT] + log->size[LOG_CRASH] + log->size[LOG_CAPTURE];
}
