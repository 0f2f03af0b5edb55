// SPDX-License-Identifier: GPL-2.0-only
#include "base/options.h"

#include "base/msg.h"
#include "base/out.h"
#include "base/status.h"

/* Report an error such as "--to junk: not one of lfd, raw". */
static int fail_choice(const struct option_desc *desc, const char *arg)
{
	const char * const *choice;
	char list[512] = "";
	size_t len = 0;

	for (choice = desc->choices; *choice && len < sizeof(list); choice++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s %s",
					choice == desc->choices ? "" : ",", *choice);
	msg_fail(NULL, "--%s %s: not one of%s", desc->name, arg, list);
	return -1;
}

static int set_choice(const struct option_desc *desc, int *member,
		      const char *arg)
{
	int i;

	for (i = 0; desc->choices[i]; i++) {
		if (strcmp(desc->choices[i], arg))
			continue;
		*member = (int)desc->value + i;
		return 0;
	}
	return fail_choice(desc, arg);
}

static int set_number(const struct option_desc *desc, struct number *member,
		      const char *arg)
{
	member->given = number_parse(arg, strlen(arg), desc->value,
				     &member->value);
	if (member->given)
		return 0;
	msg_fail(NULL, "--%s %s: not a number from 0 to %llu", desc->name, arg,
		 desc->value);
	return -1;
}

static const char *selected_name(const struct usage *usage,
				 const struct option_desc *desc, int value)
{
	const struct option_desc *other;

	for (other = usage->options; other->kind != OPTION_END; other++)
		if (other->kind == OPTION_SELECT && (int)other->value == value &&
		    other->offset == desc->offset)
			return other->name;
	return "";
}

static int set_select(const struct usage *usage, const struct option_desc *desc,
		      int *member)
{
	if (*member && *member != (int)desc->value) {
		msg_fail(NULL, "--%s and --%s cannot be used together",
			 selected_name(usage, desc, *member), desc->name);
		return -1;
	}
	*member = (int)desc->value;
	return 0;
}

static int set_call(const struct option_desc *desc, void *member,
		    const char *arg)
{
	const char *why = desc->call(member, arg);

	if (!why)
		return 0;
	if (*why)
		msg_fail(NULL, "--%s%s%s: %s", desc->name, arg ? " " : "",
			 arg ? arg : "", why);
	return -1;
}

/**
 * options_set() - set one option of a verb
 * @usage: description of the verb
 * @desc: the option
 * @into: structure of the verb, whose member the option sets
 * @arg: argument of the option, NULL if it takes none
 *
 * Return: 0, or -1 after a message about the error.
 */
int options_set(const struct usage *usage, const struct option_desc *desc, void *into,
		const char *arg)
{
	void *member = (char *)into + desc->offset;

	switch (desc->kind) {
	case OPTION_JSON:
#ifndef GUCLOG_JSON
		msg_fail(NULL, "--json: this guclog was built without JSON");
		return -1;
#endif
	case OPTION_FLAG:
		*(bool *)member = true;
		return 0;
	case OPTION_SELECT:
		return set_select(usage, desc, member);
	case OPTION_TEXT:
		*(const char **)member = arg;
		return 0;
	case OPTION_NUMBER:
		return set_number(desc, member, arg);
	case OPTION_CHOICE:
		return set_choice(desc, member, arg);
	default:
		return set_call(desc, member, arg);
	}
}

/**
 * options_fail() - report a wrong use of a verb
 * @verb: name of the verb
 * @fmt: format of the message about the error, as for printf(), without a newline
 *
 * Return: CMD_FAILED, which the verb returns as its own status.
 */
int options_fail(const char *verb, const char *fmt, ...)
{
	char why[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	msg_fail(NULL, "%s", why);
	out_now()->hint(out_now(), verb);
	return CMD_FAILED;
}

/**
 * options_bytes() - read a number of bytes from the argument of an option; for use with OPT_CALL()
 * @member: u64, set to the number of bytes
 * @arg: a number, which may end with K, M or G
 *
 * Return: NULL, or a text about the error in the argument.
 */
const char *options_bytes(void *member, const char *arg)
{
	static const char units[] = "KMG";
	size_t len = strlen(arg);
	const char *unit = len ? strchr(units, arg[len - 1]) : NULL;
	unsigned int shift = unit ? 10 * (unsigned int)(unit - units + 1) : 0;
	u64 *bytes = member;

	if (unit)
		len--;
	if (!number_parse(arg, len, (1ull << 50) >> shift, bytes) || !*bytes)
		return "not a number of bytes: 1 or more, optionally followed by K, M or G";
	*bytes <<= shift;
	return NULL;
}
