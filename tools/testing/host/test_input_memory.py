# SPDX-License-Identifier: GPL-2.0-only
"""The peak memory of guclog is at most three times the length of the decoded image plus a fixed
amount, whatever the input is."""

import gzip
import re
import subprocess
import sys
from itertools import repeat
from pathlib import Path

import inputs
import pytest
from corpus import CASES
from inputs import MACHINE, held
from memory import MIB, SLACK, cpu, measure
from reference import ascii85, decorate, forms, log

TIMES = 3


@pytest.fixture
def check(guclog_path, small_peak):
    """A function that runs guclog and checks its exit status and its peak memory. feed: the pieces
    of standard input. image: length of the decoded image in bytes."""
    def run(feed, image, rc=0, args=('convert',)):
        status, peak = measure(guclog_path, feed, *args, '-')
        assert status == rc
        assert 0 < peak <= small_peak + SLACK + TIMES * image
    return run


def line(text, size):
    """Yield the pieces of a line of this number of bytes, which repeats the text."""
    times = size // len(text)
    block = text * 1000
    yield from repeat(block, times // 1000)
    yield text * (times % 1000) + b'\n'


def test_measure():
    """measure() returns the peak memory of the command that it runs, not that of this process."""
    assert measure(sys.executable, [], '-IS', '-c', f'bytearray({64 * MIB})')[1] >= 64 * MIB


LARGE = held(inputs.large())
DUMP = forms.devcoredump(MACHINE, LARGE).encode('ascii')


@pytest.mark.parametrize('form', ['devcoredump', 'dmesg', 'gzip', 'hexdump', 'image'])
def test_large_log(check, form):
    """guclog convert keeps to the limit of memory for a log of several MiB in each form."""
    content = {'devcoredump': lambda: DUMP, 'gzip': lambda: gzip.compress(DUMP, 1),
               'hexdump': lambda: forms.hexdump(LARGE).encode('ascii'),
               'dmesg': lambda: inputs.dmesg(MACHINE, LARGE.gt,
                                             forms.capture(1, LARGE)).encode('ascii'),
               'image': lambda: LARGE.image}[form]()
    check([content], len(LARGE.image))


@pytest.mark.parametrize('verb', ['info', 'decode'])
def test_verbs(check, verb):
    check([DUMP], len(LARGE.image), args=(verb,))


@pytest.mark.parametrize('way', (decorate.dmesg, decorate.journal), ids=lambda way: way.__name__)
def test_long_kernel_log(guclog_path, small_peak, way):
    """For a kernel log of 64 MiB without a GuC log, info needs at most 2 MiB more memory than
    convert for a small log."""
    piece = decorate.text(way(decorate.OTHERS * 4000)).encode()
    status, peak = measure(guclog_path, repeat(piece, 64 * MIB // len(piece)), 'info', '-')
    assert status == 2
    assert 0 < peak <= small_peak + SLACK // 2


@pytest.mark.any_build
def test_kernel_log_of_200_mb(guclog_path, small_peak, tmp_path):
    """For a kernel log of 200 MB with a capture, info needs at most 1 MiB more memory than convert
    for a small log (measured: 3.4 MB and 2.4 MB). The test prints its processor time beside that of
    grep (measured: 0.36 s and 0.1 s), which varies too much on a loaded machine to be a limit."""
    log = held(inputs.small())
    piece = decorate.text(decorate.dmesg(decorate.OTHERS * 4000)).encode()
    capture = inputs.dmesg(MACHINE, log.gt, forms.capture(1, log)).encode()
    with open(tmp_path / 'log', 'wb') as file:
        for _ in range(200 * 10 ** 6 // len(piece)):
            file.write(piece)
        file.write(capture)
    grep = min(cpu('grep', '-c', 'Capture', tmp_path / 'log') for _ in range(3))
    info = min(cpu(guclog_path, 'info', tmp_path / 'log') for _ in range(3))
    status, peak = measure(guclog_path, [], 'info', tmp_path / 'log')
    (tmp_path / 'log').unlink()
    assert status == 0 and peak <= small_peak + MIB
    print(f'info takes {info / grep:.1f} times the processor time of grep ({info:.2f} s)')
    assert info < 5


SIZE = 200 * 10 ** 6
SMALL = CASES['crash-small'].image()
WHOLE = forms.devcoredump(MACHINE, held(SMALL)).encode('ascii')
TEXT = ascii85.encode(SMALL).encode('ascii')
DECODED = len(SMALL) + SIZE // 5 * 4


def head(length):
    """Return the text of debugfs guc_log up to the beginning of its data. length: the length of the
    log in this text."""
    return forms.debugfs(held(b'', length=length)).encode('ascii').removesuffix(b'\n')


@pytest.mark.parametrize('before, piece, after, image, rc', [
    ([head(DECODED), TEXT], b'<<<<<', [], DECODED, 0),
    # The length in the text is only four fifths of the length of the data.
    ([head(DECODED // 5 * 4 // 16 * 16), TEXT], b'<<<<<', [], DECODED, 1),
    # Each "z" is a dword of zeroes: 800 MB, which is more than a log may have.
    ([head(4 * SIZE)], b'z', [], 256 * MIB, 1),
    ([], b'\t[HWCTX].data: ' + b's8W-!' * 100, [WHOLE], len(SMALL), 0),
    ([], b'what? ' * 50, [WHOLE], len(SMALL), 0),
    ([], b'0x0 ' * 50, [WHOLE], len(SMALL), 0),
    ([], b'Capture 1.2: ' * 20, [WHOLE], len(SMALL), 0),
    ([b'text\n'], b'0x0 ' * 50, [], 0, 2)],
    ids=['data', 'data-after-the-log', 'zeroes', 'other-data', 'words', 'digits',
         'captures', 'no-log'])
def test_line_of_200_mb(check, before, piece, after, image, rc):
    assert not log.parse(SMALL).faults
    check([*before, *line(piece, SIZE), *after], image, rc)


def test_packed(check):
    """guclog convert keeps to the limit of memory for a short compressed input that has 64 MiB of
    blanks and a small log."""
    blank = gzip.compress(b' ' * (64 * MIB) + b'\n', 1)
    check([blank + gzip.compress(WHOLE)], len(SMALL))


@pytest.mark.parametrize('mib', [100, 20])
@pytest.mark.parametrize('args', [('info',), ('decode',), ('check',),
                                  ('convert', '--log', '15')], ids=lambda args: args[0])
def test_holes(check, args, mib):
    """A few lines of a kernel log declare 16 captures of large logs, from which almost all data are
    missing. The peak memory stays small. (More than 2 GiB in total need --max-memory.)"""
    text = ''.join(f'Capture {nr}.{number}: {text}\n' for nr in range(1, 17)
                   for number, text in enumerate((f'[LOG].length: {mib * MIB:#x}',
                                                  '[LOG].data: zzzz', 'zzzz'), 1))
    check([text.encode('ascii')], 0, 1, args)


def test_large_kernel_log(guclog_path, small_peak):
    """For a kernel log of 74 MB, the peak memory of info is less than 4 MiB according to the
    kernel's own count (VmHWM in /proc/PID/status)."""
    assert small_peak
    line = '[ 1000.000000] usb 1-1: new high-speed USB device number 2 using xhci_hcd\n'
    piece = (line * 10000).encode()
    with subprocess.Popen([guclog_path, 'info', '-'], stdin=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:
        for _ in range(100):
            process.stdin.write(piece)
        process.stdin.flush()
        status = Path(f'/proc/{process.pid}/status').read_text()
    assert process.returncode == 2
    assert int(re.search(r'VmHWM:\s*(\d+) kB', status)[1]) < 4096
