# SPDX-License-Identifier: GPL-2.0-only
"""scripts/check.sh, which runs the checks of the project. With --resume, a run (a "part") does not
repeat the checks that passed in an earlier part, but counts their results."""
import os
import re
import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from threading import Timer
from types import SimpleNamespace

import pytest
from conftest import TOP, in_part

SPEC = spec_from_file_location('ktap_reader', TOP / 'scripts/checks/ktap.py')
ktap = module_from_spec(SPEC)
SPEC.loader.exec_module(ktap)

# A list of checks for check.sh. The check "fails" fails until the file "fixed" exists. Each check
# that runs adds its name to the file "ran". git ignores both files.
LIST = '''
checks()
{
	cat <<'END'
check  builds  -      echo builds >>ran
check  cases   builds echo cases >>ran; printf 'KTAP version 1\\n1..2\\nok 1 one\\nok 2 two\\n'
deep   fails   builds echo fails >>ran; [ -e fixed ]
deep   boots   fails  echo boots >>ran; echo '# boot beside xe: tgl 7.3'
END
}
'''


class Checkout:
    """A git checkout in which scripts/checks/list.sh has the checks of LIST."""

    def __init__(self, at):
        self.at = at
        (at / 'scripts/checks').mkdir(parents=True)
        shutil.copy(TOP / 'scripts/check.sh', at / 'scripts')
        shutil.copy(TOP / 'scripts/checks/ktap.py', at / 'scripts/checks')
        (at / 'scripts/checks/list.sh').write_text(LIST)
        (at / '.gitignore').write_text('/build/\n/ran\n/fixed\n')
        self.git('init', '-q')
        self.commit()

    def git(self, *args):
        subprocess.run(['git', '-C', self.at, '-c', 'user.name=n', '-c', 'user.email=e', *args],
                       check=True)

    def commit(self):
        self.git('add', '-A')
        self.git('commit', '-q', '--allow-empty', '-m', 'change')

    def check(self, *args):
        """Run check.sh. Return the names of the checks that ran, and the last lines of the
        output."""
        (self.at / 'ran').write_text('')
        done = subprocess.run(['scripts/check.sh', *args], cwd=self.at, capture_output=True,
                              text=True, check=False)
        assert done.returncode == (0 if done.stdout.endswith(' 0 failed\n') else 1), done
        return sorted((self.at / 'ran').read_text().split()), done.stdout.splitlines()[-4:]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path / 'checkout')


def test_parts(checkout):
    """A run with --resume runs only the checks that have not passed in an earlier run with
    --resume, and counts the results of all these runs."""
    assert checkout.check('--resume')[0] == ['builds', 'cases']
    ran, said = checkout.check('--deep', '--resume')
    assert ran == ['fails']
    assert said[-1] == '3 passed, 2 failed'
    (checkout.at / 'fixed').touch()
    ran, said = checkout.check('--deep', '--resume')
    assert ran == ['boots', 'fails']
    assert re.match(r'4 checks in \d+ s in 3 parts,', said[0])
    assert said[1] == 'boots beside xe: 1 x tgl 7.3'
    assert said[-1] == '5 passed, 0 failed'
    ran, said = checkout.check('--deep', '--resume')
    assert (ran, said[1], said[-1]) == ([], 'boots beside xe: 1 x tgl 7.3', '5 passed, 0 failed')


def test_short_checks(checkout):
    """check.sh --deep does not run the checks of the tier "short", because a check of the tier
    "deep" includes each of them."""
    text = LIST.replace('END\n}', 'short  part  builds  echo part >>ran\nEND\n}')
    (checkout.at / 'scripts/checks/list.sh').write_text(text)
    (checkout.at / 'fixed').touch()
    assert checkout.check()[0] == ['builds', 'cases', 'part']
    assert checkout.check('--deep')[0] == ['boots', 'builds', 'cases', 'fails']
    assert checkout.check('part')[0] == ['builds', 'part']


def list_rows():
    """Return the rows of scripts/checks/list.sh: tier, name, needs, command."""
    return [line.split(None, 3) for line in subprocess.run(
        ['bash', '-c', f'. {TOP}/scripts/checks/list.sh; checks'], check=True,
        capture_output=True, text=True).stdout.splitlines() if line and line[0] != '#']


@pytest.mark.parametrize('log, failure', [
    ('# tools/testing/host/test_a.py:7:\n# tools/testing/host/lib.py:9: AssertionError\n'
     '# E   AssertionError: 2 lines', 'tools/testing/host/test_a.py:7: AssertionError: 2 lines'),
    ('# grep: no such line\n# more', 'grep: no such line'), ('', '')])
def test_reason_after_the_result(log, failure):
    """check.sh prints where a test of pytest failed and the first line of the message; for another
    case, the first line after the result."""
    assert ktap.cases(f'KTAP version 1\n1..2\nnot ok 1 a\n{log}\nok 2 b'.split('\n')) == [
        ['FAIL', 'a', failure], ['ok', 'b', '']]


@pytest.mark.parametrize('line', [
    '# second: x.c:7: expected a == b', '# second: EXPECTATION FAILED at x.c:7\nexpected a == b'])
def test_reason_of_kunit(line):
    """KUnit prints the place before the result, in the kernel and as a program."""
    found = ktap.cases(f'KTAP version 1\n1..2\n# first: y.c:1: no\nok 1 first\n{line}\n'
                       'not ok 2 second'.split('\n'))
    assert found == [['ok', 'first', ''], ['FAIL', 'second', 'x.c:7: expected a == b']]


def test_parts_are_complete():
    """With pytest's option --part K/N, each test file is in one of the N parts, and list.sh runs
    all parts."""
    items = [SimpleNamespace(path=f'test_{n}.py', test=test) for n in range(10) for test in 'ab']
    parts = [list(in_part(items, f'{k}/3')) for k in (1, 2, 3)]
    assert sorted((i.path, i.test) for part in parts for i in part) == \
        sorted((i.path, i.test) for i in items)
    files = [{item.path for item in part} for part in parts]
    assert not files[0] & files[1] and not files[1] & files[2] and not files[0] & files[2]

    run = [(tier, re.split(r'--part (\d+)/(\d+)', command))
           for tier, _, _, command in list_rows() if re.search(r'--part \d', command)]
    for tier, (start, _, count, end) in run:
        assert {k for t, (s, k, n, e) in run if (t, s, n, e) == (tier, start, count, end)} == \
            {str(k + 1) for k in range(int(count))}


def test_each_short_check_has_a_deep_one():
    """In list.sh, each check of the tier "short" is followed by the check of the tier "deep" that
    includes it. No check of another tier needs a short one."""
    rows = list_rows()
    short = {name for tier, name, _, _ in rows if tier == 'short'}
    for (tier, name, _, _), (below, longer, _, _) in zip(rows, rows[1:]):
        assert tier != 'short' or (below == 'deep' and longer.startswith(name)), name
    assert short and [name for tier, name, needs, _ in rows
                      if tier != 'short' and short & set(needs.split(','))] == []


def test_time_of_all_parts(checkout):
    """With --resume, check.sh prints the sum of the times of all parts."""
    slow = LIST.replace('>>ran;', '>>ran; sleep 1.1;')
    (checkout.at / 'scripts/checks/list.sh').write_text(slow)
    checkout.check('--resume')
    (checkout.at / 'fixed').touch()
    said = checkout.check('--deep', '--resume')[1]
    assert int(re.match(r'4 checks in (\d+) s in 2 parts', said[0])[1]) >= 2


def test_first_failure(checkout):
    """check.sh prints the first failed case of a check while the check is still running."""
    (checkout.at / 'scripts/checks/list.sh').write_text(LIST.replace('END\n}', (
        "check  slow    -      echo slow >>ran; printf 'KTAP version 1\\n1..2\\nnot ok 1 one\\n"
        "# lost\\n'; until [ -e fixed ]; do sleep 0.05; done; echo not ok 2 two\nEND\n}")))
    with subprocess.Popen(['scripts/check.sh', 'slow'], cwd=checkout.at, text=True,
                          stdout=subprocess.PIPE) as running:
        limit = Timer(60, (checkout.at / 'fixed').touch)
        limit.start()
        assert running.stdout.readline() == '== slow\n'
        assert running.stdout.readline() == 'fail slow: one\tlost\n'
        (checkout.at / 'fixed').touch()
        limit.cancel()
        assert running.stdout.read().endswith('\n0 passed, 2 failed\n')


@pytest.mark.parametrize('change', ['commit', 'file', 'new file'])
def test_other_files(checkout, change):
    """Checks that passed at another commit, or when files were different, are run again."""
    checkout.check('--resume')
    if change == 'commit':
        checkout.commit()
    elif change == 'file':
        (checkout.at / '.gitignore').write_text('/build/\n/ran\n/fixed\n# more\n')
    else:
        (checkout.at / 'new').write_text('text\n')
    assert checkout.check('--resume')[0] == ['builds', 'cases']


def test_back_to_former_files(checkout):
    """Checks passed, then a file was changed, a check was run, and the change was undone. The first
    results are not used, because the second run has built the changed files."""
    checkout.check('--resume')
    (checkout.at / 'new').write_text('text\n')
    checkout.check('builds')
    (checkout.at / 'new').unlink()
    assert checkout.check('--resume')[0] == ['builds', 'cases']


def test_file_that_changes_meanwhile(checkout):
    """If a file changes while a check runs, the next run with --resume runs this check again."""
    text = LIST.replace('echo builds', 'echo more >>new; echo builds')
    (checkout.at / 'scripts/checks/list.sh').write_text(text)
    checkout.check('--resume', 'builds')
    (checkout.at / 'new').unlink()
    assert checkout.check('--resume', 'builds')[0] == ['builds']


def test_all_without_resume(checkout):
    """Without --resume, every check runs."""
    checkout.check('--resume')
    assert checkout.check()[0] == ['builds', 'cases']


TWO_TESTS = '''
import pytest

@pytest.mark.parametrize('n', (0, 1))
def test_one(n):
    assert n == 0
'''


@pytest.mark.parametrize('name, rc, said', (
    ('test_again.py::test_one[1]', 1, 'test_one[1]'), ('ends/none', 1, 'no case'), ('none', 2, 'none')))
def test_again(checkout, name, rc, said):
    """again.sh runs one case that it finds by the form of its name, and says if there is none."""
    at = checkout.at
    shutil.copy(TOP / 'scripts/again.sh', at / 'scripts')
    (at / 'scripts/checks/list.sh').write_text(
        "checks() { echo 'check unit - tools/testing/unit/run.sh self gcc'; }\n")
    for file, text in (('host/test_again.py', TWO_TESTS),
                       ('unit/run.sh', '#!/bin/sh\necho "$1: no case $XGL_CASE"; exit 1\n')):
        path = at / 'tools/testing' / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (at / 'Makefile').write_text('guclog:\n')
    done = subprocess.run(['scripts/again.sh', name], cwd=at, check=False, text=True, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == rc and said in done.stdout, done.stdout
    assert '1 passed' not in done.stdout


# The check "ends" kills the processes that check.sh started for "ends" and "sleeps". "waits" needs
# "sleeps".
TWO = '''
checks()
{
	cat <<'END'
check  ends    -      until [ -s ran ]; do sleep 0.01; done; read -r _ _ _ script _ </proc/$PPID/stat; kill -9 $(cat /proc/$script/task/*/children)
check  sleeps  -      echo sleeps >ran; sleep 100
check  waits   sleeps true
END
}
'''


def test_checks_that_end_together(checkout):
    """If two checks are killed at the same time, both have failed, and check.sh ends. The check
    that needs one of them has also failed."""
    (checkout.at / 'scripts/checks/list.sh').write_text(TWO)
    assert checkout.check()[1][-1] == '0 passed, 3 failed'


def test_checks_select_each_guest():
    """matrix.sh boots guests on the emulated GPU: combinations of platform, kernel and scenario.
    Each pattern that a check passes to matrix.sh selects at least one combination. Each combination
    is either selected by exactly one pattern or has a separate check."""
    listed = subprocess.run([TOP / 'tools/testing/gpu/matrix.sh', '--list'], check=True,
                            capture_output=True, text=True).stdout.splitlines()
    checks = (TOP / 'scripts/checks/list.sh').read_text()
    patterns = re.findall(r"matrix\.sh '(.*)'", checks)
    alone = re.findall(r'gpu/run\.sh (\S+ \S+ \S+)$', checks, re.M)
    assert len(listed) == len(set(listed)) > 90 and len(patterns) > 15
    assert [p for p in patterns if not any(re.search(p, guest) for guest in listed)] == []
    assert [guest for guest in listed
            if sum(bool(re.search(p, guest)) for p in patterns) != (guest not in alone)] == []


def test_unchanged(checkout):
    """If a check has passed, unchanged.sh prints the stored output of that run until a file changes
    on which the check depends. XGL_FRESH=1 runs the check in any case."""
    shutil.copy(TOP / 'scripts/checks/lib.sh', checkout.at / 'scripts/checks')
    shutil.copy(TOP / 'scripts/checks/unchanged.sh', checkout.at / 'scripts/checks')
    (checkout.at / 'source').write_text('1')

    cache = checkout.at / 'build/xe-guclog'

    def run(command='echo ran >>ran; cat source', **more):
        (checkout.at / 'ran').write_text('')
        done = subprocess.run(['scripts/checks/unchanged.sh', 'source', '--', 'sh', '-c', command],
                              cwd=checkout.at, capture_output=True, text=True, check=False,
                              env={**os.environ, 'XDG_CACHE_HOME': str(checkout.at / 'build'),
                                   'XGL_FRESH': '', **more})
        return done.returncode, (checkout.at / 'ran').read_text() != '', done.stdout[-1:]

    assert run() == (0, True, '1')
    assert run() == (0, False, '1')
    assert run(XGL_FRESH='1') == (0, True, '1')
    (checkout.at / 'source').write_text('2')
    assert run() == (0, True, '2')
    (checkout.at / 'source').chmod(0o700)
    assert run() == (0, True, '2')
    # A new kernel of Debian in the cache makes the check run again. A kernel tree that another
    # check prepared for module builds does not.
    (cache / 'prepared/gcc-1').mkdir(parents=True)
    assert run() == (0, False, '2')
    (cache / 'stock/2').mkdir(parents=True)
    assert run() == (0, True, '2')
    # A new kernel for the emulated GPU makes only those checks run again whose command has
    # gpu/run.sh.
    gpu = 'echo ran >>ran; : tools/testing/gpu/run.sh'
    assert run(gpu)[:2] == (0, True)
    (cache / 'gpu/kernel/7').mkdir(parents=True)
    assert run() == (0, False, '2')
    assert run(gpu)[:2] == (0, True)
    for _ in range(2):
        assert run('echo ran >>ran; exit 3')[:2] == (3, True)
    # If a file on which the check depends changes during the run, the output is not stored.
    for _ in range(2):
        assert run('echo ran >>ran; date +%N >source')[:2] == (0, True)
