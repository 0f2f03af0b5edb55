// SPDX-License-Identifier: GPL-2.0-only
#include "record/recorder.h"

#include <limits.h>

#include "stream/live.h"
#include "base/number.h"
#include "base/msg.h"

/* Read the number after a key such as "guc_id=". */
static bool number(const char *line, const char *key, unsigned int *value)
{
	const char *at = strstr(line, key);
	u64 n;

	if (!at)
		return false;
	at += strlen(key);
	if (!number_parse(at, strspn(at, "0123456789"), U32_MAX, &n))
		return false;
	*value = (unsigned int)n;
	return true;
}

static const char *skip_blanks_back(const char *line, const char *end)
{
	while (end > line && end[-1] == ' ')
		end--;
	return end;
}

/*
 * Read the TGID (the PID of the process) before @end in a line of the trace: "( 1234)", or
 * "(-------)" if the kernel does not know it. Return: the end of the text before the TGID.
 */
static const char *read_tgid(struct recorder_owner *o, const char *line, const char *end)
{
	const char *open = end, *digits;
	u64 tgid;

	if (end == line || end[-1] != ')')
		return end;
	while (open > line && *open != '(')
		open--;
	digits = open + 1 + strspn(open + 1, " ");
	if (number_parse(digits, strspn(digits, "0123456789"), INT_MAX, &tgid))
		o->tgid = (int)tgid;
	return skip_blanks_back(line, open);
}

/*
 * Find the blank before the number of the CPU, "[001]", and read the time of the event after the
 * number. The name of the thread, which comes before, can contain the beginning of such a text, but
 * not all of it, because it has at most 15 characters, too few for a CPU number, flags and a time
 * with six decimals. Return: the blank, or NULL if the line has no event. @event: set to the name
 * of the event
 */
static const char *find_cpu(const char *line, s64 *ns, const char **event)
{
	const char *cpu;
	unsigned int s, us;
	int point, end;

	for (cpu = strstr(line, " ["); cpu; cpu = strstr(cpu + 1, " [")) {
		if (sscanf(cpu, " [%*u] %*s %u.%n%6u%n", &s, &point, &us, &end) != 2 ||
		    end - point != 6 || strncmp(cpu + end, ": ", 2))
			continue;
		*ns = ((s64)s * 1000000 + us) * 1000;
		*event = cpu + end + 2;
		return cpu;
	}
	return NULL;
}

/**
 * recorder_event() - read the thread and the time of a trace event
 * @o: its members @pid, @tgid, @name and @ns are filled
 * @line: "    glxgears-1234  (   1234) [001] .....   365.370573: xe_...", also without the TGID
 *
 * If the TGID is unknown, @tgid is set to the PID of the thread.
 *
 * Return: the rest of the line, which begins with the name of the event, or NULL if the line has no
 * event.
 */
const char *recorder_event(struct recorder_owner *o, const char *line)
{
	const char *event, *cpu = find_cpu(line, &o->ns, &event), *end, *dash;
	size_t len, i;
	u64 pid;

	if (!cpu)
		return NULL;
	line += strspn(line, " ");
	o->tgid = 0;
	end = read_tgid(o, line, skip_blanks_back(line, cpu));
	for (dash = end; dash > line && dash[-1] != '-'; dash--)
		;
	if (dash <= line + 1 || !number_parse(dash, (size_t)(end - dash), INT_MAX, &pid))
		return NULL;
	o->pid = (int)pid;
	o->tgid = o->tgid ?: o->pid;
	len = min_t(size_t, (size_t)(dash - 1 - line), sizeof(o->name) - 1);
	for (i = 0; i < len; i++)
		o->name[i] = line[i] < ' ' || line[i] > '~' ? '?' : line[i];
	o->name[len] = '\0';
	return event;
}

/* Read the GPU and the GT from the fields of a trace event about an exec queue. */
static bool read_gt(const char *event, char gpu[32], unsigned int *gt)
{
	const char *dev = strstr(event, "dev=");

	return dev && sscanf(dev, "dev=%31[^, ]", gpu) == 1 && number(event, "gt=", gt);
}

static void read_owner(struct recorder *r, struct recorder_owner *o, const char *event)
{
	if (!read_gt(event, o->gpu, &o->gt) || !number(event, "guc_id=", &o->guc_id))
		return;
	r->owner = mem_grow(r->owner, (r->nr + 1) * sizeof(*r->owner));
	r->owner[r->nr++] = *o;
}

static struct recorder_submit *find_submit(const struct recorder *r, const char *gpu,
					   unsigned int gt)
{
	unsigned int i;

	for (i = 0; i < r->nr_submits; i++)
		if (r->submit[i].gt == gt && !strcmp(r->submit[i].gpu, gpu))
			return &r->submit[i];
	return NULL;
}

static void read_submit(struct recorder *r, s64 ns, const char *event)
{
	struct recorder_submit new = { .ns = ns }, *known;

	if (!read_gt(event, new.gpu, &new.gt))
		return;
	known = find_submit(r, new.gpu, new.gt);
	if (known) {
		known->ns = max_t(s64, known->ns, new.ns);
		return;
	}
	r->submit = mem_grow(r->submit, (r->nr_submits + 1) * sizeof(*r->submit));
	r->submit[r->nr_submits++] = new;
}

static void read_line(struct recorder *r, const char *line)
{
	static const char create[] = "xe_exec_queue_create: ", submit[] = "xe_exec_queue_submit: ";
	struct recorder_owner o = { .gt = 0 };
	const char *event;

	/* Most lines are about other events, and strstr() is faster than recorder_event(). */
	event = strstr(line, " xe_exec_queue_") ? recorder_event(&o, line) : NULL;
	if (!event)
		return;
	if (!strncmp(event, create, strlen(create)))
		read_owner(r, &o, event);
	else if (!strncmp(event, submit, strlen(submit)))
		read_submit(r, o.ns, event);
}

static void read_trace(struct recorder *r, const char *sys, const char *instance)
{
	char path[PATH_MAX], *line = NULL;
	size_t room = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s/trace", sys, instance);
	f = fopen(path, "re");
	if (!f)
		return;
	while (getline(&line, &room, f) > 0)
		if (*line != '#')
			read_line(r, line);
	free(line);
	fclose(f);
}

/**
 * recorder_read() - read the trace events that the kernel's recorder has
 * @r: filled with the trace events; free it with recorder_free()
 * @sys: mount point of sysfs
 *
 * Reading does not remove the trace events from the recorder. If there is no recorder, @r is empty.
 */
void recorder_read(struct recorder *r, const char *sys)
{
	*r = (struct recorder){ .nr = 0 };
	read_trace(r, sys, RECORDER);
	read_trace(r, sys, RECORDER_QUEUES);
}

/**
 * recorder_find() - find the process that created a context
 * @r: from recorder_read()
 * @gpu: GPU of the context
 * @gt: GT of the context
 * @guc_id: guc_id of the context
 *
 * Return: the process that created the newest context with this guc_id, or NULL if it is not known.
 */
const struct recorder_owner *recorder_find(const struct recorder *r, const char *gpu,
					   unsigned int gt, u32 guc_id)
{
	unsigned int i;

	for (i = r->nr; i--; )
		if (r->owner[i].guc_id == guc_id && r->owner[i].gt == gt &&
		    !strcmp(r->owner[i].gpu, gpu))
			return &r->owner[i];
	return NULL;
}

/**
 * recorder_submitted() - find out when the driver last submitted a job
 * @r: from recorder_read()
 * @gpu: GPU of the job
 * @gt: GT of the job
 *
 * Return: the time, CLOCK_BOOTTIME in ns, or GUCLOG_NO_TIME if it is not known.
 */
s64 recorder_submitted(const struct recorder *r, const char *gpu, unsigned int gt)
{
	const struct recorder_submit *submit = find_submit(r, gpu, gt);

	return submit ? submit->ns : GUCLOG_NO_TIME;
}

/**
 * recorder_free() - free what recorder_read() has read
 * @r: from recorder_read(), or zeroed
 */
void recorder_free(struct recorder *r)
{
	free(r->owner);
	free(r->submit);
	*r = (struct recorder){ .nr = 0 };
}
