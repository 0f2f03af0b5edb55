# SPDX-License-Identifier: GPL-2.0-only
"""explain, decode and report with a kernel log in the forms in which programs print and encode it.
Each form must have the same result as the output of dmesg without options."""

import base64
import json
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


def journal(log, *fields, message=str, **more):
    """Return the lines as records of journalctl -o json with these fields."""
    times = {'_SOURCE_MONOTONIC_TIMESTAMP': 0, '__MONOTONIC_TIMESTAMP': 2000,
             '__REALTIME_TIMESTAMP': 1700000000000000}
    return ''.join(json.dumps({**{key: str(int(at * 1e6) + times[key]) for key in fields},
                               'MESSAGE': message(text), **more}) + '\n'
                   for at, text, _ in log.lines).encode()


SOURCE, RECEIVED = '_SOURCE_MONOTONIC_TIMESTAMP', '__MONOTONIC_TIMESTAMP'


def test_journal_without_the_time_of_the_kernel(said, guclog):
    """With --output-fields=MESSAGE, journalctl -o json prints only the times at which journald
    received a message."""
    log = a_log()
    assert said(journal(log, RECEIVED, '__REALTIME_TIMESTAMP')) == log.truth()
    assert f' {int(BOOT * 1e6 - 28000) / 1e6:.6f} engine reset' in guclog('explain', 'kernel').out
    assert said(journal(log, RECEIVED, SOURCE)) == log.truth()
    assert f' {int(BOOT * 1e6 - 30000) / 1e6:.6f} engine reset' in guclog('explain', 'kernel').out


def test_messages_of_programs_are_not_of_the_kernel(said):
    log = a_log()
    assert said(journal(log, RECEIVED, _TRANSPORT='kernel')) == log.truth()
    assert said(journal(log, RECEIVED, _TRANSPORT='stdout')) == []


def test_message_that_is_an_array_of_bytes(said):
    """journalctl prints a message that is not UTF-8, such as one with the name of a process in
    another encoding, as an array of bytes."""
    log = a_log()
    assert said(journal(log, SOURCE, message=lambda text: list(text.encode()))) == log.truth()
    for odd in [], ['a'], [None, -1, 300, {}], {}, 5:
        assert said(journal(log, SOURCE, message=lambda _, odd=odd: odd)
                    + journal(log, SOURCE)) == log.truth()


@pytest.mark.parametrize('time', ('', 'x', '-1', '0x', '99999999999999999999', '9223372036854775807',
                                  None, 5, []))
def test_damaged_time_of_a_record(said, time):
    log = a_log()
    assert said(journal(log, **{RECEIVED: time}) + journal(log, SOURCE)) == log.truth()


@pytest.mark.parametrize(('begin', 'end'), (('data: ', '\n'), ('\x1e', '')))
def test_other_separators_of_records(said, begin, end):
    """The output of journalctl -o json-sse and json-seq."""
    log = a_log()
    text = ''.join(begin + line + '\n' + end
                   for line in journal(log, SOURCE).decode().splitlines())
    assert said(text.encode()) == log.truth()
