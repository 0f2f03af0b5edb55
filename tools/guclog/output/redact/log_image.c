// SPDX-License-Identifier: GPL-2.0-only
/* Redaction of an image of a log buffer: bytes that are not part of the log become zeroes. */
#include "output/redact/redact.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "guc_log.h"
#include "read/form.h"

/* Length of a buffer state, the description of a region. */
#define STATE	sizeof(struct guc_log_buffer_state)

/* Largest number of dwords in a LIC. The known firmware writes 10. */
#define MAX_LIC	64

/* Set bytes to 0. Return: number of bytes that were not 0. @to: offset after the last byte */
static size_t clear(u8 *data, u64 from, u64 to)
{
	size_t n = 0;

	for (; from < to; from++) {
		n += !!data[from];
		data[from] = 0;
	}
	return n;
}

/*
 * Return: number of bytes of the state page up to the end of the buffer states and of the LIC.
 * @log: the parsed page, with the offset of a LIC that follows unknown buffer states
 */
static u64 length_of_page(const struct guc_log *log, struct guc_view image)
{
	const struct guc_lic_header *lic;
	u64 at = 0;

	while (form_detect(guc_view_clip(image, at, STATE)) == GUCLOG_FORM_IMAGE) {
		lic = guc_view_at(image, at, sizeof(*lic));
		if (lic && le32_to_cpu(lic->magic) == GUC_LIC_MAGIC)
			break;
		at += STATE;
	}
	at = max_t(u64, at, log->lic.missing ? 0 : log->lic.offset);
	lic = guc_view_at(image, at, sizeof(*lic));
	if (!lic || le32_to_cpu(lic->magic) != GUC_LIC_MAGIC ||
	    le32_to_cpu(lic->data_count) > MAX_LIC)
		return at;
	return at + sizeof(*lic) + 4ull * le32_to_cpu(lic->data_count);
}

/* Clear the part of the state page that is not used. Return: number of bytes that were not 0. */
static size_t clear_page(u8 *data, size_t len, const struct guc_log *log)
{
	u64 end = min_t(u64, len, GUC_LOG_STATE_PAGE_SIZE);
	u64 used = length_of_page(log, guc_view(data, end));

	return clear(data, min(used, end), end);
}

/* Return: number of bytes from the state page to the end of the last region. */
static u64 length_of_log(const struct guc_log *log)
{
	u64 len = GUC_LOG_STATE_PAGE_SIZE;
	unsigned int i;

	for (i = 0; i < GUC_REGION_COUNT; i++)
		if (log->region[i].present)
			len = max(len, log->region[i].offset + log->region[i].size);
	return len;
}

/**
 * redact_clear_image() - set all bytes of an image that are not part of a log to 0
 * @data: the image, or a file of i915's relay, which consists of several images
 * @len: bytes at @data
 *
 * Return: number of bytes that were not 0, or -EPROTONOSUPPORT if the bytes do not begin with a
 * state page.
 */
ssize_t redact_clear_image(u8 *data, size_t len)
{
	struct guc_log log;
	size_t cleared = 0;
	u64 at = 0;

	while (at < len && form_detect(guc_view(data + at, len - at)) == GUCLOG_FORM_IMAGE) {
		guc_log_parse_page(&log, guc_view(data + at, len - at), U32_MAX);
		cleared += clear_page(data + at, len - at, &log);
		at += length_of_log(&log);
	}
	if (!at)
		return -EPROTONOSUPPORT;
	return (ssize_t)(cleared + clear(data, at, len));
}

/**
 * redact_image() - redact an image of a log buffer
 * @count: counts the redacted items
 * @data: the image; changed in place, with the same length
 * @len: length of the image
 *
 * Return: 0, or -EPROTONOSUPPORT if the bytes do not begin with a state page.
 */
int redact_image(struct guclog_redact_count *count, u8 *data, size_t len)
{
	ssize_t n = redact_clear_image(data, len);

	if (n > 0)
		redact_note(count, GUCLOG_REDACT_UNKNOWN, (size_t)n, 0);
	return n < 0 ? (int)n : 0;
}
