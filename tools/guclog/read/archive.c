// SPDX-License-Identifier: GPL-2.0-only
#include "read/archive.h"

#include "base/arena.h"
#include "base/messages.h"
#include "read/dir_facts.h"
#include "base/archive_calls.h"
#include "base/bytes.h"

#define CHUNK	(64 * 1024)

/**
 * struct packed - an archive that is being read
 * @calls: the functions of libarchive
 * @archive: libarchive's state
 * @bytes: the content of the archive after @first
 * @first: the beginning of the archive, which has already been read
 * @first_len: bytes at @first, 0 after libarchive has read them
 * @buf: buffer that libarchive reads from
 */
struct packed {
	struct archive_calls calls;
	struct archive *archive;
	struct bytes *bytes;
	const u8 *first;
	size_t first_len;
	u8 buf[CHUNK];
};

static la_ssize_t read_packed(struct archive *archive, void *data, const void **buf)
{
	struct packed *p = data;
	ssize_t n = (ssize_t)p->first_len;

	*buf = p->first;
	p->first_len = 0;
	if (n)
		return n;
	*buf = p->buf;
	n = bytes_read(p->bytes, p->buf, sizeof(p->buf));
	if (n < 0)
		p->calls.set_error(archive, EIO, "cannot be read to its end");
	return n;
}

/*
 * Enable only formats and kinds of compression that libarchive reads itself. For other kinds,
 * libarchive starts an external program.
 */
static void choose_formats(const struct archive_calls *calls, struct archive *archive)
{
	calls->read_support_filter_bzip2(archive);
	calls->read_support_filter_compress(archive);
	calls->read_support_filter_gzip(archive);
	calls->read_support_filter_lz4(archive);
	calls->read_support_filter_lzip(archive);
	calls->read_support_filter_lzma(archive);
	calls->read_support_filter_xz(archive);
	calls->read_support_filter_zstd(archive);
	calls->read_support_format_tar(archive);
	calls->read_support_format_zip_streamable(archive);
	calls->read_support_format_raw(archive);
}

/*
 * If an archive ends too early, libarchive returns an error instead of the bytes that it has
 * copied so far. The data are therefore read in small pieces, so that few bytes are lost.
 */
#define PIECE		4096u

static ssize_t read_data(void *from, void *to, size_t len)
{
	struct packed *p = from;

	return p->calls.read_data(p->archive, to, min_t(size_t, len, PIECE));
}

static bool is_raw(const struct packed *p)
{
	return p->calls.format(p->archive) == ARCHIVE_FORMAT_RAW;
}

/*
 * Return: the name of a member for messages, such as "dump.tar: path of the member", or NULL if
 * there is no memory.
 */
static char *member_name(const struct input *in, const struct packed *p,
			 struct archive_entry *entry)
{
	const char *path = p->calls.entry_pathname(entry);
	char *joined, *clean;

	if (is_raw(p))
		return arena_printable(in->arena, in->name);
	joined = arena_printf(in->arena, "%s: %s", in->name, path ? path : "(no name)");
	clean = joined ? arena_printable(in->arena, joined) : NULL;
	arena_drop(in->arena, joined);
	return clean;
}

static int read_member(struct input *in, struct packed *p,
		       struct archive_entry *entry, struct dir_facts *facts,
		       archive_member_reader reader)
{
	struct input one = input_part(in);
	struct bytes *bytes;
	int ret = -1;

	one.name = member_name(in, p, entry);
	bytes = one.name ? bytes_from(read_data, p, one.name, &in->messages->sink) : NULL;
	if (bytes && dir_facts_is(one.name) && !is_raw(p))
		ret = dir_facts_add(facts, in, bytes, one.name);
	else if (bytes)
		ret = reader(&one, bytes);
	if (bytes)
		bytes_close(bytes);
	if (is_raw(p) && !in->packing)
		in->packing = p->calls.filter_name(p->archive, 0);
	input_append(in, &one);
	return ret;
}

/* Return: whether the paths @lfd and @raw name an LFD file and an image of the same log. */
static bool is_twin(const char *lfd, const char *raw)
{
	static const char lfd_name[] = "guc_log_lfd", raw_name[] = "guc_log_raw";
	size_t len = strlen(lfd), n = sizeof(lfd_name) - 1;

	return len >= n && strlen(raw) == len && !strcmp(lfd + len - n, lfd_name) &&
	       !strcmp(raw + len - n, raw_name) && !memcmp(lfd, raw, len - n);
}

/*
 * Remove LFD files of logs that the input also has as an image: the debugfs directory of the
 * module has each log in both forms, and the image has all data of the LFD file.
 */
static void drop_twins(struct input *in)
{
	unsigned int i, j;

	for (i = 0; i < in->nr_logs; i++) {
		for (j = 0; j < in->nr_logs; j++)
			if (is_twin(in->log[i].name, in->log[j].name))
				break;
		if (j == in->nr_logs)
			continue;
		arena_drop(in->arena, in->log[i].image);
		in->nr_logs--;
		memmove(&in->log[i], &in->log[i + 1],
			(in->nr_logs - i) * sizeof(*in->log));
		i--;
	}
}

static int read_all(struct input *in, struct packed *p, archive_member_reader reader)
{
	struct dir_facts facts = { .nr = 0 };
	struct archive_entry *entry;
	int ret = 0, err;

	while ((err = p->calls.read_next_header(p->archive, &entry)) == ARCHIVE_OK ||
	       err == ARCHIVE_WARN) {
		if (!is_raw(p) && p->calls.entry_filetype(entry) != AE_IFREG)
			continue;
		/* After a fault, which read_member() has reported, the next member may be valid. */
		if (read_member(in, p, entry, &facts, reader))
			ret = -1;
	}
	if (err != ARCHIVE_EOF) {
		messages_add(in->messages, in->name, "%s",
			     p->calls.error_string(p->archive) ?: "damaged archive");
		ret = -1;
	}
	drop_twins(in);
	dir_facts_merge(&facts, in);
	return ret;
}

/**
 * archive_read_members() - read the logs of all members of an archive
 * @in: the logs are added to it
 * @bytes: the content of the archive after @first
 * @first: the beginning of the archive, which has already been read
 * @len: number of bytes at @first
 * @reader: reads one member
 *
 * Return: 0, or -1 after a message; the logs that could be read are in @in.
 */
int archive_read_members(struct input *in, struct bytes *bytes,
			 const u8 *first, size_t len,
			 archive_member_reader reader)
{
	struct packed p = { .bytes = bytes, .first = first, .first_len = len };
	char why[256];
	int ret = -1;

	if (archive_calls_load(&p.calls, why, sizeof(why))) {
		messages_add(in->messages, in->name,
			     "is an archive, but libarchive cannot be loaded: %s", why);
		return -1;
	}
	p.archive = p.calls.read_new();
	if (p.archive) {
		choose_formats(&p.calls, p.archive);
		if (p.calls.read_open(p.archive, &p, NULL, read_packed, NULL))
			messages_add(in->messages, in->name, "%s",
				     p.calls.error_string(p.archive));
		else
			ret = read_all(in, &p, reader);
		p.calls.read_free(p.archive);
	}
	archive_calls_drop(&p.calls);
	return ret;
}
