# SPDX-License-Identifier: GPL-2.0-only
"""explain, decode and report with a kernel log in the forms in which programs print and encode it.
Each form must have the same result as the output of dmesg without options."""

import base64
import subprocess

import pytest
import stories
from test_explain_kernel_log import BOOT, Log, dump_of


def a_log():
    log = Log()
    log.raw(1.5, 'Linux version 6.16.3-2-test (root@host) #1')
    log.hang(BOOT, stories.VICTIM, True)
    return log


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, **more).stdout


def raw_text(log):
    """Return the lines in the form that dmesg --file reads."""
    return ''.join(f'<6>[{at:12.6f}] {text}\n' for at, text, _ in log.lines)


@pytest.fixture
def said(guclog, tmp_path):
    """A function that returns the lines of a kernel log that explain joins to the hang of its
    dump."""
    def explain(data):
        (tmp_path / 'dump').write_text(dump_of(2))
        (tmp_path / 'kernel').write_bytes(data)
        lines = guclog('explain', '--json', 'dump', 'kernel', rc=None).json['kernel_log']
        return sorted(line['text'] for line in lines if line['joined'])
    return explain


def colours_of_dmesg(log, tmp_path):
    (tmp_path / 'raw').write_text(raw_text(log))
    return run('dmesg', '--color=always', '-F', tmp_path / 'raw')


def colours_of_some(log, tmp_path):
    """Return the lines as journalctl colours them: only those of a high priority."""
    text = log.journal() + '[    3.000000] host kernel: usb 1-1: new device\n' * 9
    return text.replace(' xe ', ' \x1b[0;1;31m\x1b[0;1;39m\x1b[0;1;31mxe ').encode()


ENCODED = {
    'colours of dmesg': colours_of_dmesg,
    'colours of some': colours_of_some,
    'UTF-16': lambda log, _: ('\ufeff' + log.printk()).encode('utf-16-le'),
    'UTF-16, big-endian': lambda log, _: ('\ufeff' + log.printk()).encode('utf-16-be'),
    'UTF-8 with a mark': lambda log, _: ('\ufeff' + log.dmesg_json()).encode(),
    'base64': lambda log, _: base64.encodebytes(log.printk().encode()),
    'base64 of UTF-16':
        lambda log, _: base64.encodebytes(('\ufeff' + log.printk()).encode('utf-16-le')),
    'base64 of JSON': lambda log, _: base64.b64encode(log.journal_json().encode()),
}


@pytest.mark.parametrize('form', ENCODED)
def test_encodings(said, tmp_path, form):
    log = a_log()
    assert said(ENCODED[form](log, tmp_path)) == log.truth()


def test_colours_are_not_printed(guclog, tmp_path):
    (tmp_path / 'dump').write_text(dump_of(2))
    (tmp_path / 'kernel').write_bytes(colours_of_dmesg(a_log(), tmp_path))
    out = guclog('decode', 'dump', 'kernel').out
    assert ' xe 0000:03:00.0: [drm] Xe device coredump has been created\n' in out
    assert '\\x1b' not in out and '\x1b' not in out


def test_other_escape_sequences_stay(guclog, tmp_path):
    """The name of a process can have escape sequences, which are not removed from a line."""
    log = Log()
    log.timeout(BOOT, 3, None, process='\x1b]0;x')
    (tmp_path / 'kernel').write_text(log.printk() + '[    3.000000] usb 1-1: new device\n' * 9)
    (tmp_path / 'dump').write_text(dump_of(2))
    out = guclog('decode', 'dump', 'kernel').out
    assert 'flags=0x0 in \\x1b]0;x [2711]' in out


@pytest.mark.parametrize('end', ('', '\x1b', '\x1b[', '\x1b[3', '\x1b[3;'))
def test_escape_sequence_that_is_cut(said, end):
    log = a_log()
    assert said(('\x1b[1m' + log.printk() + end).encode()) == log.truth()
