/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations that all fuzzers share. A fuzzer is one function, which libFuzzer, AFL++
 * or a plain main() that replays files calls.
 */
#ifndef _FUZZ_H_
#define _FUZZ_H_

#include "guc_env.h"
#include "guc_facts.h"
#include "guc_fault.h"
#include "guc_lfd.h"
#include "guc_text.h"
#include "guc_view.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* If a property of the tested code does not hold, print it and crash. */
#define FUZZ_CHECK(cond) \
	do { \
		if (!(cond)) \
			fuzz_fail(__FILE__, __LINE__, #cond); \
	} while (0)

_Noreturn void fuzz_fail(const char *file, int line, const char *what);

/*
 * Memory of exactly @len bytes, so that the address sanitizer reports the first
 * byte read or written outside. The caller frees it.
 */
void *fuzz_alloc(size_t len);
void *fuzz_copy(const void *data, size_t len);

/* Takes a little-endian number of @bytes bytes from the front of an input; missing bytes are 0. */
u32 fuzz_take(struct guc_view *in, unsigned int bytes);

/*
 * Calls make() three times: without a buffer, to measure the text; with a buffer of the right size;
 * and with one that is a byte too short. Checks that all calls give the same length, and that the
 * text has only printable characters and newlines. Returns the terminated text, which the caller
 * frees; *len is its length.
 */
typedef void (*fuzz_text_fn)(struct guc_text *text, const void *arg);
char *fuzz_text(fuzz_text_fn make, const void *arg, size_t *len);

/* Checks that a fault has one of the core's errnos, an offset within the input, and a text. */
void fuzz_check_fault(const struct guc_fault *fault, u64 input_len);

/* Reads facts from "key=value" lines; malformed lines are ignored. */
void fuzz_facts_from_text(struct guc_facts *facts, struct guc_view text);
/* Sets some facts of a real device; the bits of @select select which ones. */
void fuzz_facts_sample(struct guc_facts *facts, u8 select);

/*
 * Checks of a parsed log, of the LFD file that is written from @src, and of guc_log_needs(); see
 * check_*.c.
 */
void fuzz_check_log(struct guc_view image, u64 total);
void fuzz_check_write(const struct guc_lfd_source *src);
void fuzz_check_needs(const struct guc_lfd_source *src);

/* Returns the LFD file that the core writes from @src; the caller frees it. */
void *fuzz_lfd(const struct guc_lfd_source *src, size_t *len);

#endif
