# SPDX-License-Identifier: GPL-2.0
"""Rules about the sequences and arguments of GuC log events, which real logs of firmware 70.44.1
obey.

The result of each rule is (how often the log obeyed it, how often it applied).  The rules share no
code with the emulated firmware.
"""
import re
import struct

PAD = 0xdeadbeee
ACTIONS = {0x30, 0x40, 0x302, 0x506, 0x509, 0x1000, 0x1001, 0x100b, 0x3003, 0x3004, 0x4000,
           0x4502, 0x4503, 0x4601, 0x550a, 0x550c, 0x550e, 0x6003, 0x7000, 0x7002}
CSB_NAMED = 0x89ff	# named bits of a context status
IDLE_ACTIVE, PREEMPTED, COMPLETE = 1, 2, 0x18


def entries(data):
    """[(tick, id, arg0, arg1)] of the log entries, oldest first. Ticks have 32 bits in the log;
    here they continue to increase when the 32 bits wrap."""
    out, base, last = [], 0, None
    for i in range(0, len(data) - 19, 20):
        tick, zero, ident, arg0, arg1 = struct.unpack_from("<5I", data, i)
        if zero:
            raise ValueError(f"the second word of entry {i // 20} is {zero:#x}")
        if last is not None and tick < last:
            base += 1 << 32
        last = tick
        out.append((base + tick, ident, arg0, arg1))
    return out


def in_base(events, truth):
    """Convert events in the dialect of an invented firmware (other ids, fields and clock) to the
    base dialect, that of firmware 70.44.1. Omit foreign events, which the base dialect does not
    have. TRUTH: the parsed description of the dialect that the emulated GPU wrote (--truth)."""
    kinds = {int(ident, 16): kind for kind in truth["events"] for ident in kind["ids"]}
    out = []
    for tick, ident, *args in events:
        if ident not in kinds:
            if f"0x{ident:04x}" not in truth["foreign"]:
                raise ValueError(f"no event has the id {ident:#x}")
            continue
        kind, base = kinds[ident], [0, 0]
        for field in kind["fields"]:
            value = args[field["arg"]] >> field["low"] & (1 << field["width"]) - 1
            base[field["base_arg"]] |= value << field["base_low"]
        out.append((tick * 19200 / truth["clock_khz"], int(kind["base"], 16),
                    *(base if kind["fields"] else args)))
    return out


class Rules:
    """Applies all rules to the events of a log, and keeps the counts. A sequence of events that
    begins before the log can break a rule."""

    def __init__(self, events, limit_us=640000):
        self.events, self.limit_us = events, limit_us
        self.count = {}
        self.rule("ticks rise", [b[0] > a[0] for a, b in zip(events, events[1:])])
        for name in sorted(n for n in dir(self) if re.match(r"rule_[A-Z]", n)):
            self.rule(name[5:], list(getattr(self, name)()))

    def rule(self, name, results):
        self.count[name] = (sum(map(bool, results)), len(results))

    def failed(self):
        return [name for name, (hits, total) in self.count.items() if hits != total]

    def select(self, *ids):
        return [(i, e) for i, e in enumerate(self.events) if e[1] in ids]

    def following(self, i, count=1):
        """The ids of the next COUNT events after event I; empty if the log ends before that."""
        got = [e[1] for e in self.events[i + 1:i + 1 + count]]
        return got if len(got) == count else []

    def next_of(self, i, ident, test=lambda e: True):
        return next((e for e in self.events[i + 1:] if e[1] == ident and test(e)), None)

    def rule_H1_action(self):
        """H2G_RECEIVED has the action of a message that the drivers send, and then 0."""
        return (e[2] in ACTIONS and not e[3] for _, e in self.select(0x48e))

    def rule_H3_pairs(self):
        """After H2G_RECEIVED of an action on a context comes the event of this action."""
        pairs = {0x1000: 0x8105, 0x4502: 0x850a, 0x1001: 0x84bf, 0x4503: 0x850c}
        return (self.events[i + 1][1] == pairs[e[2]] for i, e in self.select(0x48e)
                if e[2] in pairs and i + 1 < len(self.events))

    def rule_C5_placed(self):
        """After CTX_PLACED, the next ELSQ_SUBMIT has the same engine class and instance."""
        for i, e in self.select(0x8104):
            after = self.next_of(i, 0x365)
            yield after and (after[2] >> 20 & 15, after[3]) == (e[2] >> 20 & 15, 1 << (e[2] >> 24))

    def rule_C6_priority(self):
        """The ELSQ_SUBMIT of a context has the priority of its CTX_READY."""
        for i, e in self.select(0x8103):
            placed = self.next_of(i, 0x8104, lambda p, e=e: p[3] == e[3])
            after = placed and self.next_of(self.events.index(placed), 0x365)
            if after:
                yield after[2] & 15 == e[2] >> 24

    def rule_C7_mask(self):
        """The two masks of engines in ELSQ_SUBMIT are equal and have one engine."""
        return (e[3] == e[2] >> 4 & 0xffff and bin(e[3]).count("1") == 1
                for _, e in self.select(0x365))

    def rule_B1_csb_bits(self):
        """The status of CSB has only bits with a name."""
        return (not e[2] & ~CSB_NAMED for _, e in self.select(0x476))

    def rule_B4_csb_context(self):
        """CSB has the guc_id of the context that was placed on the engine, or 0xffff if the
        engine was idle."""
        on = {}
        for _, e in self.select(0x8104, 0x476):
            if e[1] == 0x8104:
                on[e[2] >> 20 & 15, e[2] >> 24] = e[3]
            elif e[2] != IDLE_ACTIVE:
                key = e[3] >> 29, e[3] >> 23 & 0x3f
                yield on.get(key) == e[3] >> 6 & 0xffff
            else:
                yield e[3] >> 6 & 0xffff == 0xffff

    def rule_B5_answered(self):
        """CSB with "idle to active" or "lite restore" answers an ELSQ_SUBMIT of the engine."""
        open_ = {}
        for _, e in self.select(0x365, 0x476):
            key = (e[2] >> 20 & 15, e[3].bit_length() - 1) if e[1] == 0x365 else \
                  (e[3] >> 29, e[3] >> 23 & 0x3f)
            if e[1] == 0x365:
                open_[key] = open_.get(key, 0) + 1
            elif e[2] & 0x8001:
                yield open_.pop(key, 0) > 0

    def rule_B6_running(self):
        """After CSB IDLE_ACTIVE comes CTX_RUNNING."""
        return (self.following(i) == [0x8102] for i, e in self.select(0x476)
                if e[2] == IDLE_ACTIVE and self.following(i))

    def rule_B8_switch(self):
        """After RING_AT_SWITCH comes CTX_OFF_ENGINE, and then CTX_NOT_READY if head and tail of the
        ring are equal, else CTX_READY."""
        for i, e in self.select(0x479):
            after = self.following(i, 2)
            if after:
                yield after == ([0x8107, 0x8101] if e[2] == e[3] else [0x8107, 0x8103])

    def rule_M1_disabled(self):
        """CTX_NOT_READY has 9 instead of an instance if it is the last one before the
        SCHED_MODE_DONE of a disable, and only then."""
        inside = {}
        for _, e in self.select(0x84bf, 0x8101, 0x84c2):
            if e[1] == 0x84bf and not e[3]:
                inside[e[2]] = []
            elif e[1] == 0x84c2:
                marks = inside.pop(e[2], [])
                yield from (mark == (i == len(marks) - 1) for i, mark in enumerate(marks))
            elif e[1] == 0x8101 and e[3] in inside:
                inside[e[3]].append(e[2] >> 24 == 9)
            elif e[1] == 0x8101:
                yield e[2] >> 24 != 9

    def rule_M2_pairs(self):
        """After SCHED_MODE_SET comes SCHED_MODE_DONE with the same arguments."""
        return (self.next_of(i, 0x84c2, lambda d, e=e: d[2:] == e[2:]) is not None
                for i, e in self.select(0x84bf))

    def rule_M3_pairs(self):
        """After CTX_DEREGISTER comes CTX_DEREGISTERED of the same context."""
        return (self.next_of(i, 0x850e, lambda d, e=e: d[2] == e[2]) is not None
                for i, e in self.select(0x850c))

    def rule_M4_policies(self):
        """After CTX_PRIORITY come QUEUE_FOR_CTX and two CTX_POLICY."""
        return (self.following(i, 3) == [0x356, 0x8505, 0x8505] for i, _ in self.select(0x8507))

    def positions(self):
        """Yield (preceding event, from, to) of each position in the two page fault queues."""
        for i, e in self.select(0x455):
            if self.events[i - 1][1] in (0x43e, 0x442):
                yield self.events[i - 1][1], e[2], e[3]

    def rule_P3_positions(self):
        """A QUEUE_POSITION begins where the preceding one of the same queue ended."""
        at = {}
        for kind, first, last in self.positions():
            yield at.get(kind, first) == first
            at[kind] = last

    def rule_P5_requests(self):
        """The queue of page fault requests moves by multiples of 16 bytes."""
        return (not (last - first) % 16 for kind, first, last in self.positions() if kind == 0x43e)

    def rule_P4_answers(self):
        """The queue of page fault answers moves by 8 bytes for each answer that was received."""
        answers = 0
        for i, e in self.select(0x48e, 0x442):
            if e[1] == 0x48e:
                answers += e[2] == 0x6003
            elif i + 1 < len(self.events):
                after = self.events[i + 1]
                yield (after[3] - after[2]) & 0xffff == 8 * answers
                answers = 0

    def rule_R1_ends(self):
        """A SWITCH_OUT_REQUEST ends in CSB PREEMPTED of its engine, or in a SWITCH_OUT_TIMEOUT of
        its class."""
        for i, e in self.select(0x3a8):
            for other in self.events[i + 1:]:
                if other[1] == 0x476 and other[2] & PREEMPTED and not other[2] & 0x8000 and \
                        (other[3] >> 29, other[3] >> 23 & 0x3f) == e[2:]:
                    yield True
                    break
                if other[1] == 0x3b9:
                    yield other[2] == e[2]
                    break
            else:
                yield False

    def rule_R2_timeout(self):
        """SWITCH_OUT_TIMEOUT comes when the preemption timeout is over after SWITCH_OUT_REQUEST. A
        disable of the driver, which has changed the timeout to 1 us, can end the time at once."""
        for i, e in self.select(0x3a8):
            end = next((n for n, o in enumerate(self.events[i + 1:], i + 1)
                        if o[1] in (0x3b9, 0x3a8)), None)
            if end is None or self.events[end][1] != 0x3b9:
                continue
            us = (self.events[end][0] - e[0]) / 19.2
            disabled = any(o[1] == 0x84bf and not o[3] for o in self.events[max(i - 1, 0):end])
            yield abs(us - self.limit_us) <= 100 or disabled and us < self.limit_us

    # Contexts can wait for each of the engines that are reset together (render and compute), so up
    # to two contexts are placed on an engine during the reset.
    def rule_R3_reset(self):
        """The events of an engine reset come in their order."""
        want = re.compile(r"3b9( 3b9)? 3b8 3b3( 3be)+ 3c5 3c5( 3bf)+ 44a 455 455 8101 8107 "
                          r"(8101 84c2 )?((36f )?8104 365 ){0,2}3ca( 44a 455 455)?( 3c2)+")
        for i, e in self.select(0x3b9):
            if self.events[i - 1][1] == 0x3b9 and self.events[i - 1][2] != e[2]:
                continue
            words = " ".join(f"{e[1]:x}" for e in self.events[i:i + 30])
            yield want.match(words) is not None

    def rule_F1_refused(self):
        """FAULT_REFUSED_1 follows an answer of the driver to a page fault. FAULT_REFUSED_2, _3 and
        CAT_ERROR follow it, and the next event of the page faults is PF_RESPONSES."""
        for i, _ in self.select(0x523):
            if self.following(i, 4):
                yield self.events[i - 1][1:3] == (0x48e, 0x6003) and \
                    self.following(i, 3) == [0x528, 0x527, 0x535]

    def rule_F2_stays(self):
        """After CAT_ERROR, the context leaves its engine only in a reset."""
        for i, e in self.select(0x535):
            guc_id, off = e[2] & 0xffff, None
            for n, o in enumerate(self.events[i + 1:], i + 1):
                if o[1] == 0x8107 and o[3] == guc_id:
                    off = n
                    break
            if off is not None:
                yield any(o[1] == 0x3b3 for o in self.events[i + 1:off])

    def rule_R4_same(self):
        """ENGINE_RESET_END has the arguments of ENGINE_RESET_BEGIN."""
        for i, e in self.select(0x3b3):
            end = self.next_of(i, 0x3ca)
            yield end and end[2:] == e[2:]

    def rule_R5_period(self):
        """In a series of SWITCH_OUT_WAIT events, they are 64 ms apart from the second event on."""
        waits = self.select(0x3ae)
        for (i, a), (j, b) in zip(waits[1:], waits[2:]):
            if j == i + 1 and self.events[i - 1][1] == 0x3ae:
                yield abs((b[0] - a[0]) / 19.2 - 64000) <= 100
