# SPDX-License-Identifier: GPL-2.0-only
"""Tests the option --redact of several verbs of guclog. The tests plant secrets (names, addresses
and memory contents) in inputs of every form. The output must not have them, but must still have the
log and the registers."""

import base64
import email.message
import email.policy
import gzip
import json
import os
import random
import re
import struct
import subprocess
from pathlib import Path

import gucstory
import pytest
import stories
from conftest import TOP
from installed_library import run
from reference import ascii85, forms, image, lfd, ring, sections
from reference.sections import V73, V612, Context, Dump, Lrc, Message, Range
from test_collect import GPU, Machine
from test_forwarded import WAYS

PROCESS, PID, BUILD, HOST = 'secret proc', '54321', 'builder-hostname', 'secrethost'
ADDRESS, BATCH, RING_WORD = 0x5ec2e7abc000, 0x5ec2e7def000, 0x5ec2e701
MEMORY = b'SECRET-IN-MEMORY' * 16
MACHINE = forms.Machine(kernel=f'6.16.3-{BUILD}', process=f'{PROCESS} [{PID}]',
                        reason=f'Timedout job - seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
                               f'{PROCESS} [{PID}]')
KINDS = {'process name', 'process id', 'kernel build', 'address', 'VM contents',
         'context image contents', 'ring contents'}


def log_image():
    return image.standard(ring.ring(8192, 100, 'dump'), (4096, 4096), 'dump').build()


def dump_text(kernel=V73):
    to_guc, to_host = sections.h2g(), sections.g2h()
    for i in range(5):
        to_guc.put(Message(0x4502, (32, RING_WORD), 0x8000 | i))
    to_guc.read(2)
    to_host.read()
    lrc = Lrc(desc=0x5ec2e000, contents=MEMORY)
    return Dump(machine=MACHINE, log=forms.Held(log_image()), rings=(to_guc, to_host),
                contexts=(Context(lrcs=(lrc,)), Context(33, lrcs=(lrc, lrc), parallel=True)),
                batches=(BATCH,), ranges=(Range(ADDRESS, MEMORY), Range(ADDRESS + 4096, MEMORY),
                                          Range(ADDRESS + 8192, error=-14, length=4096)),
                ).text(kernel)


def secrets(data):
    """Return a set of the planted secrets that the bytes of a file still contain."""
    text = data.decode('latin-1')
    found = {s for s in (PROCESS, PID, BUILD, HOST, f'{ADDRESS:x}', f'{ADDRESS + 8192:x}',
                         f'{BATCH:x}', '5ec2e', MEMORY.decode()[:16]) if s in text}
    contents = (MEMORY[:12], struct.pack('<I', RING_WORD))
    if any(c in data or ascii85.encode(c) in text for c in contents):
        found.add('contents')
    return found


def same_shape(before, after):
    assert len(before) == len(after)
    assert [len(x) for x in before.split('\n')] == [len(x) for x in after.split('\n')]


@pytest.fixture
def redact(guclog, tmp_path):
    """A function that redacts bytes or a text with guclog convert --redact, and returns the new
    bytes and the run of guclog (tool.Run)."""
    def run(data, *args, rc=0):
        (tmp_path / 'in').write_bytes(data.encode() if isinstance(data, str) else data)
        said = guclog('convert', '--redact', *args, '--force', '-o', 'out', 'in', rc=rc)
        return (tmp_path / 'out').read_bytes(), said
    return run


@pytest.fixture
def events(guclog):
    """A function that returns the events of a file, as guclog decode --json prints them."""
    return lambda name: guclog('decode', '--json', name, rc=None).json['events']


def test_the_secrets_are_planted():
    assert {PROCESS, PID, BUILD, f'{ADDRESS:x}', f'{BATCH:x}', 'contents'} <= secrets(
        dump_text().encode())


@pytest.mark.parametrize('kernel', (V612, V73))
def test_devcoredump_keeps_its_shape(redact, kernel):
    text = dump_text(kernel)
    data, _ = redact(text)
    assert secrets(data) == set()
    same_shape(text, data.decode())


def test_log_and_registers_stay(redact, guclog, events):
    before = guclog('dump', '--json', '-', stdin=dump_text()).json
    data, _ = redact(dump_text())
    after = guclog('dump', '--json', '-', stdin=data).json
    for key in ('log', 'engines', 'captures'):
        assert before['gts'][0][key] == after['gts'][0][key]
    assert events('in') == events('out')
    assert [c['fields'] for c in before['gts'][0]['contexts']][0] == [
        c['fields'] for c in after['gts'][0]['contexts']][0]
    assert after['reason'].startswith(
        'Timedout job - seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in xxx')
    assert after['kernel'].startswith('6.16.3')


def test_times_stay(redact):
    """The times of a dump and of the lines of a kernel log are kept, also those of the machine's
    clock: the manual says so."""
    text = dump_text()
    data, _ = redact(text)
    for key in 'Snapshot time', 'Uptime':
        line = re.search(f'(?m)^{key}: .*$', text)[0]
        assert line in data.decode()
    lines = forms.capture(1, forms.Held(log_image()))
    data, _ = redact(''.join(f'Nov 22 10:00:01 {HOST} kernel: xe 0000:03:00.0: [drm] {x}\n'
                             for x in lines))
    assert data.startswith(b'Nov 22 10:00:01 xxx')


def test_check_passes(redact, guclog):
    for args in ((), ('--to', 'lfd')):
        redact(dump_text(), *args)
        assert 'fine' in guclog('check', 'out').out
    assert not guclog('dump', '--json', 'in').json['problems']


def test_redacted_dump_has_no_problem(redact, guclog):
    for kernel in (V612, V73):
        data, _ = redact(dump_text(kernel))
        after = guclog('dump', '--json', '-', stdin=data).json
        before = guclog('dump', '--json', '-', stdin=dump_text(kernel)).json
        assert after['problems'] == before['problems']
        assert [r['address'] for r in after['vm']['ranges']] == [1, 2, 3]


def test_vm_that_was_not_captured(redact, guclog):
    """If the driver could not capture the memory of a VM, the dump has an error number instead.
    Redaction keeps this number."""
    redact(Dump(machine=MACHINE, log=forms.Held(log_image()), ranges=-19).text(V73))
    assert guclog('dump', '--json', 'out').json['vm']['error'] == -19


def test_what_was_taken_out_is_listed(redact):
    _, said = redact(dump_text())
    for kind in KINDS:
        assert f'taken out: {kind}: ' in said.err
    _, said = redact(dump_text(), '--json')
    listed = {x['what']: x for x in said.json['redacted']}
    assert set(listed) == KINDS and said.out.endswith('}\n')
    assert listed['process id']['line'] == 2 and listed['kernel build']['line'] == 3
    assert listed['VM contents']['bytes'] == 2 * len(ascii85.encode(MEMORY))


def test_twice_is_the_same(redact):
    once, _ = redact(dump_text())
    twice, said = redact(once)
    assert once == twice


@pytest.mark.parametrize('form', ('gzip', 'crlf', 'utf-16', 'quoted', 'cut', 'junk'))
def test_other_forms_of_the_text(redact, form):
    text = dump_text()
    data = {'gzip': lambda: gzip.compress(text.encode()),
            'crlf': lambda: text.replace('\n', '\r\n').encode(),
            'utf-16': lambda: text.encode('utf-16'),
            'quoted': lambda: ''.join(f'> {x}\n' for x in text.splitlines()).encode(),
            'cut': lambda: text[:text.index(f'[{ADDRESS:x}].data') + 80].encode(),
            'junk': lambda: text.replace('**** Job', f'**** {HOST}').encode()}[form]()
    made, _ = redact(data)
    assert secrets(made) == set()
    assert b'[LOG].data: ' in made


def around(data):
    """Return an email with names and addresses in its header and its text, and with the data."""
    message = email.message.EmailMessage(email.policy.SMTP)
    message['From'], message['To'] = f'"{PROCESS}" <jane@{HOST}>', f'bugs@{HOST}'
    message['Subject'] = f'hang of {PROCESS}'
    message.set_content(f'The dump of {HOST} is attached.\n')
    message.add_attachment(gzip.compress(data), 'application', 'gzip', filename=f'{HOST}.gz')
    return message.as_bytes()


@pytest.mark.parametrize('way', [*WAYS, 'around'])
@pytest.mark.parametrize('kernel_log', (False, True))
def test_encodings_around_the_text(redact, guclog, events, way, kernel_log):
    """A mail program, a web page or a terminal may have changed the text. Redaction undoes these
    changes as decode does, so the redacted text can be read, and a report can be made of it."""
    text = dump_text()
    if kernel_log:
        lines = forms.capture_dead(1, MACHINE, forms.Held(log_image()),
                                   after=[f'Process: {PROCESS} [{PID}]'])
        text = ''.join(f'Nov 22 10:00:00 {HOST} kernel: [   12.345678] xe 0000:03:00.0: [drm] {x}'
                       '\n' for x in lines)
    plain, _ = redact(text)
    wanted = guclog('dump', '--json', 'out', rc=None).json
    data, _ = redact({**WAYS, 'around': around}[way](text.encode()))
    assert secrets(data) == set() and events('in') == events('out')
    if not kernel_log:
        assert guclog('dump', '--json', 'out', rc=None).json['gts'] == wanted['gts']
    if way not in ('blanks', 'tabs at the end', 'typescript', 'indented', 'fenced', 'page',
                   'table', 'mail page', 'mhtml'):
        assert data == plain
    page = guclog('report', '--redact', '--text', 'in').raw
    assert secrets(page) == set() and b'engine' in page


@pytest.mark.parametrize('form', ('base64', 'mail', 'html', 'error state', 'json', 'two dumps'))
def test_report_of_other_forms(guclog, tmp_path, form):
    """report --redact reads a compressed LFD file as base64. If it cannot redact a form, its message names the
    command that the user must run first. A report of the output of this command can be made, and
    has no secrets."""
    (tmp_path / 'dump').write_text(dump_text())
    lines = base64.encodebytes(gzip.compress(guclog('convert', 'dump').raw))
    state = forms.error_state(MACHINE, forms.Held(log_image())).replace('glxgears', PROCESS)
    log = ''.join(json.dumps({'MESSAGE': x, '_HOSTNAME': HOST, 'SYSLOG_IDENTIFIER': 'kernel'}) +
                  '\n' for x in forms.capture(1, forms.Held(log_image())))
    data = {'base64': lambda: lines, 'mail': lambda: around(lines),
            'html': lambda: WAYS['page'](lines), 'error state': lambda: state.encode(),
            'json': lambda: log.encode(),
            'two dumps': lambda: around(dump_text().encode()) * 2}[form]()
    (tmp_path / 'in').write_bytes(data)
    if form in ('error state', 'json', 'two dumps'):
        error = guclog.fails('report', '--redact', 'in').err
        assert "use 'guclog convert --redact' first" in error
        choice = ('--log', 0) if form == 'two dumps' else ()
        guclog('convert', '--redact', *choice, '-o', 'first', 'in')
        (tmp_path / 'first').rename('in')
    page = guclog('report', '--redact', '--text', 'in').raw
    assert secrets(page) == set() and b'events' in page


def test_unknown_sections_and_lines_go(redact):
    text = dump_text() + f'**** New section of {HOST} ****\nowner: {PROCESS}\n{HOST}\n'
    data, said = redact(text)
    assert secrets(data) == set() and 'unknown text' in said.err


def test_kernel_log_with_a_capture(redact, events):
    lines = forms.capture_dead(1, MACHINE, forms.Held(log_image()),
                               after=[f'Process: {PROCESS} [{PID}]'])
    text = ''.join(f'Nov 22 10:00:00 {HOST} kernel: [  12.345678] xe 0000:03:00.0: [drm] {x}\n'
                   for x in [f'the user of {PROCESS}', *lines, f'more of {HOST}',
                             f'Faulted Address: {ADDRESS:#018x}', f'GGTT offset {ADDRESS:#x}',
                             f'size {ADDRESS}'])
    text += f'Nov 22 10:00:00 {HOST} kernel: [  12.345678] usb 1-2: SerialNumber: {PID}\n'
    data, said = redact(text)
    assert secrets(data) == set() and 'host name' in said.err
    assert str(ADDRESS).encode() not in data
    same_shape(text, data.decode())
    assert events('in') == events('out')


@pytest.mark.parametrize('host', ('192.0.2.7', 'ace.fade', 'cafe1', 'a1'))
def test_names_of_hosts_that_look_like_numbers(redact, host):
    lines = forms.capture_dead(1, MACHINE, forms.Held(log_image()))
    text = ''.join(f'Nov 22 10:00:00 {host} kernel: [   12.345678] xe 0000:03:00.0: [drm] {x}\n'
                   for x in lines)
    data, said = redact(text)
    assert f' {host} ' not in data.decode() and 'host name' in said.err
    assert '0000:03:00.0' in data.decode() and '12.345678' in data.decode()


@pytest.mark.parametrize('width', (0, 40, 78))
def test_a_word_after_data_that_are_cut(redact, width):
    """If the data of a log are truncated and a word follows, for example the signature of an email,
    this word is redacted although it could be a part of the ascii85 data."""
    text = dump_text()
    at = text.index('[LOG].data')
    whole = text[at:text.index('\n', at)]
    cut = whole[:1000] if not width else '\n'.join(
        whole[i:i + width] for i in range(0, 4 * width, width))
    data, said = redact(f'{text[:at]}{cut}\n{HOST}\njane@example.org\n', rc=None)
    assert HOST not in data.decode() and 'jane' not in data.decode()
    assert cut.split('\n')[-1] in data.decode() and 'unknown text' in said.err


@pytest.mark.parametrize('width', (30, 60, 78))
def test_wrapped_data_stay(redact, width):
    text = dump_text()
    at = text.index('[LOG].data')
    end = text.index('\n', at)
    whole = text[at:end]
    lines = [whole[i:i + width] for i in range(0, len(whole), width)]
    data, _ = redact(text[:at] + '\n'.join(lines) + text[end:], rc=None)
    assert '\n'.join(lines) in data.decode()


# Each sentence that xe of Linux 6.13 to 7.3 writes into the line "Reason: " of a dump.
REASONS = ('Timedout job - seqno=4294967171, lrc_seqno=4294967171, guc_id=9, flags=0x0',
           'Schedule disable failed to respond, guc_id=5, ret=-62, guc_read=0',
           'LR job cleanup, guc_id=22', 'CTB is dead - 0x80')
# Names of processes. The kernel allows any bytes in a name, so it can look like a part of a dump.
NAMES = ('secret', 'sec ret', 'sec [1] ret', '[secret]', 'sec]ret', 'in secret', 'secret: x',
         'sec in ret', 'guc_id=5 secret', 'sécrèt', '0xsecret', '**** ret', '> sec', 'Seqno: sec')


def header(reason, process):
    """Return the beginning of a dump with this line "Process", and with this line "Reason" unless
    it is empty."""
    first = [f'Reason: {reason}'] if reason else []
    return '\n'.join(['**** Xe Device Coredump ****', *first, 'kernel: 6.12.9', 'module: xe',
                      f'Process: {process}', '**** GT #0 ****', ''])


@pytest.mark.parametrize('reason', REASONS)
def test_reason_of_xe_stays(redact, reason):
    data, _ = redact(header(reason, 'secret [321]'))
    assert data.decode() == header(reason, 'xxxxxx [xxx]')


@pytest.mark.parametrize('reason', REASONS)
@pytest.mark.parametrize('name', NAMES)
def test_names_of_processes(redact, reason, name):
    """The name of a process is redacted in the lines "Process" and "Reason" of a dump, with a PID
    after it and without one."""
    gone = 'x' * len(name.encode())
    for pid in ' [321]', '':
        data, said = redact(header(f'{reason} in {name}{pid}', name + pid))
        left = gone + pid.replace('321', 'xxx')
        assert data.decode() == header(f'{reason} in {left}', left)
        assert 'taken out: process name' in said.err


@pytest.mark.parametrize('reason', ('secret', 'secret [321]', 'Timedout secret', 'in secret [321]',
                                    'GT wedged by secret [321], guc_id=4'))
def test_reason_that_is_not_known(redact, reason):
    data, said = redact(header(reason, 'no process'))
    assert b'secret' not in data and b'321' not in data and 'unknown text' in said.err
    same_shape(header(reason, 'no process'), data.decode())


@pytest.mark.parametrize('kernel', (V612, V73))
@pytest.mark.parametrize('where', ('line', 'end', 'key', 'data'))
def test_a_word_anywhere(redact, kernel, where):
    """If somebody has added a word to each line of a dump, or after each line, it is redacted
    everywhere."""
    word = 'janedoe'
    change = {'line': lambda line: f'{line}\n{word}', 'end': lambda line: f'{line} {word}',
              'key': lambda line: f'{line}\n\towner: {word}',
              'data': lambda line: f'{line}\n[{word}].data: {word}'}[where]
    text = ''.join(f'{change(x)}\n' for x in dump_text(kernel).splitlines())
    data, _ = redact(text, rc=None)
    assert word not in data.decode() and secrets(data) == set()
    same_shape(text, data.decode())
    if where == 'end' and kernel == V73:
        log = next(x for x in text.splitlines() if x.startswith('[LOG].data'))
        assert log.removesuffix(word) in data.decode()


def test_path_of_the_firmware(redact, guclog, tmp_path):
    """If the firmware was loaded from a folder of a user, the path is redacted, in each form of the
    output. The usual path of xe's firmware is kept."""
    text = re.sub('^(.*GuC firmware: ).*$', rf'\1/home/{HOST}/guc.bin', dump_text(), flags=re.M)
    assert HOST in text
    for args in ((), ('--to', 'lfd'), ('--to', 'info')):
        data, said = redact(text, *args)
        assert secrets(data) == set() and 'unknown text' in said.err
    guclog('convert', 'in', '--to', 'lfd', '-o', 'whole.lfd')
    assert HOST.encode() in (tmp_path / 'whole.lfd').read_bytes()
    data, _ = redact((tmp_path / 'whole.lfd').read_bytes())
    assert secrets(data) == set()
    assert 'GuC firmware: xe/' in redact(dump_text())[0].decode()


@pytest.mark.parametrize('held', ('debugfs', 'debugfs_old'))
def test_debugfs_text(redact, held):
    text = forms.debugfs(forms.Held(log_image())) if held == 'debugfs' else \
        forms.debugfs_old(log_image())
    data, _ = redact(text)
    assert data.decode() == text


def test_lfd_of_a_dump(redact, guclog):
    """convert --redact --to lfd makes the same LFD file from a dump as from the LFD file that is
    made of this dump without --redact."""
    made, _ = redact(dump_text(), '--to', 'lfd')
    assert secrets(made) == set()
    (guclog('convert', 'in', '--to', 'lfd', '-o', 'whole.lfd'))
    again, said = redact(open('whole.lfd', 'rb').read())
    assert again == made and 'kernel build' in said.err
    assert 'fine' in guclog('check', 'out').out


def test_lfd_comments_with_other_keys(redact, guclog, tmp_path):
    (tmp_path / 'raw').write_bytes(log_image())
    guclog('convert', 'raw', '-o', 'made.lfd', '--note', f'owner={PROCESS}',
           '--note', f'incident_process={PROCESS}', '--note', f'incident_pid={PID}',
           '--note', 'incident_engine=ccs0', '--note', 'incident_trigger_2=engine reset',
           '--note', f'incident_trigger_2_process={PROCESS}',
           '--note', f'incident_trigger_2_pid={PID}', '--note', 'incident_trigger_2_guc_id=12')
    before = open('made.lfd', 'rb').read()
    data, said = redact(before)
    assert secrets(data) == set() and len(data) == len(before)
    assert b'incident_engine=ccs0' in data
    assert b'incident_trigger_2=engine reset' in data
    assert b'incident_trigger_2_guc_id=12' in data
    for kind in ('process name', 'process id', 'unknown text'):
        assert kind in said.err


@pytest.mark.parametrize('kind', (1, 5, 6, 0x1fff, 0x2002, 0x4000, 0x4001, 0x6001, 0x6004, 0x8000))
def test_lfd_blocks(redact, guclog, tmp_path, kind):
    """A text in a block of an LFD file that is not known, or after the known data of a block, is
    removed."""
    (tmp_path / 'raw').write_bytes(log_image())
    guclog('convert', 'raw', '-o', 'made.lfd')
    before = (tmp_path / 'made.lfd').read_bytes()
    data, said = redact(before + lfd.block(kind, b'\x05\0\0\0' + PROCESS.encode() * 4), rc=None)
    assert secrets(data) == set() and data.startswith(before)


@pytest.mark.parametrize('to', ('lfd', 'state', 'info', 'raw'))
def test_facts_file(guclog, tmp_path, to):
    (tmp_path / 'raw').write_bytes(log_image())
    (tmp_path / 'facts').write_text(f'kernel=6.12.1-{BUILD}\npci_id=8086:e223\n'
                                    f'gt=0\nstatus=ok\nguc_firmware=/home/{HOST}/guc.bin\n'
                                    f'gt=1\nstatus=ok\nguc_firmware=/home/{HOST}/other.bin\n')
    guclog('convert', '--redact', '--facts', 'facts', '--to', to, '-o', 'out', 'raw')
    assert secrets((tmp_path / 'out').read_bytes()) == set()


def test_facts_file_is_counted(guclog, tmp_path):
    """The counts include what was redacted in the file of --facts, also if the input is a
    devcoredump, in which the same facts are redacted and counted too."""
    (tmp_path / 'dump').write_text(dump_text())
    (tmp_path / 'facts').write_text(f'kernel=6.12.1-{BUILD}\npci_id=8086:e223\n'
                                    f'gt=0\nstatus=ok\nguc_firmware=/home/{HOST}/guc.bin\n')

    def places(*options):
        said = guclog('convert', '--redact', '--to', 'lfd', '--force', '--json', *options,
                      '-o', 'out', 'dump')
        return sum(kind['places'] for kind in said.json['redacted'])
    assert places('--facts', 'facts') == places() + 2


def test_chosen_log_is_converted(guclog, tmp_path):
    """With --gt or --log, the default form is an LFD file of the chosen log, not the text of the
    whole input."""
    (tmp_path / 'dump').write_text(dump_text())
    for option in '--gt', '--log':
        guclog('convert', '--redact', option, 0, '-o', option, 'dump')
        guclog('convert', '--redact', '--to', 'lfd', '--force', '-o', 'lfd', 'dump')
        assert (tmp_path / option).read_bytes() == (tmp_path / 'lfd').read_bytes()
        assert 'only' in guclog.fails('convert', '--redact', option, 7, '-o', 'x', 'dump').err


def test_options_that_do_not_fit(guclog, tmp_path):
    (tmp_path / 'dump').write_text(dump_text())
    guclog.usage('convert', '--to', 'text', 'dump')
    for option in '--gt', '--log', '--facts':
        guclog.usage('convert', '--redact', '--to', 'text', option, '0', 'dump')
    guclog.usage('convert', '--json', '-o', 'x', 'dump')
    guclog.usage('convert', '--redact', '--json', 'dump')
    (tmp_path / 'raw').write_bytes(log_image())
    assert 'is not the text' in guclog.fails('convert', '--redact', '--to', 'text', 'raw').err


def test_report(guclog, tmp_path):
    folder = tmp_path / HOST
    folder.mkdir()
    (folder / HOST).write_text(dump_text())
    said = guclog('report', '--redact', f'{HOST}/{HOST}', '-o', 'page.html')
    page = (tmp_path / 'page.html').read_text()
    assert secrets(page.encode()) == set()
    assert 'ring contents: 3 places' in page and 'ring contents' in said.err
    guclog('report', f'{HOST}/{HOST}', '-o', 'whole.html')
    whole = (tmp_path / 'whole.html').read_text()
    assert PROCESS in whole and BUILD in whole and HOST in whole
    events = re.compile(r'<script type="text/plain" id="log0">(.*?)</script>', re.S)
    assert events.search(page)[1] == events.search(whole)[1]


def test_report_of_a_directory(guclog, tmp_path):
    (tmp_path / 'dumps').mkdir()
    (tmp_path / 'dumps/a.txt').write_text(dump_text())
    said = guclog.fails('report', '--redact', 'dumps', '-o', 'page.html')
    assert said.err == \
        'guclog: dumps: is a directory: --redact needs one of the dumps in it as INPUT\n'


@pytest.mark.parametrize('seed', range(3))
def test_explain_says_the_same_of_a_redacted_dump(guclog, redact, seed):
    story = stories.refuse(stories.begin(seed))
    text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    redact(text)
    before = guclog('explain', '--json', 'in').json
    after = guclog('explain', '--json', 'out').json
    for key in ('hang', 'reset', 'victim', 'waiter', 'wait_ms', 'limit_ms', 'stuck'):
        assert before[key] == after[key], key
    assert before['dictionary']['holds'] and after['dictionary']['holds']


def test_unread_messages_are_unknown_not_absent(guclog, redact):
    """Only the contents of the H2G ring show that the GuC no longer reads messages, and redaction
    removes them. For the redacted dump, explain does not state that the GuC is stuck, and it states
    that the messages are missing because of the redaction."""
    story = stories.begin(4)
    story.guc.settle()
    for _ in range(4):
        story.guc.h2g.send(0x1000, (22,), 2)
    text = gucstory.dump(story.guc, 'x', [story.victim], unread=4, late_ms=9000)
    redact(text)
    before = guclog('explain', '--json', 'in').json
    after = guclog('explain', '--json', 'out').json
    assert before['stuck'] == 'h2g'
    assert after['hang'] in (None, False) and after['stuck'] is None
    assert 'redaction has removed them' in guclog('explain', 'out').out


@pytest.fixture
def incident(tmp_path, guclog):
    """A store of guclog collect with one incident: the dump of a hang, with planted secrets. The
    value is the machine (test_collect.Machine) and the name of the incident."""
    machine = Machine(tmp_path, guclog)
    story = stories.refuse(stories.begin(1))
    text = gucstory.dump(story.guc, f'LR job cleanup, guc_id=22 in {PROCESS} [{PID}]',
                         [story.victim])
    text = re.sub('^Process: .*$', f'Process: {PROCESS} [{PID}]', text, flags=re.M)
    text = re.sub('^kernel: .*$', f'kernel: 6.16.3-{BUILD}', text, flags=re.M)
    machine.xe_dump('devcd1', text)
    (tmp_path / 'raw').write_bytes(log_image())
    guclog('convert', 'raw', '-o', 'log.lfd', '--note', f'incident_process={PROCESS}',
           '--note', f'incident_pid={PID}', '--note', 'incident_seq=1')
    machine.log_dump('devcd2', 0, content=(tmp_path / 'log.lfd').read_bytes())
    info = machine.sys / f'kernel/debug/xe_guclog/{GPU}'
    info.mkdir(parents=True)
    (info / 'info').write_text(f'source=xe\nkernel=6.16.3-{BUILD}\ngt=0\n')
    name, = machine.collect('devcd1')
    (machine.store / name / 'journal.txt.zst').write_bytes(
        subprocess.run(['zstd', '-c'], input=f'{HOST} kernel: {PROCESS}\n'.encode(),
                       check=True, capture_output=True).stdout)
    return machine, name


def unpack(archive, to):
    to.mkdir()
    subprocess.run(['tar', '--zstd', '-xf', archive, '-C', to], check=True)
    files = {}
    for path in to.rglob('*'):
        if path.is_file():
            data = path.read_bytes()
            if path.suffix == '.zst':
                data = subprocess.run(['zstd', '-dc'], input=data, check=True,
                                      capture_output=True).stdout
            files[path.name] = data
    return files


def test_export_of_an_incident(incident, guclog, tmp_path):
    machine, name = incident
    said = guclog('incidents', '--store', machine.store, '--redact', 'export', name,
                  '-o', 'out.tar.zst')
    files = unpack(tmp_path / 'out.tar.zst', tmp_path / 'unpacked')
    listed = subprocess.run(['tar', '--zstd', '-tvf', tmp_path / 'out.tar.zst'], check=True,
                            capture_output=True, text=True).stdout
    assert {line.split()[1] for line in listed.splitlines()} == {'0/0'}
    assert {'devcoredump.txt.zst', 'metadata.json', 'summary.txt', 'summary.json', 'info.txt',
            'redacted.json'} <= set(files)
    assert 'journal.txt.zst' not in files
    assert {file: secrets(data) for file, data in files.items() if secrets(data)} == {}
    meta = json.loads(files['metadata.json'])
    assert meta['incident'] == name and meta['devcoredump']['pid'] is None
    assert set(meta['boot_id']) == {'x'}
    assert meta['signature'] == ('engine reset on ccs0: LR job cleanup, guc_id=N in '
                                 f'{"x" * len(PROCESS)} [{"x" * len(PID)}]')
    listed = json.loads(files['redacted.json'])
    assert listed['left_out'] == ['journal.txt.zst']
    assert {'process name', 'process id', 'boot id', 'kernel build', 'whole file'} <= {
        x['what'] for x in listed['redacted']}
    assert 'taken out: process name' in said.err
    verdict = json.loads(files['summary.json'])
    assert verdict['victim']['guc_id'] == stories.VICTIM


def test_export_of_a_file_above_the_limit(incident, guclog, tmp_path):
    """A file that needs more memory than the limit is left out of a redacted archive, and named
    there. The other files are exported."""
    machine, name = incident
    (machine.store / name / 'devcoredump.txt.zst').write_bytes(
        subprocess.run(['zstd', '-c'], input=b'**** VM state ****\n' * (6 << 20), check=True,
                       capture_output=True).stdout)
    said = guclog('--max-memory', '32M', 'incidents', '--store', machine.store, '--redact', 'export',
                  name, '-o', 'out.tar.zst', rc=None)
    files = unpack(tmp_path / 'out.tar.zst', tmp_path / 'unpacked')
    assert said.rc in (0, 1) and 'devcoredump.txt.zst' in said.err
    assert 'devcoredump.txt.zst' in json.loads(files['redacted.json'])['left_out']
    assert 'devcoredump.txt.zst' not in files and 'metadata.json' in files


def test_exported_incident_can_be_read(incident, guclog):
    machine, name = incident
    said = guclog('incidents', '--store', machine.store, '--redact', '--json', 'export', name,
                  '-o', 'out.tar.zst')
    assert {'process name'} <= {x['what'] for x in said.json['redacted']}
    assert 'fine' in guclog('check', 'out.tar.zst').out
    assert guclog('explain', '--log', '0', 'out.tar.zst', rc=None).rc in (0, 1)


def test_summary_names_the_file(guclog, tmp_path):
    """In the store and in an exported incident, the summary names each log of the dump after the
    file in which the dump is stored."""
    machine, held = Machine(tmp_path, guclog), forms.Machine()
    machine.xe_dump('devcd1', forms.devcoredump(
        held, *(forms.Held(log_image(), gt) for gt in held.gts[:2])))
    name, = machine.collect('devcd1')
    guclog('incidents', '--store', machine.store, '--redact', 'export', name, '-o', 'out.tar.zst')
    exported = unpack(tmp_path / 'out.tar.zst', tmp_path / 'unpacked')
    want = [f'devcoredump.txt.zst: GT {gt.number}' for gt in held.gts[:2]]
    for read in (lambda file: (machine.store / name / file).read_bytes()), exported.get:
        text = read('summary.txt').decode()
        assert re.findall('(?m)^.*: GT [0-9]+$', text) == want and len(want) == 2
        assert [log['name'] for log in json.loads(read('summary.json'))['logs']] == want


def test_export_does_not_replace_a_file(incident, guclog, tmp_path):
    machine, name = incident
    (tmp_path / 'there').write_text('mine')
    guclog.fails('incidents', '--store', machine.store, '--redact', 'export', name, '-o', 'there')
    assert (tmp_path / 'there').read_text() == 'mine'


def test_only_an_export_is_redacted(incident, guclog):
    """Only the action export accepts --redact and -o. The other actions of guclog incidents refuse
    them, because they do not redact what they print."""
    machine, name = incident
    for option in ('--redact',), ('-o', 'out'):
        for action in (), ('list',), ('show', name), ('delete', name):
            guclog.usage('incidents', '--store', machine.store, *option, *action)
    assert name in guclog('incidents', '--store', machine.store).out


def secret_lfd(guclog, tmp_path):
    """Return an LFD file with planted secrets in its comment and in the kernel's release."""
    (tmp_path / 'raw').write_bytes(log_image())
    (tmp_path / 'facts').write_text(f'kernel=6.12.1-{BUILD}\ngt=0\nstatus=ok\n')
    guclog('convert', 'raw', '--facts', 'facts', '--force', '-o', 'made.lfd',
           '--note', f'incident_process={PROCESS}', '--note', f'incident_pid={PID}',
           '--note', f'incident_comm={PROCESS}', '--note', 'incident_seq=7')
    data = (tmp_path / 'made.lfd').read_bytes()
    assert {PROCESS, PID, BUILD} <= secrets(data)
    return data


@pytest.mark.parametrize('around', ('tar', 'directory', 'base64', 'gzip'))
def test_lfd_inside_of_something(guclog, tmp_path, around):
    data = secret_lfd(guclog, tmp_path)
    if around == 'tar':
        subprocess.run(['tar', '-cf', 'in', 'made.lfd'], check=True)
    elif around == 'directory':
        (tmp_path / 'in').mkdir()
        (tmp_path / 'in/log.lfd').write_bytes(data)
    elif around == 'base64':
        (tmp_path / 'in').write_bytes(base64.encodebytes(gzip.compress(data)))
    else:
        (tmp_path / 'in').write_bytes(gzip.compress(data))
    said = guclog('convert', '--redact', '-o', 'out', 'in')
    out = (tmp_path / 'out').read_bytes()
    assert secrets(out) == set() and len(out) == len(data) and b'incident_seq=7' in out
    assert 'process name' in said.err and 'kernel build' in said.err
    assert 'fine' in guclog('check', 'out').out


@pytest.mark.parametrize('part', (0.2, 0.5, 0.8, 0.95, 0.999))
def test_lfd_that_was_cut(guclog, tmp_path, part):
    data = secret_lfd(guclog, tmp_path)
    data = data[:int(len(data) * part) & ~3]
    (tmp_path / 'in').write_bytes(data)
    guclog('convert', '--redact', '-o', 'out', 'in', rc=None)
    out = (tmp_path / 'out').read_bytes()
    assert secrets(out) == set() and len(out) == len(data)
    assert guclog('decode', '--json', 'in', rc=None).json['events'] == \
        guclog('decode', '--json', 'out', rc=None).json['events']


def test_every_key_of_a_comment_is_known(guclog, tmp_path, redact):
    """Redaction keeps the lines in the comment of an LFD file whose keys are defined in
    include/abi/guc_comment_abi.h."""
    header = (TOP / 'include/abi/guc_comment_abi.h').read_text()
    found = re.findall(r'^#define GUC_COMMENT_\w+\s+"([a-z]+(?:_[a-z]+)*)"(.*)$', header, re.M)
    keys = {key + '_bytes' * ('key ends with' in more) for key, more in found}
    keys -= {'none', 'present', 'unknown', 'yes'}     # values
    assert len(keys) > 20
    (tmp_path / 'raw').write_bytes(log_image())
    notes = [x for key in sorted(keys) for x in ('--note', f'{key}=4711')]
    guclog('convert', 'raw', '-o', 'made.lfd', *notes)
    data, _ = redact((tmp_path / 'made.lfd').read_bytes())
    assert data.count(b'=4711') == len(keys)


def test_comments_of_the_corpus_are_kept(redact, guclog, corpus, case):
    """Redaction keeps all lines that the module writes into the comments of an LFD file, except the
    name of the kernel and of an unknown firmware file. Facts that no driver has are redacted."""
    text = ('kernel', 'guc_firmware')
    if case.name.startswith('facts'):
        text += ('source', 'driver', 'platform', 'woken', 'anchor')
    elif case.name == 'id-unknown':
        text += ('platform',)

    def comments(data):
        return [pair for block in lfd.blocks(data) if block.kind == lfd.COMMENT
                for pair in lfd.comment_pairs(block) if pair[0] not in text]

    before = Path(corpus(case.name, 'lfd')).read_bytes()
    assert comments(redact(before)[0]) == comments(before)


@pytest.mark.parametrize('seed', range(40))
def test_damaged_text_is_redacted(redact, seed):
    """If lines of a dump are truncated, joined, doubled or damaged, the redacted text still has the
    same lines with the same lengths, and none of the secrets."""
    rng = random.Random(seed)
    lines = [x if len(x) < 4000 else x[:rng.randrange(4000)] for x in dump_text().split('\n')]
    for _ in range(30):
        i = rng.randrange(len(lines))
        change = rng.randrange(4)
        if change == 0:
            lines[i] = lines[i][:rng.randrange(len(lines[i]) + 1)]
        elif change == 1:
            lines[i] += lines[rng.randrange(len(lines))]
        elif change == 2:
            lines.insert(i, lines[rng.randrange(len(lines))])
        elif lines[i]:
            at = rng.randrange(len(lines[i]))
            lines[i] = lines[i][:at] + chr(rng.randrange(32, 127)) + lines[i][at + 1:]
    text = '\n'.join(['**** Xe Device Coredump ****', *lines, '[LOG].data: '])
    data, run = redact(text, rc=None)
    assert run.rc == ('the redaction of this text loses' in run.err)
    same_shape(text, data.decode())
    assert secrets(data) == set()


@pytest.fixture(scope='module')
def redact_in_library(library, tmp_path_factory):
    """A function that redacts a text with the program of library/redact.c, which uses the internal
    functions. It returns the exit status, the redacted text, and the counts or the error message."""
    folder = tmp_path_factory.mktemp('redact')
    program = library.internal(folder / 'redact', 'redact.c')

    def redact(data):
        (folder / 'in').write_bytes(data.encode())
        done = subprocess.run([program, folder / 'in'], check=False, capture_output=True,
                              env={**os.environ, **library.environment})
        return done.returncode, done.stdout.decode(), done.stderr.decode()
    redact.rules = lambda: run(program, 'rules', env=library.environment)
    return redact


def test_library(redact_in_library):
    redact_in_library.rules()
    code, data, said = redact_in_library(dump_text())
    assert code == 0 and secrets(data.encode()) == set() and 'process name: ' in said
    same_shape(dump_text(), data)


KERNEL_LINES = (
    ('[drm] Tile0: GT0: Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
     f'{PROCESS} [{PID}]',
     '[drm] Tile0: GT0: Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
     f'{"x" * len(PROCESS)} [xxxxx]'),
    (f'[drm] Tile0: GT0: Timedout job: seqno=7, guc_id=3, flags=0x0 in a [1] in {HOST} [2]',
     f'[drm] Tile0: GT0: Timedout job: seqno=7, guc_id=3, flags=0x0 in '
     f'{"x" * len(f"a [1] in {HOST}")} [x]'),
    ('[drm] Xe device coredump has been created',) * 2,
    ('[drm] Check your /sys/class/drm/card0/device/devcoredump/data',) * 2,
    ('[drm] *ERROR* Tile0: GT1: GuC engine reset request failed on 3:0 because 0x00000002',) * 2,
    ('[drm] Using GuC firmware from xe/bmg_guc_70.bin version 70.44.1',) * 2,
    ('[drm] Tile0: GT0: reset queued from xe_guc_exec_queue_reset_failure_handler [xe]',
     '[drm] Tile0: GT0: reset queued from xe_guc_exec_queue_reset_failure_xxxxxxx [xe]'),
    ('[drm] Faulted Address: 0x00005ec2e7abc000', '[drm] Faulted Address: 0xxxxxxxxxxxxxxxxx'),
    (f'[drm] {HOST} has said {PROCESS}', f'[drm] {"x" * len(HOST)} has xxxx xxxxxx xxxx'),
)


# Lines of a kernel log that damage, a mail program or another source has changed. Nothing in them
# may show the process, its id, the host, an address or the build of the kernel.
XE = 'xe 0000:03:00.0: [drm] '
JOB = XE + 'Tile0: GT0: Timedout job: seqno=1, lrc_seqno=1, guc_id=2, flags=0x0 in '
ODD_LINES = [
    *(f'{JOB}{PROCESS} [{PID}]{end}' for end in (
        ' ', '\t', '.', '<br>', '`', "'", '",', ' |', '=20', ' <- here', '\x1b[0m', '\xa0',
        ' ' + XE + 'GT0: reset done', '\\n' + XE + 'GT0: reset done')),
    f'{JOB}{PROCESS} [{PID[:4]}', f'{JOB[:-4]} n {PROCESS} [{PID}]', f'{JOB}{PROCESS}({PID})',
    f'{JOB[:-4]} by {PROCESS} [{PID}]', f'{JOB}rcs0 [{PID}] xe',
    f'xe 0000:03:00.0: [drm:drm_ioctl] comm="{PROCESS}" pid={PID}, dev=0xe280, auth=1, XE_EXEC',
    f'xe 0000:03:00.0: [drm:drm_ioctl [drm]] pid={PID}, dev=0xe280, auth=1, XE_EXEC',
    f'xe 0000:03:00.0: [drm:drm_ioctl] comm="secret "proc" xe" pid={PID}, dev=0xe280, XE_EXEC',
    f'{XE}secret[{PID}] context reset due to GPU hang', f'{XE}snapshot for process {PID}',
    f'{XE}kernel 6.17.0-{PID}', f'{XE}process [{PID}] hung',
    f'{XE}Process secret (pid: {PID}) caused a GPU hang', f'{XE}device wedged, PID={PID} TASK=x',
    f'{XE}tgid {PID}', f'{XE}serial {PID}', f'{XE}remote 192.168.5.43',
    f'{XE}Faulted Address: 0x5ec2e000', f'{XE}Faulted Address: 0x00005ec2',
    f'{XE}ring 0x005ec2e7', f'{XE}Captur 1.71: \tHW Context Desc: 0x5ec2e7ab',
    f'{XE}Captur 1.7: Process: {PROCESS} [{PID}]', f'{XE}Captur 1.3: kernel: 6.17.0-{PID}-local',
    f'{XE}loading /lib/firmware/6.17.0-{PID}-local/xe/bmg_guc_70.bin failed',
]
ODD_HEADS = ['[41943.000003] ', f'[41943.000003] {PID} kernel: ', f'1789335967.0 {PID} kernel: ',
             f'[41943.000003] CPU: 3 UID: 0 PID: {PID} Comm: secret [41943.000004] ', f'[41943.000003] [  T{PID}] ', f'[41943.000003][T{PID}] ',
             f'<6>1 2026-11-22T10:00:00.1Z {HOST} kernel {PID} - - ',
             f'11-22 10:00:00.123 {PID} {PID} I ', f'Nov 22 10:00:00 {PID} kernel: ',
             f'6,1234,41943000003,-,caller=T{PID};', '6,1234,41943000003,c;',
             f'kern  :info  : [41943.000003] {PID} kernel: ', f'kern  :{HOST}: [41943.000003] ',
             f'Nov 22 10:00:00.123456 {PID} kernel: ', f'1789335967.123456 {PID} kernel: ',
             f'Sun 2026-11-22 10:00:00 UTC {PID} kernel: ',
             f'[41943.000003 <    0.000100 >] {PID} kernel: ', '[41943.000003 <    0.000100>] ',
             '[Thu Nov 22 10:00:00 2026] ', '\x1b[32m[41943.000003] \x1b[0m']


@pytest.mark.parametrize('line', ODD_LINES)
def test_odd_lines_of_a_kernel_log(redact_in_library, line):
    """A changed line of a kernel log shows nothing of a process, host or kernel, whatever the form
    of its beginning."""
    for head in ODD_HEADS:
        code, data, _ = redact_in_library(
            f'[    1.000000] Linux version 6.16.3\n{head}{line}\n')
        left = data.split('\n')[1]
        assert code == 0 and not re.search(f'secret|5ec2|{PID[:4]}|168', left), left


# Messages of xe whose words and numbers stay, and one with the name of a process that consists of
# words of xe: the name and the PID are redacted.
KEPT = [
    (f'{XE}GT0: Check job timeout: seqno=7, running_time_ms=5000, timeout_ms=5000, diff=0x5',) * 2,
    (f'{XE}GT0: GuC load failed: time = 1234ms, freq = 2050MHz (req 2133MHz)',) * 2,
    (f'{XE}GT0: Engine memory CAT error [18]: class=rcs, logical_mask: 0x1, guc_id=2',) * 2,
    (f'{XE}GT0: Fault response: Unsuccessful -EINVAL',) * 2,
    (f'{XE}xe_vm[{PID}] context reset', f'{XE}xx_xx[xxxxx] context reset'),
    (f'{XE}GT0:\n\tASID: 5\n\tFaultType: 0\n\tEngineClass: 3 bcs\n        FaultLevel: 1',) * 2,
]


@pytest.mark.parametrize(('line', 'want'), KEPT)
def test_what_stays_of_a_kernel_log(redact_in_library, line, want):
    code, data, _ = redact_in_library(f'[41943.000003] {line}\n')
    assert code == 0 and data == f'[41943.000003] {want}\n'


# Numbers in messages of xe. Those that may be an address or name a host or a user are redacted.
NUMBERS = [
    ('size 25769803776', 'size xxxxxxxxxxx'), ('GGTT size: 94038473', 'GGTT size: xxxxxxxx'),
    ('GGTT offset 0x9a000', 'GGTT offset 0xxxxxx'), ('offset 40960', 'offset xxxxx'),
    ('buffer 0xfe000', 'buffer 0xxxxxx'), ('from 0x1a000 to 0x2b000', 'from 0xxxxxx to 0xxxxxx'),
    ('vma 0x5ec2e', 'vma 0xxxxxx'), ('server 192.0.2.43', 'server xxx.x.x.xx'),
    ('device 00:11:22:33:44:55', 'device xx:xx:xx:xx:xx:xx'), ('user 1000', 'user xxxx'),
    ('uuid 12345678-1234-1234-1234-123456789012', 'uuid xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'),
    ('user1000 queue', 'xxxxxxxx queue'), ('from server01', 'from xxxxxxxx'),
    ('client id 4711', 'xxxxxx id xxxx'),
    *[(line,) * 2 for line in (
        'guc_id=0x20', 'GuC id 32', 'engine class 0x3', 'queue id 4711', 'version 70.44.1',
        'seqno=4294967171', 'running_time_ms=50000000', 'freq = 2050MHz', 'size 4096',
        'G2H action 0x1004 failed', 'reg 0xc0de', 'logical_mask: 0x1, guc_id=2', 'error 0x16 -22',
        'load failed: status = 0x400000A0: Reset = 0, BootROM = 0x50, UKernel = 0x00')]]


@pytest.mark.parametrize(('line', 'want'), NUMBERS)
def test_numbers_in_a_message(redact_in_library, line, want):
    head = f'[41943.000003] {XE}'
    assert redact_in_library(f'{head}{line}\n')[:2] == (0, f'{head}{want}\n')


@pytest.mark.parametrize('head', (
    'Nov 22 10:00:00 {} kernel: ', '{}: [41943.000003] ', '2026-11-22T10:00:00-0500 {} kernel: ',
    'Sun 2026-11-22 10:00:00 UTC {} kernel: ', '1789335967.123456 {} kernel: ',
    '[41943.000003 <    0.000100>] {} '))
@pytest.mark.parametrize('host', ('10-20-30-40', '47-11', 'May', 'Sun'))
def test_host_like_a_date(redact_in_library, head, host):
    """The name of a host is redacted even if it looks like a date."""
    if head.startswith('{') and host in ('May', 'Sun'):
        host += '1'
    text = f'[    1.000000] Linux\n{head.format(host)}{XE}GT0: reset done\n'
    code, data, _ = redact_in_library(text)
    gone = 'x' * (len(host) + head.startswith('{'))
    want = head.replace('{}:', '{}').format(gone)
    assert code == 0 and data.split('\n')[1] == f'{want}{XE}GT0: reset done'


@pytest.mark.parametrize('head', ('kern  :warn  : ', 'user  :notice: ', 'daemon:info  : '))
def test_level_of_a_line_stays(redact_in_library, head):
    """Redaction keeps the facility and the level at the beginning of a line of dmesg -x."""
    line = f'{head}[41943.000003] {XE}GT0: reset done\n'
    assert redact_in_library(line)[:2] == (0, line)


def test_binary_file_that_is_not_a_log(guclog, tmp_path):
    (tmp_path / 'file').write_bytes(b'\x7fELF' + PROCESS.encode() * 1000)
    for to in 'lfd', 'raw', 'state':
        run = guclog.fails('convert', '--redact', '--to', to, '-o', 'out', 'file')
        assert 'is not a GuC log' in run.err and PROCESS not in run.err + run.out
        assert not (tmp_path / 'out').exists()


COLOURED = '\x1b[32m[41943.000003] \x1b[0m\x1b[33mxe 0000:03:00.0: \x1b[0m[drm] '


@pytest.mark.parametrize('head', ('[41943.000003] ' + XE, '[Thu Nov 26 21:46:07 2026] ' + XE,
                                  f'Nov 26 21:46:07 {HOST} kernel: ' + XE, COLOURED))
def test_report_with_a_kernel_log(guclog, tmp_path, head):
    """report --redact reads the forms in which dmesg and journalctl print the kernel log."""
    (tmp_path / 'dump').write_text(dump_text())
    (tmp_path / 'dmesg').write_text(
        f'{head}Tile0: GT0: Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in '
        f'{PROCESS} [{PID}]\n')
    out = guclog('report', '--redact', '--text', 'dump', 'dmesg', rc=None).out
    assert secrets(out.encode()) == set()
    assert ('Timedout job: seqno=7, lrc_seqno=7, guc_id=32, flags=0x0 in xxxxxxxxxxx [xxxxx]'
            in out)


DAMAGED_LINES = [
    f'batch_addr[0\n]: 0x0000{BATCH:x}', f'batch_addr[\n0]: 0x0000{BATCH:x}',
    f'batch_addr[0]{PROCESS}: 0x0', f'{HOST} (physical), logical instance=0',
    'batch_addr[0]: 0x0000 543211234567',
    '\tHW Context Desc: 0x0000 543211234567', '\tHW Context Desc: 0\r0x5ec2e7ab',
    f'\tsize: {ADDRESS}', f'\thead: {ADDRESS:#x}', f'\tGuC ID: {ADDRESS}',
    '\tRing start: (memory) 0x5ec2e 54321', f'\ttail: 939 0x{ADDRESS:x}', f'\tGuC ID: 32, {PID}',
]


@pytest.mark.parametrize('line', DAMAGED_LINES)
def test_damaged_line_of_a_dump(redact, line):
    data, _ = redact(f'**** Xe Device Coredump ****\nkernel: 6.16.3\n{line}\n[LOG].data: \n')
    assert secrets(data) == set() and str(ADDRESS) not in data.decode()


@pytest.mark.parametrize('between', ('', ' ', '\n'))
def test_data_after_the_complete_log(redact, events, between):
    """Redaction removes data that follow the complete data of the log, because they are not a part
    of the log."""
    log, secret = ascii85.encode(log_image()), ascii85.encode(MEMORY * 8)
    data, _ = redact(f'**** Xe Device Coredump ****\n[LOG].length: {len(log_image()):#x}\n'
                     f'[LOG].data: {log}{between}{secret}\n')
    assert secret[:20] not in data.decode() and events('in') == events('out')


def long_dump():
    """Return a dump in which the memory of a program is longer than the log."""
    return Dump(machine=MACHINE, log=forms.Held(log_image()),
                ranges=(Range(ADDRESS, MEMORY * 200),)).text(V73)


def printed(lines):
    """Return a kernel log in which xe has printed the lines."""
    return ''.join(f'[   12.345678] xe 0000:03:00.0: [drm] {line}\n' for line in lines)


def secret_lines(text):
    """Return those parts of the memory's data, each 20 characters of ascii85 text, that are in the
    text."""
    digits = ascii85.encode(MEMORY)
    return [digits[i:i + 20] for i in range(0, len(digits), 20) if digits[i:i + 20] in text]


# Where a loss begins, as a part of the log: in the state page, among the events, after them.
LOSSES = 0.01, 0.1, 0.25, 0.4, 0.55, 0.8, 0.99


@pytest.mark.parametrize('width', (0, 60, 78))
@pytest.mark.parametrize('begin', LOSSES)
def test_loss_from_the_log_into_other_data(redact, begin, width):
    """A part of a dump was lost, from the middle of the data of the log to the middle of the memory
    of a program. Redaction must not keep the rest of this memory as if it were a part of the
    log."""
    text = long_dump()
    at = text.index('[LOG].data: ') + len('[LOG].data: ')
    log_len = text.index('\n', at) - at
    memory = text.index(f'[{ADDRESS:x}].data: ') + 30
    for lost in range(5):
        cut = text[:at + int(begin * log_len)] + text[memory + 1000 + lost:]
        if width:
            cut = '\n'.join(line[i:i + width] for line in cut.split('\n')
                            for i in range(0, max(len(line), 1), width))
        data, said = redact(cut, rc=None)
        assert secret_lines(cut) and not secret_lines(data.decode()), (lost, width)
        same_shape(cut, data.decode())
        assert 'unknown text' in said.err


@pytest.mark.parametrize('to', ('lfd', 'raw'))
def test_other_data_do_not_get_into_an_image(redact, to):
    text = long_dump()
    at = text.index('[LOG].data: ')
    memory = text.index(f'[{ADDRESS:x}].data: ') + 1000
    data, _ = redact(text[:at + 3000] + text[memory:], '--to', to, rc=None)
    assert MEMORY[:4] not in data and b'ECRE' not in data


@pytest.mark.parametrize('lost', ((3, 3), (3, 9), (9, 30), (11, 40)))
def test_lost_lines_of_a_capture(redact, lost):
    """In a kernel log, the lines from the data of the log to those of the CT buffers were lost.
    Redaction must not keep the rest of the CT buffers as if it were a part of the log."""
    lines = forms.capture_dead(1, MACHINE, forms.Held(log_image()),
                               after=ascii85.lines('[CTB].data', MEMORY * 200))
    data = [i for i, line in enumerate(lines) if '.data: ' in line]
    log, ring = data
    del lines[min(log + lost[0], ring):ring + lost[1]]
    text = printed(lines)
    made, _ = redact(text, rc=None)
    assert secret_lines(text) and not secret_lines(made.decode())
    same_shape(text, made.decode())


def test_line_of_a_capture_in_the_log(redact):
    """A line with data of the CT buffers got between the last lines of the log. Redaction removes
    it."""
    lines = forms.capture_dead(1, MACHINE, forms.Held(log_image()),
                               after=ascii85.lines('[CTB].data', MEMORY * 20))
    at = lines.index(next(x for x in lines if '[CTB].data' in x))
    for before in range(at - 7, at):
        mixed = lines[:before] + [lines[at + 2]] + lines[before:]
        text = printed(mixed)
        made, _ = redact(text, rc=None)
        assert secret_lines(text) and not secret_lines(made.decode())


def test_captures_that_are_mixed(redact, events):
    """xe can print two dumps into the kernel log at the same time, so that their lines alternate.
    Redaction keeps the log of one dump, and removes the CT buffers of the other one."""
    one = forms.capture(1, forms.Held(log_image()))
    two = [f'Capture 2.{i}: {line}' for i, line in
           enumerate(ascii85.lines('[CTB].data', MEMORY * 20), 1)]
    log = next(i for i, line in enumerate(one) if '[LOG].data' in line)
    rest = one[log:]
    mixed = one[:log] + [x for pair in zip(two, rest) for x in pair]
    mixed += rest[len(two):] + two[len(rest):]
    text = printed(mixed)
    made, _ = redact(text, rc=None)
    assert secret_lines(text) and not secret_lines(made.decode())
    assert events('in') == events('out')


@pytest.mark.parametrize('around', ('file', 'tar', 'base64', 'hexdump', 'relay'))
def test_text_after_an_image(guclog, tmp_path, around):
    """Bytes of an image that are not part of the log, such as a text after it, become zeroes."""
    image = log_image()
    secret = PROCESS.encode().ljust(64)
    page = image[:2000] + secret + image[2064:]
    assert not any(image[2000:2064])
    data = {'file': lambda: page + secret * 4, 'tar': lambda: page + secret * 4,
            'base64': lambda: base64.encodebytes(gzip.compress(page + secret * 4)),
            'hexdump': lambda: forms.hexdump(forms.Held(page + secret * 4)).encode(),
            'relay': lambda: forms.relay(image, image) + secret}[around]()
    (tmp_path / 'in').write_bytes(data)
    if around == 'tar':
        subprocess.run(['tar', '-cf', 'all.tar', 'in'], check=True)
        (tmp_path / 'all.tar').rename('in')
    for to in ('raw', 'lfd', 'state', 'info'):
        said = guclog('convert', '--redact', '--log', 0, '--to', to, '--force', '-o', 'out', 'in',
                      rc=None)
        out = (tmp_path / 'out').read_bytes()
        assert secrets(out) == set()
        if to == 'raw' and around != 'relay':
            assert out[:len(image)] == image and len(out) == len(page) + 256
            assert 'unknown text' in said.err


@pytest.mark.parametrize('seed', range(12))
def test_damaged_log_stays_readable(redact, events, seed):
    """If some characters of the data of the log were lost, redaction removes only data that decode
    does not use."""
    rng, text = random.Random(seed), dump_text()
    at = text.index('[LOG].data: ') + 12
    first = at + rng.randrange(text.index('\n', at) - at - 300)
    redact(text[:first] + text[first + rng.choice((1, 4, 5, 100, 250)):], rc=None)
    before, after = events('in'), events('out')
    assert len(after) >= len(before) - 2 and all(e in before for e in after)


@pytest.mark.parametrize(('line', 'want'), KERNEL_LINES)
@pytest.mark.parametrize('head', ('[   12.345678] ', f'Nov 22 10:00:00 {HOST} kernel: ',
                                  f'2026-11-22T10:00:00.123456+01:00 {HOST} kernel: '))
def test_kernel_log(redact_in_library, head, line, want):
    """In a redacted kernel log without a dump, the lines of the driver and their times are kept,
    without names. Lines of other drivers are replaced."""
    first = f'[    1.000000] Linux version 6.16.3-{BUILD}\n'
    code, data, _ = redact_in_library(f'{first}{head}xe 0000:03:00.0: {line}\n'
                                      f'{head}usb 1-2: SerialNumber: {PID}\n')
    assert code == 0 and secrets(data.encode()) == set()
    lines = data.split('\n')
    assert lines[0] == '[    1.000000] ' + 'x' * (len(first) - 16)
    assert lines[1] == f'{head.replace(HOST, "x" * len(HOST))}xe 0000:03:00.0: {want}'
    assert lines[2].endswith('x') and 'Serial' not in data


def test_what_cannot_be_redacted(redact_in_library):
    for text in ('a text', json.dumps({'MESSAGE': f'xe {PROCESS}'}),
                 f'{PROCESS}-{PID} [001] 12.3: xe_sched_job_run: dev=0'):
        code, data, said = redact_in_library(text)
        assert (code, data) == (2, '') and 'not known' in said


def capture_text(form):
    """Return a kernel log with a capture of a log, as journald's JSON in RFC 7464 or Server-Sent
    Events, or wrapped by a terminal of 80 columns."""
    log = [f'[  12.345678] xe 0000:03:00.0: [drm] {line}'
           for line in forms.capture(1, forms.Held(log_image()))]
    objects = [json.dumps({'MESSAGE': line, '_HOSTNAME': HOST, '_TRANSPORT': 'kernel'})
               for line in log]
    return {'seq': lambda: ''.join(f'\x1e{o}\n' for o in objects),
            'sse': lambda: ''.join(f'data: {o}\n\n' for o in objects),
            'wrapped': lambda: ''.join(line[i:i + 80] + '\n' for line in log
                                       for i in range(0, len(line), 80))}[form]()


@pytest.mark.parametrize('form', ('seq', 'sse', 'wrapped'))
def test_a_log_is_not_lost(guclog, events, tmp_path, form):
    """If the redaction would remove the log, convert ends with exit status 1, and report makes no
    page. Both state how many events are lost. All events stay if the input is first converted to an
    LFD file, and this file is redacted."""
    (tmp_path / 'in').write_text(capture_text(form))
    guclog('convert', 'in', '-o', 'first', rc=None)
    number = len(events('first'))
    lost = f'loses {number} of {number} events'
    assert lost in guclog('convert', '--redact', 'in', '-o', 'out', rc=1).err
    assert lost in guclog.fails('report', '--redact', 'in', '-o', 'page').err
    assert not (tmp_path / 'page').exists()
    guclog('convert', '--redact', 'first', '-o', 'out', '--force', rc=None)
    assert events('out') == events('first') and number
