# SPDX-License-Identifier: GPL-2.0-only
"""LFD files and events for the tests, written without the tool."""
import struct

MAGIC = 0x8086aaaa474c5346
HZ = 19200000
ANCHOR = {
    'anchor_boottime_ns': 365401817253,
    'anchor_realtime_ns': 1767225600123456789,
    'anchor_guc_tick': 7015714891,
    'anchor_uncertainty_ns': 3125,
}


def entry(tick, ident, arg0=0, arg1=0, zero=0):
    return struct.pack('<5I', tick & 0xffffffff, zero, ident, arg0, arg1)


def block(kind, data):
    data += b'\0' * (-len(data) % 4)
    return struct.pack('<II', kind << 16 | 0x8086, len(data) // 4) + data


def lfd(events, facts=None, gt=0, khz=HZ // 1000, old=b'', crash=b'', notes=''):
    """An LFD file with one block of events; facts: what the comment says."""
    facts = dict(ANCHOR if facts is None else facts)
    lines = [f'pci_address=0000:03:00.0\ngt={gt}\n']
    lines += [f'{key}={value}\n' for key, value in facts.items()]
    lines += ['event_order=wrapped, oldest first\nevent_version=2\n', notes]
    out = struct.pack('<QI', MAGIC, 0x10000)
    if khz:
        out += block(3, struct.pack('<I', khz))
    out += block(0x2000, struct.pack('<I', 2) + b''.join(events))
    if crash:
        out += block(0x2001, crash)
    out += block(0x6001, ''.join(lines).encode())
    if old:
        out += block(0x6001, b'events=written before the firmware was loaded again\n')
        out += block(0x2000, struct.pack('<I', 2) + old)
    return out


def walk(number, first, step=960, ident=0x400):
    """Events at equal distances, with arguments that tell them apart."""
    return [entry(first + i * step, ident + i % 7, i, i * i & 0xffffffff)
            for i in range(number)]


def image(events, write, wrap, size, cut=None):
    """An image whose ring has the events from its start; cut: its length."""
    def state(marker, size, write=0, wrap=0):
        return struct.pack('<9I', *marker, 0, write, size, 0, wrap, 0, 2)

    page = state((0xcabba9e6, 0xdeadfeed), size, write, wrap)
    page += state((0xcabba9e6, 0x8086dead), 0)
    page += state((0xcabba9f7, 0xbeeffeed), 0)
    page += struct.pack('<III', 0x8086900d, 0x10000, 10)
    for key, value in enumerate((0x462c01, 0x61, HZ // 1000, 0x5008000, 0x1e), 1):
        page += struct.pack('<II', key << 16 | 1, value)
    page = page.ljust(4096, b'\0')
    return (page + b''.join(events).ljust(size, b'\0'))[:cut]


def boottime(tick, facts=None):
    """As documented: what lies between event and anchor, rounded to 0."""
    facts = facts or ANCHOR
    ago = facts['anchor_guc_tick'] - tick
    ns = abs(ago) // HZ * 10**9 + abs(ago) % HZ * 10**9 // HZ
    return facts['anchor_boottime_ns'] - (ns if ago >= 0 else -ns)
