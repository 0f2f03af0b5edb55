/* SPDX-License-Identifier: GPL-2.0-only */
/* Redaction of the metadata of a stored incident (the file metadata.json). */
#ifndef _REDACT_METADATA_H_
#define _REDACT_METADATA_H_

#include "base/base.h"

struct guclog_redact_count;
struct json_object;

bool redact_is_stored_file(const char *file);
void redact_metadata(struct guclog_redact_count *count, struct json_object *meta);

#endif
