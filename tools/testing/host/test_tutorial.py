# SPDX-License-Identifier: GPL-2.0-only
"""Documentation/tutorial.rst: its commands print the shown output, and its pictures exist."""

import lzma
import re
import shlex
import shutil

import pytest
import screenshots
from conftest import TOP

PAGE = (TOP / 'Documentation/tutorial.rst').read_text('utf-8')
FIVE = (TOP / 'Documentation/five-users.rst').read_text('utf-8')


def blocks(page=PAGE):
    """The literal blocks that begin with a command of guclog: command and output."""
    found = []
    for block in re.findall(r'\n\n((?:    .*\n|\n)+)', page):
        lines = [line[4:] for line in block.rstrip().split('\n')]
        if lines[0].startswith('$ guclog '):
            found.append((lines[0][2:], lines[1:]))
    return found


def matches(shown, printed):
    """Whether the output is the shown one, in which "..." stands for any lines."""
    text = ''.join('(?:.*\n)*?' if line == '...' else re.escape(line) + '\n'
                   for line in shown)
    return re.fullmatch(text, printed)


SAMPLES = TOP / 'Documentation/samples'


@pytest.fixture
def files(tmp_path):
    (tmp_path / 'dump.txt').write_bytes(lzma.decompress((SAMPLES / 'dump.txt.xz').read_bytes()))
    (tmp_path / 'dmesg.txt').write_text((SAMPLES / 'dmesg.txt').read_text())


def test_samples_are_what_the_pictures_show(files, tmp_path):
    """The pictures of the tutorial can be generated again."""
    assert screenshots.hang() == ((tmp_path / 'dump.txt').read_text(),
                                  (tmp_path / 'dmesg.txt').read_text())


def test_two_dumps_are_not_joined():
    """A defect: "cat devcd*/data" made one file of two dumps, and one was lost."""
    assert not re.search(r'cat \S*devcd\*', PAGE)


def test_commands_print_what_the_tutorial_shows(guclog, files):
    assert len(blocks()) >= 9
    for command, shown in blocks():
        run = guclog(*shlex.split(command)[1:])
        printed = run.out or run.err
        assert matches(shown, printed), f'{command}\n{printed}'


def test_commands_of_five_users(guclog, files, tmp_path):
    (tmp_path / 'dumps').mkdir()
    for i in range(5):
        shutil.copy(tmp_path / 'dump.txt', tmp_path / f'dumps/{i + 1}.txt')
    assert len(blocks(FIVE)) >= 10
    for command, shown in blocks(FIVE):
        run = guclog(*shlex.split(command)[1:])
        assert matches(shown, run.out or run.err), f'{command}\n{run.out or run.err}'


def test_pictures_are_there_and_small():
    names = re.findall(r'^\.\. image:: (\S+)$', PAGE, re.M)
    assert len(names) == 4
    for name in names:
        assert (TOP / 'Documentation' / name).stat().st_size < screenshots.LIMIT
