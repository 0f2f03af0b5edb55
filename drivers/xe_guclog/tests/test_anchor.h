/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A function that sets the clock anchor of a GT for a test. A clock anchor is a moment whose time
 * is known on the clocks of the GuC and of the host, see xgl_anchor.h.
 */
#ifndef _TEST_ANCHOR_H_
#define _TEST_ANCHOR_H_

#include <kunit/test.h>

struct xgl_anchor_point;
struct xgl_source;

void test_anchor(struct kunit *test, struct xgl_source *src, const struct xgl_anchor_point *point);

#endif
