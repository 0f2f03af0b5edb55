# SPDX-License-Identifier: GPL-2.0-only
"""A simulation of the GuC and of its driver. It executes generated workloads, called "stories"
(stories.py). It records the events that the GuC writes into its log, and the messages: H2G from the
driver to the GuC, G2H from the GuC to the driver.

For an action, such as a submission, a preemption or a reset, the simulation writes the same
sequence of events as in real logs of GuC 70.44.1. Each delay is 0.8 to 1.3 times the real one. A
random generator chooses which contexts act, and when. The simulation shares no code with guclog.
"""

import struct
from dataclasses import dataclass

from reference import ascii85, forms, image
from reference.ring import ENTRY

HZ = 19200000
PAD = 0xdeadbeee
RENDER, VIDEO, ENHANCE, COPY, COMPUTE = range(5)
HARDWARE_CLASS = {RENDER: 0, VIDEO: 1, ENHANCE: 2, COPY: 3, COMPUTE: 5}
NAMES = {RENDER: 'rcs', VIDEO: 'vcs', ENHANCE: 'vecs', COPY: 'bcs', COMPUTE: 'ccs'}
H2G_WORDS, G2H_WORDS = 1024, 32768


def name_of(engine):
    """Return the name of an engine, a tuple of class and instance."""
    return f'{NAMES[engine[0]]}{engine[1]}'


@dataclass
class Context:
    """The context of an exec queue. on: whether the firmware has placed the context on its
    engine."""
    guc_id: int
    engine: tuple
    lrca: int
    priority: int = 2
    timeout_us: int = 640000
    head: int = 0
    on: bool = False
    jobs: int = 0

    def word(self, top):
        return top << 24 | self.engine[0] << 20 | self.lrca


class Ring:
    """A CT buffer: the ring of the messages in one direction. host: whether the driver writes the
    messages. starts: the offsets of the messages in words, the newest last."""

    def __init__(self, words, host):
        self.words, self.host = [0] * words, host
        self.tail, self.fence, self.starts = 0, 100, []

    def send(self, action, data, kind):
        size = 2 + len(data)
        if self.host and self.tail + size > len(self.words):
            self.words[self.tail:] = [0] * (len(self.words) - self.tail)
            self.tail = 0
        origin = 0 if self.host else 1
        message = [self.fence << 16 | (1 + len(data)),
                   origin << 31 | kind << 28 | action, *data]
        self.starts.append(self.tail)
        for word in message:
            self.words[self.tail] = word
            self.tail = (self.tail + 1) % len(self.words)
        self.fence = (self.fence + 1) & 0xffff

    def head(self, unread):
        """Return the head of the ring in words if the receiver has not read the newest UNREAD
        messages."""
        return self.starts[-unread] if unread else self.tail


class Guc:
    """Simulates the firmware and the driver. Each of its methods appends the events of one action
    to "events", and its messages to the rings "h2g" and "g2h"."""

    def __init__(self, rng, version=0x462c01):
        self.rng, self.version = rng, version
        self.tick = 7 * 10 ** 12 + rng.randrange(10 ** 9)
        self.events, self.contexts, self.on = [], {}, {}
        self.h2g, self.g2h = Ring(H2G_WORDS, True), Ring(G2H_WORDS, False)
        self.requests = self.responses = 0
        self.answers = 0
        self.next_lrca = 0x2000

    # Time, events and messages.
    def wait(self, us):
        self.tick += max(1, int(us * 19.2 * self.rng.uniform(0.8, 1.3)))

    def exactly(self, tick):
        self.tick = tick

    def ev(self, code, arg0, arg1, us=1.0):
        self.wait(us)
        self.events.append((self.tick, code, arg0 & 0xffffffff, arg1 & 0xffffffff))

    def message(self, action, *data):
        """The driver sends a message to the GuC. The GuC reads it and logs an event about it."""
        self.h2g.send(action, data, 2)
        self.ev(0x048e, action, 0, 5)

    def event(self, action, *data):
        """The GuC sends a message to the driver."""
        self.g2h.send(action, data, 1)

    # What the driver and the GuC do with a context.
    def register(self, guc_id, engine, priority=2, timeout_us=640000):
        c = Context(guc_id, engine, self.next_lrca, priority, timeout_us)
        self.next_lrca += self.rng.randrange(1, 40)
        self.contexts[guc_id] = c
        self.message(0x4502, 0, guc_id, engine[0], 1, 0, 0, 0, 0, 0,
                     c.lrca << 12 | 0x119, 0)
        self.ev(0x850a, guc_id, PAD)
        self.message(0x100b, guc_id, 0x20010001, 1000, 0x20020001, timeout_us,
                     0x20030001, priority)
        self.ev(0x8507, guc_id, priority)
        self.ev(0x0356, 0, engine[0] << 16 | priority)
        self.ev(0x8505, guc_id, 3)
        self.ev(0x8505, priority, PAD, 0.5)
        return c

    def enable(self, c, place=True):
        """The driver enables a context and submits its first work. place: whether the firmware also
        places the context on its engine."""
        self.message(0x1001, c.guc_id, 1)
        self.ev(0x84bf, c.guc_id, 1)
        self.ready(c)
        c.jobs += 1
        if place:
            self.place(c)
        self.ev(0x84c2, c.guc_id, 1)
        self.event(0x1002, c.guc_id, 1)

    def ready(self, c):
        self.ev(0x8103, c.word(c.priority), c.guc_id, 4)

    def elsq(self, c):
        mask = 1 << c.engine[1]
        self.ev(0x0365, c.engine[0] << 20 | mask << 4 | c.priority, mask, 4)

    def csb(self, c, status, us=4):
        who = 0xffff if status & 1 else c.guc_id
        self.ev(0x0476, status, c.engine[0] << 29 | c.engine[1] << 23 | who << 6, us)

    def place(self, c):
        self.ev(0x8104, c.word(c.engine[1]), c.guc_id, 1.6)
        self.elsq(c)
        self.on[c.engine] = c
        c.on = True

    def started(self, c):
        self.csb(c, 1)
        self.ev(0x8102, c.word(c.engine[1]), c.guc_id, 5)

    def submit(self, c):
        """The driver submits more work of a context. If the engine of the context is free, the
        context starts."""
        self.message(0x1000, c.guc_id)
        self.ev(0x8105, c.lrca, c.guc_id, 1.3)
        c.jobs += 1
        if c.on:
            self.elsq(c)
            self.csb(c, 0x8002, 2.5)
        elif c.engine not in self.on:
            self.ready(c)
            self.place(c)
            self.started(c)

    def complete(self, c):
        c.head = (c.head + 0x70 * c.jobs) % 0x4000
        c.jobs = 0
        self.csb(c, 0x18, 30)
        self.ev(0x0479, c.head, c.head)
        self.off(c)
        self.ev(0x8101, c.word(c.engine[1]), c.guc_id, 1.6)

    def off(self, c):
        self.ev(0x8107, c.word(c.engine[1]), c.guc_id, 1)
        c.on = False
        self.on.pop(c.engine, None)

    def disable(self, c, answer=True, after_us=0):
        self.message(0x100b, c.guc_id, 0x20020001, 1)
        self.message(0x1001, c.guc_id, 0)
        self.ev(0x84bf, c.guc_id, 0, 0.6)
        if not answer:
            return
        if after_us:
            self.wait(after_us)
        self.ev(0x8101, c.word(9), c.guc_id, 0.6)
        self.ev(0x84c2, c.guc_id, 0, 0.6)
        self.event(0x1002, c.guc_id, 0)

    def deregister(self, c, answer=True):
        self.message(0x4503, c.guc_id)
        self.ev(0x850c, c.guc_id, PAD, 1.6)
        self.ev(0x0454, PAD, PAD, 0.6)
        self.position(self.requests, 0)
        self.position(self.responses, 0)
        self.ev(0x0455, 0, 0, 0.6)
        if not answer:
            return
        self.ev(0x850e, c.guc_id, PAD, 0.5)
        self.event(0x4600, c.guc_id)
        del self.contexts[c.guc_id]

    # Page faults.
    def position(self, at, step):
        self.ev(0x0455, at, (at + step) % 0x10000, 0.6)
        return (at + step) % 0x10000

    def faults(self, n):
        self.ev(0x043e, PAD, PAD, 3)
        self.requests = self.position(self.requests, 16 * n)
        for _ in range(n):
            self.event(0x6002, 0, 0, 0, 0)

    def answer(self, n):
        for _ in range(n):
            self.message(0x6003, 0, 0)
        self.ev(0x0442, PAD, PAD, 2)
        self.responses = self.position(self.responses, 8 * n)

    # Rare sequences of events of a context.
    def overtaken(self, c):
        """A context finishes its work just when the driver submits new work of it, so the engine
        starts the context again."""
        self.message(0x1000, c.guc_id)
        self.ev(0x8105, c.lrca, c.guc_id, 1.3)
        self.elsq(c)
        self.csb(c, 0x18, 2)
        self.started(c)

    def interrupted(self, c):
        """A context leaves its engine while its ring still has work, and is placed on the engine
        again."""
        self.csb(c, 0x18, 30)
        self.ev(0x0479, c.head, c.head + 0xa0)
        self.off(c)
        self.ready(c)
        self.place(c)
        self.started(c)

    # Preemption.
    def ask(self, waiter, engine, new=False):
        """A second context, the waiter, becomes ready. The firmware asks the engine to preempt the
        context that is on it. new: whether the driver enables the waiter with its first work; if
        not, it submits more work of the enabled waiter. Return the tick of the request to the
        engine."""
        if new:
            self.message(0x1001, waiter.guc_id, 1)
            self.ev(0x84bf, waiter.guc_id, 1)
        else:
            self.message(0x1000, waiter.guc_id)
            self.ev(0x8105, waiter.lrca, waiter.guc_id)
        waiter.jobs += 1
        self.ready(waiter)
        self.ev(0x03a8, *engine, 6)
        asked = self.tick
        if new:
            self.ev(0x84c2, waiter.guc_id, 1)
            self.event(0x1002, waiter.guc_id, 1)
        return asked

    def granted(self, waiter, engine, new=False):
        """The engine preempts its context when the waiter needs the engine. The context continues
        after the waiter has completed its work."""
        victim = self.on[engine]
        self.ask(waiter, engine, new)
        self.ev(0x0476, 0x20000882, engine[0] << 29 | engine[1] << 23 |
                victim.guc_id << 6, 31)
        self.off(victim)
        self.ready(victim)
        self.place(waiter)
        self.started(waiter)
        self.complete(waiter)
        self.ev(0x036f, victim.guc_id, 1)
        self.place(victim)
        self.started(victim)

    def looks(self, end, period=64 * 19200):
        """The firmware checks whether the engine has removed the context that it was asked to
        preempt, and logs an event at each check: every "period" ticks until the tick "end"."""
        self.ev(0x03ae, 0x402, PAD, 57)
        look = self.tick + self.rng.randrange(100000, 1200000)
        while look < end:
            self.exactly(look - 1)
            self.ev(0x03ae, 0x402, PAD, 0)
            look = self.tick + period

    def times_out(self, engine, domain=None, us=0):
        """The preemption timeout of an engine expires. us: time until then, in microseconds.
        domain: the engines that are reset together, by default only this one; the firmware logs
        the class of the engine, and then the other classes of the domain."""
        self.ev(0x03b9, engine[0], PAD, us)
        for other in {one[0] for one in domain or [engine]} - {engine[0]}:
            self.ev(0x03b9, other, PAD, 3.7)

    def refused(self, waiter, engine, domain=None, timeout_us=None, late_us=0,
                period=64 * 19200, new=False):
        """The waiter needs the engine, but the context on the engine does not leave it within its
        preemption timeout. So the firmware resets the engine. Return the context that was on the
        engine.

        waiter: the context that needs the engine
        domain: the engines that are reset together, by default only this one
        timeout_us: the preemption timeout, by default that of the context on the engine
        late_us: time from the end of the timeout to the reset, negative if the reset is too early
        period: time between two checks of the firmware in ticks, as for looks()
        new: whether the waiter is enabled only now, as for ask()
        """
        victim = self.on[engine]
        asked = self.ask(waiter, engine, new)
        limit = victim.timeout_us if timeout_us is None else timeout_us
        end = asked + (limit + late_us) * 192 // 10 + 40
        self.looks(end, period)
        self.exactly(end - 1)
        self.times_out(engine, domain)
        self.reset(victim, waiter, domain or [engine])
        return victim

    def killed(self, victim, domain=None, taken_us=6, asks=True):
        """The driver disables the context victim, with a preemption timeout of 1 us. The context
        does not leave its engine, which the firmware notices after taken_us microseconds, so it
        resets the engine. domain: as for refused(). asks: whether the log has the firmware's
        request to preempt the context."""
        self.message(0x100b, victim.guc_id, 0x20020001, 1)
        self.message(0x1001, victim.guc_id, 0)
        self.ev(0x84bf, victim.guc_id, 0, 0.6)
        if asks:
            self.ev(0x03a8, *victim.engine, 6)
        self.exactly(self.tick + taken_us * 192 // 10)
        self.times_out(victim.engine, domain)
        self.reset(victim, None, domain or [victim.engine], disabled=True)
        self.event(0x1002, victim.guc_id, 0)

    def fault_refused(self, victim, request, cat_type=18):
        """The driver refuses a page fault of the context victim: so the firmware reports a memory
        (CAT) error of the context, which can then not leave its engine. request: the four words of
        the page fault; cat_type: the type of the memory error, None if the firmware reports
        none."""
        self.ev(0x043e, PAD, PAD, 3)
        self.requests = self.position(self.requests, 16)
        self.event(0x6002, *request)
        self.wait(80)
        data = request[0] >> 28 | (request[1] & 0xfff) << 4
        self.message(0x6003, request[1] & 0xfffff000 | 0x403,
                     data << 16 | (request[0] >> 25 & 7) << 13 | (request[0] >> 19 & 0x3f) << 7)
        self.ev(0x0523, 0x2004, PAD, 2.6)
        self.ev(0x0528, 1, PAD, 0.4)
        self.ev(0x0527, 0x10101, PAD, 2.1)
        if cat_type is not None:
            self.ev(0x0535, HARDWARE_CLASS[victim.engine[0]] << 29 | victim.guc_id, cat_type, 4.6)
            self.event(0x6000, victim.guc_id, cat_type)
        self.ev(0x0442, PAD, PAD, 0.8)
        self.responses = self.position(self.responses, 8)

    def reset(self, victim, waiter, domain, disabled=False):
        """The firmware resets the engine of the victim, and with it the other engines of the
        domain. The waiter then gets the engine. disabled: the driver had disabled the victim."""
        self.reset_begins(victim.engine, domain)
        self.reset_done(victim.engine, domain)
        self.removed(victim)
        if disabled:
            self.ev(0x8101, victim.word(9), victim.guc_id, 1.3)
            self.ev(0x84c2, victim.guc_id, 0, 0.6)
        if waiter:
            self.place(waiter)
        self.reset_ends(victim.engine, domain, victim)
        if waiter:
            self.started(waiter)
            self.complete(waiter)

    def reset_begins(self, engine, domain=None):
        domain = domain or [engine]
        self.ev(0x03b8, 0, 0, 1.6)
        self.ev(0x03b3, engine[0] << 16 | engine[1], 1, 4.2)
        for i, one in enumerate(domain):
            self.ev(0x03be, *one, 7 if i else 153)
        self.ev(0x03c5, len(domain), PAD, 2)

    def reset_done(self, engine, domain=None):
        domain = domain or [engine]
        self.ev(0x03c5, len(domain), PAD, 1005)
        for one in domain:
            self.ev(0x03bf, *one)
        self.ev(0x044a, *engine)
        self.requests = self.position(self.requests, 0)
        self.responses = self.position(self.responses, 0)

    def removed(self, victim):
        """A reset removes a context from its engine."""
        self.ev(0x8101, victim.word(victim.engine[1]), victim.guc_id, 3.5)
        self.off(victim)

    def reset_ends(self, engine, domain=None, victim=None):
        self.ev(0x03ca, engine[0] << 16 | engine[1], 1)
        for one in domain or [engine]:
            self.ev(0x03c2, one[0], PAD)
        self.event(0x8002, 0)
        if victim:
            self.event(0x1008, victim.guc_id)

    def clean_up(self, victim):
        """What the driver does after a reset: it reports that it has read the state capture (action
        0x30), and it disables and deregisters the victim."""
        self.wait(380)
        self.message(0x30, 2)
        self.disable(victim)
        self.deregister(victim)

    # Random work without a hang.
    def some_work(self, steps, keep=()):
        """Let all contexts except those in "keep" do random work for this number of steps. No
        context hangs."""
        for _ in range(steps):
            free = [c for c in self.contexts.values() if c not in keep]
            c = self.rng.choice(free)
            choice = self.rng.random()
            if choice < 0.1:
                n = self.rng.randrange(1, 6)
                self.faults(n)
                self.answer(n)
            elif choice < 0.15:
                self.message(self.rng.choice((0x7000, 0x3003)), 0)
            elif c.on:
                if choice < 0.5:
                    self.submit(c)
                else:
                    self.complete(c)
            elif c.engine not in self.on:
                self.submit(c)
            self.wait(self.rng.expovariate(1 / 300))

    def settle(self):
        """Every context that is on its engine completes its work and leaves the engine."""
        for c in list(self.on.values()):
            self.complete(c)


# Images, logs and dumps of a simulated GuC.
def entry(event):
    tick, code, arg0, arg1 = event
    return struct.pack('<5I', tick & 0xffffffff, 0, code, arg0, arg1)


def log_image(guc, events=None, size=65536, capture=4096, crash=b''):
    """Return the image of a log with these events, by default with all events of the GuC. If they
    do not fit into the event ring, the ring has wrapped and has only the newest ones. size,
    capture: lengths of the regions for events and state captures, in bytes; crash: the crash dump
    of the firmware."""
    events = guc.events if events is None else events
    room = size // ENTRY
    data = bytearray(size)
    wrapped = len(events) > room
    for i, event in enumerate(events):
        at = i % room * ENTRY
        data[at:at + ENTRY] = entry(event)
    write = len(events) % room * ENTRY if wrapped else len(events) * ENTRY
    lic = image.Lic(((1, guc.version), *image.KLVS[1:]))
    event_state = image.State(image.EVENT, size, bytes(data), write_ptr=write,
                              wrap_offset=room * ENTRY if wrapped else 0)
    return image.Image([event_state, image.crash(4096, crash), image.capture(capture)],
                       lic).build()


def restarted_image(new, old, size=65536):
    """Return the image of a log whose firmware was loaded again: the new events overwrite the first
    of the old ones, which are given in the order of the ring's memory."""
    data = bytearray(b''.join(map(entry, old)).ljust(size, b'\0'))
    data[:len(new) * ENTRY] = b''.join(map(entry, new))
    state = image.State(image.EVENT, size, bytes(data), write_ptr=len(new) * ENTRY, wrap_offset=0)
    return image.Image([state, image.crash(4096, b''), image.capture(4096)],
                       image.Lic(((1, 0x462c01), *image.KLVS[1:]))).build()


def ct_lines(guc, unread=0, unread_g2h=0):
    """Return the lines of the section "GuC CT" of a devcoredump. unread: number of H2G messages
    that the GuC has not read. unread_g2h: number of G2H messages that the driver has not read."""
    rings = (guc.h2g, guc.g2h)
    heads = (guc.h2g.head(unread), guc.g2h.head(unread_g2h))
    data = b''
    for ring, head in zip(rings, heads):
        data += struct.pack('<3I', head, ring.tail, 0).ljust(2048, b'\0')
    for ring in rings:
        data += struct.pack(f'<{len(ring.words)}I', *ring.words)
    lines = ['', '**** GuC CT ****']
    for name, ring, head in zip(('H2G', 'G2H'), rings, heads):
        lines += [f'{name} CTB (all sizes in DW):', f'\tsize: {len(ring.words)}',
                  '\tresv_space: 0', f'\thead: {head}', f'\ttail: {ring.tail}',
                  '\tspace: 100', '\tbroken: 0', f'\thead (memory): {head}',
                  f'\ttail (memory): {ring.tail}', '\tstatus (memory): 0x0']
    lines += ['\tg2h outstanding: 0', f'[CTB].length: 0x{len(data):x}',
              f'[CTB].data: {ascii85.encode(data)}']
    return lines


def context_lines(contexts):
    """Return the lines of the section "Contexts" of a devcoredump."""
    lines = ['', '**** Contexts ****']
    for c in contexts:
        name = f'{NAMES[c.engine[0]]}{c.guc_id}'
        lines += [f'GuC ID: {c.guc_id}', f'\tName: {name}',
                  f'\tClass: {HARDWARE_CLASS[c.engine[0]]}',
                  '\tLogical mask: 0x1', '\tWidth: 1', '\tRef: 2',
                  '\tTimeout: 9223372036854775807 (ms)',
                  '\tTimeslice: 1000 (us)',
                  f'\tPreempt timeout: {c.timeout_us} (us)',
                  f'\tHW Context Desc: 0x{c.lrca << 12:08x}',
                  '\tLRC Head: (memory) 14920',
                  '\tLRC Tail: (internal) 15080, (memory) 15080',
                  '\tStart seqno: (memory) 171', '\tSeqno: (memory) 170',
                  '\tSchedule State: 0x250', '\tFlags: 0x20',
                  '\tJob: seqno=171, fence=0, finished=0']
    return lines


# The last section of each devcoredump, here of a process whose memory was not captured.
VM_LINES = ('**** VM state ****', '[0].error: -19')


def dump(guc, reason, contexts=(), events=None, unread=0, late_ms=40, gt=0,
         log=None, ct=True, unread_g2h=0):
    """Return a devcoredump.

    reason: the line "Reason" of the dump
    contexts: the contexts in the section "Contexts"
    events: the events of the log, by default all events of the GuC
    unread: number of H2G messages that the GuC has not read
    late_ms: time from the newest event to the copy of the log
    gt: number of the GT
    log: an image that replaces the log of the events
    ct: whether the dump has the section "GuC CT"
    unread_g2h: number of G2H messages that the driver has not read
    """
    machine = forms.Machine(reason=reason)
    newest = (guc.events if events is None else events)[-1][0]
    held = forms.Held(log_image(guc, events) if log is None else log,
                      machine.gts[gt], tick=newest + late_ms * HZ // 1000)
    tail = (ct_lines(guc, unread, unread_g2h) if ct else []) + context_lines(contexts)
    return forms.devcoredump(machine, held, tail=[*tail, '', *VM_LINES])
