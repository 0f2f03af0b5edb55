#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""dialect.py DEVICE [JUDGE] -- test that the emulated GuC writes its log like real firmware.

A small driver registers contexts, runs batches, and lets some batches hang.  The device's log must
obey the rules of dialect_rules.py.  JUDGE is a program that knows real logs: "JUDGE events LOG" must
succeed for a log with only the events of this firmware, and "JUDGE cause LOG" prints a JSON object
with the fault that it finds in the log.  The environment variable RUNS is the number of tests with a
random mix of contexts (class Mix).  The output is KTAP.

A dialect is the form of the events in the log: their ids, the places of their fields, and the
frequency of the clock.  The base dialect is that of firmware 70.44.1; the device can also write
the dialects of invented firmware (PROTOCOL.rst).
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

import cases
import dump_text
import expect as expect_log
import simulate
from cases import expect
from client import Driver
from dialect_rules import Rules, entries, in_base

BATCH_START, BATCH_END, ARB_CHECK, STORE = 0x18800001, 0x05000000, 0x02800000, 0x10400002
SEMAPHORE = 0x0e404002		# waits until a dword in the GGTT is equal to the data
COND_END = 0x1b600002		# ends unless a dword in the GGTT is greater than the data
LOG, CONTEXTS, BATCHES = 0x80000, 0xa0000, 0xf0000
RENDER, VIDEO, COPY, COMPUTE = 0, 1, 3, 4
FLAG = 0xff000			# memory that semaphores and conditional ends read


class Gpu(Driver):
    """A driver with contexts; each context has an image, and a ring of one page."""

    def __init__(self, device, profile="tgl", *options):
        super().__init__(device, *options, profile=profile)
        self.reg(0xc184, LOG | 1 | 15 << 6 | 3 << 4 | 3 << 10)
        self.open_transport()
        self.batches, self.heard = BATCHES, []
        self.tails = {}

    def say(self, *hxg):
        got = self.send(*hxg)
        self.heard += got
        return got

    def context(self, guc_id, class_, priority=2, preempt_us=640000, mask=1):
        """Register a context, as xe does: registration, then policies."""
        lrca = CONTEXTS + guc_id * 0x3000
        self.ring(lrca + 0x1000, lrca + 0x2000)
        self.tails[guc_id] = 0
        self.say(0x4502, 0, guc_id, class_, mask, 0, 0, 0, 0, 0, lrca)
        self.say(0x100b, guc_id, 0x20010001, 1000, 0x20020001, preempt_us, 0x20030001, priority)

    def batch(self, *commands):
        at = self.batches
        self.put(at, *commands)
        self.batches += 64 * (1 + len(commands) // 16)
        return at

    def add(self, guc_id, batch):
        """Add a batch to the ring of a context, without a message to the GuC."""
        lrca, tail = CONTEXTS + guc_id * 0x3000, self.tails[guc_id]
        self.put(lrca + 0x2000 + tail, BATCH_START, batch, 0, 0)
        self.tails[guc_id] = (tail + 16) % 4096
        self.put(lrca + 0x1000 + 4 * 7, self.tails[guc_id])

    def enable(self, guc_id, on=1):
        return self.say(0x1001, guc_id, on)

    def run(self, guc_id, batch):
        self.add(guc_id, batch)
        self.say(0x1000, guc_id)

    def remove(self, guc_id):
        """End a context as xe does: disable it with the shortest preemption timeout, and deregister
        it."""
        self.say(0x100b, guc_id, 0x20020001, 1)
        self.enable(guc_id, 0)
        self.wait_for(lambda: self.event(0x1002, guc_id, 0))
        self.say(0x4503, guc_id)

    def event(self, action, *data):
        want = [0x90000000 | action, *data]
        self.heard += self.receive()
        return want in self.heard

    def wait_for(self, test, seconds=20):
        end = time.time() + seconds
        while not test() and time.time() < end:
            time.sleep(0.02)

    def log(self, name):
        image = self.image(name)
        return entries(expect_log.ordered(image, expect_log.states(image)[0]))


GOOD = (BATCH_END,)


def endless(gpu):
    """Make a batch with an endless loop in which the context cannot be preempted."""
    at = gpu.batches
    return gpu.batch(0, 0, BATCH_START, at, 0, BATCH_END)


def check(gpu, name, judge, **limits):
    """Check that the current log obeys all rules, and that the judge knows its events."""
    events = gpu.log(name)
    rules = Rules(events, **limits)
    expect(f"{name}: broken rules in {len(events)} events: {rules.failed()}", not rules.failed())
    if judge:
        done = subprocess.run([judge, "events", f"{gpu.c.dir.name}/{name}"],
                              capture_output=True, text=True, check=False)
        expect(f"{name}: the judge of events: {done.stdout}{done.stderr}",
               done.returncode == 0)
    return events, rules


def explained(gpu, name, judge, **want):
    """Compare the cause that the judge finds in the log NAME with the expected values WANT."""
    if not judge:
        return
    done = subprocess.run([judge, "cause", f"{gpu.c.dir.name}/{name}"],
                          capture_output=True, text=True, check=False)
    said = json.loads(done.stdout)
    for key, value in want.items():
        have = said[key]
        if isinstance(value, dict):
            have = {k: (have or {}).get(k) for k in value}
        expect(f"{name}: the judge's {key} is {have}, not {value}", have == value)


def ids(events):
    return [f"{e[1]:x}" for e in events]


def healthy(device, judge):
    """Check that the log of many short batches on several engines obeys the rules."""
    gpu = Gpu(device, "bmg")
    good = gpu.batch(*GOOD)
    expect("a boot writes no events", not gpu.log("boot"))
    for guc_id, (class_, mask) in enumerate(((RENDER, 1), (COPY, 1), (COPY, 2), (COMPUTE, 1))):
        gpu.context(guc_id, class_, priority=guc_id % 3, mask=mask)
        gpu.add(guc_id, good)
        gpu.enable(guc_id)
    for n in range(600):
        gpu.run(random.randrange(4), good)
    gpu.remove(2)
    events, rules = check(gpu, "healthy", judge)
    expect("the ring has wrapped", len(events) == 3276)
    for name, logical in (("bcs0", 0), ("bcs8", 1), ("ccs0", 0)):
        expect(f"the dump's text of {name} has its logical number",
               dump_text.engine(name, lambda _: 0)[0] ==
               f"{name} (physical), logical instance={logical}")
    expect("bcs8 is logical engine 1", any(e[1] == 0x8104 and e[2] >> 24 == 8 for e in events))
    explained(gpu, "healthy", judge, hang=False, reset=False, stuck=None,
              victim={"guc_id": None, "engine": None})
    for name in ("H1_action", "H3_pairs", "C5_placed", "C7_mask", "B4_csb_context", "B5_answered"):
        expect(f"rule {name} applies", rules.count[name][1] >= 50)
    expect("the device reports no fault", gpu.c.end() == 0)


def hang(device, judge, profile, victim, waiter):
    """Check that the GuC resets an engine if a context does not leave it for another context, that
    the other context then runs, and that the judge names both contexts."""
    gpu = Gpu(device, profile)
    gpu.context(3, COPY)
    gpu.context(5, victim)
    gpu.context(6, waiter)
    for guc_id in (3, 5, 6):
        gpu.add(guc_id, endless(gpu) if guc_id == 5 else gpu.batch(*GOOD))
    gpu.enable(3)
    gpu.enable(5)
    gpu.enable(6)
    expect("the context runs", ":running" in gpu.c.order("contexts").split(" 5:")[1].split()[0])
    expect("blocked prints the context", gpu.c.order("blocked").startswith("ok 5 "))
    gpu.wait_for(lambda: gpu.event(0x1008, 5))
    expect("the driver is notified", gpu.event(0x8002, 0) and gpu.event(0x1008, 5))
    gpu.say(0x30, 2)
    gpu.remove(5)
    for _ in range(10):
        gpu.run(3, gpu.batch(*GOOD))
    events, rules = check(gpu, f"hang-{profile}", judge)
    engine = {RENDER: "rcs0", COMPUTE: "ccs0"}[victim]
    explained(gpu, f"hang-{profile}", judge, hang=True, reset=True, stuck=None,
              victim={"guc_id": 5, "engine": engine}, waiter={"guc_id": 6})
    words = ids(events)
    expect("the context is asked once to leave", words.count("3a8") == 1)
    expect("the log has 10 to 12 events SWITCH_OUT_WAIT", words.count("3ae") in (10, 11, 12))
    reset = words.index("3b9")
    domain = 2 if victim in (RENDER, COMPUTE) and profile != "tgl" else 1
    expect("all engines of the domain are reset", words[reset:].count("3be") == domain)
    taken = [e for e in events if e[1] == 0x8101 and e[3] == 5]
    expect("the victim is taken off", taken and words.index("8101", reset) < words.index("3ca"))
    after = [e for e in events[words.index("3ca"):] if e[1] == 0x8102]
    expect("the waiter runs", after and after[0][3] == 6)
    for name in ("R1_ends", "R2_timeout", "R3_reset", "R4_same", "R5_period"):
        expect(f"rule {name} applies", rules.count[name][1] >= 1)
    expect("the device reports no fault", gpu.c.end() == 0)


def preempt(device, judge):
    """Check that a context that waits on a semaphore is preempted for another context, runs again,
    and ends when the semaphore is signalled."""
    gpu = Gpu(device)
    gpu.context(1, RENDER)
    gpu.context(2, RENDER)
    gpu.put(FLAG, 0)
    gpu.add(1, gpu.batch(SEMAPHORE, 1, FLAG, 0, STORE, FLAG + 8, 0, 77, BATCH_END))
    gpu.enable(1)
    gpu.add(2, gpu.batch(*GOOD))
    gpu.enable(2)
    words = ids(gpu.log("preempt"))
    at = words.index("3a8")
    expect("the context is preempted, and runs again", words[at:] ==
           "3a8 84c2 476 8107 8103 8104 365 476 8102 476 479 8107 8101 36f 8104 365 476 8102".split())
    gpu.put(FLAG, 1)
    gpu.wait_for(lambda: gpu.get(FLAG + 8)[0] == 77)
    expect("the batch continues after the semaphore", gpu.get(FLAG + 8)[0] == 77)
    gpu.remove(1)
    check(gpu, "preempted", judge)
    explained(gpu, "preempted", judge, hang=False, reset=False, stuck=None)
    expect("the device reports no fault", gpu.c.end() == 0)


def spin(device, judge):
    """Check that a batch with a loop runs in slices until MI_CONDITIONAL_BATCH_BUFFER_END ends it,
    because the test has changed a dword in memory. MI_ATOMIC counts the iterations."""
    gpu = Gpu(device)
    gpu.context(1, COPY)
    gpu.put(FLAG, 1)
    at = gpu.batches
    atomic = 0x17c40509		# memory in the GGTT, inline data, 4 bytes, increment
    gpu.add(1, gpu.batch(atomic, FLAG + 8, 0, *[0] * 8, COND_END, 0, FLAG, 0,
                         BATCH_START, at, 0))
    gpu.enable(1)
    gpu.wait_for(lambda: gpu.get(FLAG + 8)[0] > 200)
    expect("the batch loops in slices", gpu.get(FLAG + 8)[0] > 200)
    gpu.put(FLAG, 0)
    gpu.wait_for(lambda: "1:bcs0:idle" in gpu.c.order("contexts"))
    expect("the batch ends", "1:bcs0:idle" in gpu.c.order("contexts"))
    check(gpu, "spin", judge)
    expect("the device reports no fault", gpu.c.end() == 0)


def arithmetic(device):
    """Check that MI_MATH computes the right value from the registers of a context, and that the
    other commands that xe's tests use in endless batches have their effect."""
    gpu = Gpu(device)
    gpu.context(1, COPY)
    load, store, mem_fence = 0x11080001, 0x12480002, 0x04800000	# both relative to the engine
    two, four, status = 0x610, 0x620, 0x10800001
    math = [0x08008002, 0x08008404, 0x10100000, 0x58001831]	# R6 = ~(R2 - R4)
    gpu.put(FLAG, *[0] * 4)
    gpu.add(1, gpu.batch(mem_fence, load, two, 5, load, two + 4, 1, load, four, 7, load, four + 4, 0,
                         0x0d000003, *math, store, 0x630, FLAG, 0, store, 0x634, FLAG + 4, 0,
                         status, 0x7c, 0xabcd, BATCH_END))
    gpu.enable(1)
    gpu.wait_for(lambda: "1:bcs0:idle" in gpu.c.order("contexts"))
    expect("MI_MATH has computed R6", gpu.get(FLAG, 2) == (1, 0xffffffff))
    expect("a store to the status page", gpu.get(CONTEXTS + 0x3000 + 0x7c)[0] == 0xabcd)
    expect("the device reports no fault", gpu.c.end() == 0)


def power(device):
    """Check that a GT is in C6 while no context runs, that its C6 residency increases meanwhile,
    and that the requested frequency is the lowest one. A busy GT must be in C0 with the highest
    frequency, and its C6 residency must not change."""
    gpu = Gpu(device)
    gpu.say(0x3003, 0 << 8 | 2, 0x98000)		# SLPC: reset with a shared buffer
    steps = [round(mhz * 3 / 50) for mhz in (100, 1350)]
    expect("the GT is in C6", gpu.c.reg(0x138060) == 3 and gpu.c.reg(0xa008) >> 23 == steps[0])
    expect("in C6, frequency and power are 0", gpu.c.reg(0x1381b4) == 0 and gpu.c.reg(0xa2a0) == 0)
    before = gpu.c.reg(0x138108)
    gpu.wait_for(lambda: gpu.c.reg(0x138108) > before)
    expect("in C6, the residency increases", gpu.c.reg(0x138108) > before)
    gpu.context(1, RENDER)
    gpu.add(1, endless(gpu))
    gpu.enable(1)
    expect("a busy GT is in C0 with the highest frequency",
           gpu.c.reg(0x138060) == 0 and gpu.c.reg(0x1381b4) >> 11 == steps[1])
    expect("a busy GT has power", gpu.c.reg(0xa2a0) == 0x1f)
    time.sleep(0.02)
    before = gpu.c.reg(0x138108)
    time.sleep(0.05)
    expect("while the GT is busy, the residency does not change", gpu.c.reg(0x138108) == before)
    expect("the device reports no fault", gpu.c.end() == 0)


def disable_hung(device, judge):
    """Disable a context that does not leave its engine, as xe does at a job timeout: the driver
    must get the report of the engine reset and the answer to the disable."""
    gpu = Gpu(device)
    gpu.context(4, RENDER, preempt_us=100000)
    gpu.add(4, endless(gpu))
    gpu.enable(4)
    gpu.enable(4, 0)
    gpu.wait_for(lambda: gpu.event(0x1002, 4, 0))
    expect("the driver gets the reset and the answer to the disable",
           gpu.event(0x1008, 4) and gpu.event(0x1002, 4, 0))
    expect("blocked prints the context", gpu.c.order("blocked") == "ok 4 rcs0")
    gpu.say(0x4503, 4)
    expect("blocked prints no deregistered context", gpu.c.order("blocked") == "ok")
    expect("blocked last prints a deregistered context", gpu.c.order("blocked last") == "ok 4 rcs0")
    expect("after forget, blocked last prints no context",
           gpu.c.order("forget") == gpu.c.order("blocked last") == "ok")
    check(gpu, "disabled", judge, limit_us=100000)
    explained(gpu, "disabled", judge, hang=True, reset=True, stuck=None,
              victim={"guc_id": 4, "engine": "rcs0"})
    expect("the device reports no fault", gpu.c.end() == 0)


def forgotten(device, judge):
    """Check that after the control command "ignore schedule" a ready context gets no engine until
    the driver disables it and enables it again."""
    gpu = Gpu(device)
    gpu.context(1, RENDER)
    gpu.context(2, RENDER)
    gpu.enable(1)
    gpu.enable(2)
    gpu.c.order("ignore schedule 1 1")
    gpu.run(1, gpu.batch(BATCH_END))
    gpu.run(2, gpu.batch(BATCH_END))
    time.sleep(0.1)
    expect("the context is ready while another context has run",
           gpu.c.order("contexts").startswith("ok 1:rcs0:ready 2:rcs0:idle"))
    placed = [e for e in gpu.log("forgotten") if e[1] == 0x8104]
    expect(f"only the other context got an engine: {placed}", len(placed) == 1)
    gpu.enable(1, 0)
    expect("the context can be disabled", gpu.event(0x1002, 1, 0))
    gpu.enable(1)
    expect("after the enable, the context has run",
           gpu.c.order("contexts").startswith("ok 1:rcs0:idle"))
    check(gpu, "placed", judge)
    expect("the device reports no fault", gpu.c.end() == 0)


def unstarted(device, judge):
    """Check that a context that the hardware does not start cannot be preempted, even if it waited
    on a semaphore when it ran before: the GuC must reset the engine."""
    gpu = Gpu(device)
    for guc_id in (1, 2, 3):
        gpu.context(guc_id, RENDER, preempt_us=100000)
    gpu.put(FLAG, 0)
    gpu.add(1, gpu.batch(SEMAPHORE, 1, FLAG, 0, BATCH_END))
    gpu.enable(1)
    gpu.c.order("ignore submit 1 1")
    for guc_id in (2, 3):
        gpu.add(guc_id, gpu.batch(*GOOD))
        gpu.enable(guc_id)
    gpu.wait_for(lambda: gpu.event(0x1008, 1), 2)
    expect("the engine is reset", gpu.event(0x1008, 1))
    expect("the waiter has run", "3:rcs0:idle" in gpu.c.order("contexts"))
    check(gpu, "unstarted", judge, limit_us=100000)
    expect("the device reports no fault", gpu.c.end() == 0)


def orders(device, judge):
    """Check the effect of the control commands that make the GuC ignore a request, report an error
    or raise page faults. the judge must find the request that was not answered."""
    gpu = Gpu(device, "bmg")
    for guc_id in range(4):
        gpu.context(guc_id, COMPUTE)
    gpu.c.order("ignore disable 1 2")
    gpu.enable(1)
    gpu.enable(2)
    gpu.enable(1, 0)
    gpu.enable(2, 0)
    expect("only the disable of context 1 is answered",
           gpu.event(0x1002, 1, 0) and not gpu.event(0x1002, 2, 0))
    # The judge reports a missing answer only if the log has later events.
    time.sleep(1.2)
    gpu.enable(1)
    gpu.log("unanswered")
    explained(gpu, "unanswered", judge, hang=True, reset=False, stuck="disable")
    gpu.enable(1, 0)
    gpu.c.order("ignore deregister")
    gpu.say(0x4503, 1)
    expect("the deregistration is not answered", not gpu.event(0x4600, 1))
    gpu.add(3, endless(gpu))
    gpu.enable(3)
    for action, order, *more in ((0x6005, "uncorrectable 3"), (0x6000, "cat 3", 18)):
        expect(order, gpu.c.order(order) == "ok" and gpu.event(action, 3, *more))
    gpu.c.order("g2h 0 0x8005")
    expect("the driver gets an exception", gpu.event(0x8005))
    gpu.c.order("fail ccs0")
    expect("the driver gets the message that a reset failed", gpu.event(0x1009, 4, 0, 0))
    gpu.remove(3)
    expect("a context with a CAT error leaves its engine in a reset",
           gpu.event(0x1008, 3) and gpu.event(0x1002, 3, 0))
    gpu.c.order("faults ccs0 100")
    faults = answered = 0
    for _ in range(50):
        got = [m for m in gpu.heard + gpu.receive() if m[0] & 0xffff == 0x6002]
        gpu.heard = []
        faults += len(got)
        for message in got:
            gpu.say(0x6003, message[1], message[2])
            answered += 1
        time.sleep(0.01)
    expect("100 page faults are raised and answered", faults == 100 == answered)
    rules = Rules(gpu.log("faults"))
    expect("the log has the positions in the page fault queues",
           rules.count["P3_positions"][1] > 10 and not
           set(rules.failed()) - {"M2_pairs", "M3_pairs"})
    gpu.c.order("storm 0x8002 20 20")
    events = 0
    for _ in range(200):
        events += gpu.receive().count([0x90008002, 0])
        if "storm=0" in gpu.c.order("state"):
            break
        time.sleep(0.01)
    events += gpu.receive().count([0x90008002, 0])
    expect(f"a storm of 20 ms with 20 events each has {events} events", events == 400)
    gpu.c.order("stall on")
    before = len(gpu.log("stall"))
    gpu.say(0x1000, 0)
    expect("a stalled GuC reads no messages", len(gpu.log("stall")) == before)
    gpu.c.order("stall off")
    expect("after the stall, the GuC reads messages", len(gpu.log("stall")) > before)
    expect("cat of an unknown context is refused", gpu.c.order("cat 99").startswith("error"))
    expect("the device reports no fault", gpu.c.end() == 0)


def refused(device, judge, access, asid):
    """Check the course of a page fault that the driver does not resolve: the context stays on its
    engine, the GuC reports a CAT error, and the disable ends in the reset of the engine. ASID is
    that of a VM, or None: that of the context."""
    gpu = Gpu(device, "bmg")
    gpu.context(2, COMPUTE)
    gpu.context(3, COPY)
    gpu.put(CONTEXTS + 2 * 0x3000 + 0x1000 + 4 * 0x2f, 9)
    gpu.add(2, endless(gpu))
    gpu.add(3, gpu.batch(*GOOD))
    gpu.enable(2)
    gpu.enable(3)
    expect("the fault is raised", gpu.c.order(
        f"fault 2 0xaaad12345000 {access} {'' if asid is None else asid}") == "ok")
    image = gpu.log("before")
    gpu.heard += gpu.receive()
    fault = [m for m in gpu.heard if m[0] == 0x90006002][-1]
    want = {"read": 0, "write": 1, "atomic": 2, "trtt": 0}[access]
    expect(f"the message of the fault is {fault}", fault[2] >> 12 == (9 if asid is None else asid) and
           fault[3] == 0x12345000 | want and fault[4] == 0xaaad and
           fault[1] >> 25 & 7 == 5 and fault[1] >> 18 & 1 == (access == "trtt"))
    expect("nothing was refused yet", 0x535 not in [e[1] for e in image])
    pdata = (fault[2] & 0xfff) << 4 | fault[1] >> 28
    gpu.say(0x6003, fault[2] & ~0xfff | 1 << 10 | 3, pdata << 16 | 5 << 13)
    expect("the driver gets the CAT error", gpu.event(0x6000, 2, 18))
    time.sleep(0.05)
    expect("the context is still on its engine",
           "2:ccs0:running:hung" in gpu.c.order("contexts") and not gpu.event(0x1008, 2))
    gpu.remove(2)
    order = [m[0] & 0xffff for m in gpu.heard if m[0] & 0xffff in
             (0x6002, 0x6000, 0x8002, 0x1008) or m == [0x90001002, 2, 0]]
    expect(f"the messages come in order: {order}", order == [0x6002, 0x6000, 0x8002, 0x1008, 0x1002])
    name = f"refused-{access}"
    events, rules = check(gpu, name, judge)
    words = ids(events)
    at = words.index("523")
    expect(f"the events after the refusal are {words[at:at + 6]}",
           words[at - 1:at + 6] == "48e 523 528 527 535 442 455".split())
    expect("CAT_ERROR has class, context and type", events[at + 3][2:] == (5 << 29 | 2, 18))
    expect("no context waits", "3ae" not in words)
    expect("the classes of the domain", [e[2] for e in events if e[1] == 0x3b9] == [4, 0])
    wait = next(e for e in events if e[1] == 0x3b9)[0] - next(e for e in events if e[1] == 0x3a8)[0]
    expect(f"the timeout comes after {wait} ticks", wait < 19.2 * 100)
    off = [e[2] >> 24 for e in events if e[1] == 0x8101 and e[3] == 2]
    expect(f"instance and disable of the context: {off}", off == [0, 9])
    for rule in ("M1_disabled", "R2_timeout", "R3_reset", "F1_refused", "F2_stays"):
        expect(f"rule {rule} applies", rules.count[rule][1] >= 1)
    explained(gpu, name, judge, hang=True, reset=True, stuck=None,
              victim={"guc_id": 2, "engine": "ccs0"}, waiter={"guc_id": None})
    expect("the device reports no fault", gpu.c.end() == 0)


def resolved(device, judge):
    """Check that a context continues after the driver has resolved its page fault."""
    gpu = Gpu(device, "bmg")
    gpu.context(5, COMPUTE)
    gpu.put(FLAG, 1)
    at = gpu.batches
    gpu.add(5, gpu.batch(ARB_CHECK, COND_END, 0, FLAG, 0, BATCH_START, at, 0))
    gpu.enable(5)
    gpu.c.order("fault 5 0x800400200000 write 77")
    gpu.put(FLAG, 0)
    time.sleep(0.05)
    expect("the context waits", "5:ccs0:running:hung" in gpu.c.order("contexts"))
    gpu.say(0x6003, 77 << 12 | 1 << 10 | 1, 5 << 16 | 5 << 13)
    gpu.wait_for(lambda: "5:ccs0:idle" in gpu.c.order("contexts"))
    expect("the context ends", "5:ccs0:idle" in gpu.c.order("contexts"))
    events, _ = check(gpu, "resolved", judge)
    expect("no CAT error", "535" not in ids(events) and not gpu.event(0x6000, 5, 18))
    explained(gpu, "resolved", judge, hang=False, reset=False)
    expect("the device reports no fault", gpu.c.end() == 0)


class Mix:
    """Eight contexts on a random mix of engine classes: the victim, which can get a fault, a
    context that can wait for the victim's engine, and others."""

    def __init__(self, device, number):
        self.random = random.Random(number)
        profile = self.random.choice(("tgl", "bmg"))
        classes = [RENDER, COPY, COMPUTE if profile == "bmg" else VIDEO]
        self.gpu = Gpu(device, profile)
        self.limit_us = 1000 * self.random.randrange(40, 120)
        self.class_ = [self.random.choice(classes) for _ in range(8)]
        self.victim, self.waiter = self.random.sample(range(8), 2)
        self.class_[self.waiter] = self.class_[self.victim]
        for guc_id, class_ in enumerate(self.class_):
            self.gpu.context(guc_id, class_, self.random.randrange(4), self.limit_us)
        self.good = self.gpu.batch(*GOOD)
        self.engine = {RENDER: "rcs0", COPY: "bcs0", COMPUTE: "ccs0", VIDEO: "vcs0"}[
            self.class_[self.victim]]
        # Only contexts that do not share hardware with the victim run at the same time as it.
        shared = {self.class_[self.victim]}
        if shared & {RENDER, COMPUTE}:
            shared = {RENDER, COMPUTE}
        self.healthy = [i for i in range(8) if self.class_[i] not in shared]
        for guc_id in self.healthy:
            self.gpu.enable(guc_id)

    def work(self, count):
        for _ in range(count if self.healthy else 0):
            self.gpu.run(self.random.choice(self.healthy), self.good)

    def work_until(self, action, *data):
        """Run batches of the other contexts until the driver gets a message."""
        end = time.time() + 20
        while not self.gpu.event(action, *data) and time.time() < end:
            self.work(self.random.randrange(3))
            time.sleep(0.01)


def mixed(device, judge, number):
    """Let a context of a Mix have a random fault, or none, while others run healthy batches. The
    judge must find the right context, or report that there is no fault."""
    mix = Mix(device, number)
    gpu, victim = mix.gpu, mix.victim
    kind = mix.random.choice(("preempted", "disabled", "waits", "healthy"))
    mix.work(mix.random.randrange(40))
    gpu.put(FLAG, 0)
    gpu.add(victim, {"waits": gpu.batch(SEMAPHORE, 1, FLAG, 0, BATCH_END),
                     "healthy": mix.good}.get(kind) or endless(gpu))
    gpu.enable(victim)
    mix.work(mix.random.randrange(10))
    if kind == "preempted":
        gpu.add(mix.waiter, mix.good)
        gpu.enable(mix.waiter)
        mix.work_until(0x1008, victim)
    gpu.enable(victim, 0)
    mix.work_until(0x1002, victim, 0)
    gpu.say(0x4503, victim)
    mix.work(mix.random.randrange(20))
    check(gpu, f"{kind}-{number}", judge, limit_us=mix.limit_us)
    reset = kind in ("preempted", "disabled")
    explained(gpu, f"{kind}-{number}", judge, hang=reset, reset=reset, stuck=None,
              victim={"guc_id": victim if reset else None,
                      "engine": mix.engine if reset else None},
              waiter={"guc_id": mix.waiter if kind == "preempted" else None})
    expect("the device reports no fault", gpu.c.end() == 0)


def dialects(device, words, seed):
    """Check the device's option --dialect, with which the emulated GuC writes its log in the
    dialect of an invented firmware. With the option --truth, the device describes this dialect in
    a file. in_base() uses the description to convert the log to the base dialect (that of firmware
    70.44.1). The converted log must obey the rules of the base dialect."""
    with tempfile.TemporaryDirectory() as folder:
        gpu = Gpu(device, "bmg", "--dialect", f"{seed},{words}".rstrip(","),
                  "--truth", f"{folder}/truth")
        with open(f"{folder}/truth", encoding="ascii") as f:
            truth = json.load(f)
    moved = [k for k in truth["events"] if k["ids"] != [k["base"]]]
    expect("the ids differ from those of the base dialect", len(moved) > 25)
    for guc_id, class_ in enumerate((RENDER, COPY, COPY, RENDER)):
        gpu.context(guc_id, class_, preempt_us=50000)
        gpu.add(guc_id, gpu.batch(*GOOD))
        gpu.enable(guc_id)
    for n in range(60):
        gpu.run(n % 4, gpu.batch(*GOOD))
    gpu.run(0, endless(gpu))
    gpu.run(3, gpu.batch(*GOOD))
    gpu.wait_for(lambda: gpu.event(0x1008, 0))
    image = gpu.image("dialect")
    expect("the LIC has the dialect's clock", expect_log.lic(image)[1][3] == (truth["clock_khz"],))
    plain = gpu.log("dialect")
    events = in_base(plain, truth)
    expect("the number of foreign events", len(truth["foreign"]) == 0 or
           abs((len(plain) - len(events)) / len(events) - len(truth["foreign"]) / len(truth["events"])) < 0.05)
    rules = Rules(events, limit_us=50000)
    rules.count.pop("ticks rise")	# with a slower clock, events can have the same tick
    failed = rules.failed()
    expect(f"broken rules: {[(n, rules.count[n]) for n in failed]}", not failed)
    expect("the rules apply to enough events",
           min(rules.count[n][1] for n in ("B4_csb_context", "C5_placed")) > 50 and
           rules.count["R3_reset"][1] == 1)
    expect("the device reports no fault", gpu.c.end() == 0)


def simulated(device, judge):
    """Check that the judge finds the causes of the dumps that simulate.py makes."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([f"{os.path.dirname(os.path.abspath(__file__))}/simulate.py", device,
                               "--out", folder, "--seed", "5"], capture_output=True, text=True,
                              check=False)
        expect(done.stdout + done.stderr, done.returncode == 0)
        truths = sorted(f for f in os.listdir(folder) if f.endswith(".truth.json"))
        expect("there is a dump of each kind", len(truths) == len(simulate.KINDS))
        for name in truths if judge else ():
            with open(f"{folder}/{name}", encoding="ascii") as f:
                truth = json.load(f)
            dump = f"{folder}/{name.replace('.truth.json', '.devcoredump')}"
            said = json.loads(subprocess.run([judge, "cause", dump], text=True,
                                             capture_output=True, check=False).stdout)
            for key in ("reset", "stuck"):
                expect(f"{name}: {key} is {said[key]}", said[key] == truth[key])
            have = (said["waiter"] or {}).get("guc_id")
            expect(f"{name}: waiter is {have}", have == truth["waiter"]["guc_id"])
            have = (said["victim"] or {}).get("guc_id")
            # Without a reset, only the line "Reason" of the dump names the affected context.
            expect(f"{name}: victim is {have}", have == truth["victim"]["guc_id"] or
                   (have is None and truth["kind"] in ("event", "cat", "stalled")))


def main():
    if len(sys.argv) not in (2, 3):
        print("usage: dialect.py DEVICE [JUDGE]", file=sys.stderr)
        return 2
    device, judge = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None
    random.seed(1)
    return cases.run([
        ("healthy", healthy, device, judge),
        ("hang_on_render", hang, device, judge, "tgl", RENDER, RENDER),
        ("hang_on_compute_blocks_render", hang, device, judge, "bmg", COMPUTE, RENDER),
        ("preempt", preempt, device, judge),
        ("spin", spin, device, judge),
        ("disable_hung", disable_hung, device, judge),
        ("unstarted", unstarted, device, judge),
        ("arithmetic", arithmetic, device),
        ("power", power, device),
        ("forgotten", forgotten, device, judge),
        ("orders", orders, device, judge),
        *((f"refused_{access}{'' if asid is None else '_of_no_vm'}", refused, device, judge, access, asid)
          for access, asid in (("read", None), ("write", None), ("atomic", None), ("trtt", None),
                               ("read", 0xfffff))),
        ("resolved", resolved, device, judge),
        ("dialect_ids", dialects, device, "ids", 1),
        ("dialect_permuted", dialects, device, "permute,args", 2),
        ("dialect_alike", dialects, device, "ids,args,fields,alike", 3),
        ("dialect_fields", dialects, device, "", 4),
        ("dialect_split", dialects, device, "ids,fields,split", 5),
        ("dialect_foreign", dialects, device, "ids,fields,clock,foreign=34", 6),
        ("simulated", simulated, device, judge),
    ] + [(f"mixed_{n}", mixed, device, judge, n)
         for n in range(int(os.environ.get("RUNS", "4")))])


if __name__ == "__main__":
    sys.exit(main())
