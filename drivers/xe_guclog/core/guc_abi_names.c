// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_abi_names.h"

/**
 * guc_abi_action() - find an action (the kind of a message between xe and the GuC)
 * @code: code of the action
 *
 * Context: any, does not sleep.
 * Return: the action, or NULL when xe's headers do not define the code.
 */
const struct guc_abi_action *guc_abi_action(u32 code)
{
	unsigned int low = 0, high = guc_abi_nr_actions;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (guc_abi_actions[mid].code == code)
			return &guc_abi_actions[mid];
		if (guc_abi_actions[mid].code < code)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

/**
 * guc_abi_word() - find the name of a data word of a message
 * @action: the action, may be NULL
 * @index: index of the data word; 0 is the first word after the HXG header
 *
 * Context: any, does not sleep.
 * Return: the name, or an empty view if it is unknown. If the last name of @action->words ends
 * with "...", it is the name of all remaining data words, and is returned without the "...".
 */
struct guc_view guc_abi_word(const struct guc_abi_action *action, u32 index)
{
	const char *p = action ? action->words : NULL;

	while (p) {
		const char *end = strchr(p, ' ');
		size_t len = end ? (size_t)(end - p) : strlen(p);
		bool rest = len > 3 && !memcmp(p + len - 3, "...", 3);

		if (!index || rest)
			return guc_view(p, rest ? len - 3 : len);
		index--;
		p = end ? end + 1 : NULL;
	}
	return guc_view("", 0);
}

/**
 * guc_abi_find() - find a constant of the GuC ABI
 * @kind: kind of the constant
 * @value: value of the constant
 *
 * Context: any, does not sleep.
 * Return: the constant, or NULL when xe's headers do not define the value.
 */
const struct guc_abi_name *guc_abi_find(enum guc_abi_kind kind, u32 value)
{
	const struct guc_abi_names *names = &guc_abi_tables[kind];
	unsigned int i;

	for (i = 0; i < names->nr; i++)
		if (names->name[i].value == value)
			return &names->name[i];
	return NULL;
}

/**
 * guc_abi_name() - find the name of a constant of the GuC ABI
 * @kind: kind of the constant
 * @value: value of the constant
 *
 * Context: any, does not sleep.
 * Return: the name, or NULL when xe's headers do not define the value.
 */
const char *guc_abi_name(enum guc_abi_kind kind, u32 value)
{
	const struct guc_abi_name *name = guc_abi_find(kind, value);

	return name ? name->name : NULL;
}
