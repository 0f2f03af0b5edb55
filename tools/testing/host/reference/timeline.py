# SPDX-License-Identifier: GPL-2.0-only
"""Computes the times of the events of a log, oldest first.

An entry has only the low 32 bits of the GuC's clock. If the time of an entry is at most 32768 ticks
before that of the preceding entry, the firmware wrote the two in the wrong order. Otherwise the
time increased, and the 32 bits may have wrapped.

The anchor of a log is the values of the GuC's clock and of the host's clock at the same time. The
age of the anchor is the time from then to the copy of the log. The newest event gets the latest
tick that has the 32 bits of its entry and is not after the copy of the log. The anchor may be late
by WRITTEN, the time that the firmware needs from reading its clock to writing the event.
"""

import struct

from .log import EVENT, EVENT_SIZE, EVENT_VERSION, STORAGE

ENTRY = struct.Struct('<5I')
MODULUS = 1 << 32
BACK = 32768
WRITTEN = 10 ** 8      # ns
NS = 10 ** 9
NEVER = 1 << 62         # a limit for ticks and ns; no plausible anchor has such a value
NEVER_AGE = 1 << 55     # ns, a limit for the age of an anchor


def clock(log, facts):
    """Return the frequency of the GuC's clock in Hz. It is taken from the LIC, which the firmware
    writes, or else from the facts of the driver. Return 0 if neither has it."""
    khz = log.lic.values.get(3, 0) if log.lic else 0
    if 0 < khz * 1000 < MODULUS:
        return khz * 1000
    return facts.get('reference_clock_hz', 0)


def anchor(log, facts):
    """Return the anchor of a log: the GuC's clock in ticks, and the host's time since boot in ns,
    at the same time. Return None if a value is missing or implausible, or if the frequency of the
    GuC's clock is unknown."""
    both = facts.get('anchor_guc_tick'), facts.get('anchor_boottime_ns')
    if None in both or max(both) >= NEVER or not clock(log, facts):
        return None
    return both


def latest(log, facts):
    """Return the latest tick that an event of the log can have: the tick at which the log was
    copied, plus the uncertainty of this tick."""
    hz = clock(log, facts)
    tick, _ = anchor(log, facts)
    age = facts.get('anchor_age_ns', NEVER_AGE)
    if age >= NEVER_AGE:
        return tick
    unsure = facts.get('anchor_uncertainty_ns', NEVER_AGE)
    return (tick + age * hz // NS + age * hz // NS // 4096 + WRITTEN * hz // NS +
            (unsure * hz // NS if unsure < NEVER_AGE else 0))


def entries(data):
    whole = len(data) // EVENT_SIZE * EVENT_SIZE
    return list(ENTRY.iter_unpack(data[:whole]))


def unwrap(stamps):
    """Return the ticks for timestamps of 32 bits. Where the 32 bits wrap, 2^32 is added to this
    tick and to all later ones."""
    out, last = [], None
    for stamp in stamps:
        if last is None:
            out.append(stamp)
        else:
            back = (last - stamp) % MODULUS
            out.append(out[-1] - back + (MODULUS if back > BACK else 0))
        last = stamp
    return out


def events(log, image, facts):
    """Return a dict for each event: index, tick, id, dw1, args, and these keys:

    gap: number of bytes that are missing right before the event
    old: the event was written before the firmware was loaded again
    unsure: the tick is uncertain, because events are missing between this event and the anchor,
    because the order of the events is unknown, or because the event is old
    """
    ring = log.regions.get(EVENT)
    if ring is None or ring.version != EVENT_VERSION or not ring.avail:
        return []
    old = entries(log.before_load.of(image))
    out = [_event(i, tick, entry, old=True, unsure=True) for i, (tick, entry)
           in enumerate(zip(unwrap([entry[0] for entry in old]), old))]
    live = []
    for gap, span in log.runs:
        for entry in entries(span.of(image)):
            live.append((gap, entry))
            gap = 0
    ticks = unwrap([entry[0] for _, entry in live])
    known = anchor(log, facts)
    shift = 0
    if known and live:
        last = latest(log, facts)
        late = (last - live[-1][1][0]) % MODULUS
        shift = last - late - ticks[-1]
    last_gap = max((i for i, (lost, _) in enumerate(live) if lost), default=0)
    for i, (tick, (lost, entry)) in enumerate(zip(ticks, live)):
        out.append(_event(i, tick + shift, entry, gap=lost,
                          unsure=bool(log.missing) or i < last_gap or
                          log.order == STORAGE))
    return out


def _event(index, tick, entry, **more):
    _, dw1, ident, *args = entry
    return {'index': index, 'tick': tick, 'id': ident, 'dw1': dw1,
            'args': args, 'gap': 0, 'old': False, **more}


def wraps(ticks):
    """Return how often the low 32 bits of the ticks wrapped between the oldest event and the newest
    one."""
    return (ticks[-1] >> 32) - (ticks[0] >> 32) if ticks else 0
