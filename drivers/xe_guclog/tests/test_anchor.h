/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock anchor (see xgl_anchor.h) for tests. */
#ifndef _TEST_ANCHOR_H_
#define _TEST_ANCHOR_H_

#include <kunit/test.h>

struct xgl_anchor_point;
struct xgl_source;

void test_anchor(struct kunit *test, struct xgl_source *src, const struct xgl_anchor_point *point);

#endif
