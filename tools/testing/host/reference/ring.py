# SPDX-License-Identifier: GPL-2.0-only
"""Makes event rings as the firmware writes them. All bytes are computed from a seed."""

import hashlib
import sys
from array import array
from dataclasses import dataclass
from itertools import accumulate

ENTRY = 20
# Ids of events in a log of level 1; their meaning does not matter.
IDS = (0x8101, 0x8102, 0x8103, 0x8104, 0x8105, 0x8107, 0x048e, 0x0476,
       0x0365, 0x03ae, 0x0479, 0x0455, 0x8505, 0x84bf, 0x03b9, 0x044a)


def noise(seed, count):
    """Return pseudo-random bytes that depend only on the seed. count: their number."""
    return hashlib.shake_128(seed.encode('ascii')).digest(count)


def dwords(data):
    """Return the little-endian dwords of the data as an array of numbers, on any host."""
    out = array('I', data)
    if sys.byteorder == 'big':
        out.byteswap()
    return out


def _bytes(words):
    if sys.byteorder == 'big':
        words = words[:]
        words.byteswap()
    return words.tobytes()


def entries(seed, count):
    """Return this number of log entries, with increasing times and pseudo-random ids and arguments.

    The time from one entry to the next is up to 65535 ticks of a clock of 19.2 MHz (3.4 ms). An
    entry has only 32 bits of the time, which wrap in a long log.
    """
    words = array('I', bytes(ENTRY * count))
    start = int.from_bytes(noise(seed + '/start', 4), 'little')
    low, high = noise(seed + '/low', count), noise(seed + '/high', count)
    ticks = accumulate((a | b << 8 for a, b in zip(low, high)), initial=start)
    words[0::5] = array('I', [t & 0xffffffff for _, t in zip(low, ticks)])
    ids = [IDS[i & 15] for i in range(256)]
    words[2::5] = array('I', map(ids.__getitem__, noise(seed + '/id', count)))
    for i in (0, 1):
        words[3 + i::5] = dwords(noise(f'{seed}/arg{i}', 4 * count))
    return _bytes(words)


@dataclass
class Ring:
    """Content and pointers of a ring, and the entries in it, oldest first."""
    data: bytes
    write_ptr: int
    wrap_offset: int
    entries: bytes


def ring(size, written, seed, tail=b'', before=b''):
    """Return a ring into which the firmware has written this number of entries since it was loaded.

    tail: bytes between the last whole entry and the end of the region
    before: content of the region when the firmware was loaded

    The write pointer goes back to 0 as soon as no whole entry fits before the end of the region.
    The wrap offset is the offset at which the write pointer went back; until then, it is the size
    of the region.
    """
    fit = size // ENTRY
    live = entries(seed, min(written, fit))
    at = written % fit * ENTRY
    if written < fit:
        data = live + before[at:]
        wrap = size
    else:
        data = live[len(live) - at:] + live[:len(live) - at] + tail
        wrap = fit * ENTRY
    return Ring(data.ljust(size, b'\0')[:size], at, wrap, live)
