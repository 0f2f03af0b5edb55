#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""odd_dialects.py GUCLOG [--logs N] [--kind KIND] [-v] -- make logs of firmware that differs from
70.44.1 in ways that relabel.py does not have, and check what guclog learns from them.

"guclog events --learn" makes assumptions about an unknown firmware that need not be true, for
example: each kind of event has one id, a field is always in the same bits of an argument, guc_ids
are not small numbers, the events while a context enters and leaves an engine have a fixed order,
unused bits are constant. Each kind of log here breaks one assumption (FIRMWARE). Each event has its
true name and the true values of its fields, and each log the expected verdict. The program fails if
a learned name or field is false, or if a verdict of guclog explain is false.
"""

import argparse
import collections
import random
import struct
import sys
import tempfile
from types import SimpleNamespace as Event

import gucstory as g
from learn_figures import OTHER, Tool
from relabel import KINDS, PAD

RING = 3276
STEPS = (0x8103, 0x8104, 0x0365, 0x0476, 0x8102, 0x0479, 0x8107, 0x8101)
OFTEN = (*STEPS, 0x048e, 0x8105)
WITH_CONTEXT = (0x8105, 0x8103, 0x8104, 0x8102, 0x8107, 0x8101)
# If an id has fewer events than this, wrong bits of an argument can equal the true values of a
# field by chance. A false field of such an id is only counted, and the program does not fail.
FEW = 4
REASON = 'LR job cleanup, guc_id={}'


# Workloads.
class Work:
    """A workload in which several contexts share engines. Exec queues are created and removed, and
    new ones get the guc_ids of removed ones."""

    def __init__(self, seed, reset=False, ids='sparse', steps=None):
        rng = random.Random(f'work {seed}')
        self.rng, self.guc = rng, g.Guc(rng, OTHER)
        numbers = {'sparse': range(2, 400), 'small': range(12),
                   'high': range(0xff00, 0xffc0), 'low bits alike': range(0x101, 0x2000, 0x100)}
        self.free = rng.sample(list(numbers[ids]), min(12, len(numbers[ids])))
        self.engines = rng.sample([(g.RENDER, 0), (g.COPY, 0), (g.COPY, 8), (g.VIDEO, 0),
                                   (g.VIDEO, 1), (g.ENHANCE, 0), (g.COMPUTE, 0),
                                   (g.COMPUTE, 1)], rng.randrange(2, 6))
        self.victim = self.waiter = self.wait_us = None
        self.dead, self.queues = [], []
        for _ in range(rng.randrange(2, 5)):
            self.queue()
        self.run(steps or rng.choice((120, 300, 500)))
        if reset:
            self.reset()
        for c in list(self.guc.on.values()):
            if rng.random() < 0.6:
                self.guc.complete(c)

    def queue(self):
        """Create an exec queue for a random engine, with its first job, and return it. If all
        guc_ids are used or if the engine is busy, create no queue, and return None."""
        engine = self.rng.choice(self.engines)
        if not self.free or engine in self.guc.on:
            return None
        c = self.guc.register(self.free.pop(), engine, self.rng.choice((0, 1, 2, 2, 3)))
        self.guc.enable(c)
        self.guc.started(c)
        self.guc.complete(c)
        self.queues.append(c)
        return c

    def end(self, c):
        """Remove an exec queue. A later one gets its guc_id."""
        self.guc.disable(c)
        self.guc.deregister(c)
        self.queues.remove(c)
        self.dead.append(c)
        self.free.append(c.guc_id)

    def run(self, steps):
        """Do "steps" steps of random work, without a hang."""
        guc, rng = self.guc, self.rng
        for _ in range(steps):
            c, choice = rng.choice(self.queues), rng.random()
            if choice < 0.04:
                self.queue()
            elif choice < 0.06 and not c.on and len(self.queues) > 2:
                self.end(c)
            elif choice < 0.12:
                n = rng.randrange(1, 4)
                guc.faults(n)
                guc.answer(n)
            elif choice < 0.16:
                guc.message(rng.choice((0x7000, 0x3003)), 0)
            elif c.on:
                (guc.submit, guc.complete, guc.interrupted)[
                    0 if choice < 0.5 else 1 if choice < 0.95 else 2](c)
            elif c.engine not in guc.on:
                guc.submit(c)
            guc.wait(rng.expovariate(1 / 200))

    def reset(self):
        """Let a context (the victim) stay on its engine when another one (the waiter) needs it, so
        that the firmware resets the engine."""
        guc, rng = self.guc, self.rng
        self.victim = rng.choice(self.queues)
        engine = self.victim.engine
        if engine in guc.on and guc.on[engine] is not self.victim:
            guc.complete(guc.on[engine])
        if not self.victim.on:
            guc.submit(self.victim)
        guc.wait(rng.randrange(1000, 400000))
        self.waiter = guc.register(self.free.pop(), engine, 0)
        start = len(guc.events)
        guc.refused(self.waiter, engine)
        asked, ended = (next(e[0] for e in guc.events[start:] if e[1] == code)
                        for code in (0x03a8, 0x03b9))
        self.wait_us = (ended - asked) / 19.2
        guc.clean_up(self.victim)

    def contexts(self):
        """Return the contexts that the devcoredump lists."""
        known = {id(c): c for c in (*self.guc.contexts.values(),
                                    *filter(None, (self.victim, self.waiter)))}
        return list(known.values())

    def events(self):
        """Return the events of the workload, with the values of their fields."""
        out = []
        for tick, code, *args in self.guc.events:
            values = {f.name: args[f.arg] >> f.low & ((1 << f.bits) - 1)
                      for f in KINDS[code].fields}
            out.append(Event(tick=tick, kind=code, name=KINDS[code].name, values=values))
        return out


# Firmware.
class Firmware:
    """A firmware with random event ids, in which each field of an event is at random bits of one of
    the two arguments.

    fill: a function that returns the value of the bits without a field
    swap: (kind, variant) of the events whose arguments are exchanged
    high: whether each guc_id is in bits 31:16 of an argument
    """

    def __init__(self, seed):
        self.rng = random.Random(f'firmware {seed}')
        self.codes = self.rng.sample(range(0x100, 0xfff0), 200)
        self.ids, self.layouts, self.swap = {}, {}, set()
        self.fill = lambda event, arg: PAD if not event.at[arg] else 0
        self.high = False

    def new_id(self, key):
        if key not in self.ids:
            self.ids[key] = self.codes.pop()
        return self.ids[key]

    def layout(self, kind, fields):
        """Return where a kind of event has its fields, as a dict from the name of a field to
        (argument, lowest bit, number of bits). The first call for a kind chooses this at random."""
        if kind in self.layouts:
            return self.layouts[kind]
        while True:
            at, room, order = {}, [0, 0], list(fields)
            self.rng.shuffle(order)
            for f in order:
                arg = self.rng.randrange(2)
                low = room[arg] + self.rng.randrange(3)
                if self.high and f.name == 'guc_id':
                    arg, low = self.rng.randrange(2), 16
                if f.bits == 32:
                    low = room[arg]
                at[f.name] = arg, low, f.bits
                room[arg] = low + f.bits
            if max(room) <= 32:
                break
        self.layouts[kind] = at
        return at

    def encode(self, event, variant=0):
        """Return the log entry of an event, and store it in the event as "entry". variant: 1 for
        the second of two ways in which the firmware logs this kind of event."""
        at = self.layout(event.kind, event.fields)
        event.at = [[p for p in at.values() if p[0] == arg] for arg in (0, 1)]
        args = [self.fill(event, arg) & self.unused(event.at[arg]) for arg in (0, 1)]
        for name, (arg, low, _) in at.items():
            args[arg] |= event.values[name] << low
        if (event.kind, variant) in self.swap:
            args.reverse()
        event.entry = event.tick, self.new_id((event.kind, event.split)), *(
            a & 0xffffffff for a in args)
        return event.entry

    @staticmethod
    def unused(places):
        used = 0
        for _, low, bits in places:
            used |= ((1 << bits) - 1) << low
        return ~used & 0xffffffff


# Each of the following functions (or the function that it returns) gets a workload, the firmware
# that logs it, and the events of the workload. It may change the firmware, and returns the events
# that the firmware logs. Its docstring describes the result.
def plain(_work, _firmware, events):
    """Only the ids of events and the places of their fields differ from 70.44.1."""
    return events


def coarse(_work, _firmware, events):
    """The GuC's clock has 300 kHz. Therefore many events have the same time."""
    for event in events:
        event.tick //= 64
    return events


def split_by(how):
    """Six kinds of events have two ids each."""
    def change(work, firmware, events):
        kinds = firmware.rng.sample(OFTEN, 6)
        for i, event in enumerate(events):
            if event.kind in kinds:
                event.split = {'chance': firmware.rng.randrange(2),
                               'context': event.values.get('guc_id', i) & 1,
                               'half': int(2 * i > len(events)),
                               'engine': event.values.get('class', 0) & 1}[how]
        return events
    change.__doc__ = f'Six kinds have two ids each, by {how}.'
    return change


def swapped_half_way(_work, firmware, events):
    """In the second half of the log, the arguments of four kinds of events are exchanged."""
    for kind in firmware.rng.sample(OFTEN, 4):
        firmware.swap.add((kind, 1))
    for event in events[len(events) // 2:]:
        event.variant = 1
    return events


def high_half(_work, firmware, events):
    """guc_ids are in bits 31:16 of an argument. All bits without a field are those of a counter."""
    firmware.high = True
    count = iter(range(10 ** 9))
    firmware.fill = lambda event, arg: next(count)
    return events


def high_flags(_work, firmware, events):
    """guc_ids are in bits 31:16 of an argument. The bits without a field are the same in all events
    of a kind."""
    firmware.high = True
    bits = collections.defaultdict(lambda: firmware.rng.getrandbits(32))
    firmware.fill = lambda event, arg: bits[event.kind, arg]
    return events


def stale(_work, firmware, events):
    """Bits without a field have the values that they had in the preceding event."""
    last = [0, 0]
    encode = firmware.encode

    def kept(event, variant=0):
        last[:] = encode(event, variant)[2:]
    firmware.fill, firmware.encode = lambda event, arg: last[arg], kept
    return events


def noisy(_work, firmware, events):
    """Bits without a field are random."""
    firmware.fill = lambda event, arg: firmware.rng.getrandbits(32)
    return events


def zeroes(_work, firmware, events):
    """Arguments without a field are 0."""
    firmware.fill = lambda event, arg: 0
    return events


def unknown(event, key, fields=None, **values):
    """Return an event that the dictionary does not have, one tick after another event."""
    keep = fields or event.fields
    return Event(tick=event.tick + 1, kind=key, name=None, fields=keep,
                 values={**event.values, **values}, split=0, variant=0)


def twins(_work, firmware, events):
    """After each event of four kinds, an event with an unknown id and the same values is logged."""
    kinds, out = firmware.rng.sample(OFTEN, 4), []
    for event in events:
        out.append(event)
        if event.kind in kinds:
            out.append(unknown(event, ('twin', event.kind)))
    return out


def echoes(_work, firmware, events):
    """Each event of three kinds is logged again a few events later, with an unknown id."""
    kinds, out, due = firmware.rng.sample(OFTEN, 3), [], []
    for event in events:
        out.append(event)
        while due and due[0][0] <= len(out):
            copy = due.pop(0)[1]
            copy.tick = event.tick + 1
            out.append(copy)
        if event.kind in kinds:
            due.append((len(out) + firmware.rng.randrange(2, 6),
                        unknown(event, ('echo', event.kind))))
            due.sort(key=lambda d: d[0])
    return out


def more_steps(_work, firmware, events):
    """Before or after each event of three kinds, an unknown event with the same fields is
    logged."""
    kinds, out = firmware.rng.sample(WITH_CONTEXT[1:], 3), []
    for event in events:
        more = unknown(event, ('step', event.kind)) if event.kind in kinds else None
        if more and event.kind & 1:
            more.tick -= 2
            out += [more, event]
        else:
            out += [event, *([more] if more else [])]
    return out


def missing(_work, firmware, events):
    """One, two or three kinds of events are not logged."""
    kinds = firmware.rng.sample(OFTEN, firmware.rng.randrange(1, 4))
    return [event for event in events if event.kind not in kinds]


ORDERS = ((0x0479, 0x8107), (0x8107, 0x8101), (0x0476, 0x8102), (0x8104, 0x0365),
          (0x8105, 0x8103), (0x8103, 0x8104))


def other_order(_work, firmware, events):
    """Two kinds of events that follow each other are logged in the opposite order."""
    first, second = firmware.rng.choice(ORDERS)
    for one, two in zip(events, events[1:]):
        if (one.kind, two.kind) == (first, second):
            keep = one.__dict__.copy()
            tick = two.tick
            one.__dict__.update(two.__dict__, tick=one.tick)
            two.__dict__.update(keep, tick=tick)
    return events


def jitter(_work, firmware, events):
    """One event in 20 is logged after the next one instead of before it."""
    for i in range(len(events) - 1):
        if firmware.rng.random() < 0.05:
            one, two = events[i], events[i + 1]
            one.tick, two.tick = two.tick, one.tick
            events[i:i + 2] = [two, one]
    return events


def classes(how):
    """Engine classes have other numbers."""
    def change(_work, firmware, events):
        order = firmware.rng.sample(range(8), 6)
        to = {'one bit each': [1 << i for i in range(4)] + [8], 'hardware': [0, 1, 2, 3, 5, 4],
              'shuffled': order}[how]
        for event in events:
            if 'class' in event.values:
                event.shown = {'class': event.values['class']}
                event.values['class'] = to[event.values['class']]
                if how == 'one bit each' and event.kind == 0x0476:
                    event.values['class'] &= 7
        return events
    change.__doc__ = f'Engine classes have other numbers: {how}.'
    return change


def own_index(_work, firmware, events):
    """Events have the firmware's own number of a context instead of its guc_id."""
    number = collections.defaultdict(lambda: len(number) + 1)
    for event in events:
        if event.values.get('guc_id', 0xffff) != 0xffff:
            event.values['guc_id'] = number[event.values['guc_id']]
            event.hidden = {'guc_id'}
    return events


def units(_work, _firmware, events):
    """Positions are not counted in bytes: those in the ring of a context are counted in dwords, and
    those in the queues of page faults in units of 8 bytes."""
    for event in events:
        for name in ('head', 'tail', 'before', 'after'):
            if name in event.values:
                event.values[name] >>= 2 if event.kind == 0x0479 else 3
    return events


def packed_action(_work, firmware, events):
    """The event of an H2G message has the fence of the message in bits 31:16 of an argument."""
    fence = iter(range(100, 10 ** 9))
    firmware.layouts[0x048e] = {'action': (0, 0, 16)}
    firmware.fill = lambda event, arg: (next(fence) << 16 if (event.kind, arg) == (0x048e, 0)
                                        else 0)
    return events


def counted(_work, firmware, events):
    """Bits without a field have the number of events of the same kind so far."""
    count = collections.Counter()

    def number(event, arg):
        count[event.kind, arg] += 1
        return count[event.kind, arg]
    firmware.fill = number
    return events


def timed(_work, firmware, events):
    """Bits without a field are those of the event's time."""
    firmware.fill = lambda event, arg: event.tick >> (8 * arg)
    return events


def flagged(_work, _firmware, events):
    """Bit 15 of a guc_id is set in all events with this guc_id except the first one."""
    seen = set()
    for event in events:
        number = event.values.get('guc_id', 0xffff)
        if number != 0xffff and number in seen:
            event.values['guc_id'] |= 0x8000
            event.shown = {'guc_id': number}
        seen.add(number)
    return events


def with_class(_work, _firmware, events):
    """If an event has an engine class, its guc_id has the class in bits 15:12, too."""
    for event in events:
        if event.values.get('guc_id', 0xffff) != 0xffff and 'class' in event.values:
            event.values['guc_id'] |= event.values['class'] << 12
            event.hidden = {'guc_id'}
    return events


def twice(kind):
    """Each event of this kind is logged twice, one tick apart."""
    def change(_work, _firmware, events):
        out = []
        for event in events:
            out.append(event)
            if event.kind == kind:
                out.append(Event(**{**event.__dict__, 'tick': event.tick + 1,
                                    'values': dict(event.values)}))
        return out
    change.__doc__ = f'{KINDS[kind].name} is logged when it begins and when it ends.'
    return change


def late(_work, _firmware, events):
    """A message to the GuC is logged after the event that should follow it."""
    for i in range(len(events) - 1):
        one, two = events[i], events[i + 1]
        if one.kind == 0x048e and two.kind != 0x048e:
            one.tick, two.tick = two.tick, one.tick
            events[i:i + 2] = [two, one]
    return events


def batched(_work, _firmware, events):
    """In each 100 microseconds, the messages to the GuC are logged before all other events."""
    out, block = [], []
    for event in events + [None]:
        if block and (not event or event.tick - block[0].tick > 1920):
            ticks = [e.tick for e in block]
            block.sort(key=lambda e: e.kind != 0x048e)
            for tick, e in zip(ticks, block):
                e.tick = tick
            out += block
            block = []
        block.append(event)
    return out


def slices(_work, _firmware, events):
    """Every millisecond, an event with an unknown id and the fields of CTX_RUNNING is logged for
    each context that is running."""
    out, on, last = [], {}, 0
    for event in events:
        if event.tick - last > 19200:
            last = event.tick
            for one in on.values():
                out.append(unknown(one, 'slice'))
                out[-1].tick = event.tick
        if event.kind == 0x8102:
            on[event.values['guc_id']] = event
        elif event.kind == 0x8107:
            on.pop(event.values['guc_id'], None)
        out.append(event)
    return out


def with_data(_work, _firmware, events):
    """After each message to the GuC, an event with an unknown id is logged; it has the guc_id of
    the event that follows."""
    out = []
    for event, after in zip(events, [*events[1:], events[-1]]):
        out.append(event)
        if event.kind == 0x048e and after.values.get('guc_id', 0xffff) != 0xffff:
            out.append(unknown(after, 'data', [f for f in after.fields if f.name == 'guc_id']))
            out[-1].tick = event.tick + 1
    return out


def lost(_work, firmware, events):
    """One event in ten is not logged."""
    return [event for event in events if firmware.rng.random() > 0.1]


def one_id(kinds, flag):
    """Two kinds of events have the same id. flag: whether a field shows of which kind an event
    is."""
    def change(_work, firmware, events):
        extra = KINDS[kinds[0]].fields[0]._replace(name='which', low=0, bits=1)
        fields = [*KINDS[kinds[0]].fields, extra] if flag else KINDS[kinds[0]].fields
        if flag:
            for kind in kinds:
                firmware.layouts[kind] = firmware.layout(kinds[0], fields)
        for event in events:
            if event.kind in kinds:
                event.fields, event.values['which'] = fields, kinds.index(event.kind)
                if not flag:
                    firmware.layouts[event.kind] = firmware.layout(kinds[0], fields)
                firmware.ids[event.kind, 0] = firmware.new_id((kinds[0], 0))
                event.values.setdefault('instance', 0)
                event.values.setdefault('priority', 0)
        return events
    change.__doc__ = f'{KINDS[kinds[0]].name} and {KINDS[kinds[1]].name} have one id.'
    return change


FIRMWARE = {
    'any argument': (plain, {}), 'coarse clock': (coarse, {'khz': 300}),
    'coarse clock unsaid': (coarse, {'khz': 19200}),
    'two ids by chance': (split_by('chance'), {}), 'two ids by context': (split_by('context'), {}),
    'two ids by half': (split_by('half'), {}), 'two ids by engine': (split_by('engine'), {}),
    'swapped half way': (swapped_half_way, {}), 'high half': (high_half, {}),
    'high half, flags': (high_flags, {}), 'stale bits': (stale, {}), 'random bits': (noisy, {}),
    'zeroes': (zeroes, {}), 'twins': (twins, {}), 'echoes': (echoes, {}),
    'more steps': (more_steps, {}), 'missing kinds': (missing, {}),
    'other order': (other_order, {}), 'jitter': (jitter, {}),
    'classes, one bit': (classes('one bit each'), {}),
    'classes, hardware': (classes('hardware'), {}), 'classes, shuffled': (classes('shuffled'), {}),
    'own index': (own_index, {}), 'units': (units, {}), 'packed action': (packed_action, {}),
    'small guc_ids': (plain, {'ids': 'small'}), 'high guc_ids': (plain, {'ids': 'high'}),
    'alike guc_ids': (plain, {'ids': 'low bits alike'}),
    'counted': (counted, {}), 'timed': (timed, {}), 'flagged guc_ids': (flagged, {}),
    'class in guc_id': (with_class, {}), 'messages twice': (twice(0x048e), {}),
    'submissions twice': (twice(0x8105), {}), 'late messages': (late, {}),
    'batched messages': (batched, {}), 'time slices': (slices, {}), 'data': (with_data, {}),
    'lost events': (lost, {}), 'one id, flag': (one_id((0x8104, 0x8102), True), {}),
}


class Log:
    """A log: the devcoredump with it (text), its events with the truth about them, and the
    workload, from which the expected verdict follows.

    kind: a key of FIRMWARE
    reset: whether the workload ends with an engine reset
    ring: whether the devcoredump has the CT buffers
    share: percentage of the events that the log has; the oldest ones are left out
    """

    def __init__(self, seed, kind, reset=False, ring=True, share=100):
        change, options = FIRMWARE[kind]
        self.work = Work(seed, reset, options.get('ids', 'sparse'))
        firmware = Firmware(f'{kind} {seed}')
        events = self.work.events()
        for event in events:
            event.fields, event.split, event.variant = KINDS[event.kind].fields, 0, 0
        events = change(self.work, firmware, events)
        for event in events:
            firmware.encode(event, event.variant)
        self.events = events[-RING:]
        self.events = self.events[-max(1, len(self.events) * share // 100):]
        entries = [event.entry for event in self.events]
        image = g.log_image(self.work.guc, entries)
        khz = options.get('khz', 19200)
        image = image.replace(struct.pack('<2I', 3 << 16 | 1, 19200),
                              struct.pack('<2I', 3 << 16 | 1, khz))
        reason = REASON.format(self.work.victim.guc_id) if reset else 'asked by the user'
        self.text = g.dump(self.work.guc, reason, self.work.contexts(), events=entries,
                           log=image, ct=ring)

    def by_id(self):
        """Return a dict from each id to the list of its events."""
        out = collections.defaultdict(list)
        for event in self.events:
            out[event.entry[1]].append(event)
        return out


def field_is_true(field, events):
    """Return whether a learned field is true: its bits must have the true values of the field in at
    least 98 % of the events. Events whose field is hidden (because the firmware logs another value
    in it) are not counted. Return False if an event has no such field, or if none is counted."""
    right = total = 0
    for event in events:
        if field['name'] not in event.values:
            return False
        if field['name'] in getattr(event, 'hidden', ()):
            continue
        total += 1
        value = event.entry[2 + field['arg']] >> field['low'] & ((1 << field['bits']) - 1)
        right += value == getattr(event, 'shown', event.values).get(
            field['name'], event.values[field['name']])
    return right >= 0.98 * total and (total or not events)


def judge(log, learned):
    """Compare what guclog events --learn has printed with the truth about the log. Return: counts
    of right and false results, and a list that describes the false ones."""
    total, false, ids = collections.Counter(), [], log.by_id()
    for row in learned['rows']:
        events = ids[row['id']]
        names = {event.name for event in events}
        total['events'] += len(events)
        total['ids'] += 1
        if not row['used'] or row['base'] and not row['name']:
            continue
        if names == {row['name']}:
            total['right'] += len(events)
        else:
            total['false names'] += 1
            total['certain'] += row['grade'] == 'certain'
            false.append(f"0x{row['id']:04x} is {sorted(map(str, names))}, not {row['name']} "
                         f"({row['grade']}, {row['hits']}/{row['checks']}, {row['score']})")
            continue
        for field in row['fields']:
            if not field['found'] or field['guess'] or field_is_true(field, events):
                continue
            if len(events) < FEW:
                total['thin fields'] += 1
            else:
                total['false fields'] += 1
                false.append(f"{row['name']}: {field['name']} is not in arg{field['arg']} "
                             f"{field['low'] + field['bits'] - 1}:{field['low']}")
    return total, false


def judge_verdict(log, said):
    """Compare the output of guclog explain with the truth about the log. Return: counts, and a list
    that describes the false statements."""
    work, total, false = log.work, collections.Counter(), []
    victim, waiter, wait = said['victim'], said['waiter']['guc_id'], said['wait_ms']
    total['hang said'] += said['hang'] is not None
    if not work.victim:
        if said['hang']:
            false.append('hang invented: ' + said['logs'][0]['sentences'][0]['text'])
        total['right'] += said['hang'] is False
        return total, false
    engine = g.name_of(work.victim.engine)
    if said['hang'] is False:
        false.append('"no hang" is said of a reset')
    if victim['guc_id'] not in (None, work.victim.guc_id):
        false.append(f"victim {victim['guc_id']}, not {work.victim.guc_id}")
    if victim['engine'] not in (None, engine):
        false.append(f"engine {victim['engine']}, not {engine}")
    if waiter not in (None, work.waiter.guc_id):
        false.append(f'waiter {waiter}, not {work.waiter.guc_id}')
    if wait is not None and abs(wait - work.wait_us / 1000) > 0.01 * wait:
        false.append(f'wait {wait} ms, not {work.wait_us / 1000}')
    total['right'] += victim['guc_id'] == work.victim.guc_id and waiter is not None
    return total, false


def main():
    """Judge logs of all kinds, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n', maxsplit=1)[0])
    parser.add_argument('guclog')
    parser.add_argument('--logs', type=int, default=20)
    parser.add_argument('--kind', action='append')
    parser.add_argument('-v', '--verbose', action='store_true')
    args = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as directory:
        tool = Tool(args.guclog, directory)
        for kind in args.kind or FIRMWARE:
            names, verdicts = collections.Counter(), collections.Counter()
            for seed in range(args.logs):
                log = Log(seed, kind, reset=bool(seed & 1))
                total, false = judge(log, tool('events --learn', log.text))
                names += total
                total, wrong = judge_verdict(log, tool('explain', log.text))
                verdicts += total
                verdicts['false'] += len(wrong)
                for text in (false + wrong) if args.verbose else ():
                    print(f'  {kind} {seed}: {text}')
            print(f"{kind:20} events {100 * names['right'] / names['events']:5.1f} %  false: "
                  f"{names['false names']} names ({names['certain']} certain), "
                  f"{names['false fields']} fields (and {names['thin fields']} of rare events), "
                  f"{verdicts['false']} verdicts; right {verdicts['right']} of {args.logs}",
                  flush=True)
            bad += names['false names'] + names['false fields'] + verdicts['false']
    return int(bad > 0)


if __name__ == '__main__':
    sys.exit(main())
