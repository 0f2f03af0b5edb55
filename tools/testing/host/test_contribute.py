# SPDX-License-Identifier: GPL-2.0-only
"""contribute: a short text without secrets, and the rows that a maintainer makes of it."""

import re
import subprocess
import sys
from pathlib import Path

import gucstory as g
from relabel import Change, Dialect
from test_learn import NAMES, dialect_dump, story_of

SCRIPT = Path(__file__).resolve().parents[3] / 'scripts/add-contributions.py'
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


def test_planted_secrets_are_not_in_it(guclog, tmp_path):
    """A secret in any line of the dump, in its place or after its value."""
    text = g.dump(story_of(1, 'r').guc, 'x', [story_of(1, 'r').victim])
    clean = contribute(guclog, tmp_path, text)
    head = [i for i, line in enumerate(text.splitlines())
            if ':' in line and '].data' not in line]
    for i in head[::3]:
        lines = text.splitlines()
        key, value = lines[i].split(':', 1)
        for planted in (f'{key}: {SECRET}', f'{key}:{value}-{SECRET}'):
            lines[i] = planted
            out = contribute(guclog, tmp_path, '\n'.join(lines) + '\n')
            assert SECRET not in out and 'zebra' not in out
    assert SECRET not in clean


def test_no_argument_is_in_it(guclog, tmp_path):
    """Images of contexts are 20 bits wide: none of them is in the text."""
    story = story_of(2, 'r')
    out = contribute(guclog, tmp_path, g.dump(story.guc, 'x', [story.victim]))
    for context in (*story.guc.contexts.values(), story.victim):
        assert f'{context.lrca:x}' not in out.replace('0x', ' ').split()


def test_rows_of_two_logs(guclog, tmp_path):
    dialect = Dialect(3, Change(swap=True, move='each'))
    for seed in (0, 1):
        contribute(guclog, tmp_path, dialect_dump(story_of(seed, 'r'), dialect), f'd{seed}')
    out = rows_of(tmp_path / 'd0.txt', tmp_path / 'd1.txt')
    assert '# 70.60.0: 2 logs, ids have moved' in out
    truth = dialect.truth()
    for line in out.splitlines():
        match = re.match(r'0x([0-9a-f]{4}),([A-Z0-9_]+),', line)
        if match:
            assert {NAMES[c] for c in truth[int(match.group(1), 16)]} == {match.group(2)}
    one = rows_of(tmp_path / 'd0.txt')
    assert '# one log only: 0x' in one


def test_conflicts_are_said(guclog, tmp_path):
    out = contribute(guclog, tmp_path, g.dump(story_of(1, 'gr').guc, 'x', []), 'a')
    (tmp_path / 'b.txt').write_text(out.replace(' CTX_PLACED ', ' CTX_RUNNING '),
                                    encoding='ascii')
    said = rows_of(tmp_path / 'a.txt', tmp_path / 'b.txt', rc=1)
    assert '# conflict: 0x8104 is CTX_PLACED' in said


def test_what_is_no_contribution(tmp_path):
    (tmp_path / 'x').write_text('guclog contribution 1\nid 0x12 nonsense\n', encoding='ascii')
    done = subprocess.run([sys.executable, SCRIPT, tmp_path / 'x'], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 1 and 'is no row' in done.stderr
