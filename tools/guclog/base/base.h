/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Headers and definitions that the files in this folder and most files of the command need.
 */
#ifndef _BASE_H_
#define _BASE_H_

#include <endian.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "user/names.h"

#define NS_PER_SEC		1000000000ll

#endif
