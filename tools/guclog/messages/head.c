// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the prefix of a line of xe or i915 in the kernel log, such as "xe 0000:03:00.0: [drm]
 * *ERROR* Tile0: GT0: ". Its form differs by kernel:
 *
 * - Linux 6.8 has no "Tile0: ", and often no "GT0: ";
 * - a debugging message, and an error of older kernels, has "[drm:function [xe]] ";
 * - Linux 7.4 adds a stable number: "SIGID=107 (-ENOENT) Tile0: GT0: PAGEFAULT: ";
 * - i915 adds the part of the driver: "GT0: GUC: " or "GT0 [GUC COMMUNICATION] ".
 */
#include "messages/message.h"

#include "base/eat.h"

/* Read "0000:03:00.0"; its digits are hexadecimal. */
static bool eat_device(struct guc_view *v, char device[16])
{
	static const char form[] = "xxxx:xx:xx.x";
	const size_t len = sizeof(form) - 1;
	size_t i;

	if (v->len < len)
		return false;
	for (i = 0; i < len; i++)
		if (form[i] == 'x' ? !memchr("0123456789abcdef", v->data[i], 16) :
				     v->data[i] != form[i])
			return false;
	memcpy(device, v->data, len);
	device[len] = '\0';
	*v = guc_view_clip(*v, len, v->len);
	return true;
}

/* Move the view to the first occurrence of a text. Return: whether there is one. */
static bool seek(struct guc_view *v, const char *text)
{
	const u8 *hit = memmem(v->data, v->len, text, strlen(text));

	if (!hit)
		return false;
	*v = guc_view_clip(*v, (size_t)(hit - v->data), v->len);
	return true;
}

static void drop_blanks(struct guc_view *v)
{
	while (v->len && (*v->data == ' ' || *v->data == '\t' || *v->data == '\n'))
		*v = guc_view_clip(*v, 1, v->len);
}

/* Find the name of a driver and a device, such as "xe 0000:03:00.0: ". */
static bool seek_device(struct guc_view *v, const char *driver, struct message_head *head)
{
	struct guc_view left = *v;

	while (seek(&left, driver)) {
		head->line = left;
		left = guc_view_clip(left, strlen(driver), left.len);
		if (!eat_device(&left, head->device))
			continue;
		/* "grep" and editors can drop the blank at the end of an empty message. */
		if (!eat(&left, ": ") && !(eat(&left, ":") && !left.len))
			continue;
		*v = left;
		return true;
	}
	head->device[0] = '\0';
	return false;
}

/*
 * Skip "[drm] " or "[drm:function [xe]] ", and "*ERROR* ". Return: whether the line is printed by
 * DRM.
 */
static bool eat_drm(struct guc_view *v, struct message_head *head)
{
	struct guc_view left = *v;

	if (eat(&left, "[drm:") && seek(&left, "]] ")) {
		*v = guc_view_clip(left, 3, left.len);
		head->debug = true;
	} else if (eat(&left, "[drm:") && seek(&left, "]]") && left.len == 2) {
		*v = guc_view_clip(left, 2, left.len);
		head->debug = true;
	} else if (!eat(v, "[drm] ") && !eat(v, "[drm]")) {
		return false;
	}
	head->error = eat(v, "*ERROR* ") || eat(v, "*ERROR*");
	if (head->error)
		head->debug = false;
	return true;
}

/* Find "[drm:function [xe]] *ERROR* ", which has no device. */
static bool seek_function(struct guc_view *v, const char *driver, struct message_head *head)
{
	struct guc_view left = *v;

	if (!seek(&left, "[drm:") || !memmem(left.data, left.len, driver, strlen(driver)))
		return false;
	head->line = left;
	if (!eat_drm(&left, head) || !head->error)
		return false;
	*v = left;
	return true;
}

/* Find a line of the kernel that names a function of a driver. */
static bool seek_kernel(struct guc_view *v, struct message_head *head)
{
	static const char * const words[] = { "WARNING: ", "RIP: ", "xe_guc_log_snapshot" };
	unsigned int i;

	if (!memmem(v->data, v->len, "[xe]", 4) && !memmem(v->data, v->len, "/drm/xe/", 8) &&
	    !memmem(v->data, v->len, "[i915]", 6) && !memmem(v->data, v->len, "/drm/i915/", 10))
		return false;
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		struct guc_view left = *v;

		if (!seek(&left, words[i]))
			continue;
		head->line = left;
		head->driver = MESSAGE_KERNEL;
		*v = left;
		return true;
	}
	return false;
}

static bool eat_u32(struct guc_view *v, u32 *value)
{
	u64 number;

	if (!eat_number(v, &number) || number > U32_MAX)
		return false;
	*value = (u32)number;
	return true;
}

/* Read "SIGID=107 FATAL (-ENOENT) [Hardware Error]: ". */
static void eat_sigid(struct guc_view *v, struct message_head *head)
{
	struct guc_view left = *v;
	const u8 *end;

	if (!eat(&left, "SIGID=") || !eat_u32(&left, &head->sigid))
		return;
	head->has_sigid = true;
	drop_blanks(&left);
	if (eat(&left, "FATAL") || eat(&left, "CORRECTED"))
		drop_blanks(&left);
	end = view_begins(left, "(") ? memchr(left.data, ')', left.len) : NULL;
	if (end) {
		head->cause = guc_view_clip(left, 1, (size_t)(end - left.data) - 1);
		left = guc_view_clip(left, (size_t)(end - left.data) + 1, left.len);
		drop_blanks(&left);
	}
	if (eat(&left, "[Hardware Error]:") || eat(&left, "[HW_ERR]") || eat(&left, "HW_ERR"))
		drop_blanks(&left);
	*v = left;
}

/* Read "Tile0: GT0: ", and the part of the driver after it. */
static void eat_place(struct guc_view *v, struct message_head *head)
{
	struct guc_view left = *v;

	head->has_tile = eat(&left, "Tile") && eat_u32(&left, &head->tile) && eat(&left, ":");
	if (!head->has_tile)
		left = *v;
	drop_blanks(&left);
	*v = left;
	/* "GT0: GUC: ", "GT0 [GUC COMMUNICATION] " or "GT0 [ENGINE OTHER] " of i915 */
	head->has_gt = eat(&left, "GT") && eat_u32(&left, &head->gt);
	if (head->has_gt && eat(&left, ":"))
		*v = left;
	else if (head->has_gt && head->i915 && eat(&left, " [") && seek(&left, "] "))
		*v = guc_view_clip(left, 2, left.len);
	else
		head->has_gt = false;
	drop_blanks(v);
	eat(v, "GUC: ");
	if (!eat(v, "PF: "))
		eat(v, "VF: ");
	drop_blanks(v);
}

/**
 * message_head() - read the prefix of a line of the kernel log
 * @line: the line, which can have other text such as a host name before the prefix
 * @head: filled with what the prefix says, and with the text after it
 *
 * Return: whether the line is about xe or i915.
 */
bool message_head(struct guc_view line, struct message_head *head)
{
	struct guc_view v = line;

	*head = (struct message_head){ .driver = MESSAGE_XE };
	if (seek_device(&v, "xe ", head)) {
		if (!eat_drm(&v, head))
			head->driver = MESSAGE_BUS;
	} else if (seek_device(&v, "i915 ", head)) {
		head->i915 = true;
		head->driver = eat_drm(&v, head) || view_begins(v, "GPU HANG") ?
			       MESSAGE_I915 : MESSAGE_BUS;
	} else if (seek_function(&v, " [i915]]", head)) {
		head->i915 = true;
		head->driver = MESSAGE_I915;
	} else if (!seek_function(&v, " [xe]]", head) && !seek_kernel(&v, head)) {
		return false;
	}
	if (head->driver == MESSAGE_XE || head->driver == MESSAGE_I915) {
		eat_sigid(&v, head);
		eat_place(&v, head);
	}
	while (v.len && (v.data[v.len - 1] == '\n' || v.data[v.len - 1] == ' '))
		v.len--;
	head->text = v;
	return true;
}
