# SPDX-License-Identifier: GPL-2.0-only
"""Tests igt.check, which decides from the output of IGT tests (IGT GPU Tools) whether they passed.
The tests of IGT ran in a virtual machine."""
import subprocess
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[1] / 'gpu/scenarios/igt.check'
# A subtest that fails on every platform, according to the list in igt.failures.
EXPECTED = 'check-gt-reg-sr'


def judge(at, output, status=0, started=True):
    """Write the files of a guest in which the test xe_debugfs had this output and exit status.
    Return the exit status and the output of igt.check for them. started: whether the test ran."""
    files = at / 'files'
    files.mkdir()
    (at / 'facts').write_text('kernel 7.3.4+deb13-amd64 x86_64\n')
    (files / 'platform').write_text('bmg\n')
    (files / 'tests').write_text('xe_debugfs *\n')
    (files / 'ended').write_text(f'xe_debugfs {status}\n' if started else '')
    (files / 'xe_debugfs.out').write_text(output)
    done = subprocess.run([CHECK, at, at], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def results(**subtests):
    return ''.join(f'Starting subtest: {name}\nSubtest {name}: {result} (0.1s)\n'
                   for name, result in subtests.items())


def test_passes(tmp_path):
    code, out = judge(tmp_path, results(one='SUCCESS', two='SKIP'))
    assert code == 0
    assert 'ok 1 xe_debugfs@one\nok 2 xe_debugfs@two # SKIP' in out


def test_expected_failure(tmp_path):
    code, out = judge(tmp_path, results(one='SUCCESS', **{EXPECTED: 'FAIL'}), 98)
    assert code == 0
    assert f'not ok 2 xe_debugfs@{EXPECTED} # TODO' in out


@pytest.mark.parametrize('output, status, started, why', [
    (results(one='SUCCESS', two='FAIL'), 98, True, 'not ok 2 xe_debugfs@two: FAIL'),
    (results(one='SUCCESS') + 'Starting subtest: two\n', 137, True,
     'not ok 2 xe_debugfs@two: FAIL the test ended with status 137'),
    (results(one='SUCCESS'), 139, True, 'xe_debugfs@end: FAIL the test ended with status 139'),
    (results(one='SKIP'), 77, True, 'xe_debugfs@*: FAIL no subtest passes'),
    ('', 0, False, 'xe_debugfs@*: FAIL no subtest passes'),
], ids=['unexpected_failure', 'killed', 'crashed', 'all_skipped', 'not_run'])
def test_fails(tmp_path, output, status, started, why):
    code, out = judge(tmp_path, output, status, started)
    assert code == 1
    assert why in out
    assert 'fault: 1 subtests' in out
