# SPDX-License-Identifier: GPL-2.0-only
"""Makes small LFD files and images with events at known times."""
import struct

from reference.image import Image, State
from reference.lfd import CRASH_DUMP, COMMENT, EVENTS, MAGIC, VERSION, block
from reference.log import CAPTURE, CRASH, EVENT

HZ = 19200000
ANCHOR = {
    'anchor_boottime_ns': 365401817253,
    'anchor_realtime_ns': 1767225600123456789,
    'anchor_guc_tick': 7015714891,
    'anchor_uncertainty_ns': 3125,
}


def entry(tick, ident, arg0=0, arg1=0, zero=0):
    return struct.pack('<5I', tick & 0xffffffff, zero, ident, arg0, arg1)


def walk(number, first, step=960, ident=0x400):
    """Return this number of log entries, "step" ticks apart, each with different arguments."""
    return [entry(first + i * step, ident + i % 7, i, i * i & 0xffffffff)
            for i in range(number)]


def lfd(events, facts=None, gt=0, khz=HZ // 1000, old=b'', crash=b'', notes=''):
    """Return an LFD file with these events in one block.

    facts: keys and values for lines of its comment, by default ANCHOR
    khz: frequency of the GuC's clock; 0 if the file must not have it
    old: entries from before the firmware was loaded, for another block
    notes: further lines of the comment
    """
    facts = ANCHOR if facts is None else facts
    lines = [f'pci_address=0000:03:00.0\ngt={gt}\n']
    lines += [f'{key}={value}\n' for key, value in facts.items()]
    lines += ['event_order=wrapped, oldest first\nevent_version=2\n', notes]
    version = struct.pack('<I', 2)
    out = struct.pack('<QI', MAGIC, VERSION)
    if khz:
        out += block(3, struct.pack('<I', khz))
    out += block(EVENTS, version + b''.join(events))
    if crash:
        out += block(CRASH_DUMP, crash)
    out += block(COMMENT, ''.join(lines).encode())
    if old:
        out += block(COMMENT, b'events=written before the firmware was loaded again\n')
        out += block(EVENTS, version + old)
    return out


def image(events, write, wrap, size, cut=None):
    """Return a log image with these events at the start of its ring. write, wrap, size: write
    pointer, wrap offset and size of the ring; cut: number of bytes of the image to keep."""
    ring = State(EVENT, size, b''.join(events), write_ptr=write, wrap_offset=wrap)
    return Image([ring, State(CRASH, 0), State(CAPTURE, 0)], cut=cut).build()


def boottime(tick, facts=None):
    """Return the host's time since boot in ns for a tick of the GuC's clock. It is computed from
    the anchor (both clocks at the same time), and rounded towards the time of the anchor."""
    facts = facts or ANCHOR
    ago = facts['anchor_guc_tick'] - tick
    ns = abs(ago) // HZ * 10**9 + abs(ago) % HZ * 10**9 // HZ
    return facts['anchor_boottime_ns'] - (ns if ago >= 0 else -ns)
