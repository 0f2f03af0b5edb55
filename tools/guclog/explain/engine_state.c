// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the position of the engine in its ring and batch, from the registers of the engine and the
 * context image (registers saved in the LRC) in the devcoredump. Registers that belong to another
 * context are not used.
 */
#include "explain/explanation.h"
#include "read/dump/dump.h"

#include "explain/batch.h"
#include "explain/context_image.h"
#include "explain/gpu_command.h"
#include "guc_device.h"

/* Number of bytes in the ring of a queue before the commands of the first job. */
#define RING_BEGIN		8
#define RING_HEAD_ADDRESS	0x1ffffcu
#define RING_HEAD_WRAPS		21
#define RING_LAPS		2048u
#define RING_VALID		BIT(0)
#define RING_WAIT_SEMAPHORE	BIT(10)
#define BATCH_VALID		1ull

/*
 * The lengths of the commands that xe writes into the ring for a job. They depend on the kind of
 * engine, on whether the queue is one of xe itself (kernel), on whether the device has compression
 * tables (aux), and on the release of Linux. bytes is the length. batch_dword is the offset, in
 * dwords, of the end of MI_BATCH_BUFFER_START, the command that calls the batch of the job. If the
 * device has compression tables (AuxCCS), the job first invalidates them, with 4 dwords in Linux
 * 6.12 and 14 dwords in 7.3.
 */
static const struct {
	unsigned int engines;
	bool kernel;
	bool aux;
	u32 bytes;
	u32 batch_dword;
} jobs[] = {
	{ GPU_RENDER | GPU_COMPUTE, false, false, 0xa0, 19 },
	{ GPU_RENDER | GPU_COMPUTE, false, false, 0x88, 19 },
	{ GPU_RENDER | GPU_COMPUTE, false, false, 0x90, 19 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0xb0, 23 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0x98, 23 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0xa0, 23 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0xd8, 33 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0xc0, 33 },
	{ GPU_RENDER | GPU_COMPUTE, false, true, 0xc8, 33 },
	{ GPU_BLITTER, false, false, 0x70, 11 },
	{ GPU_BLITTER, false, false, 0x48, 11 },
	{ GPU_BLITTER, false, false, 0x50, 11 },
	{ GPU_BLITTER, false, false, 0x78, 13 },
	{ GPU_BLITTER, false, false, 0x58, 13 },
	{ GPU_BLITTER, true, false, 0x70, 12 },
};

static unsigned int engine_bit(const char *name)
{
	if (!strncmp(name, "rcs", 3))
		return GPU_RENDER;
	if (!strncmp(name, "ccs", 3))
		return GPU_COMPUTE;
	if (!strncmp(name, "bcs", 3))
		return GPU_BLITTER;
	return name[0] == 'v' ? GPU_VIDEO : GPU_ANY;
}

/* Return: 100 * version + release of the device's graphics by its PCI id, 0 if it is not known. */
static u32 device_ip(const struct guclog_dump *dump)
{
	const struct guc_device *device = NULL;
	uint64_t id;

	if (guclog_dump_number(&dump->head, DUMP_HEAD_PCI_ID, &id) && id <= 0xffff)
		device = guc_device_find((u16)id);
	return device ? device->graphics_ip : 0;
}

/*
 * Return: 100 * version + release of the GT's IP, 0 if it is not known. xe prints zeroes for
 * devices without the register GMD_ID. Such devices have no separate media GT, so the version of
 * the GT is the graphics version of the device.
 */
static u32 gt_ip(const struct explanation *x)
{
	unsigned int i, major, minor;
	const char *version;

	for (i = 0; i < x->dump->nr_gt_infos; i++) {
		const struct guclog_dump_gt_info *info = &x->dump->gt_info[i];

		version = guclog_dump_text(&info->fields, DUMP_GT_LIST_IP);
		if ((x->gt->has_id && info->id != x->gt->id) || !version ||
		    sscanf(version, "%u.%u", &major, &minor) != 2)
			continue;
		if (!major)
			return device_ip(x->dump);
		return major < 100 && minor < 100 ? 100 * major + minor : 0;
	}
	return 0;
}

/*
 * Return: the GPU_* bit of the graphics version @ip (100 * version + release), GPU_ANY if unknown.
 */
static unsigned int graphics_bit(u32 ip)
{
	switch (ip / 100) {
	case 12:
		return ip < 1250 ? GPU_12_0 : GPU_12_5;
	case 20:
		return GPU_XE2;
	case 30:
		return GPU_XE3;
	default:
		return GPU_ANY;
	}
}

/* Does the device have compression tables (AuxCCS)? DG2, PVC, Xe2 and newer devices do not. */
static bool has_aux(u32 ip)
{
	return ip / 100 == 12 && (ip < 1250 || ip >= 1270);
}

/* Read a register of the engine of an explanation (@from). */
static bool reg(const void *from, enum dump_name id, u64 *value)
{
	const struct explanation *x = from;

	return engine_reg(x->engine, id, value);
}

/*
 * Compare two values. If one of them is unknown (@have is false, or @a is 0), they count as equal.
 * Return: true, or false if they differ. @agree: incremented if both are known and equal
 */
static bool same(bool have, u64 a, u64 b, unsigned int *agree)
{
	if (!have || !a)
		return true;
	*agree += a == b;
	return a == b;
}

/*
 * Return: whether no context is on the engine according to the registers that the dump has. If so,
 * the other registers still have the values of an earlier context. If the dump lacks RING_BBADDR
 * (@x->no_bbaddr), a context can be on the engine even if the result is true.
 */
static bool is_idle(const struct explanation *x)
{
	u64 ctl, batch;

	return reg(x, DUMP_REGISTER_RING_CTL, &ctl) && !(ctl & RING_VALID) &&
	       !(reg(x, DUMP_REGISTER_BBADDR, &batch) && (batch & BATCH_VALID));
}

/*
 * Return: whether the registers of the engine belong to the queue of the devcoredump. The address
 * of the ring, the context descriptor and the guc_id in the registers must agree with the queue as
 * far as they are known, and at least the ring or the descriptor must be known.
 */
static bool are_ours(const struct explanation *x, const struct guclog_dump_fields *lrc,
		     unsigned int graphics)
{
	u64 start = 0, ring = 0, status = 0, contents = 0;
	unsigned int agree = 0;
	uint64_t desc = 0;
	bool has_desc = guclog_dump_number(lrc, DUMP_LRC_DESC, &desc) && desc;
	bool has_ring = reg(x, DUMP_REGISTER_RING_START, &start) && context_ring(lrc, &ring);
	u32 guc_id;

	if (!same(has_ring, start, ring, &agree))
		return false;
	if (has_desc && reg(x, DUMP_REGISTER_SQ_CONTENTS, &contents) &&
	    !same(true, contents & 0xfffff000, desc & 0xfffff000, &agree))
		return false;
	if (!reg(x, DUMP_REGISTER_EXECLIST_STATUS, &status) || !(status >> 32))
		return agree;
	guc_id = graphics == GPU_12_0 ? (u32)(status >> 37) & 0x7ff : (u32)(status >> 39) & 0xffff;
	return agree && guc_id == x->shown.driver.guc_id;
}

/*
 * Find the job at whose commands the head of the ring is, and set @job, @job_dword and @has_job of
 * @s. It is the last job that has begun according to the driver or, if this job may have ended,
 * perhaps the next job. All jobs of a queue have the same length, so the number of a job and its
 * length give its position in the ring, counted from the creation of the queue. If no job or
 * several jobs match the head, the job is unknown. Return: the dword of the job at which the head
 * is while the batch of the job runs, or 0 if the job is unknown.
 */
static u32 find_job(const struct explanation *x, struct guclog_engine_state *s, u64 head, u64 ctl,
		    unsigned int engine, bool aux)
{
	const struct guclog_driver *d = &x->shown.driver;
	u32 size, position, offset, batch_dword = 0;
	unsigned int i, n, jobs_open, found = 0;

	if (!d->has_seqno_begun || !(ctl & RING_VALID))
		return 0;
	jobs_open = !d->has_seqno_done || d->seqno_begun == d->seqno_done ? 2 : 1;
	size = ((u32)(ctl >> 12 & 0x1ff) + 1) * 4096;
	if (size & (size - 1))
		return 0;
	/*
	 * RING_HEAD counts the wraps of the ring modulo 2048, so positions are compared modulo
	 * 2048 rings.
	 */
	position = (u32)(head >> RING_HEAD_WRAPS) * size + (u32)(head & RING_HEAD_ADDRESS);
	for (i = 0; i < ARRAY_SIZE(jobs); i++) {
		if (!(jobs[i].engines & engine) || jobs[i].kernel != d->kernel_queue ||
		    jobs[i].aux != aux)
			continue;
		for (n = 0; n < jobs_open; n++) {
			int32_t job = (int32_t)((u32)d->seqno_begun + n);

			if (job == FIRST_SEQNO - 1)
				continue;
			offset = (position - RING_BEGIN -
				  (u32)jobs_since(job, FIRST_SEQNO) * jobs[i].bytes) &
				 (RING_LAPS * size - 1);
			if (offset >= jobs[i].bytes || (found++ && job != s->job))
				continue;
			s->job = job;
			s->job_dword = offset / 4;
			batch_dword = jobs[i].batch_dword;
		}
	}
	/* Several lengths can match for the first jobs of a queue: the job is then unknown. */
	s->has_job = found == 1;
	return s->has_job ? batch_dword : 0;
}

/**
 * engine_state_registers() - fill the state of an engine from its registers
 * @s: its members @place, @acthd, @ipehr and @semaphore are set, each if its register is known
 * @read: reads a register; returns false if the dump does not have it
 * @from: the first argument of @read
 */
void engine_state_registers(struct guclog_engine_state *s, engine_reg_fn *read, const void *from)
{
	u64 value;

	if (read(from, DUMP_REGISTER_BBADDR, &value) && (value & BATCH_VALID))
		s->place = GUCLOG_PLACE_IN_BATCH;
	if (read(from, DUMP_REGISTER_ACTHD, &value)) {
		s->has_acthd = true;
		s->acthd = value;
	}
	if (read(from, DUMP_REGISTER_IPEHR, &value)) {
		s->has_ipehr = true;
		s->ipehr = (u32)value;
	}
	if (!read(from, DUMP_REGISTER_RING_CTL, &value) || !(value & RING_VALID))
		return;
	/* The bit can be clear while the engine polls a semaphore. */
	if (value & RING_WAIT_SEMAPHORE)
		s->semaphore = GUCLOG_YES;
	else if (!s->has_ipehr || (s->ipehr & MI_MASK) != MI_SEMAPHORE_WAIT)
		s->semaphore = GUCLOG_NO;
}

/**
 * engine_is_parked() - check whether the queue may have been idle although it was on its engine
 * @x: the explanation, after engine_state_make()
 *
 * Compute-runtime keeps its queues on their engines (direct submission): between two jobs the
 * engine polls a semaphore in a batch.
 *
 * Return: whether the engine of a queue that can do this polled a semaphore in a batch.
 */
bool engine_is_parked(const struct explanation *x)
{
	const struct guclog_engine_state *s = x->shown.state;

	return s && s->place == GUCLOG_PLACE_IN_BATCH && s->has_ipehr &&
	       (s->ipehr & MI_MASK) == MI_SEMAPHORE_WAIT && s->ipehr & WAIT_POLL &&
	       engine_bit(s->engine) & (GPU_COMPUTE | GPU_BLITTER) && !x->shown.driver.kernel_queue;
}

static void find_place(struct explanation *x, struct guclog_engine_state *s, unsigned int engine,
		       bool aux)
{
	u32 batch_dword = 0;
	u64 head, ctl;

	engine_state_registers(s, reg, x);
	if (reg(x, DUMP_REGISTER_RING_HEAD, &head) && reg(x, DUMP_REGISTER_RING_CTL, &ctl))
		batch_dword = find_job(x, s, head, ctl, engine, aux);
	if (s->has_job && s->place == GUCLOG_PLACE_IN_BATCH)
		s->has_job = s->job == x->shown.driver.seqno_begun;
	else if (s->has_job)
		s->place = s->job_dword < batch_dword ? GUCLOG_PLACE_BEFORE_BATCH :
			   s->job_dword > batch_dword ? GUCLOG_PLACE_AFTER_BATCH :
			   GUCLOG_PLACE_UNKNOWN;
}

/*
 * Return: IMAGE_USED if the context image (registers saved in the LRC) shows where the context last
 * left the engine, or else why it does not. It does if the driver has disabled the queue: the
 * engine saved the image when the context left it, and the context cannot have run again since
 * then. If the queue was not disabled, or the engine was reset, the image can be from an earlier
 * time.
 */
static enum image_use is_saved_last(const struct explanation *x)
{
	uint64_t state, indirect = 0;

	if (!guclog_dump_number(&x->queue->fields, DUMP_QUEUE_STATE, &state))
		return IMAGE_NOT_USED;
	if (state & QUEUE_RESET ||
	    (x->shown.reset == GUCLOG_YES && x->shown.first->guc_id == x->shown.driver.guc_id))
		return IMAGE_BEFORE_RESET;
	if (state & (QUEUE_ENABLED | QUEUE_PENDING_ENABLE | QUEUE_PENDING_DISABLE))
		return IMAGE_NOT_LAST;
	/*
	 * With an indirect ring state, the registers of the ring are not in the context image,
	 * so the image cannot be used.
	 */
	guclog_dump_number(queue_fields(x->queue), DUMP_LRC_INDIRECT_RING_STATE, &indirect);
	return indirect ? IMAGE_NOT_USED : IMAGE_USED;
}

/*
 * Take the position at which the context left the engine from the context image (registers saved in
 * the LRC). It is used only if the context was in a batch of a job that had begun and not ended. As
 * a check, the saved head of the ring must be right after the command that calls the batch of this
 * job. If the job of the head is unknown, the dump must have the memory of the batch instead.
 * Return: IMAGE_USED, or why the position is not used.
 */
static enum image_use find_saved_place(const struct explanation *x, struct guclog_engine_state *s,
				       unsigned int engine, bool aux)
{
	const struct guclog_bytes *image = context_image(x);
	const struct guclog_driver *d = &x->shown.driver;
	enum image_use use = image ? is_saved_last(x) : IMAGE_NOT_USED;
	u32 ctl, head, low, high, batch_dword;

	if (use != IMAGE_USED)
		return use;
	if (!context_register(image, CONTEXT_RING_CTL, &ctl) || !(ctl & RING_VALID) ||
	    !context_register(image, CONTEXT_RING_HEAD, &head) ||
	    !context_register(image, CONTEXT_BB_ADDR, &low) ||
	    !context_register(image, CONTEXT_BB_ADDR_UDW, &high))
		return IMAGE_NOT_USED;
	if (!(low & BATCH_VALID))
		return IMAGE_NO_BATCH;
	s->acthd = (u64)high << 32 | (low & ~3u);
	batch_dword = find_job(x, s, head, ctl, engine, aux);
	if (s->has_job && (s->job_dword != batch_dword || s->job != d->seqno_begun))
		return IMAGE_NOT_CONFIRMED;
	if ((d->has_seqno_begun && d->has_seqno_done && d->seqno_begun == d->seqno_done) ||
	    (!s->has_job && !dump_find_range(x->dump, gpu_address(s->acthd))))
		return IMAGE_NOT_CONFIRMED;
	s->has_acthd = true;
	s->place = GUCLOG_PLACE_IN_BATCH;
	s->has_ipehr = context_register(image, CONTEXT_IPEHR, &s->ipehr) && s->ipehr;
	return IMAGE_USED;
}

/*
 * Units of a compute engine in RING_INSTDONE since graphics 12.50. Bit 0 is not a unit: it is 0 on
 * an idle engine too. Other engines and the INSTDONE registers of the slices are left out: for the
 * engines, only names of other hardware are published; for the slices, the published names
 * contradict the values of idle engines.
 */
static const struct {
	unsigned int bit;
	const char *name;
} units[] = { { 16, "VFE" }, { 17, "TSG" }, { 21, "CS" } };

static void find_units(struct explanation *x, struct guclog_engine_state *s, unsigned int engine,
		       u32 ip)
{
	struct textbuf text;
	unsigned int i;
	u64 value;

	if (!reg(x, DUMP_REGISTER_RING_INSTDONE, &value) || !value)
		return;
	s->has_instdone = true;
	s->instdone = (u32)value;
	if (engine != GPU_COMPUTE || ip < 1250)
		return;
	textbuf_init(&text, &x->arena);
	for (i = 0; i < ARRAY_SIZE(units); i++)
		if (!(value >> units[i].bit & 1))
			textbuf_add(&text, "%s%s", text.len ? ", " : "", units[i].name);
	s->busy = text.len ? textbuf_end(&text) : "";
}

/*
 * Find the commands of the batch. @s: the state of the engine; NULL if the registers belong to
 * another context.
 */
static void find_batch(struct explanation *x, const struct guclog_engine_state *s,
		       unsigned int engine, unsigned int graphics)
{
	const struct batch_input in = {
		.vm = &x->dump->vm,
		.job = &x->gt->job,
		.has_place = s && s->place == GUCLOG_PLACE_IN_BATCH && s->has_acthd && s->has_ipehr,
		.exact = s && s->saved,
		.whole = x->whole_batch,
		.acthd = s ? s->acthd : 0,
		.ipehr = s ? s->ipehr : 0,
		.engines = engine,
		.graphics = graphics,
	};

	if (in.has_place || in.whole)
		x->shown.batch = batch_make(&x->arena, &in);
}

/**
 * engine_state_command() - get the name of a command from its first dword (IPEHR)
 * @x: the explanation
 * @engine: name of the engine
 * @header: the command's first dword
 *
 * Return: the name, or NULL if it is not known.
 */
const char *engine_state_command(const struct explanation *x, const char *engine, u32 header)
{
	u32 ip = x->dump && x->gt ? gt_ip(x) : 0;
	const struct gpu_command *command;

	command = header ? gpu_command_find(header, engine_bit(engine), graphics_bit(ip)) : NULL;
	return command ? command->name : NULL;
}

/**
 * engine_state_make() - find the position of the engine
 * @x: the explanation, with its verdict and the image of its context
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void engine_state_make(struct explanation *x)
{
	struct guclog_engine_state *s;
	unsigned int engine, graphics;
	u64 value;
	u32 ip;

	if (!x->engine || !x->queue || x->queue->nr_lrcs > 1)
		return;
	x->no_bbaddr = !reg(x, DUMP_REGISTER_BBADDR, &value);
	ip = gt_ip(x);
	graphics = graphics_bit(ip);
	engine = engine_bit(x->engine->name);
	s = arena_zero(&x->arena, sizeof(*s));
	if (!s)
		return;
	s->saved = is_idle(x) || !are_ours(x, queue_fields(x->queue), graphics);
	if (s->saved)
		x->image_use = find_saved_place(x, s, engine, has_aux(ip));
	if (s->saved && x->image_use != IMAGE_USED) {
		if (is_idle(x)) {
			x->perhaps_idle = x->no_bbaddr;
			x->shown.idle_engine = x->no_bbaddr ? NULL : x->engine->name;
		}
		find_batch(x, NULL, engine, graphics);
		return;
	}
	snprintf(s->engine, sizeof(s->engine), "%s", x->engine->name);
	s->guc_id = x->shown.driver.guc_id;
	s->has_asid = x->asid.known;
	s->asid = x->asid.value;
	s->least_ns = x->state.has_span ? x->state.least_ns : GUCLOG_NO_TIME;
	s->most_ns = x->state.has_span && !x->state.wraps ? x->state.most_ns : GUCLOG_NO_TIME;
	if (!s->saved) {
		s->source = guclog_dump_text(&x->engine->fields, DUMP_ENGINE_SOURCE);
		find_place(x, s, engine, has_aux(ip));
		find_units(x, s, engine, ip);
	}
	s->command = s->has_ipehr ? engine_state_command(x, s->engine, s->ipehr) : NULL;
	x->shown.state = s;
	find_batch(x, s, engine, graphics);
}
