/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers that a user types. All options accept the same forms.
 */
#ifndef _NUMBER_H_
#define _NUMBER_H_

#include "shared/base.h"

/**
 * struct number - an optional number
 * @given: the user typed it
 * @value: value of the number, 0 if it was not typed
 */
struct number {
	bool given;
	u64 value;
};

bool number_parse(const char *text, size_t len, u64 max, u64 *value);
bool number_parse_hex(const char *text, size_t len, u64 max, u64 *value);

#endif
