/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What xe prints in a devcoredump: the rows of data/model/printed.csv, from which
 * scripts/gen-model.py makes the tables.
 */
#ifndef _MODEL_PRINTED_H_
#define _MODEL_PRINTED_H_

#include "base/base.h"
#include "guc_view.h"
#include "model/printed_names.h"

/**
 * struct printed_name - a text that xe prints
 * @printed: the text
 * @place: "memory" or "internal" if this word in brackets is before or after the value: xe read the
 *	value from the memory that it shares with the GPU, or from its own structure; else NULL
 * @type: enum printed_type
 * @section: enum dump_section
 * @id: enum dump_name
 * @keep: enum printed_class
 * @key: key of the value in JSON, NULL if it has none of its own
 */
struct printed_name {
	const char *printed;
	const char *place;
	u8 type;
	u8 section;
	u8 id;
	u8 keep;
	const char *key;
};

/* The texts, sorted by their bytes. */
extern const struct printed_name printed_names[];
extern const unsigned int printed_names_len;
/* Index of the first text of each name, and 1 + index of the title of each section or 0. */
extern const u16 printed_first[DUMP_NAMES];
extern const u16 printed_titles[SECTIONS];
/* The first characters of the names in lines "name: value". */
extern const bool printed_initials[256];
/* The words that xe prints in values, sorted. */
extern const char * const printed_words[];
extern const unsigned int printed_words_len;

/* Types of texts that are the name in a line "name: value". */
#define PRINTED_LINES	(BIT(PRINTED_TEXT) | BIT(PRINTED_NUMBER) | BIT(PRINTED_SECONDS) | \
			 BIT(PRINTED_STAMP) | BIT(PRINTED_PLAIN))

const struct printed_name *printed_find(struct guc_view text, unsigned int types);
enum dump_name printed_id(enum dump_section section, struct guc_view name, struct guc_view place);
enum dump_name printed_item(enum dump_section section, struct guc_view name);
const struct printed_name *printed_line(struct guc_view line, struct guc_view *value);
bool printed_eat(struct guc_view *v, enum dump_name id);
bool printed_is(struct guc_view text, enum dump_name id);
enum dump_name printed_bracket(struct guc_view line, struct guc_view *bracket,
			       struct guc_view *value);
enum dump_name printed_data(struct guc_view line, enum dump_name data, struct guc_view *value);

/* Return: the row of a name; the first one if kernels print different texts. */
static inline const struct printed_name *printed_row(enum dump_name id)
{
	return &printed_names[printed_first[id]];
}

static inline const char *printed_text(enum dump_name id)
{
	return printed_row(id)->printed;
}

/* Return: the title of a section, NULL if it has none. */
static inline const char *printed_title(enum dump_section section)
{
	return printed_titles[section] ? printed_names[printed_titles[section] - 1].printed : NULL;
}

#endif
