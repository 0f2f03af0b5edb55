# SPDX-License-Identifier: GPL-2.0-only
"""Peak memory: at most three times the decoded image, whatever the input."""

import gzip
import sys
from itertools import repeat

import logs
from corpus import CASES
from reference import ascii85, decorate, forms, log
from tool import Tool

MIB = 1 << 20
TIMES = 3
# For what does not depend on the input: buffers, tables, the libraries' state.
SLACK = 4 * MIB


def line(text, size):
    """A line of that many bytes out of many of the same piece."""
    times = size // len(text)
    block = text * 1000
    yield from repeat(block, times // 1000)
    yield text * (times % 1000) + b'\n'


def base(tool):
    """What the tool needs for next to nothing."""
    return tool.measure([forms.debugfs(logs.held(logs.small())).encode()],
                        'convert', '-').peak


def judge(tool, count, what, feed, image, status=0, args=('convert',)):
    """A run needs no more than the bound, and does what it should.

    image: bytes of the decoded image
    """
    done = tool.measure(feed, *args, '-')
    count.same(f'{what}: status', done.status, status)
    limit = judge.base + SLACK + TIMES * image
    count.check(f'{what}: peak memory', 0 < done.peak <= limit,
                f'{done.peak / MIB:.1f} MiB, at most {limit / MIB:.1f}')


def check_forms(tool, count):
    """A log of more than a chunk in each form, converted and decoded."""
    held = logs.held(logs.large())
    size = len(held.image)
    dump = forms.devcoredump(logs.MACHINE, held).encode('ascii')
    captured = decorate.text(decorate.dmesg(decorate.printk(
        logs.MACHINE, held.gt, forms.capture(1, held)))).encode('ascii')
    for what, content in (('devcoredump', dump), ('dmesg', captured),
                          ('gzip', gzip.compress(dump, 1)),
                          ('hexdump', forms.hexdump(held).encode('ascii')),
                          ('image', held.image)):
        judge(tool, count, what, [content], size)
    for verb in 'info', 'decode':
        judge(tool, count, f'{verb} of a devcoredump', [dump], size,
              args=(verb,))


def head(length):
    """A debugfs file up to its data."""
    held = logs.held(b'', length=length)
    return forms.debugfs(held).encode('ascii').removesuffix(b'\n')


def check_lines(tool, count):
    """Lines of 200 MB."""
    size = 200 * 10 ** 6
    image = CASES['crash-small'].image()
    assert not log.parse(image).faults
    text = ascii85.encode(image).encode('ascii')
    decoded = len(image) + size // 5 * 4
    judge(tool, count, '200 MB of data',
          [head(decoded), text, *line(b'<<<<<', size)], decoded)
    judge(tool, count, '200 MB of data, 40 of which do not count',
          [head(decoded // 5 * 4 // 16 * 16), text, *line(b'<<<<<', size)],
          decoded, 1)
    judge(tool, count, '200 MB of zeroes: 800 MB, more than a log has',
          [head(4 * size), *line(b'z', size)], 256 * MIB, 1)
    whole = forms.devcoredump(logs.MACHINE, logs.held(image)).encode('ascii')
    for what, piece in (('other data', b'\t[HWCTX].data: ' + b's8W-!' * 100),
                        ('words', b'what? ' * 50), ('digits', b'0x0 ' * 50),
                        ('captures', b'Capture 1.2: ' * 20)):
        judge(tool, count, f'a log behind 200 MB of {what} on a line',
              [*line(piece, size), whole], len(image))
    judge(tool, count, '200 MB of digits and no log',
          [b'text\n', *line(b'0x0 ' * 50, size)], 0, 2)


def check_packed(tool, count):
    """A few KB that unpack to a lot."""
    image = CASES['crash-small'].image()
    whole = forms.devcoredump(logs.MACHINE, logs.held(image)).encode('ascii')
    blank = gzip.compress(b' ' * (64 * MIB) + b'\n', 1)
    judge(tool, count, 'gzip of many blanks before a log',
          [blank + gzip.compress(whole)], len(image))


def check_holes(tool, count):
    """Some lines that say of many logs how long they are, with a gap in each."""
    for mib in 256, 20:
        text = ''.join(
            f'Capture {nr}.{number}: {line}\n' for nr in range(1, 17)
            for number, line in enumerate((f'[LOG].length: {mib * MIB:#x}',
                                           '[LOG].data: zzzz', 'zzzz'), 1))
        for args in (('info',), ('decode',), ('check',),
                     ('convert', '--log', '15')):
            judge(tool, count, f'{args[0]} of 16 holes of {mib} MiB',
                  [text.encode('ascii')], 0, 1, args)


def check_measure(tool, count):
    """What is measured is the child's peak."""
    python = Tool(sys.executable, tool.scratch)
    done = python.measure([], '-IS', '-c', f'bytearray({64 * MIB})')
    count.check('the measure sees 64 MiB', done.peak >= 64 * MIB, done.peak)


def run(tool, count):
    check_measure(tool, count)
    judge.base = base(tool)
    check_forms(tool, count)
    check_lines(tool, count)
    check_packed(tool, count)
    check_holes(tool, count)
