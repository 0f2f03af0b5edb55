// SPDX-License-Identifier: GPL-2.0-only
/* Sentences about the incidents in a kernel log without a GuC log and a devcoredump. */
#include "explain/explanation.h"
#include "explain/fault_address.h"

#include <endian.h>

#include "guc_ct.h"
#include "messages/incidents.h"
#include "messages/message.h"

/* Largest number of incidents that are described, and of steps and queues of one incident. */
#define MAX_INCIDENTS	6u
#define MAX_STEPS	16u
#define MAX_QUEUES	5u
/* Largest number of lines that are quoted. */
#define MAX_QUOTES	3u
/* Largest length of a line that is quoted. */
#define MAX_QUOTE	300
/* Largest number of dwords of messages, and of messages, that are read from a kernel log. */
#define MAX_DWORDS	256u
#define MAX_MESSAGES	3u

#define NS		1000000000ll

/* Say the queue of a line, its job and its program. */
static void say_queue(struct explanation *x, const struct guclog_kernel_line *line)
{
	const struct guclog_message_field *flags = kernel_line_field(line, "flags");
	const char *class = line->engine_class;

	if (line->guc_id != GUCLOG_NONE)
		sentence_more(x, " guc_id %u", line->guc_id);
	if (*class)
		sentence_more(x, line->guc_id == GUCLOG_NONE ? " %s" : " (%s)", class);
	if (line->has_seqno)
		sentence_more(x, (int)line->seqno == FIRST_SEQNO ? " first job %d" :
			      " job %d", (int)line->seqno);
	if (line->process && flags && flags->has_number && flags->number & 1)
		sentence_more(x, " of the driver itself");
	else if (line->process)
		sentence_more(x, " of %s", line->process);
	if (line->has_pid)
		sentence_more(x, " [%u]", line->pid);
}

/* Say the values of a line that say_queue() does not say. */
static void say_fields(struct explanation *x, const struct guclog_kernel_line *line)
{
	static const char * const said[] = {
		"guc_id", "class", "lrc_seqno", "process", "mask", "engine_class",
		"engine_instance", "firmware_instance", "guc_instance", "device", "pdata", "vfid",
	};
	const struct guclog_message_field *class = kernel_line_field(line, "guc_class");
	const struct guclog_message_field *instance = kernel_line_field(line, "guc_instance");
	const char *between = " (";
	unsigned int i, k;

	if (class && instance && class->words)
		sentence_more(x, " %s%s", class->words, instance->text);
	for (i = 0; i < line->nr_fields; i++) {
		const struct guclog_message_field *f = &line->field[i];

		for (k = 0; k < ARRAY_SIZE(said) && strcmp(said[k], f->name); k++)
			;
		if (k < ARRAY_SIZE(said) || f == class ||
		    (line->has_seqno && !strcmp(f->name, "seqno")))
			continue;
		sentence_more(x, "%s%s %s%s%s", between, f->name, f->text,
			      f->words ? ": " : "", f->words ?: "");
		between = "; ";
	}
	if (*between == ';')
		sentence_more(x, ")");
}

/* Return: whether two lines have the same values. */
static bool has_same_fields(const struct guclog_kernel_line *a, const struct guclog_kernel_line *b)
{
	unsigned int i;

	if (a->nr_fields != b->nr_fields)
		return false;
	for (i = 0; i < a->nr_fields; i++)
		if (strcmp(a->field[i].name, b->field[i].name) ||
		    strcmp(a->field[i].text, b->field[i].text))
			return false;
	return true;
}

/*
 * Return: whether two lines report the same about the same queue; of lines that name no queue,
 * whether they have the same values.
 */
static bool is_same(const struct guclog_kernel_line *a, const struct guclog_kernel_line *b)
{
	if (a->guc_id == GUCLOG_NONE && b->guc_id == GUCLOG_NONE && !a->process)
		return has_same_fields(a, b);
	return a->guc_id == b->guc_id && a->has_pid == b->has_pid && a->pid == b->pid &&
	       !strcmp(a->engine_class, b->engine_class);
}

/* Say how the addresses of the page faults of an incident are arranged. */
static void say_grid(struct explanation *x, const struct guclog_kernel_incident *incident)
{
	const struct guclog_message_field *f;
	unsigned int i, nr = 0;
	u64 *address = NULL, *more;

	for (i = 0; i < incident->nr_lines; i++) {
		f = kernel_line_field(incident->line[i], "address");
		if (!f || !f->has_number)
			continue;
		more = arena_room(&x->arena, address, nr, sizeof(*address));
		if (!more)
			return;
		address = more;
		address[nr++] = f->number;
	}
	fault_address_grid(x, address, nr);
	arena_drop(&x->arena, address);
}

/* Say all lines of an incident that report one kind of event. @nr: how many there are */
static void say_step(struct explanation *x, const struct guclog_kernel_incident *incident,
		     unsigned int from, unsigned int nr)
{
	const struct guclog_kernel_line *first = incident->line[from], *said[MAX_QUEUES];
	const struct guclog_kernel_line *begin = incident->line[0];
	unsigned int i, k, nr_said = 0;

	if (nr > 1)
		sentence_more(x, "%u times ", nr);
	sentence_more(x, "%s", guclog_kernel_event_name(first->event));
	if (first->event == GUCLOG_KERNEL_ERROR)
		sentence_more(x, " \"%.*s\"", MAX_QUOTE, first->text);
	for (i = from; i < incident->nr_lines; i++) {
		const struct guclog_kernel_line *line = incident->line[i];

		if (line->event != first->event)
			continue;
		for (k = 0; k < nr_said && !is_same(said[k], line); k++)
			;
		/* A line without values says nothing that the first one has not said. */
		if (k < nr_said || (nr_said && !line->nr_fields))
			continue;
		if (nr_said == MAX_QUEUES) {
			sentence_more(x, ", and others");
			break;
		}
		if (nr_said)
			sentence_more(x, ",");
		say_queue(x, line);
		if (!nr_said || (line->guc_id == GUCLOG_NONE && !line->process))
			say_fields(x, line);
		said[nr_said++] = line;
	}
	if (first->has_sigid)
		sentence_more(x, " [SIGID %u]", first->sigid);
	if (first->event == GUCLOG_KERNEL_PAGE_FAULT)
		say_grid(x, incident);
	if (first != begin && first->has_time && begin->has_time && first->ns > begin->ns)
		sentence_more(x, " %.3f ms later", (double)(first->ns - begin->ns) / 1e6);
}

/* Say the events of an incident in the order in which they first occur. */
static void say_steps(struct explanation *x, const struct guclog_kernel_incident *incident)
{
	bool done[GUCLOG_KERNEL_INFO + 1] = { false };
	unsigned int i, nr_of[GUCLOG_KERNEL_INFO + 1] = { 0 }, nr = 0;

	for (i = 0; i < incident->nr_lines; i++)
		nr_of[incident->line[i]->event]++;
	for (i = 0; i < incident->nr_lines; i++) {
		enum guclog_kernel_event event = incident->line[i]->event;

		if (done[event] || event == GUCLOG_KERNEL_DETAIL)
			continue;
		done[event] = true;
		if (nr++ == MAX_STEPS) {
			sentence_more(x, "; and more");
			break;
		}
		sentence_more(x, nr == 1 ? " " : "; ");
		say_step(x, incident, i, nr_of[event]);
	}
	sentence_more(x, ".");
}

static void say_time(struct explanation *x, const struct guclog_kernel_incident *incident)
{
	const struct guclog_kernel_line *first = incident->line[0];
	const struct guclog_kernel_line *last = incident->line[incident->nr_lines - 1];

	if (!first->has_time) {
		sentence_more(x, " (when is not in this text)");
		return;
	}
	sentence_more(x, " at %s", first->time);
	if (last->has_time && last->ns >= first->ns + NS)
		sentence_more(x, " to %s", last->time);
}

/* Say what happened to the devcoredump of an incident. */
static void say_dump(struct explanation *x, const struct guclog_kernel_log *log,
		     const struct guclog_kernel_incident *incident)
{
	const struct guclog_kernel_line *line = incident->dump_line;
	const struct guclog_kernel_incident *of = NULL;

	if (incident->dump_of < log->nr_incidents)
		of = log->incident[incident->dump_of];
	switch (incident->dump) {
	case GUCLOG_DUMP_PERHAPS:
		sentence_begin(x, "The devcoredump of %s belongs to this incident; it exists until an hour after it was made, unless somebody deletes it before.",
			       line->time);
		break;
	case GUCLOG_DUMP_DELETED:
		sentence_begin(x, "The devcoredump of %s belonged to this incident; it was deleted.",
			       line->time);
		break;
	case GUCLOG_DUMP_EXPIRED:
		sentence_begin(x, "The devcoredump of %s belonged to this incident; it no longer exists, because the driver deletes it after an hour.",
			       line->time);
		break;
	default:
		if (of && of->dump_line && incident_is_hang(incident))
			sentence_begin(x, "This incident has no devcoredump, because that of %s still existed.",
				       of->dump_line->time);
		break;
	}
}

/* Say what a line means, in a sentence that begins with @what. */
static void say_meaning(struct explanation *x, const char *what,
			const struct guclog_kernel_line *line)
{
	if (!line || !line->meaning)
		return;
	sentence_begin(x, "%s: %s.", what, line->meaning);
	if (line->has_sigid && message_sigid(line->sigid))
		sentence_more(x, " (SIGID %u: %s)", line->sigid, message_sigid(line->sigid));
}

/*
 * Linux 6.8 to 6.10 prints the dwords of the messages that the GuC has not read, as
 * "cmd[465]: 0x80520003". Return: the number of dwords of @incident in @word, in the order of the
 * ring.
 */
static u32 read_dwords(const struct guclog_kernel_incident *incident, __le32 word[MAX_DWORDS])
{
	u64 next = 0;
	unsigned int i;
	u32 nr = 0;

	for (i = 0; i < incident->nr_lines && nr < MAX_DWORDS; i++) {
		const struct guclog_message_field *index = kernel_line_field(incident->line[i], "index");
		const struct guclog_message_field *dword = kernel_line_field(incident->line[i], "dword");

		if (!index || !dword || !index->has_number || !dword->has_number)
			continue;
		if (nr && index->number != next)
			break;
		next = index->number + 1;
		word[nr++] = htole32((u32)dword->number);
	}
	return nr;
}

/* Say which messages of the driver the GuC had not read. */
static void say_unread(struct explanation *x, const struct guclog_kernel_incident *incident)
{
	__le32 word[MAX_DWORDS];
	u32 nr = read_dwords(incident, word), at = 0, said = 0;
	const struct guc_ct_ring ring = {
		.id = GUC_CT_H2G, .present = true, .usable = true, .tail = nr, .size = nr + 1,
		.known = nr, .words = guc_view(word, nr * sizeof(*word)),
	};
	struct guc_ct_msg msg;

	for (; at < nr && said < MAX_MESSAGES && guc_ct_msg_read(&msg, &ring, at); at += msg.words) {
		char buf[256] = "";
		struct guc_text text = { .buf = buf, .size = sizeof(buf) };

		guc_ct_msg_print(&text, &ring, &msg);
		if (!said++)
			sentence_begin(x, "The GuC had not read this from the driver: ");
		sentence_more(x, said == 1 ? "%s" : "; %s", buf);
	}
	if (said)
		sentence_more(x, "%s.", at < nr ? "; and more" : "");
}

/*
 * Say what was at the address of the first page fault of an incident, and whether the program had
 * ended: the driver kills the queues of a program that ends, before it closes its address space.
 */
static void say_address(struct explanation *x, const struct guclog_kernel_incident *incident)
{
	const struct guclog_message_field *address = NULL, *state = NULL, *asid = NULL;
	u32 guc_id = GUCLOG_NONE;
	unsigned int i;

	for (i = 0; i < incident->nr_lines; i++) {
		if (!address)
			asid = kernel_line_field(incident->line[i], "asid");
		address = address ?: kernel_line_field(incident->line[i], "address");
		if (address && guc_id == GUCLOG_NONE)
			guc_id = incident->line[i]->guc_id;
		if (address && !state && incident->line[i]->event == GUCLOG_KERNEL_ENGINE_RESET)
			state = kernel_line_field(incident->line[i], "state");
	}
	if (!address || !address->has_number)
		return;
	fault_address_heaps(x, address->number);
	if (asid && asid->has_number)
		fault_trace_say(x, guc_id, (u32)asid->number,
				fault_address_plain(address->number));
	if (!state || !state->words)
		return;
	if (strstr(state->words, "killed"))
		sentence_begin(x, "The fault is a consequence: the driver had killed the queue (state %s), as it does when the program ends or its address space is banned.",
			       state->text);
	else
		sentence_begin(x, "The fault is not a consequence of the program's end: the queue was not killed when its engine was reset (state %s), so the address space was in use.",
			       state->text);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

static void say_incident(struct explanation *x, const struct guclog_kernel_log *log,
			 const struct guclog_kernel_incident *incident)
{
	sentence_begin(x, "%s", guclog_message_class_name(incident->about));
	if (*incident->device)
		sentence_more(x, " on %s", incident->device);
	if (incident->cause->i915)
		sentence_more(x, " (driver i915)");
	say_time(x, incident);
	sentence_more(x, ":");
	say_steps(x, incident);
	say_meaning(x, "Cause", incident->cause);
	if (incident->worst != incident->cause && incident->worst->about != incident->cause->about)
		say_meaning(x, "Consequence", incident->worst);
	say_address(x, incident);
	if (!incident_is_hang(incident) && incident->about != GUCLOG_MESSAGE_DEVICE_LOST &&
	    incident->about != GUCLOG_MESSAGE_MEMORY_FAULT &&
	    incident->about != GUCLOG_MESSAGE_DUMP)
		sentence_begin(x, "No line of this incident reports that a program's work hung.");
	if (incident->open_reset)
		sentence_begin(x, "The reset of GT%u that began at %s has no end in this kernel log: the GT may never have come back.",
			       incident->open_reset->gt, incident->open_reset->time);
	say_unread(x, incident);
	say_dump(x, log, incident);
}

static unsigned int count(const struct guclog_kernel_log *log, enum guclog_kernel_event event)
{
	unsigned int i, nr = 0;

	for (i = 0; i < log->nr_lines; i++)
		nr += log->line[i]->event == event;
	return nr;
}

/* Return: the number of devices with incidents. */
static unsigned int count_devices(const struct guclog_kernel_log *log)
{
	unsigned int i, k, nr = 0;

	for (i = 0; i < log->nr_incidents; i++) {
		for (k = 0; k < i && strcmp(log->incident[k]->device, log->incident[i]->device); k++)
			;
		nr += k == i;
		if (i > 4096)
			break;
	}
	return nr;
}

static void say_number(struct explanation *x, const struct guclog_kernel_log *log)
{
	static const enum guclog_kernel_event events[] = {
		GUCLOG_KERNEL_ENGINE_RESET, GUCLOG_KERNEL_JOB_TIMEOUT,
		GUCLOG_KERNEL_MEMORY_ERROR, GUCLOG_KERNEL_PAGE_FAULT, GUCLOG_KERNEL_GT_RESET,
	};
	const char *between = ", with ";
	unsigned int i, nr;

	if (log->nr_incidents < 2)
		return;
	nr = count_devices(log);
	sentence_begin(x, "The kernel log %s has %u incidents", log->name, log->nr_incidents);
	if (nr > 1)
		sentence_more(x, " on %u GPUs", nr);
	for (i = 0; i < ARRAY_SIZE(events); i++) {
		nr = count(log, events[i]);
		if (!nr)
			continue;
		sentence_more(x, "%s%u %s%s", between, nr, guclog_kernel_event_name(events[i]),
			      nr == 1 ? "" : "s");
		between = ", ";
	}
	sentence_more(x, "; the gravest first:");
}

/* Quote the errors of the drivers that are not understood and belong to no incident. */
static void say_unknown(struct explanation *x, const struct guclog_kernel_log *log)
{
	unsigned int i, nr = 0;

	for (i = 0; i < log->nr_lines; i++)
		nr += log->line[i]->about == GUCLOG_MESSAGE_UNKNOWN;
	if (!nr)
		return;
	sentence_begin(x, "%u error%s of the driver %s not understood:", nr, nr == 1 ? "" : "s",
		       nr == 1 ? "is" : "are");
	sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	for (i = 0, nr = 0; i < log->nr_lines; i++) {
		const struct guclog_kernel_line *line = log->line[i];

		if (line->about != GUCLOG_MESSAGE_UNKNOWN)
			continue;
		if (nr++ == MAX_QUOTES) {
			sentence_more(x, "; and more");
			break;
		}
		sentence_more(x, "%s at %s \"%.*s\"", nr == 1 ? "" : ";", line->time, MAX_QUOTE,
			      line->text);
	}
	sentence_more(x, ".");
}

/**
 * explain_unread() - say which lines of a kernel log are not understood, and which are missing
 * @x: the explanation
 * @log: the kernel log
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_unread(struct explanation *x, const struct guclog_kernel_log *log)
{
	if (log->nr_filtered) {
		sentence_begin(x, "The text has %llu page fault%s without values: only the first line of each is there, as after 'grep xe'. Their addresses are in the lines after it.",
			       (u64)log->nr_filtered, log->nr_filtered == 1 ? "" : "s");
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	}
	say_unknown(x, log);
	if (log->nr_unread) {
		sentence_begin(x, "%llu other line%s of the driver %s not understood, the first: \"%.*s\".",
			       (u64)log->nr_unread, log->nr_unread == 1 ? "" : "s",
			       log->nr_unread == 1 ? "is" : "are", MAX_QUOTE, log->unread);
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
}

/**
 * explain_incidents() - describe the incidents of a kernel log, the gravest first
 * @x: the explanation, of a kernel log without a GuC log or a devcoredump
 * @log: the kernel log
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_incidents(struct explanation *x, const struct guclog_kernel_log *log)
{
	const struct guclog_kernel_incident *incident = NULL;
	unsigned int n;

	say_number(x, log);
	for (n = 0; n < MAX_INCIDENTS && (incident = incident_gravest(log, incident)); n++)
		say_incident(x, log, incident);
	if (log->nr_incidents > MAX_INCIDENTS)
		sentence_begin(x, "%u more incidents are in the JSON of 'guclog explain'.",
			       log->nr_incidents - MAX_INCIDENTS);
}
