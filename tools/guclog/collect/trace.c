// SPDX-License-Identifier: GPL-2.0-only
/*
 * Searches the trace events of xe for jobs that timed out because the buffer with their batch
 * (commands) was unbound while the jobs were pending. Without the trace, this cause of a hang is
 * hard to find.
 */
#include "collect/trace.h"

#include "record/recorder.h"
#include "base/msg.h"
#include "base/number.h"

/* Largest number of jobs that are reported. Usually fewer jobs time out in one hang. */
#define MAX_SENTENCES	16u

enum kind { BIND, UNBIND, CREATE, RUN, FREE, TIMEOUT, QUEUE, KINDS };

static const char * const names[KINDS] = {
	[BIND] = "xe_vma_bind: ", [UNBIND] = "xe_vma_unbind: ",
	[CREATE] = "xe_sched_job_create: ", [RUN] = "xe_sched_job_run: ",
	[FREE] = "xe_sched_job_free: ", [TIMEOUT] = "xe_sched_job_timedout: ",
	[QUEUE] = "xe_exec_queue_create: ",
};

/**
 * struct record - a trace event
 * @kind: kind of the event
 * @us: time of the event, us
 * @tgid: PID of the process in whose context the event was recorded
 * @asid: event about a mapping: number of its address space
 * @start: event about a mapping: its first address; event about a job: the address of its batch
 * @end: event about a mapping: its last address
 * @guc_id: event about a job or a queue: guc_id of the queue
 * @seqno: event about a job: its sequence number
 */
struct record {
	enum kind kind;
	u64 us;
	int tgid;
	u64 asid;
	u64 start;
	u64 end;
	u64 guc_id;
	u64 seqno;
};

struct records {
	unsigned int nr;
	unsigned int room;
	struct record *r;
};

static u64 number(const char *line, const char *key)
{
	const char *at = strstr(line, key);
	u64 n = 0;

	if (!at)
		return 0;
	at += strlen(key);
	if (at[0] == '0' && at[1] == 'x')
		number_parse_hex(at, 2 + strspn(at + 2, "0123456789abcdef"), ~0ull, &n);
	else
		number_parse(at, strspn(at, "0123456789"), ~0ull, &n);
	return n;
}

static void read_line(struct records *all, const char *line)
{
	struct recorder_owner thread = { .tgid = 0 };
	const char *event = recorder_event(&thread, line);
	enum kind kind;

	for (kind = 0; event && kind < KINDS; kind++) {
		if (strncmp(event, names[kind], strlen(names[kind])))
			continue;
		if (all->nr == all->room) {
			all->room = all->room ? 2 * all->room : 1024;
			all->r = mem_grow(all->r, all->room * sizeof(*all->r));
		}
		all->r[all->nr++] = (struct record){
			.kind = kind, .us = (u64)thread.ns / 1000, .tgid = thread.tgid,
			.asid = number(event, "asid="),
			.start = number(event, kind <= UNBIND ? "start=" : "batch_addr="),
			.end = number(event, "end="),
			.guc_id = number(event, "guc_id="),
			/* The space before the key avoids a match of "lrc_seqno=". */
			.seqno = number(event, " seqno="),
		};
		return;
	}
}

static bool same_job(const struct record *a, const struct record *b)
{
	return a->guc_id == b->guc_id && a->seqno == b->seqno && a->start == b->start;
}

/*
 * Find the event with which the job that timed out became pending: its CREATE event, or if the
 * trace does not have that, its RUN event. A CREATE event may have no sequence number yet, so it is
 * used only if no other job with the same guc_id ran between it and the RUN event. Return: the
 * event, or NULL if the trace has neither.
 */
static const struct record *find_begin(const struct records *all, unsigned int timeout)
{
	const struct record *job = &all->r[timeout], *run = NULL, *created = NULL;
	unsigned int i;

	for (i = timeout; i--; ) {
		const struct record *r = &all->r[i];

		if (r->kind == FREE && same_job(r, job))
			break;
		if (r->kind == RUN && run && r->guc_id == job->guc_id)
			break;
		if (r->kind == RUN && same_job(r, job))
			run = r;
		if (r->kind == CREATE && r->guc_id == job->guc_id && r->start == job->start &&
		    (!r->seqno || r->seqno == job->seqno)) {
			if (run)
				return r;
			created = created ?: r;
		}
	}
	return run ?: created;
}

/* Return: PID of the process that submitted the job, or 0 if it is not known. */
static int find_process(const struct records *all, const struct record *begun)
{
	const struct record *r = begun;

	if (begun->kind == CREATE)
		return begun->tgid;
	while (r-- > all->r)
		if (r->kind == QUEUE && r->guc_id == begun->guc_id)
			return r->tgid;
	return 0;
}

static bool covers(const struct record *mapping, const struct record *job)
{
	return mapping->start <= job->start && job->start <= mapping->end;
}

__printf(2, 3) static void add_sentence(struct trace_findings *findings, const char *fmt, ...)
{
	va_list args;

	if (findings->nr == MAX_SENTENCES)
		return;
	findings->sentence = mem_grow(findings->sentence,
				      (findings->nr + 1) * sizeof(*findings->sentence));
	va_start(args, fmt);
	findings->sentence[findings->nr++] = mem_vprintf(fmt, args);
	va_end(args);
}

/*
 * Add a sentence if the last mapping of a batch before its job timed out was unbound while the job
 * was pending. Only mappings of the process that submitted the job are used, because many processes
 * have a buffer at the same address, and the number of the address space, which would distinguish
 * them, does not exist on all GPUs.
 */
static void explain(struct trace_findings *findings, const struct records *all,
		    unsigned int timeout)
{
	const struct record *begun = find_begin(all, timeout), *bind = NULL, *gone = NULL;
	const struct record *job = &all->r[timeout];
	int process = begun ? find_process(all, begun) : 0;
	unsigned int i;

	for (i = 0; i < timeout && process; i++) {
		const struct record *r = &all->r[i];

		if (r->kind > UNBIND || r->tgid != process || !covers(r, job))
			continue;
		if (r->kind == BIND) {
			bind = r;
			gone = NULL;
		} else if (!bind || bind->asid == r->asid) {
			gone = r;
		}
	}
	if (!gone || gone->us < begun->us)
		return;
	if (bind)
		add_sentence(findings, "The buffer of the batch of guc_id %llu (job %d, batch 0x%llx) was unbound %llu us after it was bound, while the job was pending: the job had begun %llu us before, and timed out %llu us later.",
			     (unsigned long long)job->guc_id, (int32_t)job->seqno,
			     (unsigned long long)job->start,
			     (unsigned long long)(gone->us - bind->us),
			     (unsigned long long)(gone->us - begun->us),
			     (unsigned long long)(job->us - gone->us));
	else
		add_sentence(findings, "The buffer of the batch of guc_id %llu (job %d, batch 0x%llx) was unbound while the job was pending: the job had begun %llu us before, and timed out %llu us later.",
			     (unsigned long long)job->guc_id, (int32_t)job->seqno,
			     (unsigned long long)job->start,
			     (unsigned long long)(gone->us - begun->us),
			     (unsigned long long)(job->us - gone->us));
}

/**
 * trace_read() - make sentences about the jobs that timed out in a trace
 * @findings: filled with the sentences; free it with trace_free()
 * @path: file with the text of the trace
 * @gpu: name of the GPU's device; events of other GPUs are not used
 */
void trace_read(struct trace_findings *findings, const char *path, const char *gpu)
{
	char dev[64];
	struct records all = { 0 };
	char *line = NULL;
	size_t room = 0;
	unsigned int i;
	FILE *f = fopen(path, "re");

	*findings = (struct trace_findings){ .nr = 0 };
	snprintf(dev, sizeof(dev), " dev=%s,", gpu);
	while (f && getline(&line, &room, f) > 0)
		if (*line != '#' && strstr(line, dev))
			read_line(&all, line);
	for (i = 0; i < all.nr; i++)
		if (all.r[i].kind == TIMEOUT)
			explain(findings, &all, i);
	free(all.r);
	free(line);
	if (f)
		fclose(f);
}

/**
 * trace_free() - free the sentences
 * @findings: from trace_read()
 */
void trace_free(struct trace_findings *findings)
{
	while (findings->nr)
		free(findings->sentence[--findings->nr]);
	free(findings->sentence);
}
