/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Common definitions of xe-guclog-hardware-check. Each check adds one or more lines with its result
 * to the page: the text that is printed for the user at the end.
 */
#ifndef _HWCHECK_H_
#define _HWCHECK_H_

#include "read/facts_open.h"

#include <signal.h>
#include <time.h>

#include "base/base.h"

#define MAX_GTS		4u
#define MAX_ROWS	24u
#define MAX_ENTRY	64u

#define NS_PER_MS	1000000ll

/* The result of a check. */
enum verdict {
	HOLDS,
	HOLDS_NOT,
	NOT_RUN,
};

/**
 * struct row - a line of the page
 * @verdict: the result of the check
 * @what: what was checked, a constant string
 * @text: numbers that the check has found, or why it was not run
 */
struct row {
	enum verdict verdict;
	const char *what;
	char *text;
};

/**
 * struct page - the page that is printed for the user
 * @nr: number of lines
 * @row: the lines, one for each result
 */
struct page {
	unsigned int nr;
	struct row row[MAX_ROWS];
};

/**
 * struct gt - a GT of the GPU
 * @id: number of the GT
 * @ours: directory of the GT in the module's debugfs
 * @xe: directory with the files of the GT's GuC in xe's debugfs; NULL if there is none
 */
struct gt {
	unsigned int id;
	char *ours;
	char *xe;
};

/**
 * struct machine - the GPU, the options, and the state of the machine
 * @sys: mount point of sysfs
 * @gpu: PCI address of the GPU, NULL for the first GPU of xe
 * @module: file of the module, NULL to load it with modprobe
 * @guclog: path of the command guclog
 * @load: shell command of a program that uses the GPU, NULL to use a known program that is
 *	installed
 * @seconds: number of seconds for which the stream is recorded while the GPU works
 * @provoke_hang: the user asked for the check that causes a hang
 * @device: directory of the PCI device in sysfs
 * @ours: directory of the GPU in the module's debugfs
 * @xe: directory of the GPU in xe's debugfs, NULL when it was not found
 * @node: path of the render node, NULL when there is none
 * @work: directory for temporary files
 * @was_loaded: the module was loaded before this program began
 * @was_suspended: the GPU was suspended before this program loaded the module
 * @active_ms: how long the GPU had been active before this program loaded the module, in ms
 * @control: content of the GPU's file power/control in sysfs before this program loaded the module
 * @loaded: this program has loaded the module
 * @mounted: this program has mounted debugfs
 * @facts: facts (named values) of the GPU and its GTs: the content of the module's file info
 * @nr_gts: number of GTs
 * @gt: the GTs
 */
struct machine {
	const char *sys;
	char *gpu;
	const char *module;
	char *guclog;
	char *load;
	unsigned int seconds;
	bool provoke_hang;
	char *device;
	char *ours;
	char *xe;
	char *node;
	char *work;
	bool was_loaded;
	bool was_suspended;
	u64 active_ms;
	char *control;
	bool loaded;
	bool mounted;
	const struct guclog_facts_file *facts;
	unsigned int nr_gts;
	struct gt gt[MAX_GTS];
};

/**
 * struct buffer - bytes in memory
 * @data: the bytes and a terminating 0, NULL when there are none
 * @len: number of bytes at @data, without the 0
 */
struct buffer {
	char *data;
	size_t len;
};

/**
 * struct text - a text that grows
 * @data: the text, NULL for an empty one
 * @len: length of the text
 */
struct text {
	char *data;
	size_t len;
};

/**
 * struct job - a process of this program
 * @pid: id of the process
 * @fd: pipe with its output, -1 after the process has closed it
 * @output: the output that was read; the caller must free it with buffer_free()
 */
struct job {
	pid_t pid;
	int fd;
	struct buffer output;
};

/* machine.c */
int machine_open(struct machine *m);
void machine_leave(struct machine *m, struct page *page);
bool machine_is_suspended(const struct machine *m);
u64 machine_active_ms(const struct machine *m);
char *machine_power(const struct machine *m, const char *file);
void machine_close(struct machine *m);
bool machine_has_vram(const struct machine *m);
bool machine_log_is_off(const struct machine *m, struct page *page, const char *what);

/* page.c */
void page_add(struct page *page, enum verdict verdict, const char *what, const char *format, ...)
	__printf(4, 5);
unsigned int page_count(const struct page *page, enum verdict verdict);
void page_print(const struct page *page, const struct machine *m, FILE *to);
void page_free(struct page *page);

/* util.c */
extern volatile sig_atomic_t interrupted;

void say(const char *format, ...) __printf(1, 2);
s64 now_ns(clockid_t clock);
void pause_ms(unsigned int ms);
char *string_of(const char *format, va_list args);
char *path_of(const char *format, ...) __printf(1, 2);
bool exists(const char *path);
int read_all(const char *path, struct buffer *to);
int write_fd(int fd, const void *data, size_t len);
int write_all(const char *path, const void *data, size_t len);
char *read_line(const char *path);
u64 read_number(const char *path, u64 otherwise);
void buffer_free(struct buffer *b);
void text_add(struct text *text, const char *format, ...) __printf(2, 3);
int job_start(struct job *job, void (*run)(const void *arg, int fd), const void *arg);
bool job_ended(struct job *job);
int job_end(struct job *job);
void run_argv(const void *argv, int fd);
int run_program(const char * const argv[], unsigned int seconds, struct buffer *output);

/* The checks, in the order in which they are run. */
void check_sleep(const struct machine *m, struct page *page);
void check_raw(const struct machine *m, struct page *page);
void check_exporter(const struct machine *m, struct page *page);
void check_vram(const struct machine *m, struct page *page);
void check_asic(const struct machine *m, struct page *page);
void check_stream(const struct machine *m, struct page *page);
void check_names(const struct machine *m, struct page *page);
void check_hang(const struct machine *m, struct page *page);

/* archive.c */
int archive_begin(const struct machine *m, const char *path, struct text *list);
int archive_end(int fd, const struct machine *m, const struct page *page, struct text *list);

#endif
