/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads numbers that a user types: decimal, or hexadecimal with 0x. Writes lengths.
 */
#ifndef _NUMBER_H_
#define _NUMBER_H_

#include "base/base.h"

/**
 * struct number - a number that the user may omit
 * @given: the user typed the number
 * @value: value of the number, 0 if the user did not type it
 */
struct number {
	bool given;
	u64 value;
};

bool number_parse(const char *text, size_t len, u64 max, u64 *value);
bool number_parse_hex(const char *text, size_t len, u64 max, u64 *value);
void number_size(char *buf, size_t size, u64 bytes);

#endif
