/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the messages of the drivers in the kernel log: what the prefix of a line says, which
 * message of data/driver_messages.csv its text is, and what the values in the text mean.
 */
#ifndef _MESSAGES_MESSAGE_H_
#define _MESSAGES_MESSAGE_H_

#include "messages/lines.h"
#include "base/arena.h"
#include "guc_view.h"

/* Largest number of fields of a message. */
#define MESSAGE_FIELDS	12u

/* Which lines a row of the table is about. */
enum message_driver {
	MESSAGE_XE,
	MESSAGE_I915,
	MESSAGE_ANY,	/* xe and i915 */
	MESSAGE_BUS,	/* lines that name driver and device, but are not printed by DRM */
	MESSAGE_KERNEL,	/* lines that name a function of a driver instead of a device */
};

/**
 * struct message_row - a row of data/driver_messages.csv
 * @pattern: the text with fields, see that file
 * @begin_len: length of the text before the first field
 * @driver: which lines the row is about, an enum message_driver
 * @class: what the message is about, an enum guclog_message_class
 * @event: what it reports, an enum guclog_kernel_event
 * @weight: how grave it is, 0 to 9
 * @since: first Linux that prints it, 612 for 6.12; 0 if unknown
 * @until: last Linux that prints it; 0 if there is none or it is unknown
 * @meaning: what it means; NULL if the message is not an error
 * @advice: what to do; NULL if there is no advice
 */
struct message_row {
	const char *pattern;
	u8 begin_len;
	u8 driver;
	u8 class;
	u8 event;
	u8 weight;
	u16 since;
	u16 until;
	const char *meaning;
	const char *advice;
};

/*
 * The rows, sorted by their first character. message_index[c] is the number of the first row that
 * begins with the character c or a later one; the rows that begin with a field are the first.
 */
extern const struct message_row message_table[];
extern const u16 message_index[129];

/**
 * struct message_head - what the prefix of a line says
 * @driver: MESSAGE_XE, MESSAGE_I915, MESSAGE_BUS or MESSAGE_KERNEL
 * @i915: the driver is i915
 * @device: PCI address of the device, empty if the line does not have it
 * @has_tile: @tile is known
 * @tile: number of the tile
 * @has_gt: @gt is known
 * @gt: number of the GT
 * @error: DRM marks the line as an error
 * @debug: the line is a debugging message
 * @has_sigid: @sigid is known
 * @sigid: stable number of the message, Linux 7.4 and later
 * @cause: the value in the prefix that has the number, such as "-ENOENT"; empty if there is none
 * @line: the line from the name of the driver on
 * @text: the text after the prefix
 */
struct message_head {
	enum message_driver driver;
	bool i915;
	char device[16];
	bool has_tile;
	u32 tile;
	bool has_gt;
	u32 gt;
	bool error;
	bool debug;
	bool has_sigid;
	u32 sigid;
	struct guc_view cause;
	struct guc_view line;
	struct guc_view text;
};

/**
 * struct message_value - the value of a field in a line
 * @name: name of the field; not terminated by a zero byte
 * @name_len: length of @name
 * @type: type of the field, see data/driver_messages.csv
 * @text: the value as text
 * @has_number: @number is known
 * @number: the value as a number; a negative one as its two's complement
 */
struct message_value {
	const char *name;
	size_t name_len;
	char type;
	struct guc_view text;
	bool has_number;
	u64 number;
};

/**
 * struct message_match - the message that a text is, with the values of its fields
 * @row: the message
 * @nr: number of values
 * @value: the values
 */
struct message_match {
	const struct message_row *row;
	unsigned int nr;
	struct message_value value[MESSAGE_FIELDS];
};

bool message_head(struct guc_view line, struct message_head *head);
bool message_find(const struct message_head *head, struct message_match *match);
const struct message_value *message_value(const struct message_match *match, const char *name);
const char *message_words(struct arena *arena, const struct message_match *match,
			  const struct message_value *value, u32 kernel);
const char *message_sigid(u32 sigid);

#endif
