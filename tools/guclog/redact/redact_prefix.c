// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of what a line of the kernel log has before its text.
 */
#include "redact/pass.h"

#include "shared/eat.h"

/**
 * capture_text() - find the text of a capture
 * @p: a line
 *
 * Return: what stands behind "Capture 1.2:"; NULL when there is none.
 */
char *capture_text(struct part p)
{
	struct guc_view left = view_of(p);

	return eat_capture(&left) ? p.at + (p.len - left.len) : NULL;
}

/* "0000:03:00.0:" */
static bool is_pci_address(struct part p)
{
	static const char shape[] = "hhhh:hh:hh.h:";
	size_t i;

	if (p.len != sizeof(shape) - 1 && p.len != sizeof(shape) - 2)
		return false;
	for (i = 0; i < p.len; i++)
		if (shape[i] == 'h' ? !is_hex(p.at[i]) : p.at[i] != shape[i])
			return false;
	return true;
}

/* Words that a line of the kernel log has before its text. */
static bool is_log_word(struct part p)
{
	static const char * const words[] = {
		"kernel:", "xe", "[drm]", "*ERROR*", "GT0:", "GT1:", "Tile0:", "Jan", "Feb",
		"Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
	};
	unsigned int i, dots = 0;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (p.len == strlen(words[i]) && !memcmp(p.at, words[i], p.len))
			return true;
	if (is_pci_address(p))
		return true;
	for (i = 0; i < p.len; i++) {
		if (!is_digit(p.at[i]) && !strchr("[]:.,-+TZ<>|", p.at[i]))
			return false;
		dots += p.at[i] == '.';
	}
	/* The name of the host can be an address such as 192.0.2.7. */
	return dots < 3;
}

/**
 * pass_log_prefix() - redact what stands before the text of a line of the kernel log
 * @pass: the walk
 * @p: what stands there
 */
void pass_log_prefix(struct pass *pass, struct part p)
{
	struct part word;

	while ((word = next_word(&p)).len)
		if (!is_log_word(word))
			pass_fill(pass, REDACT_HOST, word);
}
