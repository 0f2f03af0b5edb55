// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests that the library's functions for redaction behave as guclog.h documents.
 *
 *   redact FILE     write the redacted bytes to stdout, and the counts to stderr
 *   redact rules    test the functions on small inputs
 */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#include "test.h"

static int redact_file(const char *path)
{
	static char data[1 << 24];
	FILE *f = fopen(path, "rb");
	size_t len = f ? fread(data, 1, sizeof(data), f) : 0;
	const struct guclog_redaction *r;
	unsigned int i;
	char text[128];
	int error;

	if (f)
		fclose(f);
	r = guclog_redact(data, len, GUCLOG_REDACT_ANY, &error);
	if (!r) {
		fprintf(stderr, "%s\n", guclog_strerror(error));
		return 2;
	}
	fwrite(r->data, 1, r->len, stdout);
	for (i = 0; i < r->nr_counts; i++) {
		if (!r->count[i].places)
			continue;
		guclog_redact_count_text(&r->count[i], i, text, sizeof(text));
		fprintf(stderr, "%s\n", text);
	}
	guclog_redaction_free(r);
	return 0;
}

static void field(const char *name, const char *value, const char *want)
{
	char buf[64];

	snprintf(buf, sizeof(buf), "%s", value);
	guclog_redact_field(name, buf, strlen(buf), NULL);
	ok(!strcmp(buf, want), "%s: %s, not %s", name, buf, want);
}

static void rules(void)
{
	struct guclog_redact_count count[GUCLOG_REDACT_KINDS];
	int error = 0, i;
	char name[] = "vkcube";

	ok(!guclog_redact("no log", 6, GUCLOG_REDACT_ANY, &error), "a wrong text was redacted");
	ok(error == -EPROTONOSUPPORT, "error %d", error);
	ok(!guclog_redact(NULL, 0, GUCLOG_REDACT_ANY, NULL), "empty data were redacted");
	guclog_redaction_free(NULL);
	field("process", "vkcube", "xxxxxx");
	field("pid", "123", "xxx");
	field("kernel", "6.12.9-local", "6.12.9xxxxxx");
	field("reason", "Timedout job - seqno=1 in vkcube [5]",
	      "Timedout job - seqno=1 in xxxxxx [x]");
	field("platform", "BATTLEMAGE", "BATTLEMAGE");
	field("guc_firmware", "xe/bmg_guc_70.bin", "xe/bmg_guc_70.bin");
	field("guc_firmware", "/lib/own/guc", "xxxxxxxxxxxx");
	field("owner", "me", "xx");
	memset(count, 0, sizeof(count));
	guclog_redact_field("process", name, 6, count);
	ok(count[GUCLOG_REDACT_PROCESS].places == 1 && count[GUCLOG_REDACT_PROCESS].bytes == 6,
	   "%s was not counted", name);
	for (i = 0; i < GUCLOG_REDACT_KINDS; i++)
		ok(*guclog_redact_kind_name(i), "kind %d has no name", i);
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "rules"))
		return redact_file(argv[1]);
	rules();
	return result();
}
