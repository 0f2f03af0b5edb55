/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Redaction: takes out of a file what identifies a person, a program or a machine, and
 * what programs had in memory. The log, the registers and the length of every line stay.
 */
#ifndef _REDACT_H_
#define _REDACT_H_

#include "guc_env.h"

struct guc_facts;
struct guclog_file;
struct json_object;

/**
 * enum redact_kind - what is taken out
 * @REDACT_PROCESS: name of a process
 * @REDACT_PID: number of a process
 * @REDACT_HOST: name of a host
 * @REDACT_BOOT: id of a boot
 * @REDACT_KERNEL: the part of a kernel release behind its version
 * @REDACT_ADDRESS: address in graphics memory or in a VM
 * @REDACT_MEMORY: contents of a VM
 * @REDACT_CONTEXT: contents of a context image
 * @REDACT_RING: contents of a CT ring or of a work queue
 * @REDACT_UNKNOWN: text that guclog does not know
 * @REDACT_FILE: a whole file
 * @REDACT_KINDS: number of kinds
 */
enum redact_kind {
	REDACT_PROCESS,
	REDACT_PID,
	REDACT_HOST,
	REDACT_BOOT,
	REDACT_KERNEL,
	REDACT_ADDRESS,
	REDACT_MEMORY,
	REDACT_CONTEXT,
	REDACT_RING,
	REDACT_UNKNOWN,
	REDACT_FILE,
	REDACT_KINDS
};

/**
 * struct redact_count - what was taken out of one kind
 * @places: number of places
 * @bytes: bytes there, together
 * @line: number of the line with the first place, 0 if it is not in a text
 */
struct redact_count {
	u64 places;
	u64 bytes;
	u64 line;
};

/**
 * struct redact_list - what was taken out
 * @count: of each kind
 */
struct redact_list {
	struct redact_count count[REDACT_KINDS];
};

void redact_note(struct redact_list *list, enum redact_kind kind, size_t bytes,
		 u64 line);
void redact_print(const struct redact_list *list, const char *name);
char *redact_describe(const struct redact_count *count, enum redact_kind kind);
#ifdef GUCLOG_JSON
struct json_object *redact_json(const struct redact_list *list);
void redact_print_json(const struct redact_list *list);
#else
static inline void redact_print_json(const struct redact_list *list)
{
}
#endif

void redact_fill(struct redact_list *list, enum redact_kind kind, char *text,
		 size_t len, u64 line);
void redact_release(struct redact_list *list, char *release, size_t len, u64 line);
void redact_firmware(struct redact_list *list, char *path, size_t len, u64 line);

void redact_process(struct redact_list *list, char *text, size_t len, u64 line);
void redact_reason(struct redact_list *list, char *text, size_t len, u64 line);
void redact_text(struct redact_list *list, char *text, size_t len);
void redact_lfd(struct redact_list *list, u8 *data, size_t len);
void redact_info(struct redact_list *list, char *text, size_t len);
void redact_facts(struct redact_list *list, struct guc_facts *facts);

/**
 * enum redact_form - what a file is to redaction
 * @REDACT_AS_TEXT: a devcoredump, or a debugfs or kernel log with a GuC log
 * @REDACT_AS_LFD: an LFD file
 * @REDACT_AS_OTHER: neither; it is not changed
 */
enum redact_form {
	REDACT_AS_TEXT,
	REDACT_AS_LFD,
	REDACT_AS_OTHER,
};

/**
 * struct redacted - a file without what was taken out
 * @form: what it is
 * @data: its bytes, unpacked
 * @len: number of them
 * @fd: has the same bytes
 * @path: opens @fd
 * @list: what was taken out
 */
struct redacted {
	enum redact_form form;
	u8 *data;
	size_t len;
	int fd;
	char path[32];
	struct redact_list list;
};

int redact_open(struct redacted *r, const char *path);
void redact_rename(struct guclog_file *file, const char *path);
void redact_close(struct redacted *r);

struct store;
struct tar;
int redact_incident(struct redact_list *list, const struct store *store, const char *name,
		    struct tar *tar);

#endif
