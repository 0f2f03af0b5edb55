# SPDX-License-Identifier: GPL-2.0-only
"""explain, decode and report with a kernel log in the forms in which programs print and encode it.
Each form must have the same result as the output of dmesg without options."""

import base64
import json
import os
import re
import struct
import subprocess
from pathlib import Path

import pytest
import stories
import test_redact
from test_explain_kernel_log import BOOT, FAULT, WALL, Log, dump_of
from test_redact import HOST, PID, PROCESS


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
    """A function that returns those lines of a kernel log that explain assigns to the hang of a
    dump ("joined")."""
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
    """Return the lines as journalctl colours them: only the lines of xe, because they have a high
    priority."""
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
    """guclog removes only colours from a line of a kernel log. Other escape sequences, for example
    in the name of a process, are printed in escaped form."""
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


def reset_of(guclog):
    """Return the time of the line about an engine reset."""
    return next(x['time'] for x in guclog('explain', '--json', 'kernel').json['kernel_log']
                if x['event'] == 'engine reset')


def test_journal_without_the_time_of_the_kernel(said, guclog):
    """With --output-fields=MESSAGE, journalctl -o json prints only the times at which journald
    received a message. explain uses these times if the kernel's time of a message is missing."""
    log = a_log()
    assert said(journal(log, RECEIVED, '__REALTIME_TIMESTAMP')) == log.truth()
    assert reset_of(guclog) == f'{int(BOOT * 1e6 - 28000) / 1e6:.6f}'
    assert said(journal(log, RECEIVED, SOURCE)) == log.truth()
    assert reset_of(guclog) == f'{int(BOOT * 1e6 - 30000) / 1e6:.6f}'


def test_messages_of_programs_are_not_of_the_kernel(said):
    log = a_log()
    assert said(journal(log, RECEIVED, _TRANSPORT='kernel')) == log.truth()
    assert said(journal(log, RECEIVED, _TRANSPORT='stdout')) == []


def test_message_that_is_an_array_of_bytes(said):
    """journalctl prints a message that is not UTF-8, such as one with the name of a process in
    another encoding, as an array of bytes. explain reads this form, and skips a MESSAGE of any
    other type."""
    log = a_log()
    assert said(journal(log, SOURCE, message=lambda text: list(text.encode()))) == log.truth()
    for odd in [], ['a'], [None, -1, 300, {}], {}, 5:
        assert said(journal(log, SOURCE, message=lambda _, odd=odd: odd)
                    + journal(log, SOURCE)) == log.truth()


@pytest.mark.parametrize('time', ('', 'x', '-1', '0x', '99999999999999999999',
                                  '9223372036854775807', None, 5, []))
def test_damaged_time_of_a_record(said, time):
    log = a_log()
    assert said(journal(log, **{RECEIVED: time}) + journal(log, SOURCE)) == log.truth()


@pytest.mark.parametrize(('begin', 'end'), (('data: ', '\n'), ('\x1e', '')))
def test_other_separators_of_records(said, begin, end):
    """explain reads the output of journalctl -o json-sse and json-seq, which separate the records
    in other ways than -o json."""
    log = a_log()
    text = ''.join(begin + line + '\n' + end
                   for line in journal(log, SOURCE).decode().splitlines())
    assert said(text.encode()) == log.truth()


def read(guclog, data):
    """Return the lines about hangs that explain finds in a kernel log without a dump. Newlines and
    tabs of a message, which explain escapes, are replaced by blanks."""
    Path('kernel').write_bytes(data)
    lines = guclog('explain', '--json', 'kernel', rc=None).json['kernel_log']
    return sorted(' '.join(re.sub(r'\\x0[9a]', ' ', line['text']).split()) for line in lines
                  if line['event'] != 'note about a dump')


def with_fault():
    """Return a kernel log with a message that has several lines, and the lines that explain
    reads."""
    log = a_log()
    log.gt(BOOT - 0.2, FAULT.format(58), True)
    log.lines.sort()
    return log, sorted(' '.join(text.split()) for text in log.truth())


DMESG = ('-d', '-x', '-xT', '-dT', '-xd', '-r', '--time-format=iso', '-x --time-format=iso',
         '-xT --color=always')


@pytest.mark.parametrize('options', DMESG)
def test_options_of_dmesg(guclog, tmp_path, options):
    log = a_log()
    (tmp_path / 'raw').write_text(raw_text(log))
    out = run('dmesg', *options.split(), '-F', tmp_path / 'raw')
    assert read(guclog, out) == log.truth()


def export(log):
    """Return the lines in the form that systemd-journal-remote reads."""
    out = b''
    for i, (at, text, _) in enumerate(log.lines):
        us = int(at * 1e6)
        fields = {'__CURSOR': f's=1;i={i}', '__REALTIME_TIMESTAMP': us + int((WALL - BOOT) * 1e6),
                  '__MONOTONIC_TIMESTAMP': us + 900, '_BOOT_ID': '0123456789abcdef' * 2,
                  '_SOURCE_MONOTONIC_TIMESTAMP': us, '_TRANSPORT': 'kernel', 'PRIORITY': '4',
                  'SYSLOG_IDENTIFIER': 'kernel', '_HOSTNAME': HOST}
        out += ''.join(f'{key}={value}\n' for key, value in fields.items()).encode()
        out += b'MESSAGE\n' + struct.pack('<Q', len(text)) + text.encode() + b'\n\n'
    return out


@pytest.fixture
def journalctl(tmp_path):
    """A function that prints the lines of a kernel log with journalctl."""
    remote = Path('/lib/systemd/systemd-journal-remote')
    if not remote.exists():
        pytest.skip('there is no systemd-journal-remote')

    def show(log, *options, zone='UTC'):
        run(remote, '-o', tmp_path / 'x.journal', '-', input=export(log))
        return run('journalctl', '-q', '--file', tmp_path / 'x.journal', *options,
                   env={**os.environ, 'TZ': zone})
    return show


JOURNALCTL = ('short', 'short-precise', 'short-full', 'short-unix', 'short-delta',
              'short-monotonic', 'short-iso', 'short-iso-precise', 'with-unit', 'verbose',
              'export', 'json', 'json-pretty', 'json-sse', 'json-seq')


@pytest.mark.parametrize('form', JOURNALCTL)
def test_forms_of_journalctl(guclog, said, journalctl, form):
    log, lines = with_fault()
    out = journalctl(log, '-o', form)
    assert read(guclog, out) == lines
    no_fault = a_log()
    Path('x.journal').unlink()
    assert said(journalctl(no_fault, '-o', form)) == no_fault.truth()


@pytest.mark.parametrize('form', ('short-full', 'verbose', 'short-unix'))
def test_other_time_zones(guclog, said, journalctl, form):
    """The abbreviation of a time zone is not used, because several zones have the same one."""
    log = a_log()
    assert said(journalctl(log, '-o', form, zone='XST-5:45')) == log.truth()
    local = ' UTC' not in guclog('explain', 'kernel').out
    assert local == (form != 'short-unix')


def test_export_without_binary_fields(guclog):
    log = a_log()
    text = ''.join(f'__CURSOR=x\n__MONOTONIC_TIMESTAMP={int(at * 1e6)}\nMESSAGE={text}\n\n'
                   for at, text, _ in log.lines)
    assert read(guclog, text.encode()) == log.truth()
    assert read(guclog, text.encode()[:-2]) == log.truth()


@pytest.mark.parametrize('cut', (*range(1, 12), 40, 60))
def test_export_that_is_cut(guclog, cut):
    log = a_log()
    assert read(guclog, export(log) + export(log)[:-cut]) == log.truth()


def kmsg(log, caller=''):
    """Return the lines as the file /dev/kmsg has them (devkmsg_read() of Linux)."""
    def escaped(text):
        return ''.join(c if ' ' <= c <= '~' and c != '\\' else f'\\x{ord(c):02x}' for c in text)
    return ''.join(f'6,{i + 1000},{int(at * 1e6)},-{caller};{escaped(text)}\n SUBSYSTEM=pci\n'
                   ' DEVICE=+pci:0000:03:00.0\n' for i, (at, text, _) in enumerate(log.lines))


@pytest.mark.parametrize('caller', ('', ',caller=T4711'))
def test_dev_kmsg(guclog, said, caller):
    log, lines = with_fault()
    assert read(guclog, kmsg(log, caller).encode()) == lines
    log = a_log()
    log.timeout(BOOT - 0.002, stories.VICTIM, None, process='back\\slash', seqno=1)
    assert 'back\\slash [2711]' in ''.join(read(guclog, kmsg(log).encode()))
    assert said(kmsg(a_log(), caller).encode()) == a_log().truth()


incident = test_redact.incident
SECRET = (f'xe 0000:03:00.0: [drm] GT0: Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 '
          f'in {PROCESS} [{PID}]')


def secret_log():
    log = Log()
    log.raw(1.5, f'Linux version 6.16.3-{HOST}')
    log.raw(BOOT, SECRET)
    log.raw(BOOT + 1, f'usb 1-2: {PROCESS} {PID}')
    return log


def redacted(guclog, data, rc=0):
    """Check that report --redact shows no secret of a kernel log, and return the page as text."""
    Path('dump').write_text(dump_of(2))
    Path('kernel').write_bytes(data)
    run = guclog('report', '--redact', '--text', 'dump', 'kernel', rc=rc)
    assert not [x for x in (HOST, PID, PROCESS, 'secret') if x in run.out]
    assert rc or 'Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in x' in run.out
    return run


@pytest.mark.parametrize('options', ('-d', '-x', '-xT', '-x --time-format=iso',
                                     '-x --color=always'))
def test_redacted_dmesg(guclog, tmp_path, options):
    (tmp_path / 'raw').write_text(raw_text(secret_log()))
    redacted(guclog, run('dmesg', *options.split(), '-F', tmp_path / 'raw'))


@pytest.mark.parametrize('form', JOURNALCTL[:9])
def test_redacted_journal(guclog, journalctl, form):
    redacted(guclog, journalctl(secret_log(), '-o', form, zone='XST-5:45'))


@pytest.mark.parametrize('form', JOURNALCTL[9:])
def test_records_that_are_not_redacted(guclog, journalctl, form):
    """report --redact refuses a kernel log that consists of records with fields, such as the output
    of journalctl -o verbose, export or json, because it cannot redact them."""
    said = redacted(guclog, journalctl(secret_log(), '-o', form), rc=2)
    assert 'kernel: cannot be redacted' in said.err


def test_redacted_kmsg(guclog):
    redacted(guclog, kmsg(secret_log(), f',caller=T{PID}').encode())


def test_json_that_is_not_redacted(guclog, tmp_path):
    redacted(guclog, ENCODED['base64 of JSON'](secret_log(), tmp_path), rc=2)


@pytest.mark.parametrize('form', ('colours of some', 'UTF-16', 'UTF-16, big-endian', 'base64',
                                  'base64 of UTF-16'))
def test_redacted_encodings(guclog, tmp_path, form):
    redacted(guclog, ENCODED[form](secret_log(), tmp_path))


RELATIVE = ('-H', '-e', '-t', '-t -d')


@pytest.mark.parametrize('options', RELATIVE)
def test_lines_without_a_time(guclog, tmp_path, options):
    """guclog does not guess the times of a kernel log. It reads the lines, and joins none of them
    to the hang of a dump."""
    (tmp_path / 'raw').write_text(raw_text(a_log()))
    out = run('dmesg', *options.split(), '-F', tmp_path / 'raw')
    assert read(guclog, out) == a_log().truth()
    (tmp_path / 'dump').write_text(dump_of(2))
    lines = guclog('explain', '--json', 'dump', 'kernel', rc=None).json['kernel_log']
    assert not [x for x in lines if x['joined']]
    if options != '-e':
        assert [x['time'] for x in lines] == [None] * len(lines)


@pytest.mark.parametrize('form', Log.FORMS)
def test_other_verbs_name_the_verb_for_a_kernel_log(guclog, tmp_path, form):
    (tmp_path / 'kernel').write_text(getattr(a_log(), form)() * 900)
    assert ("no GuC log in it: it is a kernel log, which 'guclog explain' reads"
            in guclog('contribute', 'kernel', rc=2).err)


@pytest.mark.parametrize('form', Log.FORMS)
def test_verbs_for_a_kernel_log_alone(guclog, tmp_path, form):
    """info, report and triage take a kernel log without a GuC log, in each form."""
    (tmp_path / 'kernel').write_text(getattr(a_log(), form)() * 900)
    info = guclog('info', 'kernel')
    assert 'engine reset' in info.out and 'engine reset' in guclog('report', '--text', 'kernel').out
    assert json.loads(guclog('triage', '--jsonl', 'kernel').out)['signature']


def test_trace_is_named(guclog, tmp_path):
    (tmp_path / 'trace').write_text('vkmark-195 [001] d..1. 12.345678: xe_sched_job_run: dev=0\n')
    assert "it is the report of a trace, which 'guclog decode' reads" in guclog.fails(
        'info', 'trace').err


@pytest.mark.parametrize('verb', ('info', 'explain', 'decode', 'report'))
def test_used_files_of_a_directory_are_not_skipped(guclog, tmp_path, verb):
    folder = tmp_path / 'both'
    folder.mkdir()
    (folder / 'dump').write_text(dump_of(2))
    for form in Log.FORMS:
        (folder / form).write_text(getattr(a_log(), form)() * 900)
    (folder / 'trace').write_text('vkmark-195 [001] d..1. 12.3: xe_sched_job_run: dev=0\n')
    for own in ('summary.json', 'summary.txt', 'state.json', 'process.0.txt', 'process.12.maps',
                'trace.txt', 'redacted.json', 'journal.txt.zst', 'metadata.json'):
        (folder / own).write_text('{}\n')
    assert guclog(verb, 'both').err == ''
    (folder / 'process.log').write_text('a text\n')
    (folder / 'late').write_text(SECRET)
    said = guclog(verb, 'both').err
    assert verb == 'decode' or 'both/process.log: skipped: text without a GuC log\n' in said
    assert said.count('skipped') in (0, 1)


def test_files_of_an_incident_are_not_skipped(guclog, incident):
    machine, name = incident
    assert 'skipped' not in guclog('info', machine.store / name, rc=None).err
    assert 'skipped' not in guclog('explain', machine.store / name, rc=None).err
    guclog('incidents', '--store', machine.store, '--redact', 'export', name, '-o', 'out.tar.zst')
    run('tar', '--zstd', '-xf', 'out.tar.zst')
    assert 'skipped' not in guclog('info', name, rc=None).err
