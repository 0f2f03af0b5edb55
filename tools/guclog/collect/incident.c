// SPDX-License-Identifier: GPL-2.0-only
#include "incident.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <limits.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "read/lfd/blocks.h"
#include "output/json_out.h"
#include "base/clock.h"
#include "base/file_out.h"
#include "base/msg.h"
#include "base/clean.h"
#include "pack.h"
#include "xe_header.h"
#include "read/lfd/file.h"

#define JOURNAL_BEFORE_S	60
#define MAX_SMALL		(1024u * 1024)
/* Number of bytes of the journal that are stored, the newest ones. */
#define MAX_JOURNAL	(8u * 1024 * 1024)
/*
 * Time in ms after the beginning of an incident in which programs such as "guclog explain" run for
 * it. The units end the collector after four minutes, and what it has not published is then lost.
 */
#define PROGRAMS_MS	150000
#define MAX_FILES		(DEVCD_PLACES * DEVCD_MAX_GTS + 1)

static void put(struct json_object *to, const char *key, const char *text)
{
	json_object_object_add(to, key, text ? json_object_new_string(text) : NULL);
}

static void put_u64(struct json_object *to, const char *key, u64 value)
{
	json_object_object_add(to, key, json_object_new_int64((int64_t)value));
}

static struct json_object *list(struct incident *in, const char *key)
{
	struct json_object *array;

	if (json_object_object_get_ex(in->meta, key, &array))
		return array;
	array = json_object_new_array();
	json_object_object_add(in->meta, key, array);
	return array;
}

/* Add a part that the incident does not have, and the reason, to an array of the metadata. */
static void note_absent(struct incident *in, const char *array, const char *what, const char *why)
{
	struct json_object *e = json_object_new_object();

	put(e, "what", what);
	put(e, "why", why);
	json_object_array_add(list(in, array), e);
}

/**
 * incident_error() - record in the metadata that a part of the incident could not be collected
 * @in: the incident that is being collected
 * @what: the file or action
 * @why: the reason in words
 *
 * The collection continues without this part.
 */
void incident_error(struct incident *in, const char *what, const char *why)
{
	msg_fail(in->gpu, "%s: %s", what, why);
	note_absent(in, "errors", what, why);
}

/**
 * incident_missing() - record in the metadata that the incident cannot have a part
 * @in: the incident that is being collected
 * @what: the part
 * @why: the reason in words
 *
 * Unlike after incident_error(), nothing has failed: the machine does not provide this part.
 */
void incident_missing(struct incident *in, const char *what, const char *why)
{
	note_absent(in, "missing", what, why);
}

static void set_times(struct incident *in)
{
	struct timespec real;
	char second[32], text[48];
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &real);
	gmtime_r(&real.tv_sec, &tm);
	strftime(second, sizeof(second), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text, sizeof(text), "%s.%03ldZ", second, real.tv_nsec / 1000000);
	put(in->meta, "time", text);
	put_u64(in->meta, "boottime_ns", (u64)clock_ns(CLOCK_BOOTTIME));
}

/**
 * incident_begin() - begin to collect an incident
 * @in: the incident, which is initialised; end it with incident_commit() or incident_drop()
 * @run: the settings of "guclog collect"
 * @gpu: name of the GPU's device
 * @trigger: why the incident is collected: "devcoredump", "log", "wedged" or "stall"
 *
 * Return: 0, or -1 with a message on stderr.
 */
int incident_begin(struct incident *in, const struct collect *run,
		   const char *gpu, const char *trigger)
{
	*in = (struct incident){
		.run = run, .gpu = gpu, .end = clock_ms() + PROGRAMS_MS,
		.room = { .store = run->store, .quota = run->quota },
	};
	if (store_draft_begin(&in->draft, run->store))
		return -1;
	in->meta = json_object_new_object();
	put(in->meta, "schema", INCIDENT_SCHEMA);
	put(in->meta, "collector", "guclog " CMD_VERSION);
	put(in->meta, "gpu", gpu);
	put(in->meta, "trigger", trigger);
	put(in->meta, "boot_id", run->boot_id);
	set_times(in);
	return 0;
}

/*
 * Record in the metadata that a dump is not stored, or only its first part, because the disk is
 * full. @dump: the dump
 */
static void note_space(struct incident *in, const struct devcd *dump)
{
	in->no_space = true;
	json_object_array_add(list(in, "no_space"), json_object_new_string(dump->name));
}

static bool is_no_space(int error)
{
	return error == ENOSPC || error == EDQUOT;
}

/*
 * If a stream could not be read to its end, or was not stored to its end, record in the metadata
 * that @file has only a part of the stream. Return: 0, or -1 after recording that the stream could
 * not be read.
 */
static int note_part(struct incident *in, const char *file, const struct pack_stats *stats)
{
	char why[128];

	if (!stats->read_error && !stats->cut)
		return 0;
	snprintf(why, sizeof(why), "only the first %llu bytes %s: %s", stats->bytes,
		 stats->cut ? "are stored" : "could be read",
		 stats->cut ?: strerror(stats->read_error));
	incident_error(in, file, why);
	return stats->cut ? 0 : -1;
}

/*
 * Copy a dump to a compressed file of the incident. Return: 0, also if only a part of the dump
 * could be read, or -1 with errno set. The file is removed when it is empty or could not be
 * written.
 */
static int copy_dump(struct incident *in, const struct devcd *dump,
		     const char *file, struct pack_stats *stats)
{
	int from = devcd_open(dump), to, ret, saved;

	if (from < 0)
		return -1;
	to = store_draft_create(&in->draft, file);
	ret = to < 0 ? -1 : pack_copy("", from, to, &in->room, stats);
	saved = errno;
	if (!ret && !stats->bytes) {
		saved = stats->no_space ? ENOSPC : stats->read_error ?: ENODATA;
		ret = -1;
	}
	close(from);
	if (to >= 0)
		close(to);
	if (ret)
		unlinkat(in->draft.dir, file, 0);
	errno = saved;
	return ret;
}

/**
 * incident_add_xe() - store the devcoredump of xe
 * @in: the incident that is being collected
 * @dump: the dump of xe, from devcd_find()
 *
 * Also adds the values in the header of the dump to the metadata. Does not free the dump. If the
 * dump is too long for one incident, its first part is stored, see pack_copy().
 *
 * Return: 0, or -1 after recording in the metadata that the dump, or a part of it, could not be
 * stored.
 */
int incident_add_xe(struct incident *in, const struct devcd *dump)
{
	static const char file[] = "devcoredump.txt.zst";
	struct json_object *o = json_object_new_object();
	s64 age = devcd_age_ms(dump);
	struct pack_stats stats;

	json_object_object_add(in->meta, "devcoredump", o);
	put(o, "name", dump->name);
	json_object_object_add(o, "age_ms",
			       age < 0 ? NULL : json_object_new_int64(age));
	if (copy_dump(in, dump, file, &stats)) {
		if (is_no_space(errno))
			note_space(in, dump);
		put(o, "file", NULL);
		incident_error(in, file, strerror(errno));
		return -1;
	}
	put(o, "file", file);
	put_u64(o, "bytes", stats.bytes);
	if (stats.cut)
		put(o, "cut", stats.cut);
	if (stats.no_space)
		note_space(in, dump);
	xe_header_parse(o, stats.head);
	return note_part(in, file, &stats) ?: stats.no_space ? -1 : 0;
}

/**
 * incident_other_dump() - record that the dump of xe belongs to another hang
 * @in: the incident that is being collected
 * @dump: the dump, which is not stored with this incident
 *
 * A dump of xe exists until it is freed or an hour has passed. Until then xe makes no dump of
 * another hang, so this incident has no dump of xe.
 */
void incident_other_dump(struct incident *in, const struct devcd *dump)
{
	struct json_object *o = json_object_new_object();
	s64 age = devcd_age_ms(dump);

	put(o, "name", dump->name);
	json_object_object_add(o, "age_ms",
			       age < 0 ? NULL : json_object_new_int64(age));
	json_object_object_add(in->meta, "other_devcoredump", o);
}

/*
 * Store the data that the module has written about the trigger into the host comment of its log:
 * the value of each line "incident_KEY=VALUE" becomes the member KEY of @to.
 */
static void add_notes(struct json_object *to, const char *data, size_t len)
{
	static const char prefix[] = "incident_";
	size_t n = sizeof(prefix) - 1;
	struct guclog_blocks *lfd = blocks_open(data, len);
	struct guclog_comment_line line;
	struct guclog_block block;

	while (lfd && guclog_blocks_next(lfd, &block, NULL) > 0) {
		if (block.type != GUCLOG_BLOCK_HOST_COMMENT)
			continue;
		while (guclog_comment_next(&block.data, &line)) {
			char key[64];

			if (line.key.len <= n || line.key.len - n >= sizeof(key) ||
			    memcmp(line.key.data, prefix, n))
				continue;
			snprintf(key, sizeof(key), "%.*s", (int)(line.key.len - n),
				 (const char *)line.key.data + n);
			json_put_text(to, key, line.value);
		}
	}
	guclog_blocks_close(lfd);
}

/* Return: the bytes of a dump, which the caller must free, or NULL after recording the error. */
static char *read_log(struct incident *in, const struct devcd *dump,
		      const char *file, size_t *len)
{
	int from = devcd_open(dump);
	char *data = from < 0 ? NULL : pack_read(from, len);

	if (!data)
		incident_error(in, file, strerror(errno));
	if (from >= 0)
		close(from);
	if (data && !*len) {
		incident_error(in, file, "the dump is empty");
		free(data);
		return NULL;
	}
	return data;
}

static int save(struct incident *in, const char *file, const char *data, size_t len,
		bool packed)
{
	int fd = store_draft_create(&in->draft, file);
	int ret = fd < 0 ? -1 : packed ? pack_buffer(data, len, fd, &in->room) :
		  room_write(&in->room, fd, data, len), saved = errno;

	if (ret)
		incident_error(in, file, strerror(errno));
	if (fd >= 0)
		close(fd);
	/* Remove the file, which is incomplete: an incident must have only complete files. */
	if (ret)
		unlinkat(in->draft.dir, file, 0);
	errno = saved;
	return ret;
}

/**
 * incident_add_log() - store a log that the module dumped
 * @in: the incident that is being collected
 * @dump: the module's dump of one GT
 *
 * The dump is freed later, by incident_free_logs(), after the incident was published.
 *
 * Return: 0, or -1 after recording the error in the metadata. After an error, incident_free_logs()
 * does not free the dump.
 */
int incident_add_log(struct incident *in, const struct devcd *dump)
{
	static const char * const part[DEVCD_PLACES] = {
		[DEVCD_FIRST] = "", [DEVCD_NEWEST] = ".newest",
		[DEVCD_DEMANDED] = ".requested",
	};
	struct json_object *o, *notes;
	s64 age = devcd_age_ms(dump);
	char file[48], *data;
	size_t len;

	snprintf(file, sizeof(file), "guc_log.gt%u%s.lfd.zst", dump->gt,
		 part[dump->place]);
	data = read_log(in, dump, file, &len);
	if (!data)
		return -1;
	if (save(in, file, data, len, true)) {
		if (is_no_space(errno))
			note_space(in, dump);
		free(data);
		return -1;
	}
	o = json_object_new_object();
	notes = json_object_new_object();
	put_u64(o, "gt", dump->gt);
	put(o, "file", file);
	put(o, "name", dump->name);
	put(o, "taken", dump->place == DEVCD_DEMANDED ? "on request" :
	    "at the trigger");
	put_u64(o, "bytes", len);
	json_object_object_add(o, "age_ms",
			       age < 0 ? NULL : json_object_new_int64(age));
	add_notes(notes, data, len);
	json_object_object_add(o, "trigger", notes);
	json_object_array_add(list(in, "logs"), o);
	free(data);
	if (in->nr_logs < ARRAY_SIZE(in->log))
		in->log[in->nr_logs++] = *dump;
	return 0;
}

/**
 * incident_note_log() - add a stored file with xe's text of a log to the metadata
 * @in: the incident that is being collected
 * @gt: number of the GT
 * @file: name of the file in the incident
 */
void incident_note_log(struct incident *in, unsigned int gt, const char *file)
{
	struct json_object *o = json_object_new_object();

	put_u64(o, "gt", gt);
	put(o, "file", file);
	put(o, "taken", "from xe");
	json_object_array_add(list(in, "logs"), o);
}

/**
 * incident_add_file() - store a small file unchanged
 * @in: the incident that is being collected
 * @path: the file; it is omitted if it does not exist
 * @file: name of the file in the incident
 *
 * If the file is longer than 1 MiB, its first MiB is stored, and an error is recorded.
 */
void incident_add_file(struct incident *in, const char *path, const char *file)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *buf;
	size_t len = 0;
	ssize_t n = 1;

	if (fd < 0)
		return;
	buf = mem_grow(NULL, MAX_SMALL + 1);
	while (n > 0 && len <= MAX_SMALL) {
		n = read(fd, buf + len, MAX_SMALL + 1 - len);
		if (n > 0)
			len += (size_t)n;
	}
	if (n < 0)
		incident_error(in, path, strerror(errno));
	else
		save(in, file, buf, min_t(size_t, len, MAX_SMALL), false);
	if (len > MAX_SMALL)
		incident_error(in, path, "longer than 1 MiB: only the first MiB was stored");
	free(buf);
	close(fd);
}

/**
 * incident_add_data() - store bytes as a compressed file
 * @in: the incident that is being collected
 * @data: the bytes to store
 * @len: number of bytes
 * @file: name of the file in the incident
 *
 * Return: 0, or -1 after recording the error in the metadata.
 */
int incident_add_data(struct incident *in, const char *data, size_t len, const char *file)
{
	return save(in, file, data, len, true);
}

/**
 * incident_add_packed() - store a file of any length
 * @in: the incident that is being collected
 * @head: text that is stored before the bytes of @path
 * @path: the file; it is omitted if it does not exist
 * @file: name of the file in the incident; the file is compressed
 *
 * Return: 0, also if only a part of the file could be read, or -1 if nothing was stored.
 */
int incident_add_packed(struct incident *in, const char *head, const char *path,
			const char *file)
{
	int from = open(path, O_RDONLY | O_CLOEXEC), to, ret;
	struct pack_stats stats;

	if (from < 0)
		return -1;
	to = store_draft_create(&in->draft, file);
	ret = to < 0 ? -1 : pack_copy(head, from, to, &in->room, &stats);
	if (ret) {
		incident_error(in, file, strerror(errno));
		unlinkat(in->draft.dir, file, 0);
	} else {
		note_part(in, file, &stats);
	}
	close(from);
	if (to >= 0)
		close(to);
	return ret;
}

/**
 * incident_add_json() - store a JSON object
 * @in: the incident that is being collected
 * @o: the JSON object
 * @file: name of the file in the incident
 */
void incident_add_json(struct incident *in, struct json_object *o, const char *file)
{
	const char *text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
							  JSON_C_TO_STRING_SPACED);

	save(in, file, text, strlen(text), false);
}

/* Return: number of seconds that a program may run for the incident. */
static unsigned int time_left(const struct incident *in)
{
	s64 ms = in->end - clock_ms();

	return ms < 1000 ? 1 : min_t(unsigned int, CHILD_S, (unsigned int)(ms / 1000));
}

/* Store the last lines of the output of a program, at most MAX_JOURNAL bytes. */
static int save_end(struct incident *in, const char *file, const struct child_output *out)
{
	const char *text = out->text + (out->len > MAX_JOURNAL ? out->len - MAX_JOURNAL : 0);

	if (text > out->text)
		text += strcspn(text, "\n");
	return save(in, file, text, strlen(text), true);
}

/* Store the kernel's log, on a machine without a journal. Return: 0, or -1 if it cannot be read. */
static int add_kernel_log(struct incident *in)
{
	static const char * const argv[] = { "dmesg", NULL };
	struct child_output out;
	int ret = child_run(argv, NULL, time_left(in), &out) || !out.len ? -1 : 0;

	if (!ret)
		ret = save_end(in, "kernel.txt.zst", &out);
	free(out.text);
	return ret;
}

/**
 * incident_add_journal() - store the journal from a minute ago to now
 * @in: the incident that is being collected
 *
 * If this is more than MAX_JOURNAL bytes, the newest whole lines are stored. If there is no
 * journal, the log of the kernel is stored.
 */
void incident_add_journal(struct incident *in)
{
	static const char file[] = "journal.txt.zst";
	struct child_output out;
	char since[32];
	const char * const argv[] = {
		"journalctl", "--no-pager", "--quiet",
		"--output=short-monotonic", "--boot", since, NULL
	};

	snprintf(since, sizeof(since), "--since=@%lld",
		 (long long)time(NULL) - JOURNAL_BEFORE_S);
	if (child_run(argv, NULL, time_left(in), &out)) {
		if (add_kernel_log(in))
			incident_error(in, file, "journalctl failed");
	} else {
		save_end(in, file, &out);
	}
	free(out.text);
}

static void path_of(struct incident *in, const char *file, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s/%s", in->run->store->path, in->draft.name, file);
}

/* Run "guclog explain" on a file of the incident. */
static int explain(struct incident *in, const char *file, bool json,
		   struct child_output *out)
{
	char path[PATH_MAX];

	path_of(in, file, path);
	return child_explain(path, file, json, time_left(in), out);
}

/*
 * Get the verdict of "guclog explain" on one file of the incident. Return: the verdict, or NULL if
 * the file has no log or cannot be analysed.
 */
static struct json_object *verdict(struct incident *in, const char *file)
{
	struct child_output out;
	struct json_object *o = NULL;
	int ret = explain(in, file, true, &out);

	if (ret == 0 || ret == 1)
		o = json_tokener_parse(out.text);
	free(out.text);
	if (o && !json_object_object_get_ex(o, "hang", NULL)) {
		json_object_put(o);
		o = NULL;
	}
	return o;
}

/*
 * Return: a rank to compare verdicts: 3 if a hang happened or the firmware has crashed, 2 if no
 * hang happened, 1 if that is not clear, 0 if there is no verdict.
 */
static int rank(struct json_object *verdict)
{
	struct json_object *hang, *crash;

	if (!verdict)
		return 0;
	if (json_object_object_get_ex(verdict, "firmware_crash", &crash) &&
	    json_object_get_boolean(crash))
		return 3;
	if (!json_object_object_get_ex(verdict, "hang", &hang) || !hang)
		return 1;
	return json_object_get_boolean(hang) ? 3 : 2;
}

/* Return: whether the incident is a stall that @log cannot show, because @log is of another GT. */
static bool is_of_another_gt(const struct incident *in, struct json_object *log)
{
	struct json_object *stall, *of, *gt;

	return json_object_object_get_ex(in->meta, "stall", &stall) &&
	       json_object_object_get_ex(stall, "gt", &of) &&
	       json_object_object_get_ex(log, "gt", &gt) && !json_object_equal(of, gt);
}

/*
 * Get the names of the files of the incident that may show what happened: first the dump of xe,
 * then the logs of the module. For a stall, logs of other GTs are left out. Return: number of names
 * in @file.
 */
static size_t log_files(struct incident *in, const char *file[MAX_FILES])
{
	struct json_object *dump, *logs, *name;
	size_t i, nr = 0;

	if (json_object_object_get_ex(in->meta, "devcoredump", &dump) &&
	    json_object_object_get_ex(dump, "file", &name) && name)
		file[nr++] = json_object_get_string(name);
	logs = list(in, "logs");
	for (i = 0; i < json_object_array_length(logs) && nr < MAX_FILES; i++) {
		struct json_object *log = json_object_array_get_idx(logs, i);

		if (!is_of_another_gt(in, log) && json_object_object_get_ex(log, "file", &name))
			file[nr++] = json_object_get_string(name);
	}
	return nr;
}

/*
 * Get the verdict with the highest rank() of the files of the incident. If several verdicts have
 * that rank, the verdict of the first file is used. Return: the verdict, or NULL if there is none.
 * @best: set to the name of the file of the verdict.
 */
static struct json_object *best_verdict(struct incident *in, const char **best)
{
	const char *file[MAX_FILES];
	struct json_object *o, *found = NULL;
	size_t i, nr = log_files(in, file);

	for (i = 0; i < nr; i++) {
		o = verdict(in, file[i]);
		if (rank(o) <= rank(found)) {
			json_object_put(o);
			continue;
		}
		json_object_put(found);
		found = o;
		*best = file[i];
	}
	return found;
}

/*
 * Return: the facts that "guclog info" prints about a file of the incident, or NULL if there are
 * none.
 */
static struct json_object *read_facts(struct incident *in, const char *file)
{
	struct json_object *o, *found = NULL;
	struct child_output out;
	char path[PATH_MAX];
	const char * const argv[] = {
		"/proc/self/exe", "--max-memory", CHILD_MEMORY, "info", "--json", path, NULL
	};

	path_of(in, file, path);
	child_run(argv, NULL, time_left(in), &out);
	o = json_tokener_parse(out.text);
	free(out.text);
	if (o && json_object_is_type(o, json_type_object) &&
	    json_object_object_get_ex(o, "logs", &found) &&
	    json_object_is_type(found, json_type_array) &&
	    json_object_object_get_ex(json_object_array_get_idx(found, 0), "facts", &found))
		json_object_get(found);
	else
		found = NULL;
	json_object_put(o);
	return found;
}

/* Copy those facts about GPU, firmware and kernel that @to does not have yet from @from to @to. */
static void merge_facts(struct json_object *to, struct json_object *from)
{
	static const char * const keys[] = {
		"guc_version", "guc_wanted", "guc_firmware", "platform", "pci_id",
		"pci_revision", "graphics_ip", "driver", "kernel",
	};
	struct json_object *v;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (!json_object_object_get_ex(to, keys[i], NULL) &&
		    json_object_object_get_ex(from, keys[i], &v))
			json_object_object_add(to, keys[i], json_object_get(v));
}

/* Read a file of the GPU in sysfs that contains a number such as 0xe223. */
static bool read_id(const struct incident *in, const char *which, unsigned int *id)
{
	char path[PATH_MAX];
	bool found;
	FILE *f;

	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s/%s", in->run->sys, in->gpu, which);
	f = fopen(path, "re");
	if (!f)
		return false;
	found = fscanf(f, "%x", id) == 1;
	fclose(f);
	return found;
}

/* Add the PCI id from sysfs and the release of the running kernel if @facts do not have them. */
static void add_machine_facts(struct incident *in, struct json_object *facts)
{
	unsigned int vendor, device;
	struct utsname uts;
	char text[16];

	if (!json_object_object_get_ex(facts, "pci_id", NULL) &&
	    read_id(in, "vendor", &vendor) && read_id(in, "device", &device)) {
		snprintf(text, sizeof(text), "%04x:%04x", vendor & 0xffff, device & 0xffff);
		put(facts, "pci_id", text);
	}
	if (!json_object_object_get_ex(facts, "kernel", NULL) && !uname(&uts))
		put(facts, "kernel", uts.release);
}

/**
 * incident_add_facts() - record the GPU, firmware and kernel of the incident
 * @in: the incident, with all its dumps
 *
 * The facts are taken from the first file that has them. Facts that no file has are read from sysfs
 * and from the running kernel.
 */
void incident_add_facts(struct incident *in)
{
	struct json_object *facts = json_object_new_object(), *o;
	const char *file[MAX_FILES];
	size_t i, nr = log_files(in, file);

	for (i = 0; i < nr && !json_object_object_get_ex(facts, "guc_version", NULL); i++) {
		o = read_facts(in, file[i]);
		if (o)
			merge_facts(facts, o);
		json_object_put(o);
	}
	add_machine_facts(in, facts);
	json_object_object_add(in->meta, "facts", facts);
}

/* Return: a copy of the verdict without "logs" and "sentences", which are in summary.json. */
static struct json_object *short_verdict(struct json_object *verdict)
{
	struct json_object *o = json_object_new_object();

	json_object_object_foreach(verdict, key, value)
		if (strcmp(key, "logs") && strcmp(key, "sentences"))
			json_object_object_add(o, key, json_object_get(value));
	return o;
}

/*
 * Return: the summary, followed by the sentences from the kernel's recorder (trace events of xe,
 * see freeze.h); the caller must free it.
 */
static char *add_recorder(struct incident *in, const char *summary)
{
	struct json_object *list = NULL;
	char *text = NULL;
	size_t len, i, nr = 0;
	FILE *to = open_memstream(&text, &len);

	if (!to)
		mem_none();
	if (json_object_object_get_ex(in->meta, "recorder", &list))
		nr = json_object_array_length(list);
	fputs(summary, to);
	for (i = 0; i < nr; i++)
		fprintf(to, "%s%s\n", i ? "" : "The kernel's recorder:\n",
			json_object_get_string(json_object_array_get_idx(list, i)));
	if (fclose(to))
		mem_none();
	return text;
}

/**
 * incident_summarize() - write the output of "guclog explain" for the incident
 * @in: the incident, with all its dumps
 *
 * Writes summary.txt and summary.json. If no log can be analysed, neither file is written, and an
 * error is recorded in the metadata.
 */
void incident_summarize(struct incident *in)
{
	const char *file = NULL, *text;
	struct json_object *o = best_verdict(in, &file);
	struct child_output out;

	if (!o) {
		incident_error(in, "summary.txt", "no file of this incident has a GuC log that could be explained");
		return;
	}
	put(in->meta, "explained", file);
	json_object_object_add(in->meta, "verdict", short_verdict(o));
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED);
	save(in, "summary.json", text, strlen(text), false);
	json_object_put(o);
	explain(in, file, false, &out);
	text = add_recorder(in, out.text);
	save(in, "summary.txt", text, strlen(text), false);
	free((char *)text);
	free(out.text);
}

/*
 * Make the name of the incident. It begins with the time, and ends with a number, so that two
 * incidents of a GPU in the same millisecond get different names.
 */
static void choose_name(struct incident *in)
{
	struct json_object *time;
	unsigned int n;

	json_object_object_get_ex(in->meta, "time", &time);
	for (n = 0; !n || store_has(in->run->store, in->name); n++)
		snprintf(in->name, sizeof(in->name), "%s-%s-%u",
			 json_object_get_string(time), in->gpu, n);
}

/* Give the incident a number that is larger than those of all stored incidents. */
static int put_sequence(struct incident *in)
{
	struct store_list stored;

	if (store_list(in->run->store, &stored))
		return -1;
	put_u64(in->meta, "sequence", stored.next);
	store_list_free(&stored);
	return 0;
}

/**
 * incident_commit() - publish the incident in the store
 * @in: the incident; end it with incident_drop(), also after an error
 *
 * Also creates the file STORE_UNREPORTED, which announce_incident() removes.
 *
 * Return: 0, or -1 with a message on stderr; the incident is then not published.
 */
int incident_commit(struct incident *in)
{
	int fd = store_draft_create(&in->draft, STORE_UNREPORTED), ret;
	const char *text;

	if (fd < 0)
		return -1;
	close(fd);
	if (put_sequence(in))
		return -1;
	choose_name(in);
	put(in->meta, "incident", in->name);
	text = json_object_to_json_string_ext(in->meta, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED);
	do {
		ret = store_replace(in->draft.dir, "metadata.json", text, strlen(text), 0600);
	} while (ret && is_no_space(errno) && room_make(&in->room));
	if (ret)
		msg_fail(in->run->store->path, "metadata.json: %s", strerror(errno));
	else
		ret = store_draft_commit(&in->draft, in->name);
	return ret;
}

/**
 * incident_free_logs() - free the dumps of the module
 * @in: the incident, which must have been published, because before that a dump may be the only
 *	copy of a log
 */
void incident_free_logs(const struct incident *in)
{
	unsigned int i;

	for (i = 0; i < in->nr_logs; i++)
		if (devcd_free(&in->log[i]))
			msg_fail(in->log[i].name, "the dump was not freed: %s", strerror(errno));
}

/**
 * incident_drop() - free an incident
 * @in: the incident; its files are removed unless it was published
 */
void incident_drop(struct incident *in)
{
	store_draft_drop(&in->draft);
	json_object_put(in->meta);
	in->meta = NULL;
}
