// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the archive that a user can send as a report. Its files must not contain addresses, names
 * of processes or hosts, or serial numbers. These files are: the page with the results, the
 * module's file info (facts about the GPU), redacted by the library, ASIC info (properties of the
 * GPU), the offsets of members in xe's structures, and the output of "guclog contribute" (numbers
 * and constant texts).
 */
#include "hwcheck.h"
#include "output/redact/redaction.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define TAR_BLOCK	512u
#define FOLDER		"xe-guclog-hardware-check"
#define COMMAND_S	120

/* A header of tar (POSIX ustar). */
struct tar_header {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char checksum[8];
	char type;
	char link[100];
	char magic[8];
	char rest[247];
};

/**
 * struct archive - the archive while it is written
 * @fd: descriptor of the archive
 * @error: 0, or the first error, a negative errno
 * @list: a text for the user with a line for each file: its name, length and description
 */
struct archive {
	int fd;
	int error;
	struct text *list;
};

static void put(struct archive *a, const void *data, size_t len)
{
	if (!a->error)
		a->error = write_fd(a->fd, data, len);
}

/* Add a file to the archive. The header in the archive has no owner and no time. */
static void add(struct archive *a, const char *name, const char *what, const void *data, size_t len)
{
	static const char zeroes[TAR_BLOCK];
	struct tar_header h = { .type = '0', .magic = "ustar\00000" };
	unsigned int sum = 0;
	size_t i;

	snprintf(h.name, sizeof(h.name), FOLDER "/%s", name);
	snprintf(h.mode, sizeof(h.mode), "%07o", 0644);
	snprintf(h.uid, sizeof(h.uid), "%07o", 0);
	snprintf(h.gid, sizeof(h.gid), "%07o", 0);
	snprintf(h.size, sizeof(h.size), "%011zo", len);
	snprintf(h.mtime, sizeof(h.mtime), "%011o", 0);
	memset(h.checksum, ' ', sizeof(h.checksum));
	for (i = 0; i < sizeof(h); i++)
		sum += ((const u8 *)&h)[i];
	snprintf(h.checksum, sizeof(h.checksum), "%06o", sum);
	put(a, &h, sizeof(h));
	put(a, data, len);
	put(a, zeroes, (TAR_BLOCK - len % TAR_BLOCK) % TAR_BLOCK);
	text_add(a->list, "  %-20s %8zu bytes  %s\n", name, len, what);
}

/* Add a text to the archive, without the lines that begin with one of the words in @words. */
static void add_without(struct archive *a, const char *name, const char *what, const char *text,
			size_t len, const char * const *words, unsigned int nr)
{
	struct text kept = { NULL, 0 };
	const char *end = text + len;
	unsigned int i;
	size_t n;

	for (; text < end; text += n) {
		n = strcspn(text, "\n");
		n += text + n < end;
		for (i = 0; i < nr && strncmp(text, words[i], strlen(words[i])); i++)
			;
		if (i == nr)
			text_add(&kept, "%.*s", (int)n, text);
	}
	add(a, name, what, kept.data ?: "", kept.len);
	free(kept.data);
}

/*
 * Add the facts about the GPU (the module's file info). They are redacted, and the PCI address and
 * the clock anchor are left out.
 */
static void add_info(struct archive *a, const struct machine *m)
{
	static const char * const words[] = { "pci_address=", "anchor_" };
	char *path = path_of("%s/info", m->ours), *text;
	const struct guclog_redaction *r = NULL;
	struct buffer b;

	if (!read_all(path, &b))
		r = guclog_redact(b.data, b.len, GUCLOG_REDACT_INFO, NULL);
	if (r) {
		text = path_of("%.*s", (int)r->len, (const char *)r->data);
		add_without(a, "info.txt", "facts about the GPU, redacted", text, strlen(text),
			    words, ARRAY_SIZE(words));
		free(text);
	}
	guclog_redaction_free(r);
	buffer_free(&b);
	free(path);
}

static void add_file(struct archive *a, const char *name, const char *what, char *path)
{
	struct buffer b;

	if (!read_all(path, &b))
		add(a, name, what, b.data, b.len);
	buffer_free(&b);
	free(path);
}

/*
 * Add the output of "guclog contribute" for a log. From such outputs, the project can find out the
 * names of the event ids of this firmware.
 */
static void add_contribution(struct archive *a, const struct machine *m, const char *file)
{
	char *path = path_of("%s/%s", m->work, file), *name = path_of("%s.contribution", file);
	const char * const argv[] = { m->guclog, "contribute", path, NULL };
	struct buffer output = { NULL, 0 };

	if (exists(path) && !run_program(argv, COMMAND_S, &output))
		add(a, name, "the output of guclog contribute", output.data, output.len);
	buffer_free(&output);
	free(name);
	free(path);
}

static void add_page(struct archive *a, const struct machine *m, const struct page *page)
{
	struct buffer b = { NULL, 0 };
	FILE *to = open_memstream(&b.data, &b.len);

	if (!to)
		abort();
	page_print(page, m, to);
	fclose(to);
	add(a, "page.txt", "the page above", b.data, b.len);
	buffer_free(&b);
}

/**
 * archive_begin() - write all files of the archive except the page
 * @m: from machine_open()
 * @path: path of the archive, which must not exist
 * @list: a text for the user, to which a line is added for each file
 *
 * The files of the module must be read before the module is unloaded, and the page is complete only
 * after that.
 *
 * Return: the descriptor of the archive, which the caller must close with archive_end(), or a
 * negative errno. After an error, there is no archive.
 */
int archive_begin(const struct machine *m, const char *path, struct text *list)
{
	struct archive a = { .list = list };
	unsigned int i;

	a.fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (a.fd < 0)
		return -errno;
	add_info(&a, m);
	add_file(&a, "asic_info.rdf", "ASIC info", path_of("%s/asic_info.rdf", m->ours));
	add_file(&a, "xe_layout.txt", "offsets in the structures of this xe",
		 path_of("%s/kernel/debug/xe_guclog/xe_layout", m->sys));
	for (i = 0; i < m->nr_gts; i++) {
		char *file = path_of("gt%u.lfd", m->gt[i].id);

		add_contribution(&a, m, file);
		free(file);
	}
	add_contribution(&a, m, "hang.devcoredump");
	if (a.error) {
		close(a.fd);
		unlink(path);
	}
	return a.error ?: a.fd;
}

/**
 * archive_end() - write the page to the archive, and close the archive
 * @fd: from archive_begin()
 * @m: from machine_open()
 * @page: the page that is printed for the user
 * @list: as for archive_begin()
 *
 * Return: 0 or a negative errno.
 */
int archive_end(int fd, const struct machine *m, const struct page *page, struct text *list)
{
	struct archive a = { .fd = fd, .list = list };
	static const char zeroes[2 * TAR_BLOCK];

	add_page(&a, m, page);
	put(&a, zeroes, sizeof(zeroes));
	if (close(fd) && !a.error)
		a.error = -errno;
	return a.error;
}
