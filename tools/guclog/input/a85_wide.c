// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bulk of ascii85 where the processor has AVX2, two windows of 16 characters
 * at a time. Logs have a zero in every event, so "z" is no exception here: which
 * of a window's characters are one tells how it falls into dwords.
 */
#include "input/a85_wide.h"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>

/* These functions are only called where the processor has it. */
#define AVX2		__attribute__((target("avx2")))

#define WINDOW		16
#define ITEMS		4	/* dwords that a window gives at most */
#define NOTHING		0x80	/* a shuffle's index that gives 0 */

/*
 * An item that starts at character 12 or later does not fit, but for a "z" behind
 * three others of five digits.
 */
#define Z_BITS		12

/* Where the compiler must branch: the guess spares the wait for a table. */
#define GUESSED(p)	__asm__ volatile("" : "+r"(p))

/**
 * struct falls - how a window falls into dwords
 * @head: shuffle that gives the first four digits of each
 * @tail: and the last one
 */
struct falls {
	u8 head[WINDOW];
	u8 tail[WINDOW];
};

/**
 * struct window - one window
 * @chars: its characters
 * @falls: how they fall
 * @made: bytes that come out
 */
struct window {
	__m128i chars;
	const struct falls *falls;
	unsigned int made;
};

/**
 * struct judge - the largest of all that came by
 * @digit: digits
 * @value: the value of four digits, one more when the fifth is not 0
 */
struct judge {
	__m256i digit;
	__m256i value;
};

/* In which way a window falls: bit n when item n is a "z"; by number of these. */
static const u8 ways[1 << ITEMS] = {
	0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15
};

#define IS_PLAIN(way)	((way) == 0)
#define HAS_ONE_Z(way)	((way) - 1u < ITEMS)

/* Filled once; guclog has one thread. */
static struct falls falls[1 << ITEMS];
static u8 way_of[1 << Z_BITS];
static bool ready;

static void fill_falls(struct falls *f, unsigned int zeroes)
{
	unsigned int i, k, at = 0;

	memset(f, NOTHING, sizeof(*f));
	for (i = 0; i < ITEMS && at < Z_BITS; i++) {
		if (zeroes >> i & 1) {
			at++;
			continue;
		}
		for (k = 0; k < 4; k++)
			f->head[4 * i + k] = (u8)(at + k);
		f->tail[4 * i] = (u8)(at + 4);
		at += 5;
	}
}

static u8 find_way(unsigned int z)
{
	unsigned int i, at = 0, zeroes = 0;

	for (i = 0; i < ITEMS && at < Z_BITS; i++) {
		unsigned int zero = z >> at & 1;

		zeroes |= zero << i;
		at += zero ? 1 : 5;
	}
	return (u8)((const u8 *)memchr(ways, (int)zeroes, sizeof(ways)) - ways);
}

static void get_ready(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(falls); i++)
		fill_falls(&falls[i], ways[i]);
	for (i = 0; i < ARRAY_SIZE(way_of); i++)
		way_of[i] = find_way(i);
	ready = true;
}

static AVX2 inline __m128i load(const void *p)
{
	return _mm_loadu_si128(p);
}

static AVX2 inline __m256i join(__m128i low, __m128i high)
{
	return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static AVX2 inline unsigned int find_z(__m128i chars)
{
	__m128i z = _mm_cmpeq_epi8(chars, _mm_set1_epi8('z'));

	return (unsigned int)_mm_movemask_epi8(z);
}

/* @w: has its characters, and @z says where "z" is. Return: where it ends. */
static AVX2 inline const char *look(struct window *w, const char *p,
				    unsigned int z)
{
	unsigned int way = way_of[z & ((1 << Z_BITS) - 1)];

	w->falls = &falls[way];
	w->made = 4 * ITEMS;
	if (HAS_ONE_Z(way)) {
		GUESSED(p);
		return p + 16;
	}
	if (IS_PLAIN(way) && z >> 15) {
		GUESSED(p);
		return p + 16;
	}
	if (IS_PLAIN(way)) {
		w->made = 4 * (ITEMS - 1);
		GUESSED(p);
		return p + 15;
	}
	p += 5 * ITEMS - 4 * __builtin_popcount(ways[way]);
	GUESSED(p);
	return p;
}

static AVX2 inline const char *next(struct window *w, const char *p)
{
	unsigned int z;

	w->chars = load(p);
	z = find_z(w->chars);
	return look(w, p, z);
}

/* Puts the dwords of both windows. */
static AVX2 inline u8 *convert(const struct window *a, const struct window *b,
			       u8 *to, struct judge *judge)
{
	/* Four digits below 85 are less than 2^26: the products are exact. */
	const __m256i by_85 = _mm256_set1_epi16(0x0155);
	const __m256i by_85_85 = _mm256_set1_epi32(0x00011c39);
	__m256i digits, head, tail, v, some;

	digits = _mm256_sub_epi8(join(a->chars, b->chars),
				 _mm256_set1_epi8('!'));
	head = _mm256_shuffle_epi8(digits, join(load(a->falls->head),
						load(b->falls->head)));
	tail = _mm256_shuffle_epi8(digits, join(load(a->falls->tail),
						load(b->falls->tail)));
	v = _mm256_madd_epi16(_mm256_maddubs_epi16(head, by_85), by_85_85);

	some = _mm256_min_epu8(tail, _mm256_set1_epi32(1));
	judge->value = _mm256_max_epi32(judge->value, _mm256_add_epi32(v, some));
	judge->digit = _mm256_max_epu8(judge->digit, _mm256_max_epu8(head, tail));

	v = _mm256_add_epi32(_mm256_mullo_epi32(v, _mm256_set1_epi32(85)), tail);
	_mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(v));
	to += a->made;
	_mm_storeu_si128((__m128i *)to, _mm256_extracti128_si256(v, 1));
	return to + b->made;
}

static AVX2 bool is_fine(const struct judge *judge)
{
	/* 85 times this is 2^32 - 1. */
	const __m256i most = _mm256_set1_epi32(50529027);
	__m256i bad = _mm256_subs_epu8(judge->digit, _mm256_set1_epi8(84));

	bad = _mm256_or_si256(bad, _mm256_cmpgt_epi32(judge->value, most));
	return _mm256_testz_si256(bad, bad);
}

/* Two windows whose ways are known here; the second one starts at @second. */
static AVX2 inline u8 *known(const char *p, unsigned int way_a, unsigned int made_a,
			     unsigned int second, unsigned int way_b,
			     unsigned int made_b, u8 *to, struct judge *judge)
{
	const struct window a = { load(p), &falls[way_a], made_a };
	const struct window b = { load(p + second), &falls[way_b], made_b };

	return convert(&a, &b, to, judge);
}

static AVX2 inline u32 find_32_z(const char *p)
{
	__m256i chars = _mm256_loadu_si256((const __m256i *)p);

	chars = _mm256_cmpeq_epi8(chars, _mm256_set1_epi8('z'));
	return (u32)_mm256_movemask_epi8(chars);
}

/*
 * The five dwords of an event are 21 characters, the second one a "z": wherever
 * in an event two windows begin, these are the ways they fall when no other dword
 * is 0. In all cases what is stored fits: every character is room for a dword.
 */
static AVX2 size_t decode(const char *text, size_t len, u8 *out, size_t *out_len)
{
	struct judge judge = { _mm256_setzero_si256(), _mm256_setzero_si256() };
	const char *p = text, *end = text + len;
	struct window a, b;
	u8 *to = out;

	while (end - p >= 2 * WINDOW) {
		u32 z = find_32_z(p);

		if (!z) {
			to = known(p, 0, 12, 15, 0, 12, to, &judge);
			p += 30;
			continue;
		}
		switch (z) {
		case BIT(5) | BIT(26):
			to = known(p, 2, 16, 16, 3, 16, to, &judge);
			p += 32;
			break;
		case BIT(15):
			to = known(p, 0, 16, 16, 0, 12, to, &judge);
			p += 31;
			break;
		case BIT(10) | BIT(31):
			to = known(p, 3, 16, 16, 0, 16, to, &judge);
			p += 32;
			break;
		case BIT(20):
			to = known(p, 0, 12, 15, 2, 16, to, &judge);
			p += 31;
			break;
		case ~0u:
			memset(to, 0, 8 * WINDOW);
			to += 8 * WINDOW;
			p += 2 * WINDOW;
			break;
		default:
			p = next(&b, next(&a, p));
			to = convert(&a, &b, to, &judge);
		}
	}
	if (!is_fine(&judge))
		return 0;
	*out_len = (size_t)(to - out);
	return (size_t)(p - text);
}

static size_t wide(const char *text, size_t len, u8 *out, size_t *out_len)
{
	if (len < 2 * WINDOW || !__builtin_cpu_supports("avx2"))
		return 0;
	if (!ready)
		get_ready();
	return decode(text, len, out, out_len);
}

#else

static size_t wide(const char *text, size_t len, u8 *out, size_t *out_len)
{
	return 0;
}

#endif

/**
 * a85_wide() - decode what is plain
 * @text: begins with a whole dword
 * @len: its characters
 * @out: room for A85_MAX_OUT(@len) bytes, all of which may be written to
 * @out_len: filled with the bytes that were put there
 *
 * Return: how many characters were taken: all but the last few; 0 when anything
 * in them is not ascii85, or the processor cannot do it.
 */
size_t a85_wide(const char *text, size_t len, u8 *out, size_t *out_len)
{
	*out_len = 0;
	return wide(text, len, out, out_len);
}
