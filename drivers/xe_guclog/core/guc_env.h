/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The core (the code in this directory) is built for the kernel and for userspace. Only this
 * header has different content for the two: for the kernel it includes the kernel's helpers;
 * for userspace it includes guc_env_user.h, which defines the same names with the same
 * meaning.
 */
#ifndef _GUC_ENV_H_
#define _GUC_ENV_H_

#ifdef __KERNEL__

#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sprintf.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/string_choices.h>
#include <linux/types.h>

#else
#include "guc_env_user.h"
#endif

#endif
