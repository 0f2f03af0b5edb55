// SPDX-License-Identifier: GPL-2.0-only
#include "fuzz.h"

void fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: property does not hold: %s\n", file, line, what);
	abort();
}

void *fuzz_alloc(size_t len)
{
	void *p = malloc(len ? len : 1);

	FUZZ_CHECK(p);
	/* Fill the buffer, so that the checks notice bytes that were not written. */
	memset(p, 0xa5, len);
	return p;
}

void *fuzz_copy(const void *data, size_t len)
{
	void *p = fuzz_alloc(len);

	if (len)
		memcpy(p, data, len);
	return p;
}

u32 fuzz_take(struct guc_view *in, unsigned int bytes)
{
	u32 v = 0;
	unsigned int i;

	for (i = 0; i < bytes && in->len; i++) {
		v |= (u32)*in->data << (8 * i);
		in->data++;
		in->len--;
	}
	return v;
}

char *fuzz_text(fuzz_text_fn make, const void *arg, size_t *len)
{
	struct guc_text measured = { 0 };
	struct guc_text filled = { 0 };
	struct guc_text cut = { 0 };
	size_t i;

	make(&measured, arg);
	FUZZ_CHECK(guc_text_error(&measured) == 0);

	filled.size = measured.len + 1;
	filled.buf = fuzz_alloc(filled.size);
	filled.buf[0] = '\0';
	make(&filled, arg);
	FUZZ_CHECK(guc_text_error(&filled) == 0);
	FUZZ_CHECK(filled.len == measured.len);
	FUZZ_CHECK(strlen(filled.buf) == filled.len);
	for (i = 0; i < filled.len; i++)
		FUZZ_CHECK(filled.buf[i] == '\n' ||
			   (filled.buf[i] >= ' ' && filled.buf[i] <= '~'));

	/*
	 * With a buffer that is one byte too short, the length must be the same, and the result an
	 * error.
	 */
	cut.size = measured.len;
	cut.buf = fuzz_alloc(cut.size);
	make(&cut, arg);
	FUZZ_CHECK(guc_text_error(&cut) == -ENOSPC);
	FUZZ_CHECK(cut.len == measured.len);
	free(cut.buf);

	*len = filled.len;
	return filled.buf;
}

static void print_fault(struct guc_text *text, const void *arg)
{
	guc_fault_print(text, arg);
}

void fuzz_check_fault(const struct guc_fault *fault, u64 input_len)
{
	int err = guc_fault_errno(fault);
	size_t len;

	FUZZ_CHECK(fault->code > GUC_FAULT_NONE && fault->code < GUC_FAULT_CODES);
	FUZZ_CHECK(err == -ENODATA || err == -EBADMSG || err == -ENOENT ||
		   err == -EPROTONOSUPPORT);
	FUZZ_CHECK(fault->offset <= input_len);
	free(fuzz_text(print_fault, fault, &len));
	FUZZ_CHECK(len > 0);
}

static void facts_from_line(struct guc_facts *facts, const char *line,
			    size_t len)
{
	const char *eq = memchr(line, '=', len);
	size_t key_len;
	int id;

	if (!eq)
		return;
	key_len = eq - line;
	id = guc_facts_find(line, key_len);
	if (id >= 0)
		guc_facts_set(facts, id, eq + 1, len - key_len - 1);
}

void fuzz_facts_from_text(struct guc_facts *facts, struct guc_view text)
{
	while (text.len) {
		const u8 *end = memchr(text.data, '\n', text.len);
		size_t len = end ? (size_t)(end - text.data) : text.len;
		/* The line is in memory of its own, so that reads beyond its end are noticed. */
		char *line = fuzz_copy(text.data, len);

		facts_from_line(facts, line, len);
		free(line);
		len += !!end;
		text = guc_view(text.data + len, text.len - len);
	}
}

void fuzz_facts_sample(struct guc_facts *facts, u8 select)
{
	static const char * const lines[] = {
		"source=replay", "driver=replay", "pci_address=0000:03:00.0",
		"pci_id=8086:e223", "pci_revision=0x0", "platform=battlemage",
		"graphics_ip=20.01", "media_ip=13.01", "gt=0", "tile=0",
		"gt_type=main", "guc_firmware=xe/bmg_guc_70.bin",
		"guc_version=70.44.1", "guc_wanted=70.49.4", "log_level=1",
		"reference_clock_hz=19200000", "anchor_boottime_ns=1234567890123",
		"anchor_realtime_ns=1763712000000000000",
		"anchor_guc_tick=23703703690", "anchor_uncertainty_ns=900",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (select & (1u << (i % 8)))
			facts_from_line(facts, lines[i], strlen(lines[i]));
}
