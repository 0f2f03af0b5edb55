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
#include "collect/store.h"
#include "collect/tar.h"
#include "base/fixedbuf.h"
#include "output/json_out.h"
#include "base/file_out.h"
#include "base/msg.h"

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

/* Return: whether the text with this key in metadata.json is kept unchanged by the redaction. */
static bool is_known(const char *key)
{
	static const char * const keys[] = {
		"schema", "collector", "gpu", "trigger", "time", "incident", "explained",
		"file", "name", "taken", "what", "why", "snapshot_time", "uptime", "pci_id",
		"engine", "triggers_seen", "log_restarted", "signature", "guc_version",
		"guc_wanted", "guc_firmware", "platform", "pci_revision", "graphics_ip", "driver",
		"same_hang", "no_space",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static bool is_number(const char *text)
{
	return *text && strspn(text, "0123456789.-") == strlen(text);
}

static void redact_string(struct copy *c, const char *key, struct json_object *value)
{
	char *text = mem_copy(json_object_get_string(value));
	size_t len = strlen(text);

	/*
	 * guclog_redact_field() overwrites the value of a key that it does not know, and it does
	 * not know most keys of metadata.json. So do not call it for keys whose values this project
	 * defines, and for numbers, except PIDs.
	 */
	if ((!is_known(key) && !is_number(text)) || !strcmp(key, "pid"))
		guclog_redact_field(key, text, len, c->count);
	json_object_set_string(value, text);
	free(text);
}

static void redact_value(struct copy *c, const char *key, struct json_object *value)
{
	size_t i;

	if (json_object_is_type(value, json_type_string)) {
		redact_string(c, key, value);
	} else if (json_object_is_type(value, json_type_array)) {
		for (i = 0; i < json_object_array_length(value); i++)
			redact_value(c, key, json_object_array_get_idx(value, i));
	} else if (json_object_is_type(value, json_type_object)) {
		json_object_object_foreach(value, k, v)
			redact_value(c, k, v);
		if (json_object_is_type(json_object_object_get(value, "pid"), json_type_int)) {
			json_object_object_add(value, "pid", NULL);
			c->count[GUCLOG_REDACT_PID].places++;
		}
	}
}

/*
 * Append the signature with the redacted reason to @text. Unless the incident is a stall, the
 * stored signature may end with ": " and the line Reason of the dump of xe, without its numbers;
 * this end is replaced.
 */
static void print_signature(struct fixedbuf *text, struct json_object *meta)
{
	const char *old = metadata_text(meta, "signature"), *end = NULL;

	if (!metadata_member(meta, "stall"))
		end = strstr(old, ": ");
	fixedbuf_add(text, "%.*s", end ? (int)(end - old) : (int)strlen(old), old);
	metadata_add_reason(text, metadata_text(json_object_object_get(meta, "devcoredump"),
						"reason"));
}

static void redact_signature(struct json_object *meta)
{
	struct fixedbuf text = { .buf = NULL };

	print_signature(&text, meta);
	mem_text(&text);
	print_signature(&text, meta);
	json_object_object_add(meta, "signature", json_object_new_string(text.buf));
	free(text.buf);
}

/*
 * Add the redacted metadata to the archive. The verdict is removed from them, because summary.json
 * has a new verdict, made from the redacted file.
 */
static int copy_metadata(struct copy *c, struct json_object *meta)
{
	json_object_object_del(meta, "verdict");
	redact_value(c, "", meta);
	redact_signature(meta);
	return save_json(c, "metadata.json", meta);
}

static void leave_out(struct copy *c, const char *file, u64 bytes)
{
	c->count[GUCLOG_REDACT_FILE].places++;
	c->count[GUCLOG_REDACT_FILE].bytes += bytes;
	json_object_array_add(c->left_out, json_object_new_string(file));
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
	/* A file that cannot be read, for example one of more than 2 GiB, does not stop the export. */
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

static int copy_plain(struct copy *c, const char *file)
{
	size_t len;
	char *data = store_read(c->store, c->name, file, &len);
	int ret;

	if (!data) {
		msg_fail(file, "%s", strerror(errno));
		return -1;
	}
	ret = save(c, file, data, len);
	free(data);
	return ret;
}

static int copy_file(struct copy *c, const char *file)
{
	if (!strncmp(file, "summary.", 8) || !strcmp(file, "metadata.json"))
		return 0;
	if (!strcmp(file, "asic_info.rdf"))
		return copy_plain(c, file);
	/*
	 * Leave out the journal (lines of any program), the facts about processes (command lines,
	 * addresses of mappings) and the trace.
	 */
	if (!strncmp(file, "journal", 7) || !strncmp(file, "process.", 8) ||
	    !strncmp(file, "trace.", 6)) {
		leave_out(c, file, 0);
		return 0;
	}
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
