# SPDX-License-Identifier: GPL-2.0-only
"""Tests that no verb of guclog prints a control character that is in its input or arguments. Such a
character could control the terminal."""

import json
import os
import pty
import re
from pathlib import Path

import gucstory
import pytest
import stories
import test_collect
import test_top
from reference import forms, image, ring, sections
from reference.sections import Context, Dump, Lrc, Range

# Control characters that set the title of the terminal, clear its screen, set a color, reverse the
# direction of the text, and move the cursor.
ESCAPE = '\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\x08'
VERBS = (
    ('explain',), ('explain', '--why'), ('info',), ('info', '--counts'), ('info', '--blocks'),
    ('report', '--text'), ('decode',), ('decode', '--contexts'), ('decode', '--timeline'),
    ('decode', '--to', 'jsonl'), ('decode', '--to', 'csv'), ('decode', '--to', 'json'),
    ('check',), ('triage',), ('dump',), ('dump', '--messages'), ('events', '--check'),
    ('convert', '--to', 'state'), ('convert', '--to', 'info'),
    ('convert', '--redact', '--to', 'text'),
)
JSON = (('explain', '--json'), ('info', '--json'), ('dump', '--json'), ('check', '--json'),
        ('decode', '--contexts', '--json'), ('triage', '--json'), ('decode', '--timeline', '--json'))


def on_terminal(guclog, *args):
    """Run guclog with a pseudo terminal as standard output and standard error. Return its
    output."""
    shown = []

    def read(fd):
        shown.append(os.read(fd, 65536))
        return b''

    pid, fd = pty.fork()
    if not pid:
        os.execv(guclog.path, [str(guclog.path), *args])
    try:
        while True:
            read(fd)
            if not shown[-1]:
                break
    except OSError:
        pass
    os.close(fd)
    os.waitpid(pid, 0)
    return b''.join(shown)


def is_clean(shown):
    """Return whether an output has only printable characters in UTF-8, newlines, tabs and carriage
    returns."""
    text = shown.decode('utf-8')
    return not re.search('[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e'
                         '\u2066-\u2069\ufeff]', text)


def planted_dump():
    """Return a devcoredump with ESCAPE in each field that is a text."""
    machine = forms.Machine(kernel=f'6.16{ESCAPE}', process=f'{ESCAPE} [7]',
                            reason=f'Timedout job - seqno=1 in {ESCAPE} [7]')
    log = image.standard(ring.ring(8192, 100, 'escape'), (4096, 4096), 'escape').build()
    text = Dump(machine=machine, log=forms.Held(log), rings=(sections.h2g(), sections.g2h()),
                contexts=(Context(name=f'rcs{ESCAPE}', lrcs=(Lrc(),)),),
                ranges=(Range(0x1000, b'x' * 64),)).text(sections.V73)
    # Also add ESCAPE to the values in other lines, as the title of a section, and as whole lines.
    lines = []
    for line in text.split('\n'):
        name, colon, value = line.partition(': ')
        known = colon and not re.search(r'\.(data|length|error)|^\s*(0x|\[)', line)
        lines.append(f'{name}: {value} {ESCAPE}' if known and len(line) < 200 and
                     not value[:1].isdigit() else line)
    return '\n'.join(lines) + f'\n**** {ESCAPE} ****\n{ESCAPE}: {ESCAPE}\n{ESCAPE}\n'


def story_dump():
    """Return a devcoredump of a hang that guclog can explain, with ESCAPE in its lines "Reason" and
    "Process"."""
    story = stories.refuse(stories.begin(1))
    text = gucstory.dump(story.guc, f'LR job cleanup, guc_id={stories.VICTIM} {ESCAPE}',
                         [story.victim, story.waiter])
    return re.sub('(?m)^Process: .*', lambda _: f'Process: {ESCAPE} [7]', text)


def planted_lfd(guclog):
    """Return an LFD file with ESCAPE in its comment."""
    Path('clean').write_text(story_dump().replace(ESCAPE, 'x' * 40))
    guclog('convert', '--force', '-o', 'lfd', 'clean', '--note', 'owner=' + 'x' * 40)
    data = Path('lfd').read_bytes()
    escape = ESCAPE.encode('latin-1', 'replace')
    return re.sub(rb'x{40}', lambda _: escape.ljust(40, b'x'), data)


@pytest.fixture
def files(guclog, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inputs = {'dump': planted_dump().encode(), 'story': story_dump().encode(),
              'lfd': planted_lfd(guclog), 'junk': ESCAPE.encode() * 9,
              'cut': story_dump().encode()[:3000]}
    Path('clean').unlink()
    Path('lfd').unlink()
    for name, data in inputs.items():
        Path(name + ESCAPE.replace('/', '')).write_bytes(data)
    Path('dmesg' + ESCAPE).write_bytes(
        b'[    5.0] xe 0000:03:00.0: [drm] ' + ESCAPE.encode() + b' \xff\n')
    Path('trace' + ESCAPE).write_bytes(b'a-1 [0] 12.5: xe_x: ' + ESCAPE.encode() + b'\n')
    return [name + ESCAPE for name in inputs]


@pytest.mark.parametrize('args', VERBS + JSON, ids=' '.join)
def test_terminal(guclog, files, args):
    for name in files:
        shown = on_terminal(guclog, *args, name)
        assert shown, name
        assert is_clean(shown), (args, name, [
            line for line in shown.split(b'\n') if not is_clean(line.rstrip(b'\r'))][:3])


@pytest.mark.parametrize('args', (
    ('decode',), ('decode', '--to', 'csv'), ('decode', '--to', 'jsonl'), ('report', '--text'),
    ('decode', '--json'), ('triage',), ('explain',)), ids=' '.join)
def test_several_inputs(guclog, files, args):
    shown = on_terminal(guclog, *args, files[1], 'dmesg' + ESCAPE, 'trace' + ESCAPE)
    assert len(shown) > 100 and is_clean(shown)


def test_names_that_are_missing(guclog, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for verb in ('explain', 'info', 'report', 'decode', 'check', 'triage', 'dump', 'events',
                 'convert', 'record', 'asic', 'layout'):
        shown = on_terminal(guclog, verb, 'no' + ESCAPE)
        assert is_clean(shown), (verb, shown)
    assert is_clean(on_terminal(guclog, ESCAPE))


@pytest.fixture
def incident(guclog, tmp_path):
    """Run guclog collect on the dump of story_dump(), which stores it as an incident. Yield the
    options that it was run with (among them the folder of the store), and its output."""
    machine = test_collect.Machine(tmp_path / 'machine', guclog)
    machine.store = tmp_path / f'store{ESCAPE}'
    machine.xe_dump('devcd1', story_dump())
    options = [str(option) for option in machine.options()]
    yield options, on_terminal(guclog, 'collect', *options, 'devcd1')


def test_collector(guclog, incident):
    options, shown = incident
    assert shown and is_clean(shown)
    # These calls print messages, because the dump is stored already or the name is invalid.
    for name in ('devcd1', f'devcd{ESCAPE}', ESCAPE):
        assert is_clean(on_terminal(guclog, 'collect', *options, name))
    assert is_clean(on_terminal(guclog, 'collect', *options, '--metrics', f'no{ESCAPE}/x'))


@pytest.mark.parametrize('args', ((), ('--json',), ('show', 'last'), ('show', ESCAPE),
                                  ('show', 'last', '--json'), ('delete', ESCAPE)),
                         ids=lambda args: ' '.join(args).replace(ESCAPE, 'escape'))
def test_incidents(guclog, incident, args):
    shown = on_terminal(guclog, 'incidents', *incident[0][3:], *args)
    assert shown and is_clean(shown)


def test_no_incidents(guclog, tmp_path):
    Path(tmp_path / f'empty{ESCAPE}').mkdir()
    shown = on_terminal(guclog, 'incidents', '--store', str(tmp_path / f'empty{ESCAPE}'))
    assert shown and is_clean(shown)


def test_incidents_show_what_was_planted(guclog, incident):
    """Control of test_incidents: guclog incidents show does print the printable part of ESCAPE.
    Therefore test_incidents does not pass merely because the planted text is not printed at all."""
    assert b'owned' in on_terminal(guclog, 'incidents', *incident[0][3:], 'show', 'last')


@pytest.mark.parametrize('verb', ('top', 'record', 'asic', 'layout'))
def test_files_of_running_systems(guclog, files, verb):
    """Verbs that read streams, type information (BTF) or ASIC info print no control characters of
    these files, either."""
    more = {'top': ['--once'], 'record': ['-o', 'new', '--stream']}.get(verb, [])
    for name in files:
        shown = on_terminal(guclog, verb, *more, name)
        # guclog record itself prints these characters, to write its progress over the last line.
        assert is_clean(shown.replace(b'\r\x1b[K', b'')), name
    more = more[:2]
    assert is_clean(on_terminal(guclog, verb, '--sys', f'no{ESCAPE}', *more))


def test_top_shows_processes_and_files(guclog, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    trace = tmp_path / 'sys/kernel/tracing/instances/xe_guclog'
    trace.mkdir(parents=True)
    (trace / 'trace').write_text(test_top.TRACE.replace('Xorg', f'X{ESCAPE}'))
    story = stories.refuse(stories.begin(1))
    Path(test_top.recording(story)).rename(f'gt0{ESCAPE}')
    for more in (), ('--json',):
        shown = on_terminal(guclog, 'top', '--once', '--sys', str(tmp_path / 'sys'),
                            *more, f'gt0{ESCAPE}')
        assert len(shown) > 100 and is_clean(shown)


def test_the_check_finds_an_escape():
    """Negative control of these tests: is_clean() finds control characters."""
    assert not is_clean(b'a\x1b[2Jb') and not is_clean('\x9b'.encode())
    assert not is_clean('\u202e'.encode()) and is_clean('a \xe4\r\n\t'.encode())


@pytest.mark.parametrize('args', [(), ('--json',), ('show', 'last'), ('show', 'last', '--json')])
def test_incidents_of_a_foreign_store(guclog, tmp_path, args):
    """A store that somebody else made can have any bytes in its names, metadata and summaries."""
    where = tmp_path / 'store' / f'2026{ESCAPE}'
    where.mkdir(parents=True)
    (where / 'metadata.json').write_text(json.dumps(
        {'schema': 'xe-guclog-incident-1', 'signature': ESCAPE, ESCAPE: ESCAPE},
        ensure_ascii=False))
    (where / 'summary.txt').write_text(f'One line\n{ESCAPE}\n')
    shown = on_terminal(guclog, 'incidents', '--store', str(tmp_path / 'store'), *args)
    assert is_clean(shown) and b'owned' in shown
    if '--json' in args:
        json.loads(shown)
