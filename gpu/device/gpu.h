/* SPDX-License-Identifier: GPL-2.0 */
/*
 * gpu.h -- the state of the emulated device.
 *
 * Functions that take a struct gpu or a structure in it are called with gpu.lock held and do
 * not sleep, unless their description says otherwise.
 *
 * Every other header of the device may include gpu.h; gpu.h includes only headers that do
 * not use struct gpu.
 */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include <pthread.h>

#include "dialect_map.h"
#include "irq.h"
#include "mem.h"
#include "profile.h"
#include "report.h"
#include "types.h"

#define BAR0_SIZE	0x1000000u	/* BAR 0: registers, doorbells, global page table (GSM) */
#define GSM_OFFSET	0x800000u	/* offset of the global page table in BAR 0 */
#define GSM_SIZE	0x800000u
#define REGS_SIZE	0x400000u
#define PCI_SPACE	4096

#ifndef GUC_CONTEXTS
#define GUC_CONTEXTS	65536	/* the fuzzer has fewer, because it resets the device often */
#endif

/**
 * struct pci - PCI configuration space
 * @config:   current values
 * @writable: bits that the driver can change
 */
struct pci {
	u8 config[PCI_SPACE];
	u8 writable[PCI_SPACE];
};

/**
 * struct regs - register values
 * @value:  values by offset / 4
 * @reads:  number of reads by the driver
 * @writes: number of writes by the driver
 */
struct regs {
	u32 value[REGS_SIZE / 4];
	unsigned long reads, writes;
};

enum log_section {
	LOG_EVENT,
	LOG_CRASH,
	LOG_CAPTURE,
	LOG_SECTIONS,
};

enum lic_form {
	LIC_GOOD,
	LIC_MISSING,		/* no LIC, only zeros */
	LIC_MINOR,		/* a LIC of version 1.1, with one more key */
	LIC_MAJOR,		/* a LIC of version 2.0 */
	LIC_UNKNOWN,		/* unknown keys among the known ones */
	LIC_LONG,		/* a key with a value of three dwords */
	LIC_FORMS,
};

/**
 * struct guc_log - one log buffer
 * @base:        global address of the buffer; 0: the driver has not set a buffer
 * @on:          the driver has enabled the log
 * @size:        sizes of the regions in bytes, by enum log_section
 * @write:       offset of the next event in the ring
 * @wraps:       wraps of the ring since the GuC's boot or the control command "clear"
 * @written:     number of events since the GuC's boot
 * @seeded:      seeded events since the GuC's boot; also the number of the next seeded event
 * @seed:        seed of the seeded events
 * @live:        seeded events have the time of the device's clock, not of the seed's clock
 * @dialect:     the GuC writes the events of real firmware for its actions
 * @ticks:       lower limit of the time of the next event, in ticks of the device's clock; not used
 *               for seeded events if @live is false
 * @device:      the driver's init parameter PARAM_DEVICE, which is the value of a key of the LIC
 * @lic:         form of the LIC
 * @torn:        a wrap does not update wrap_offset, so the buffer state is inconsistent
 * @boot_events: number of seeded events that are written at every boot
 * @rate:        seeded events that device_tick() writes per second
 * @due:         fraction of an event that is still due, in units of 1e-9 events
 * @held_up:     time in ns for which no events were written, because device_tick() was called late
 */
struct guc_log {
	u64 base;
	bool on;
	u32 size[LOG_SECTIONS];
	u32 write;
	unsigned long wraps;
	u64 written, seeded;
	u64 seed;
	bool live, dialect;
	u64 ticks;
	u32 device;
	enum lic_form lic;
	bool torn;
	u32 boot_events;
	u32 rate;
	u64 due, held_up;
};

/**
 * struct ct_buffer - one direction of the command transport
 * @desc: global address of the descriptor with head, tail and status
 * @buf:  global address of the ring
 * @size: size of the ring in bytes
 */
struct ct_buffer {
	u64 desc, buf;
	u32 size;
};

/* Engine classes as the GuC numbers them. */
enum guc_class {
	GUC_RENDER,
	GUC_VIDEO,
	GUC_ENHANCE,
	GUC_COPY,
	GUC_COMPUTE,
	GUC_GSC,
	GUC_CLASSES,
};

#define CS_DEPTH	3	/* levels of nested batches */
#define CS_GPRS		16	/* general purpose registers of 64 bits */
#define CS_PREDICATES	9	/* dwords of MI_PREDICATE_SRC0 to _RESULT_1, and _RESULT_2 */

/**
 * struct cs_position - a context's position in its ring and its batches, and its registers
 * @pc:          address of the next command, by depth
 * @global:      bit mask by depth: a set bit means that @pc is in the GGTT, not in the PPGTT
 * @depth:       number of nested batches, 0: in the ring
 * @gpr:         general purpose registers, two halves each
 * @head:        ring offset after the command that started the outermost batch
 * @ring:        ring offset of the next command or, in a batch, of the command that started the
 *               outermost batch; the number of wraps is in bits 31:21
 * @live:        @ring is valid, and newer than the position in the context image: the last slice
 *               (call of cs_run()) left work, and no engine reset followed. The image gets the
 *               position only when the context leaves its engine.
 * @header:      first dword of the newest command
 * @work:        address of the command that started work which does not end, because the control
 *               command "hang" was given
 * @work_header: first dword of that command; 0: all work ends
 * @bad:         the same address as @work, but an engine reset does not clear it, so that the same
 *               work hangs again afterwards
 * @stalls:      the streamer continues after @work until a command waits for the work
 * @predicate:   mode that MI_SET_PREDICATE has set
 * @predicates:  registers of predication
 */
struct cs_position {
	u64 pc[CS_DEPTH];
	u32 gpr[2 * CS_GPRS];
	u8 global, depth;
	u32 head, ring;
	bool live;
	u32 header;
	u64 work;
	u32 work_header;
	u64 bad;
	bool stalls;
	u8 predicate;
	u32 predicates[CS_PREDICATES];
};

enum context_state {
	CONTEXT_IDLE,		/* nothing to run, or not enabled */
	CONTEXT_READY,		/* waits for an engine */
	CONTEXT_RUNNING,	/* on an engine */
};

/**
 * struct guc_context - a context that the driver has registered
 * @position:   position of the context while it is on an engine or preempted
 * @since:      when the context's run time was last updated, in ticks of the device's clock
 * @lrca:       global address of the context's image, and flags
 * @class:      enum guc_class
 * @mask:       bit mask of the logical engines on which the context may run
 * @priority:   0 (highest) to 3, KLV 0x2003
 * @preempt_us: how long the GuC waits for the context to leave its engine, in
 *              microseconds, KLV 0x2002; 0: without limit
 * @next:       guc_id of the next context that is ready, -1: none
 * @state:      whether the context is idle, ready or running
 * @yields:     the last slice (call of cs_run()) ended where the context can be preempted
 * @waits:      the last slice ended at a semaphore
 * @hung:       the context makes no progress
 * @faulting:   the driver has not answered a page fault of the context, which is @hung
 * @halted:     an engine reset removed the context; it does not run until it is enabled again
 * @preempted:  the context was preempted before its work was complete
 * @disabling:  the driver has disabled the context and waits for the answer
 * @forgotten:  the context is ready, but the control command "ignore schedule" keeps it from
 *              getting an engine
 */
struct guc_context {
	struct cs_position position;
	u64 since;
	u32 lrca, class, mask, priority, preempt_us;
	s32 next;
	enum context_state state;
	bool registered, enabled, yields, waits, hung, faulting, halted, preempted, disabling,
	     forgotten;
};

#define GUC_ENGINES	20

/**
 * struct guc_engine - an engine of a GT
 * @class:     enum guc_class
 * @instance:  physical number in its class
 * @logical:   number among the engines of its class that are not fused off
 * @running:   guc_id of the context on the engine, -1: none
 * @waiter:    guc_id of the context that waits for the engine, if @asked is set; -1: the driver
 *             waits, because it disables the running context, or the waiter was deregistered
 * @submitted: a context was submitted, and the hardware has not started it yet
 * @more:      more work of the running context was submitted, and the hardware has not taken it yet
 * @asked:     the running context was asked to leave the engine
 * @waited:    EV_SWITCH_OUT_WAIT was written, because the context has not left yet
 * @asked_at:  when @asked was set, in ticks of the device's clock
 * @next_wait: when EV_SWITCH_OUT_WAIT is due again, in ticks of the device's clock
 */
struct guc_engine {
	enum guc_class class;
	u32 instance, logical;
	s32 running, waiter;
	bool submitted, more, asked, waited;
	u64 asked_at, next_wait;
};

/**
 * struct guc_faults - the GuC's page faults
 * @request:  byte offset in the queue of faults, modulo 64 KiB
 * @response: byte offset in the queue of answers, modulo 64 KiB
 * @answers:  number of the driver's answers to faults among the H2G messages that are being read
 * @left:     number of faults that are still to be raised
 * @open:     number of faults that were sent to the driver and not answered
 * @engine:   index of the engine that raises the faults
 */
struct guc_faults {
	u32 request, response, answers, left, open, engine;
};

/**
 * struct guc_storm - events of one kind that the control command "storm" makes the GuC send
 * @action: G2H action
 * @per_ms: events that are to be sent in each millisecond
 * @left:   events that are still to be sent
 * @since:  when events were last sent, in nanoseconds
 */
struct guc_storm {
	u32 action, per_ms, left;
	u64 since;
};

/* What the GuC does not do after the control command "ignore". */
enum ignored {
	IGNORE_DISABLE,		/* remove a disabled context from its engine, and answer */
	IGNORE_DEREGISTER,	/* answer a request to deregister a context */
	IGNORE_SUBMIT,		/* let an engine start a context that was submitted to it */
	IGNORE_SCHEDULE,	/* choose an engine for a context that becomes ready */
	IGNORED_KINDS,
};

/**
 * struct guc - one GuC
 * @gpu:          the device
 * @id:           0: GuC of the primary GT, 1: GuC of the media GT
 * @running:      firmware loaded and ready
 * @ct_on:        command transport enabled
 * @mmio_pending: the driver has written an MMIO message, but has not rung the doorbell yet
 * @params:       init parameters: the scratch registers at boot
 * @version:      version of the uploaded firmware, major << 16 | minor << 8 | patch
 * @h2g:          ring of messages to the GuC
 * @g2h:          ring of messages from the GuC
 * @slpc:         global address of the power conservation buffer, 0: none
 * @engine:       engines of the GT
 * @engines:      number of engines
 * @ready:        guc_id of the first context that is ready, -1: none
 * @blocked:      guc_id of the context with the last batch that did not end at once,
 *                -1: none
 * @blocked_on:   index of the engine of that context
 * @blocked_left: that context was deregistered
 * @faults:       page faults
 * @storm:        events that the control command "storm" requested
 * @ignored:      by enum ignored: number of requests that will be ignored
 * @ignored_id:   guc_id of the context with requests that will be ignored, -1: any context
 * @stalled:      the GuC does not read H2G messages
 * @log:          the GuC's log buffer
 * @received:     number of H2G messages that came through the ring so far
 * @sent:         number of G2H messages so far
 * @boots:        how often the firmware became ready since the device was created
 * @context:      contexts by guc_id
 */
struct guc {
	struct gpu *gpu;
	u32 id;
	bool running, ct_on, mmio_pending, blocked_left;
	u32 params[16];
	u32 version;
	struct ct_buffer h2g, g2h;
	u64 slpc;
	struct guc_engine engine[GUC_ENGINES];
	u32 engines;
	s32 ready, blocked;
	u32 blocked_on;
	struct guc_faults faults;
	struct guc_storm storm;
	u32 ignored[IGNORED_KINDS];
	s32 ignored_id;
	bool stalled;
	struct guc_log log;
	unsigned long received, sent, boots;
	struct guc_context context[GUC_CONTEXTS];
};

/* How the command streamer reacts to work that never ends. */
enum work_hang {
	WORK_DRAW,		/* the streamer stops at a primitive or a walker */
	WORK_STALL,		/* the streamer stops later, at a command that waits for the work */
	WORK_COPY,		/* the streamer stops at a copy command of a user program */
	WORK_HANGS,
};

/* How a memory access is made; the first three are the values of the page fault message. */
enum access {
	ACCESS_READ,
	ACCESS_WRITE,
	ACCESS_ATOMIC,
	ACCESS_TRTT,		/* a read through tiled resource tables, which no driver resolves */
	ACCESSES,
};

/**
 * struct bad_access - a memory access that causes a page fault
 * @va:       address
 * @access:   how the memory is accessed
 * @asid:     number of the VM in the page fault message, ASID_OF_CONTEXT: that of the context
 * @count:    how many accesses will fault
 */
struct bad_access {
	u64 va;
	enum access access;
	u32 asid, count;
};

#define ASID_OF_CONTEXT	BIT(20)

/**
 * struct inject - faults that tests have requested with control commands (see PROTOCOL.rst)
 * @never_ready: the GuC accepts its firmware and does not become ready
 * @hang:        by engine class: how many of the next batches will hang
 * @hang_id:     guc_id of the context whose next batches will hang
 * @hang_ids:    how many batches of @hang_id will hang
 * @work:        by enum work_hang: how many commands will start work that never ends
 * @spared:      by enum work_hang: how many commands of that kind end before those of @work
 * @access:      by enum work_hang: accesses of commands of that kind that will fault
 * @removed:     the device does not answer: reads return all ones, writes are dropped
 */
struct inject {
	bool never_ready;
	u32 hang[ENGINE_CLASSES];
	u32 hang_id, hang_ids;
	u32 work[WORK_HANGS], spared[WORK_HANGS];
	struct bad_access access[WORK_HANGS];
	bool removed;
};

/**
 * struct power - idle times of the GTs
 * @since:   when @idle_ns was last updated, in nanoseconds; 0: never
 * @idle_ns: how long each GT has been in C6
 */
struct power {
	u64 since, idle_ns[2];
};

#define VRAM_SIZES	5	/* sizes of accesses: 1, 2, 4, 8 bytes, more */

/**
 * struct vram_access - accesses to the BAR of VRAM that reach the device as vfio-user messages
 * @trapped:  the BAR is not mapped into the guest, so each access is a message
 * @reads:    reads so far by size: 1, 2, 4, 8 bytes, more
 * @writes:   writes so far
 * @delay_us: minimum duration of each read, in microseconds
 */
struct vram_access {
	bool trapped;
	unsigned long reads[VRAM_SIZES], writes;
	u32 delay_us;
};

/**
 * struct gpu - one emulated GPU
 * @lock:      protects all other members; taken for each vfio-user request and each control
 *             command, and by the thread that calls device_tick()
 * @bar0:      memory of BAR 0
 * @gsm:       the GGTT's entries in @bar0, which the client maps too
 * @gsm_fd:    memfd of @bar0
 * @dialect:   form of the events in the logs of both GuCs
 * @null_page: the page to which NULL page table entries point
 */
struct gpu {
	pthread_mutex_t lock;
	struct profile profile;
	struct report report;
	struct mem mem;
	struct pci pci;
	struct irq irq;
	struct regs regs;
	struct guc guc[2];
	struct inject inject;
	struct vram_access vram;
	struct power power;
	struct dialect_map dialect;
	u8 *bar0;
	u64 *gsm;
	int gsm_fd;
	u8 null_page[4096];
};

/* gpu_bar2_size - get the size of the BAR of VRAM in bytes, which is a power of two */
static inline u64 gpu_bar2_size(const struct gpu *gpu)
{
	u64 size = MIB(16);

	while (size < gpu->profile.vram)
		size <<= 1;
	return size;
}

#endif
