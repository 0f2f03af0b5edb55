# SPDX-License-Identifier: GPL-2.0-only
"""Makes log images with events that have given timestamps, for the tests of the times of events."""

import struct

from corpus.case import SMALL
from reference import timeline
from reference.image import standard
from reference.ring import ENTRY, IDS, Ring

SIZE = 0x1000
FULL = SIZE // ENTRY


def entries(stamps):
    """Return log entries with these timestamps. An entry has the low 32 bits of its timestamp."""
    return b''.join(struct.pack('<5I', stamp % timeline.MODULUS, 0,
                                IDS[i % len(IDS)], i, ~i & 0xffffffff)
                    for i, stamp in enumerate(stamps))


def image(stamps, newest=None, **changes):
    """Return the image of a log of events with these timestamps, the oldest first.

    newest: None for a ring that has not wrapped. For a ring that has wrapped, the number of events
    at the beginning of the ring, which are the newest ones; the others follow them.
    """
    data = entries(stamps)
    if newest is None:
        made = Ring(data.ljust(SIZE, b'\0'), len(data), SIZE, data)
    else:
        assert len(data) == FULL * ENTRY
        at = newest * ENTRY
        made = Ring((data[len(data) - at:] + data[:len(data) - at])
                    .ljust(SIZE, b'\0'), at, FULL * ENTRY, data)
    return standard(made, SMALL[1:], 'events', **changes).build()


def steps(start, *sizes):
    out = [start]
    for size in sizes:
        out.append(out[-1] + size)
    return out


def series():
    """Yield the name of each test case, and the timestamps of its events, the oldest first."""
    half = timeline.MODULUS // 2
    yield 'no wrap', steps(1000, *[19200] * 99)
    yield 'one wrap', steps(-5 * 19200, *[19200] * 20)
    yield 'stamp 0 at the wrap', steps(-19200, *[19200] * 5)
    yield 'several wraps', steps(7, *[0x30000000] * 150)
    yield 'a wrap less a little each time', steps(7, *[-32769] * 20)
    yield 'the same stamp', steps(7, 0, 0, 5, 0)
    yield 'just a step back', steps(1 << 31, 100, -32768, 32768, 100)
    yield 'just a wrap', steps(1 << 31, 100, -32769, 100)
    yield 'steps back over 0', steps(-50, 60, -30, 40, -60, 70, 1 << 20)
    yield 'a step back in the end', steps(1 << 31, 100, 100, -150)
    yield 'half a wrap', steps(5, half, half, half - 1, half + 1, half)
    yield 'silence of almost a wrap', steps(5, timeline.MODULUS - 40000, 9)
    yield 'one event', steps(123456789)


def ticks_after(stamp):
    """Yield values of the GuC's clock for the anchor of a log whose newest event has this
    timestamp: usual ones, and extreme ones."""
    base = 188 * timeline.MODULUS + stamp % timeline.MODULUS
    yield from (base, base + 1, base + 19200, base + timeline.MODULUS - 1)
    yield stamp % timeline.MODULUS                  # the GuC's clock has not wrapped yet
    yield (stamp - 1) % timeline.MODULUS            # the event would be from before the clock began
    yield timeline.NEVER - 1
