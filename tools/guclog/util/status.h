/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exit statuses of guclog. guclog(1) documents them.
 */
#ifndef _STATUS_H_
#define _STATUS_H_

enum cmd_status {
	CMD_FINE = 0,
	CMD_FAULTS = 1,		/* the input was read and has faults */
	CMD_FAILED = 2,		/* wrong usage, or a file could not be read or written */
};

#endif
