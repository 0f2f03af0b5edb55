#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""simulate.py DEVICE --out DIR [OPTION...] -- make many devcoredumps with a known cause, without
a guest.

A small driver with random clients uses the emulated GuC.  The device's clock advances only when the
driver requests it, so that a log of minutes is made in a second.  For each log, these files are
written:

    NAME.devcoredump	a dump in xe's form: GuC log, CT rings, a context and its engine
    NAME.truth.json	the real cause: kind, hang, victim, waiter, counts of events
    NAME.dialect.json	with --dialect: ids, fields and clock of the events

The kinds of causes are listed in KINDS; by default the dumps have all kinds in turn. The victim is
the context that the cause concerns, the waiter a context that needs the engine of the victim.
"""
import argparse
import collections
import json
import os
import random
import struct
import sys

import dump_text
import expect as expect_log
from client import GSM, Driver, dma_map, memory

RENDER, VIDEO, COPY, COMPUTE = 0, 1, 3, 4
ENGINES = {"bmg": ((RENDER, "rcs0", 1), (COPY, "bcs0", 1), (COPY, "bcs8", 2), (COMPUTE, "ccs0", 1)),
           "tgl": ((RENDER, "rcs0", 1), (COPY, "bcs0", 1), (VIDEO, "vcs0", 1))}
PCI_ID, IP = {"bmg": 0xe20b, "tgl": 0x9a49}, {"bmg": "20.1.4", "tgl": "12.0.0"}
MEMORY, TABLES, LOG, CTB, CONTEXTS = 16 << 20, 0x10000, 0x80000, 0x20000, 0x200000
CONTEXT_SIZE, RING_SIZE, STEP_US = 0x9000, 0x4000, 5000
NOOP, ARB_ON, ARB_CHECK, USER_INTERRUPT, BATCH_END = 0, 0x04000001, 0x02800000, 0x01000000, 0x05000000
BATCH_START, STORE, STORE_REGISTER = 0x18800001, 0x10400002, 0x12480002
PIPE_CONTROL, FLUSH_DW = 0x7a000004, 0x13004003
SEMAPHORE, COND_END = 0x0e404002, 0x1b600002	# GGTT: wait until equal; continue while greater
FIRST_SEQNO = -127


def domain(engine):
    """The name of an engine's domain. Render and compute engines have the same domain, because only
    one of them can run at a time."""
    return "rcs0" if engine == "ccs0" else engine


class Context:
    """A context (an exec queue of xe) with its image, its ring and its batches."""

    def __init__(self, sim, guc_id, engine, preempt_us, priority):
        self.sim, self.guc_id, self.preempt_us, self.priority = sim, guc_id, preempt_us, priority
        self.class_, self.engine, self.mask = engine
        self.at = CONTEXTS + sim.places.pop() * CONTEXT_SIZE
        self.lrca = sim.map(self.at, CONTEXT_SIZE)
        self.tail = self.slot = 0
        self.seqno = FIRST_SEQNO - 1
        self.enabled = self.reset = self.disabled = False
        sim.put(self.at, *[0] * (CONTEXT_SIZE // 4))
        sim.put(self.at + 512, FIRST_SEQNO - 1 & 0xffffffff, 0, FIRST_SEQNO - 1 & 0xffffffff)
        sim.put(self.at + 0x1000, NOOP, 0x1108101d, 0x2244, 0x90009, 0x2034, 0, 0x2030, 0, 0x2038,
                self.ring, 0x203c, RING_SIZE - 4096 | 1)

    @property
    def ring(self):
        return self.lrca + 0x4000

    def commands(self, batch, seqno):
        """The dwords of a job in the ring, as many as in a job of xe."""
        hwsp, seqno = self.lrca, seqno & 0xffffffff
        begin = [STORE_REGISTER, 0x3a8, hwsp + 528, 0]
        start = [STORE, hwsp + 520, 0, seqno, BATCH_START, batch, 0, ARB_ON]
        if self.class_ == COPY:
            return [*begin, *start, FLUSH_DW, hwsp + 512 | 4, 0, seqno, 0, USER_INTERRUPT, ARB_ON, NOOP]
        flush = [PIPE_CONTROL, 0x101000, 0, 0, 0, 0]
        return [*begin, ARB_ON, *flush, ARB_ON, *start, *flush,
                PIPE_CONTROL, 0x1104000, hwsp + 512, 0, seqno, 0, USER_INTERRUPT, ARB_ON, NOOP, NOOP]

    def add(self, batch):
        """Add a job with a batch of the kind BATCH to the ring."""
        self.seqno += 1
        words = self.commands(self.write_batch(batch), self.seqno)
        words += [NOOP] * (len(words) & 1)
        for word in words:
            self.sim.put(self.at + 0x4000 + self.tail, word)
            self.tail = (self.tail + 4) % RING_SIZE
        self.sim.put(self.at + 0x1000 + 4 * 7, self.tail)

    def write_batch(self, batch):
        """Write a batch of the kind BATCH to one of 32 slots; returns its address."""
        at = 0x8000 + 128 * self.slot
        self.slot = (self.slot + 1) % 32
        self.flag = self.at + at + 124
        where, flag = self.lrca + at, self.lrca + at + 124
        code = {"short": (BATCH_END,),
                "timed": (ARB_CHECK, COND_END, 0, flag, 0, BATCH_START, where, 0),
                "busy": (NOOP, COND_END, 0, flag, 0, BATCH_START, where, 0),
                "wait": (SEMAPHORE, 0, flag, 0, BATCH_END),
                "endless": (NOOP, BATCH_START, where, 0)}[batch]
        self.sim.put(self.at + at, *code)
        self.sim.put(self.flag, int(batch != "short"))
        return where

    def idle(self):
        return self.sim.get(self.at + 512)[0] == self.seqno & 0xffffffff

    def facts(self):
        """The state of the context, for dump_text.context()."""
        get = self.sim.get
        signed = struct.unpack("<3i", struct.pack("<3I", *get(self.at + 512, 3)))
        image = get(self.at + 0x1000, 0x24)
        return {"guc_id": self.guc_id, "class": self.class_, "mask": self.mask,
                "timeout_ms": 5000, "preempt_us": self.preempt_us, "lrca": self.lrca,
                "ring": self.ring, "head": image[5], "tail": self.tail, "finished": signed[0],
                "started": signed[2], "submitted": self.seqno, "open": signed[0] != self.seqno,
                "time": image[0x23], "job_time": get(self.at + 528)[0],
                "hwsp": os.pread(self.sim.fd, 0x1000, self.at),
                "hwctx": os.pread(self.sim.fd, 0x2000, self.at + 0x1000),
                "state": 1 | (0 if self.disabled else 2) | (0x40 if self.reset else 0)}


class Simulation(Driver):
    """A driver of a device with a manual clock; it uses CT rings as xe does."""

    def __init__(self, device, profile, rng, firmware, *options):
        self.rng, self.profile = rng, profile
        super().__init__(device, "--manual-clock", *options, profile=profile)
        self.fd = memory(MEMORY)
        dma_map(self.c, 1 << 32, MEMORY, self.fd)
        self.places = list(range((MEMORY - CONTEXTS) // CONTEXT_SIZE))
        rng.shuffle(self.places)
        self.used = set(range(0x800))
        self.identity(0, 0, 0x200000)
        self.contexts, self.ends, self.heard = {}, [], []
        self.fence, self.tail, self.open_faults = rng.randrange(60000), 0, []
        self.reg(0xc184, LOG | 1 | 15 << 6 | 3 << 4 | 3 << 10)
        self.boot(version=[int(n) for n in firmware.split(".")])
        base = CTB
        for key, value in ((0x902, base + 0x1000), (0x903, base), (0x904, 0x1000),
                           (0x905, base + 0x2000), (0x906, base + 0x800), (0x907, 0x20000)):
            self.message(0x508, key << 16 | 2, value, 0)
        self.message(0x4509, 1)

    def identity(self, virtual, at, size):
        entries = [(1 << 32) + at + i | 1 for i in range(0, size, 4096)]
        for i in range(0, len(entries), 4096):
            part = entries[i:i + 4096]
            self.c.write(0, GSM + virtual // 512 + 8 * i, struct.pack(f"<{len(part)}Q", *part))

    def map(self, at, size):
        """Map SIZE bytes of memory from offset AT on at a random global address; returns this
        address."""
        pages = size // 4096
        while True:
            page = self.rng.randrange(0x800, 0x8000)
            if not self.used & set(range(page, page + pages)):
                break
        self.used |= set(range(page, page + pages))
        self.identity(page << 12, at, size)
        return page << 12

    # Messages.
    def say(self, action, *data):
        """Send an H2G message that needs no answer."""
        words = [self.fence << 16 | 1 + len(data), 2 << 28 | action, *data]
        self.fence = (self.fence + 1) & 0x7fff
        if self.tail + len(words) > 1024:
            self.put(CTB + 0x1000 + 4 * self.tail, *[0] * (1024 - self.tail))
            self.tail = 0
        self.put(CTB + 0x1000 + 4 * self.tail, *words)
        self.tail = (self.tail + len(words)) % 1024
        self.put(CTB + 4, self.tail)
        self.reg(0x1901f0, 1)
        self.listen()

    def listen(self):
        head, tail = self.get(CTB + 0x800, 2)
        while head != tail:
            count = self.get(CTB + 0x2000 + 4 * head)[0] & 0xff
            words = [self.get(CTB + 0x2000 + 4 * ((head + 1 + i) % 32768))[0] for i in range(count)]
            head = (head + 1 + count) % 32768
            self.heard.append((words[0] & 0xffff, *words[1:]))
            if words[0] & 0xffff == 0x6002:
                self.open_faults.append(words)
        self.put(CTB + 0x800, head)

    def heard_of(self, *message):
        return message in self.heard

    # Time.
    def advance(self, us):
        while us > 0:
            step = min(us, STEP_US)
            self.c.order(f"advance {int(step)}")
            self.now += step
            us -= step
            for end in [e for e in self.ends if e[0] <= self.now]:
                self.put(end[1], 0)
                self.ends.remove(end)
            self.listen()

    now = 0

    def advance_until(self, test, us):
        end = self.now + us
        while not test() and self.now < end:
            self.advance(STEP_US)
        return test()

    # Contexts.
    def add(self, engine=None, preempt_us=640000):
        engine = engine or self.rng.choice(ENGINES[self.profile])
        guc_id = next(i for i in range(4096) if i not in self.contexts and
                      (len(self.contexts) < 3 or i > 1 or self.rng.random() < 0.1))
        c = Context(self, guc_id, engine, preempt_us, self.rng.choice((1, 2, 2, 2)))
        self.contexts[guc_id] = c
        self.say(0x4502, 0, guc_id, c.class_, c.mask, 0, 0, 0, 0, 0, c.lrca | 0x119, 0)
        self.say(0x100b, guc_id, 0x20010001, 1000, 0x20020001, preempt_us, 0x20030001, c.priority)
        return c

    def submit(self, c, batch="short", us=0):
        c.add(batch)
        if batch in ("timed", "busy"):
            self.ends.append((self.now + us, c.flag, domain(c.engine)))
        if c.enabled:
            self.say(0x1000, c.guc_id)
        else:
            c.enabled = True
            self.say(0x1001, c.guc_id, 1)

    def disable(self, c, soon=True):
        if soon:
            self.say(0x100b, c.guc_id, 0x20020001, 1)
        self.say(0x1001, c.guc_id, 0)
        c.enabled = False

    def remove(self, c):
        """End a context after its program has closed the queue."""
        self.disable(c)
        self.advance_until(lambda: self.heard_of(0x1002, c.guc_id, 0), 2000000)
        self.heard.remove((0x1002, c.guc_id, 0))
        self.say(0x4503, c.guc_id)
        del self.contexts[c.guc_id]
        self.places.insert(0, (c.at - CONTEXTS) // CONTEXT_SIZE)

    # Clients.
    def faults(self):
        count = self.rng.randrange(1, 9)
        self.c.order(f"faults ccs0 {count}")
        self.listen()
        self.answer()

    def answer(self):
        for words in self.open_faults:
            self.say(0x6003, words[2] & ~0xfff | 1, words[1])
        self.open_faults = []

    def come_and_go(self):
        """Start a program, or end an idle program."""
        idle = [c for c in self.contexts.values() if c.idle() and c.enabled and c not in self.kept]
        if len(idle) > 3 and self.rng.random() < 0.5:
            self.remove(self.rng.choice(idle))
        elif len(self.contexts) < 14:
            self.submit(self.add())

    kept = ()

    def work(self, steps, keep=(), long=True):
        """Do STEPS random actions (for example, submit a batch) with all contexts except those in
        KEEP and those that need the engines of KEEP."""
        self.kept = keep
        engines = {domain(c.engine) for c in keep}
        for _ in range(steps):
            choice = self.rng.random()
            free = [c for c in self.contexts.values() if domain(c.engine) not in engines]
            if choice < 0.03 and not keep:
                self.come_and_go()
            elif choice < 0.06 and self.profile == "bmg" and "rcs0" not in engines:
                self.faults()
            elif choice < 0.1:
                self.say(*self.rng.choice(((0x7000, self.rng.randrange(1 << 20), 0),
                                           (0x3003, 0x502, 0x99000))))
            elif free:
                c = self.rng.choice(free)
                busy = domain(c.engine) in {end[2] for end in self.ends}
                if choice < 0.2 and long and not busy:
                    self.submit(c, "timed", self.rng.randrange(1000, 60000))
                elif not busy or choice < 0.4:
                    for _ in range(self.rng.choice((1, 1, 2, 3))):
                        self.submit(c)
            self.advance(int(self.rng.expovariate(1 / 1500)) + 20)

    def settle(self):
        """End now all batches that would end by themselves at a later time."""
        for end in self.ends:
            self.put(end[1], 0)
        self.ends.clear()
        self.advance(4 * STEP_US)

    # The kinds of causes: each method named in KINDS returns the victim (or None) and data for
    # truth.json.
    def victim_and_waiter(self, preempt_us=None):
        engine = self.rng.choice(ENGINES[self.profile])
        preempt_us = preempt_us or self.rng.choice((640000, 640000, 100000, 50000))
        victim, waiter = self.add(engine, preempt_us), self.add(engine)
        for c in (victim, waiter):
            for _ in range(self.rng.randrange(1, 6)):
                self.submit(c)
                self.advance(100)
        self.settle()
        return victim, waiter

    def after_reset(self, victim):
        """React to an engine reset as xe does: fetch the capture, and disable the queue."""
        self.advance(500)
        self.say(0x30, 2)
        victim.reset = True
        self.disable(victim)
        self.advance_until(lambda: self.heard_of(0x1002, victim.guc_id, 0), 2000000)
        victim.disabled = True

    def job_reason(self, c):
        seqno = c.seqno & 0xffffffff
        return (f"Timedout job - seqno={seqno}, lrc_seqno={seqno}, guc_id={c.guc_id}, flags=0x0"
                if c.class_ != COMPUTE else f"LR job cleanup, guc_id={c.guc_id}")

    def healthy(self, steps):
        self.work(steps)
        return None, {}

    def idle(self, steps):
        self.work(min(steps, 20), long=False)
        self.settle()
        self.advance(self.rng.randrange(500000, 3000000))
        return None, {}

    def running(self, steps):
        """A batch runs for a long time, and no other context waits."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "busy", 10 ** 9)
        self.work(20, (victim,))
        self.advance(self.rng.randrange(100000, 2000000))
        return None, {"on": victim}

    def preempted(self, steps):
        """The victim can be preempted, so the waiter gets the engine at once."""
        victim, waiter = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, self.rng.choice(("timed", "wait")), 50000)
        self.advance(2000)
        self.submit(waiter)
        self.work(10, (victim,))
        self.put(victim.flag, 0)
        self.advance(100000)
        self.settle()
        return None, {}

    def refused(self, steps):
        """The victim does not leave its engine for the waiter, and the GuC resets the engine."""
        victim, waiter = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "endless")
        self.work(self.rng.randrange(60), (victim,))
        self.submit(waiter)
        asked = self.now
        self.advance_until(lambda: self.heard_of(0x1008, victim.guc_id), 3000000)
        self.after_reset(victim)
        return victim, {"reset": True, "waiter": waiter, "limit_us": victim.preempt_us,
                        "waited_us": self.now - asked}

    def timeout(self, steps):
        """No context waits; the victim's job times out, and does not leave the engine."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "endless")
        self.work(30, (victim,))
        self.advance(self.rng.choice((500000, 5000000)))
        self.disable(victim)
        self.advance_until(lambda: self.heard_of(0x1008, victim.guc_id), 3000000)
        self.advance(500)
        self.say(0x30, 2)
        victim.reset = victim.disabled = True
        return victim, {"reset": True, "limit_us": 1}

    def event(self, steps):
        """The victim's job waits on a semaphore that is never signalled, and times out. The context
        can be preempted."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "wait")
        self.work(30, (victim,))
        self.advance(self.rng.choice((500000, 5000000)))
        self.disable(victim)
        self.advance_until(lambda: self.heard_of(0x1002, victim.guc_id, 0), 2000000)
        victim.disabled = True
        return victim, {"reset": False}

    def unanswered(self, steps):
        """The GuC does not answer a request to disable."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "endless")
        self.work(30, (victim,))
        self.c.order(f"ignore disable 1 {victim.guc_id}")
        self.disable(victim)
        self.work(20, (victim,))
        self.advance(5000000)
        self.say(0x7000, 1, 0)
        return victim, {"reset": False, "stuck": "disable"}

    def stalled(self, steps):
        """The GuC stops reading H2G messages."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "busy", 10 ** 9)
        self.work(10, (victim,))
        self.c.order("stall on")
        self.disable(victim)
        for _ in range(self.rng.randrange(3, 20)):
            self.say(0x7000, 1, 0)
            self.advance(1000)
        self.advance(5000000)
        return victim, {"reset": False, "stuck": "h2g"}

    def cat(self, steps):
        """The GuC reports a memory CAT error of a context, which the driver then disables."""
        victim, _ = self.victim_and_waiter()
        self.work(steps, (victim,))
        self.submit(victim, "endless")
        self.advance(self.rng.randrange(20000))
        self.c.order(f"cat {victim.guc_id}")
        self.listen()
        return self.after_cat(victim)

    def after_cat(self, victim):
        """React to a CAT error as xe does: disable the queue, which ends in an engine reset."""
        self.advance(self.rng.randrange(300, 3000))
        self.disable(victim)
        self.advance_until(lambda: self.heard_of(0x1002, victim.guc_id, 0), 2000000)
        self.advance(500)
        self.say(0x30, 2)
        victim.reset = victim.disabled = True
        return victim, {"reset": True, "cat": True, "limit_us": 1}

    def save(self, path, kind, victim, about, options):
        """Write the dump and truth.json."""
        # The time of the newest events can be later than the manual clock, so advance the clock.
        self.advance(self.rng.randrange(2000, 40000))
        image = keep(self.image("log"), options.keep)
        ct = None if options.no_ct else os.pread(self.fd, 0x22000, CTB)
        shown = [victim] if victim else self.rng.sample(list(self.contexts.values()), 1)
        clock = json.load(open(options.truth, encoding="ascii"))["clock_khz"]
        ticks = self.c.reg(0xc3e8) | self.c.reg(0xc3ec) << 32
        machine = {"reason": self.job_reason(victim) if victim else None, "process": "simulated [1]",
                   "uptime_ns": 100 * 10 ** 9 + self.now * 1000, "ticks": ticks, "firmware": options.firmware,
                   "pci_id": PCI_ID[self.profile], "ip": IP[self.profile]}
        engines = [dump_text.engine(c.engine, self.c.reg) for c in shown]
        with open(f"{path}.devcoredump", "w", encoding="ascii") as f:
            f.write(dump_text.dump(machine, image, ct,
                                   [] if options.no_contexts else [c.facts() for c in shown], engines))
        waiter, on = about.get("waiter"), about.get("on")
        truth = {"kind": kind, "hang": kind in HANGS, "reset": about.get("reset", False),
                 "stuck": about.get("stuck"), "cat": about.get("cat", False), "clock_khz": clock,
                 "victim": {"guc_id": victim and victim.guc_id, "engine": victim and victim.engine,
                            "lrca": victim and victim.lrca},
                 "waiter": {"guc_id": waiter and waiter.guc_id},
                 "running": {"guc_id": on and on.guc_id, "engine": on and on.engine},
                 "limit_us": about.get("limit_us"), "events": counts(image),
                 "contexts": {c.guc_id: {"lrca": c.lrca, "engine": c.engine}
                              for c in self.contexts.values()}}
        with open(f"{path}.truth.json", "w", encoding="ascii") as f:
            json.dump(truth, f, indent=1)
            f.write("\n")


def counts(image):
    """{id: number of events with this id} of an image of the log buffer."""
    data = expect_log.ordered(image, expect_log.states(image)[0])
    return dict(collections.Counter(f"0x{struct.unpack_from('<I', data, i + 8)[0]:04x}"
                                    for i in range(0, len(data) - 19, 20)))


def keep(image, percent):
    """The image of the log buffer with only the newest PERCENT of its events."""
    state = expect_log.states(image)[0]
    data = expect_log.ordered(image, state)
    count = len(data) // 20 * percent // 100
    if percent == 100:
        return image
    data = data[len(data) - 20 * count:]
    out = bytearray(image)
    out[4096:4096 + state["size"]] = data.ljust(state["size"], b"\0")
    struct.pack_into("<I", out, 12, len(data))
    struct.pack_into("<I", out, 24, state["size"])
    return bytes(out)


HANGS = ("refused", "timeout", "event", "unanswered", "stalled", "cat")
KINDS = ("healthy", "idle", "running", "preempted", *HANGS)


def one(options, number):
    """Make one dump; returns whether the device reported no fault."""
    kind = options.kinds[number % len(options.kinds)]
    rng = random.Random(f"{options.seed} {number}")
    profile = options.profile or rng.choice(sorted(ENGINES))
    path = os.path.join(options.out, f"{number:04}-{profile}-{kind}")
    options.truth = f"{path}.dialect.json"
    dialect = ["--truth", options.truth]
    if options.dialect is not None:
        dialect += ["--dialect", ",".join([str(options.seed * 100000 + number), *options.dialect])]
    sim = Simulation(options.device, profile, rng, options.firmware, *dialect)
    for engine in ENGINES[profile]:
        for _ in range(rng.randrange(1, 4)):
            sim.add(engine)
    for c in list(sim.contexts.values()):
        sim.submit(c)
        sim.advance(rng.randrange(1000))
    victim, about = getattr(sim, kind)(rng.randrange(20, options.steps))
    sim.save(path, kind, victim, about, options)
    status = sim.c.end()
    if options.dialect is None:
        os.unlink(options.truth)
    if status:
        print(f"{path}: the device reported faults:\n{sim.c.log()}", file=sys.stderr)
    return not status


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("device", help="the program build/gpu/gpu")
    parser.add_argument("--out", required=True, metavar="DIR")
    parser.add_argument("--count", type=int, default=len(KINDS), help="number of dumps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=sorted(ENGINES), help="default: a random one for each log")
    parser.add_argument("--kinds", default=",".join(KINDS), help="default: %(default)s")
    parser.add_argument("--steps", type=int, default=400,
                        help="largest number of random actions before the fault")
    parser.add_argument("--dialect", nargs="?", const="", metavar="WORD,...",
                        help="give each log another dialect; for WORD see gpu --help")
    parser.add_argument("--firmware", metavar="VERSION", default="70.44.1")
    parser.add_argument("--keep", type=int, default=100, metavar="PERCENT",
                        help="keep only the newest part of each log")
    parser.add_argument("--no-ct", action="store_true", help="omit the data of the CT rings")
    parser.add_argument("--no-contexts", action="store_true", help="omit the contexts")
    options = parser.parse_args()
    options.kinds = options.kinds.split(",")
    if set(options.kinds) - set(KINDS):
        parser.error(f"the kinds are {' '.join(KINDS)}")
    if options.dialect is not None:
        options.dialect = [word for word in options.dialect.split(",") if word]
    os.makedirs(options.out, exist_ok=True)
    bad = sum(not one(options, n) for n in range(options.count))
    print(f"{options.count} dumps in {options.out}, {bad} with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
