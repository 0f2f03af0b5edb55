/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first lines of a devcoredump of xe, which identify its hang.
 */
#ifndef _XE_HEADER_H_
#define _XE_HEADER_H_

struct json_object;

void xe_header_parse(struct json_object *to, const char *head);

#endif
