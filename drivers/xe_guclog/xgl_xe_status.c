// SPDX-License-Identifier: GPL-2.0-only
/*
 * For each reason why a log cannot be read (enum xgl_xe_status), this file has an errno, and
 * a text for the debugfs file ``info``. The errno is chosen so that the error message of
 * cat(1) gives the user an idea of what is wrong. Several reasons share an errno.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/sprintf.h>

#include "xgl_xe.h"

static const struct {
	int error;
	const char *text;
} statuses[] = {
	[XGL_XE_OK] = { 0, "ok" },
	[XGL_XE_INTERRUPTED] = { -ERESTARTSYS, "interrupted" },
	[XGL_XE_BUSY] = { -EAGAIN, "the device is being used" },
	[XGL_XE_NOT_BOUND] = { -ENODEV, "xe does not drive the device" },
	[XGL_XE_NO_LAYOUT] = { -EAGAIN, "xe's layout has not been read yet" },
	[XGL_XE_UNSUPPORTED] = { -EOPNOTSUPP, "this version of xe is not supported" },
	[XGL_XE_RECOVERY] = { -EIO, "the device is in PCI error recovery" },
	[XGL_XE_NOT_SET_UP] = { -ENODEV, "xe has not set the device up" },
	[XGL_XE_INCONSISTENT] = { -EIO,
				   "xe's structures contradict each other" },
	[XGL_XE_SURVIVABILITY] = { -EOPNOTSUPP,
				   "xe is in survivability mode" },
	[XGL_XE_NO_GT] = { -ENODEV, "xe has no such GT" },
	[XGL_XE_VF] = { -EOPNOTSUPP,
			"a virtual function, its physical function has the log" },
	[XGL_XE_NO_GUC] = { -ENODATA, "the GuC is not used" },
	[XGL_XE_NO_LOG] = { -ENODATA, "the GuC has no log buffer" },
	[XGL_XE_SUSPENDED] = { -EAGAIN, "the device is suspended" },
	[XGL_XE_RESUME_FAILED] = { -EIO, "the device could not be resumed" },
	[XGL_XE_NOT_PRESENT] = { -EIO, "the device does not respond" },
};

static_assert(ARRAY_SIZE(statuses) == XGL_XE_STATUS_COUNT, "every reason has a text");

/**
 * xgl_xe_errno() - get the errno for a reason why a log cannot be read
 * @status: which reason
 *
 * Context: any.
 * Return: 0 for XGL_XE_OK, or a negative errno, which other reasons may share.
 */
int xgl_xe_errno(enum xgl_xe_status status)
{
	return statuses[status].error;
}

/**
 * xgl_xe_status_print() - describe as text why a log cannot be read
 * @text: buffer for the text, which is truncated when it does not fit
 * @size: size of @text in bytes
 * @status: which reason
 * @detail: text that is appended after a colon, for example the field that is missing; may be
 *	empty
 *
 * Context: any.
 */
void xgl_xe_status_print(char *text, size_t size, enum xgl_xe_status status,
			 const char *detail)
{
	snprintf(text, size, "%s%s%s", statuses[status].text, *detail ? ": " : "",
		 detail);
}
