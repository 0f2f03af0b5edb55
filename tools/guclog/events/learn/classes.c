// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the field with the engine class in the events about contexts. The steps are the five events
 * of a context's run on an engine, such as CTX_READY, see state.h. A slot is the range of bits of
 * an argument that contains a field.
 */
#include "state.h"

#define UNKNOWN_CLASS	0xffu
#define CLASS_BITS	3u
#define CLASSES		(GUC_CLASS_GSC + 1u)
/*
 * Upper bound of the number of bit positions, in both arguments, where a field of CLASS_BITS fits.
 */
#define CANDIDATES	64u

/*
 * Read the class of each context from the bits @slot of the events of an id. @class: set to the
 * classes, indexed like the known contexts. Return: whether these bits can be the class: their
 * value must be the same in all events of a context, and equal to the class of the context if
 * that is known.
 */
static bool read_slot(const struct state *s, const struct fit *fit, struct learn_slot slot,
		      u8 *class)
{
	const struct id_stat *id = &s->id[fit->x];
	u32 i, wrong = 0;

	memset(class, UNKNOWN_CLASS, s->nr_contexts);
	for (i = 0; i < id->nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		const struct known_context *c = learn_find_pair(s, slot_get(e, fit->slot[1]),
								slot_get(e, fit->slot[0]));
		u32 value = slot_get(e, slot);
		u8 *of = c ? &class[c - s->context] : NULL;

		if (!c)
			continue;
		if (value >= CLASSES || (c->class != LEARN_NONE && c->class != value) ||
		    (*of != UNKNOWN_CLASS && *of != value)) {
			if (++wrong > 1 + i / 100)
				return false;
			continue;
		}
		*of = (u8)value;
	}
	return true;
}

/*
 * Return: whether the classes of the contexts differ and at least one of them is odd. If all are
 * even, the lowest bit of the field is always 0, so the field may as well begin at the next bit. If
 * all are equal, any constant bits can look like the class.
 */
static bool is_class(const u8 *class, u32 nr)
{
	bool odd = false, vary = false;
	u8 first = UNKNOWN_CLASS;
	u32 i;

	for (i = 0; i < nr; i++) {
		if (class[i] == UNKNOWN_CLASS)
			continue;
		odd = odd || class[i] & 1;
		vary = vary || (first != UNKNOWN_CLASS && class[i] != first);
		first = class[i];
	}
	return odd && vary;
}

/*
 * Return: whether the classes @a and @b, found in the events of two ids, are the same for each
 * context that both ids name.
 */
static bool agree(const u8 *a, const u8 *b, u32 nr)
{
	u32 i;

	for (i = 0; i < nr; i++)
		if (a[i] != UNKNOWN_CLASS && b[i] != UNKNOWN_CLASS && a[i] != b[i])
			return false;
	return true;
}

/*
 * Return: whether the classes in @class are those in @whole without their lowest bits, so
 * @class was read from only a part of the field.
 */
static bool is_part(const u8 *class, const u8 *whole, u32 nr)
{
	u32 shift, i;

	for (shift = 1; shift < CLASS_BITS; shift++) {
		for (i = 0; i < nr && (class[i] == UNKNOWN_CLASS || whole[i] == UNKNOWN_CLASS ||
				       class[i] == whole[i] >> shift); i++)
			;
		if (i == nr)
			return true;
	}
	return false;
}

/*
 * Find all bit positions in the events of an id that can be the class field. @list: gets the
 * classes of the contexts for each position, without duplicates. Return: number of lists of
 * classes.
 */
static u32 find_slots(const struct state *s, const struct fit *fit, u8 *list)
{
	u32 taken[2] = { 0, 0 }, nr = 0, i, j;

	take_slot(taken, &s->id[fit->x], fit->slot[0]);
	take_slot(taken, &s->id[fit->x], fit->slot[1]);
	for (i = 0; i < 2 * (33 - CLASS_BITS); i++) {
		struct learn_slot slot = { .arg = i / (33 - CLASS_BITS),
					   .low = i % (33 - CLASS_BITS), .bits = CLASS_BITS };
		u8 *class = list + (size_t)nr * s->nr_contexts;

		if (slot_mask(slot) & taken[slot.arg] || !read_slot(s, fit, slot, class) ||
		    !is_class(class, s->nr_contexts))
			continue;
		for (j = 0; j < nr && memcmp(list + (size_t)j * s->nr_contexts, class,
					     s->nr_contexts); j++)
			;
		nr += j == nr;
	}
	return nr;
}

/**
 * learn_infer_classes() - find the engine classes of contexts that the driver does not list
 * @s: state of the learner
 * @fit: the ids of the steps of a context's run on an engine, such as CTX_READY; slot 0 has the
 *	bits of the LRCA, slot 1 those of the guc_id
 * @nr: number of ids, at least 2
 *
 * LRCA, guc_id and class are the only fields that the events of all these steps have. The class is
 * found if exactly one choice of bits gives each context the same class in the events of all steps.
 * It is not found if all contexts have an even class, or if all have the same class.
 *
 * Context: allocates memory.
 */
void learn_infer_classes(struct state *s, const struct fit *fit, u32 nr)
{
	size_t size = (size_t)CANDIDATES * s->nr_contexts;
	u8 *first = arena_alloc(s->arena, size), *other = arena_alloc(s->arena, size);
	u32 nr_first, nr_other, i, j, k, kept = 0;
	const u8 *found = NULL;

	if (!first || !other || nr < 2)
		return;
	nr_first = find_slots(s, &fit[0], first);
	for (j = 1; j < nr; j++) {
		nr_other = find_slots(s, &fit[j], other);
		for (i = 0, kept = 0; i < nr_first; i++) {
			u8 *class = first + (size_t)i * s->nr_contexts;

			for (k = 0; k < nr_other &&
			     !agree(class, other + (size_t)k * s->nr_contexts, s->nr_contexts); k++)
				;
			if (k < nr_other)
				memmove(first + (size_t)kept++ * s->nr_contexts, class,
					s->nr_contexts);
		}
		nr_first = kept;
	}
	for (i = 0, kept = 0; i < nr_first; i++) {
		const u8 *class = first + (size_t)i * s->nr_contexts;

		for (k = 0; k < nr_first; k++)
			if (k != i && is_part(class, first + (size_t)k * s->nr_contexts,
					      s->nr_contexts))
				break;
		if (k < nr_first)
			continue;
		kept++;
		found = class;
	}
	for (i = 0; kept == 1 && i < s->nr_contexts; i++)
		if (s->context[i].class == LEARN_NONE && found[i] != UNKNOWN_CLASS)
			s->context[i].class = found[i];
	arena_drop(s->arena, other);
	arena_drop(s->arena, first);
}
