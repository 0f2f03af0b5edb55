# SPDX-License-Identifier: GPL-2.0
"""First inputs of fuzz_dump, fuzz_ct and fuzz_capture_region."""
import struct

import gucstory
import stories
from reference import forms, sections
from reference.sections import EVENT, SUCCESS, V73, V612, Dump, Engine, Message

REGION = struct.pack(
    '<32I', 0, 3, 0, 0xff0, 0xffffffff, 0xffffffff, 1, 0xa188, 0x10001, 0, 0,
    0, 0xf01, 0xffffffff, 0xffffffff, 1, 0xe164, 7, 0x00302002, 0,
    0, 0x42, 0x21df000, 32, 2, 0x74, 0xaa7e1b04, 0, 0, 0x5c, 0xd556, 0) + bytes(4)


def rings(size):
    """Return a wrapped H2G ring and a wrapped G2H ring."""
    to_guc, to_host = sections.Ring(size, True), sections.Ring(size, False)
    for i in range(size // 2):
        to_guc.put(Message((0x1000, 0x1001, 0x7000)[i % 3], tuple(range(i % 5)), 0x8000 | i))
        to_host.put(Message((0x1002, 0x7001)[i % 2], tuple(range(i % 4)), 0, EVENT, origin=1))
    to_host.put(Message(0, (), 0x8001, SUCCESS, origin=1))
    to_guc.read(2)
    to_host.read()
    return to_guc, to_host


def hang(seed=1):
    """Return the whole devcoredump of a simulated hang."""
    story = stories.refuse(stories.begin(seed))
    return gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim]).encode()


def dump_seeds():
    """Devcoredumps of Linux 6.12 and 7.3: short ones with CT rings of 64 words, and whole ones."""
    log = forms.Held(bytes(range(64)))
    for kernel in V612, V73:
        dump = Dump(log=log, rings=rings(64), engines=(Engine(),))
        for piece in 0, 6, 63:
            yield f'{kernel}-{piece}', bytes([piece]) + dump.text(kernel).replace(
                'z' * 1024, 'z' * 8).encode()
        yield f'{kernel}-whole', b'\x3f' + dump.text(kernel).encode()
    yield 'hang', b'\x3f' + hang()
    lines = dump.text(V73).splitlines()
    yield 'dmesg', b'\x3f' + '\n'.join(
        f'[ 1.5] xe: Capture 1.{i}: {line[:300]}' for i, line in enumerate(lines)).encode()


def ct_seeds():
    for ring, number in zip(rings(64), (0, 1)):
        words = struct.pack(f'<{ring.size}I', *ring.words)
        for how in 0, 2:
            yield f'{number}-{how}', struct.pack('<BBHHH', number | how, how, ring.head,
                                                 ring.tail, ring.size) + words
    yield 'snapshot', struct.pack('<BBHHH', 4 << 3, 0, 0, 0, 9) + \
        sections.ctb(V612, *rings(64))


def region_seeds():
    for name, write, read, data in (
            ('linear', len(REGION), 0, REGION + bytes(384)),
            ('stale', 0, 0, REGION + REGION + bytes(256)),
            ('across', 64, 0, REGION[64:] + bytes(384) + REGION[:64])):
        yield name, struct.pack('<HHH', len(data) // 4, write, read) + data
