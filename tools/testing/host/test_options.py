# SPDX-License-Identifier: GPL-2.0-only
"""Tests that the options of guclog have the same rules and the same error messages in every verb
(such as decode), and that the manual describes them."""

import re

import pytest
from conftest import TOP
from reference import forms, image, ring

VERBS = ('convert', 'check', 'info', 'decode', 'events', 'explain', 'asic', 'layout', 'collect',
         'incidents', 'report', 'dump', 'triage', 'record', 'top')
# Command lines in which --gt selects a log of the input. (In the verb asic, --gt selects a
# reference clock, and in dump, it selects messages.)
WITH_GT = {
    'convert': ['convert'], 'info': ['info'], 'blocks': ['info', '--blocks'],
    'counts': ['info', '--counts'], 'decode': ['decode'], 'part': ['convert', '--to', 'events'],
    'csv': ['decode', '--to', 'csv'], 'explain': ['explain'],
    'contexts': ['decode', '--contexts'], 'report': ['report', '--force', '-o', 'page'],
}


def log_image(seed, events=200):
    """Return the image of a log with this number of events."""
    return image.standard(ring.ring(8192, events, seed), (4096, 4096), seed).build()


@pytest.fixture
def dump(tmp_path):
    """A devcoredump with logs of GT 0 and GT 1."""
    machine = forms.Machine()
    text = forms.devcoredump(machine, *(forms.Held(log_image(f'gt{gt.number}'), gt)
                                        for gt in machine.gts))
    (tmp_path / 'dump').write_text(text)
    return 'dump'


@pytest.mark.parametrize('verb', WITH_GT)
@pytest.mark.parametrize('number', ('1', '01', '0x1', '0x01'))
def test_gt_in_every_notation(guclog, dump, verb, number):
    same = guclog(*WITH_GT[verb], '--gt', 1, dump, rc=None)
    run = guclog(*WITH_GT[verb], '--gt', number, dump, rc=None)
    assert (run.rc, run.raw) == (same.rc, same.raw)
    assert run.rc in (0, 1)


def test_gt_of_an_lfd_file(guclog, dump):
    guclog('convert', '--gt', 1, '-o', 'gt1.lfd', dump)
    guclog('info', '--blocks', '--gt', 1, 'gt1.lfd')


def test_id_is_hexadecimal_with_0x(guclog, dump):
    ids = guclog('decode', '--gt', 0, '--id', '0x455', dump).out
    assert ids == guclog('decode', '--gt', 0, '--id', '0x0455', dump).out
    assert '0x0455' in ids


@pytest.mark.parametrize('verb', VERBS)
def test_help_of_a_verb(guclog, verb):
    text = guclog(verb, '--help').out
    assert text == guclog('help', verb).out == guclog(verb, '-h').out
    assert text.startswith(f'Usage: guclog {verb} ')


def test_help_without_a_verb(guclog):
    assert "no verb 'junk'" in guclog('help', 'junk', rc=2).err
    text = guclog('--help').out
    assert 'Usage: guclog [--max-memory N] VERB' in text and guclog('help').out == text
    assert guclog('help', '--help').out == guclog('help', '-h').out == text
    assert all(f'  {verb}' in text for verb in VERBS)
    assert guclog('--version').out == 'guclog 0.1.0\n'


@pytest.mark.parametrize('name, now', (
    ('list', 'info --blocks'), ('stats', 'info --counts'), ('find', 'info'), ('diff', 'decode'),
    ('ct', 'dump --messages'), ('contexts', 'decode --contexts'),
    ('extract', 'convert --to PART'), ('timeline', 'decode'), ('export', 'decode --to csv')))
def test_old_verb_names_the_new_one(guclog, name, now):
    """If the user gives the name of a verb of an earlier version of guclog, guclog prints one line
    with the present name."""
    for run in guclog(name, rc=2), guclog(name, '--json', 'x', rc=2), guclog('help', name, rc=2):
        assert run.err.startswith(f"guclog: '{name}' is ") and f"'guclog {now}'" in run.err
        assert run.err.count('\n') == 1 and not run.raw


@pytest.mark.parametrize('verb', VERBS)
def test_man_page_has_the_options(guclog, verb):
    """Each option in the help text of a verb is described in the section of guclog.1 about this
    verb."""
    manual = (TOP / 'tools/guclog/guclog.1').read_text()
    section = manual.split(f'\n.Ss guclog {verb}\n')[1].split('\n.Ss ')[0]
    options = re.findall(r'^  (?:-\w, )?--([a-z0-9-]+)', guclog('help', verb).out,
                         re.MULTILINE)
    described = set(re.findall(r'Fl -([a-z0-9-]+)', section)) | {'help'}
    assert set(options) <= described


@pytest.mark.parametrize('verb', VERBS)
def test_synopsis_has_the_options(guclog, verb):
    """The SYNOPSIS in guclog.1 has the same options of each verb as its help text. (--output and
    --help are not compared.)"""
    manual = (TOP / 'tools/guclog/guclog.1').read_text()
    synopsis = manual.split('\n.Sh SYNOPSIS\n')[1].split('\n.Sh ')[0]
    lines = [x for x in re.split(r'(?m)^\.Nm\n', synopsis) if x.startswith(f'.Cm {verb}\n')
             or x.startswith(f'.Cm {verb} ')]
    found = set(re.findall(r'Fl -([a-z0-9-]{2,})', ''.join(lines)))
    options = re.findall(r'^  (?:-\w, )?--([a-z0-9-]+)', guclog('help', verb).out, re.MULTILINE)
    assert found | {'output', 'help'} == set(options) | {'output', 'help'}
