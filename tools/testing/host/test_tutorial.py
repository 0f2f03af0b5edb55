# SPDX-License-Identifier: GPL-2.0-only
"""Tests that the commands in Documentation/tutorial.rst and five-users.rst print the output that
these pages show."""

import lzma
import re
import subprocess

import pytest
import screenshots
from conftest import TOP

PAGE = (TOP / 'Documentation/tutorial.rst').read_text('utf-8')


def commands(page):
    """Return the commands in the literal blocks of a page (the lines that begin with "$ "). Each
    command is paired with a list of the lines of output that the page shows for it."""
    found = []
    for block in re.findall(r'\n\n((?:    .*\n|\n)+)', page):
        first, *others = re.split(r'^    \$ (.*)\n', block.rstrip() + '\n', flags=re.M)
        assert not (others and first.strip()), block
        found += [(command, [line[4:] for line in shown.splitlines()])
                  for command, shown in zip(others[::2], others[1::2])]
    return found


def matches(shown, printed):
    """Return whether the printed output equals the lines that a page shows. A line "..." in the
    page stands for any number of lines."""
    text = ''.join('(?:.*\n)*?' if line == '...' else re.escape(line) + '\n'
                   for line in shown)
    return re.fullmatch(text, printed)


SAMPLES = TOP / 'Documentation/samples'


@pytest.fixture
def files(tmp_path):
    (tmp_path / 'dump.txt').write_bytes(lzma.decompress((SAMPLES / 'dump.txt.xz').read_bytes()))
    (tmp_path / 'dmesg.txt').write_text((SAMPLES / 'dmesg.txt').read_text())


def test_samples_are_what_the_pictures_show(files, tmp_path):
    """The samples that the tutorial uses are the same dump and kernel log as those in the pictures,
    which screenshots.py makes."""
    assert screenshots.hang() == ((tmp_path / 'dump.txt').read_text(),
                                  (tmp_path / 'dmesg.txt').read_text())


def test_two_dumps_are_not_joined():
    """The tutorial does not contain a command like "cat devcd*/data", which writes all dumps into
    one file."""
    assert not re.search(r'cat \S*devcd\*', PAGE)


@pytest.mark.parametrize('page, number', [('tutorial', 11), ('five-users', 17)])
def test_commands_print_what_the_page_shows(guclog, tmp_path, page, number):
    """The commands of a page succeed, and print what the page shows. They run in a folder that has
    only a link to Documentation. Commands that begin with "make" are left out."""
    (tmp_path / 'Documentation').symlink_to(TOP / 'Documentation')
    every = [(command, shown) for command, shown in commands(
        (TOP / f'Documentation/{page}.rst').read_text('utf-8')) if command[:5] != 'make ']
    assert len(every) >= number
    for command, shown in every:
        done = subprocess.run(
            ['sh', '-euc', f'guclog() {{ {guclog.path} "$@"; }}\n{command}'], cwd=tmp_path,
            env=guclog.environment(), capture_output=True, text=True, check=False)
        printed = done.stdout or done.stderr
        assert done.returncode == 0, f'{command}\n{printed}'
        assert not shown or matches(shown, printed), f'{command}\n{printed}'


def test_pictures_are_there_and_small():
    names = re.findall(r'^\.\. image:: (\S+)$', PAGE, re.M)
    assert len(names) == 4
    for name in names:
        assert (TOP / 'Documentation' / name).stat().st_size < screenshots.LIMIT
