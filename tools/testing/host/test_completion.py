# SPDX-License-Identifier: GPL-2.0-only
"""tools/guclog/guclog.bash-completion, with which bash completes the command line of guclog."""

import re
import subprocess

import pytest
from conftest import TOP
from test_options import VERBS

SCRIPT = r'''
. "$1"
shift
compopt() { :; }        # only bash's line editor has it
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_guclog
printf '%s\n' "${COMPREPLY[@]}"
'''


def offered(path, *words):
    """Return the completions that bash offers for the last one of these words of a command line.
    path: the command."""
    done = subprocess.run(
        ['bash', '-c', SCRIPT, 'completion', TOP / 'tools/guclog/guclog.bash-completion',
         path, *words], text=True, capture_output=True, check=True)
    return sorted(filter(None, done.stdout.splitlines()))


@pytest.fixture
def offers(guclog, tmp_path):
    """A function that returns the completions of a command line, in a folder with two files."""
    (tmp_path / 'dir').mkdir()
    (tmp_path / 'a.lfd').touch()
    (tmp_path / 'b c.img').touch()
    return lambda *words: offered(guclog.path, *words)


@pytest.mark.parametrize('words, want', [
    (['conv'], 'convert'), (['ex'], 'explain'), (['--h'], '--help'),
    (['hel'], 'help'), (['help', 'inf'], 'info'), (['nonsense'], ''),
    (['convert', '--to', 's'], 'schema state'), (['convert', '--to', 'l'], 'lfd'),
    (['decode', '--to', ''], 'text json jsonl csv perfetto'), (['dump', '--ring', '='], 'h2g g2h both'),
    (['convert', '--to', '=', 'r'], 'raw'), (['decode', '--to', '=', 'j'], 'json jsonl'),
    (['asic', '--to', ''], 'v1 v3 packed rdf'), (['check', '--as', ''], 'image lfd asic rdf'),
    (['decode', '--time', 't'], 'tick'), (['info', 'a'], 'a.lfd'),
    (['convert', '-o', 'a'], 'a.lfd'), (['asic', 'a'], 'a.lfd'),
    (['decode', '--schema', 'a'], 'a.lfd'), (['report', '--gt', ''], '0 1 2 3'),
    (['incidents', ''], 'list show export delete'), (['incidents', 'show', ''], 'first last'),
    (['incidents', '--store', 'd'], 'dir'), (['incidents', 'export', 'last', '-o', 'a'], 'a.lfd'),
    (['convert', '--note', 'a'], ''), (['check', '-'], '-q --quiet --as --json -h --help'),
    (['triage', '-'], '--json --jsonl --csv -h --help'), (['convert', '--fa'], '--facts')],
    ids=lambda value: '' if isinstance(value, str) else ' '.join(value))
def test_words(offers, words, want):
    assert offers(*words) == sorted(want.split())


def test_verbs(offers):
    found = set(offers(''))
    assert {*VERBS, '--help', '--version'} <= found


def test_options_of_each_verb(guclog, offers):
    """For each verb, bash offers exactly the long options that are in the help of the verb."""
    for verb in offers(''):
        if not verb.startswith('-') and verb != 'help':
            text = guclog(verb, '--help').out
            want = set(re.findall(r'--[a-z0-9-]+', '\n'.join(
                re.findall(r'^ +(?:-[a-zA-Z], )?(--[a-z0-9-]+)', text, re.M))))
            assert want and set(offers(verb, '--')) == want, verb


def test_name_with_a_blank(offers):
    assert offers('info', 'b') == ['b c.img']
