// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks that a suspended GPU stays suspended while files of the module are read, and measures how
 * long the module needs to copy a log that is in VRAM.
 */
#include "hwcheck.h"

#define WAIT_S		15
#define SETTLE_MS	300
#define TRIES		3
/*
 * Hint that is printed after a failure: another program may have woken the GPU, and the kernel does
 * not show which one.
 */
#define AGAIN		"; if another program woke it, run this again"
#define VRAM_READS	5	/* number of copies that are measured */
#define LINE_BYTES	64
/* Longest allowed time of a copy in ms: programs that use the GPU would notice a longer one. */
#define VRAM_LIMIT_MS	500

/*
 * Wait until the GPU is suspended. The caller must not have files open that keep the GPU awake.
 * Return: whether the GPU is suspended.
 */
static bool falls_asleep(const struct machine *m)
{
	unsigned int s;

	for (s = 0; s < WAIT_S && !machine_is_suspended(m) && !interrupted; s++)
		pause_ms(1000);
	return machine_is_suspended(m);
}

static unsigned int read_files(const struct machine *m, const char *dir,
			       const char * const *names, unsigned int nr, struct text *failed)
{
	unsigned int i, n = 0;
	struct buffer b;
	char *path;
	int ret;

	for (i = 0; i < nr; i++) {
		path = path_of("%s/%s", dir, names[i]);
		ret = read_all(path, &b);
		if (ret)
			text_add(failed, "; %s: %s", names[i], strerror(-ret));
		n += !ret;
		buffer_free(&b);
		free(path);
	}
	return n;
}

/*
 * Read all files of the module that must not wake the GPU when they are read. Return: number of
 * files that were read.
 */
static unsigned int read_asleep(const struct machine *m, struct text *failed)
{
	static const char * const facts[] = { "info", "asic_info", "asic_info_v3" };
	static const char * const logs[] = { "guc_log_raw", "guc_log_lfd", "guc_log_state" };
	unsigned int i, n = read_files(m, m->ours, facts, ARRAY_SIZE(facts), failed);

	for (i = 0; i < m->nr_gts && !machine_has_vram(m); i++)
		n += read_files(m, m->gt[i].ours, logs, ARRAY_SIZE(logs), failed);
	return n;
}

static void add_awake(const struct machine *m, struct page *page)
{
	char *control = machine_power(m, "control"), *status = machine_power(m, "runtime_status");

	page_add(page, m->was_suspended ? HOLDS_NOT : NOT_RUN, "sleep",
		 "%s: after %u s its runtime status is %s (power/control %s)%s",
		 m->was_suspended ? "the GPU was suspended when this program began" :
		 "the GPU is in use", WAIT_S, *status ? status : "unknown",
		 *control ? control : "unknown", m->was_suspended ? AGAIN : "");
	free(control);
	free(status);
}

/**
 * check_sleep() - check that a suspended GPU stays suspended while facts and logs are read
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 *
 * A log in VRAM is not read here, because the module must resume the GPU to read it. Another
 * program can wake the GPU at any time, so the check is tried several times, and one successful try
 * is enough.
 */
void check_sleep(const struct machine *m, struct page *page)
{
	u64 before = m->active_ms, ms = 1;
	struct text failed = { NULL, 0 };
	unsigned int n = 0, woken;

	say("Waiting at most %u s until the GPU is suspended", WAIT_S);
	for (woken = 0; woken < TRIES && !failed.len && !interrupted; woken++) {
		if (!falls_asleep(m)) {
			add_awake(m, page);
			return;
		}
		/*
		 * m->active_ms was read before this program loaded the module. If the GPU was
		 * suspended then, use that value in the first try: it also shows whether loading
		 * the module wakes the GPU.
		 */
		if (woken || !m->was_suspended)
			before = machine_active_ms(m);
		n = read_asleep(m, &failed);
		pause_ms(SETTLE_MS);
		ms = machine_active_ms(m) - before;
		if (machine_is_suspended(m) && !ms)
			break;
	}
	page_add(page, woken < TRIES && !failed.len ? HOLDS : HOLDS_NOT, "sleep",
		 "%s%u files were read; the GPU was suspended before and %s after, and active for %llu ms meanwhile%s%s%s",
		 m->was_suspended && !m->was_loaded && !woken ? "the module was loaded and " : "",
		 n, machine_is_suspended(m) ? "is" : "is not", ms,
		 machine_has_vram(m) ? "; the log is in VRAM and was not read" : "",
		 woken ? AGAIN : "", failed.data ?: "");
	free(failed.data);
}

/**
 * check_vram() - measure how long the module needs to copy a log from VRAM
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 */
void check_vram(const struct machine *m, struct page *page)
{
	s64 shortest = NS_PER_SEC * 3600, longest = 0, ns;
	struct buffer b = { NULL, 0 };
	unsigned int i;
	size_t len = 0;
	char *path;
	int ret = 0;

	if (!machine_has_vram(m)) {
		page_add(page, NOT_RUN, "VRAM", "the log is in system memory");
		return;
	}
	path = path_of("%s/guc_log_raw", m->gt[0].ours);
	for (i = 0; i < VRAM_READS && !ret; i++) {
		ns = now_ns(CLOCK_MONOTONIC);
		ret = read_all(path, &b);
		ns = now_ns(CLOCK_MONOTONIC) - ns;
		shortest = min(shortest, ns);
		longest = max(longest, ns);
		len = b.len;
		buffer_free(&b);
	}
	free(path);
	if (ret)
		page_add(page, HOLDS_NOT, "VRAM", "the log cannot be read: %s", strerror(-ret));
	else if (len < LINE_BYTES)
		page_add(page, HOLDS_NOT, "VRAM", "the log has only %zu bytes", len);
	else
		page_add(page, longest <= VRAM_LIMIT_MS * NS_PER_MS ? HOLDS : HOLDS_NOT, "VRAM",
			 "%zu KiB in %.2f to %.2f ms, %lld to %lld ns for each %u bytes; the limit is %u ms",
			 len / 1024, shortest / 1e6, longest / 1e6,
			 shortest / (s64)(len / LINE_BYTES), longest / (s64)(len / LINE_BYTES),
			 LINE_BYTES, VRAM_LIMIT_MS);
}
