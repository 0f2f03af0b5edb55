/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the first lines of a devcoredump of xe, such as its reason and its process.
 */
#ifndef _XE_HEADER_H_
#define _XE_HEADER_H_

struct json_object;

void xe_header_parse(struct json_object *to, const char *head);

#endif
