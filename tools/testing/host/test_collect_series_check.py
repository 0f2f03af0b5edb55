# SPDX-License-Identifier: GPL-2.0-only
"""Tests collect_series.check. After a series of hangs in a guest, this script checks the incidents
that guclog collect has stored."""
import json
import subprocess
from pathlib import Path

CHECK = Path(__file__).parents[1] / 'gpu/scenarios/collect_series.check'
HANGS = ['rcs', 'bcs', 'rcs', 'vcs']


def judge(at, stored, engines=None):
    """Write the files of a guest in which the engines HANGS hung one after the other, 10 s apart.
    stored: the numbers of the hangs of which an incident was stored. engines: the engines in the
    metadata of the incidents. Return the exit status and the messages of the checker."""
    files = at / 'files'
    (files / 'store').mkdir(parents=True)
    (files / 'hangs').write_text(''.join(f'{engine} {10 * n}.25\n'
                                         for n, engine in enumerate(HANGS)))
    (files / 'stored.jsonl').write_text(''.join(
        json.dumps({'__MONOTONIC_TIMESTAMP': str(10 ** 7 * n + 5 * 10 ** 6)}) + '\n'
        for n in stored))
    for seq, n in enumerate(stored, 1):
        engine = (engines or HANGS)[n]
        where = files / 'store' / f'incident-{n}'
        where.mkdir()
        for file in 'log', 'dump':
            (where / file).touch()
        (where / 'metadata.json').write_text(json.dumps({
            'logs': [{'file': 'log', 'trigger': {
                'seq': str(seq), 'boottime_ns': str(10 ** 10 * n + 10 ** 9), 'engine': engine}}],
            'devcoredump': {'file': 'dump'}, 'signature': f'engine reset on {HANGS[n]}'}))
    (files / 'record.said').write_text('9 s, 900 events, 1 file, 0 lost\n')
    (at / 'guclog').mkdir()
    (at / 'guclog/guclog').symlink_to('/bin/true')
    done = subprocess.run([CHECK, at, at, at], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_all_incidents(tmp_path):
    assert judge(tmp_path, range(4)) == (0, '')


def test_missing_incident(tmp_path):
    """If one incident is missing, only this one is reported, although the numbers (seq) that the
    module gives to the later incidents are then one less than the numbers of the hangs."""
    assert judge(tmp_path, [0, 2, 3]) == (1, 'hang 2 has 0 incidents\n')


def test_incident_of_another_engine(tmp_path):
    said = "incident 2 is about {'vcs0'}, but bcs hung\n"
    assert judge(tmp_path, range(4), ['rcs0', 'vcs0', 'rcs0', 'vcs0']) == (1, said)
