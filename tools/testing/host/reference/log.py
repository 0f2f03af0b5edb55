# SPDX-License-Identifier: GPL-2.0-only
"""What a log image says: states, LIC, ring order, faults."""

import struct
from dataclasses import dataclass, field
from typing import NamedTuple

from .fault import Fault

PAGE = 4096
STATE = struct.Struct('<9I')
EVENT_VERSION = 2
EVENT_SIZE = 20
MAX_FAULTS = 16         # kept ones; all are counted

EVENT, CRASH, CAPTURE = 'event data', 'crash dump', 'state capture'
REGIONS = (EVENT, CRASH, CAPTURE)
MARKERS = {
    (0xcabba9e6, 0xdeadfeed): EVENT,
    (0xcabba9e6, 0x8086dead): CRASH,
    (0xcabba9f7, 0xbeeffeed): CAPTURE,
}
LIC_MAGIC = 0x8086900d
LIC_KEYS = range(1, 6)

# Byte offsets of the fields in a state.
READ_PTR, WRITE_PTR, SIZE, WRAP = 8, 12, 16, 24

ABSENT, LINEAR, WRAPPED, STORAGE = (
    'absent', 'not wrapped, oldest first', 'wrapped, oldest first',
    'storage order')


class Span(NamedTuple):
    """A part of the image that lies inside it."""
    offset: int
    len: int

    def of(self, image):
        return image[self.offset:self.offset + self.len]


NOTHING = Span(0, 0)


@dataclass
class Region:
    """One region as its state describes it, in bytes; avail of it is in the
    log, have of that at hand (None: all of it)."""
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

    def span(self, start, end):
        """The part [start, end) of the region as far as it is at hand."""
        end = min(end, self.avail if self.have is None else self.have)
        if start >= end:
            return NOTHING
        return Span(self.offset + start, end - start)


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
    runs: list = field(default_factory=list)
    before_load: Span = NOTHING
    unread: int = None
    crash: Span = NOTHING
    faults: list = field(default_factory=list)

    def fault(self, *args):
        self.faults.append(Fault(*args))

    def event_bytes(self):
        return sum(run.len for run in self.runs)


def parse(image, total=None):
    """Read an image, or what is at hand of one that is total bytes long; what
    cannot be read is a fault and nothing else."""
    log = Log(len(image) if total is None else total)
    if len(image) < PAGE:
        log.fault('TOO_SHORT', 'state page', 0, len(image), PAGE)
        return log
    _walk(log, image[:PAGE])
    for name in (EVENT, CRASH):
        _check_cut(log, name, len(image))
    _order_events(log, image)
    crash = log.regions.get(CRASH)
    if crash and any(crash.span(0, crash.size).of(image)):
        log.crash = crash.span(0, crash.size)
    return log


def _walk(log, page):
    """Walk the states until the LIC, an empty state or the page's end."""
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


def _check_cut(log, name, have):
    """Of what the log has of a region, all should be at hand."""
    region = log.regions.get(name)
    if region and region.avail and have < region.offset + region.avail:
        region.have = max(have - region.offset, 0)
        log.fault('CUT', name, region.offset, region.have, region.avail)


def _contradictory(log):
    """Has the event state a fault after which its pointers mean nothing?"""
    return any(fault.section == EVENT and
               fault.code.startswith(('SIZE_ALIGN', 'WRITE_PTR', 'WRAP_'))
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
    if _contradictory(log):
        log.order = STORAGE
        _add_runs(log, ring.span(0, ring.size))
    elif not ring.size:
        log.order = LINEAR
    elif 0 < ring.wrap_offset < ring.size:
        log.order = WRAPPED
        _add_runs(log, ring.span(ring.write_ptr, ring.wrap_offset),
                  ring.span(0, ring.write_ptr))
    else:
        log.order = LINEAR
        _add_runs(log, ring.span(0, ring.write_ptr))
        log.before_load = _before_load(ring, image)
    log.unread = _unread(log, ring)


def _add_runs(log, *spans):
    log.runs = [span for span in spans if span.len]


def _before_load(ring, image):
    """What an earlier load of the firmware left behind the write pointer."""
    unit = EVENT_SIZE if ring.version == EVENT_VERSION else 4
    left = ring.span(ring.write_ptr, ring.size)
    used = len(left.of(image).rstrip(b'\0'))
    whole = -(-used // unit) * unit
    return Span(left.offset, min(whole, left.len)) if used else NOTHING


def _unread(log, ring):
    """Bytes that the consumer who moved read_ptr has not read, or None."""
    read, write, wrap = ring.read_ptr, ring.write_ptr, ring.wrap_offset
    bad = any(fault.code.startswith('READ_PTR') for fault in log.faults)
    if not read or bad or log.order not in (LINEAR, WRAPPED):
        return None
    if read <= write:
        return write - read
    if log.order == WRAPPED and read <= wrap:
        return wrap - read + write
    return None
