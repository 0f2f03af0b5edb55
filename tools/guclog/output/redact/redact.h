/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Redaction, see guclog_redact() of guclog.h. The functions change a text in place and keep its
 * length. @count is an array with an element for each kind of item that can be redacted.
 */
#ifndef _GUCLOG_REDACT_H_
#define _GUCLOG_REDACT_H_

#include "guc_view.h"
#include "base/types.h"
#include "output/redact/redaction.h"
#include "output/redact/span.h"

struct arena;

void redact_note(struct guclog_redact_count *count, enum guclog_redact_kind kind, size_t bytes,
		 u64 line);
void redact_fill(struct guclog_redact_count *count, enum guclog_redact_kind kind, char *text,
		 size_t len, u64 line);
void redact_release(struct guclog_redact_count *count, char *release, size_t len, u64 line);
void redact_firmware(struct guclog_redact_count *count, char *path, size_t len, u64 line);
void redact_process(struct guclog_redact_count *count, char *text, size_t len, u64 line);
void redact_reason(struct guclog_redact_count *count, char *text, size_t len, u64 line);

int redact_text(struct guclog_redact_count *count, struct arena *a, char *text, size_t len,
		bool kernel_log);
enum guclog_redact_form redact_form(const u8 *data, size_t len);
u8 *redact_unwrap(struct arena *a, const void *data, size_t *len, enum guclog_redact_form *form);
bool redact_is_word(struct span p);
bool redact_is_kernel_log(const char *text, size_t len);
int redact_lfd(struct guclog_redact_count *count, u8 *data, size_t len);
ssize_t redact_clear_image(u8 *data, size_t len);
int redact_image(struct guclog_redact_count *count, u8 *data, size_t len);
void redact_lines(struct guclog_redact_count *count, struct guclog_bytes text, bool numbered);
void redact_value(struct guclog_redact_count *count, struct guc_view key, char *value, size_t len,
		  u64 line);

#endif
