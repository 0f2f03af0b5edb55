// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the hexdump that i915 prints of a log. The input is an image; its first byte selects which
 * lines of the hexdump are damaged, and how. Without damage the result must be the image. A damaged
 * line may change only its own 16 bytes; if another text is in its place (FOREIGN), these bytes are
 * missing in the result.
 */
#include "fuzz_input.h"

#include "read/hexdump.h"

enum spoil { WHOLE, BAD_DIGIT, SHORT, LONG, FOREIGN, KINDS };

static enum spoil spoil_of(u8 how, size_t line)
{
	if (!(how & 0x0f) || line % (1 + (how & 0x0f)) != (how & 0x0f))
		return WHOLE;
	return (enum spoil)((how >> 4) % KINDS);
}

static size_t print_line(char *to, const u8 *row, enum spoil spoil)
{
	int n = snprintf(to, 128, "0x%08x 0x%08x 0x%08x 0x%08x",
			 guc_load_le32(row), guc_load_le32(row + 4),
			 guc_load_le32(row + 8), guc_load_le32(row + 12));

	switch (spoil) {
	case BAD_DIGIT:
		to[15] = 'q';
		break;
	case SHORT:
		n = 20;
		break;
	case LONG:
		n += snprintf(to + n, 128 - (size_t)n, " 0x00000001");
		break;
	case FOREIGN:
		n = snprintf(to, 128, "[   12.5] usb 1-1: new device");
		break;
	default:
		break;
	}
	return (size_t)n;
}

/*
 * The bytes of each undamaged line must be in the result. Their offset is that in the image, less
 * 16 bytes for each FOREIGN line before them.
 */
static void check_rows(const struct input_log *log, struct guc_view image, u8 how)
{
	size_t i, at = 0, last = 0;

	for (i = 0; i < image.len / 16; i++)
		if (spoil_of(how, i) == WHOLE)
			last = i + 1;
	for (i = 0; i < last; i++) {
		enum spoil spoil = spoil_of(how, i);

		if (spoil == FOREIGN)
			continue;
		FUZZ_CHECK(log->len >= at + 16);
		if (spoil == WHOLE)
			FUZZ_CHECK(!memcmp(log->image + at, image.data + 16 * i, 16));
		at += 16;
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct input in = fuzz_input_new();
	struct headlines said = { .nr_gts = 0 };
	struct hexdump dump = { .open = false };
	struct guc_view image = guc_view(data, size);
	u8 how = (u8)fuzz_take(&image, 1);
	bool spoiled = false;
	char line[128];
	size_t i, n;

	for (i = 0; i < image.len / 16; i++) {
		n = print_line(line, image.data + 16 * i, spoil_of(how, i));
		spoiled |= spoil_of(how, i) != WHOLE;
		hexdump_line(&dump, &in, &said, guc_view(line, n), i + 1);
	}
	/* Append a line that is not in the format of the hexdump. */
	hexdump_line(&dump, &in, &said, image, i + 1);
	hexdump_end(&dump, &in, true);
	fuzz_check_input(&in);
	if (in.nr_logs)
		check_rows(&in.log[0], image, how);
	/* The first line is never damaged, so the input must be recognised as a log. */
	FUZZ_CHECK(in.nr_logs || image.len < 16);
	FUZZ_CHECK(!spoiled || in.log[0].losses);
	fuzz_input_free(&in);
	return 0;
}
