# SPDX-License-Identifier: GPL-2.0-only
"""LFD files that have one fault, and some valid LFD files that look faulty. guclog check must find
the fault."""

import struct

from reference import lfd, log as parser
from reference.fault import Fault

from .case import CASES, Spoiled, put


def good():
    """Return a valid LFD file with one block of every known type. Its event block has 40
    entries."""
    case = CASES['crash-small']
    image = case.image()
    facts = case.facts(len(image)).of()
    return lfd.build(parser.parse(image), image, facts)


def where(data, kind):
    """Return the offset of the first block of this type."""
    return next(b.offset for b in lfd.blocks(data) if b.kind == kind)


def words(data, offset, *dwords):
    return put(data, offset, struct.pack(f'<{len(dwords)}I', *dwords))


def block(kind, *dwords):
    return struct.pack(f'<{2 + len(dwords)}I', kind << 16 | 0x8086,
                       len(dwords), *dwords)


def fault(code, offset, *values):
    return Fault(code, 'LFD', offset, *values)


def spoiled():
    """Return a Spoiled object for each file."""
    data = good()
    end, os_id = len(data), where(data, lfd.OS_ID)
    events, text = where(data, lfd.EVENTS), where(data, lfd.COMMENT)
    left = (end - os_id - 8) // 4
    release = os_id + 12
    rows = (
        ('good', data, None),
        ('header-11', data[:11], fault('TOO_SHORT', 0, 11, 12)),
        ('minor', words(data, 8, 0x1ffff), None),
        ('major-0', words(data, 8, 0xffff), fault('LFD_VERSION', 8, 0xffff, 1)),
        ('major-2', words(data, 8, 0x20000),
         fault('LFD_VERSION', 8, 0x20000, 1)),
        ('block-header-7', data + block(0x2000, 1)[:7],
         fault('TOO_SHORT', end, 7, 8)),
        ('block-header-1', data + b'\x86', fault('TOO_SHORT', end, 1, 8)),
        ('block-magic', words(data, os_id, 0x40008087),
         fault('BLOCK_MAGIC', os_id, 0x40008087, 0x8086)),
        ('block-count', words(data, os_id + 4, left + 1),
         fault('BLOCK_COUNT', os_id + 4, left + 1, left)),
        ('block-count-max', words(data, os_id + 4, 0xffffffff),
         fault('BLOCK_COUNT', os_id + 4, 0xffffffff, left)),
        ('block-count-wrap', words(data, os_id + 4, 0x40000001),
         fault('BLOCK_COUNT', os_id + 4, 0x40000001, left)),
        ('cut-dword', data[:-4],
         fault('BLOCK_COUNT', text + 4, (end - text - 8) // 4,
               (end - text - 8) // 4 - 1)),
        ('cut-byte', data[:-1],
         fault('BLOCK_COUNT', text + 4, (end - text - 8) // 4,
               (end - text - 8) // 4 - 1)),
        ('lic-empty', data[:12] + block(1), fault('BLOCK_LEN', 16, 0, 1)),
        ('lic-long', data[:12] + block(3, 1, 2),
         fault('BLOCK_LEN', 16, 2, 1)),
        ('lic-twice', data + block(5, 1), fault('BLOCK_TWICE', end, 5)),
        ('os-twice', data + block(0x4000, 2),
         fault('BLOCK_TWICE', end, 0x4000)),
        ('os-empty', data[:12] + block(0x4000),
         fault('BLOCK_LEN_MIN', 16, 0, 1)),
        ('os-bare', data[:os_id] + block(0x4000, 2), None),
        ('os-0', words(data, os_id + 8, 0), fault('OS_ID', os_id + 8, 0, 4)),
        ('os-4', words(data, os_id + 8, 4), None),
        ('os-5', words(data, os_id + 8, 5), fault('OS_ID', os_id + 8, 5, 4)),
        ('os-newline', words(data, release, 0x0a322e36),
         fault('NOT_TEXT', release + 3, 0x0a)),
        ('os-hole', words(data, release + 4, 0x31002e32),
         fault('NOT_TEXT', release + 6, 0)),
        ('os-zeroes', data[:os_id] + block(0x4000, 2, 0x3631, 0, 0), None),
        ('events-empty', data + block(0x2000),
         fault('BLOCK_LEN_MIN', end + 4, 0, 1)),
        ('events-version', data + block(0x2000, 2), None),
        ('events-twice', data + data[events:events + 8 + 804], None),
        ('comment-byte', words(data, text + 8, 0x80777777),
         fault('NOT_TEXT', text + 11, 0x80)),
        ('comment-del', words(data, text + 8, 0x7f777777),
         fault('NOT_TEXT', text + 11, 0x7f)),
        ('comment-return', data + block(0x6001, 0x0a0d3d61),
         fault('NOT_TEXT', end + 10, 0x0d)),
        ('comment-tab', data + block(0x6001, 0x0a093d61), None),
        ('comment-hole', data + block(0x6001, 0x0a003d61),
         fault('NOT_TEXT', end + 10, 0)),
        ('comment-zeroes-3', data + block(0x6001, 0x61), None),
        ('comment-zeroes-4', data + block(0x6001, 0x61616161, 0),
         fault('NOT_TEXT', end + 12, 0)),
        ('comment-zeroes-5', data + block(0x6001, 0x616161, 0),
         fault('NOT_TEXT', end + 11, 0)),
        ('comment-empty', data + block(0x6001), None),
        ('type-0', data + block(0), fault('BLOCK_TYPE', end, 0)),
        ('type-6', data + block(6, 1, 2, 3), None),
        ('type-1fff', data + block(0x1fff), None),
        ('type-2fff', data + block(0x2fff, 1), None),
        ('type-7fff', data + block(0x7fff), None),
        ('type-8000', data + block(0x8000),
         fault('BLOCK_TYPE', end, 0x8000)),
        ('type-ffff', data + block(0xffff, 1),
         fault('BLOCK_TYPE', end, 0xffff)),
        ('first-of-two', data + block(0) + block(0x2000),
         fault('BLOCK_TYPE', end, 0)),
    )
    return [Spoiled(f'lfd-{name}', content, verdict)
            for name, content, verdict in rows]
