# SPDX-License-Identifier: GPL-2.0-only
"""Changes the events of a log into those of a firmware that does not exist (a "dialect"): with
other ids, exchanged arguments, fields at other bits, and another clock. A seed determines these
changes. "guclog events --learn" must find the meanings of the new ids. Dialect.truth() returns the
true meanings, with which the tests compare what it has found.

An event is a tuple (tick, id, arg0, arg1), as in gucstory.py.
"""

import csv
import random
from collections import namedtuple
from pathlib import Path

TABLE = Path(__file__).resolve().parents[3] / 'data/guc_events.csv'
PAD = 0xdeadbeee

Field = namedtuple('Field', 'name arg low bits')
Kind = namedtuple('Kind', 'id name fields fixed')
# How a firmware differs from that of the dictionary (data/guc_events.csv). ids: whether all events
# have other ids; swap: whether about half of the ids have exchanged arguments; move: 'no', 'each'
# (each argument has its fields at other bits) or 'alike' (the same, but arguments whose fields had
# the same bits also get the same new bits); split: ids that get a second id; merge: pairs of ids
# that become one id; clock: factor for the times.
Change = namedtuple('Change', 'ids swap move split merge clock',
                    defaults=(True, False, 'no', (), (), 1))

# Number of bits of a field whose row in the dictionary has no bit range, by the kind of the field.
WIDTHS = {'action': 16, 'guc_id': 16, 'class': 4, 'instance': 8, 'mask': 16, 'enable': 1}
# Ids of events in which an argument can have any value, or uses more bits than WIDTHS has for the
# kind of its field. A field of such an event has 32 bits if its row has no bit range.
WHOLE = {0x8505, 0x036f, 0x03ae, 0x0479, 0x0455}


def read_fields(text, arg, code):
    """Parse the description of one argument of an event in a row of the dictionary. Return its
    fields."""
    if text in ('pad', '0', '-'):
        return []
    fields = []
    for word in text.split(';'):
        where, kind = word.rstrip('?').split('=')
        name, _, bits = where.partition('[')
        if bits:
            high, low = map(int, bits.rstrip(']').split(':'))
            fields.append(Field(name, arg, low, high - low + 1))
        else:
            fields.append(Field(name, arg, 0, 32 if code in WHOLE else
                                WIDTHS.get(kind, 32 if kind == 'status' else 16)))
    return fields


def read_kinds(path=TABLE):
    """Return the dictionary as a dict from id to Kind."""
    with open(path, encoding='utf-8') as file:
        rows = csv.DictReader(line for line in file if not line.startswith('#'))
        kinds = {}
        for row in rows:
            if row.get('firmware', '70.44.1') != '70.44.1':
                continue
            code = int(row['id'], 16)
            fields = [f for arg in (0, 1) for f in read_fields(row[f'arg{arg}'], arg, code)]
            fixed = tuple(not any(f.arg == arg for f in fields) for arg in (0, 1))
            kinds[code] = Kind(code, row['name'], fields, fixed)
    return kinds


KINDS = read_kinds()


class Dialect:
    """A firmware that differs by a Change from the firmware of the dictionary, 70.44.1."""

    def __init__(self, seed, change=Change()):
        self.rng = random.Random(seed)
        self.change = change
        self.layouts, self.alike = {}, {}
        codes = sorted(KINDS)
        new = codes[:]
        if change.ids:
            low = self.rng.sample(range(0x300, 0x600), sum(c < 0x8000 for c in codes))
            high = self.rng.sample(range(0x8100, 0x8600), sum(c >= 0x8000 for c in codes))
            new = low + high
            self.rng.shuffle(new)
        self.id = dict(zip(codes, new))
        self.second = {code: 0x7000 + i for i, code in enumerate(change.split)}
        for one, other in change.merge:
            self.id[other] = self.id[one]
        self.swapped = {code for code in codes if change.swap and self.rng.random() < 0.5}

    def place(self, fields):
        """Return the fields of one argument at the bits that they have in this firmware."""
        if self.change.move == 'no' or not fields:
            return fields
        key = tuple((f.low, f.bits) for f in fields)
        if self.change.move == 'alike' and key in self.alike:
            return [f._replace(low=low) for f, low in zip(fields, self.alike[key])]
        order = list(range(len(fields)))
        self.rng.shuffle(order)
        room = 32 - sum(f.bits for f in fields)
        lows, at = [0] * len(fields), 0
        for i in order:
            gap = self.rng.randrange(room + 1)
            room -= gap
            at += gap
            lows[i] = at
            at += fields[i].bits
        self.alike[key] = lows
        return [f._replace(low=low) for f, low in zip(fields, lows)]

    def layout(self, code):
        """Return the fields of an event id of the dictionary twice: at the bits where the
        dictionary has them, and at those where this firmware has them."""
        if code not in self.layouts:
            old = KINDS[code].fields
            new = [f for arg in (0, 1)
                   for f in self.place([f for f in old if f.arg == arg])]
            self.layouts[code] = old, new
        return self.layouts[code]

    def event(self, event):
        """Return an event as the firmware of this dialect writes it."""
        tick, code, *args = event
        if code not in KINDS:
            return event
        old, new = self.layout(code)
        to = [args[arg] if KINDS[code].fixed[arg] else 0 for arg in (0, 1)]
        for one, other in zip(old, new):
            value = args[one.arg] >> one.low & ((1 << one.bits) - 1)
            to[other.arg] |= value << other.low
        if code in self.swapped:
            to.reverse()
        new_id = self.id[code]
        if code in self.second and self.rng.random() < 0.5:
            new_id = self.second[code]
        return (int(tick * self.change.clock), new_id, to[0] & 0xffffffff,
                to[1] & 0xffffffff)

    def events(self, events):
        """Return all events as the firmware of this dialect writes them."""
        return [self.event(event) for event in events]

    def truth(self):
        """Return the true meaning of each id of this firmware: a dict from the id to the set of ids
        of the dictionary that it stands for."""
        to = {}
        for code, new in self.id.items():
            to.setdefault(new, set()).add(code)
        for code, new in self.second.items():
            to[new] = {code}
        return to


def foreign(events, seed, share, ids=8):
    """Return the events of a log with unknown events among them, as firmware may write them at a
    higher log level. share: the average number of unknown events for each event of the log; ids:
    the number of different unknown ids."""
    rng = random.Random(seed)
    codes = rng.sample(range(0x600, 0x700), ids)
    guc_ids = [e[3] & 0xff for e in events[:50]]
    kind = {code: rng.randrange(4) for code in codes}
    out = []
    for event in events:
        out.append(event)
        while rng.random() < share / (1 + share):
            code = rng.choice(codes)
            args = ((rng.getrandbits(32), rng.getrandbits(8)),
                    (rng.choice(guc_ids), 0), (len(out), rng.getrandbits(4)),
                    (PAD, PAD))[kind[code]]
            out.append((event[0], code, *args))
    return out
