// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an incident can have without the module xe_guclog: xe's own text of the log and its
 * description of the GuC, from debugfs. The reason why the module gave no log is recorded.
 */
#include "collect/xe_files.h"

#include <glob.h>
#include <limits.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/incident.h"

/*
 * Return: whether a directory of debugfs belongs to the GPU: it has the name of the device, or its
 * file "name" contains it, as in "xe dev=0000:03:00.0 unique=0000:03:00.0".
 */
static bool is_of_gpu(const char *dir, const char *gpu)
{
	const char *base = strrchr(dir, '/') + 1;
	char path[PATH_MAX], text[128], *at;
	size_t len = strlen(gpu);

	if (!strcmp(base, gpu))
		return true;
	snprintf(path, sizeof(path), "%s/name", dir);
	at = file_first_line(path, text, sizeof(text)) ? strstr(text, "dev=") : NULL;
	return at && !strncmp(at + 4, gpu, len) && strchr("\n ", at[4 + len]);
}

/* Store the files of one GT. @uc: its directory "uc". Return: whether the log was stored. */
static bool add_gt(struct incident *in, const char *uc)
{
	char path[PATH_MAX], file[48];
	const char *at = strstr(uc, "/gt");
	unsigned int gt;
	bool stored;

	while (at && strstr(at + 1, "/gt"))
		at = strstr(at + 1, "/gt");
	if (!at || sscanf(at, "/gt%u/", &gt) != 1 || gt >= DEVCD_MAX_GTS)
		return false;
	snprintf(path, sizeof(path), "%s/guc_info", uc);
	snprintf(file, sizeof(file), "guc_info.gt%u.txt.zst", gt);
	incident_add_packed(in, "", path, file);
	snprintf(path, sizeof(path), "%s/guc_log", uc);
	snprintf(file, sizeof(file), "guc_log.gt%u.xe.txt.zst", gt);
	stored = !incident_add_packed(in, "", path, file);
	if (stored)
		incident_note_log(in, gt, file);
	return stored;
}

/* Store the files of all GTs in a directory of debugfs. Return: whether a log was stored. */
static bool add_gts(struct incident *in, const char *dir)
{
	static const char * const places[] = { "gt*/uc", "tile*/gt*/uc" };
	char pattern[PATH_MAX];
	bool stored = false;
	size_t i, n;
	glob_t all;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		snprintf(pattern, sizeof(pattern), "%s/%s", dir, places[i]);
		if (glob(pattern, 0, NULL, &all))
			continue;
		for (n = 0; n < all.gl_pathc; n++)
			stored |= add_gt(in, all.gl_pathv[n]);
		globfree(&all);
	}
	return stored;
}

static bool add_files(struct incident *in)
{
	char pattern[PATH_MAX];
	bool stored = false;
	glob_t all;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/kernel/debug/dri/*", in->run->sys);
	if (glob(pattern, 0, NULL, &all))
		return false;
	/* A GPU has several directories, with the same files. */
	for (i = 0; i < all.gl_pathc && !stored; i++)
		if (is_of_gpu(all.gl_pathv[i], in->gpu))
			stored = add_gts(in, all.gl_pathv[i]);
	globfree(&all);
	return stored;
}

/* Return: whether the kernel is locked down, so that it loads only signed modules. */
static bool is_locked_down(const struct incident *in)
{
	char path[PATH_MAX], text[128];

	snprintf(path, sizeof(path), "%s/kernel/security/lockdown", in->run->sys);
	return file_first_line(path, text, sizeof(text)) && !strstr(text, "[none]");
}

/* Find out why the module has no log of the GPU. */
static void find_reason(const struct incident *in, char *why, size_t size)
{
	static const char key[] = "device_status=";
	char path[PATH_MAX], line[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/module/xe_guclog", in->run->sys);
	if (access(path, F_OK)) {
		snprintf(why, size, "the module xe_guclog is not loaded%s", is_locked_down(in) ?
			 ": this kernel is locked down and loads only signed modules" : "");
		return;
	}
	snprintf(why, size, "the module xe_guclog has no log of this GPU");
	snprintf(path, sizeof(path), "%s/kernel/debug/xe_guclog/%s/info", in->run->sys, in->gpu);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, key, strlen(key)))
			snprintf(why, size, "the module xe_guclog has no log of this GPU: %s",
				 line + strlen(key));
	}
	if (f)
		fclose(f);
}

/**
 * xe_files_add() - store what xe itself shows about the GuC of a GPU
 * @in: the incident that is being collected, for which the module has given no log
 *
 * The text of xe is the log as it is now, not as it was at the trigger. The metadata get the reason
 * why there is no log of the module, and whether xe has none either.
 *
 * Context: process context; reading the files resumes a suspended GPU.
 */
void xe_files_add(struct incident *in)
{
	char why[600];

	find_reason(in, why, sizeof(why));
	incident_missing(in, "the log at the trigger", why);
	if (!add_files(in))
		incident_missing(in, "xe's text of the log",
				 "debugfs is not mounted, or xe shows no log of this GPU there");
}
