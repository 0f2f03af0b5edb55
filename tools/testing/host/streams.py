# SPDX-License-Identifier: GPL-2.0-only
"""Makes event streams in the form of the module's file guc_log_stream: an LFD file without end."""

import struct

from reference.lfd import COMMENT, EVENTS, MAGIC, VERSION, block
from small import ANCHOR, HZ

OS_ID, LINUX = 0x4000, 2
GPU = '0000:03:00.0'


def lines(**pairs):
    return ''.join(f'{key}={value}\n' for key, value in pairs.items()).encode()


def comment(**pairs):
    return block(COMMENT, lines(**pairs))


def head(gt=0, khz=HZ // 1000, version=0x46090000, **facts):
    """Return the beginning of a stream: the file header, the blocks that every LFD file must have,
    and the main comment. facts: keys and values for further lines of the comment."""
    out = struct.pack('<QI', MAGIC, VERSION)
    for kind, value in ((1, version), (2, 1), (3, khz), (4, 0x3000000), (5, 2)):
        out += block(kind, struct.pack('<I', value))
    out += block(OS_ID, struct.pack('<I', LINUX) + b'6.12.0')
    return out + comment(writer='test', pci_address=GPU, gt=gt, **facts,
                         event_stream='events since the file was opened',
                         event_order='not wrapped, oldest first', event_version=2,
                         event_size=65536)


def events(entries):
    return block(EVENTS, struct.pack('<I', 2) + b''.join(entries))


def lost(number, entries, seq=0, **more):
    """Return a block of events, after a comment which states that at least this number of events is
    missing before them. seq: the number of the first of these events in the stream."""
    return comment(events='events right before these are missing',
                   events_gap_bytes=20 * number, events_gap_entries=number,
                   events_gap_at_least='yes', events_bytes=20 * len(entries),
                   events_entries=len(entries), events_seq=seq, **more) + events(entries)


def restart(entries, seq=0):
    """Return a block of events, after a comment which states that the firmware was loaded again
    before them."""
    return comment(events='the firmware was loaded again right before these',
                   events_bytes=20 * len(entries), events_entries=len(entries),
                   events_seq=seq) + events(entries)


def anchor(tick, boottime_ns, age_ns=0):
    return comment(anchor='a change of write_ptr', anchor_boottime_ns=boottime_ns,
                   anchor_realtime_ns=boottime_ns + ANCHOR['anchor_realtime_ns'],
                   anchor_guc_tick=tick, anchor_uncertainty_ns=3125,
                   anchor_age_ns=age_ns)
