// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_event.h"

#include "guc_abi_names.h"

/*
 * The text of an event while it is being made. The functions put_*() append to this text. They do
 * not use printf(), because printf() would be too slow for millions of events.
 */
struct words {
	char *buf;
	size_t size;
	size_t len;
};

static void put_char(struct words *w, char c)
{
	if (w->len + 1 < w->size)
		w->buf[w->len++] = c;
}

static void put_str(struct words *w, const char *s)
{
	while (*s)
		put_char(w, *s++);
}

static void put_dec(struct words *w, u32 value)
{
	char digits[10];
	unsigned int n = 0;

	do {
		digits[n++] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	while (n)
		put_char(w, digits[--n]);
}

static void put_hex(struct words *w, u32 value)
{
	int shift = 28;

	put_str(w, "0x");
	while (shift && !(value >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		put_char(w, "0123456789abcdef"[value >> shift & 0xf]);
}

/**
 * guc_event_class_name() - get the name of an engine class, such as "compute"
 * @class: the GuC's number of the class
 *
 * Context: any, does not sleep.
 * Return: a constant string, or NULL for an unknown class.
 */
const char *guc_event_class_name(u32 class)
{
	static const char * const names[GUC_CLASS_COUNT] = {
		[GUC_CLASS_RENDER] = "render",
		[GUC_CLASS_VIDEO] = "video",
		[GUC_CLASS_VIDEO_ENHANCE] = "video-enhance",
		[GUC_CLASS_COPY] = "copy",
		[GUC_CLASS_COMPUTE] = "compute",
		[GUC_CLASS_GSC] = "gsc",
	};

	return class < GUC_CLASS_COUNT ? names[class] : NULL;
}

static void put_engine(struct words *w, u32 class, u32 instance)
{
	const char *name = guc_abi_engine(class);

	if (name) {
		put_str(w, name);
	} else {
		put_str(w, "class");
		put_dec(w, class);
		put_char(w, '.');
	}
	put_dec(w, instance);
}

/**
 * guc_engine_name() - make the name of an engine, such as "ccs0"
 * @buf: receives the name, with a terminator
 * @size: length of @buf in bytes, at least 1; 32 bytes are always enough
 * @class: the GuC's number of the class
 * @instance: physical instance of the engine
 *
 * Context: any, does not sleep.
 * Return: length of the name.
 */
size_t guc_engine_name(char *buf, size_t size, u32 class, u32 instance)
{
	struct words w = { .buf = buf, .size = size };

	put_engine(&w, class, instance);
	buf[w.len] = '\0';
	return w.len;
}

/**
 * guc_event_status_name() - get the name of a bit of a context status word
 * @bit: number of the bit
 *
 * Context: any, does not sleep.
 * Return: a constant string, or NULL for a bit without a name.
 */
const char *guc_event_status_name(unsigned int bit)
{
	static const char * const names[] = {
		"IDLE_ACTIVE", "PREEMPTED", "ELEMENT_SWITCH", "ACTIVE_IDLE",
		"COMPLETE", "WAIT_SYNC_FLIP", "WAIT_VBLANK", "WAIT_SEMAPHORE",
		"WAIT_SCANLINE", NULL, NULL, "SEMAPHORE_WAIT_MODE", NULL, NULL,
		NULL, "LITE_RESTORE",
	};

	return bit < ARRAY_SIZE(names) ? names[bit] : NULL;
}

static void put_status(struct words *w, u32 status)
{
	u32 rest = status & ~GUC_CSB_NAMED;
	const char *between = "";
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		if (!(status & GUC_CSB_NAMED & 1u << bit))
			continue;
		put_str(w, between);
		put_str(w, guc_event_status_name(bit));
		between = "|";
	}
	if (rest || !status) {
		put_str(w, between);
		put_hex(w, rest);
	}
}

/* Return: the name of a field's value, or NULL if the value has no name. */
static const char *value_name(const struct guc_event_field *field, u32 value)
{
	const struct guc_abi_action *action;

	switch (field->kind) {
	case GUC_EVENT_ACTION:
		action = guc_abi_action(value);
		return action ? action->name : NULL;
	case GUC_EVENT_CLASS:
		return guc_event_class_name(value);
	case GUC_EVENT_ENABLE:
		return value > 1 ? NULL : str_yes_no(value);
	case GUC_EVENT_GUC_ID:
		return field->bits == 16 && value == GUC_EVENT_NO_CTX ? "none" : NULL;
	default:
		return NULL;
	}
}

static void put_value(struct words *w, const struct guc_event_field *field,
		      u32 value)
{
	const char *name = value_name(field, value);

	if (name) {
		put_str(w, name);
		return;
	}
	switch (field->kind) {
	case GUC_EVENT_STATUS:
		put_status(w, value);
		break;
	case GUC_EVENT_ACTION:
	case GUC_EVENT_HEX:
	case GUC_EVENT_LRCA:
	case GUC_EVENT_MASK:
		put_hex(w, value);
		break;
	default:
		put_dec(w, value);
	}
}

/* Return: the first field of the event that has this kind, or NULL. */
static const struct guc_event_field *find(const struct guc_event_def *def,
					  enum guc_event_kind kind)
{
	unsigned int i;

	for (i = 0; i < def->nr_fields; i++)
		if (def->field[i].kind == kind)
			return &def->field[i];
	return NULL;
}

/*
 * If the event also has an instance field, print the class and the instance as the name of one
 * engine. Return: whether they were printed.
 */
static bool put_class(struct words *w, const struct guc_event_def *def,
		      const struct guc_event_field *class, const u32 arg[2])
{
	const struct guc_event_field *instance = find(def, GUC_EVENT_INSTANCE);
	u32 number;

	if (!instance)
		return false;
	number = guc_event_value(instance, arg);
	if (def->id == GUC_EV_CTX_NOT_READY && number == GUC_EVENT_DISABLED) {
		put_str(w, "disabled");
		return true;
	}
	put_str(w, instance->guess ? "engine?=" : "engine=");
	put_engine(w, guc_event_value(class, arg), number);
	return true;
}

static void put_field(struct words *w, const struct guc_event_def *def,
		      const struct guc_event_field *field, const u32 arg[2])
{
	if (field->kind == GUC_EVENT_INSTANCE && find(def, GUC_EVENT_CLASS))
		return;
	/* GUC_EVENT_PAD: this event has no such argument, unlike other events with the same id. */
	if (field->bits == 32 && arg[field->arg] == GUC_EVENT_PAD)
		return;
	put_char(w, ' ');
	if (field->kind == GUC_EVENT_CLASS && put_class(w, def, field, arg))
		return;
	put_str(w, field->name);
	if (field->guess)
		put_char(w, '?');
	put_char(w, '=');
	put_value(w, field, guc_event_value(field, arg));
}

/* Print an argument in hexadecimal if it has no fields and an unexpected value. */
static void put_odd_arg(struct words *w, const struct guc_event_def *def,
			unsigned int i, u32 value)
{
	if (def->has[i] == GUC_EVENT_HAS_FIELDS ||
	    (def->has[i] == GUC_EVENT_HAS_PAD && value == GUC_EVENT_PAD) ||
	    (def->has[i] == GUC_EVENT_HAS_ZERO && !value))
		return;
	put_str(w, i ? " arg1=" : " arg0=");
	put_hex(w, value);
}

/**
 * guc_event_words() - print an event as text
 * @buf: receives the text, with a terminator; text that does not fit is truncated
 * @size: length of @buf in bytes, at least 1; 256 bytes are always enough
 * @def: the definition of the event's id
 * @arg: the two arguments of the event
 *
 * The text consists of the name of the event, "?" if this name is a guess, and each field as
 * name=value. An argument without known fields is printed in hexadecimal if it has an
 * unexpected value.
 *
 * Context: any, does not sleep.
 * Return: length of the text.
 */
size_t guc_event_words(char *buf, size_t size, const struct guc_event_def *def,
		       const u32 arg[2])
{
	struct words w = { .buf = buf, .size = size };
	unsigned int i;

	put_str(&w, def->name);
	if (guc_event_is_guess(def))
		put_char(&w, '?');
	for (i = 0; i < def->nr_fields; i++)
		put_field(&w, def, &def->field[i], arg);
	for (i = 0; i < 2; i++)
		put_odd_arg(&w, def, i, arg[i]);
	buf[w.len] = '\0';
	return w.len;
}
