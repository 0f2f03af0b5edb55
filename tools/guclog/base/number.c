// SPDX-License-Identifier: GPL-2.0-only
#include "base/number.h"

static bool has_prefix(const char *text, size_t len)
{
	return len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* Return: value of a hexadecimal digit, 16 if the character is not a digit. */
static unsigned int digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned int)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned int)(c - 'A') + 10;
	return 16;
}

static bool parse(const char *text, size_t len, unsigned int base, u64 max,
		  u64 *value)
{
	u64 sum = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned int d = digit(text[i]);

		if (d >= base || d > max || sum > (max - d) / base)
			return false;
		sum = sum * base + d;
	}
	*value = sum;
	return len;
}

/**
 * number_parse() - read a decimal or hexadecimal number
 * @text: decimal digits, or 0x and hexadecimal ones; leading zeros do not change the value
 * @len: number of characters
 * @max: largest valid value
 * @value: set to the number
 *
 * Context: any, does not sleep.
 * Return: true, or false if the text is not a number, or is larger than @max.
 */
bool number_parse(const char *text, size_t len, u64 max, u64 *value)
{
	if (has_prefix(text, len))
		return parse(text + 2, len - 2, 16, max, value);
	return parse(text, len, 10, max, value);
}

/**
 * number_parse_hex() - read a number that is always written in hexadecimal
 * @text: 0x and hexadecimal digits. Digits without 0x are refused, because the user may mean a
 *	decimal number.
 * @len: number of characters
 * @max: largest valid value
 * @value: set to the number
 *
 * Context: any, does not sleep.
 * Return: true, or false if the text is not a hexadecimal number with 0x, or if it is larger than
 * @max.
 */
bool number_parse_hex(const char *text, size_t len, u64 max, u64 *value)
{
	return has_prefix(text, len) &&
	       parse(text + 2, len - 2, 16, max, value);
}

/**
 * number_size() - write a length in bytes as "558 bytes" or "66.1 KiB"
 * @buf: destination
 * @size: bytes at @buf; 32 are enough
 * @bytes: the length. It is rounded down to a tenth, so that the text is never too large.
 */
void number_size(char *buf, size_t size, u64 bytes)
{
	static const char * const units[] = { "KiB", "MiB", "GiB" };
	unsigned int i = 0;
	u64 unit = 1024;

	for (; i < ARRAY_SIZE(units) - 1 && bytes / unit >= 1024; i++)
		unit *= 1024;
	if (bytes < unit)
		snprintf(buf, size, "%llu bytes", bytes);
	else
		snprintf(buf, size, "%llu.%llu %s", bytes / unit, bytes % unit * 10 / unit,
			 units[i]);
}
