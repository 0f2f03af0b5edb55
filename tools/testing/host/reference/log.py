# SPDX-License-Identifier: GPL-2.0-only
"""Parses a log image: finds its buffer states, its LIC (log init config), the order of the events
in the ring, and faults."""

import struct
from dataclasses import dataclass, field
from typing import NamedTuple

from .fault import Fault

PAGE = 4096
STATE = struct.Struct('<9I')
EVENT_VERSION = 2
EVENT_SIZE = 20
MAX_FAULTS = 16         # number of faults that are listed; all are counted
JUDGED = 1024           # number of entries that are examined to distinguish events from other data

# Limits in ticks of the GuC's clock. The firmware may write two entries in the wrong order; their
# times then differ by at most STEP_BACK. The firmware may also write "late" entries: while the log
# is copied, after its write_ptr was copied. Entries after write_ptr are taken for late entries if
# two conditions hold. Each of them is less than LATE later than the newest entry before write_ptr.
# After the last of them follows either no entry, or one whose time differs from that of the last
# late entry by at least SEAM: the oldest entry of the ring.
STEP_BACK, LATE, SEAM = 1 << 15, 1 << 25, 1 << 26

EVENT, CRASH, CAPTURE = 'event data', 'crash dump', 'state capture'
REGIONS = (EVENT, CRASH, CAPTURE)
MARKERS = {
    (0xcabba9e6, 0xdeadfeed): EVENT,
    (0xcabba9e6, 0x8086dead): CRASH,
    (0xcabba9f7, 0xbeeffeed): CAPTURE,
}
LIC_MAGIC = 0x8086900d
LIC_KEYS = range(1, 6)

# Byte offsets of fields in a buffer state.
READ_PTR, WRITE_PTR, SIZE, WRAP = 8, 12, 16, 24

ABSENT, LINEAR, WRAPPED, STORAGE = (
    'absent', 'not wrapped, oldest first', 'wrapped, oldest first',
    'storage order')


class Span(NamedTuple):
    """A part of the image of which the input contains every byte."""
    offset: int
    len: int

    def of(self, image):
        return image[self.offset:self.offset + self.len]


NOTHING = Span(0, 0)


@dataclass
class Region:
    """A region as its buffer state describes it. Lengths and offsets are in bytes.

    avail: number of bytes of the region that lie inside the log buffer
    have: number of these bytes, from the start of the region, that the input contains; None for all
    """
    state_offset: int
    offset: int
    size: int
    avail: int
    read_ptr: int
    write_ptr: int
    sampled_write_ptr: int
    wrap_offset: int
    flush: int
    full_count: int
    version: int
    have: int = None
    holes: tuple = ()           # (start, end) of each part of the image that is unknown

    def available_len(self):
        """Return the number of bytes of the region, from its start, that the input contains."""
        return self.avail if self.have is None else self.have

    def unit(self):
        """Return the unit of event data in bytes: the length of an entry, or of a dword if the
        length of an entry is unknown. Event data are shortened to whole units."""
        return EVENT_SIZE if self.version == EVENT_VERSION else 4

    def whole(self, start, end):
        """Return the start and the end of the whole entries in [start, end)."""
        unit = self.unit()
        return -(-start // unit) * unit, end // unit * unit

    def span(self, start, end):
        """Return the span of the bytes in [start, end) that the input contains."""
        end = min(end, self.available_len())
        if start >= end:
            return NOTHING
        return Span(self.offset + start, end - start)

    def first_hole(self, start):
        """Return the offset in the region of the first byte at or after "start" that is in a hole,
        or 1 << 64 if there is no such byte."""
        found = [max(first - self.offset, start) for first, last in self.holes
                 if last - self.offset > start]
        return min(found, default=1 << 64)

    def entries(self, start, end):
        """Return the span of the whole entries in [start, end) that the input contains, and the
        length in bytes of the entries in [start, end) that it does not contain."""
        start, end = self.whole(start, end)
        span = self.span(*self.whole(start, min(end, self.available_len())))
        return span, max(end - start, 0) - span.len

    def pieces(self, start, end):
        """Yield (span, number of missing bytes), as entries() returns them, for each part of
        [start, end) between the holes of the image. An entry with a byte in a hole counts as
        missing."""
        start, end = self.whole(start, end)
        unit = self.unit()
        while start < end:
            stop = min(self.first_hole(start) // unit * unit, end)
            yield self.entries(start, max(stop, start))
            start = max(stop, start)
            while start < end and self.first_hole(start) < start + unit:
                yield NOTHING, unit
                start += unit


@dataclass
class Lic:
    offset: int
    version: int
    unknown_keys: int = 0
    values: dict = field(default_factory=dict)


@dataclass
class Log:
    total: int
    regions: dict = field(default_factory=dict)
    lic: Lic = None
    order: str = ABSENT
    # One tuple for each part of the ring with events that has no gap: (number of bytes that are
    # missing before the part, span of the part).
    runs: list = field(default_factory=list)
    missing: int = 0            # bytes of events that are missing after the last of these parts
    late: int = 0               # bytes of the newest events, written while the log was copied
    before_load: Span = NOTHING
    after_wrap: Span = NOTHING
    not_understood: int = 0
    unread: int = None
    crash_state: str = 'unknown'
    crash: Span = NOTHING
    faults: list = field(default_factory=list)

    def fault(self, *args):
        self.faults.append(Fault(*args))

    def event_bytes(self):
        return sum(span.len for _, span in self.runs)

    def gap_bytes(self):
        return sum(gap for gap, _ in self.runs)


def parse(image, total=None, holes=()):
    """Return the parsed log of an image. If a part of the image is invalid, the log gets a fault;
    no exception is raised.

    image: the image, or only its beginning
    total: the length of the whole image
    holes: (start, end) of each part whose bytes are unknown, in order; image has zeroes there
    """
    log = Log(len(image) if total is None else total)
    if len(image) < PAGE:
        log.fault('TOO_SHORT', 'state page', 0, len(image), PAGE)
        return log
    _walk(log, image[:PAGE])
    for name in (EVENT, CRASH):
        _check_cut(log, name, len(image))
        if name in log.regions:
            log.regions[name].holes = tuple(holes)
    _order_events(log, image)
    _find_crash(log, image)
    return log


def _find_crash(log, image):
    """Find the crash dump, which is the crash region if this has a nonzero byte. If the input lacks
    a part of the region and all other bytes are 0, it is unknown whether there was a crash dump."""
    crash = log.regions.get(CRASH)
    if crash is None:
        return
    if any(crash.span(0, crash.size).of(image)):
        log.crash = crash.span(0, crash.size)
        log.crash_state = 'present'
    elif (crash.available_len() == crash.size and
          crash.first_hole(0) >= crash.size):
        log.crash_state = 'none'


def _walk(log, page):
    """Read the buffer states up to the LIC, to an empty state, or to the end of the page."""
    at, region_offset, lic_seen = 0, PAGE, False
    while True:
        magic, = struct.unpack_from('<I', page, at)
        if magic == LIC_MAGIC:
            lic_seen = True
            _read_lic(log, page, at)
            break
        if magic == 0 or len(page) - at < STATE.size:
            break
        _read_state(log, page, at, region_offset)
        region_offset += struct.unpack_from('<I', page, at + SIZE)[0]
        at += STATE.size
    for name in REGIONS:
        if name not in log.regions:
            log.fault('NO_STATE', name, 0)
    if not lic_seen:
        log.fault('NO_LIC', 'LIC', at)


def _read_state(log, page, at, offset):
    (mark0, mark1, read, write, size, sampled, wrap, flags,
     version) = STATE.unpack_from(page, at)
    pair = mark0 << 32 | mark1
    name = MARKERS.get((mark0, mark1))
    if name is None:
        log.fault('MARKER', 'state page', at, pair)
        return
    if name in log.regions:
        log.fault('TWICE', name, at, pair)
        return
    avail = 0
    if offset > log.total:
        log.fault('REGION_OUTSIDE', name, at + SIZE, offset, log.total)
    else:
        avail = min(size, log.total - offset)
        if avail < size:
            log.fault('SIZE', name, at + SIZE, size, avail)
    if size % 4:
        log.fault('SIZE_ALIGN', name, at + SIZE, size, 4)
    if name == EVENT:
        _check_pointers(log, at, size, read, write, wrap)
        if version == EVENT_VERSION and not _contradictory(log):
            _check_entry_pointers(log, at, size, write, wrap)
    log.regions[name] = Region(at, offset, size, avail, read, write, sampled,
                               wrap, flags & 1, flags >> 1 & 15, version)


def _check_pointers(log, at, size, read, write, wrap):
    for code, where, value in (('READ_PTR', READ_PTR, read),
                               ('WRITE_PTR', WRITE_PTR, write),
                               ('WRAP_OFFSET', WRAP, wrap)):
        if value > size:
            log.fault(code, EVENT, at + where, value, size)
        if value % 4:
            log.fault(code + '_ALIGN', EVENT, at + where, value, 4)
    if not _contradictory(log) and 0 < wrap < size and write > wrap:
        log.fault('WRITE_PTR_WRAP', EVENT, at + WRITE_PTR, write, wrap)


def _check_entry_pointers(log, at, size, write, wrap):
    """Add a fault for write_ptr and for wrap_offset unless it is a multiple of the length of an
    entry, or the size of the region."""
    for code, where, value in (('WRITE_PTR_ALIGN', WRITE_PTR, write),
                               ('WRAP_OFFSET_ALIGN', WRAP, wrap)):
        if value % EVENT_SIZE and value != size:
            log.fault(code, EVENT, at + where, value, EVENT_SIZE)


def _check_cut(log, name, have):
    """Add a fault if the input does not contain all bytes of a region."""
    region = log.regions.get(name)
    if region and region.avail and have < region.offset + region.avail:
        region.have = max(have - region.offset, 0)
        log.fault('CUT', name, region.offset, region.have, region.avail)


def _contradictory(log):
    """Return whether the order of the events is unknown because the size, write_ptr or wrap_offset
    of the event region is invalid. Here, a pointer is valid even if it is not a multiple of the
    length of an entry."""
    return any(fault.section == EVENT and
               fault.code.startswith(('SIZE_ALIGN', 'WRITE_PTR', 'WRAP_')) and
               not (fault.code.endswith('_ALIGN') and
                    fault.expected == EVENT_SIZE)
               for fault in log.faults)


def _read_lic(log, page, at):
    version, count = struct.unpack_from('<2I', page, at + 4)
    if version >> 16 != 1:
        log.fault('LIC_VERSION', 'LIC', at + 4, version, 1)
        return
    log.lic = Lic(at, version)
    bound = (len(page) - at - 12) // 4
    if count > bound:
        log.fault('LIC_COUNT', 'LIC', at + 8, count, bound)
        count = bound
    _read_klvs(log, struct.unpack_from(f'<{count}I', page, at + 12), at + 12)
    for key in LIC_KEYS:
        if key not in log.lic.values:
            log.fault('KLV_MISSING', 'LIC', at, key)


def _read_klvs(log, data, at):
    lic, i = log.lic, 0
    while i < len(data):
        where, key, length = at + 4 * i, data[i] >> 16, data[i] & 0xffff
        i += 1
        if length > len(data) - i:
            log.fault('KLV_TRUNCATED', 'LIC', where, length, len(data) - i)
            break
        if key not in LIC_KEYS:
            lic.unknown_keys += 1
        elif length != 1:
            log.fault('KLV_LEN', 'LIC', where, length, 1)
        elif key in lic.values:
            log.fault('KLV_TWICE', 'LIC', where, key)
        else:
            lic.values[key] = data[i]
        i += length


def _order_events(log, image):
    ring = log.regions.get(EVENT)
    if ring is None or (ring.size and not ring.avail):
        return
    write, wrap = ring.write_ptr, ring.wrap_offset
    if _contradictory(log):
        log.order = STORAGE
        _add_runs(log, *ring.pieces(0, ring.size))
        return
    wrapped = 0 < wrap < ring.size
    log.order = WRAPPED if wrapped else LINEAR
    end = wrap if wrapped else ring.size
    log.late = _late(ring, image, write or wrap % ring.size if ring.size else 0,
                     write, end)
    write += log.late
    if wrapped:
        _add_runs(log, *ring.pieces(write, wrap), *ring.pieces(0, write))
        _find_after_wrap(log, ring, image)
    else:
        _add_runs(log, *ring.pieces(0, write))
        _find_before_load(log, ring, image, write)
    log.unread = _unread(log, ring)


def _add_runs(log, *parts):
    for span, missing in parts:
        if span.len:
            log.runs.append((log.missing, span))
            log.missing = 0
        log.missing += missing


def _fields(ring, image, at):
    """Return the words of the entry at this offset in the region, or None if the input does not
    contain all of them."""
    span = ring.span(at, at + EVENT_SIZE)
    if (at < 0 or span.len < EVENT_SIZE or
            ring.first_hole(at) < at + EVENT_SIZE):
        return None
    return struct.unpack('<5I', span.of(image))


def _plausible(words):
    return words[1] == 0 and 0 < words[2] <= 0xffff


def _step(before, after):
    """Return the ticks from one entry to the next, or 0 if the second is at most STEP_BACK ticks
    earlier."""
    return 0 if (before - after) % (1 << 32) <= STEP_BACK else (
        after - before) % (1 << 32)


def _late(ring, image, newest_end, write, end):
    """Return the length in bytes of the entries after write_ptr that were written while the log was
    copied: their times continue that of the newest entry before write_ptr (see LATE)."""
    if ring.version != EVENT_VERSION or write % EVENT_SIZE:
        return 0
    newest = _fields(ring, image, newest_end - EVENT_SIZE)
    if newest is None or not _plausible(newest):
        return 0
    last = newest[0]
    for at in range(write, end - EVENT_SIZE + 1, EVENT_SIZE):
        words = _fields(ring, image, at)
        if words is None:
            return 0
        if not _plausible(words) or _step(last, words[0]) >= SEAM:
            return at - write
        if _step(newest[0], words[0]) >= LATE:
            return 0
        if _step(last, words[0]):
            last = words[0]
    return 0


def _used(ring, image, start):
    """Return the span of the whole entries from "start" to the last nonzero byte of the region, or
    to the first hole."""
    start, end = ring.whole(start, ring.size)
    left, _ = ring.entries(start, min(end, ring.first_hole(start)))
    used = len(left.of(image).rstrip(b'\0'))
    unit = ring.unit()
    return Span(left.offset, -(-used // unit) * unit) if used else NOTHING


def _find_after_wrap(log, ring, image):
    """Find data after wrap_offset. The firmware continues at the start of the region as soon as no
    whole entry fits before its end, so less than an entry should follow wrap_offset. If more bytes
    follow it and some of them are not 0, this is a fault."""
    if ring.size - ring.wrap_offset < EVENT_SIZE:
        return
    log.after_wrap = _used(ring, image, ring.wrap_offset)
    if log.after_wrap.len:
        log.fault('AFTER_WRAP', EVENT, log.after_wrap.offset,
                  log.after_wrap.len)


def _find_before_load(log, ring, image, write):
    """Find the entries after the write pointer in a ring that has not wrapped. The firmware wrote
    them before it was loaded again. Data there that do not look like entries, or that follow a
    hole, are only counted (not_understood)."""
    span = _used(ring, image, write)
    hole = ring.first_hole(write)
    if hole < ring.size:
        after, _ = ring.entries(0, ring.size)
        log.not_understood = len(
            after.of(image)[hole:].rstrip(b'\0'))
    if ring.version != EVENT_VERSION or _look_real(span.of(image)):
        log.before_load = span
    else:
        log.not_understood += span.len


def _look_real(data):
    """Return whether the data look like entries. At least three quarters of the first JUDGED
    nonzero entries must be plausible, and the time must increase from one plausible entry to the
    next, with at most one exception in eight, plus one."""
    entries = [words for words in struct.iter_unpack('<5I', data)
               if any(words)][:JUDGED]
    stamps = [words[0] for words in entries if _plausible(words)]
    back = sum(_step(a, b) >= 1 << 31 for a, b in zip(stamps, stamps[1:]))
    return (len(stamps) > 0 and len(stamps) * 4 >= len(entries) * 3 and
            back <= len(stamps) // 8 + 1)


def _unread(log, ring):
    """Return the number of bytes that the consumer of the log has not read, from read_ptr on.
    Return None if there is no consumer (read_ptr is 0), if read_ptr is invalid, or if the order of
    the events is unknown."""
    read, write, wrap = ring.read_ptr, ring.write_ptr, ring.wrap_offset
    bad = any(fault.code.startswith('READ_PTR') for fault in log.faults)
    if not read or bad or log.order not in (LINEAR, WRAPPED):
        return None
    if read <= write:
        return write - read
    if log.order == WRAPPED and read <= wrap:
        return wrap - read + write
    return None
