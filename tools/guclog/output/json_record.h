/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _JSON_RECORD_H_
#define _JSON_RECORD_H_

#include "model/record.h"

struct json_object;

struct json_object *json_ms(s64 ns);
struct json_object *json_tri(enum guclog_tri value);
struct json_object *json_records(const struct model_record *record, const void *list,
				 unsigned int nr);
struct json_object *json_array(const struct model_record *record, const void *object,
			       unsigned int nr);
struct json_object *json_record(const struct model_record *record, const void *object);

#endif
