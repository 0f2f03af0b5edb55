// SPDX-License-Identifier: GPL-2.0-only
/*
 * a85_bench DUMP... -- how fast the tool decodes the kernel's ascii85, beside a
 * loop of the shape that Mesa's error decoder has (one character after the other, one
 * dword a call) and beside memcpy() of what comes out. All three go over the same
 * text in turn, so that a busy machine slows all; ratios are medians.
 *
 * DUMP is a text with a "[LOG].data: " line. "random" are dwords without zeroes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "input/a85.h"
#include "bench.h"
#include "guc_view.h"

#define REPEATS		31
#define PIECE		16384	/* as the tool feeds the decoder */

struct sample {
	const char *name;
	char *text;
	size_t len;
	u8 *image;
	size_t bytes;
};

static __attribute__((noinline)) const char *one_dword(const char *in, u32 *v)
{
	unsigned int i;

	*v = 0;
	if (*in == 'z')
		return in + 1;
	for (i = 0; i < 5; i++)
		*v = *v * 85 + (u32)(in[i] - 33);
	return in + 5;
}

static __attribute__((noinline)) size_t bytewise(const char *in, u8 *out)
{
	u32 *to = (u32 *)out;

	while (*in >= '!' && *in <= 'z')
		in = one_dword(in, to++);
	return (size_t)((u8 *)to - out);
}

static size_t ours(const struct sample *s, u8 *out)
{
	struct a85 a85 = { 0 };
	size_t pos, n, got, made = 0;

	for (pos = 0; pos < s->len; pos += n) {
		n = min_t(size_t, s->len - pos, PIECE);
		if (a85_decode(&a85, s->text + pos, n, out + made, &got) != n)
			return 0;
		made += got;
	}
	return made;
}

/* Return: whether all decoded the same. */
static bool bench(const struct sample *s)
{
	static double slow[REPEATS], fast[REPEATS], vs_slow[REPEATS],
		      vs_copy[REPEATS];
	u8 *out = take(A85_MAX_OUT(s->len)), *copy = take(s->bytes);
	bool fine = true;
	unsigned int i;
	u64 t, copied;

	for (i = 0; i < REPEATS; i++) {
		t = now_ns();
		fine &= bytewise(s->text, out) == s->bytes;
		slow[i] = (double)(now_ns() - t);
		fine &= !memcmp(out, s->image, s->bytes);

		memset(out, 0x5a, s->bytes);
		t = now_ns();
		fine &= ours(s, out) == s->bytes;
		fast[i] = (double)(now_ns() - t);
		fine &= !memcmp(out, s->image, s->bytes);

		t = now_ns();
		memcpy(copy, s->image, s->bytes);
		/* Or the compiler finds that nobody reads it. */
		__asm__ volatile("" : : "r"(copy) : "memory");
		copied = now_ns() - t;
		vs_slow[i] = slow[i] / fast[i];
		vs_copy[i] = (double)copied / fast[i];
	}
	printf("ascii85 %s bytes=%zu mb_s=%.0f bytewise=%.2f memcpy=%.3f\n",
	       s->name, s->bytes, (double)s->bytes * 1e3 / median(fast, REPEATS),
	       median(vs_slow, REPEATS), median(vs_copy, REPEATS));
	free(out);
	free(copy);
	return fine;
}

static size_t encode(u32 v, char *to)
{
	int i;

	if (!v) {
		*to = 'z';
		return 1;
	}
	for (i = 4; i >= 0; i--, v /= 85)
		to[i] = (char)('!' + v % 85);
	return 5;
}

static struct sample make_random(size_t dwords)
{
	struct sample s = { .name = "random", .bytes = 4 * dwords };
	u32 v = 1;
	size_t i;

	s.image = take(s.bytes);
	s.text = take(5 * dwords + 1);
	for (i = 0; i < dwords; i++) {
		/* xorshift: never 0 */
		v ^= v << 13;
		v ^= v >> 17;
		v ^= v << 5;
		guc_store_le32(v, s.image + 4 * i);
		s.len += encode(v, s.text + s.len);
	}
	s.text[s.len] = '\0';
	return s;
}

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "r");
	long len = -1;
	char *text;

	if (f && !fseek(f, 0, SEEK_END))
		len = ftell(f);
	if (len < 0) {
		perror(path);
		exit(2);
	}
	rewind(f);
	text = take((size_t)len + 1);
	if (fread(text, 1, (size_t)len, f) != (size_t)len)
		exit(2);
	text[len] = '\0';
	fclose(f);
	return text;
}

static struct sample read_sample(const char *path)
{
	static const char head[] = "[LOG].data: ";
	const char *name = strrchr(path, '/');
	struct sample s = { .name = name ? name + 1 : path };
	char *text = read_all(path);

	s.text = strstr(text, head);
	if (!s.text) {
		fprintf(stderr, "%s: no log in it\n", path);
		exit(2);
	}
	s.text += sizeof(head) - 1;
	s.len = strcspn(s.text, "\n");
	s.text[s.len] = '\0';
	s.image = take(A85_MAX_OUT(s.len));
	s.bytes = bytewise(s.text, s.image);
	return s;
}

int main(int argc, char **argv)
{
	struct sample s = make_random(256 * 1024);
	bool fine = bench(&s);
	int i;

	for (i = 1; i < argc; i++) {
		s = read_sample(argv[i]);
		fine &= bench(&s);
	}
	if (!fine)
		fputs("a85_bench: not decoded the same\n", stderr);
	return fine ? 0 : 1;
}
