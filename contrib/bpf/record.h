/* SPDX-License-Identifier: GPL-2.0-only */
/* What the BPF program sends to user space through its ring buffer. */
#ifndef _GUCLOG_BPF_RECORD_H_
#define _GUCLOG_BPF_RECORD_H_

#define CHUNK		4096u	/* bytes of the log in one message */
#define MAX_CHUNKS	1024u	/* chunks of a log that are copied */
#define NAME_LEN	16

/**
 * struct message - a part of the copy of a log; the last one of a record has @len 0
 * @seq: number of the record
 * @offset: offset in the log, bytes
 * @len: number of valid bytes in @data
 * @trigger: name of the tracepoint, shortened
 * @guc_id: guc_id of the queue of the trigger
 * @pid: process that owns the queue, 0 if there is none
 * @gt: number of the GT
 * @is_iomem: the log is in device memory (VRAM)
 * @size: length of the log, bytes
 * @failed: number of chunks that could not be read
 * @ns: time that the copy took
 * @engine: name of the engine
 * @process: name of the process
 * @data: bytes of the log
 */
struct message {
	unsigned int seq;
	unsigned int offset;
	unsigned int len;
	char trigger[NAME_LEN];
	unsigned int guc_id;
	unsigned int pid;
	unsigned int gt;
	unsigned int is_iomem;
	unsigned int failed;
	unsigned long long size;
	unsigned long long ns;
	char engine[NAME_LEN];
	char process[NAME_LEN];
	unsigned char data[CHUNK];
};

#endif
