# SPDX-License-Identifier: GPL-2.0-only
"""LFD files with thousands of event blocks, as the module's stream gives them."""

import struct

from reference.lfd import COMMENT, EVENTS, MAGIC, VERSION, block
from small import HZ, lfd, walk
from tool import same, save

RING = walk(6000, 0x1000, 100)


def pieces(events, number, gap=()):
    """A file of one block for each `number` events; gap: blocks with a gap before them."""
    out = struct.pack('<QI', MAGIC, VERSION) + block(3, struct.pack('<I', HZ // 1000))
    for i in range(0, len(events), number):
        if i // number in gap:
            out += block(COMMENT, b'events=events right before these are missing\n'
                         b'events_gap_bytes=40\nevents_gap_entries=2\n')
        out += block(EVENTS, struct.pack('<I', 2) + b''.join(events[i:i + number]))
    return out


def decoded(guclog, name, rc=0):
    return guclog('decode', '--raw', '--json', name, rc=rc).json['events']


def test_each_block_is_read(guclog):
    """The events of 3000 blocks are those of one block, with the same times."""
    save('many', pieces(RING, 2))
    save('one', lfd(RING, facts={}))
    many, one = decoded(guclog, 'many'), decoded(guclog, 'one')
    same(len(many), 6000)
    same([(e['index'], e['tick'], e['args']) for e in many],
         [(e['index'], e['tick'], e['args']) for e in one])
    same(guclog('extract', '--events', 'many').raw, b''.join(RING))


def test_each_gap_is_counted(guclog):
    save('many', pieces(RING, 10, gap=range(1, 600, 2)))
    assert '12000 bytes missing' in guclog('info', 'many', rc=1).out
    same(len(decoded(guclog, 'many', rc=1)), 6000)


def test_blocks_make_no_difference(guclog):
    save('many', pieces(RING, 3))
    save('one', pieces(RING, 6000))
    found = guclog('diff', '--json', 'many', 'one', rc=None).json['logs'][0]['events']
    same((found['only_a'], found['common'], found['only_b']), (0, 6000, 0))
