/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an input is, told by its own bytes.
 */
#ifndef _FORM_H_
#define _FORM_H_

#include "guc_view.h"

enum form {
	FORM_UNKNOWN,
	FORM_IMAGE,	/* raw GuC log image */
	FORM_LFD,
	FORM_ASIC,	/* ASIC info without a container */
	FORM_RDF,
	FORM_COUNT
};

enum form form_detect(struct guc_view input);
const char *form_name(enum form form);
enum form form_by_option(const char *option);

#endif
