// SPDX-License-Identifier: GPL-2.0-only
/*
 * Says what a trace of xe's trace events shows about the address of a page fault: whether memory
 * was bound there, and whether the program or its address space had ended.
 *
 * The trace has no event of a page fault that the driver refuses. But the driver traces the memory
 * error and the reset of the queue, which follow it. What the trace has before the first of these
 * is told with its distance in time.
 */
#include "explain/fault_address.h"

#include <ctype.h>

#include "base/number.h"
#include "read/lines/timed_text.h"

/* A larger range mirrors the memory of the process: it has no memory of its own. */
#define MIRROR_SIZE	BIT_ULL(44)

enum trace_kind {
	TRACE_BIND,
	TRACE_UNBIND,
	TRACE_EVICT,
	TRACE_CREATE_VM,
	TRACE_KILL_VM,
	TRACE_FREE_VM,
	TRACE_CREATE_QUEUE,
	TRACE_KILL_QUEUE,
	TRACE_CLOSE_QUEUE,
	TRACE_MEMORY_ERROR,
	TRACE_RESET,
	TRACE_OTHER,
};

static const struct {
	const char *name;
	enum trace_kind kind;
} trace_names[] = {
	{ "xe_vma_bind", TRACE_BIND },
	{ "xe_vma_pf_bind", TRACE_BIND },
	{ "xe_vma_rebind_exec", TRACE_BIND },
	{ "xe_vma_rebind_worker", TRACE_BIND },
	{ "xe_vma_unbind", TRACE_UNBIND },
	{ "xe_vma_evict", TRACE_EVICT },
	{ "xe_vm_create", TRACE_CREATE_VM },
	{ "xe_vm_kill", TRACE_KILL_VM },
	{ "xe_vm_free", TRACE_FREE_VM },
	{ "xe_exec_queue_create", TRACE_CREATE_QUEUE },
	{ "xe_exec_queue_create_multi_queue", TRACE_CREATE_QUEUE },
	{ "xe_exec_queue_kill", TRACE_KILL_QUEUE },
	{ "xe_exec_queue_close", TRACE_CLOSE_QUEUE },
	{ "xe_exec_queue_memory_cat_error", TRACE_MEMORY_ERROR },
	{ "xe_exec_queue_reset", TRACE_RESET },
};

/**
 * struct trace_event - a trace event of xe
 * @kind: what it reports
 * @ns: its time on the clock of the trace
 * @device: PCI address of the GPU, not terminated
 * @device_len: length of @device
 * @fields: the text of its fields
 */
struct trace_event {
	enum trace_kind kind;
	s64 ns;
	const char *device;
	size_t device_len;
	const char *fields;
};

/**
 * struct fault_trace - what the trace has about an address, up to the memory error
 * @bound: the newest event that bound memory there, NULL if there is none
 * @gone: the newest event after @bound that took the memory away, NULL if there is none
 * @created: the event of the creation of the address space
 * @vm_end: the event with which the address space was killed or freed
 * @queue_end: the event with which the queue was killed or closed
 * @error: the event of the memory error or the reset
 * @seen: the trace has an event about a range of the address space
 * @evicted: @gone is an eviction, not an unbind
 * @start: the first address of the range of @bound, else of that of @gone
 * @end: its last address
 */
struct fault_trace {
	const struct text_line *bound;
	const struct text_line *gone;
	const struct text_line *created;
	const struct text_line *vm_end;
	const struct text_line *queue_end;
	const struct text_line *error;
	bool seen;
	bool evicted;
	u64 start;
	u64 end;
};

static bool read_event(struct trace_event *e, const struct text_line *line)
{
	const char *text = line->text, *colon;
	unsigned int i;
	size_t len;

	/* perf script has "xe:xe_vma_bind: ..." */
	if (!strncmp(text, "xe:", 3))
		text += 3;
	colon = strchr(text, ':');
	if (!colon)
		return false;
	len = (size_t)(colon - text);
	*e = (struct trace_event){ .kind = TRACE_OTHER, .ns = line->ns, .fields = colon };
	for (i = 0; i < ARRAY_SIZE(trace_names); i++)
		if (strlen(trace_names[i].name) == len && !memcmp(trace_names[i].name, text, len))
			e->kind = trace_names[i].kind;
	e->device = strstr(colon, " dev=");
	if (e->kind == TRACE_OTHER || !e->device)
		return false;
	e->device += strlen(" dev=");
	e->device_len = strcspn(e->device, ", ");
	return true;
}

/* Read a number of an event. @key: " name=" Return: whether the event has it. */
static bool number_of(const struct trace_event *e, const char *key, u64 *value)
{
	const char *at = strstr(e->fields, key);
	size_t len = 0;

	if (!at)
		return false;
	at += strlen(key);
	while (isalnum((unsigned char)at[len]))
		len++;
	return at[0] == '0' && at[1] == 'x' ? number_parse_hex(at, len, ~0ull, value) :
					      number_parse(at, len, ~0ull, value);
}

static bool is_number(const struct trace_event *e, const char *key, u64 wanted)
{
	u64 value;

	return number_of(e, key, &value) && value == wanted;
}

/*
 * Find the event with which the driver traced the memory error of a queue, or else its reset.
 * Return: its number; the number of lines if there is none, or if there are several, so it is not
 * known which of them belongs to the fault. @event: set to the event
 */
static size_t find_error(const struct timed_text *trace, u32 guc_id, struct trace_event *event)
{
	size_t found[2] = { trace->nr, trace->nr }, i, nr[2] = { 0, 0 };
	struct trace_event e, kept[2];

	for (i = 0; i < trace->nr; i++) {
		unsigned int kind;

		if (!read_event(&e, &trace->line[i]) ||
		    (e.kind != TRACE_MEMORY_ERROR && e.kind != TRACE_RESET) ||
		    !is_number(&e, " guc_id=", guc_id))
			continue;
		kind = e.kind == TRACE_RESET;
		if (!nr[kind]++) {
			found[kind] = i;
			kept[kind] = e;
		}
	}
	i = nr[0] ? 0 : 1;
	if (nr[i] != 1)
		return trace->nr;
	*event = kept[i];
	return found[i];
}

static bool covers(const struct trace_event *e, u64 address, u64 *start, u64 *end)
{
	return number_of(e, " start=", start) && number_of(e, " end=", end) &&
	       *start <= address && address <= *end;
}

static void take_range(struct fault_trace *f, const struct trace_event *e,
		       const struct text_line *line, u64 address)
{
	u64 start, end;

	f->seen = true;
	if (!covers(e, address, &start, &end))
		return;
	if (e->kind == TRACE_BIND) {
		f->bound = line;
		f->gone = NULL;
	} else {
		f->gone = line;
		f->evicted = e->kind == TRACE_EVICT;
	}
	f->start = start;
	f->end = end;
}

static void take_event(struct fault_trace *f, const struct trace_event *e,
		       const struct text_line *line, u32 asid, u32 guc_id, u64 address)
{
	switch (e->kind) {
	case TRACE_CREATE_QUEUE:
		if (is_number(e, " guc_id=", guc_id))
			f->queue_end = NULL;
		return;
	case TRACE_KILL_QUEUE:
	case TRACE_CLOSE_QUEUE:
		if (is_number(e, " guc_id=", guc_id))
			f->queue_end = f->queue_end ?: line;
		return;
	default:
		break;
	}
	if (!is_number(e, " asid=", asid))
		return;
	switch (e->kind) {
	case TRACE_CREATE_VM:
		/* The number of an address space is used again. */
		*f = (struct fault_trace){ .created = line, .queue_end = f->queue_end };
		break;
	case TRACE_KILL_VM:
	case TRACE_FREE_VM:
		f->vm_end = f->vm_end ?: line;
		break;
	case TRACE_BIND:
	case TRACE_UNBIND:
	case TRACE_EVICT:
		take_range(f, e, line, address);
		break;
	default:
		break;
	}
}

/*
 * Return: whether the trace certainly has all events since it began. The file "trace" of tracefs
 * says how many events were overwritten, and where events were lost.
 */
static bool is_whole(const char *text)
{
	const char *at = strstr(text, "entries-in-buffer/entries-written: ");
	unsigned long long kept, written;

	return at && sscanf(strchr(at, ' '), "%llu/%llu", &kept, &written) == 2 &&
	       kept == written && !strstr(text, " [LOST ");
}

static void say_distance(struct explanation *x, const struct fault_trace *f,
			 const struct text_line *line)
{
	sentence_more(x, " at %lld.%06lld of the trace, %.3f ms before the driver handled the error",
		      (long long)(line->ns / 1000000000), (long long)(line->ns / 1000 % 1000000),
		      (double)(f->error->ns - line->ns) / 1e6);
}

static void say_end(struct explanation *x, const struct fault_trace *f, const char *what,
		    const struct text_line *line)
{
	if (!line)
		return;
	sentence_begin(x, "The trace shows that %s", what);
	say_distance(x, f, line);
	sentence_more(x, ": the fault is a consequence of this, unless it came earlier.");
	sentence_says(x, GUCLOG_BASIS_TRACE);
	sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
}

/* Say that no event of the trace is about the address. */
static void say_none(struct explanation *x, const struct fault_trace *f, u64 address, bool whole)
{
	if (f->created && whole)
		sentence_begin(x, "0x%llx was never bound: the trace has the whole life of the address space, and no event that binds the address.",
			       address);
	else if (f->seen)
		sentence_begin(x, "The trace has no event that binds or unbinds 0x%llx; it can have lost events, or have begun later.",
			       address);
	else
		return;
	sentence_says(x, GUCLOG_BASIS_TRACE);
}

static void say_range(struct explanation *x, const struct fault_trace *f, u64 address)
{
	const char *what = "According to the trace, memory was bound at";
	const char *verb = "bound";

	if (f->gone && f->evicted) {
		what = "The driver had moved away the memory at";
		verb = "evicted";
	} else if (f->gone) {
		what = "The program had unbound";
		verb = "unbound";
	}
	sentence_begin(x, "%s 0x%llx", what, address);
	sentence_more(x, ": the range from 0x%llx to 0x%llx was %s", f->start, f->end, verb);
	say_distance(x, f, f->gone ?: f->bound);
	if (f->gone && f->bound)
		sentence_more(x, ", and %.3f ms after it was bound",
			      (double)(f->gone->ns - f->bound->ns) / 1e6);
	else if (!f->gone && f->end - f->start >= MIRROR_SIZE)
		sentence_more(x, "; so large a range mirrors the memory of the process, which can have nothing there");
	sentence_more(x, ".");
	sentence_says(x, GUCLOG_BASIS_TRACE);
}

/**
 * fault_trace_say() - say what the trace shows about the address of a page fault
 * @x: the explanation, with its trace
 * @guc_id: the queue with the memory error
 * @asid: number of the address space of the page fault
 * @address: the address of the page fault
 *
 * Nothing is said without a trace, or if the trace does not have exactly one memory error of the
 * queue.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void fault_trace_say(struct explanation *x, u32 guc_id, u32 asid, u64 address)
{
	struct timed_text trace = { .arena = &x->arena, .name = "" };
	struct fault_trace f = { .seen = false };
	struct trace_event error = { .kind = TRACE_OTHER }, e;
	size_t i, last;

	if (!x->trace || guc_id == GUCLOG_NONE || !asid ||
	    timed_text_read(&trace, x->trace, strlen(x->trace)) || trace.clock != TEXT_TRACE)
		return;
	last = find_error(&trace, guc_id, &error);
	if (last == trace.nr)
		return;
	for (i = 0; i < last; i++)
		if (read_event(&e, &trace.line[i]) && e.device_len == error.device_len &&
		    !memcmp(e.device, error.device, e.device_len))
			take_event(&f, &e, &trace.line[i], asid, guc_id, address);
	f.error = &trace.line[last];
	if (f.bound || f.gone)
		say_range(x, &f, address);
	else
		say_none(x, &f, address, is_whole(x->trace));
	say_end(x, &f, "the address space was killed or freed", f.vm_end);
	if (!f.vm_end)
		say_end(x, &f, "the queue was killed or closed", f.queue_end);
}
