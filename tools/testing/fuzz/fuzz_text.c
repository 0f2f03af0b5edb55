// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a log as text, in any form. The input's first byte selects the length of the pieces in
 * which the text is read; the result must not depend on it.
 */
#include "fuzz_input.h"

#include "read/text.h"

static void read_text(struct input *in, struct guc_view v, size_t piece)
{
	const struct guc_view begin = v;
	struct text *text;

	*in = fuzz_input_new();
	text = text_begin(in);
	while (v.len) {
		size_t n = min(v.len, piece);
		char *copy = fuzz_copy(v.data, n);

		text_feed(text, copy, n);
		free(copy);
		v.data += n;
		v.len -= n;
	}
	text_end(text, begin);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view v = guc_view(data, size);
	size_t piece = 1 + fuzz_take(&v, 1);
	struct input whole, pieces;

	read_text(&whole, v, v.len);
	read_text(&pieces, v, piece);
	fuzz_check_input(&whole);
	fuzz_same_input(&whole, &pieces);
	fuzz_input_free(&whole);
	fuzz_input_free(&pieces);
	return 0;
}
