# SPDX-License-Identifier: GPL-2.0-only
"""LFD files: a writer that makes them from parsed logs, and a reader of their blocks."""

import struct
from typing import NamedTuple

from . import report
from .facts import WRITER, comment_lines
from .fault import Fault
from .log import EVENT

MAGIC = 0x8086aaaa474c5346
VERSION = 0x10000
BLOCK_MAGIC = 0x8086
EVENTS, CRASH_DUMP = 0x2000, 0x2001
OS_ID, LINUX = 0x4000, 2
COMMENT = 0x6001
LIC_BLOCKS = range(1, 6)


def block(kind, data):
    data += bytes(-len(data) % 4)
    return struct.pack('<2I', kind << 16 | BLOCK_MAGIC, len(data) // 4) + data


def _dword(value):
    return struct.pack('<I', value)


def comment(log, facts, notes=''):
    """Return the text of the main HOST_COMMENT of an LFD file. facts: the facts of the device and
    of its GT in one dict. notes: lines to add."""
    lines = [f'writer={WRITER}', *comment_lines(facts)]
    if log.lic:
        lines.append(f'lic_version={report.version(log.lic.version)}')
        if log.lic.unknown_keys:
            lines.append(f'lic_unknown_keys={log.lic.unknown_keys}')
    lines += report.event_lines(log)
    lines += report.crash_lines(log)
    lines += report.fault_lines(log)
    return report.text(lines) + notes


def _events(log, image, spans):
    head = _dword(log.regions[EVENT].version)
    return block(EVENTS, head + b''.join(span.of(image) for span in spans))


def _comment(lines):
    return block(COMMENT, report.text(lines).encode('ascii'))


def _log_events(log, image):
    """Return the blocks with the events of a log, oldest first. After a gap in the events, a new
    block begins, and a comment about the gap precedes it."""
    blocks = []
    for gap, span in log.runs:
        if gap or not blocks:
            blocks.append((gap, []))
        blocks[-1][1].append(span)
    out = []
    for gap, spans in blocks:
        if gap:
            out.append(_comment(report.gap_comment(
                log, gap, sum(span.len for span in spans))))
        out.append(_events(log, image, spans))
    return out


def build(log, image, facts, notes=''):
    """Return the LFD file of a parsed log. facts: the facts of the device and of its GT in one
    dict. notes: lines to add to its main comment."""
    out = [struct.pack('<QI', MAGIC, VERSION)]
    values = log.lic.values if log.lic else {}
    out += [block(key, _dword(values[key])) for key in LIC_BLOCKS
            if key in values]
    out.append(block(OS_ID, _dword(LINUX) +
                      facts.get('kernel', '').encode('ascii')))
    out += _log_events(log, image)
    if log.crash.len:
        out.append(block(CRASH_DUMP, log.crash.of(image)))
    out.append(block(COMMENT, comment(log, facts, notes).encode('ascii')))
    for what, span in ((report.BEFORE_LOAD, log.before_load),
                       (report.AFTER_WRAP, log.after_wrap)):
        if span.len:
            out.append(_comment(report.other_comment(log, what, span)))
            out.append(_events(log, image, [span]))
    return b''.join(out)


class Block(NamedTuple):
    """A block: the offset of its header, its type and its data."""
    offset: int
    kind: int
    data: bytes


class BadFile(Exception):
    """Raised if an LFD file is invalid. Its member "fault" is the fault."""

    def __init__(self, *args):
        self.fault = Fault(*args)
        super().__init__(self.fault.sentence())


def _refuse(code, offset, found=0, expected=0):
    raise BadFile(code, 'LFD', offset, found, expected)


def blocks(data):
    """Yield a file's blocks; raise BadFile at the first block with a fault in its header."""
    if len(data) < 12:
        _refuse('TOO_SHORT', 0, len(data), 12)
    magic, version = struct.unpack_from('<QI', data)
    if magic != MAGIC:
        _refuse('LFD_MAGIC', 0, magic, MAGIC)
    if version >> 16 != VERSION >> 16:
        _refuse('LFD_VERSION', 8, version, VERSION >> 16)
    at = 12
    while at < len(data):
        if len(data) - at < 8:
            _refuse('TOO_SHORT', at, len(data) - at, 8)
        head, count = struct.unpack_from('<2I', data, at)
        if head & 0xffff != BLOCK_MAGIC:
            _refuse('BLOCK_MAGIC', at, head, BLOCK_MAGIC)
        left = (len(data) - at - 8) // 4
        if count > left:
            _refuse('BLOCK_COUNT', at + 4, count, left)
        yield Block(at, head >> 16, data[at + 8:at + 8 + 4 * count])
        at += 8 + 4 * count


def _check_text(block, start, good, zeroes):
    """Raise BadFile unless the data of a block are text from "start" on, followed by at most
    "zeroes" zero bytes. good: the bytes that the text may have."""
    used = len(block.data.rstrip(b'\0'))
    used = max(used, start, len(block.data) - zeroes)
    for i in range(start, used):
        if block.data[i] not in good:
            _refuse('NOT_TEXT', block.offset + 8 + i, block.data[i])


PRINTABLE = frozenset(range(0x20, 0x7f))


def _check_block(block, seen):
    count = len(block.data) // 4
    if block.kind == 0 or block.kind >= 0x8000:
        _refuse('BLOCK_TYPE', block.offset, block.kind)
    if block.kind in LIC_BLOCKS and count != 1:
        _refuse('BLOCK_LEN', block.offset + 4, count, 1)
    if block.kind in (OS_ID, EVENTS) and not count:
        _refuse('BLOCK_LEN_MIN', block.offset + 4, count, 1)
    if block.kind in (*LIC_BLOCKS, OS_ID) and block.kind in seen:
        _refuse('BLOCK_TWICE', block.offset, block.kind)
    if block.kind == OS_ID:
        os_id, = struct.unpack_from('<I', block.data)
        if not 1 <= os_id <= 4:
            _refuse('OS_ID', block.offset + 8, os_id, 4)
        _check_text(block, 4, PRINTABLE, len(block.data))
    if block.kind == COMMENT:
        _check_text(block, 0, PRINTABLE | {9, 10}, 3)


def check(data):
    """Return the first fault of an LFD file, or None if it is valid."""
    seen = set()
    try:
        for block in blocks(data):
            _check_block(block, seen)
            seen.add(block.kind)
    except BadFile as bad:
        return bad.fault
    return None


def comment_pairs(block):
    """Return the lines key=value of a comment, as a list of pairs."""
    text = block.data.rstrip(b'\0').decode('ascii')
    return [tuple(line.split('=', 1)) for line in text.splitlines()]
