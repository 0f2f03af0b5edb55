// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tool's ascii85 decoder, held against one that takes a character at a time.
 * The input's first byte says into which pieces the rest is cut.
 */
#include "fuzz.h"

#include "input/a85.h"

/* Written down from the format, not from the decoder. */
struct slow {
	u64 value;
	unsigned int digits;
	u8 *out;
	size_t len;
};

static bool slow_char(struct slow *s, u8 c)
{
	u64 value = s->value * 85 + (u64)(c - '!');

	if (c == 'z' && !s->digits) {
		value = 0;
	} else {
		if (c < '!' || c > 'u')
			return false;
		if (s->digits == 4 && value > U32_MAX)
			return false;
		s->value = value;
		if (++s->digits < 5)
			return true;
	}
	guc_store_le32((u32)value, s->out + s->len);
	s->len += 4;
	s->value = 0;
	s->digits = 0;
	return true;
}

/* Return: how many characters are good. */
static size_t slow_text(struct slow *s, struct guc_view text)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		if (!slow_char(s, text.data[i]))
			break;
	return i;
}

static size_t piece_len(u8 how, size_t left)
{
	size_t piece = how & 0x80 ? left : 1 + (size_t)how * 3;

	return min(piece, left);
}

/* Each piece in memory of its own, so that nothing is read behind it. */
static void check(struct guc_view text, u8 how)
{
	struct slow slow = { .out = fuzz_alloc(A85_MAX_OUT(text.len)) };
	size_t good = slow_text(&slow, text), pos = 0, len = 0, n, got, used;
	u8 *out = fuzz_alloc(A85_MAX_OUT(text.len));
	struct a85 a85 = { 0 };

	while (pos < text.len) {
		n = piece_len(how, text.len - pos);
		char *piece = fuzz_copy(text.data + pos, n);
		u8 *made = fuzz_alloc(A85_MAX_OUT(n));

		used = a85_decode(&a85, piece, n, made, &got);
		FUZZ_CHECK(used <= n && got <= A85_MAX_OUT(n));
		memcpy(out + len, made, got);
		free(piece);
		free(made);
		len += got;
		pos += used;
		if (used < n)
			break;
	}
	FUZZ_CHECK(pos == good);
	FUZZ_CHECK(len == slow.len);
	FUZZ_CHECK(!memcmp(out, slow.out, len));
	FUZZ_CHECK(a85.digits == slow.digits);
	free(out);
	free(slow.out);
}

/* Bytes as the kernel writes them come back; zeroes are more common than not. */
static void check_written(struct guc_view bytes)
{
	size_t dwords = bytes.len / 4, len = 0, i, got;
	char *text = fuzz_alloc(5 * dwords);
	u8 *out = fuzz_alloc(A85_MAX_OUT(5 * dwords));
	struct a85 a85 = { 0 };
	int k;

	for (i = 0; i < dwords; i++) {
		u32 v = guc_load_le32(bytes.data + 4 * i);

		if (!v) {
			text[len++] = 'z';
			continue;
		}
		for (k = 4; k >= 0; k--, v /= 85)
			text[len + k] = (char)('!' + v % 85);
		len += 5;
	}
	FUZZ_CHECK(a85_decode(&a85, text, len, out, &got) == len);
	FUZZ_CHECK(got == 4 * dwords && !memcmp(out, bytes.data, got));
	free(text);
	free(out);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u8 how = (u8)fuzz_take(&in, 1);

	check(in, how);
	check_written(in);
	return 0;
}
