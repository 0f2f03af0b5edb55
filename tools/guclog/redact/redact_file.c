// SPDX-License-Identifier: GPL-2.0-only
#include "redact/redact.h"

#include <sys/mman.h>
#include <unistd.h>

#include "shared/bytes.h"
#include "guclog.h"
#include "shared/paste.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "shared/printable.h"

/* A devcoredump can have the contents of a VM. */
#define MAX_FILE	((size_t)2 << 30)

static int read_file(struct redacted *r, const char *path)
{
	struct bytes *bytes = bytes_open(path);
	int ret;

	if (!bytes)
		return -1;
	ret = bytes_read_all(bytes, &r->data, &r->len, MAX_FILE);
	bytes_close(bytes);
	if (ret > 0)
		msg_fail(path, "longer than 2 GiB");
	return ret ? -1 : 0;
}

/* A text of two bytes for each character becomes one of one. */
static void make_bytes(struct redacted *r)
{
	enum paste_encoding encoding;
	size_t skip;

	encoding = paste_detect(r->data, r->len, &skip);
	memmove(r->data, r->data + skip, r->len - skip);
	r->len -= skip;
	if (encoding != PASTE_BYTES)
		r->len = paste_convert(encoding, r->data, r->len - r->len % 2);
}

/* A kernel log in JSON has another form than its text. */
static bool is_json(const struct redacted *r)
{
	size_t i = 0;

	while (i < r->len && strchr("[ \t\r\n", r->data[i]))
		i++;
	return i < r->len && r->data[i] == '{';
}

static enum redact_form form_of(const struct redacted *r)
{
	static const char * const marks[] = {
		"**** Xe Device Coredump ****", "[LOG].data:", "Log data:", "Capture 1.",
	};
	enum guclog_form form = guclog_form_detect(r->data, r->len);
	unsigned int i;

	if (form == GUCLOG_FORM_LFD)
		return REDACT_AS_LFD;
	if (form != GUCLOG_FORM_UNKNOWN || is_json(r) ||
	    memchr(r->data, 0, min_t(size_t, r->len, 4096)))
		return REDACT_AS_OTHER;
	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (memmem(r->data, r->len, marks[i], strlen(marks[i])))
			return REDACT_AS_TEXT;
	return REDACT_AS_OTHER;
}

/**
 * redact_open() - read a file and redact it
 * @r: filled; end it with redact_close(), whatever is returned
 * @path: the file, packed or not, "-" for standard input
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int redact_open(struct redacted *r, const char *path)
{
	*r = (struct redacted){ .fd = -1, .form = REDACT_AS_OTHER };
	if (read_file(r, path))
		return -1;
	make_bytes(r);
	r->form = form_of(r);
	if (r->form == REDACT_AS_TEXT)
		redact_text(&r->list, (char *)r->data, r->len);
	else if (r->form == REDACT_AS_LFD)
		redact_lfd(&r->list, r->data, r->len);
	r->fd = memfd_create("guclog", MFD_CLOEXEC);
	if (r->fd < 0 || file_write_all(r->fd, r->data, r->len)) {
		msg_fail(path, "%s", strerror(errno));
		return -1;
	}
	snprintf(r->path, sizeof(r->path), "/proc/self/fd/%d", r->fd);
	return 0;
}

/**
 * redact_rename() - give an input its own name back
 * @file: opened with the path of a struct redacted
 * @path: the path that the user gave; the folder is left out
 */
void redact_rename(struct guclog_file *file, const char *path)
{
	const char *base = strrchr(path, '/');
	char *name;

	base = base ? base + 1 : path;
	name = printable(strcmp(base, "-") ? base : "standard input");
	if (guclog_file_rename(file, name))
		mem_none();
	free(name);
}

/**
 * redact_close() - free what redact_open() has read
 * @r: the file
 */
void redact_close(struct redacted *r)
{
	free(r->data);
	if (r->fd > 0)
		close(r->fd);
	*r = (struct redacted){ .fd = -1 };
}
