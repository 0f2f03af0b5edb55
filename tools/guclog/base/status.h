/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exit statuses of guclog. guclog(1) documents them.
 */
#ifndef _STATUS_H_
#define _STATUS_H_

enum cmd_status {
	CMD_FINE = 0,
	/*
	 * The input has faults, or parts of it are missing. Some verbs (subcommands of guclog) also
	 * return this for another negative result, such as a difference between two files.
	 */
	CMD_FAULTS = 1,
	CMD_FAILED = 2,		/* wrong usage, or a file could not be read or written */
};

#endif
