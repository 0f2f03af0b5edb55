// SPDX-License-Identifier: GPL-2.0
/*
 * profile.c -- reads a profile, the file that describes a GPU model.
 *
 * Each line is "key value..."; "#" starts a comment.  A line with the key "expect" has a value that
 * the test scenarios expect the driver to show; the device ignores it.  An unknown key is an error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile.h"

#define MAX_WORDS	16

struct line {
	char *word[MAX_WORDS];
	int words;
};

static bool number(const char *s, u32 *v)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(s, &end, 0);
	*v = (u32)n;
	return !errno && end != s && !*end && n <= UINT32_MAX;
}

/* numbers - parse the numbers after the key; there must be exactly @n */
static bool numbers(const struct line *l, int n, u32 *v)
{
	if (l->words != n + 1)
		return false;
	for (int i = 0; i < n; i++)
		if (!number(l->word[i + 1], &v[i]))
			return false;
	return true;
}

static bool set_gmdid(const struct line *l, u32 *gmdid)
{
	u32 v[3];

	if (!numbers(l, 3, v) || v[0] > 0x3ff || v[1] > 0xff || v[2] > 0x3f)
		return false;
	*gmdid = v[0] << 22 | v[1] << 14 | v[2];
	return true;
}

static bool add_fuse(const struct line *l, struct profile *p)
{
	u32 v[3];

	if (!numbers(l, 3, v) || v[0] > 1 || p->fuse_count == PROFILE_FUSES)
		return false;
	p->fuses[p->fuse_count].gt = v[0];
	p->fuses[p->fuse_count].offset = v[1];
	p->fuses[p->fuse_count++].value = v[2];
	return true;
}

static bool add_hwconfig(const struct line *l, struct profile *p)
{
	u32 n = (u32)l->words - 2, key, v;

	if (l->words < 3 || p->hwconfig_dw + 2 + n > PROFILE_HWCONFIG ||
	    !number(l->word[1], &key))
		return false;
	p->hwconfig[p->hwconfig_dw++] = key;
	p->hwconfig[p->hwconfig_dw++] = n;
	for (u32 i = 0; i < n; i++) {
		if (!number(l->word[i + 2], &v))
			return false;
		p->hwconfig[p->hwconfig_dw++] = v;
	}
	return true;
}

static bool set_device(const struct line *l, struct profile *p)
{
	u32 v[2];

	if (!numbers(l, 2, v) || v[0] > 0xffff || v[1] > 0xff)
		return false;
	p->device = (u16)v[0];
	p->revision = (u8)v[1];
	return true;
}

static bool set_vram(const struct line *l, struct profile *p)
{
	u32 v;

	if (!numbers(l, 1, &v) || v > 64)
		return false;
	p->vram = GIB(v);
	return true;
}

static bool set_clocks(const struct line *l, struct profile *p)
{
	u32 v[3];

	if (!numbers(l, 3, v) || v[0] > v[1] || v[1] > v[2] || v[2] > 5000)
		return false;
	p->rpn_mhz = v[0];
	p->rpe_mhz = v[1];
	p->rp0_mhz = v[2];
	return true;
}

static bool take(const struct line *l, struct profile *p)
{
	const char *key = l->word[0];

	if (!strcmp(key, "expect"))
		return l->words >= 3;
	if (!strcmp(key, "device"))
		return set_device(l, p);
	if (!strcmp(key, "version"))
		return numbers(l, 1, &p->version);
	if (!strcmp(key, "gmdid"))
		return set_gmdid(l, &p->gmdid[0]);
	if (!strcmp(key, "media-gmdid")) {
		p->media_gt = true;
		return set_gmdid(l, &p->gmdid[1]);
	}
	if (!strcmp(key, "ppgtt-levels"))
		return numbers(l, 1, &p->levels);
	if (!strcmp(key, "vram-gib"))
		return set_vram(l, p);
	if (!strcmp(key, "clocks-mhz"))
		return set_clocks(l, p);
	if (!strcmp(key, "fuse"))
		return add_fuse(l, p);
	if (!strcmp(key, "hwconfig"))
		return add_hwconfig(l, p);
	return false;
}

/* split - split a line into its words; false if it has too many */
static bool split(char *text, struct line *l)
{
	char *save = NULL;

	text[strcspn(text, "#\n")] = 0;
	l->words = 0;
	for (char *w = strtok_r(text, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
		if (l->words == MAX_WORDS)
			return false;
		l->word[l->words++] = w;
	}
	return true;
}

static bool complete(const struct profile *p)
{
	return p->device && p->version >= 1200 && p->levels >= 4 && p->levels <= 5 &&
	       p->rp0_mhz;
}

static void set_name(struct profile *p, const char *path)
{
	const char *slash = strrchr(path, '/');

	snprintf(p->name, sizeof(p->name), "%s", slash ? slash + 1 : path);
	p->name[strcspn(p->name, ".")] = 0;
}

/**
 * profile_load() - read a profile from its file
 * @p:    result; its former content is ignored
 * @path: the file
 *
 * Errors are printed to stderr, with file and line.
 *
 * Return: 0; -ENOENT if the file cannot be read; -EINVAL if it is invalid or incomplete.
 */
int profile_load(struct profile *p, const char *path)
{
	FILE *f = fopen(path, "r");
	int n = 0, err = 0;
	char text[512];
	struct line l;

	memset(p, 0, sizeof(*p));
	if (!f) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return -ENOENT;
	}
	set_name(p, path);
	while (!err && fgets(text, sizeof(text), f)) {
		n++;
		if (!split(text, &l) || (l.words && !take(&l, p))) {
			fprintf(stderr, "%s:%d: invalid line '%s'\n", path, n, l.word[0]);
			err = -EINVAL;
		}
	}
	fclose(f);
	if (!err && !complete(p)) {
		fprintf(stderr,
			"%s: device, version, ppgtt-levels or clocks-mhz is missing or invalid\n",
			path);
		err = -EINVAL;
	}
	return err;
}
