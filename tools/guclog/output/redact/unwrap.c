// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the text, LFD file or image that is to be redacted inside of a mail, a web page, base64 or
 * another encoding. Removes the encoding with the functions that also read the input of "guclog
 * decode", so that redaction knows the same encodings.
 */
#include "output/redact/redact.h"

#include "base/arena.h"
#include "read/input.h"
#include "base/messages.h"
#include "base/bytes.h"

static void read_bytes(struct input *in, struct guc_view v)
{
	static const char name[] = "input";
	struct bytes *bytes;

	if (!v.len)
		return;
	bytes = bytes_from_memory(v.data, v.len, name, &in->messages->sink);
	if (!bytes) {
		in->arena->failed = true;
		return;
	}
	/*
	 * The return value is ignored on purpose. An error means that the encoding is damaged; the
	 * bytes before the damage are then used.
	 */
	input_open_bytes(in, bytes, name);
	bytes_close(bytes);
}

/**
 * redact_unwrap() - remove the encodings around the data that are redacted
 * @a: arena for the result; its member "failed" is set if there is no memory
 * @data: the input
 * @len: length of the input; set to the length of the result
 * @form: set to the form of the result
 *
 * Context: allocates memory.
 * Return: the result with a zero after it; NULL if the input has no text or file of a known form,
 * or several of them.
 */
u8 *redact_unwrap(struct arena *a, const void *data, size_t *len, enum guclog_redact_form *form)
{
	struct input_leaves leaves = { 0 };
	struct messages messages;
	struct input in = { .arena = a, .messages = &messages, .leaves = &leaves };
	struct input_leaf found = { 0 };
	unsigned int i, nr = 0;
	u8 *result;

	messages_init(&messages, a);
	read_bytes(&in, guc_view(data, *len));
	for (i = 0; i < leaves.nr && !a->failed; i++) {
		struct input_leaf leaf = leaves.leaf[i];
		enum guclog_redact_form one;

		one = redact_form(leaf.data, leaf.len);
		if (one == GUCLOG_REDACT_ANY)
			continue;
		nr++;
		found = leaf;
		*form = one;
	}
	result = nr == 1 ? arena_grow(a, found.data, found.len + 1) : NULL;
	if (result) {
		result[found.len] = 0;
		*len = found.len;
	}
	return result;
}
