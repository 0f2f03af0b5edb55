/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Detects the form of an input, see enum guclog_form.
 */
#ifndef _FORM_H_
#define _FORM_H_

#include "guc_view.h"
#include "read/forms.h"

enum guclog_form form_detect(struct guc_view input);
bool archive_is(const u8 *first, size_t len);
const char *form_foreign(struct guc_view input);
const char *form_sniff(struct guc_view input);

#endif
