// SPDX-License-Identifier: GPL-2.0-only
/*
 * corpus.c DIR NAME... -- compare all results of the library for these images of the
 * corpus with those of the independent writer, and check every file of DIR/spoiled. Uses
 * no header of the project but guclog.h.
 */
#include <guclog.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image.h"
#include "test.h"

static const char *dir;

static struct bytes read_file(const char *name, const char *suffix)
{
	struct bytes b = { NULL, 0 };
	char path[512];
	FILE *f;
	long len = -1;

	snprintf(path, sizeof(path), "%s/%s%s", dir, name, suffix);
	f = fopen(path, "rb");
	if (f && !fseek(f, 0, SEEK_END))
		len = ftell(f);
	if (len < 0) {
		perror(path);
		exit(2);
	}
	rewind(f);
	b.len = (size_t)len;
	/* Memory of the exact length, so that the sanitizer notices one byte too many. */
	b.data = malloc(b.len ? b.len : 1);
	if (fread(b.data, 1, b.len, f) != b.len)
		exit(2);
	fclose(f);
	return b;
}

static bool equal(struct bytes want, const void *data, size_t len)
{
	return want.len == len && !memcmp(want.data, data, len);
}

static void try_lfd(const struct guclog_log *log,
		    const struct guclog_facts *facts, const char *name)
{
	struct bytes want = read_file(name, ".lfd");
	size_t len = 0;
	char *buf;

	ok(!guclog_log_lfd(log, facts, NULL, NULL, 0, &len) && len == want.len,
	   "%s: size", name);
	buf = malloc(want.len);
	memset(buf, 0x5a, want.len);
	ok(guclog_log_lfd(log, facts, NULL, buf, want.len - 1, &len) ==
	   -ENOSPC && buf[0] == 0x5a, "%s: no room", name);
	ok(!guclog_log_lfd(log, facts, NULL, buf, want.len, &len) &&
	   equal(want, buf, len), "%s: fill", name);
	free(buf);
	free(want.data);
}

static void try_text(const struct guclog_log *log, const char *name)
{
	struct bytes want = read_file(name, ".state");
	size_t len = guclog_log_text(log, NULL, 0);
	char *buf = malloc(len + 1);

	ok(guclog_log_text(log, buf, len + 1) == len && equal(want, buf, len) &&
	   !buf[len], "%s: state", name);
	memset(buf, 0x5a, len + 1);
	ok(guclog_log_text(log, buf, len / 2) == len &&
	   strlen(buf) == len / 2 - 1, "%s: cut text", name);
	free(buf);
	free(want.data);
}

static void try_asic(const struct guclog_facts *facts, const char *name)
{
	static const char * const suffix[] = {
		[GUCLOG_ASIC_V1] = ".asic_v1",
		[GUCLOG_ASIC_V3] = ".asic_v3",
		[GUCLOG_ASIC_V1_PACKED] = ".asic_packed",
		[GUCLOG_ASIC_RDF] = ".rdf",
	};
	struct guclog_fault fault;
	unsigned int i;

	for (i = 0; i < sizeof(suffix) / sizeof(*suffix); i++) {
		struct bytes want = read_file(name, suffix[i]);
		const struct guclog_asic *asic;
		size_t len = 0;
		char *buf = malloc(want.len);

		ok(!guclog_asic_make(i, facts, NULL, 0, &len) &&
		   len == want.len, "%s%s: length", name, suffix[i]);
		ok(guclog_asic_make(i, facts, buf, len - 1, &len) == -ENOSPC,
		   "%s%s: no room", name, suffix[i]);
		ok(!guclog_asic_make(i, facts, buf, want.len, &len) &&
		   equal(want, buf, len), "%s%s", name, suffix[i]);
		asic = guclog_asic_open(buf, len, &fault);
		ok(asic && asic->form == i && strlen(asic->text) > 400 && !fault.error,
		   "%s%s: text", name, suffix[i]);
		guclog_asic_close(asic);
		free(buf);
		free(want.data);
	}
}

/* The parts are in the image and have the lengths of the text. */
static void try_parts(const struct guclog_log *log, const char *name)
{
	struct guclog_bytes image = log->image;
	struct guclog_bytes part[4];
	unsigned int i, nr = guclog_log_events(log, part, 2);
	char want[64], *text;
	size_t len = guclog_log_text(log, NULL, 0), sum = 0;

	for (i = 0; i < nr; i++)
		sum += part[i].len;
	part[nr++] = log->before_load;
	part[nr++] = log->crash;
	for (i = 0; i < nr; i++)
		ok(!part[i].len ||
		   ((const char *)part[i].data >= (const char *)image.data &&
		    (size_t)((const char *)part[i].data - (const char *)image.data) <=
		    image.len - part[i].len), "%s: part %u", name, i);
	text = malloc(len + 1);
	guclog_log_text(log, text, len + 1);
	snprintf(want, sizeof(want), "\nevent_bytes=%zu\n", sum);
	ok(log->order == GUCLOG_ORDER_ABSENT ?
	   strstr(text, "\nevent_order=absent\n") && !sum :
	   !!strstr(text, want), "%s: bytes", name);
	free(text);
}

static void try_faults(const struct guclog_log *log, const char *name)
{
	unsigned int i, nr = log->nr_faults;
	size_t len = guclog_log_text(log, NULL, 0);
	char *text = malloc(len + 1), want[200];
	struct guclog_fault fault;

	guclog_log_text(log, text, len + 1);
	for (i = 0; !guclog_log_fault(log, i, &fault); i++) {
		snprintf(want, sizeof(want), "\nfault=%s\n", fault.text);
		ok(fault.error < 0 && strstr(text, want), "%s: %s", name,
		   fault.text);
	}
	ok(i == (nr < 16 ? nr : 16), "%s: number of faults", name);
	free(text);
}

static void try_image(const char *name)
{
	struct bytes image = read_file(name, ".img");
	struct guclog_file *file = open_any(image.data, image.len);
	const struct guclog_log *log = file->log[0];
	const struct guclog_facts_file *given;
	struct guclog_facts facts;
	char path[512];

	snprintf(path, sizeof(path), "%s/%s.facts", dir, name);
	given = guclog_facts_open(path, NULL);
	facts = *given->device;
	if (given->nr_gts)
		guclog_facts_merge(&facts, given->gt[0]);
	guclog_facts_close(given);
	try_lfd(log, &facts, name);
	try_text(log, name);
	try_asic(&facts, name);
	try_parts(log, name);
	try_faults(log, name);
	guclog_close(file);
	free(image.data);
}

/* The first fault of an LFD file. */
static void check(struct bytes file, struct guclog_fault *fault)
{
	const struct guclog_check_result *c =
		guclog_check_bytes(file.data, file.len, GUCLOG_FORM_LFD);

	if (c->nr_faults)
		*fault = c->defect[c->nr_defects - 1]->fault;
	guclog_check_free(c);
}

/* The first line of NAME.check is the message, or empty. */
static void try_spoiled(const char *name)
{
	struct bytes file = read_file(name, "");
	struct bytes want = read_file(name, ".check");
	size_t len = want.len ? want.len - 1 : 0;
	struct guclog_fault fault = { .error = 0 };

	if (!strncmp(name, "spoiled/lfd-", 12))
		check(file, &fault);
	else
		guclog_asic_close(guclog_asic_open(file.data, file.len, &fault));
	ok(!fault.error == !len && strlen(fault.text) == len &&
	   !memcmp(fault.text, want.data, len), "%s: %s", name, fault.text);
	free(want.data);
	free(file.data);
}

static void all_spoiled(void)
{
	char path[sizeof("spoiled/") + 256];
	struct dirent *e;
	DIR *d;

	if (chdir(dir)) {
		perror(dir);
		exit(2);
	}
	dir = ".";
	d = opendir("spoiled");
	ok(!!d, "spoiled files");
	while (d && (e = readdir(d))) {
		if (*e->d_name == '.' || strstr(e->d_name, ".check"))
			continue;
		snprintf(path, sizeof(path), "spoiled/%s", e->d_name);
		try_spoiled(path);
	}
	if (d)
		closedir(d);
}

int main(int argc, char **argv)
{
	int i;

	if (argc < 3)
		return 2;
	dir = argv[1];
	for (i = 2; i < argc; i++)
		try_image(argv[i]);
	all_spoiled();
	return result();
}
