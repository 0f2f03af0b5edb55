/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ASIC info, a structure with the properties of a GPU.
 */
#ifndef _GUCLOG_ASIC_INFO_H_
#define _GUCLOG_ASIC_INFO_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

struct guclog_facts;

/* The forms of ASIC info: a structure with the properties of a GPU, which trace tools read. */
enum guclog_asic_form {
	GUCLOG_ASIC_V1,		/* 568 bytes */
	GUCLOG_ASIC_V3,		/* 608 bytes */
	GUCLOG_ASIC_V1_PACKED,	/* 558 bytes */
	GUCLOG_ASIC_RDF,	/* RDF file with ASIC info; 664 bytes with version 1 */
	GUCLOG_ASIC_V2		/* 576 bytes; can be read but not written */
};

/**
 * guclog_asic_make() - make ASIC info from facts
 * @form: the form of the output
 * @facts: facts of the device and its first GT; facts that are missing are taken
 *	from the table of known devices
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 * @len: set to the length of the ASIC info in bytes
 *
 * Return: 0, -EINVAL for a form that cannot be written, -ENOSPC if @size is too small;
 * @buf is then unchanged.
 */
int guclog_asic_make(enum guclog_asic_form form,
		     const struct guclog_facts *facts, void *buf, size_t size,
		     size_t *len);

/* The kinds of values of a field of ASIC info. */
enum guclog_asic_kind {
	GUCLOG_ASIC_NUMBER,
	GUCLOG_ASIC_BDF,		/* bus << 16 | device << 8 | function */
	GUCLOG_ASIC_FLOAT,		/* the bits of a single-precision number */
	GUCLOG_ASIC_NAMED,		/* a number for which the ASIC info defines a name */
	GUCLOG_ASIC_STRING,
	GUCLOG_ASIC_MASK		/* two words of 16 bits for each slice */
};

/**
 * struct guclog_asic_value - a value of a field of ASIC info
 * @number: the number, 0 for a string
 * @text: the value in printable ASCII
 * @line: "name=text unit", as in the text of the ASIC info
 */
struct guclog_asic_value {
	uint64_t number;
	const char *text;
	const char *line;
};

/**
 * struct guclog_asic_field - a field of ASIC info
 * @name: name of the field
 * @unit: unit of its values, NULL if there is none
 * @kind: kind of its values
 * @string: for GUCLOG_ASIC_STRING: the bytes, without padding
 * @origin: for ASIC info that was made from facts: text that names the facts and the rows of the
 *	tables of known devices that gave the value. Empty for a field that is always 0, and for
 *	ASIC info that was read
 * @nr_values: number of values; 0 if the version of the ASIC info does not have the field
 * @value: the values
 */
struct guclog_asic_field {
	const char *name;
	const char *unit;
	enum guclog_asic_kind kind;
	struct guclog_bytes string;
	const char *origin;
	unsigned int nr_values;
	const struct guclog_asic_value *const *value;
};

/**
 * struct guclog_asic - ASIC info
 * @form: form of the ASIC info
 * @version: 1, 2 or 3
 * @nr_fields: number of fields, the same for all versions
 * @field: the fields, in the order of the ASIC info
 * @text: all fields as lines
 */
struct guclog_asic {
	enum guclog_asic_form form;
	uint32_t version;
	unsigned int nr_fields;
	const struct guclog_asic_field *const *field;
	const char *text;
};

/**
 * guclog_asic_open() - read ASIC info
 * @blob: ASIC info of any form and version; not needed after the call
 * @len: bytes at @blob
 * @fault: filled with the fault of @blob; its @error is 0 if there is none; may be NULL
 *
 * Return: the ASIC info, which the caller must free with guclog_asic_close(), or NULL if @blob has
 * a fault, or if there was not enough memory (@error of @fault is then 0).
 */
const struct guclog_asic *guclog_asic_open(const void *blob, size_t len,
					   struct guclog_fault *fault);

/**
 * guclog_asic_from_facts() - make ASIC info of version 3 from facts
 * @facts: as for guclog_asic_make()
 *
 * Return: the ASIC info, which the caller must free with guclog_asic_close(), or NULL if there is
 * no memory.
 */
const struct guclog_asic *guclog_asic_from_facts(const struct guclog_facts *facts);

/**
 * guclog_asic_close() - free ASIC info
 * @asic: the ASIC info, may be NULL
 */
void guclog_asic_close(const struct guclog_asic *asic);

/**
 * guclog_asic_wrap() - put ASIC info into an RDF file
 * @asic: from guclog_asic_open()
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 *
 * The ASIC info in the file has the version of @asic.
 *
 * Return: length of the file in bytes; if it is more than @size, @buf is unchanged.
 */
size_t guclog_asic_wrap(const struct guclog_asic *asic, void *buf, size_t size);

#endif
