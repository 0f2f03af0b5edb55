/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mail, and web pages that a browser saved as mail (MHTML): the parts of a message.
 */
#ifndef _MAIL_H_
#define _MAIL_H_

#include "input/archive.h"

struct bytes;

bool mail_is(struct guc_view text);
int mail_read(struct input *in, struct bytes *bytes, archive_member_reader reader);

#endif
