// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of a stored incident, for "guclog incidents export --redact": the files of the incident
 * are redacted one after the other and added to an archive.
 */
#include "output/redacted.h"

#include <json-c/json.h>
#include <limits.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/child.h"
#include "collect/metadata.h"
#include "collect/pack.h"
#include "collect/redact_metadata.h"
#include "collect/store.h"
#include "collect/tar.h"
#include "output/json_out.h"
#include "base/file.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "asic/info.h"
#include "model/fact_set.h"
#include "read/facts_open.h"

/**
 * struct copy - a redacted copy of an incident
 * @count: number of items that were redacted, by enum guclog_redact_kind
 * @store: the incident store
 * @name: name of the incident
 * @tar: the archive to which the files are added
 * @left_out: names of the files that are not added to the archive
 * @explained: name of the file from which the verdict was made, empty if there is no verdict
 * @explained_fd: descriptor of the redacted copy of @explained, -1 while there is none
 */
struct copy {
	struct guclog_redact_count *count;
	const struct store *store;
	const char *name;
	struct tar *tar;
	struct json_object *left_out;
	const char *explained;
	int explained_fd;
};

static bool ends(const char *text, const char *with)
{
	size_t n = strlen(text), m = strlen(with);

	return n >= m && !strcmp(text + n - m, with);
}

static int save(struct copy *c, const char *file, const void *data, size_t len)
{
	int fd = memfd_create(file, MFD_CLOEXEC);
	int ret = fd < 0 ? -1 : ends(file, ".zst") ? pack_buffer(data, len, fd, NULL) :
		  file_write_all(fd, data, len);

	if (ret)
		msg_fail(file, "%s", strerror(errno));
	else
		ret = tar_add(c->tar, file, fd);
	if (!ret && c->explained_fd < 0 && !strcmp(file, c->explained))
		c->explained_fd = fd;
	else if (fd >= 0)
		close(fd);
	return ret;
}

static int save_json(struct copy *c, const char *file, struct json_object *o)
{
	const char *text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
							  JSON_C_TO_STRING_SPACED);

	return save(c, file, text, strlen(text));
}

static int copy_metadata(struct copy *c, struct json_object *meta)
{
	redact_metadata(c->count, meta);
	return save_json(c, "metadata.json", meta);
}

/* List a file as left out. The name of a file that the collector has not stored is overwritten. */
static void leave_out(struct copy *c, const char *file, u64 bytes)
{
	char *name = mem_copy(file);

	if (!redact_is_stored_file(file))
		guclog_redact_field("file", name, strlen(name), c->count);
	c->count[GUCLOG_REDACT_FILE].places++;
	c->count[GUCLOG_REDACT_FILE].bytes += bytes;
	json_object_array_add(c->left_out, json_object_new_string(name));
	free(name);
}

/*
 * Redact a dump, a log or a text with facts, and add it to the archive. A file that cannot be
 * redacted is left out.
 */
static int copy_dump(struct copy *c, const char *file, enum guclog_redact_form form)
{
	struct redacted_file f;
	char path[PATH_MAX];
	int ret = 0;

	snprintf(path, sizeof(path), "%s/%s/%s", c->store->path, c->name, file);
	/* A file that cannot be read, such as one above the limit, does not stop the export. */
	if (redacted_open(&f, path, form)) {
		leave_out(c, file, 0);
	} else {
		if (!f.redaction)
			leave_out(c, file, f.len);
		else
			ret = save(c, file, f.redaction->data, f.redaction->len);
		redact_add_counts(c->count, f.count);
	}
	redacted_close(&f);
	return ret;
}

/*
 * Make ASIC info from the facts of the incident. Return: whether there are facts. @buf: filled with
 * @len bytes
 */
static bool make_asic(const struct copy *c, u8 *buf, size_t size, size_t *len)
{
	const struct guclog_facts_file *file;
	struct guclog_facts facts;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s/info.txt", c->store->path, c->name);
	file = guclog_facts_open(path, NULL);
	if (!file)
		return false;
	facts = *file->device;
	if (file->nr_gts)
		guclog_facts_merge(&facts, file->gt[0]);
	guclog_facts_close(file);
	guclog_redact_field("platform", facts.platform, strlen(facts.platform), NULL);
	return !guclog_asic_make(GUCLOG_ASIC_RDF, &facts, buf, size, len);
}

/* Add the ASIC info to the archive if it has nothing but what the facts of the incident tell. */
static int copy_asic(struct copy *c, const char *file)
{
	size_t len, made_len;
	char *data = store_read(c->store, c->name, file, &len);
	u8 made[4096];
	int ret = 0;

	if (!data) {
		msg_fail(file, "%s", strerror(errno));
		return -1;
	}
	if (make_asic(c, made, sizeof(made), &made_len) && len == made_len &&
	    !memcmp(data, made, len))
		ret = save(c, file, data, len);
	else
		leave_out(c, file, len);
	free(data);
	return ret;
}

static int copy_file(struct copy *c, const char *file)
{
	if (!strncmp(file, "summary.", 8) || !strcmp(file, "metadata.json"))
		return 0;
	/*
	 * Leave out the journal and the kernel's log (lines of any program), xe's description of
	 * the GuC (addresses), the facts about processes (command lines, addresses of mappings),
	 * the trace, and files that the collector has not stored.
	 */
	if (!redact_is_stored_file(file) || !strncmp(file, "journal", 7) ||
	    !strncmp(file, "kernel.", 7) || !strncmp(file, "guc_info.", 9) ||
	    !strncmp(file, "process.", 8) || !strncmp(file, "trace.", 6)) {
		leave_out(c, file, 0);
		return 0;
	}
	if (!strcmp(file, "asic_info.rdf"))
		return copy_asic(c, file);
	return copy_dump(c, file, strcmp(file, "info.txt") ? GUCLOG_REDACT_ANY :
			 GUCLOG_REDACT_INFO);
}

static int copy_files(struct copy *c)
{
	DIR *dir = store_list_dir(c->store->dir, c->name);
	const char *file;
	int ret = 0;

	if (!dir) {
		msg_fail(c->name, "%s", strerror(errno));
		return -1;
	}
	while (!ret && (file = store_next_file(dir)))
		ret = copy_file(c, file);
	closedir(dir);
	return ret;
}

/*
 * Add the output of "guclog explain" to the archive. It is made from the redacted copy of the file
 * from which the verdict was made. If there is no such copy, add nothing.
 */
static int explain(struct copy *c, const char *file, bool json)
{
	struct child_output out;
	char path[64];
	int ret;

	if (c->explained_fd < 0)
		return 0;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", getpid(), c->explained_fd);
	ret = child_explain(path, c->explained, json, CHILD_S, &out);
	ret = ret == 0 || ret == 1 ? save(c, file, out.text, out.len) : 0;
	free(out.text);
	return ret;
}

static int save_list(struct copy *c)
{
	struct json_object *o = json_object_new_object();
	int ret;

	json_object_object_add(o, "redacted", redact_json(c->count));
	json_object_object_add(o, "left_out", json_object_get(c->left_out));
	ret = save_json(c, "redacted.json", o);
	json_object_put(o);
	return ret;
}

static int make_copy(struct copy *c, struct json_object *meta)
{
	return copy_files(c) || explain(c, "summary.txt", false) ||
	       explain(c, "summary.json", true) || copy_metadata(c, meta) ||
	       save_list(c) ? -1 : 0;
}

/**
 * redact_incident() - add a redacted incident to an archive
 * @count: the number of redacted items of each kind, to which those of this incident are added
 * @store: the incident store, from store_open()
 * @name: name of the incident
 * @tar: the archive, from tar_begin()
 *
 * The journal is left out, because its lines can contain anything. The facts about processes and
 * the trace of the kernel are left out, too.
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int redact_incident(struct guclog_redact_count *count, const struct store *store, const char *name,
		    struct tar *tar)
{
	struct json_object *meta = metadata_read(store, name);
	struct copy c = {
		.count = count, .store = store, .name = name, .tar = tar, .explained_fd = -1,
	};
	int ret;

	if (!meta) {
		msg_fail(name, "has no metadata that can be read");
		return -1;
	}
	c.explained = metadata_text(meta, "explained");
	c.left_out = json_object_new_array();
	ret = make_copy(&c, meta);
	if (c.explained_fd >= 0)
		close(c.explained_fd);
	json_object_put(c.left_out);
	json_object_put(meta);
	return ret;
}
