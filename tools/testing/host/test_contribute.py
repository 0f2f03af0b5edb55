# SPDX-License-Identifier: GPL-2.0-only
"""guclog contribute prints a short text, without secrets, about the events of a log
("contribution"). scripts/add-contributions.py makes rows of data/guc_firmware.csv from such
texts."""

import os
import re
import shutil
import struct
import subprocess
import sys

import gucstory as g
import pytest
import stories
from conftest import TOP
from relabel import Change, Dialect
from test_learn import NAMES, dialect_dump, story_of
from tool import Tool

SCRIPT = TOP / 'scripts/add-contributions.py'
SECRET = 'zebra-secret'


def rows_of(*paths, rc=0):
    done = subprocess.run([sys.executable, SCRIPT, *paths], capture_output=True, text=True,
                          check=False)
    assert done.returncode == rc, done.stderr
    return done.stdout


def contribute(guclog, tmp_path, text, name='dump'):
    (tmp_path / name).write_text(text, encoding='utf-8')
    out = guclog('contribute', name, rc=None).out
    (tmp_path / f'{name}.txt').write_text(out, encoding='ascii')
    return out


def test_a_person_can_read_it(guclog, tmp_path):
    out = contribute(guclog, tmp_path, g.dump(story_of(1, 'gr').guc, 'x', []))
    assert out.startswith('guclog contribution 1\nfirmware: 70.60.0\n')
    assert out.endswith('end\n')
    assert len(out.splitlines()) < 60 and len(out) < 6000
    assert re.search(r'^id 0x048e \d+ H2G_RECEIVED certain \d+/\d+ AB action=arg0', out, re.M)


def test_planted_secrets_are_not_in_it(request, guclog, tmp_path):
    """A secret is planted in the lines of a dump: instead of a value, after a value, or before the
    line. The text of contribute must not have it. The secret is in one line at a time, and then in
    every third line. The other lines are unchanged, because contribute must still find events and
    contexts to print. With --every N, only one of N lines is tested alone."""
    every = request.config.getoption('every')
    text = g.dump(story_of(1, 'r').guc, 'x', [story_of(1, 'r').victim])
    lines = text.splitlines()
    clean = contribute(guclog, tmp_path, text)
    assert SECRET not in clean and 'H2G_RECEIVED' in clean
    for step, plant in ((1, '{0}: {2}'), (1, '{0}:{1}-{2}'), (1, '{2} {0}:{1}'), (3, '{0}: {2}'),
                        (3, '{0}:{1} {2}')):
        for first in range(3) if step > 1 else range(0, len(lines), every):
            chosen = range(first, len(lines), 3) if step > 1 else [first]
            planted = lines[:]
            for i in chosen:
                key, _, value = lines[i].partition(':')
                planted[i] = plant.format(key, value, SECRET)
            out = contribute(guclog, tmp_path, '\n'.join(planted) + '\n')
            assert SECRET not in out and 'zebra' not in out


def test_no_secret_of_the_events_is_in_it(guclog, tmp_path):
    """The dwords of a secret are ids and arguments of events, and are in messages of the CT
    buffers. The text of contribute must not have them."""
    story = story_of(1, 'r')
    words = struct.unpack('<3I', SECRET.encode())
    events = [(tick, words[i % 3] if i % 50 == 7 else code,
               words[i % 3] if i % 5 == 2 else arg0, words[i % 3] if i % 5 == 3 else arg1)
              for i, (tick, code, arg0, arg1) in enumerate(story.guc.events)]
    for word in words:
        story.guc.h2g.send(word & 0xffff, words, 2)
        story.guc.g2h.send(word & 0xffff, words, 1)
    out = contribute(guclog, tmp_path, g.dump(story.guc, 'x', [story.victim], events=events))
    assert SECRET not in out and out.endswith('end\n')
    for word in words:
        assert f'{word:x}' not in out and str(word) not in out


def test_no_argument_is_in_it(guclog, tmp_path):
    """The text of contribute has no argument of an event. The test looks for bits 31:12 of the
    addresses of context images, which are arguments of many events."""
    story = story_of(2, 'r')
    out = contribute(guclog, tmp_path, g.dump(story.guc, 'x', [story.victim]))
    for context in (*story.guc.contexts.values(), story.victim):
        assert f'{context.lrca:x}' not in out.replace('0x', ' ').split()


def test_rows_of_two_logs(guclog, tmp_path):
    dialect = Dialect(3, Change(swap=True, move='each'))
    for seed in (0, 1):
        contribute(guclog, tmp_path, dialect_dump(story_of(seed, 'r'), dialect), f'd{seed}')
    out = rows_of(tmp_path / 'd0.txt', tmp_path / 'd1.txt')
    assert '# 70.60.0, device 0xe223: 2 new logs' in out
    truth, rows = dialect.truth(), re.findall(
        r'^70\.60\.0,70\.60\.0,0xe223,0x([0-9a-f]{4}),([A-Z0-9_]+),', out, re.M)
    assert len(rows) > 15
    for code, name in rows:
        assert {NAMES[c] for c in truth[int(code, 16)]} == {name}
    one = rows_of(tmp_path / 'd0.txt')
    assert '# one log only: 0x' in one


@pytest.mark.parametrize('old, new, rc, said', (
    (' CTX_PLACED ', ' CTX_RUNNING ', 1, '# conflict: 0x8104 is CTX_PLACED '),
    ('lrca=arg0[19:0]', 'lrca=arg0[20:1]', 0,
     '# field left out: lrca of 0x8101 CTX_NOT_READY is in arg0 from bit 0 or in arg0 from '
     'bit 1')))
def test_conflicts_are_reported(guclog, tmp_path, old, new, rc, said):
    out = contribute(guclog, tmp_path, g.dump(story_of(1, 'gr').guc, 'x', []), 'a')
    (tmp_path / 'b.txt').write_text(out.replace(old, new), encoding='ascii')
    assert said in rows_of(tmp_path / 'a.txt', tmp_path / 'b.txt', rc=rc)
    assert said[:8] not in rows_of(tmp_path / 'a.txt')


def test_input_that_is_not_a_contribution(tmp_path):
    (tmp_path / 'x').write_text('guclog contribution 1\nfirmware: 70.60.0\n'
                                'id 0x12 nonsense\nend\n', encoding='ascii')
    done = subprocess.run([sys.executable, SCRIPT, tmp_path / 'x'], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 1 and 'is not a row' in done.stderr


def copy_project(tmp_path):
    """Copy the sources that are needed to build the command, so that a test can change data/ in the
    copy. Return the path of the copy."""
    copy = tmp_path / 'project'
    for name in ('tools', 'drivers', 'include', 'data', 'scripts', 'LICENSES', 'Makefile'):
        if (TOP / name).is_dir():
            shutil.copytree(TOP / name, copy / name, symlinks=True,
                            ignore=shutil.ignore_patterns('__pycache__', 'testing'))
        elif (TOP / name).exists():
            shutil.copy2(TOP / name, copy / name)
    return copy


def run_there(copy, *args, rc=0):
    done = subprocess.run(args, cwd=copy, capture_output=True, text=True, check=False,
                          env={**os.environ, 'CCACHE_BASEDIR': str(copy)})
    assert done.returncode == rc, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def dialect_log(seed, dialect, version, kinds='r'):
    """Return a story (a generated workload, stories.py) and its newest events. "dialect" stands for
    a firmware that does not exist (relabel.py): the events have the ids and arguments of this
    firmware. kinds: as for stories.make(), by default with an engine reset."""
    story = stories.make(seed, kinds, steps=300, version=version)
    return story, dialect.events(story.guc.events)[-3276:]


@pytest.mark.plain_build
def test_learned_names_are_built_into_the_command(guclog, tmp_path):
    """The whole way from a log to names of events. Contributions are made from three logs of two
    firmware versions. scripts/add-contributions.py adds them to the data. A command that is built
    with these data shows the evidence of the names, uses the names for a log that agrees with them,
    and does not use them for a log that contradicts them."""
    change = Change(swap=True, move='each')
    one, two = Dialect(3, change), Dialect(4, change)
    for seed, dialect, version in ((0, one, 0x463c00), (1, one, 0x463c00), (2, two, 0x463d00)):
        story, events = dialect_log(seed, dialect, version)
        contribute(guclog, tmp_path, g.dump(story.guc, 'x', [
            *story.guc.contexts.values(), story.victim], events=events), f'd{seed}')
    copy = copy_project(tmp_path)
    script = [sys.executable, 'scripts/add-contributions.py', '--write']
    texts = [tmp_path / f'd{seed}.txt' for seed in range(3)]
    out = run_there(copy, *script, *texts)
    assert '# one log only: 0x' in out and '# 70.61.0, device 0xe223: 1 new logs, 0 rows' in out
    data = (copy / 'data/guc_firmware.csv').read_text(encoding='ascii')
    assert ',70.60.0,' in data and '70.61.0' not in data
    # A second call does not add the same rows to data/guc_firmware.csv again.
    run_there(copy, *script, *texts[:2])
    assert (copy / 'data/guc_firmware.csv').read_text(encoding='ascii') == data
    # Build with the options of the check "tool", so that ccache has most of the object files.
    run_there(copy, 'make', '-s', '-j2', '-C', 'tools/guclog', f'O={copy}/build/guclog',
              'WERROR=1')
    made = Tool(copy / 'build/guclog/guclog')

    basis, = made('events', '--json').json['basis']
    assert {key: basis[key] for key in ('first', 'last', 'device', 'logs')} == {
        'first': '70.60.0', 'last': '70.60.0', 'device': 0xe223, 'logs': 2}
    assert basis['moved'] == basis['events'] == data.count('\n70.60.0,')
    assert f"70.60.0 on 8086:e223: {basis['events']} events from 2 logs" in made('events').out

    # Nothing can be learned from this log itself, because its dump has neither CT buffers nor
    # contexts.
    story, events = dialect_log(5, one, 0x463c00, 'gr')
    text = g.dump(story.guc, 'x', [], events=events, ct=False)
    text = text[:text.index('**** Contexts')]
    (tmp_path / 'bare').write_text(text, encoding='ascii')
    right = sum(f' {NAMES[event[1]]} ' in line or f' {NAMES[event[1]]}?' in line
                for event, line in zip(story.guc.events[-3276:], [
                    line for line in made('decode', 'bare').out.splitlines()
                    if not line.startswith('#')]))
    assert right > 0.9 * len(events)
    assert ' (learned)' not in made('decode', 'bare').out
    said = made('explain', '--json', 'bare', rc=None).json
    assert said['victim']['guc_id'] in (None, story.victim.guc_id)
    assert 'from 2 earlier logs of this version' in ' '.join(
        s['text'] for s in said['logs'][0]['sentences'])
    checked, = made('events', '--check', '--json', 'bare', rc=None).json['logs']
    assert (checked['basis_logs'], checked['conflicts']) == (2, 0)

    # data/guc_firmware.csv has no rows for 70.61.0, the firmware of the log "other". It has rows
    # for 70.60.0, the firmware of the log "swapped". But two known ids are exchanged in this log.
    # So it contradicts the rows of these ids, and these rows are not used.
    story, events = dialect_log(5, two, 0x463d00)
    (tmp_path / 'other').write_text(g.dump(story.guc, 'x', [
        *story.guc.contexts.values()], events=events), encoding='ascii')
    checked, = made('events', '--check', '--json', 'other', rc=None).json['logs']
    assert (checked['basis_logs'], checked['learned'] > 10) == (0, True)
    to = {one.id[0x8104]: one.id[0x8102], one.id[0x8102]: one.id[0x8104]}
    story, events = dialect_log(1, one, 0x463c00)
    (tmp_path / 'swapped').write_text(g.dump(story.guc, 'x', [
        *story.guc.contexts.values(), story.victim],
        events=[(tick, to.get(code, code), *args) for tick, code, *args in events]),
        encoding='ascii')
    checked, = made('events', '--check', '--json', 'swapped', rc=None).json['logs']
    assert checked['conflicts'] == 2
    assert '2 of the known ids mean something else' in made('explain', 'swapped', rc=None).out


def test_a_planted_conflict_with_the_data(guclog, tmp_path):
    """A contribution that contradicts a row of data/guc_firmware.csv does not change this row. A
    row about a range of versions stays in the file too."""
    dialect = Dialect(3, Change(swap=True, move='each'))
    copy = copy_project(tmp_path)
    for seed in (0, 1, 2):
        story, events = dialect_log(seed, dialect, 0x463c00)
        contribute(guclog, tmp_path, g.dump(story.guc, 'x', [
            *story.guc.contexts.values(), story.victim], events=events), f'd{seed}')
    script = [sys.executable, 'scripts/add-contributions.py', '--write']
    run_there(copy, *script, tmp_path / 'd0.txt', tmp_path / 'd1.txt')
    table = copy / 'data/guc_firmware.csv'
    rows = table.read_text(encoding='ascii').splitlines()
    row = next(row for row in rows if ',CTX_PLACED,' in row)
    ranged = '70.1.0,70.9.0,any,0x8105,CTX_PLACED,,D,1,1,2,somebody'
    table.write_text(table.read_text(encoding='ascii') + ranged + '\n', encoding='ascii')
    text = (tmp_path / 'd2.txt').read_text(encoding='ascii')
    (tmp_path / 'd2.txt').write_text(text.replace(' CTX_PLACED ', ' CTX_RUNNING '),
                                     encoding='ascii')
    out = run_there(copy, *script, tmp_path / 'd2.txt', rc=1)
    assert f"# conflict: 0x{dialect.id[0x8104]:04x} is CTX_PLACED" in out
    rows = table.read_text(encoding='ascii').splitlines()
    assert row in rows and ranged in rows
