// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collects the results of the checks, and prints the page with a line for each result.
 */
#include "hwcheck.h"
#include "model/fact_set.h"
#include "model/known_names.h"

#include <sys/utsname.h>

/* Width of the page, and column at which the texts begin. */
#define WIDTH	98u
#define INDENT	31u

static const char * const words[] = {
	[HOLDS] = "holds",
	[HOLDS_NOT] = "does not hold",
	[NOT_RUN] = "not run",
};

/**
 * page_add() - add the line of a check to the page
 * @page: the page that is printed for the user
 * @verdict: the result of the check
 * @what: what was checked: a constant string of at most 14 characters
 * @format: numbers that the check has found, or why it was not run; as for printf()
 */
void page_add(struct page *page, enum verdict verdict, const char *what, const char *format, ...)
{
	va_list args;
	char *text;

	if (page->nr == MAX_ROWS)
		abort();
	va_start(args, format);
	text = string_of(format, args);
	va_end(args);
	page->row[page->nr++] = (struct row){ verdict, what, text };
	/* If a signal has interrupted the check, its verdict means nothing, so do not print it. */
	if (!interrupted)
		say("  %-13s  %-14s %s", words[verdict], what, text);
}

/**
 * page_count() - count the lines with a certain result
 * @page: the page that is printed for the user
 * @verdict: the result
 *
 * Return: the number of lines with this result.
 */
unsigned int page_count(const struct page *page, enum verdict verdict)
{
	unsigned int i, n = 0;

	for (i = 0; i < page->nr; i++)
		n += page->row[i].verdict == verdict;
	return n;
}

/* Print a text in lines that begin at column INDENT. */
static void print_wrapped(FILE *to, const char *text)
{
	size_t at = INDENT, n;

	while (*text) {
		n = strcspn(text, " ");
		if (at + n > WIDTH && at > INDENT) {
			fprintf(to, "\n%*s", (int)INDENT, "");
			at = INDENT;
		}
		fprintf(to, "%s%.*s", at > INDENT ? " " : "", (int)n, text);
		at += n + 1;
		text += n;
		text += *text == ' ';
	}
	fputc('\n', to);
}

/* Print the version of the running kernel without the suffix that its builder added. */
static void print_kernel(FILE *to)
{
	struct utsname u;

	uname(&u);
	u.release[strspn(u.release, "0123456789.")] = '\0';
	fprintf(to, "Linux %s\n", u.release);
}

static void print_gpu(FILE *to, const struct machine *m)
{
	const struct guclog_facts *f = m->facts->device;
	struct guclog_device device;
	const char *name = guclog_device_find(f->pci_id.device, &device) ? NULL : device.name;
	char version[32];

	fprintf(to, "%s (%04x:%04x, %s, IP %u.%02u)\n", name ?: "an unknown GPU", f->pci_id.vendor,
		f->pci_id.device, f->platform, f->graphics_ip / 100, f->graphics_ip % 100);
	if (m->facts->nr_gts &&
	    guclog_facts_get(m->facts->gt[0], "guc_version", version, sizeof(version)) > 0)
		fprintf(to, "GuC %s, log level %u\n", version, m->facts->gt[0]->log_level);
}

/**
 * page_print() - print the page
 * @page: the page that is printed for the user
 * @m: from machine_open()
 * @to: the file to which the page is printed
 */
void page_print(const struct page *page, const struct machine *m, FILE *to)
{
	unsigned int i;

	fprintf(to, "What holds on this machine\n==========================\n\n"
		"xe-guclog %s, ", CHECK_VERSION);
	print_kernel(to);
	print_gpu(to, m);
	fputc('\n', to);
	for (i = 0; i < page->nr; i++) {
		fprintf(to, "%-13s  %-14s  ", words[page->row[i].verdict], page->row[i].what);
		print_wrapped(to, page->row[i].text);
	}
	fprintf(to, "\n%u hold, %u %s not hold, %u not run.\n", page_count(page, HOLDS),
		page_count(page, HOLDS_NOT), page_count(page, HOLDS_NOT) == 1 ? "does" : "do",
		page_count(page, NOT_RUN));
}

/**
 * page_free() - free the texts of a page
 * @page: the page, empty afterwards
 */
void page_free(struct page *page)
{
	while (page->nr)
		free(page->row[--page->nr].text);
}
