// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stores facts about a process that used the GPU when the GPU failed. Such a process often ends a
 * moment later, and after that nothing shows which program it was. Only root can read the stored
 * files, and a redacted export does not contain them.
 *
 * The process may belong to any user. Therefore only files of /proc/PID that help to explain a hang
 * are read; Documentation/install.rst lists them with the reasons. In particular, "environ", "mem"
 * and "io" (how much the process has read and written) and the paths of files other than DRM files
 * and mappings are not stored.
 */
#include "collect/process.h"

#include <fcntl.h>
#include <json-c/json.h>
#include <libgen.h>
#include <limits.h>
#include <unistd.h>

#include "collect/child.h"
#include "collect/incident.h"
#include "read/dump/sections.h"
#include "messages/text_file.h"
#include "base/number.h"
#include "base/printable.h"
#include "base/file.h"
#include "base/msg.h"

/* Time limit in seconds for reading the files of a process. */
#define READ_S	5
/* Longest name of a thread in bytes, without the terminator. */
#define COMM		15

/*
 * Read a file in /proc/PID. Return: its content, which the caller must free, or NULL if it cannot
 * be read.
 */
static char *read_file(int pid, const char *file, size_t *len)
{
	char path[PATH_MAX], *data = NULL;
	ssize_t n = 1;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	for (*len = 0; n > 0 && *len < PROCESS_MAX_FILE; *len += n > 0 ? (size_t)n : 0) {
		data = mem_grow(data, *len + 65537);
		n = read(fd, data + *len, 65536);
	}
	close(fd);
	if (n < 0) {
		free(data);
		return NULL;
	}
	data[*len] = '\0';
	return data;
}

static void add_section(FILE *to, const char *title, const char *data, size_t len)
{
	size_t i;

	fprintf(to, "==> %s <==\n", title);
	for (i = 0; i < len; i++)
		fputc(data[i] ? data[i] : ' ', to);
	if (!len || data[len - 1] != '\n')
		fputc('\n', to);
	fputc('\n', to);
	fflush(to);
}

static void add_file(FILE *to, int pid, const char *file)
{
	size_t len;
	char *data = read_file(pid, file, &len);

	if (data)
		add_section(to, file, data, len);
	free(data);
}

/*
 * Return: whether a file that a process has open is a DRM file. @link: its path, "" if that is not
 * known
 */
static bool is_drm_file(const char *link, const char *fdinfo)
{
	return *link ? !strncmp(link, "/dev/dri/", 9) : !!strstr(fdinfo, "\ndrm-driver:");
}

static void add_drm_file(FILE *to, int pid, int fds, const char *name)
{
	char link[PATH_MAX], file[300];
	ssize_t n = readlinkat(fds, name, link, sizeof(link) - 1);
	char *fdinfo;
	size_t len;

	link[max_t(ssize_t, n, 0)] = '\0';
	snprintf(file, sizeof(file), "fdinfo/%s", name);
	fdinfo = read_file(pid, file, &len);
	if (fdinfo && is_drm_file(link, fdinfo)) {
		if (*link)
			add_section(to, link, "", 0);
		add_section(to, file, fdinfo, len);
	}
	free(fdinfo);
}

/*
 * Add the fdinfo of each open DRM file of the process, which shows the DRM client, its memory and
 * its time on the engines. The systemd units run this program with the capability CAP_SYS_PTRACE
 * alone. With this capability, the program can read /proc/PID/fdinfo of any process, but
 * /proc/PID/fd only if the process belongs to root. Therefore the paths of the DRM files may be
 * unknown.
 */
static void add_drm_files(FILE *to, int pid)
{
	char dir[64];
	struct dirent *d;
	DIR *infos;
	int fds;

	snprintf(dir, sizeof(dir), "/proc/%d/fd", pid);
	fds = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	snprintf(dir, sizeof(dir), "/proc/%d/fdinfo", pid);
	infos = opendir(dir);
	while (infos && (d = readdir(infos)))
		if (d->d_name[0] != '.')
			add_drm_file(to, pid, fds, d->d_name);
	if (infos)
		closedir(infos);
	if (fds >= 0)
		close(fds);
}

/* Add the name of each thread and the kernel function in which it waits (wchan). */
static void add_threads(FILE *to, int pid)
{
	char dir[64], file[300];
	struct dirent *d;
	DIR *tasks;

	snprintf(dir, sizeof(dir), "/proc/%d/task", pid);
	tasks = opendir(dir);
	while (tasks && (d = readdir(tasks))) {
		if (d->d_name[0] == '.')
			continue;
		snprintf(file, sizeof(file), "task/%s/comm", d->d_name);
		add_file(to, pid, file);
		snprintf(file, sizeof(file), "task/%s/wchan", d->d_name);
		add_file(to, pid, file);
	}
	if (tasks)
		closedir(tasks);
}

/* Print the facts about a process. @context: pointer to its PID */
static void describe(void *context, FILE *to)
{
	int pid = *(int *)context;

	add_file(to, pid, "status");
	add_file(to, pid, "cgroup");
	add_threads(to, pid);
	/* Reading these files can wait for a lock, see read_process(), so they come last. */
	add_drm_files(to, pid);
	add_file(to, pid, "cmdline");
}

/* Print the memory mappings of a process. @context: pointer to its PID */
static void print_maps(void *context, FILE *to)
{
	size_t len;
	char *maps = read_file(*(int *)context, "maps", &len);

	if (maps)
		fwrite(maps, len, 1, to);
	free(maps);
}

/*
 * Read files of a process in a child process with a time limit. The limit is needed because reading
 * some of these files takes mmap_lock of the process, and the process can hold this lock while it
 * waits for the GPU that hangs. @fn: prints the files; @file: name of the file in the incident, for
 * an error message. Return: whether all files were read.
 */
static bool read_process(struct incident *in, child_fn fn, int pid, const char *file,
			 struct child_output *out)
{
	if (!child_call(fn, &pid, READ_S, out))
		return true;
	incident_error(in, file, "some files of the process could not be read in time");
	return false;
}

static bool has_name(int pid, const char *name)
{
	size_t len, i;
	char *comm = read_file(pid, "comm", &len);
	bool same;

	if (!comm)
		return false;
	/* The kernel adds a newline. The name itself may have newlines, too. */
	if (len && comm[len - 1] == '\n')
		comm[len - 1] = '\0';
	for (i = 0; comm[i]; i++)
		comm[i] = printable_ascii(comm[i]);
	same = !strncmp(comm, name, COMM);
	free(comm);
	return same;
}

/*
 * Return: whether the process had been started before @ns, a time of CLOCK_BOOTTIME in ns. Also
 * true if @ns is 0, which means an unknown time, or if the start time cannot be read.
 */
static bool had_begun(int pid, s64 ns)
{
	size_t len;
	char *stat = read_file(pid, "stat", &len), *field = stat ? strrchr(stat, ')') : NULL;
	u64 ticks = 0, hz = (u64)sysconf(_SC_CLK_TCK);
	unsigned int i;

	/* The start time is the 20th field after the name, which is in parentheses. */
	for (i = 0; field && i < 20; i++)
		field = strchr(field + 1, ' ');
	if (field)
		number_parse(field + 1, strspn(field + 1, "0123456789"), LLONG_MAX / 1000000000,
			     &ticks);
	free(stat);
	return !ns || (s64)(ticks * 1000000000 / hz) <= ns;
}

/*
 * Return: whether the process @pid has the name @name and had been started before @ns. If not, the
 * process in question has ended, and another process has got its PID. @name: the name, with '?' for
 * bytes other than printable ASCII
 */
static bool is_process(int pid, const char *name, s64 ns)
{
	return has_name(pid, name) && had_begun(pid, ns);
}

static bool is_stored(struct incident *in, int pid)
{
	struct json_object *list, *v;
	size_t i;

	if (!json_object_object_get_ex(in->meta, "processes", &list))
		return false;
	for (i = 0; i < json_object_array_length(list); i++)
		if (json_object_object_get_ex(json_object_array_get_idx(list, i), "pid", &v) &&
		    json_object_get_int(v) == pid)
			return true;
	return false;
}

static size_t nr_stored(const struct incident *in)
{
	struct json_object *list;

	return json_object_object_get_ex(in->meta, "processes", &list) ?
	       json_object_array_length(list) : 0;
}

/*
 * Add a process to the metadata. @file, @maps: names of the files with its facts and its mappings,
 * NULL for a file that was not stored.
 */
static void note(struct incident *in, int pid, const char *name, const char *file,
		 const char *maps)
{
	struct json_object *list, *o = json_object_new_object();

	if (!json_object_object_get_ex(in->meta, "processes", &list)) {
		list = json_object_new_array();
		json_object_object_add(in->meta, "processes", list);
	}
	json_object_object_add(o, "pid", json_object_new_int(pid));
	json_object_object_add(o, "process", json_object_new_string(name));
	json_object_object_add(o, "file", file ? json_object_new_string(file) : NULL);
	json_object_object_add(o, "maps", maps ? json_object_new_string(maps) : NULL);
	json_object_array_add(list, o);
}

/*
 * Store the memory mappings of a process in a separate file, because in the file with its other
 * facts a command line could look like a mapping. A truncated list of mappings is not stored,
 * because mapped addresses would be missing in it. Return: whether the list was stored.
 */
static bool add_maps(struct incident *in, int pid, const char *maps, size_t len,
		     const char *file)
{
	char *text;
	int ret;

	if (!len || len >= PROCESS_MAX_FILE)
		return false;
	text = mem_printf(MAPS_BEGIN "%s", pid, maps);
	ret = incident_add_data(in, text, strlen(text), file);
	free(text);
	return !ret;
}

/**
 * process_add() - store facts about a process
 * @in: the incident that is being collected
 * @pid: PID of the process
 * @name: expected name of the process, with '?' for bytes other than printable ASCII; if the
 *	process has another name, its facts are not stored
 * @ns: time at which the process existed, CLOCK_BOOTTIME in ns, 0 when unknown; the facts of a
 *	process that began later are not stored
 *
 * Stores its command line, status, control group, mappings and threads, and the kernel's data about
 * its DRM files, see Documentation/install.rst. The process is listed in the metadata of the
 * incident even if it has ended.
 */
void process_add(struct incident *in, int pid, const char *name, s64 ns)
{
	struct child_output text = { .text = NULL }, maps = { .text = NULL };
	char file[48], maps_file[48];
	bool whole = false;
	int failed;

	if (pid <= 0 || is_stored(in, pid))
		return;
	snprintf(file, sizeof(file), "process.%zu.txt.zst", nr_stored(in));
	snprintf(maps_file, sizeof(maps_file), MAPS_FILE, nr_stored(in));
	if (is_process(pid, name, ns)) {
		read_process(in, describe, pid, file, &text);
		whole = read_process(in, print_maps, pid, maps_file, &maps);
	}
	/*
	 * While its files were read, the process may have ended, and another process may have got
	 * its PID. Therefore check again that the PID is of the expected process.
	 */
	if (text.len && is_process(pid, name, ns)) {
		failed = incident_add_data(in, text.text, text.len, file);
		whole = whole && add_maps(in, pid, maps.text, maps.len, maps_file);
		note(in, pid, name, failed ? NULL : file, whole ? maps_file : NULL);
	} else {
		note(in, pid, name, NULL, NULL);
	}
	free(maps.text);
	free(text.text);
}
