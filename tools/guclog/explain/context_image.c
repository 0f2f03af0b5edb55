// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * The image of a context is the part of its LRC with the registers that the engine stores when
 * it switches the context out, and loads when it switches the context in again. An engine that
 * is reset stores nothing.
 */
#include "explain/context_image.h"

#include "explain/analysis.h"
#include "explain/gpu_command.h"
#include "guc_view.h"

/* Bytes of a ring: xe gives all rings the same size. */
#define RING_BYTES		0x4000u
/* Mask for the offset of a register from the base of its engine. */
#define REGISTER_OFFSET		0xfffu

/**
 * context_ring() - get the address of a context's ring
 * @lrc: the lines of the context in the devcoredump
 * @address: set to the address of the ring in the global address space (GGTT)
 *
 * Linux 6.12 does not print the address of the ring, but places the context right after the ring.
 *
 * Return: whether the address is known.
 */
bool context_ring(const struct guclog_dump_fields *lrc, u64 *address)
{
	uint64_t number;

	if (guclog_dump_number(lrc, DUMP_LRC_RING_ADDRESS, &number) && number) {
		*address = number;
		return true;
	}
	if (!guclog_dump_number(lrc, DUMP_LRC_DESC, &number) ||
	    (number & ~0xfffull) < RING_BYTES)
		return false;
	*address = (number & ~0xfffull) - RING_BYTES;
	return true;
}

/**
 * context_register() - get a register from a context image (the saved registers in the LRC)
 * @image: the image
 * @offset: the register's offset from the base of the engine
 * @value: set to the value of the register
 *
 * A register is found by its address in the commands that load the registers, because its place in
 * the image differs between engines and devices.
 *
 * Return: whether the image has the register.
 */
bool context_register(const struct guclog_bytes *image, u32 offset, u32 *value)
{
	size_t i = 0, nr = image->len / 4, end;
	const u8 *data = image->data;

	while (i < nr) {
		u32 header = guc_load_le32(data + 4 * i++);

		if ((header & MI_MASK) != MI_LOAD_REGISTER_IMM)
			continue;
		end = min(i + (header & 0xff) + 1, nr);
		for (; i + 1 < end; i += 2) {
			if ((guc_load_le32(data + 4 * i) & REGISTER_OFFSET) != offset)
				continue;
			*value = guc_load_le32(data + 4 * i + 4);
			return true;
		}
	}
	return false;
}

/*
 * Find bounds for the time that the context was on its engine before the reset. They are set only
 * if the context was on the engine during the whole log: the time since the beginning of the log is
 * then a lower bound. @saved: the register RING_TIMESTAMP in the context image: when the engine
 * saved the image, before the context was last switched in. The time since then is an upper bound,
 * because RING_TIMESTAMP and the GuC's log have the same clock.
 */
static void find_span(struct explanation *x, u32 saved)
{
	const struct guclog_findings *v = x->found;
	s64 first, begin, tick;

	if (!v || !v->chosen || !is_of_queue(x, v->victim.guc_id) || v->victim.on_known ||
	    !x->survey->hz || x->survey->gaps || v->victim.on_since != x->survey->first_tick)
		return;
	first = x->survey->first_tick;
	begin = v->chosen->begin_tick;
	/*
	 * RING_TIMESTAMP has 32 bits: find the newest tick with the same low 32 bits that is not
	 * after the beginning of the log.
	 */
	tick = first - (s64)(u32)((u32)first - saved);
	x->state.has_span = true;
	x->state.wraps = analysis_may_have_wrapped(x->a, tick);
	x->state.least_ns = guclog_analysis_ns(x->a, begin - first);
	x->state.most_ns = guclog_analysis_ns(x->a, begin - tick);
}

/**
 * context_image() - get the context image (saved registers in the LRC) of the queue that the
 * explanation is about
 * @x: the explanation, with its queue
 *
 * A queue can have several contexts; the image of the first one is used. It must contain the
 * register RING_START. If the dump has the address of the context's ring, RING_START must be equal
 * to it, because otherwise the image belongs to another context. If the dump does not have this
 * address, the image is used without this check.
 *
 * Return: the image, or NULL if the dump has no image, the image does not contain RING_START, or it
 * belongs to another context.
 */
const struct guclog_bytes *context_image(const struct explanation *x)
{
	bool has_lrc = x->queue && x->queue->nr_lrcs;
	const struct guclog_dump_lrc *lrc = has_lrc ? &x->queue->lrc[0] : NULL;
	u32 value;
	u64 ring;

	if (!lrc || !lrc->hwctx.data ||
	    !context_register(&lrc->hwctx, CONTEXT_RING_START, &value) ||
	    (context_ring(&lrc->fields, &ring) && value != ring))
		return NULL;
	return &lrc->hwctx;
}

/**
 * context_image_read() - read the address space (ASID) and the time of saving from the context
 * image
 * @x: the explanation, with its queue
 */
void context_image_read(struct explanation *x)
{
	const struct guclog_bytes *image = context_image(x);
	u32 value;

	if (!image)
		return;
	x->asid.known = context_register(image, CONTEXT_ASID, &x->asid.value) && x->asid.value;
	if (context_register(image, CONTEXT_RING_TIMESTAMP, &value) && value)
		find_span(x, value);
}
