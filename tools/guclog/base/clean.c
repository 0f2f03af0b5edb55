// SPDX-License-Identifier: GPL-2.0-only
#include "base/clean.h"

#include "base/msg.h"

/**
 * text_clean() - copy a text and replace its control characters
 * @text: the text, which comes from a file
 *
 * Return: the text with \xNN for every byte that is not printable ASCII; the caller must free it.
 */
char *text_clean(struct guclog_bytes text)
{
	char *clean = mem_grow(NULL, 4 * text.len + 1);
	const u8 *p = text.data;
	char *to = clean;
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (p[i] >= 0x20 && p[i] < 0x7f)
			*to++ = (char)p[i];
		else
			to += sprintf(to, "\\x%02x", p[i]);
	}
	*to = '\0';
	return clean;
}

/**
 * fw_version_text() - format a firmware version
 * @version: the version, with the major, minor and patch number in bits 23:16, 15:8 and 7:0
 * @buf: filled with the version, such as "70.44.1"
 *
 * Return: @buf.
 */
const char *fw_version_text(u32 version, char buf[FW_VERSION_SIZE])
{
	snprintf(buf, FW_VERSION_SIZE, "%u.%u.%u", version >> 16 & 0xff, version >> 8 & 0xff,
		 version & 0xff);
	return buf;
}
