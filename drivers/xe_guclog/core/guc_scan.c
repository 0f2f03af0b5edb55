// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_scan.h"

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/*
 * Read a number of up to @max_digits digits, which must not be greater than @max. kstrto*()
 * is not used, because one value, such as a PCI address, can contain several numbers, and
 * because the result must be the same in the kernel and in userspace.
 */
static bool scan_digits(struct guc_scan *s, int base, unsigned int max_digits,
			u64 max, u64 *value)
{
	u64 limit = base == 16 ? ~0ull / 16 : ~0ull / 10;
	unsigned int digits = 0;
	u64 v = 0;

	for (; s->pos < s->end && digits < max_digits; s->pos++, digits++) {
		int d = digit_value(*s->pos);

		if (d >= base)
			break;
		if (v > limit || v * base > ~0ull - d)
			return false;
		v = v * base + d;
	}
	*value = v;
	return digits && v <= max;
}

static bool scan_char(struct guc_scan *s, char c)
{
	if (s->pos == s->end || *s->pos != c)
		return false;
	s->pos++;
	return true;
}

static bool scan_hex_prefix(struct guc_scan *s)
{
	if (s->end - s->pos < 2 || s->pos[0] != '0' ||
	    (s->pos[1] != 'x' && s->pos[1] != 'X'))
		return false;
	s->pos += 2;
	return true;
}

/**
 * guc_scan_number() - read a decimal number, or a hexadecimal number after 0x
 * @s: the text, at the position where the value begins
 * @max: the largest valid value
 * @value: filled with the number
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_number(struct guc_scan *s, u64 max, u64 *value)
{
	int base = scan_hex_prefix(s) ? 16 : 10;

	return scan_digits(s, base, 20, max, value);
}

/**
 * guc_scan_release() - read a version with three parts, such as "70.44.1"
 * @s: the text, at the position where the value begins
 * @rel: filled with the version
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_release(struct guc_scan *s, struct guc_release *rel)
{
	u64 v[3];

	if (!scan_digits(s, 10, 10, U32_MAX, &v[0]) || !scan_char(s, '.') ||
	    !scan_digits(s, 10, 10, U32_MAX, &v[1]) || !scan_char(s, '.') ||
	    !scan_digits(s, 10, 10, U32_MAX, &v[2]))
		return false;
	*rel = (struct guc_release){ v[0], v[1], v[2] };
	return true;
}

/**
 * guc_scan_bdf() - read a PCI address, such as "0000:03:00.0"
 * @s: the text, at the position where the value begins
 * @bdf: filled with the address
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_bdf(struct guc_scan *s, struct guc_bdf *bdf)
{
	u64 v[4];

	if (!scan_digits(s, 16, 8, U32_MAX, &v[0]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 2, 0xff, &v[1]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 2, 0x1f, &v[2]) || !scan_char(s, '.') ||
	    !scan_digits(s, 16, 1, 7, &v[3]))
		return false;
	*bdf = (struct guc_bdf){ v[0], v[1], v[2], v[3] };
	return true;
}

/**
 * guc_scan_pci_id() - read a PCI ID, such as "8086:e223"
 * @s: the text, at the position where the value begins
 * @id: filled with the ID
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_pci_id(struct guc_scan *s, struct guc_pci_id *id)
{
	u64 v[2];

	if (!scan_digits(s, 16, 4, 0xffff, &v[0]) || !scan_char(s, ':') ||
	    !scan_digits(s, 16, 4, 0xffff, &v[1]))
		return false;
	*id = (struct guc_pci_id){ v[0], v[1] };
	return true;
}

/**
 * guc_scan_ip() - read an IP version, such as "20.01"
 * @s: the text, at the position where the value begins
 * @ip: filled with 100 * version + release
 *
 * The release always has two digits.
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_ip(struct guc_scan *s, u32 *ip)
{
	const char *release;
	u64 v[2];

	if (!scan_digits(s, 10, 4, 9999, &v[0]) || !scan_char(s, '.'))
		return false;
	release = s->pos;
	if (!scan_digits(s, 10, 2, 99, &v[1]) || s->pos - release != 2)
		return false;
	*ip = v[0] * 100 + v[1];
	return true;
}

/**
 * guc_scan_mask() - read a mask of up to 128 bits, as a hexadecimal number
 * after 0x
 * @s: the text, at the position where the value begins
 * @mask: filled with the mask
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_mask(struct guc_scan *s, struct guc_mask *mask)
{
	size_t digits;

	*mask = (struct guc_mask){ 0 };
	if (!scan_hex_prefix(s))
		return false;
	digits = s->end - s->pos;
	if (digits > 16 && !scan_digits(s, 16, digits - 16, ~0ull, &mask->hi))
		return false;
	return scan_digits(s, 16, 16, ~0ull, &mask->lo);
}

/**
 * guc_scan_string() - read the rest of the text as a string
 * @s: the text, at the position where the value begins
 * @to: receives the string, with zeroes after it; not changed if the text is not valid
 * @size: length of @to in bytes
 *
 * The string must be printable ASCII, must not be empty, and must fit into @to together
 * with a terminator.
 *
 * Context: any, does not sleep.
 * Return: true when the text is valid.
 */
bool guc_scan_string(struct guc_scan *s, char *to, size_t size)
{
	size_t len = s->end - s->pos;
	size_t i;

	if (!len || len >= size)
		return false;
	for (i = 0; i < len; i++)
		if (s->pos[i] < 0x20 || s->pos[i] > 0x7e)
			return false;
	memset(to, 0, size);
	memcpy(to, s->pos, len);
	s->pos = s->end;
	return true;
}
