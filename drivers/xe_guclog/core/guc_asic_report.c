// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_asic.h"
#include "guc_text.h"

/* Print a string. Bytes that are not printable, and backslashes, are printed as \xNN. */
static void asic_print_string(struct guc_text *text, const char *s, size_t size)
{
	size_t len = strnlen(s, size);
	size_t i;

	for (i = 0; i < len; i++) {
		if (s[i] >= 0x20 && s[i] < 0x7f && s[i] != '\\')
			guc_text_add(text, "%c", s[i]);
		else
			guc_text_add(text, "\\x%02x", (u8)s[i]);
	}
}

/* Print @mantissa / 2^@shift with all decimal places. @shift is 1 to 40. */
static void asic_print_fraction(struct guc_text *text, u64 mantissa,
				unsigned int shift)
{
	u64 below = BIT_ULL(shift) - 1;

	guc_text_add(text, "%llu.", mantissa >> shift);
	for (mantissa &= below; mantissa; mantissa &= below) {
		mantissa *= 10;
		guc_text_add(text, "%c", '0' + (char)(mantissa >> shift));
	}
}

/*
 * Print the exact value of a float, given its bits. Use only integers, because the kernel does not
 * use floating point. Print a decimal number, or mantissa*2^exponent if the decimal number would
 * be too long.
 */
static void asic_print_f32(struct guc_text *text, u32 bits)
{
	u32 exponent = (bits >> 23) & 0xff;
	u64 mantissa = bits & 0x7fffff;
	int shift = (exponent ? (int)exponent : 1) - 150;

	guc_text_add(text, "%s", bits >> 31 ? "-" : "");
	if (exponent == 0xff) {
		guc_text_add(text, "%s", mantissa ? "nan" : "inf");
		return;
	}
	if (exponent)
		mantissa |= 0x800000;
	for (; mantissa && !(mantissa & 1); shift++)
		mantissa >>= 1;
	if (!mantissa)
		guc_text_add(text, "0");
	else if (shift >= 0 && shift <= 40)
		guc_text_add(text, "%llu", mantissa << shift);
	else if (shift < 0 && shift >= -40)
		asic_print_fraction(text, mantissa, -shift);
	else
		guc_text_add(text, "%llu*2^%d", mantissa, shift);
}

static void asic_print_name(struct guc_text *text, const char *name, u64 value)
{
	if (name)
		guc_text_add(text, "%s", name);
	else
		guc_text_add(text, "%llu", value);
}

/**
 * guc_asic_print() - print the value of a field, without its name and unit
 * @text: the text to append to
 * @asic: the ASIC info
 * @field: one of guc_asic_fields[]
 * @i: index of the element, less than @field->count; 0 for a string and for a field that is
 *	not an array
 *
 * Any value can be printed, also an invalid one: bytes of a string that are not printable
 * are printed as ``\xNN``, and a float can be nan or inf. An unknown GPU type or memory type is
 * printed as a number.
 *
 * Context: any, does not sleep.
 */
void guc_asic_print(struct guc_text *text, const struct guc_asic *asic,
		    const struct guc_asic_field *field, unsigned int i)
{
	u64 n = guc_asic_number(asic, field, i);

	switch (field->kind) {
	case GUC_ASIC_X32:
		guc_text_add(text, "0x%llx", n);
		break;
	case GUC_ASIC_BDF:
		guc_text_add(text, "%02llx:%02llx.%llx", n >> 16,
			     (n >> 8) & 0xff, n & 0xff);
		break;
	case GUC_ASIC_F32:
		asic_print_f32(text, (u32)n);
		break;
	case GUC_ASIC_GPU:
		asic_print_name(text, guc_gpu_type_name((u32)n), n);
		break;
	case GUC_ASIC_MEM:
		asic_print_name(text, guc_memory_type_name((u32)n), n);
		break;
	case GUC_ASIC_TEXT:
		asic_print_string(text, (const char *)&asic->info + field->offset,
				  field->count);
		break;
	case GUC_ASIC_MASK:
		guc_text_add(text, "0x%04llx", n);
		break;
	default:
		guc_text_add(text, "%llu", n);
		break;
	}
}

/*
 * Print cu_mask: one line per slice, up to the last slice that has a bit set. The second
 * half of a slice's mask is printed only when it is not 0.
 */
static void asic_report_masks(struct guc_text *text, const struct guc_asic *asic,
			      const struct guc_asic_field *field)
{
	unsigned int i, end = 0;

	for (i = 0; i < field->count; i++)
		if (guc_asic_number(asic, field, i))
			end = i + 1;
	for (i = 0; i < end; i += 2) {
		guc_text_add(text, "%s[%u]=", field->name, i / 2);
		guc_asic_print(text, asic, field, i);
		if (guc_asic_number(asic, field, i + 1)) {
			guc_text_add(text, " ");
			guc_asic_print(text, asic, field, i + 1);
		}
		guc_text_add(text, "\n");
	}
}

static void asic_report_field(struct guc_text *text, const struct guc_asic *asic,
			      const struct guc_asic_field *field)
{
	unsigned int count = field->kind == GUC_ASIC_TEXT ? 1 : field->count;
	unsigned int i;

	for (i = 0; i < count; i++) {
		guc_text_add(text, "%s", field->name);
		if (count > 1)
			guc_text_add(text, "[%u]", i);
		guc_text_add(text, "=");
		guc_asic_print(text, asic, field, i);
		if (field->unit)
			guc_text_add(text, " %s", field->unit);
		guc_text_add(text, "\n");
	}
}

/**
 * guc_asic_report() - print ASIC info as text
 * @text: the text to append to
 * @asic: the ASIC info
 *
 * Each field that the version of @asic has is printed as a line ``name=value unit``, in
 * the order of the structure. cu_mask is printed as one line per slice.
 *
 * Context: any, does not sleep.
 */
void guc_asic_report(struct guc_text *text, const struct guc_asic *asic)
{
	const struct guc_asic_field *field;

	for (field = guc_asic_fields;
	     field < guc_asic_fields + GUC_ASIC_FIELDS; field++) {
		if (field->version > asic->version)
			continue;
		if (field->kind == GUC_ASIC_MASK)
			asic_report_masks(text, asic, field);
		else
			asic_report_field(text, asic, field);
	}
}
