/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the parts of an email, or of a web page that a browser saved in the form of an email
 * (MHTML).
 */
#ifndef _MAIL_H_
#define _MAIL_H_

#include "read/archive.h"

struct bytes;

bool mail_is(struct guc_view text);
int mail_read(struct input *in, struct bytes *bytes, archive_member_reader reader);

#endif
